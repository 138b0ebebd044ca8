// Taps that come too late: where something that could be tapped has just gone or moved, nothing else is tapped.

const DEAD = 400; // ms: as long as a finger on its way cannot turn back
const BOARD = "board-drawing"; // moves as a whole, with its hexes
const TAPPED = `button, a[href], input, select, summary, label, .${BOARD}`;

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */
/** @typedef {Element | string} Thing by its key, where it has one: it may be drawn anew as another element */
/** @typedef {Map<Thing, Box>} Layout where each thing lies that can be tapped */

/** @type {{ thing: Thing, box: Box, until: number }[]} */
let gone = [];

// What has gone from its place, and which place that was.
/**
 * @param {Layout} before
 * @param {Layout} after
 */
export function moved(before, after) {
  return [...before].filter(([thing, box]) => {
    const now = after.get(thing);
    return !now || Math.abs(now.left - box.left) + Math.abs(now.top - box.top) > 1;
  });
}

// Whether a tap at *x*, *y* was meant for what lay there, since that has gone and *thing* lies there now.
/**
 * @param {{ thing: Thing, box: Box }[]} places
 * @param {{ x: number, y: number, thing: Thing | null }} tap
 */
export function isLate(places, { x, y, thing }) {
  const meant = places.filter(
    ({ box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom,
  );
  return meant.length > 0 && !meant.some((each) => each.thing === thing);
}

/** @param {Element} node */
const thingOf = (node) => (node instanceof HTMLElement && node.dataset.key) || node;

/** @returns {Layout} */
function layout() {
  const found = /** @type {Layout} */ (new Map());
  for (const node of document.querySelectorAll(TAPPED)) {
    const box = node.getBoundingClientRect();
    if (box.width > 0 && box.bottom > 0 && box.top < innerHeight) found.set(thingOf(node), box);
  }
  return found;
}

// Do what changes the page, and remember what went from its place.
/** @param {() => void} change */
export function changing(change) {
  const before = layout();
  change();
  const until = performance.now() + DEAD;
  const places = moved(before, layout()).map(([thing, box]) => ({ thing, box, until }));
  gone = [...gone.filter(isDead), ...places];
}

/** @param {{ until: number }} place */
const isDead = ({ until }) => until > performance.now();

// ---- the finger ------------------------------------------------------------------------------

let isSwallowed = false;

/** @param {PointerEvent} event */
function touched({ clientX: x, clientY: y, target }) {
  const node = target instanceof Element ? target.closest(TAPPED) : null;
  const thing = node && !node.classList.contains(BOARD) ? thingOf(node) : null; // another hex lies there now
  isSwallowed = isLate(gone.filter(isDead), { x, y, thing });
}

/** @param {MouseEvent} event */
function clicked(event) {
  if (!isSwallowed || event.detail === 0) return; // a key, or a script
  isSwallowed = false;
  event.stopImmediatePropagation();
  event.preventDefault();
}

// From now on taps that come too late do nothing.
export function guardTaps() {
  addEventListener("pointerdown", touched, true);
  addEventListener("click", clicked, true);
  addEventListener("resize", () => {
    gone = []; // whoever turns the screen looks anew
  });
}
