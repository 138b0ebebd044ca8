// The page's tools: take back and do again, and the sheets.

/** @import { Page } from "../../types/page.js" */
import { canPlayLore } from "./lore.mjs";
import { button } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";

// What can be done beside answering, at any time.
/**
 * @param {Page} page
 * @param {boolean} isPast
 */
export function drawTools(page, isPast) {
  const { undo_to: undoTo } = page.view;
  /** @param {string} name */
  const open = (name) => page.sheet?.name === name;
  return [
    page.canPlay &&
      button(t`↶ Undo`, () => undoTo !== null && page.undo(undoTo), {
        key: "undo",
        disabled: undoTo === null || isPast,
      }),
    page.canPlay &&
      page.view.redo > 0 &&
      button(t`↷ Redo`, () => page.redo(), { key: "redo", disabled: isPast }),
    button(t`Rules`, () => page.open("rules"), { key: "rules", pressed: open("rules") }),
    canPlayLore(page) &&
      button(t`Lore`, () => page.open("lore"), {
        key: "lore",
        pressed: open("lore"),
        label: t`Play a lore card`,
      }),
    button(t`Log`, () => page.open("log"), { key: "log", pressed: open("log") }),
    page.canPlay &&
      button(t`Correct`, () => page.open("correct"), { key: "correct", pressed: open("correct") }),
    button(t`Menu`, () => page.open("tablets"), { key: "tablets", pressed: open("tablets") }),
  ];
}
