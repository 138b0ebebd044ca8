// What came of a battle.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { elements } from "./made.mjs";

const { drawBlows, drawOutcome } = await import("../../companion/web/static/game/blows.mjs");

const blow = (lines, dice = [{ face: "strike", did: "1 damage", is_used: true }], text = "") => ({
  text,
  dice,
  lines,
});

const texts = (drawn, sort) =>
  elements(drawn)
    .filter(({ type }) => type === sort)
    .map(({ props }) => props.children);

test("what came of each blow is told, the newest first, and nothing of one whose dice are still to be rolled", () => {
  const view = {
    blows: [
      blow(["one figure"], undefined, "the archers battle"),
      blow([], undefined, "nothing came of it"),
      blow(["one lore"], undefined, "the guards battle back"),
      blow(["later"], []),
    ],
  };
  const drawn = drawOutcome({ view });
  assert.deepEqual(texts(drawn, "p"), ["the guards battle back", "the archers battle"]);
  assert.deepEqual(texts(drawn, "li"), ["one lore", "one figure"]);
  assert.equal(drawOutcome({ view: { blows: [blow(["later"], [])] } }), null);
});

test("where the outcome stands above the board it is not told again with the dice", () => {
  const page = { view: { blows: [blow(["one figure"])], roll: null } };
  assert.deepEqual(texts(drawBlows(page), "li"), ["one figure"]);
  assert.deepEqual(texts(drawBlows(page, false), "li"), []);
});

test("whoever battled back is told before the battle that was known already", () => {
  const blows = [blow(["one figure"], undefined, "first"), blow([], undefined, "battles back")];
  assert.deepEqual(texts(drawBlows({ view: { blows, roll: null } }), "p"), ["battles back", "first"]);
});
