// What the card of a unit offers, by whose device shows it.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, unit } from "./made.mjs";

const { chosen } = await import("../../companion/web/static/game/unitcard.mjs");

const FOUR = Object.fromEntries(
  ["south", "north", "south_ally", "north_ally"].map((seat) => [seat, { name: seat }]),
);

const page = (role) => ({
  role,
  canPlay: true,
  canAnswer: false,
  looked: "foot-1",
  selected: null,
  view: {
    game: game({
      step: "set_up",
      scores: FOUR,
      units: [unit("foot-1", "A1", { card: { traits: [], abilities: [], confidence: "certain" } })],
    }),
    scenario: { kinds: {}, traits: {}, powers: {}, terrain: {} },
  },
});

const offersToken = (role) => JSON.stringify(chosen(page(role))).includes("Give it to south_ally");

test("a unit is given to an ally by his camp's devices and the table's, by no other", () => {
  assert.deepEqual(["both", "south", "south_ally"].map(offersToken), [true, true, true]);
  assert.deepEqual(["north", "north_ally"].map(offersToken), [false, false]);
});

test("the heads on a Creature's necks are on its card once it has lost or grown some", () => {
  const card = (setting) => {
    const shown = page("both");
    shown.view.game.setting = setting;
    return JSON.stringify(chosen(shown));
  };
  assert.match(card({ necks: { "foot-1": [2, 1] } }), /Heads on its necks: 2, 1\./);
  assert.doesNotMatch(card({ necks: {} }), /Heads on its necks/);
});
