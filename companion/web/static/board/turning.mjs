// Where a page turns to when something else is asked: nowhere as long as the same question goes on.

/** @import { GameView, Page, Sheet } from "../../types/page.js" */
import { isAnsweredOnBoard } from "./touch.mjs";

const COUNTS = ["banners", "units", "missing"]; // how far all have come with one question
const SEATS = ["south", "north", "south_ally", "north_ally"];

// What *page* is asked by *view*, so that it can be told from another question: what others still owe, or are
// asked, is none to it.
/**
 * @param {Page} page
 * @param {GameView} view
 */
function questionTo({ role, canPlay }, { game }) {
  const { wait } = game;
  const isSeated = SEATS.includes(role);
  if (!game.winner && (!canPlay || (isSeated && wait.seat && wait.seat !== role))) return "somebody else's";
  const { missing } = /** @type {{ missing?: unknown }} */ (wait);
  const owes = Array.isArray(missing) && isSeated && missing.includes(role);
  return JSON.stringify([
    owes,
    ...Object.entries(wait).filter(([name, value]) => !(COUNTS.includes(name) && isCount(value))),
  ]);
}

// A number of things, or the seats that are awaited.
/** @param {unknown} value */
const isCount = (value) =>
  typeof value === "number" || (Array.isArray(value) && value.every((each) => SEATS.includes(each)));

// Whether *view* asks *page* something else than *before* did; the page stays where it is as long as not.
/**
 * @param {Page} page
 * @param {GameView | null} before
 * @param {GameView} view
 */
export const asksAnew = (page, before, view) =>
  !before || questionTo(page, before) !== questionTo(page, view);

// Whether *next* asks *page* something new about what was seen, and no sheet hides it.
/**
 * @param {Page} page
 * @param {GameView} next
 */
export const bringsQuestion = ({ canPlay, sheet, view }, { question }) =>
  canPlay && !sheet && question !== null && question.id !== view?.question?.id;

const OF_A_STEP = ["hex", "unlisted", "discard"]; // sheets that say what only one question asks

// What becomes of the *sheet* that lies over a question that is asked anew: it goes with its own question.
/** @param {Sheet | null} sheet */
export const sheetAfter = (sheet) => (sheet && OF_A_STEP.includes(sheet.name) ? null : sheet);

// What changes of a page whose *sheet* goes with the question that it is about.
/** @param {Sheet | null} sheet */
export const leftOpen = (sheet) => (sheet !== sheetAfter(sheet) ? { sheet: null, draft: null } : {});

// On a phone, whether cards and battles are told below the board: there they do not push away what is tapped.
/** @param {Page} page */
export const tellsBelow = ({ isPhone, view }) => isPhone && isAnsweredOnBoard(view);
