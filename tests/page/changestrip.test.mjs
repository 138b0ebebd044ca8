// What of a change of games is told no more.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { isClosed } = await import("../../companion/web/static/parts/changestrip.mjs");

test("a change that was closed on one page is closed on the next, and the same change made later is not", () => {
  const kept = JSON.stringify({ text: "New game", made: 100_000 });
  assert.equal(isClosed(kept, { text: "New game", made: 100_900 }), true);
  assert.equal(isClosed(kept, { text: "New game", made: 190_000 }), false);
  assert.equal(isClosed(kept, { text: "Taken back", made: 100_000 }), false);
  assert.equal(isClosed(null, { text: "New game", made: 100_000 }), false);
});
