// Pieces that go from hex to hex, are hit or fall, shortly; not where less motion is asked for.

/** @import { Hex, UnitView } from "../../types/page.js" */
/** @import { Grid } from "./grid.mjs" */

const SHORT = 260; // milliseconds
const FALL = 700;
const MOST = 6; // that fall or are hit at once: more is another moment of the game

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

// Which units have fallen, and which have lost figures where they stand.
/**
 * @param {UnitView[]} before
 * @param {UnitView[]} now
 */
export function hurtUnits(before, now) {
  const are = new Map(now.map((unit) => [unit.id, unit]));
  const stood = before.filter(({ at }) => at);
  const fallen = stood.filter(({ id }) => !are.get(id)?.at);
  const hit = stood.filter((unit) => {
    const is = are.get(unit.id);
    return is?.at === unit.at && is.figures - is.damage < unit.figures - unit.damage;
  });
  return fallen.length + hit.length > MOST
    ? { fallen: [], hit: [] }
    : { fallen: fallen.map(({ id }) => id), hit: hit.map(({ id }) => id) };
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

/** @param {Element} drawing @param {string} id */
const pieceOf = (drawing, id) => drawing.querySelector(`[data-unit="${CSS.escape(id)}"] .unit`);

// The pieces of *fallen* units as they stand, before they are drawn no more.
/**
 * @param {Element | null} drawing
 * @param {string[]} fallen
 * @returns {Element[]}
 */
export function likenesses(drawing, fallen) {
  if (!drawing || isCalm()) return [];
  return fallen.flatMap((id) => {
    const piece = pieceOf(drawing, id);
    const place = piece?.closest("[data-unit]")?.getAttribute("transform");
    if (!piece || !place) return [];
    const likeness = document.createElementNS("http://www.w3.org/2000/svg", "g");
    likeness.setAttribute("transform", place);
    likeness.setAttribute("class", "fallen");
    likeness.setAttribute("aria-hidden", "true");
    likeness.append(piece.cloneNode(true));
    return [likeness];
  });
}

// Let the *likenesses* of units fall, and those that were *hit* tremble.
/**
 * @param {Element | null} drawing
 * @param {Element[]} fallen
 * @param {string[]} hit
 */
export function fall(drawing, fallen, hit) {
  if (!drawing || isCalm()) return;
  for (const likeness of fallen) {
    drawing.append(likeness);
    const end = { opacity: 0, transform: "rotate(70deg) scale(.5)" };
    const falls = likeness.firstElementChild?.animate([{ opacity: 1, transform: "none" }, end], {
      duration: FALL,
      easing: "ease-in",
      fill: "forwards",
    });
    falls?.finished.catch(() => {}).finally(() => likeness.remove());
  }
  const tremble = [0, -7, 6, -4, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
  for (const id of hit) pieceOf(drawing, id)?.animate(tremble, { duration: SHORT });
}
