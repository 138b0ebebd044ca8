// The order in which four players take their turns.

/** @import { GameView, Seat } from "../../types/page.js" */
import { sideIcon } from "../parts/glyphs.mjs";
import { t } from "../parts/language.mjs";
import { sideName } from "../parts/words.mjs";
import { firstTable } from "../parts/stored.mjs";
import { h } from "../vendor/preact.mjs";

// The turn markers of four players in their order: those that are used in this round are faint.
/** @param {GameView["game"]} game */
export function turnOrder(game) {
  const order = /** @type {Seat[]} */ (firstTable(game)?.markers ?? []);
  if (order.length === 0) return null;
  const now = order.indexOf(game.active);
  return h(
    "ol",
    { class: "turn-order", "aria-label": t`The order of turns` },
    order.map((seat, place) =>
      h(
        "li",
        {
          class: place < now ? "used" : place === now ? "now" : "",
          "aria-current": place === now ? "step" : null,
          key: seat,
        },
        sideIcon(seat),
        h("span", {}, sideName(game, seat)),
      ),
    ),
  );
}
