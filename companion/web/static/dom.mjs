// Building the page's elements.  Text goes in as text only: nothing here reads HTML.

import { t } from "./tongue.mjs";

const SVG = "http://www.w3.org/2000/svg";

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

export function el(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

// A button; *key* keeps the keyboard's focus on it when its surroundings are drawn anew.
export function button(
  text,
  onclick,
  { kind = "", key = text, disabled = false, label = null, pressed = null } = {},
) {
  return el(
    "button",
    {
      type: "button",
      class: kind,
      "data-key": key,
      disabled,
      "aria-label": label,
      "aria-pressed": pressed,
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
export function fill(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  place.replaceChildren(...children.flat(3).filter((child) => child));
  if (scrolled.get(place)) place.scrollTop = scrolled.get(place);
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

// A number with its buttons; null is one that nobody has said yet.
export function stepper(name, value, { least = 0, most = 99, key = name, change }) {
  const step = (by) => change(Math.min(most, Math.max(least, value + by)));
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
    button("+", () => step(1), { key: `${key} more`, disabled: value >= most, label: t`${name}: one more` }),
  );
}
