// The answers to what the game waits for.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, words } from "./made.mjs";

const { drawAnswers, drawAsk, isWaiting } = await import("../../companion/web/static/game/ask.mjs");

const choice = (label, part = {}) => ({ label, command: { do: label }, ...part });
const pageOf = (choices, part = {}) => ({
  view: { game: game({ wait: { wait: "made_up_wait", seat: "south" } }), ask: { choices } },
  canAnswer: true,
  ...part,
});

test("who is asked has a button for each choice, and nobody else has one", () => {
  const choices = [choice("Stand"), choice("Go back one hex")];
  assert.match(words(drawAnswers(pageOf(choices))), /Stand.*Go back one hex/);
  assert.equal(drawAnswers(pageOf(choices, { canAnswer: false })), null);
  assert.equal(drawAnswers(pageOf([])), null);
});

test("of many hexes only the tapped one has a button: the others are answered on the board", () => {
  const hexes = ["A1", "B1", "C1", "D1", "E1", "F1", "G1"].map((hex) => choice(`To ${hex}`, { hex }));
  const few = words(drawAnswers(pageOf(hexes.slice(0, 6))));
  assert.match(few, /To A1.*To F1/);
  assert.equal(drawAnswers(pageOf(hexes)), null);
  assert.match(words(drawAnswers(pageOf(hexes, { place: "C1" }))), /^To C1$/);
});

test("whoever plays and is not asked waits, and nobody waits once the game is over", () => {
  const waits = (part, winner = null) =>
    isWaiting({ canPlay: true, canAnswer: false, view: { game: game({ winner }) }, ...part });
  assert.deepEqual([waits(), waits({ canAnswer: true }), waits({ canPlay: false })], [true, false, false]);
  assert.equal(waits({}, "south"), false);
});

test("how it is answered is told to whoever may answer, what it is about to all", () => {
  const told = (part) => {
    const page = pageOf([], { canPlay: true, looked: null, place: null, ...part });
    Object.assign(page.view.ask, { headline: "Stand?", about: "Two flags.", hint: "Tap the unit." });
    return words(drawAsk({ ...page, role: "south" }));
  };
  assert.equal(told({}), "Two flags. Tap the unit.");
  assert.match(told({ canAnswer: false }), /Two flags\.$/);
});
