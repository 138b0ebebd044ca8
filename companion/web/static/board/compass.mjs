// The six ways from a hex, drawn as this device shows the board: which of them a card sends a unit.  A *taken* hex
// is no free one: it can be chosen, since a card may say so all the same, and looks so.

/** @import { Direction, Hex } from "../../types/page.js" */
/** @import { Grid } from "./grid.mjs" */
import { DIRECTIONS, RADIUS } from "./grid.mjs";
import { keyed } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { WAYS } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/**
 * @param {string} name
 * @param {Direction | null} chosen
 * @param {(way: Direction) => void} choose
 * @param {Grid} grid
 * @param {{ from: Hex | null, taken: Set<Hex | null> }} places where its unit stands, and where others do
 */
export function drawCompass(name, chosen, choose, grid, { from, taken }) {
  return h(
    "div",
    { class: "field" },
    t`${name}: tap the hex here, or on the board`,
    h(
      "svg",
      { viewBox: "-160 -160 320 320", class: "compass", role: "group", "aria-label": name },
      h("polygon", { class: "hex from", points: grid.corners(RADIUS - 3) }),
      h("text", { class: "compass-from" }, from ?? "?"),
      DIRECTIONS.map((way) => {
        const to = from && grid.step(from, way);
        return drawWay(way, { to, isChosen: chosen === way, isTaken: taken.has(to) }, grid, () =>
          choose(way),
        );
      }),
    ),
  );
}

/**
 * @param {Direction} way
 * @param {{ to: Hex | null, isChosen: boolean, isTaken: boolean }} parts
 * @param {Grid} grid
 * @param {() => void} choose
 */
function drawWay(way, { to, isChosen, isTaken }, grid, choose) {
  const [x, y] = grid.lean(way);
  const name = to ? t`${WAYS[way]}, ${to}` : WAYS[way];
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  return h(
    "g",
    {
      class: `way ${isChosen ? "chosen" : ""} ${isTaken ? "taken" : ""}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      role: "button",
      tabindex: 0,
      "aria-pressed": isChosen,
      "aria-label": isTaken ? t`${name}: a unit stands there` : name,
      ...keyed(`way ${way}`),
      onClick: choose,
      onKeyDown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        choose();
      },
    },
    h("polygon", { class: "hex", points: grid.corners(RADIUS - 3) }),
    to
      ? h("text", {}, to)
      : h("path", { d: "M-22 0H20M4-14 20 0 4 14", transform: `rotate(${angle.toFixed(0)})` }),
  );
}
