// One sentence above everything else, with what can be done about it.

/** @import { ToastOptions } from "../../types/page.js" */
import { changing } from "./deadtaps.mjs";
import { button, row, show } from "./dom.mjs";
import { t } from "./language.mjs";
import { h } from "../vendor/preact.mjs";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * @param {HTMLElement} place
 * @param {string} text
 * @param {ToastOptions} [options]
 */
export function showToast(place, text, { bad = false, passes = false, offers = [], why = null } = {}) {
  clearTimeout(timer);
  const close = () => closeToast(place);
  place.className = `toast ${bad ? "bad" : ""}`;
  place.dataset.passes = passes ? "yes" : "no"; // it matters only until the game goes on
  changing(() =>
    show(place, [
      h("p", {}, text, why),
      button("✕", close, { kind: "close", key: "close toast", label: t`Close` }),
      row(offers),
    ]),
  );
  place.onclick = (event) => {
    if (event.target instanceof HTMLButtonElement) close();
  };
  timer = setTimeout(close, offers.length ? 15000 : 9000);
}

// Take the sentence away, with what could be done about it.
/** @param {HTMLElement} place */
export function closeToast(place) {
  if (!place.hidden)
    changing(() => {
      place.hidden = true;
    });
}
