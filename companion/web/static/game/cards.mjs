// The command cards: a tile each, with a sign of where it orders whom; a tap plays it.

/** @import { CommandCard, GrantOrders, Page } from "../../types/page.js" */
import { choiceButton } from "../parts/choices.mjs";
import { button } from "../parts/dom.mjs";
import { handButton } from "./hand.mjs";
import { panels } from "../parts/panels.mjs";
import { firstTable } from "../parts/stored.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

panels.set("card_wait", { stage: drawCards, answers: (page) => drawSwitch(page) ?? drawNone(page) });
panels.set("rack_wait", { stage: drawDeck });

const FEW = 32; // letters of a text that a tile has room for
const SECTIONS = ["left", "center", "right"];

/** @param {Page} page */
function drawCards(page) {
  const { game, scenario } = page.view;
  const known = game.wait.seat ? game.scores[game.wait.seat].known : [];
  const order = [...scenario.cards].sort(
    (one, other) => Number(known.includes(other.id)) - Number(known.includes(one.id)),
  );
  return h(
    "div",
    { class: page.anywhere ? "card-tiles anywhere" : "card-tiles" },
    order.map((card) => tile(page, card, known.includes(card.id))),
    handButton(page),
    button(t`A card that is not in this list…`, () => page.set({ sheet: { name: "unlisted" } }), {
      key: "unlisted",
    }),
  );
}

// The cards on the rack that both sides play from, unless this device is to look at something else.
/** @param {Page} page */
export function drawRack(page) {
  const { game, scenario } = page.view;
  const rack = firstTable(game)?.rack ?? [];
  const isAside = page.canAnswer ? game.step !== "command" || game.wait.wait === "card_wait" : page.isPhone;
  if (isAside || page.sheet) return null;
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
 */
function tile(page, card, held) {
  const { anywhere } = page;
  const grants = grantsOf(card);
  const isTold = grants !== null && !anywhere; // its sign says all of it
  const isLong = !isTold && !anywhere && card.summary.length > FEW;
  return button(
    [
      h("b", {}, card.name),
      held && h("span", { class: "tag" }, t`in hand`),
      !anywhere && grants && sign(grants),
      !isTold && h("small", {}, anywhere ? t`One unit anywhere` : card.summary),
    ],
    () => page.act({ do: "play_card", card: card.id, ...(anywhere && { anywhere }) }),
    {
      kind: `card-tile ${held ? "held" : ""} ${isLong ? "worded" : ""}`,
      key: `${anywhere ? "one" : "text"} ${card.id}`,
      label: anywhere
        ? t`Play ${card.name} to order one unit anywhere`
        : t`Play ${card.name} for its text: ${card.summary}`,
      "data-card": card.id,
    },
  );
}

// The orders that *card* gives, where it does nothing else and any unit will do; null: only its words tell.
/** @param {CommandCard} card */
function grantsOf({ does }) {
  const verbs = /** @type {GrantOrders[]} */ (does);
  const isPlain = verbs.every(
    (verb) => verb.verb === "grant_orders" && !verb.traits?.length && !verb.not_weak && verb.section,
  );
  return isPlain && verbs.length > 0 ? verbs : null;
}

// How many units on the left, in the center and on the right.
/** @param {GrantOrders[]} grants */
function sign(grants) {
  return h(
    "span",
    { class: "sections", "aria-hidden": "true" },
    SECTIONS.map((section) => {
      const count = grants
        .filter((grant) => grant.section === section)
        .reduce((sum, grant) => sum + grant.count, 0);
      return h("i", { class: count ? "some" : "" }, count || "");
    }),
  );
}
