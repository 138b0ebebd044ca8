// What is lit on the board.

/** @import { Lit } from "../../types/page.js" */

// A board on which nothing is lit.
/** @returns {Lit} */
export function unlit() {
  return {
    moves: new Set(),
    resting: new Set(),
    targets: new Set(),
    doubtful: new Set(),
    ready: new Set(),
    selected: null,
    looked: null,
    place: null,
    through: [],
  };
}
