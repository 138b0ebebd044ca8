// Parts that several steps of getting ready are made of.

/** @import { StartPage, StartStep } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { keyed } from "../parts/dom.mjs";
import { h } from "../vendor/preact.mjs";

/**
 * @param {string} text
 * @param {string} href
 * @param {{ kind?: string; key?: string; blank?: boolean }} [options]
 */
export const link = (text, href, { kind = "", key = text, blank = false } = {}) =>
  h(
    "a",
    {
      class: `button ${kind}`,
      href,
      ...keyed(key),
      target: blank ? "_blank" : null,
      rel: blank ? "noopener" : null,
    },
    text,
  );

/**
 * @param {string} key
 * @param {string} text
 * @param {...ComponentChildren} content
 */
export const fold = (key, text, ...content) =>
  h("details", { class: "note", key }, h("summary", keyed(key), text), content);

// How a step stands.
/**
 * @param {StartPage} page
 * @param {StartStep} step
 */
export const stateOf = (page, step) => page.start.steps.find((light) => light.step === step)?.state;
