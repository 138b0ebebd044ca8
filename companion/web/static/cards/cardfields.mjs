// The fields of a card's form: a text, a number, a faction, things that are on or off.
// What is typed is taken in without drawing anew: the tap that ends the typing must find its button.

/** @import { EntryChange, PackEntry, PackFile, Shelf } from "../../types/page.js" */
import { button, keyed, row, typed } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

export const QUIET = { quiet: true };

/**
 * @param {string} name
 * @param {string | null} value
 * @param {(text: string) => void} change
 * @param {string} key
 */
export function text(name, value, change, key) {
  return h(
    "label",
    { class: "field" },
    name,
    h("input", {
      value: value ?? "",
      maxlength: 200,
      ...keyed(key),
      "data-field": key,
      onInput: (event) => change(typed(event).trim()),
    }),
  );
}

// A whole number, or nothing where it is not known.
/**
 * @param {string} name
 * @param {{ [field: string]: any }} entry
 * @param {string} field
 * @param {EntryChange} change
 */
export function number(name, entry, field, change) {
  /** @param {Event} event */
  const take = (event) => {
    const told = typed(event).trim();
    if (told === "" || /^\d{1,2}$/.test(told)) change({ [field]: told === "" ? null : Number(told) }, QUIET);
    else /** @type {HTMLInputElement} */ (event.currentTarget).value = told.replaceAll(/\D/g, "");
  };
  return h(
    "label",
    { class: "field" },
    name,
    h("input", {
      value: entry[field] ?? "",
      placeholder: "?",
      inputmode: "numeric",
      maxlength: 2,
      ...keyed(`${field} ${name}`),
      "data-field": field,
      onInput: take,
    }),
  );
}

/**
 * @param {PackFile} file
 * @param {PackEntry} entry
 * @param {EntryChange} change
 * @param {Shelf} shelf
 */
export function faction(file, entry, change, shelf) {
  const names = Object.entries(shelf.factions);
  return h(
    "label",
    { class: "field" },
    t`Its faction`,
    h(
      "select",
      {
        ...keyed("faction"),
        value: entry.faction ?? "",
        onChange: (/** @type {Event} */ event) => change({ faction: typed(event) || null }),
      },
      file === "lore" && h("option", { value: "" }, t`both`),
      names.map(([id, name]) => h("option", { value: id }, name)),
    ),
  );
}

/**
 * @param {string} name
 * @param {string[]} ids
 * @param {string[]} chosen
 * @param {(ids: string[]) => void} change
 * @param {(id: string) => string} words
 */
export function toggles(name, ids, chosen, change, words) {
  /** @param {string} id */
  const flip = (id) => change(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return h(
    "div",
    { class: "toggles", role: "group", "aria-label": name },
    h("span", { class: "stepper-name" }, name),
    row(
      ids.map((id) =>
        button(words(id), () => flip(id), {
          kind: "toggle",
          key: `${name} ${id}`,
          pressed: chosen.includes(id),
        }),
      ),
    ),
  );
}
