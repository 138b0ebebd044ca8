// A button for something that can be chosen now.

/** @import { AskChoice, Page } from "../../types/page.js" */
import { button } from "./dom.mjs";

/**
 * @param {Page} page
 * @param {AskChoice} choice
 * @param {string} [kind]
 */
export function choiceButton(page, { command, label }, kind = "") {
  return button(label, () => page.act(command), { key: Object.values(command).join(" "), kind });
}
