// The rules by subject: taken in once, searched here, and drawn as entries that open.

/** @import { Page, Rules, Subject } from "../../types/page.js" */
/** @import { RefObject } from "../vendor/preact.mjs" */
import { button, explain, keyed, typed } from "./dom.mjs";
import { t } from "./language.mjs";
import { Component, createRef, h } from "../vendor/preact.mjs";

/** @type {{ [chapter: string]: string }} */
const CHAPTERS = {
  basics: t`Basics`,
  set_up: t`Set-up`,
  turn: t`The turn`,
  combat: t`Combat`,
  units: t`Units`,
  abilities: t`Abilities`,
  terrain: t`Terrain`,
  lore: t`Lore`,
  command_cards: t`Command cards`,
  scenario_cards: t`Scenario cards`,
  army_cards: t`Army cards`,
  winning: t`Points and victory`,
  options: t`Options`,
  boxes: t`Other boxes`,
};
/** @type {{ [confidence: string]: string }} */
const SURE = { likely: t`second-hand`, unknown: t`not known in full` };

/** @type {Promise<Rules> | null} */
let taken = null;

// What failed is tried again the next time.
export function readRules() {
  taken ??= fetch("/rules.json").then(async (answer) => {
    if (!answer.ok) throw new Error(t`the rules did not come: ${answer.status}`);
    /** @type {Omit<Rules, "at">} */
    const rules = await answer.json();
    return { ...rules, at: new Map(rules.subjects.map((subject) => [subject.id, subject])) };
  });
  const asked = taken;
  asked.catch(() => {
    if (taken === asked) taken = null;
  });
  return asked;
}

// ---- the search: the same as in glossary.py ------------------------------------------------

/**
 * @param {string} text
 * @returns {string[]}
 */
export function words(text) {
  const plain = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/['’]|[\u0300-\u036f]/g, "");
  return plain.match(/[a-z0-9]+/g) ?? [];
}

// [place, number of words in the title] of *subject*, or null where it does not answer.
/**
 * @param {Subject} subject
 * @param {string[]} wanted
 * @returns {[number, number] | null}
 */
function rank(subject, wanted) {
  const title = words(subject.title);
  const names = [title, ...subject.also.map(words)];
  const asked = wanted.join(" ");
  const is = names.findIndex((name) => name.join(" ") === asked);
  if (is >= 0) return [is ? 1 : 0, title.length];
  if (title.join(" ").startsWith(asked)) return [2, title.length];
  const named = names.flat();
  const told = [...named, ...words(subject.text.join(" ")), ...words(subject.page)];
  const place = [title, named, told].findIndex((held) =>
    wanted.every((start) => held.some((word) => word.startsWith(start))),
  );
  return place < 0 ? null : [place + 3, place < 2 ? title.length : 0];
}

/**
 * @param {Subject[]} subjects
 * @param {string} text
 */
export function search(subjects, text) {
  const wanted = words(text);
  if (!wanted.length) return subjects;
  return subjects
    .flatMap((subject) => {
      const place = rank(subject, wanted);
      return place ? [{ place, subject }] : [];
    })
    .sort(({ place: one }, { place: other }) => one[0] - other[0] || one[1] - other[1])
    .map(({ subject }) => subject);
}

/** @typedef {{ text: string }} Typed */

// ---- entries -------------------------------------------------------------------------------

// *show* is called with the id of another entry that somebody wants to see.
/**
 * @param {Rules} rules
 * @param {Subject} subject
 * @param {{ open?: boolean; found?: boolean; show: (id: string) => void }} options
 */
export function entry(rules, subject, { open = false, found = false, show }) {
  const others = subject.see.map((id) => rules.at.get(id)).filter((other) => other !== undefined);
  return h(
    "details",
    {
      class: found ? "rule found" : "rule",
      key: subject.id,
      "data-rule": subject.id,
      open: open || found,
    },
    h(
      "summary",
      {},
      h("b", {}, subject.title),
      SURE[subject.confidence] && h("span", { class: "tag" }, SURE[subject.confidence]),
    ),
    h(
      "div",
      { class: "rule-text" },
      subject.text.map((part) => h("p", {}, part)),
      h("p", { class: "rule-page" }, subject.page),
      others.length > 0 &&
        h(
          "p",
          { class: "rule-see" },
          t`See also `,
          others.map((other) =>
            button(other.title, () => show(other.id), { kind: "why", key: `${subject.id} see ${other.id}` }),
          ),
        ),
    ),
  );
}

// A field, and all entries that answer what is typed there; chapter by chapter where nothing is.  *found* is the
// entry that lies open, since the book was *turned* to it once more; it is not among the answers to a search.
/** @extends {Component<{ rules: Rules, show: (id: string) => void, found?: string, turned?: number }, Typed>} */
export class Rulebook extends Component {
  state = { text: "" };
  /** @type {RefObject<HTMLElement | null>} */
  list = createRef();

  /** @param {{ turned?: number }} next */
  componentWillReceiveProps({ turned }) {
    if (turned !== this.props.turned) this.setState({ text: "" });
  }

  /** @param {string} text */
  search(text) {
    this.setState({ text }, () => {
      const { current: list } = this.list;
      if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: "start" });
    });
  }

  render() {
    const { text } = this.state;
    return h(
      "div",
      { class: "rulebook" },
      h(
        "div",
        { class: "rule-search" },
        h("input", {
          type: "search",
          class: "rule-field",
          ...keyed("rule field"),
          placeholder: t`Search the rules`,
          "aria-label": t`Search the rules`,
          autocomplete: "off",
          spellcheck: false,
          enterkeyhint: "search",
          value: text,
          onInput: (event) => this.search(typed(event)),
        }),
      ),
      h(
        "div",
        { class: "rule-list", key: this.props.turned, ref: this.list },
        words(text).length ? this.answers() : this.chapters(),
      ),
    );
  }

  answers() {
    const { rules, show } = this.props;
    const found = search(rules.subjects, this.state.text);
    if (!found.length) return explain(t`Nothing is written about that. Try one word, or its beginning.`);
    return found.map((subject, n) => entry(rules, subject, { open: n === 0, show }));
  }

  chapters() {
    const { rules, show, found } = this.props;
    return rules.chapters.map((chapter) => {
      const within = rules.subjects.filter((subject) => subject.chapter === chapter);
      if (within.length === 0) return null; // an edition has not all of them
      return h(
        "details",
        { class: "rule-chapter", key: chapter, open: within.some(({ id }) => id === found) },
        h("summary", {}, h("h2", {}, CHAPTERS[chapter] ?? chapter), h("small", {}, within.length)),
        within.map((subject) => entry(rules, subject, { found: subject.id === found, show })),
      );
    });
  }
}

// A small button that tells why: *ids* are the entries about it.
/**
 * @param {Page} page
 * @param {string[] | null | undefined} ids
 * @param {string | number} key
 */
export function whyButton(page, ids, key) {
  const known = (ids ?? []).filter(Boolean);
  return (
    known.length > 0 &&
    button(t`why?`, () => page.why(known), { kind: "why", key: `why ${key}`, label: t`Why? Show the rule` })
  );
}
