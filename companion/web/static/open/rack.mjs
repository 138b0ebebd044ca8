// The rack of command cards that both sides play from.

/** @import { AskChoice, GameView, Page } from "../../types/page.js" */
import { button } from "../parts/dom.mjs";
import { ownSeat } from "../parts/seats.mjs";
import { firstTable } from "../parts/stored.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";
import { grantsOf, sign } from "./cardsigns.mjs";

// Whether the question is which of the cards on the rack, one or none.
/** @param {GameView} view */
function asksOf({ game }) {
  const asked = "cards" in game.wait && Array.isArray(game.wait.cards) ? game.wait.cards : [];
  return (firstTable(game)?.rack ?? []).every((card) => asked.includes(card));
}

// What a tap on a card of the rack answers, where this device may.
/**
 * @param {Page} page
 * @param {string} card
 */
function answerOf({ canAnswer, view }, card) {
  if (!canAnswer || !asksOf(view)) return undefined;
  return view.ask.choices.find(({ command }) => "card" in command && command.card === card);
}

// Whether a choice is made by a tap on the rack, and needs no button beside it.
/**
 * @param {Page} page
 * @param {AskChoice} choice
 */
export const isOfRack = (page, choice) =>
  (firstTable(page.view.game)?.rack ?? []).some((card) => answerOf(page, card) === choice);

// The cards on the rack, unless this device is to look at something else: beside a question that is not of
// them they would be taken for its answers.  A phone that waits has no room for them, unless its own side is to
// choose one.
/** @param {Page} page */
export function drawRack(page) {
  const { game } = page.view;
  const isAsked = asksOf(page.view);
  const isOurs = isAsked && game.wait.seat === ownSeat(page);
  const isHidden = page.canAnswer ? !isAsked : page.isPhone && !isOurs;
  return page.sheet || isHidden ? null : rackTiles(page.view, page);
}

// The cards on the rack, each with what it orders; null where none lie there.  On a *page* of who is asked for
// one a tap plays it.
/**
 * @param {GameView} view
 * @param {Page | null} page
 */
export function rackTiles({ game, scenario }, page = null) {
  const rack = firstTable(game)?.rack ?? [];
  const cards = rack.flatMap((id) => scenario.cards.filter((card) => card.id === id));
  if (cards.length === 0) return null;
  return h(
    "ul",
    { class: "rack card-tiles", "aria-label": t`The rack` },
    cards.map((card, place) => {
      const grants = grantsOf(card);
      const shown = [h("b", {}, card.name), grants ? sign(grants) : h("small", {}, card.summary)];
      const answer = page && answerOf(page, card.id);
      const key = `rack ${place}`;
      if (!page || !answer) {
        const isLate = page?.canAnswer && asksOf(page.view); // another of the rack may be played
        const late = isLate && h("span", { class: "tag plain" }, t`not at this moment`);
        return h("li", { class: isLate ? "card-tile late" : "card-tile", key }, shown, late);
      }
      const play = () => page.act(answer.command);
      const label = t`Play ${card.name} for its text: ${card.summary}`;
      return h(
        "li",
        { key },
        button(shown, play, {
          kind: "card-tile",
          key: `${Object.values(answer.command).join(" ")} ${place}`,
          label,
        }),
      );
    }),
  );
}
