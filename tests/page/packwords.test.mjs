// What the page of packs calls things, and what a new entry is called in its file.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";

const { FIELDS, fieldTitle, idOf } = await import("../../companion/web/static/cards/packwords.mjs");

test("a name becomes small letters, digits and underscores, and begins with a letter", () => {
  assert.equal(idOf("Bog Walkers"), "bog_walkers");
  assert.equal(idOf(" 3rd Wall's Guard! "), "rd_wall_s_guard");
  assert.equal(idOf("!?"), "");
});

test("a field's title begins with a capital, and one that has no name is called as in the file", () => {
  assert.equal(fieldTitle("weapon"), "Weapon");
  assert.equal(fieldTitle("unheard_of"), "Unheard_of");
  for (const name of Object.values(FIELDS)) assert.ok(name.length > 0);
});
