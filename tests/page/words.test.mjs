import assert from "node:assert/strict";
import { mock, test } from "node:test";

import "./browser.mjs";
import { game } from "./made.mjs";

const { ago, grantText, inWords, listOf, stepsOf } =
  await import("../../companion/web/static/parts/words.mjs");

test("a list ends with and, or with the word that is asked for", () => {
  assert.equal(listOf([]), "");
  assert.equal(listOf(["a"]), "a");
  assert.equal(listOf(["a", "b"]), "a and b");
  assert.equal(listOf(["a", "b", "c"], "or"), "a, b or c");
});

test("an id in words begins with a capital and has spaces", () => {
  assert.equal(inWords("vipers_bite"), "Vipers bite");
});

test("an order says how many units, of which sort and where", () => {
  const grant = { count: 2, traits: ["archer", "cavalry"], section: "left", not_weak: true };
  assert.equal(
    grantText(grant, { archer: "archer", cavalry: "cavalry" }),
    "2 units (archer or cavalry) in the left section, not weak ones",
  );
  assert.equal(grantText({ count: 1, traits: [], section: null, not_weak: false }, {}), "1 unit anywhere");
});

test("a turn has a lore step only with lore cards, and late moves only while they are made", () => {
  const all = { command: "", order: "", attack: "", late_moves: "", victory_points: "", draw: "", lore: "" };
  const steps = (part, named = all) => stepsOf(game(part), { steps: named }).map(([step]) => step);
  assert.deepEqual(steps({}), ["command", "order", "attack", "victory_points", "draw", "lore"]);
  assert.ok(!steps({ has_lore_cards: false }).includes("lore"));
  assert.ok(steps({ step: "late_moves" }).includes("late_moves"));
  assert.deepEqual(steps({}, { command: "", draw: "" }), ["command", "draw"], "only those that the game has");
});

test("what has just happened is now, then it is minutes ago", () => {
  mock.timers.enable({ apis: ["Date"], now: 1_000_000_000 });
  assert.equal(ago(1_000_000 - 59), "now");
  assert.equal(ago(1_000_000 + 5), "now"); // another clock
  assert.equal(ago(1_000_000 - 60), "1 min");
  assert.equal(ago(1_000_000 - 3599), "59 min");
  assert.match(ago(1_000_000 - 3600), /^\d\d:\d\d/);
  mock.timers.reset();
});
