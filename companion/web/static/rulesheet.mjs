// The rules beside the game: the entries about one thing, or the whole glossary.

/** @import { Page, Rules, RulesSheet } from "../types/page.js" */
import { entry, readRules, rulebook } from "./glossary.mjs";
import { button, el } from "./dom.mjs";
import { t } from "./tongue.mjs";

// The sheet is built once and stays as it is while the game goes on: what is typed, what is open.
/** @type {{ sheet: RulesSheet, node: HTMLElement } | null} */
let built = null;

// *page.sheet*: {name: "rules", ids: entries to show (none: all of them), from: the sheet to go back to}.
/**
 * @param {Page} page
 * @param {RulesSheet} sheet
 */
export function ruleSheet(page, sheet) {
  if (built?.sheet !== sheet) built = { sheet, node: build(page, sheet) };
  return built.node;
}

/**
 * @param {Page} page
 * @param {RulesSheet} sheet
 */
function build(page, sheet) {
  const node = el("div", { class: "rule-sheet" }, el("p", { class: "explain" }, t`Opening the rules.`));
  const fail = () =>
    node.replaceChildren(
      el("p", { class: "explain" }, t`The rules did not come from the table.`),
      button(t`Try again`, () => page.set({ sheet: { ...sheet } }), { key: "rules again" }),
    );
  readRules().then((rules) => {
    /** @param {string} id */
    const show = (id) => page.why([id], sheet);
    const shown = sheet.ids ? about(page, rules, sheet, show) : [rulebook(rules, { show }).node];
    node.replaceChildren(...shown);
  }, fail);
  return node;
}

/**
 * @param {Page} page
 * @param {Rules} rules
 * @param {RulesSheet} sheet
 * @param {(id: string) => void} show
 */
function about(page, rules, { ids, from }, show) {
  const found = (ids ?? []).map((id) => rules.at.get(id)).filter((subject) => subject !== undefined);
  return [
    ...found.map((subject) =>
      entry(rules, subject, { open: found.length < 4 || subject === found[0], show }),
    ),
    el(
      "div",
      { class: "row" },
      from && button(t`Back`, () => page.set({ sheet: from }), { key: "rules back" }),
      button(t`All rules`, () => page.why(null, null), { key: "all rules", kind: "grow" }),
    ),
  ];
}
