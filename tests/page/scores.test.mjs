// How far the game is.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game } from "./made.mjs";

const { campName } = await import("../../companion/web/static/parts/words.mjs");
const { stepNow } = await import("../../companion/web/static/game/scores.mjs");

const view = (step, ...commands) => ({
  game: game({ step }),
  ask: { choices: commands.map((command) => ({ command })) },
});
const attack = { do: "attack" };

test("once nobody can be ordered or moved and somebody attacks, the step is that of the attacks", () => {
  assert.equal(stepNow(view("order", attack)), "attack");
  assert.equal(stepNow(view("order", attack, { do: "order", paid: true })), "attack");
  assert.equal(stepNow(view("order", attack, { do: "move" })), "order");
  assert.equal(stepNow(view("order", attack, { do: "order" })), "order");
  assert.equal(stepNow(view("order")), "order");
  assert.equal(stepNow(view("draw")), "draw");
});

test("a game of four is won by both players of a camp", () => {
  const seats = ["south", "south_ally", "north", "north_ally"];
  const names = ["Ana", "Bea", "Dan", "Eva"];
  const scores = Object.fromEntries(seats.map((seat, n) => [seat, { name: names[n], points: 0 }]));
  assert.equal(campName(game({ scores }), "north_ally"), "Dan and Eva");
  assert.equal(campName(game(), "south"), "Daqan Lords");
});
