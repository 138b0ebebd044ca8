// What is said of a card that no list has.

import assert from "node:assert/strict";
import { test } from "node:test";

import { verbs } from "./browser.mjs";
import { elements, game, keyed } from "./made.mjs";

const { drawEffects } = await import("../../companion/web/static/game/builder.mjs");

const around = { ...game(), verbs };
const said = [
  { verb: "grant_orders", count: 2, section: null, traits: [] },
  { verb: "add_dice", count: 1 },
];
const lists = (drawn) => elements(drawn).filter(({ props }) => props.class === "does");

test("what a card does is listed once something is said of it", () => {
  assert.equal(lists(drawEffects(around, { does: [], verb: null }, () => {})).length, 0);
  assert.equal(lists(drawEffects(around, { does: said, verb: null }, () => {})).length, 1);
});

test("what is taken away again is that one and no other", () => {
  const changes = [];
  const drawn = drawEffects(around, { does: said, verb: null }, (change) => changes.push(change));
  keyed(drawn, "remove 0").props.onClick();
  assert.deepEqual(changes, [{ does: [said[1]] }]);
});
