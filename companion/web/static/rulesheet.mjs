// The rules beside the game: the entries about one thing, or the whole glossary.

import { entry, readRules, rulebook } from "./glossary.mjs";
import { button, el } from "./dom.mjs";
import { t } from "./tongue.mjs";

// The sheet is built once and stays as it is while the game goes on: what is typed, what is open.
let built = { sheet: null, node: null };

// *page.sheet*: {name: "rules", ids: entries to show (none: all of them), from: the sheet to go back to}.
export function ruleSheet(page) {
  if (built.sheet !== page.sheet) built = { sheet: page.sheet, node: build(page, page.sheet) };
  return built.node;
}

function build(page, sheet) {
  const node = el("div", { class: "rule-sheet" }, el("p", { class: "explain" }, t`Opening the rules.`));
  const fail = () =>
    node.replaceChildren(
      el("p", { class: "explain" }, t`The rules did not come from the table.`),
      button(t`Try again`, () => page.set({ sheet: { ...sheet } }), { key: "rules again" }),
    );
  readRules().then((rules) => {
    const show = (id) => page.why([id], sheet);
    node.replaceChildren(...(sheet.ids ? about(page, rules, sheet, show) : [rulebook(rules, { show }).node]));
  }, fail);
  return node;
}

function about(page, rules, { ids, from }, show) {
  const found = ids.map((id) => rules.at.get(id)).filter(Boolean);
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
