// The sheet of Lore cards.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, keyed, words } from "./made.mjs";

const { costText, drawLoreSheet, listed } = await import("../../companion/web/static/game/lore.mjs");

test("what can be played now comes first, and of that what is in the hand", () => {
  const cards = ["late", "held late", "now", "held now"].map((id) => ({ id }));
  const score = { untimely: ["late", "held late"], known_lore: ["held late", "held now"] };
  assert.deepEqual(
    listed(cards, score).map(({ id }) => id),
    ["held now", "now", "held late", "late"],
  );
});

test("a price out of character is told with its parts, and none is told where there is none", () => {
  const scores = { south: { extra_prices: { dear: 2, unknown: 1 } } };
  const page = { view: { game: game({ scores, told_costs: { told: 4 } }) } };
  const cost = (id, part = {}) => costText(page, "south", { id, cost: 3, ...part });
  assert.equal(cost("plain"), "Cost 3");
  assert.equal(cost("dear"), "Cost 5: 3, and 2 out of character");
  assert.equal(cost("told", { cost: null }), "Cost 4");
  assert.equal(cost("blank", { cost: null }), "Cost: look at your card");
  assert.equal(cost("unknown", { cost: null }), "Cost: look at your card, and 1 more out of character");
});

const CRY = {
  id: "cry",
  name: "Battle Cry",
  summary: "",
  cost: null,
  does: [],
  page: "Ref",
  confidence: "certain",
};

// The page of a side that plays a lore card of which nobody has told what it costs or does.
function playing(draft = null) {
  const score = { lore: 5, lore_cards: 2, known_lore: [], untimely: [], extra_prices: {}, amounts: {} };
  const page = {
    role: "south",
    draft,
    view: {
      game: game({ scores: { south: score }, told_costs: {} }),
      scenario: { lore: { south: [CRY] }, lore_classes: {}, faces: [], traits: {}, table_does: false },
    },
    turnPage: (part) => (page.turned = part),
  };
  return page;
}

test("a card that is chosen is shown from its beginning, and so is the list that one goes back to", () => {
  const page = playing();
  keyed(drawLoreSheet(page, { name: "lore" }), "lore cry").props.onClick();
  assert.deepEqual(page.turned, { sheet: { name: "lore", seat: "south", card: "cry" }, draft: null });
  keyed(drawLoreSheet(page, page.turned.sheet), "another").props.onClick();
  assert.deepEqual(page.turned, { sheet: { name: "lore", seat: "south" }, draft: null });
});

test("a lore card cannot be played without its cost and what it does, and the sheet says which is missing", () => {
  const form = (draft) => words(drawLoreSheet(playing(draft), { name: "lore", card: "cry" }));
  const said = { cost: 2, does: [{ verb: "gain_lore", count: 1 }], verb: null, name: "" };
  assert.match(form({ ...said, cost: null }), /Still to say: what it costs\./);
  assert.match(form({ ...said, does: [] }), /Still to say: what it does, with a \+ above\./);
  assert.match(form({ ...said, verb: { verb: "gain_lore", count: 1 } }), /Still to say: what is begun/);
  assert.doesNotMatch(form(said), /Still to say/);
});

test("the amount on a lore card is told with what it makes at the level of who plays it, once that is known", () => {
  const said = (amount) => {
    const page = playing();
    page.view.game.scores.south.amounts = amount === null ? {} : { cry: amount };
    return words(drawLoreSheet(page, { name: "lore", card: "cry" }));
  };
  assert.match(
    said({ printed: "1d/level +2", level: 3, number: 5 }),
    /So many: 1d\/level \+2, which makes 5 at your level 3\./,
  );
  assert.match(said({ printed: "1d/level +2", level: null, number: null }), /So many: 1d\/level \+2\./);
  assert.doesNotMatch(said(null), /So many:/);
});
