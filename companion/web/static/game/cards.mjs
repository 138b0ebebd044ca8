// The command cards: a tile each, with a sign of where it orders whom; a tap plays it.

/** @import { CommandCard, Page } from "../../types/page.js" */
import { choiceButton } from "../parts/choices.mjs";
import { button } from "../parts/dom.mjs";
import { grantsOf, sign } from "../open/cardsigns.mjs";
import { handButton } from "./hand.mjs";
import { panels } from "../parts/panels.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

panels.set("card_wait", { stage: drawCards, answers: (page) => drawSwitch(page) ?? drawNone(page) });
panels.set("rack_wait", { stage: drawDeck });

const FEW = 32; // letters of a text that a tile has room for

// Those that cannot be played beside what lies already come last: after a Section card a Tactic card.
/** @param {Page} page */
function drawCards(page) {
  const { game, scenario } = page.view;
  const own = game.wait.seat ? game.scores[game.wait.seat] : null;
  const known = own?.known ?? [];
  const isWholly = own?.cards === known.length; // what else there is lies elsewhere, and is late for nobody
  const playable = page.view.ask.choices.map(({ command }) => command.do === "play_card" && command.card);
  /** @param {CommandCard} card */
  const isNow = ({ id }) => playable.includes(id) || (isWholly && !known.includes(id));
  /** @param {CommandCard} card */
  const rank = (card) => 2 * Number(isNow(card)) + Number(known.includes(card.id));
  const order = [...scenario.cards].sort((one, other) => rank(other) - rank(one));
  return h(
    "div",
    { class: page.anywhere ? "card-tiles anywhere" : "card-tiles" },
    order.map((card) => tile(page, card, known.includes(card.id), isNow(card))),
    handButton(page),
    button(t`A card that is not in this list…`, () => page.set({ sheet: { name: "unlisted" } }), {
      key: "unlisted",
    }),
  );
}

// The cards of the deck, of which one was drawn for the rack that both sides play from.
/** @param {Page} page */
function drawDeck(page) {
  return h(
    "div",
    { class: "card-tiles" },
    page.view.scenario.cards.map(({ id, name }) =>
      button(h("b", {}, name), () => page.act({ do: "fill_rack", card: id }), {
        kind: "card-tile",
        key: `rack ${id}`,
        "data-card": id,
      }),
    ),
  );
}

// To play none, where something else has been played in its place or beside it.
/** @param {Page} page */
function drawNone(page) {
  const none = page.view.ask.choices.find(({ command }) => command.do === "decline");
  return none ? choiceButton(page, none, "grow") : null;
}

// One switch for all cards: each may order one unit anywhere instead of its text.
/** @param {Page} page */
function drawSwitch(page) {
  if (!page.view.scenario.has_anywhere) return null;
  return button(t`One unit anywhere instead`, () => page.set({ anywhere: !page.anywhere }), {
    kind: "toggle wide",
    key: "anywhere",
    pressed: page.anywhere,
  });
}

/**
 * @param {Page} page
 * @param {CommandCard} card
 * @param {boolean} held
 * @param {boolean} isNow
 */
function tile(page, card, held, isNow) {
  const { anywhere } = page;
  const grants = grantsOf(card);
  const isTold = grants !== null && !anywhere; // its sign says all of it
  const isLong = !isTold && !anywhere && card.summary.length > FEW;
  return button(
    [
      h("b", {}, card.name),
      held && h("span", { class: "tag" }, t`in hand`),
      !isNow && h("span", { class: "tag plain" }, t`not at this moment`),
      !anywhere && grants && sign(grants),
      !isTold && h("small", {}, anywhere ? t`One unit anywhere` : card.summary),
    ],
    () => page.act({ do: "play_card", card: card.id, ...(anywhere && { anywhere }) }),
    {
      kind: `card-tile ${held ? "held" : ""} ${isNow ? "" : "late"} ${isLong ? "worded" : ""}`,
      key: `${anywhere ? "one" : "text"} ${card.id}`,
      label: anywhere
        ? t`Play ${card.name} to order one unit anywhere`
        : t`Play ${card.name} for its text: ${card.summary}`,
      "data-card": card.id,
    },
  );
}
