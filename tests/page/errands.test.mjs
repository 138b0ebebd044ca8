// What is to be done by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { keyed, words } from "./made.mjs";

const { areWorkedOff, drawErrandList, drawErrands } =
  await import("../../companion/web/static/game/errands.mjs");

const errand = (id) => ({ id, text: `Take ${id} off the board`, rule: "losses" });
const pageOf = (errands, part = {}) => ({
  view: { errands },
  sheet: null,
  canPlay: true,
  open: () => {},
  set: () => {},
  ...part,
});

test("the line tells how much is to be done and the first of it; with nothing there is no line", () => {
  assert.equal(drawErrands(pageOf([])), null);
  assert.equal(drawErrands(pageOf([errand("a")], { sheet: { name: "log" } })), null);
  assert.match(words(drawErrands(pageOf([errand("a"), errand("b")]))), /2 to do.*Take a off/);
});

test("an empty list says so, and a full one does not", () => {
  assert.match(words(drawErrandList(pageOf([]))), /Nothing is left to do by hand/);
  assert.doesNotMatch(words(drawErrandList(pageOf([errand("a")]))), /Nothing is left/);
});

test("several are crossed off at once, each once, by those who play", async () => {
  const ticked = [];
  const page = pageOf([errand("a"), errand("b")], { tick: async (id) => ticked.push(id) });
  await keyed(drawErrandList(page), "all done").props.onClick();
  assert.deepEqual(ticked, ["a", "b"]);
  assert.equal(keyed(drawErrandList(pageOf([errand("a")])), "all done"), undefined);
  const watching = drawErrandList(pageOf([errand("a"), errand("b")], { canPlay: false }));
  assert.equal(keyed(watching, "all done") ?? keyed(watching, "errand a"), undefined);
});

test("the list goes with its last errand, whoever did it, and no other sheet does", () => {
  const page = pageOf([errand("a")], { sheet: { name: "todo" } });
  assert.equal(areWorkedOff(page, { errands: [] }), true);
  assert.equal(areWorkedOff(page, { errands: [errand("b")] }), false);
  assert.equal(areWorkedOff({ ...page, sheet: { name: "log" } }, { errands: [] }), false);
  assert.equal(areWorkedOff({ ...page, sheet: null }, { errands: [] }), false);
  assert.equal(areWorkedOff({ ...page, view: { errands: [] } }, { errands: [] }), false); // opened when empty
});
