import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { pieces } = await import("../../companion/web/static/voice/tablet_speech.mjs");

test("a short sentence is said in one piece", () => {
  assert.deepEqual(pieces("Daqan Lords have won."), ["Daqan Lords have won."]);
  assert.deepEqual(pieces(""), []);
});

test("a long text is cut after a sentence, so that no piece is longer than voices can", () => {
  const sentence = "Citadel Guard 2 attacks Blood Harvesters 1 and hits twice.";
  assert.deepEqual(pieces([sentence, sentence, sentence].join(" ")), [`${sentence} ${sentence}`, sentence]);
});

test("where no sentence ends in time it is cut after a comma, and else between words", () => {
  const list = `${"archers and riders ".repeat(4)}stand, ${"guards ".repeat(12)}`;
  assert.equal(pieces(list)[0], `${"archers and riders ".repeat(4)}stand,`);
  const long = "word ".repeat(60).trim();
  assert.ok(pieces(long).every((piece) => piece.length <= 130 && !/^\S*wo$/.test(piece)));
  assert.equal(pieces(long).join(" "), long);
});

test("a word without an end is cut at last", () => {
  assert.deepEqual(
    pieces("x".repeat(300)).map((piece) => piece.length),
    [130, 130, 40],
  );
});
