// On a phone, that what is asked about is seen: the buttons at the lower edge lie over the board.

const SPARE = 6; // px that are left free around it
let lastMeant = "";

/** @typedef {{ top: number, bottom: number }} Span */

// How far a page is to be scrolled so that all *spans* lie within *sight*; not at all where they do, or cannot.
/**
 * @param {Span[]} spans
 * @param {Span} sight
 */
export function scrollFor(spans, sight) {
  if (spans.length === 0) return 0;
  const top = Math.min(...spans.map((span) => span.top)) - SPARE;
  const bottom = Math.max(...spans.map((span) => span.bottom)) + SPARE;
  if (bottom - top > sight.bottom - sight.top) return 0;
  return Math.max(0, bottom - sight.bottom) || Math.min(0, top - sight.top);
}

// Who is looked at and who would act on it; else what is lit for an answer, or both sides of the fight that is
// asked about.  Orders are given all over the board.
/** @param {HTMLElement} board */
function meantOn(board) {
  if (board.querySelector(".lit-looked")) return [...board.querySelectorAll(".lit-looked, .lit-selected")];
  if (document.body.dataset.asks === "orders_wait") return [];
  const lit = [...board.querySelectorAll(".lit-move, .lit-target")];
  return [...board.querySelectorAll(".lit-selected"), ...(lit.length > 0 ? lit : fightingOn(board))];
}

/** @param {HTMLElement} board */
function fightingOn(board) {
  const arrow = /** @type {SVGElement | null} */ (board.querySelector("[data-arrow]"));
  const hexes = arrow?.dataset.arrow?.split(" ") ?? [];
  return hexes.flatMap((hex) => [...board.querySelectorAll(`[data-hex="${hex}"] .hit`)]);
}

/** @typedef {{ board: HTMLElement, ask: HTMLElement }} Places */

// The title that stays at the upper edge while the page is scrolled under it; null where none does.
/** @param {HTMLElement} ask */
function stuckTitle(ask) {
  const title = ask.querySelector(".asked-head");
  return title && getComputedStyle(title).position === "sticky" ? title : null;
}

// Show what is asked from its beginning, unless what is meant lies too far below it.  A title that stays at the edge
// does not tell where that is: what comes after it does.
/** @param {Places} places */
export function turnToAsked(places) {
  const first = places.ask.firstElementChild;
  const next = first && first === stuckTitle(places.ask) ? first.nextElementSibling : null;
  if (first && next)
    scrollBy({ top: next.getBoundingClientRect().top - first.getBoundingClientRect().height });
  else first?.scrollIntoView({ block: "start" });
  lastMeant = "";
  bringInSight(places);
}

// Scroll what is meant out from under the answers, once each time that it is something else.
// What the table asks about its own book comes first: it stands above the board.
/** @param {Places} places */
export function bringInSight({ board, ask }) {
  const answers = ask.querySelector(".answers")?.getBoundingClientRect();
  if (!answers || ask.querySelector(".question")) return;
  const meant = meantOn(board);
  const hexes = meant.map((node) => node.closest("[data-hex]")?.getAttribute("data-hex"));
  const now = [document.body.dataset.asks, Math.round(answers.height), ...hexes].join(" ");
  if (now === lastMeant) return;
  lastMeant = now;
  const spans = meant.map((node) => node.getBoundingClientRect());
  const top = stuckTitle(ask)?.getBoundingClientRect().height ?? 0;
  scrollBy({ top: scrollFor(spans, { top, bottom: answers.top }) });
}
