import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { isPlace, sharedStart } = await import("../../companion/web/static/parts/choices.mjs");
const { bannerOf } = await import("../../companion/web/static/board/tokens.mjs");

test("what all choices begin with is not said on each of them", () => {
  assert.equal(sharedStart(["Archers: range 2", "Archers: range 3"]), "Archers: ");
  assert.equal(sharedStart(["Archers: range 2", "Guard: range 3"]), "");
  assert.equal(sharedStart(["Stand", "Go back 1 hex to F4"]), "");
  assert.equal(sharedStart(["Archers: range 2"]), "");
});

test("a place answers by itself, a unit's hex only once the unit is chosen", () => {
  assert.equal(isPlace({ hex: "F4", unit: null }), true);
  assert.equal(isPlace({ hex: "F4", unit: "guard-1" }), false);
  assert.equal(isPlace({ hex: null, unit: null }), false);
});

test("a unit has the banner that stands among its traits, or none", () => {
  assert.equal(bannerOf({ traits: ["foot", "red", "human"] }), "red");
  assert.equal(bannerOf({ traits: ["infantry", "melee"] }), undefined);
});
