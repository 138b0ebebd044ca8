// One sentence above everything else, with what can be done about it.

import { button, el } from "./dom.mjs";

let timer = null;

export function showToast(place, text, { bad = false, offers = [] } = {}) {
  clearTimeout(timer);
  const close = () => { place.hidden = true; };
  place.className = `toast ${bad ? "bad" : ""}`;
  place.replaceChildren(el("p", {}, text), el("div", { class: "row" }, offers, button("Close", close)));
  place.onclick = (event) => { if (event.target instanceof HTMLButtonElement) close(); };
  place.hidden = false;
  timer = setTimeout(close, offers.length ? 20000 : 9000);
}
