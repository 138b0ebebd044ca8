// What every sheet has: its headline, and the button that closes it.

/** @import { Page } from "../types/page.js" */
/** @import { ComponentChildren } from "./vendor/preact.mjs" */
import { button, el } from "./dom.mjs";
import { t } from "./tongue.mjs";

/**
 * @param {Page} page
 * @param {string} title
 * @param {...ComponentChildren} content
 */
export function framed(page, title, ...content) {
  return el(
    "div",
    { class: "sheet", role: "region", "aria-label": title },
    el(
      "div",
      { class: "sheet-head" },
      el("h2", {}, title),
      button("✕", () => page.set({ sheet: null, draft: null }), { kind: "close", label: t`Close` }),
    ),
    ...content,
  );
}
