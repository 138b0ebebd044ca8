import assert from "node:assert/strict";
import { test } from "node:test";

import { litFor, mendedBy, placeOf, same } from "../../companion/web/static/sheets/mended.mjs";
import { game, unit } from "./made.mjs";

const board = game({ units: [unit("guard-1", "C3"), unit("reaver-1", "D4", { seat: "north" })] });
const move = (to, part = {}) => ({ do: "move", unit: "guard-1", to, ...part });
const entry = (command, choices = []) => ({
  command,
  game: board,
  choices: choices.map((each) => ({ text: "", command: each })),
});

test("a command's hex is where it goes to, or else where something lies", () => {
  assert.equal(placeOf(move("C4")), "to");
  assert.equal(placeOf({ do: "place_banner", at: "E5" }), "at");
  assert.equal(placeOf({ do: "attack", unit: "guard-1", target: "reaver-1" }), null);
  assert.equal(placeOf(null), null);
});

test("a tap on a hex that could have been gone to is that very choice", () => {
  const choice = move("C5", { through: ["C4"] });
  assert.deepEqual(mendedBy("C5", entry(move("C4"), [choice]), null), choice);
});

test("a tap on any other hex goes there all the same, for the rules to refuse", () => {
  assert.deepEqual(mendedBy("E9", entry(move("C4")), null), move("E9"));
});

test("a move to another hex goes through nobody", () => {
  assert.deepEqual(mendedBy("E9", entry(move("C4", { through: ["D4"] })), null), move("E9"));
});

test("a unit that comes back to the board has a figure at least", () => {
  const gone = { do: "correct_unit", unit: "guard-1", at: null, figures: 0 };
  assert.deepEqual(mendedBy("C3", entry(gone), null), { ...gone, at: "C3", figures: 1 });
});

test("what has been said so far is kept when a hex is tapped", () => {
  const said = { do: "correct_unit", unit: "guard-1", at: "C3", figures: 2 };
  assert.equal(mendedBy("C4", entry({ ...said, figures: 3 }), said).figures, 2);
});

test("a tap on an enemy is the attack on him, a tap on nobody is none", () => {
  const attack = { do: "attack", unit: "guard-1", target: "reaver-1" };
  const other = { ...attack, target: "reaver-2" };
  assert.deepEqual(mendedBy("D4", entry(other, [attack]), null), attack);
  assert.equal(mendedBy("A1", entry(other, [attack]), null), null);
});

test("an entry that is hidden is not mended by a tap", () => {
  assert.equal(mendedBy("C3", entry(null, [move("C3")]), null), null);
});

test("hexes that could have been gone to are lit, and the unit that goes", () => {
  const lit = litFor(entry(move("C4"), [move("C4"), move("D3")]), null);
  assert.deepEqual([...lit.moves], ["C4", "D3"]);
  assert.equal(lit.selected, "guard-1");
  assert.equal(lit.place, "C4");
});

test("enemies that could have been attacked are lit, and the one that is chosen by now", () => {
  const attack = (target) => ({ do: "attack", unit: "guard-1", target });
  const lit = litFor(entry(attack("reaver-1"), [attack("reaver-1"), attack("reaver-2")]), attack("reaver-2"));
  assert.deepEqual([...lit.targets], ["reaver-1", "reaver-2"]);
  assert.deepEqual([lit.selected, lit.looked], ["guard-1", "reaver-2"]);
});

test("units of which another could have been ordered are lit", () => {
  const order = (id) => ({ do: "order", unit: id });
  const lit = litFor(entry(order("guard-1"), [order("guard-1"), order("archer-1")]), order("archer-1"));
  assert.deepEqual([...lit.ready], ["guard-1", "archer-1"]);
  assert.equal(lit.selected, "archer-1");
});

test("commands are the same when all their fields are", () => {
  assert.equal(same(move("C4"), move("C4")), true);
  assert.equal(same(move("C4"), move("C5")), false);
});
