// A section of a large board alone, so large that its hexes can be tapped: one tap shows it, one comes back.

/** @import { GameView, Lit, Page, Section } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { button } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";
import { litHexes } from "./boardkeys.mjs";
import { Grid } from "./grid.mjs";

const MOST_ROWS = 9; // of a board whose hexes can be tapped on a phone, and on a tablet, as it is
const FINGER = 0.48; // px a unit of the drawing, a hex of 100 units across: nothing that is tapped is under 44 px

/** @type {[Section, string][]} */
const SECTIONS = [
  ["left", t`Left`],
  ["center", t`Center`],
  ["right", t`Right`],
];

// The board of *view* as this page shows it: a section upright, the whole on its side where a phone is narrow.
/**
 * @param {Page} page
 * @param {GameView} view
 */
export function gridFor({ turned, isPhone, section }, { scenario }) {
  const { rows, section_lines: lines } = scenario;
  return new Grid(rows, lines, { turned, onSide: isPhone && !section, section });
}

/** @param {Page} page */
const isLarge = ({ view }) => view.scenario.rows.length > MOST_ROWS;

// Which part of a large board is shown, to be changed; nothing for a board that is not.
/** @param {Page} page */
export function drawZoom(page) {
  if (!isLarge(page)) return null;
  /** @param {Section | null} section */
  const turnTo = (section) => {
    page.set({ section, grid: gridFor({ ...page, section }, page.view) });
    page.onceDrawn(() => document.querySelector(".zoomed")?.scrollTo({ top: Number.MAX_SAFE_INTEGER }));
  };
  return h(
    "div",
    { class: "zoom", role: "group", "aria-label": t`What of the board is shown` },
    SECTIONS.map(([section, name]) => {
      const pressed = page.section === section;
      return button(name, () => turnTo(pressed ? null : section), { key: `zoom ${section}`, pressed });
    }),
    page.section && button(t`Whole board`, () => turnTo(null), { key: "zoom whole", kind: "primary" }),
  );
}

// What of *page* changes so that something *lit* is in sight: the whole board, where its section shows nothing of it.
/**
 * @param {Page} page
 * @param {Lit} lit
 */
export function inSight(page, lit) {
  const { grid, section, view } = page;
  const standing = new Map(view.game.units.flatMap((unit) => (unit.at ? [[unit.at, unit]] : [])));
  const bright = section ? litHexes([...grid.spots.keys()], standing, lit) : [];
  const isHidden = bright.length > 0 && !bright.some((hex) => grid.shows(hex));
  return isHidden ? { section: null, grid: gridFor({ ...page, section: null }, view) } : {};
}

// The drawing of the *board*, where a section is shown as large as a finger needs it.
/**
 * @param {Page} page
 * @param {ComponentChildren} board
 */
export function zoomed({ section, grid }, board) {
  if (!section) return board;
  const [width, height] = [grid.box[2], grid.box[3]].map((units) => `${Math.ceil(units * FINGER)}px`);
  return h("div", { class: "zoomed", key: "zoomed", style: { "--width": width, "--height": height } }, board);
}
