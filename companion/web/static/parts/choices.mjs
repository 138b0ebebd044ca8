// A button for something that can be chosen now.

/** @import { AskChoice, Page } from "../../types/page.js" */
import { button } from "./dom.mjs";
import { h } from "../vendor/preact.mjs";

// *shared* is the beginning of its words that is not shown, since all choices beside it have the same.
/**
 * @param {Page} page
 * @param {AskChoice} choice
 * @param {string} [kind]
 * @param {string} [shared]
 */
export function choiceButton(page, { command, label, does }, kind = "", shared = "") {
  const said = label.slice(shared.length);
  return button(does ? [h("b", {}, said), h("small", {}, does)] : said, () => page.act(command), {
    key: Object.values(command).join(" "),
    kind: does ? `${kind} told` : kind,
    label: shared ? label : null,
  });
}

// What all of several labels begin with, up to its last colon: "Archers: range 2", "Archers: range 3".
/** @param {string[]} labels */
export function sharedStart(labels) {
  const [first = ""] = labels;
  const start = first.slice(0, first.lastIndexOf(": ") + 2).trimStart();
  return labels.length > 1 && start.length > 2 && labels.every((label) => label.startsWith(start))
    ? start
    : "";
}

// Whether a place on the board answers, alone or as one of several choices there: then a tap on it does.
/** @param {AskChoice} choice */
export const isPlace = ({ unit, hex }) => Boolean(hex) && !unit;
