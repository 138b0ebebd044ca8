// On a player's own phone: the cards in this hand, which nobody else sees.

import { button, el, fill } from "./dom.mjs";
import { icon, markGlyph } from "./glyphs.mjs";
import { t } from "./tongue.mjs";

export function drawHand(place, page) {
  const { game, scenario } = page.view;
  const own = game.scores[page.role];
  place.hidden = !own || !page.isPhone || Boolean(page.sheet) || game.step === "set_up";
  if (place.hidden) return;
  const cards = scenario.cards.filter((card) => own.known.includes(card.id));
  const lore = (scenario.lore[page.role] ?? []).filter((card) => own.known_lore.includes(card.id));
  fill(
    place,
    el("h2", {}, t`My hand`),
    el(
      "ul",
      { class: "hand-cards" },
      cards.map((card) => held("cards", card)),
      lore.map((card) => held("lore_cards", card)),
    ),
    cards.length + lore.length === 0 &&
      el("p", { class: "explain" }, t`Mark the cards you hold; only this seat sees them.`),
    button(
      t`My hand…`,
      () => page.set({ sheet: { name: "hand", seat: page.role }, draft: null, toAsk: true }),
      { key: "own hand" },
    ),
  );
}

function held(mark, { name, summary }) {
  return el(
    "li",
    {},
    icon(markGlyph(mark)),
    el("span", {}, el("b", {}, name), summary && el("small", {}, summary)),
  );
}
