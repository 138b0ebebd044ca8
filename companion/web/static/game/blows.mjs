// The battle that is on, or was the last act: each die with what it did, and what came of it.

/** @import { Page, ShownBlow } from "../../types/page.js" */
import { button } from "../parts/dom.mjs";
import { faceGlyph, icon } from "../parts/glyphs.mjs";
import { t } from "../parts/language.mjs";
import { FACES } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

// Blows whose dice lie, the newest first: of a long battle that is seen without scrolling.  The others are told by
// what is asked.
/** @param {ShownBlow[]} blows */
export const rolled = (blows) => blows.filter(({ dice }) => dice.length > 0).reverse();

// A phone that asks tells the outcome above the board: *withLines* says whether it is told here.
/**
 * @param {Page} page
 * @param {boolean} [withLines]
 */
export function drawBlows(page, withLines = true) {
  const blows = rolled(page.view.blows);
  if (blows.length === 0) return null;
  return h(
    "div",
    { class: "blows", key: "blows", role: "group", "aria-label": t`The last battle` },
    blows.map((blow, n) => drawBlow(page, blow, n, withLines)),
  );
}

/**
 * @param {Page} page
 * @param {ShownBlow} blow
 * @param {number} n
 * @param {boolean} withLines
 */
function drawBlow(page, blow, n, withLines) {
  const { roll } = page.view;
  const mends = page.canPlay && roll && roll.seq === blow.seq ? places(blow, roll.faces) : null;
  return h(
    "div",
    { class: "blow", key: n },
    h("p", { class: "blow-text" }, blow.text),
    h("div", { class: "blow-dice" }, drawDice(page, blow, mends)),
    withLines && lines(blow.lines),
  );
}

/** @param {string[]} told */
const lines = (told) =>
  h(
    "ul",
    { class: "blow-lines" },
    told.map((line) => h("li", {}, line)),
  );

// What came of each blow of the battle, without its dice; null where nothing did.
/** @param {Page} page */
export function drawOutcome(page) {
  const told = rolled(page.view.blows).filter((blow) => blow.lines.length > 0);
  if (told.length === 0) return null;
  return h(
    "div",
    { class: "blows", key: "outcome" },
    told.map((blow, n) =>
      h("div", { class: "blow", key: n }, h("p", { class: "blow-text" }, blow.text), lines(blow.lines)),
    ),
  );
}

// Which die of the roll, as it was entered, each die of *blow* is.
/**
 * @param {ShownBlow} blow
 * @param {string[]} entered
 */
function places({ dice }, entered) {
  const free = entered.map((face) => face);
  return dice.map(({ face }) => {
    const place = free.indexOf(face);
    free[place] = "";
    return place;
  });
}

// A die of the newest roll can be mended by a tap.
/**
 * @param {Page} page
 * @param {ShownBlow} blow
 * @param {number[] | null} mends
 */
function drawDice(page, { dice }, mends) {
  return dice.map(({ face, did, is_used: isUsed }, n) => {
    const content = [icon(faceGlyph(face), `die-icon ${face}`), h("small", {}, did)];
    const kind = `die did ${isUsed ? "" : "idle"}`;
    if (!mends)
      return h("span", { class: kind, key: n, role: "img", "aria-label": `${FACES[face]}: ${did}` }, content);
    return button(content, () => page.set({ sheet: { name: "dice", at: mends[n] }, draft: null }), {
      kind,
      key: `rolled ${mends[n]}`,
      label: t`${FACES[face]}, ${did}: it lay otherwise`,
    });
  });
}
