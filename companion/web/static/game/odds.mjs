// What a roll may do, told before it is made.  The table's computer reckons, aside from the game.

/** @import { Page, ShownOdds } from "../../types/page.js" */
import { keyed } from "../parts/dom.mjs";
import { fetched } from "../parts/send.mjs";
import { h } from "../vendor/preact.mjs";

/** @typedef {ShownOdds | null | undefined} Told null: nobody knows; undefined: they have not come yet */

// What has been asked since the newest entry.
/** @type {{ seq: number, found: Map<string, Told> }} */
const asked = { seq: -1, found: new Map() };

// The odds of *unit* attacking *target* now; the page is drawn anew once they have come.
/**
 * @param {Page} page
 * @param {string} unit
 * @param {string} target
 * @returns {Told}
 */
export function oddsOf(page, unit, target) {
  const { seq } = page.view;
  if (asked.seq !== seq) Object.assign(asked, { seq, found: new Map() });
  const query = new URLSearchParams({ unit, target }).toString();
  if (!page.canPlay) return null;
  if (!asked.found.has(query)) {
    asked.found.set(query, undefined);
    ask(page, query, asked.found);
  }
  return asked.found.get(query);
}

// Odds are a help: where they do not come the game goes on without.
/**
 * @param {Page} page
 * @param {string} query
 * @param {Map<string, Told>} found
 */
async function ask(page, query, found) {
  found.set(query, await fetched(`/odds?${query}`));
  page.set({});
}

// One line: "3 dice, 70 % hurt, 12 % eliminated, 46 % counter"; its place is kept until they come, so that
// nothing moves under a finger.
/** @param {Told} odds */
export function drawOdds(odds) {
  if (odds === null) return null;
  if (!odds) return h("p", { class: "odds", ...keyed("odds") }, h("span", {}, h("b", {}, "…"), "\u00a0"));
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
