// Where the keyboard's focus is, and the key that leaves.

/** @import { Page } from "../../types/page.js" */
// Remember whether the focus lies in *ask* or its *tools*; once these are drawn anew, "restore" puts it on
// the headline where what had it is gone, or where *wanted*.
/**
 * @param {HTMLElement} ask
 * @param {HTMLElement} tools
 */
export function keepFocus(ask, tools) {
  const before = document.activeElement;
  const was = ask.contains(before) || tools.contains(before);
  return {
    /** @param {boolean} wanted */
    restore(wanted) {
      const isLost = was && (!before?.isConnected || before.matches(":disabled"));
      if (isLost || wanted) headline(ask)?.focus({ preventScroll: true });
    },
  };
}

/** @param {HTMLElement} ask */
function headline(ask) {
  const found = ask.querySelector("h2");
  found?.setAttribute("tabindex", "-1");
  return found;
}

// Escape closes the sheet, and the focus goes back to the tool that opened it; else it lets go of what is chosen.
/**
 * @param {Page} page
 * @param {HTMLElement} tools
 */
export function closesWithEscape(page, tools) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !page.view) return;
    const name = page.sheet?.name;
    page.hush();
    page.set({
      sheet: null,
      draft: null,
      looked: null,
      place: null,
      ...(!name && { selected: null, through: null }),
      sure: false,
    });
    const opener = tools.querySelector(`[data-key="${name}"]`) ?? tools.querySelector("button");
    if (name && opener instanceof HTMLElement) opener.focus();
  });
}

const TYPED_IN = "input:not([type='radio']), select, textarea";

// Dice are entered by the numbers of their faces, as these stand on the page; Backspace takes the last one back.
/**
 * @param {HTMLElement} answers where what is asked is answered
 * @param {() => void} takeBack
 */
export function entersDice(answers, takeBack) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (/** @type {Element} */ (event.target).matches(TYPED_IN)) return;
    if (event.key === "Backspace") takeBack();
    const face = `[aria-keyshortcuts="${CSS.escape(event.key)}"]:enabled`;
    /** @type {HTMLElement | null} */ (answers.querySelector(face))?.click();
  });
}
