// What lies in the tray, as far as it is entered or read, and where the next face goes.

/** @import { DiceSeen, Face } from "../../types/page.js" */

import { FACES } from "../parts/words.mjs";

// What lies in the *needed* places: what was entered, or else what the camera reads, as far as that may be it.
/**
 * @param {(Face | null)[]} faces
 * @param {number} needed
 * @param {DiceSeen | null} seen
 * @returns {(Face | null)[]}
 */
export function lying(faces, needed, seen) {
  const isRead = faces.length === 0 && seen && seen.faces.length <= needed;
  const known = isRead ? seen.faces : faces;
  return Array.from({ length: needed }, (_, n) => {
    const face = known[n];
    return face && face in FACES ? face : null;
  });
}

// The faces of a roll that is entered to its last die, where nothing is read: it is handed in at once, wherever its
// last die was tapped.  Else null.
/**
 * @param {(Face | null)[]} faces
 * @param {number} needed
 * @param {DiceSeen | null} seen
 */
export function entered(faces, needed, seen) {
  const isRead = seen !== null && seen.faces.length <= needed;
  const isFull = faces.length === needed && !faces.includes(null);
  return isFull && !isRead ? /** @type {Face[]} */ (faces) : null;
}

// Whether die *n* was read with doubt and nobody has said yet what it shows.
/**
 * @param {number} n
 * @param {DiceSeen | null} seen
 * @param {Set<number>} mended
 */
export function isDoubtful(n, seen, mended) {
  return Boolean(seen?.doubtful[n]) && !mended.has(n);
}

// Where the next face goes: to the *chosen* die, one that is doubtful, or an empty place; -1: nowhere.
/**
 * @param {(Face | null)[]} dice
 * @param {DiceSeen | null} seen
 * @param {{ chosen: number | null, mended: Set<number> }} hand
 */
export function target(dice, seen, { chosen, mended }) {
  if (chosen !== null && dice[chosen]) return chosen;
  const doubted = dice.findIndex((face, n) => face && isDoubtful(n, seen, mended));
  return doubted >= 0 ? doubted : dice.indexOf(null);
}
