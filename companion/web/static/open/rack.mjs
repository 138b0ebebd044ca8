// The rack of command cards that both sides play from.

/** @import { GameView, Page } from "../../types/page.js" */
import { ownSeat } from "../parts/seats.mjs";
import { firstTable } from "../parts/stored.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";
import { grantsOf, sign } from "./cardsigns.mjs";

// The cards on the rack, unless this device is to look at something else: beside a question that is not of
// them they would be taken for its answers.  A phone that waits has no room for them, unless its own side is to
// choose one.
/** @param {Page} page */
export function drawRack(page) {
  const { game } = page.view;
  const asked = "cards" in game.wait && Array.isArray(game.wait.cards) ? game.wait.cards : [];
  const isAsked = (firstTable(game)?.rack ?? []).every((card) => asked.includes(card));
  const isOurs = isAsked && game.wait.seat === ownSeat(page);
  const isHidden = page.canAnswer ? !isAsked : page.isPhone && !isOurs;
  return page.sheet || isHidden ? null : rackTiles(page.view);
}

// The cards on the rack, each with what it orders; null where none lie there.
/** @param {GameView} view */
export function rackTiles({ game, scenario }) {
  const rack = firstTable(game)?.rack ?? [];
  const cards = rack.flatMap((id) => scenario.cards.filter((card) => card.id === id));
  if (cards.length === 0) return null;
  return h(
    "ul",
    { class: "rack card-tiles", "aria-label": t`The rack` },
    cards.map((card, place) => {
      const grants = grantsOf(card);
      return h(
        "li",
        { class: "card-tile", key: `rack ${place}` },
        h("b", {}, card.name),
        grants ? sign(grants) : h("small", {}, card.summary),
      );
    }),
  );
}
