// A unit's token.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { elements, unit, words } from "./made.mjs";

const { token } = await import("../../companion/web/static/board/tokens.mjs");

const classes = (drawn) => elements(drawn).map(({ props }) => props.class ?? "");

test("a token bears its unit's number, and a long one smaller", () => {
  const number = (id) => elements(token(unit(id, "C3"))).find(({ props }) => /unit-number/.test(props.class));
  assert.equal(words(number("guard-1")), "1");
  assert.equal(words(number("human_red-guard-12")), "12");
  assert.match(number("guard-12").props.class, /long/);
  assert.doesNotMatch(number("guard-1").props.class, /long/);
});

test("only an ordered unit has a ring, and one that has attacked is spent", () => {
  assert.equal(classes(token(unit("guard-1", "C3"))).includes("ordered-ring"), false);
  assert.equal(classes(token(unit("guard-1", "C3", { ordered: true }))).includes("ordered-ring"), true);
  assert.match(token(unit("guard-1", "C3", { attacked: true })).props.class, /spent/);
  assert.doesNotMatch(token(unit("guard-1", "C3")).props.class, /spent/);
});

test("stored Lore is shown with its number, and none where there is none", () => {
  assert.match(words(token(unit("dragon-1", "C3"), undefined, 3)), /3/);
  assert.doesNotMatch(words(token(unit("dragon-1", "C3"), undefined, 0)), /0/);
});
