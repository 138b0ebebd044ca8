// The sheet of Lore cards.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game } from "./made.mjs";

const { costText, listed } = await import("../../companion/web/static/game/lore.mjs");

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
