// The end of the game: who won, why, and what is left on the board.

/** @import { Page, Seat } from "../types/page.js" */
import { el, keyed } from "./dom.mjs";
import { sideIcon } from "./glyphs.mjs";
import { otherSeat } from "./seats.mjs";
import { count, t } from "./tongue.mjs";
import { listOf, sideName } from "./words.mjs";

/** @param {Page} page */
export function gameOver(page) {
  const { game, over } = page.view;
  const { winner } = game;
  if (!winner) return null;
  const loser = otherSeat(winner);
  /** @param {Seat} seat */
  const stands = (seat) => game.units.filter((unit) => unit.seat === seat && unit.at).length;
  const points = t`${game.scores[winner].points} to ${game.scores[loser].points} victory points; ${game.points_to_win} were needed.`;
  const why = over?.why ?? (stands(loser) === 0 ? t`The other side has no unit left on the board.` : points);
  /** @param {Seat} seat */
  const row = (seat) =>
    el(
      "tr",
      { class: seat },
      el("th", { scope: "row" }, sideIcon(seat), sideName(game, seat)),
      el("td", {}, game.scores[seat].points),
      el("td", {}, stands(seat)),
      el("td", {}, game.scores[seat].lore),
    );
  return el(
    "div",
    { class: "stack over" },
    el("p", { class: "lead" }, why),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", {}, t`After ${count(game.turn, "turn")}`),
          [t`Points`, t`Units left`, t`Lore`].map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el("tbody", {}, row(winner), row(loser)),
    ),
    page.canPlay &&
      page.view.told.length > 0 &&
      el(
        "div",
        { class: "note" },
        el("p", {}, t`Told at this table, since herald did not know it: ${listOf(page.view.told)}.`),
        el("a", { class: "button", href: "/packs", ...keyed("keep told") }, t`Keep it for later games…`),
      ),
    el(
      "a",
      { class: "button primary grow", href: "/report", target: "_blank", ...keyed("report") },
      t`Battle report`,
    ),
    el(
      "p",
      { class: "explain" },
      page.view.demo
        ? t`Another demo: press Ctrl-C on the computer and start “herald demo” again.`
        : t`For a new game press Ctrl-C on the computer and start “herald” again; this one is kept. Undo still works.`,
    ),
  );
}
