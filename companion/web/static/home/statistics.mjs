// What all games that are over come to together: who won, in which scenario, and how the dice fell.

/** @import { HomePage, PlayerRecord, ScenarioRecord, SideRecord } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { explain } from "../parts/dom.mjs";
import { counted, t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {HomePage} page */
export function statistics({ together }) {
  if (!together) return explain(t`Counting.`);
  const { games, scenarios, players } = together;
  if (games === 0) return explain(t`No game is over yet: what is won and lost is counted here.`);
  return [
    h("p", { class: "lead" }, counted(games, "{1} game is over.", "{1} games are over.")),
    players.length > 0 && [h("h2", {}, t`Players`), h("div", { class: "records" }, players.map(player))],
    h("h2", {}, t`Scenarios`),
    h("div", { class: "records" }, scenarios.map(scenario)),
    explain(t`Luck is of the dice that were to hit, in all games of that player.`),
  ];
}

/**
 * @param {string} key
 * @param {ComponentChildren} title
 * @param {ComponentChildren} about
 * @param {ComponentChildren} content
 */
const record = (key, title, about, content) =>
  h(
    "section",
    { class: "record", key, "data-record": key },
    h("h3", {}, title),
    h("p", { class: "explain" }, about),
    content,
  );

// A number with a digit behind its point, which is a comma in some languages.
/** @param {number} number */
const written = (number) =>
  number.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

/** @param {PlayerRecord} one */
function player(one) {
  const hits = t`${one.hits} hits, where ${written(one.expected)} could be expected: ${one.luck}.`;
  return record(one.name, one.name, hits, share(one, t`Won`));
}

/** @param {ScenarioRecord} one */
function scenario(one) {
  const turns = t`${written(one.turns)} turns on average`;
  const about = [one.edition, counted(one.games, "{1} game", "{1} games"), turns];
  return record(
    one.name,
    one.name,
    about.join(", "),
    one.sides.map((side) => share(side, side.name)),
  );
}

// How many of so many games were won, as a bar with its numbers.
/**
 * @param {SideRecord} record
 * @param {string} name
 */
const share = ({ played, won }, name) =>
  h(
    "p",
    { class: "share" },
    h("span", {}, name),
    h("meter", { min: 0, max: played, value: won, "aria-hidden": "true" }),
    h("b", {}, t`${won} of ${played}`),
  );
