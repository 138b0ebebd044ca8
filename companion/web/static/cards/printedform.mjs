// A form that the table makes of what is printed on a card: its fields come with the shelf.

/** @import { EntryChange, FormField, PackEntry, Shelf } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { button, keyed, row, typed } from "../parts/dom.mjs";
import { QUIET, number, text, toggles } from "./cardfields.mjs";
import { CHOICES, fieldTitle, idOf } from "./packwords.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/**
 * @typedef {(
 *   entry: PackEntry, change: EntryChange, shelf: Shelf, field: string, title: string
 * ) => ComponentChildren} Abilities
 */
/** @typedef {(entry: PackEntry, change: EntryChange, shelf: Shelf, verbs: string[]) => ComponentChildren} Effects */
/** @typedef {{ abilities: Abilities, effects: Effects }} Parts What other forms have, too. */

/** @typedef {{ id: string, name: string, lore?: number | null, summary?: string }} Power */

/**
 * @param {FormField} field
 * @param {PackEntry} entry
 * @param {EntryChange} change
 * @param {Shelf} shelf
 * @param {Parts} parts
 */
export function drawField(field, entry, change, shelf, { abilities, effects }) {
  const { name, sort, choices } = field;
  const title = fieldTitle(name);
  switch (sort) {
    case "number":
      return number(title, entry, name, change);
    case "text":
      return text(title, entry[name] ?? "", (told) => change({ [name]: told || null }, QUIET), name);
    case "yes_no":
      return select(title, name, entry[name] ?? null, YES_NO, (told) => change({ [name]: told }));
    case "choice": {
      const named = choices.map((id) => /** @type {[string, string]} */ ([id, called(field, shelf, id)]));
      return select(title, name, entry[name] ?? null, named, (told) => change({ [name]: told }));
    }
    case "several":
      return toggles(
        title,
        choices,
        entry[name] ?? [],
        (ids) => change({ [name]: ids }),
        (id) => called(field, shelf, id),
      );
    case "abilities":
      return abilities(entry, change, shelf, name, title);
    case "powers":
      return powers(title, entry[name] ?? [], (told, how) => change({ [name]: told }, how));
    default:
      return effects(entry, change, shelf, choices);
  }
}

/** @type {[boolean, string][]} */
const YES_NO = [
  [true, t`Yes`],
  [false, t`No`],
];

/**
 * @param {FormField} field
 * @param {Shelf} shelf
 * @param {string} id
 */
function called({ file }, shelf, id) {
  return shelf.entries[file]?.[id]?.name ?? CHOICES[id] ?? id;
}

// One of *choices*, or nothing where it is not known.  What stands there and is none of them stays.
/**
 * @template {string | boolean} T
 * @param {string} title
 * @param {string} name
 * @param {T | null} value
 * @param {[T, string][]} choices
 * @param {(told: T | null) => void} change
 */
function select(title, name, value, choices, change) {
  /** @type {[T, string][]} */
  const offered =
    value === null || choices.some(([id]) => id === value)
      ? choices
      : [...choices, [value, CHOICES[String(value)] ?? String(value)]];
  return h(
    "label",
    { class: "field" },
    title,
    h(
      "select",
      {
        ...keyed(name),
        "data-field": name,
        value: value === null ? "" : String(value),
        onChange: (/** @type {Event} */ event) =>
          change(offered.find(([id]) => String(id) === typed(event))?.[0] ?? null),
      },
      h("option", { value: "" }, "?"),
      offered.map(([id, word]) => h("option", { value: String(id) }, word)),
    ),
  );
}

/**
 * @param {string} title
 * @param {Power[]} powersHeld
 * @param {(told: Power[], how?: { quiet: boolean }) => void} change
 */
function powers(title, powersHeld, change) {
  let held = powersHeld;
  /**
   * @param {number} n
   * @param {Partial<Power>} part
   */
  const set = (n, part) => {
    held = held.map((each, other) => (other === n ? { ...each, ...part } : each));
    change(held, QUIET);
  };
  return h(
    "div",
    { class: "stack" },
    h("span", { class: "stepper-name" }, title),
    held.map((power, n) =>
      h(
        "div",
        { class: "note", key: n },
        text(t`Its name`, power.name, (name) => set(n, { name, id: idOf(name) }), `power ${n}`),
        number(t`Cost in Lore`, { lore: power.lore }, "lore", ({ lore }) => set(n, { lore })),
        text(
          t`What it says, in your words`,
          power.summary ?? "",
          (summary) => set(n, { summary }),
          `power says ${n}`,
        ),
        button(t`Remove`, () => change(held.filter((_, other) => other !== n)), { key: `no power ${n}` }),
      ),
    ),
    row(button(t`+ Power`, () => change([...held, { id: "", name: "" }]), { key: "power" })),
  );
}
