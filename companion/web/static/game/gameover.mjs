// The end of the game: who won, why, and what is left on the board.

/** @import { Page, Seat } from "../../types/page.js" */
import { button, explain, keyed, row } from "../parts/dom.mjs";
import { sideIcon } from "../parts/glyphs.mjs";
import { campOf, seatsOf, sideClass } from "../parts/seats.mjs";
import { sharePicture } from "../link/share_picture.mjs";
import { count, t } from "../parts/language.mjs";
import { listOf, sideName } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {Page} page */
async function share(page) {
  if (!(await sharePicture("/report.svg"))) page.say(t`The picture could not be made.`, { bad: true });
}

/** @param {Page} page */
export function gameOver(page) {
  const { game, over } = page.view;
  const { winner } = game;
  if (!winner) return null;
  const own = campOf(winner);
  const seats = [winner, ...seatsOf(game).filter((seat) => seat !== winner)];
  seats.sort((one, other) => Number(campOf(one) !== own) - Number(campOf(other) !== own));
  /** @param {Seat} seat */
  const stands = (seat) => game.units.filter((unit) => unit.seat === seat && unit.at).length;
  /** @param {Seat} seat */
  const line = (seat) =>
    h(
      "tr",
      { class: sideClass(seat) },
      h("th", { scope: "row" }, sideIcon(seat), sideName(game, seat)),
      h("td", {}, game.scores[seat].points),
      h("td", {}, stands(seat)),
      h("td", {}, game.scores[seat].lore),
    );
  return h(
    "div",
    { class: "stack over" },
    h("p", { class: "lead" }, over?.why),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", {}, t`After ${count(game.turn, "turn")}`),
          [page.view.scenario.goal.name, t`Units left`, t`Lore`].map((name) =>
            h("th", { scope: "col" }, name),
          ),
        ),
      ),
      h("tbody", {}, seats.map(line)),
    ),
    page.canPlay &&
      page.view.told.length > 0 &&
      h(
        "div",
        { class: "note" },
        h("p", {}, t`Told at this table, since herald did not know it: ${listOf(page.view.told)}.`),
        h("a", { class: "button", href: "/packs", ...keyed("keep told") }, t`Keep it for later games…`),
      ),
    explain(
      page.view.demo
        ? t`Another demo: press Ctrl-C on the computer and start “herald demo” again.`
        : t`This game is kept. Undo still works.`,
    ),
  );
}

// What can be done after the game.
/** @param {Page} page */
export function afterGame(page) {
  return row(
    page.canPlay &&
      !page.view.demo &&
      button(t`Rematch`, () => page.change({ scenario: page.view.scenario.id }), {
        kind: "primary grow",
        key: "rematch",
      }),
    h("a", { class: "button grow", href: "/report", target: "_blank", ...keyed("report") }, t`Battle report`),
    button(t`Picture to share`, () => share(page), { kind: "grow", key: "share picture" }),
    page.canPlay &&
      !page.view.demo &&
      h("a", { class: "button grow", href: "/home", ...keyed("home") }, t`Home`),
  );
}
