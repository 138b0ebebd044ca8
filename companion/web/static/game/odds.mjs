// What a roll may do, told before it is made.  The table's computer reckons, aside from the game.

/** @import { Page, ShownOdds } from "../../types/page.js" */
import { keyed } from "../parts/dom.mjs";
import { h } from "../vendor/preact.mjs";

// What has been asked since the newest entry; null: nobody knows, or it has not come yet.
/** @type {{ seq: number, found: Map<string, ShownOdds | null> }} */
const asked = { seq: -1, found: new Map() };

// The odds of *unit* attacking *target* now, or null; the page is drawn anew once they have come.
/**
 * @param {Page} page
 * @param {string} unit
 * @param {string} target
 * @returns {ShownOdds | null}
 */
export function oddsOf(page, unit, target) {
  const { seq } = page.view;
  if (asked.seq !== seq) Object.assign(asked, { seq, found: new Map() });
  const query = new URLSearchParams({ unit, target }).toString();
  const known = asked.found.get(query);
  if (known !== undefined) return known;
  asked.found.set(query, null);
  if (page.canPlay) ask(page, query, asked.found);
  return null;
}

// Odds are a help: where they do not come the game goes on without.
/**
 * @param {Page} page
 * @param {string} query
 * @param {Map<string, ShownOdds | null>} found
 */
async function ask(page, query, found) {
  try {
    const answer = await fetch(`/odds?${query}`);
    if (!answer.ok) return;
    found.set(query, await answer.json());
    page.set({});
  } catch {
    found.delete(query); // asked again when the page is drawn anew
  }
}

// One line: "3 dice, 70 % hurt, 12 % eliminated, 46 % counter".
/** @param {ShownOdds | null} odds */
export function drawOdds(odds) {
  if (!odds) return null;
  const parts = [{ text: String(odds.dice), name: odds.name }, ...odds.chances];
  return h(
    "p",
    { class: "odds", ...keyed("odds") },
    parts.map(({ text, name }) => h("span", {}, h("b", {}, text), ` ${name}`)),
  );
}

// The same in a button's second line.
/** @param {ShownOdds} odds */
export const oddsText = ({ dice, name, chances }) =>
  [`${dice} ${name}`, ...chances.map((chance) => `${chance.text} ${chance.name}`)].join(" · ");
