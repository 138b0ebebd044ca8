// Pieces that go from hex to hex, shortly; not where less motion is asked for.

/** @import { Hex, UnitView } from "../../types/page.js" */
/** @import { Grid } from "./grid.mjs" */

const SHORT = 260; // milliseconds

// Which units stand elsewhere than before, and where they stood.
/**
 * @param {UnitView[]} before
 * @param {UnitView[]} now
 * @returns {{ id: string, from: Hex, to: Hex }[]}
 */
export function movedUnits(before, now) {
  const stood = new Map(before.map((unit) => [unit.id, unit.at]));
  return now.flatMap(({ id, at }) => {
    const from = stood.get(id);
    return from && at && from !== at ? [{ id, from, to: at }] : [];
  });
}

// Whether less motion is asked for, by the device or on the home page; the styles' own rules ask both as well.
const isCalm = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ||
  document.documentElement.classList.contains("calm");

/**
 * @param {Element | null} drawing
 * @param {Grid} grid
 * @param {{ id: string, from: Hex, to: Hex }[]} moves
 */
export function slide(drawing, grid, moves) {
  if (!drawing || moves.length === 0 || isCalm()) return;
  for (const { id, from, to } of moves) {
    const [[x, y], [toX, toY]] = [grid.centre(from), grid.centre(to)];
    const start = { transform: `translate(${x - toX}px, ${y - toY}px)` };
    drawing
      .querySelector(`[data-unit="${CSS.escape(id)}"] .unit`)
      ?.animate([start, { transform: "none" }], { duration: SHORT, easing: "ease-out" });
  }
}
