// What every sheet has: its headline, and the button that closes it.

/** @import { Page } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { button } from "./dom.mjs";
import { t } from "./language.mjs";
import { h } from "../vendor/preact.mjs";

/**
 * @param {Page} page
 * @param {string} title
 * @param {...ComponentChildren} content
 */
export const framed = (page, title, ...content) =>
  closedBy(() => page.set({ sheet: null, draft: null }), title, content);

// The same, where *close* has more to do than to leave it.
/**
 * @param {() => void} close
 * @param {string} title
 * @param {ComponentChildren} content
 */
export function closedBy(close, title, content) {
  return h(
    "div",
    { class: "sheet", role: "region", "aria-label": title },
    h(
      "div",
      { class: "sheet-head" },
      h("h2", {}, title),
      button("✕", close, { kind: "close", label: t`Close` }),
    ),
    content,
  );
}
