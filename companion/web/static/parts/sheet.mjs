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
export function framed(page, title, ...content) {
  return h(
    "div",
    { class: "sheet", role: "region", "aria-label": title },
    h(
      "div",
      { class: "sheet-head" },
      h("h2", {}, title),
      button("✕", () => page.set({ sheet: null, draft: null }), { kind: "close", label: t`Close` }),
    ),
    ...content,
  );
}
