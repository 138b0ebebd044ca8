import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { oddsOf } = await import("../../companion/web/static/game/odds.mjs");

const CHANCES = { dice: 3, name: "dice", chances: [] };

// The odds as they stand once the table has answered *answer* to the request of entry *seq*.
async function oddsAfter(seq, answer) {
  globalThis.fetch = async () => answer;
  let drawn;
  const isDrawn = new Promise((done) => (drawn = done));
  const page = { view: { seq }, canPlay: true, set: drawn };
  assert.equal(oddsOf(page, "guard-1", "vipers-1"), undefined);
  await isDrawn;
  return oddsOf(page, "guard-1", "vipers-1");
}

test("odds are shown once they have come", async () => {
  assert.deepEqual(await oddsAfter(1, { ok: true, json: async () => CHANCES }), CHANCES);
});

test("an answer that is refused, cut off or no JSON leaves no odds that are waited for for ever", async () => {
  const cut = { ok: true, json: () => Promise.reject(new SyntaxError("Unexpected end of JSON input")) };
  assert.equal(await oddsAfter(2, cut), null);
  assert.equal(await oddsAfter(3, { ok: false, json: async () => ({ trouble: "Nobody can tell." }) }), null);
});
