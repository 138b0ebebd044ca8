// Parts that several steps of getting ready are made of.

/** @import { Child, StartPage } from "../types/page.js" */
import { el } from "./dom.mjs";

/**
 * @param {string} text
 * @param {string} href
 * @param {{ kind?: string; key?: string; blank?: boolean }} [options]
 */
export const link = (text, href, { kind = "", key = text, blank = false } = {}) =>
  el(
    "a",
    {
      class: `button ${kind}`,
      href,
      "data-key": key,
      target: blank ? "_blank" : null,
      rel: blank ? "noopener" : null,
    },
    text,
  );

// What can be opened stays open when the page is drawn anew.
/**
 * @param {StartPage} page
 * @param {string} key
 * @param {string} text
 * @param {...Child} content
 */
export const fold = (page, key, text, ...content) =>
  el(
    "details",
    {
      class: "note",
      open: page.open.has(key),
      ontoggle: (/** @type {Event} */ event) => {
        if (/** @type {HTMLDetailsElement} */ (event.currentTarget).open) page.open.add(key);
        else page.open.delete(key);
      },
    },
    el("summary", { "data-key": key }, text),
    content,
  );
