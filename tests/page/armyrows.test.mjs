// How an army is said: by a tap for each kind of unit, however many of it there are.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { keyed } from "./made.mjs";

const { kindRow } = await import("../../companion/web/static/setup/armyrows.mjs");

const RULES = { cards: 18, core_sets: 1 };
const kind = (id, units) => ({ id, name: id, units, cost: 3, box: "core", move: 2, combat: 3, health: 3 });
const drawn = (each, draft = { units: {}, costs: {} }, rules = RULES, change = () => {}) =>
  kindRow(each, rules, draft, change, null);

test("an army of sixteen units is told by five taps", () => {
  const draft = { units: {}, costs: {} };
  const army = Object.entries({ harvesters: 5, vipers: 5, brutes: 3, obscenes: 2, lord: 1 });
  let taps = 0;
  for (const [id, units] of army) {
    const row = drawn(kind(id, units), draft, RULES, (part) => Object.assign(draft, part));
    keyed(row, `${id} ${units}`).props.onClick();
    taps += 1;
  }
  assert.deepEqual([taps, draft.units], [5, Object.fromEntries(army)]);
});

test("what is chosen is pressed, and taken back by a tap on none", () => {
  const row = drawn(kind("vipers", 5), { units: { vipers: 2 }, costs: {} });
  const pressed = [0, 1, 2, 3, 4, 5].filter((n) => keyed(row, `vipers ${n}`).props["aria-pressed"]);
  assert.deepEqual(pressed, [2]);
});

test("of more units than have a button each the number is typed", () => {
  const row = drawn(kind("vipers", 5), undefined, { cards: 18, core_sets: 2 });
  assert.ok(keyed(row, "vipers typed"));
  assert.equal(keyed(row, "vipers 0"), undefined);
});
