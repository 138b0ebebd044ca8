import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { doubtsOf, marksOf } = await import("../../companion/web/static/board/differences.mjs");

const difference = (hex, sees, expected = null) => ({ id: hex, hex, sees, expected });
const table = (differences, ignored = []) => ({ table: { differences, ignored } });

test("a unit that stands elsewhere is marked where it is and where it should be", () => {
  const marks = marksOf(table([difference("D4", "unit", "C3")]));
  assert.deepEqual(Object.fromEntries(marks), { C3: "expected", D4: "astray" });
});

test("what is not seen for sure is a doubt, and no unit astray", () => {
  const view = table([difference("C3", "nothing"), difference("D4", "unit")]);
  assert.deepEqual(
    doubtsOf(view).map(({ hex }) => hex),
    ["C3"],
  );
  assert.equal(marksOf(view).get("C3"), "doubt");
});

test("a unit that stands where another is expected is marked as astray", () => {
  const marks = marksOf(table([difference("C3", "unit", "D4"), difference("D4", "unit", "C3")]));
  assert.deepEqual(Object.fromEntries(marks), { D4: "astray", C3: "astray" });
});

test("a hex that is ignored is marked so, unless something is known of it", () => {
  const marks = marksOf(table([difference("C3", "doubtful")], ["C3", "E5"]));
  assert.deepEqual(Object.fromEntries(marks), { C3: "doubt", E5: "ignored" });
});
