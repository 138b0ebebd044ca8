// When the page turns to what is asked, and when it stays where its reader is.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game } from "./made.mjs";

const { asksAnew, sheetAfter, tellsBelow } = await import("../../companion/web/static/board/turning.mjs");

const view = (wait, part = {}) => ({ game: game({ wait, ...part }), ask: { choices: [] } });
const NORTH = { role: "north", canPlay: true, isPhone: true };
const SHARED = { role: "both", canPlay: true };

test("the page stays while one piece after another gets its place", () => {
  const left = (units) => view({ wait: "set_up_wait", seat: null, banners: 0, units });
  assert.equal(asksAnew(NORTH, left(18), left(17)), false);
  assert.equal(asksAnew(SHARED, left(18), left(17)), false);
  assert.equal(asksAnew(NORTH, left(1), view({ wait: "card_wait", seat: "north" })), true);
});

test("the page stays where only the other side has answered, and turns where its own has", () => {
  const missing = (...seats) => view({ wait: "scenario_cards_wait", seat: null, missing: seats });
  assert.equal(asksAnew(NORTH, missing("south", "north"), missing("north")), false);
  assert.equal(asksAnew(NORTH, missing("south", "north"), missing("south")), true);
});

test("the page of who waits stays whatever the other side is asked, and turns when it is asked itself", () => {
  const south = (wait) => view({ wait, seat: "south" });
  assert.equal(asksAnew(NORTH, south("orders_wait"), south("dice_wait")), false);
  assert.equal(asksAnew(NORTH, south("orders_wait"), view({ wait: "counter_wait", seat: "north" })), true);
  assert.equal(asksAnew(SHARED, south("orders_wait"), south("dice_wait")), true);
});

test("another roll, another unit and the first view of all turn the page", () => {
  const dice = (count) => view({ wait: "dice_wait", seat: "north", number: 1, unit: `guard-${count}` });
  assert.equal(asksAnew(NORTH, dice(1), dice(2)), true);
  assert.equal(asksAnew(NORTH, null, dice(1)), true);
});

test("a phone tells cards and battles below a board that is tapped, and nowhere else", () => {
  const asked = (wait) => ({ ...NORTH, view: view({ wait, seat: "north" }) });
  assert.equal(tellsBelow(asked("orders_wait")), true);
  assert.equal(tellsBelow(asked("dice_wait")), false);
  assert.equal(tellsBelow({ ...asked("orders_wait"), isPhone: false }), false);
});

test("a sheet about what was asked goes with its question, and any other stays", () => {
  assert.equal(sheetAfter({ name: "hex", hex: "F5", brush: null }), null);
  assert.deepEqual(sheetAfter({ name: "log" }), { name: "log" });
  assert.equal(sheetAfter(null), null);
});
