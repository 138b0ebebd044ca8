// The six ways from a hex, drawn as this device shows the board: which of them a card sends a unit.

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
 * @param {Hex | null} from where its unit stands
 */
export function drawCompass(name, chosen, choose, grid, from) {
  return h(
    "div",
    { class: "field" },
    t`${name}: tap the hex here, or on the board`,
    h(
      "svg",
      { viewBox: "-160 -160 320 320", class: "compass", role: "group", "aria-label": name },
      h("polygon", { class: "hex from", points: grid.corners(RADIUS - 3) }),
      h("text", { class: "compass-from" }, from ?? "?"),
      DIRECTIONS.map((way) => drawWay(way, chosen === way, grid, from, () => choose(way))),
    ),
  );
}

/**
 * @param {Direction} way
 * @param {boolean} isChosen
 * @param {Grid} grid
 * @param {Hex | null} from
 * @param {() => void} choose
 */
function drawWay(way, isChosen, grid, from, choose) {
  const [x, y] = grid.lean(way);
  const to = from && grid.step(from, way);
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  return h(
    "g",
    {
      class: `way ${isChosen ? "chosen" : ""}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      role: "button",
      tabindex: 0,
      "aria-pressed": isChosen,
      "aria-label": to ? t`${WAYS[way]}, ${to}` : WAYS[way],
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
