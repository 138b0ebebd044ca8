// The board by keyboard: one hex of it is reached with Tab, the others from it with arrows.

/** @import { BoardQuestion, Hex, Lit, Point, UnitView } from "../../types/page.js" */
/** @import { Grid } from "./grid.mjs" */

/** @type {{ [key: string]: number }} */
const PAGES = { PageDown: 1, PageUp: -1 };
/** @type {{ [key: string]: Point }} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** @type {{ [key: string]: BoardQuestion }} */
const QUESTIONS = { n: "near", r: "reach", h: "hand", w: "waiting" };

// What a key asks, for those who hear the board; null: nothing.
/** @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey" | "repeat">} event */
export function askedBy({ key, ctrlKey, altKey, metaKey, repeat }) {
  return ctrlKey || altKey || metaKey || repeat ? null : (QUESTIONS[key.toLowerCase()] ?? null);
}

// The hexes that mean something now, in the order of the board.
/**
 * @param {Hex[]} hexes
 * @param {Map<Hex, UnitView>} standing
 * @param {Lit} lit
 */
export function litHexes(hexes, standing, lit) {
  return hexes.filter((hex) => {
    const unit = standing.get(hex);
    return (
      lit.moves.has(hex) ||
      (unit && [lit.targets, lit.doubtful, lit.ready].some((units) => units.has(unit.id)))
    );
  });
}

// The hex to which *key* leads from *here*: a neighbour by an arrow, the next or the last of the *bright* ones
// by Page Down and Page Up; null: nowhere.
/**
 * @param {string} key
 * @param {Hex} here
 * @param {Grid} grid
 * @param {Hex[]} bright
 */
export function reachedBy(key, here, grid, bright) {
  return ARROWS[key] ? neighbour(grid, here, ARROWS[key]) : nextLit(bright, here, key);
}

// The nearest hex that way; of two equally near ones that from which the opposite arrow leads back.
/**
 * @param {Grid} grid
 * @param {Hex} here
 * @param {Point} parts
 */
function neighbour(grid, here, [right, down]) {
  const [x, y] = grid.centre(here);
  /** @param {Hex} hex */
  const far = (hex) => {
    const [dx, dy] = [grid.centre(hex)[0] - x, grid.centre(hex)[1] - y];
    const [along, aside] = [dx * right + dy * down, right * dy - down * dx];
    return along > 1 ? along + Math.abs(aside) - aside / 100 : Infinity;
  };
  const nearest = [...grid.spots.keys()].reduce((best, hex) => (far(hex) < far(best) ? hex : best));
  return far(nearest) < Infinity ? nearest : null;
}

/**
 * @param {Hex[]} bright
 * @param {Hex} here
 * @param {string} key
 */
function nextLit(bright, here, key) {
  const way = PAGES[key];
  if (!way || bright.length === 0) return null;
  const found = bright.indexOf(here);
  return bright[
    (found < 0 ? (way > 0 ? 0 : bright.length - 1) : found + way + bright.length) % bright.length
  ];
}
