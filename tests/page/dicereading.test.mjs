import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { entered, isDoubtful, lying, target } =
  await import("../../companion/web/static/game/dicereading.mjs");

const nobody = () => ({ chosen: null, mended: new Set() });
const seen = (faces, doubtful = []) => ({ faces, doubtful, confidence: faces.map(() => 1) });

test("places that nobody has filled are empty", () => {
  assert.deepEqual(lying([], 3, null), [null, null, null]);
  assert.deepEqual(lying(["lore"], 3, null), ["lore", null, null]);
});

test("what the camera reads lies there until something is entered", () => {
  const read = seen(["strike", "lore"]);
  assert.deepEqual(lying([], 2, read), ["strike", "lore"]);
  assert.deepEqual(lying(["morale"], 2, read), ["morale", null]);
});

test("fewer dice in the tray than are rolled leave the last places empty", () => {
  assert.deepEqual(lying([], 3, seen(["pierce"])), ["pierce", null, null]);
});

test("a tray with more dice than are rolled counts for nothing", () => {
  assert.deepEqual(lying([], 1, seen(["pierce", "lore"])), [null]);
});

test("a face that no die has is an empty place", () => {
  assert.deepEqual(lying([], 2, seen(["blank", "heroic"])), [null, "heroic"]);
});

test("the next face goes to the first empty place", () => {
  assert.equal(target(["lore", null, null], null, nobody()), 1);
});

test("a die that was read with doubt comes before an empty place", () => {
  assert.equal(target(["lore", "strike", null], seen(["lore", "strike"], [false, true]), nobody()), 1);
});

test("a doubt that somebody has mended is none any more", () => {
  const read = seen(["lore", "strike"], [true, false]);
  const hand = { chosen: null, mended: new Set([0]) };
  assert.equal(isDoubtful(0, read, new Set()), true);
  assert.equal(isDoubtful(0, read, hand.mended), false);
  assert.equal(target(["lore", "strike"], read, hand), -1);
});

test("a die that was chosen is mended before any doubt", () => {
  const read = seen(["lore", "strike"], [true, false]);
  assert.equal(target(["lore", "strike"], read, { chosen: 1, mended: new Set() }), 1);
});

test("an empty place cannot be chosen", () => {
  assert.equal(target(["lore", null, null], null, { chosen: 2, mended: new Set() }), 1);
});

test("where all lies there for sure, the next face goes nowhere", () => {
  assert.equal(target(["lore", "strike"], seen(["lore", "strike"], [false, false]), nobody()), -1);
});

test("a roll is handed in with its last die, a roll of one with its first; where dice are read, by a button", () => {
  assert.deepEqual(entered(["lore"], 1, null), ["lore"]);
  assert.equal(entered(["lore"], 2, null), null);
  assert.equal(entered(["lore", null], 2, null), null);
  assert.equal(entered(["lore"], 1, seen(["pierce"])), null);
  assert.deepEqual(entered(["lore"], 1, seen(["pierce", "lore"])), ["lore"]);
});
