// The rules beside the game: the entries about one thing, or the whole glossary.

/** @import { Page, Rules, RulesSheet } from "../../types/page.js" */
import { Rulebook, entry, readRules } from "../parts/glossary.mjs";
import { button, explain, row } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { Component, h } from "../vendor/preact.mjs";

// *page.sheet*: {name: "rules", ids: entries to show (none: all of them), from: the sheet to go back to}.
/**
 * @param {Page} page
 * @param {RulesSheet} sheet
 */
export function ruleSheet(page, sheet) {
  return h(RuleSheet, { page, sheet, key: sheet.ids?.join(" ") ?? "" });
}

/** @extends {Component<{ page: Page, sheet: RulesSheet }, { rules: Rules | null, hasFailed: boolean }>} */
class RuleSheet extends Component {
  state = { rules: /** @type {Rules | null} */ (null), hasFailed: false };

  componentDidMount() {
    this.fetch();
  }

  fetch() {
    readRules().then(
      (rules) => this.setState({ rules }),
      () => this.setState({ hasFailed: true }),
    );
  }

  render() {
    return h("div", { class: "rule-sheet" }, this.content());
  }

  content() {
    const { page, sheet } = this.props;
    const { rules, hasFailed } = this.state;
    /** @param {string} id */
    const show = (id) => page.why([id], sheet);
    if (rules) return sheet.ids ? about(page, rules, sheet, show) : h(Rulebook, { rules, show });
    if (!hasFailed) return explain(t`Opening the rules.`);
    return [
      explain(t`The rules did not come from the table.`),
      button(t`Try again`, () => this.fetch(), { key: "rules again" }),
    ];
  }
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
    found.map((subject) => entry(rules, subject, { open: found.length < 4 || subject === found[0], show })),
    row(
      from && button(t`Back`, () => page.set({ sheet: from }), { key: "rules back" }),
      button(t`All rules`, () => page.why(null, null), { key: "all rules", kind: "grow" }),
    ),
  ];
}
