import assert from "node:assert/strict";
import { test } from "node:test";

import { inTurns } from "../../companion/web/static/sheets/loglines.mjs";

const lines = (...turns) => turns.map((turn, n) => ({ seq: n + 1, turn }));
const told = (given) => inTurns(given).map(({ turn, lines: own }) => [turn, own.map(({ seq }) => seq)]);

test("a log without lines has no turns", () => {
  assert.deepEqual(inTurns([]), []);
});

test("the line that ends a turn belongs to the turn that it ends", () => {
  assert.deepEqual(told(lines(1, 1, 2, 2, 3)), [
    [1, [1, 2, 3]],
    [2, [4, 5]],
  ]);
});

test("the first line belongs to its own turn, since nothing is known of what was before it", () => {
  assert.deepEqual(told(lines(4)), [[4, [1]]]);
});

test("the set-up is a turn of its own", () => {
  assert.deepEqual(told(lines(0, 0, 1, 1)), [
    [0, [1, 2, 3]],
    [1, [4]],
  ]);
});
