// A player's own hand.

/** @import { Page } from "../../types/page.js" */
import { isWaiting } from "./ask.mjs";
import { button, explain } from "../parts/dom.mjs";
import { icon, markGlyph } from "../parts/glyphs.mjs";
import { handName, ownSeat } from "../parts/seats.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

// On a player's own phone: the cards in this hand, which nobody else sees.
/** @param {Page} page */
export function drawHand(page) {
  const { game } = page.view;
  if (!page.isPhone || page.sheet) return null;
  if (game.wait.wait === "card_wait" && page.canAnswer) return null; // its tiles show the hand
  return handOf(page);
}

// On a player's own tablet: the same under the question, while somebody else is asked.
/** @param {Page} page */
export function drawHandBeside(page) {
  const own = !page.isPhone && isWaiting(page) && handOf(page);
  return own && h("section", { class: "own-hand", key: "hand", "aria-label": handName(page) }, own);
}

/** @param {Page} page */
function handOf(page) {
  const { game, scenario } = page.view;
  const seat = ownSeat(page);
  if (!seat || game.step === "set_up") return null;
  const own = game.scores[seat];
  const cards = scenario.cards.filter((card) => own.known.includes(card.id));
  const lore = (scenario.lore[seat] ?? []).filter((card) => own.known_lore.includes(card.id));
  return [
    h("h2", {}, handName(page)),
    h(
      "ul",
      { class: "hand-cards" },
      cards.map((card) => held("cards", card)),
      lore.map((card) => held("lore_cards", card)),
    ),
    cards.length + lore.length === 0 &&
      explain(t`Mark the cards you hold; only devices of this side see them.`),
    handButton(page),
  ];
}

// What opens the hand's sheet, where the cards are told.
/** @param {Page} page */
export function handButton(page) {
  const seat = ownSeat(page);
  if (!seat) return null;
  const open = () => page.set({ sheet: { name: "hand", seat }, draft: null, toAsk: true });
  return button(`${handName(page)}…`, open, { key: "own hand" });
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
