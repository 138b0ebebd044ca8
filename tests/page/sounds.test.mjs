import "./browser.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";

const { soundOf } = await import("../../companion/web/static/voice/sounds.mjs");

const guard = (part = {}) => ({ id: "guard-1", at: "D3", figures: 3, damage: 0, ...part });

test("a fall is heard longer and lower than a hit, and a move not at all", () => {
  const hit = soundOf([guard()], [guard({ figures: 2 })]);
  const fall = soundOf([guard()], [guard({ at: null, figures: 0 })]);
  assert.ok(fall.seconds > hit.seconds && fall.to < hit.to);
  assert.equal(soundOf([guard()], [guard({ at: "D4" })]), null);
});
