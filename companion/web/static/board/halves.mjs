// The two halves of the board: which rows are whose, and a hex as it lies for who sits opposite.

/** @import { Hex, Seat } from "../../types/page.js" */
/** @import { Grid } from "./grid.mjs" */
import { campOf } from "../parts/seats.mjs";

// Must agree with rules/maps.py: a map is told as seen from south, the board turned by half a circle is the same.
/**
 * @param {Grid} grid
 * @param {Hex} hex
 */
export function turned(grid, hex) {
  const [x, y] = grid.spot(hex);
  return /** @type {Hex} */ (grid.bySpot.get([2 * (grid.widest - 1) - x, grid.rows.length - 1 - y].join()));
}

// The rows that are one camp's alone; the middle one is both camps'.
/**
 * @param {Grid} grid
 * @param {Seat} seat
 * @param {Hex} hex
 */
export function isOwnRow(grid, seat, hex) {
  const [, y] = grid.spot(hex);
  const middle = (grid.rows.length - 1) / 2;
  return campOf(seat) === "south" ? y < middle : y > middle;
}
