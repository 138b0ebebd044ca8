// What the table says where it cannot tell by the scenario cards who is first.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { sayWhoIsFirst } = await import("../../companion/web/static/setup/setting.mjs");

test("where both scenario cards are known and equal lots are drawn, and else the cards are looked at", () => {
  assert.equal(sayWhoIsFirst("B2", "B2"), "Both cards read B2: draw lots for who is first.");
  for (const [one, other] of [
    ["B2", null],
    [null, null],
    [undefined, undefined],
  ])
    assert.match(sayWhoIsFirst(one, other), /look at their letters/);
});
