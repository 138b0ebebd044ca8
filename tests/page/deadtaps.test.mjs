// Which taps come too late for what they were meant for.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { isLate, moved } = await import("../../companion/web/static/parts/deadtaps.mjs");

const box = (top, height = 48) => ({ left: 0, right: 100, top, bottom: top + height });
const gone = (before, after) => moved(before, after).map(([thing, box]) => ({ thing, box }));
const tap = (thing, y) => ({ x: 50, y, thing });

test("where a button has just gone nothing else is tapped, and elsewhere everything", () => {
  const places = gone(
    new Map([
      ["yes", box(0)],
      ["undo", box(500)],
    ]),
    new Map([["undo", box(500)]]),
  );
  assert.equal(isLate(places, tap("score", 20)), true);
  assert.equal(isLate(places, tap(null, 20)), true);
  assert.equal(isLate(places, tap("score", 60)), false);
  assert.equal(isLate(places, tap("undo", 520)), false);
});

test("what has moved a little is tapped all the same, and what has come in its place is not", () => {
  const before = new Map([
    ["one", box(0)],
    ["two", box(60)],
  ]);
  const after = new Map([
    ["one", box(20)],
    ["two", box(80)],
  ]);
  const places = gone(before, after);
  assert.equal(isLate(places, tap("one", 30)), false);
  assert.equal(isLate(gone(before, new Map([["one", box(60)]])), tap("one", 70)), true);
});

test("a face that is drawn anew in its place is the same face", () => {
  const faces = new Map([["face strike", box(60)]]);
  assert.deepEqual(gone(faces, new Map(faces)), []);
});
