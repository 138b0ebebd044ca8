// The score and the question, large enough to be read from two metres: one tap shows them, one comes back.

/** @import { Page, Seat } from "../../types/page.js" */
import { button, keyed } from "../parts/dom.mjs";
import { icon, markGlyph, sideIcon } from "../parts/glyphs.mjs";
import { CAMPS, areAllied, campPoints, campSeats } from "../parts/seats.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {Page} page */
export const farButton = (page) =>
  button("⤢", () => page.set({ isFar: true }), {
    kind: "far-open",
    key: "far",
    label: t`Large: score and question, to be read from afar`,
  });

// Nothing where the browser cannot fill the screen, or does already as an installed app.
export function fillButton() {
  const isApp = matchMedia("(display-mode: fullscreen)").matches && !document.fullscreenElement;
  if (!document.fullscreenEnabled || isApp) return null;
  return button(icon(markGlyph("fill")), fill, {
    kind: "far-open fill",
    key: "fill",
    label: t`Full screen, and back`,
  });
}

async function fill() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen();
}

// Everything else is hidden meanwhile; null while the page is as usual.
/** @param {Page} page */
export function drawFar(page) {
  if (!page.isFar) return null;
  const { game, ask, question } = page.view;
  return h(
    "button",
    { type: "button", ...keyed("near"), onClick: () => page.set({ isFar: false }) },
    h(
      "span",
      { class: "far-scores" },
      CAMPS.map((camp) => score(page, camp)),
    ),
    h("span", { class: "far-ask" }, game.winner ? ask.headline : (question?.text ?? ask.headline)),
    h("span", { class: "unseen" }, t`Tap to come back to the board`),
  );
}

/**
 * @param {Page} page
 * @param {Seat} seat
 */
function score(page, seat) {
  const { scores, active } = page.view.game;
  const names = campSeats(page.view.game, seat).map((each) => scores[each].name);
  return h(
    "span",
    { class: `far-score ${seat} ${areAllied(active, seat) ? "active" : ""}` },
    sideIcon(seat),
    h("b", {}, campPoints(page.view.game, seat)),
    h("span", { class: "far-name" }, names.join(" · ")),
  );
}
