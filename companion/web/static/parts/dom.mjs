// What the page's parts are made of.  Text goes in as text only: nothing here reads HTML.

/** @import { ButtonOptions, StepperOptions } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { t } from "./language.mjs";
import { h, render } from "../vendor/preact.mjs";

// The element that a page's template calls *id*; it is there.
/** @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

// The places that a page's template has, by their ids.
/**
 * @template {string} Id
 * @param {Id[]} ids
 * @returns {{ [id in Id]: HTMLElement }}
 */
export function placesOf(...ids) {
  return /** @type {{ [id in Id]: HTMLElement }} */ (Object.fromEntries(ids.map((id) => [id, byId(id)])));
}

// A button; by its *key* it is known among its neighbours when they are drawn anew: it stays, and so does the focus.
/**
 * @param {ComponentChildren} text
 * @param {((event: Event) => void) | null} onclick
 * @param {ButtonOptions} [options]
 */
export function button(
  text,
  onclick,
  { kind = "", key = String(text), disabled = false, label = null, pressed = null, ...more } = {},
) {
  return h(
    "button",
    {
      type: "button",
      class: kind,
      ...keyed(key),
      disabled,
      "aria-label": label,
      "aria-pressed": pressed,
      onClick: onclick,
      ...more,
    },
    text,
  );
}

// What lies side by side, what lies one under the other, and what explains them.
/** @param {ComponentChildren[]} content */
export const row = (...content) => h("div", { class: "row" }, content);
/** @param {ComponentChildren[]} content */
export const stack = (...content) => h("div", { class: "stack" }, content);
/** @param {ComponentChildren[]} content */
export const explain = (...content) => h("p", { class: "explain" }, content);

// What ends a sheet, in sight however long that is.
/** @param {ComponentChildren[]} content */
export const foot = (...content) => h("div", { class: "row foot" }, content);

const drawn = new WeakSet();

// Draw *content* in *place*, which is hidden where it is null or false.  What the template had there goes.
/**
 * @param {HTMLElement} place
 * @param {ComponentChildren} content
 */
export function show(place, content) {
  if (!drawn.has(place)) place.replaceChildren();
  drawn.add(place);
  place.hidden = content === null || content === false;
  render(content, place);
}

// The key by which an element is known among its neighbours, also to whoever looks for it in the page.
/** @param {string} key */
export const keyed = (key) => ({ key, "data-key": key });

// What stands in the field that *event* is about.
/** @param {Event} event */
export function typed(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (event.currentTarget)
    .value;
}

// A number with its buttons, or to be *typed*; null is one that nobody has said yet.
/**
 * @param {string} name
 * @param {number | null} value
 * @param {StepperOptions} options
 */
export function stepper(name, value, { least = 0, most = 99, key = name, typed: isTyped = false, change }) {
  /** @param {number} number */
  const set = (number) => change(Math.min(most, Math.max(least, number)));
  /** @param {number} by */
  const step = (by) => set((value ?? 0) + by);
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": name },
    h("span", { class: "stepper-name" }, name),
    button("−", () => step(-1), {
      key: `${key} less`,
      disabled: value !== null && value <= least,
      label: t`${name}: one less`,
    }),
    isTyped
      ? h("input", {
          type: "number",
          inputmode: "numeric",
          min: least,
          max: most,
          value: value ?? "",
          "aria-label": name,
          ...keyed(`${key} typed`),
          onFocus: (event) => /** @type {HTMLInputElement} */ (event.currentTarget).select(),
          onInput: (event) => {
            if (typed(event)) set(Math.round(Number(typed(event)) || 0)); // what comes of it stands there at once
          },
          onChange: (event) => set(Math.round(Number(typed(event)) || 0)),
        })
      : h("output", {}, value ?? "?"),
    button("+", () => step(1), {
      key: `${key} more`,
      disabled: (value ?? 0) >= most,
      label: t`${name}: one more`,
    }),
  );
}

// One of a few *numbers*, each a tap of its own.
/**
 * @param {string} name
 * @param {number} value
 * @param {number[]} numbers
 * @param {{ key: string, change: (value: number) => void }} options
 */
export function numberPad(name, value, numbers, { key, change }) {
  return h(
    "div",
    { class: "number-pad", role: "group", "aria-label": name },
    h("span", { class: "stepper-name" }, name),
    h(
      "div",
      { class: "numbers" },
      numbers.map((number) =>
        button(number, () => change(number), {
          key: `${key} ${number}`,
          pressed: number === value,
          label: `${name}: ${number}`,
        }),
      ),
    ),
  );
}

// All numbers from none up to *most*.
/** @param {number} most */
export const upTo = (most) => [...Array(most + 1).keys()];
