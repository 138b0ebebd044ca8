// Building the page's elements.  Text goes in as text only: nothing here reads HTML.

/** @import { Attributes, ButtonOptions, Child, StepperOptions } from "../types/page.js" */
import { t } from "./tongue.mjs";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} Made
 * @param {Made} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

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

// A button; *key* keeps the keyboard's focus on it when its surroundings are drawn anew.
/**
 * @param {Child} text
 * @param {((event: Event) => void) | null} onclick
 * @param {ButtonOptions} [options]
 */
export function button(
  text,
  onclick,
  { kind = "", key = String(text), disabled = false, label = null, pressed = null } = {},
) {
  return el(
    "button",
    {
      type: "button",
      class: kind,
      "data-key": key,
      disabled,
      "aria-label": label,
      "aria-pressed": pressed === null ? null : String(pressed),
      onclick,
    },
    text,
  );
}

// How far things are scrolled, as heard from them: to ask them would lay out the page at every question.
const scrolled = new WeakMap();
addEventListener(
  "scroll",
  ({ target }) => {
    if (target instanceof Element) scrolled.set(target, target.scrollTop);
  },
  { capture: true, passive: true },
);

// Replace what *place* holds, keeping focus, what is being typed and how far it is scrolled.
/**
 * @param {Element} place
 * @param {...Child} children
 */
export function fill(place, ...children) {
  const active = document.activeElement;
  const focused = takesFocus(active) && place.contains(active) ? active.dataset.key : null;
  place.replaceChildren(.../** @type {Node[]} */ (children.flat(3).filter((child) => child)));
  if (scrolled.get(place)) place.scrollTop = scrolled.get(place);
  if (!focused) return;
  const again = place.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  if (takesFocus(again)) again.focus({ preventScroll: true });
}

// Whether *element* can have the focus: a control, or a hex, which is drawn.
/**
 * @param {Element | null} element
 * @returns {element is HTMLElement | SVGElement}
 */
function takesFocus(element) {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

// What stands in the field that *event* is about.
/** @param {Event} event */
export function typed(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (event.currentTarget)
    .value;
}

// A number with its buttons; null is one that nobody has said yet.
/**
 * @param {string} name
 * @param {number | null} value
 * @param {StepperOptions} options
 */
export function stepper(name, value, { least = 0, most = 99, key = name, change }) {
  /** @param {number} by */
  const step = (by) => change(Math.min(most, Math.max(least, (value ?? 0) + by)));
  return el(
    "div",
    { class: "stepper", role: "group", "aria-label": name },
    el("span", { class: "stepper-name" }, name),
    button("−", () => step(-1), {
      key: `${key} less`,
      disabled: value !== null && value <= least,
      label: t`${name}: one less`,
    }),
    el("output", {}, value ?? "?"),
    button("+", () => step(1), {
      key: `${key} more`,
      disabled: (value ?? 0) >= most,
      label: t`${name}: one more`,
    }),
  );
}
