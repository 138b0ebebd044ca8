// On a player's own phone: the cards in this hand, which nobody else sees.

/** @import { Page } from "../../types/page.js" */
import { button, explain } from "../parts/dom.mjs";
import { icon, markGlyph } from "../parts/glyphs.mjs";
import { ownSeat } from "../parts/seats.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {Page} page */
export function drawHand(page) {
  const { game, scenario } = page.view;
  const seat = ownSeat(page);
  if (!seat || !page.isPhone || page.sheet || game.step === "set_up") return null;
  if (game.wait.wait === "card_wait" && page.canAnswer) return null; // its tiles show the hand
  const own = game.scores[seat];
  const cards = scenario.cards.filter((card) => own.known.includes(card.id));
  const lore = (scenario.lore[seat] ?? []).filter((card) => own.known_lore.includes(card.id));
  return [
    h("h2", {}, t`My hand`),
    h(
      "ul",
      { class: "hand-cards" },
      cards.map((card) => held("cards", card)),
      lore.map((card) => held("lore_cards", card)),
    ),
    cards.length + lore.length === 0 && explain(t`Mark the cards you hold; only this seat sees them.`),
    button(t`My hand…`, () => page.set({ sheet: { name: "hand", seat }, draft: null, toAsk: true }), {
      key: "own hand",
    }),
  ];
}

/**
 * @param {string} mark
 * @param {{ name: string; summary: string }} parts
 */
function held(mark, { name, summary }) {
  return h(
    "li",
    {},
    icon(markGlyph(mark)),
    h("span", {}, h("b", {}, name), summary && h("small", {}, summary)),
  );
}
