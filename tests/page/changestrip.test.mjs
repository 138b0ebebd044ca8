// What of a change of games is told no more, and what is said of an answer.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import "./browser.mjs";

const { ChangeStrip, isClosed } = await import("../../companion/web/static/parts/changestrip.mjs");

test("a change that was closed on one page is closed on the next, and the same change made later is not", () => {
  const kept = JSON.stringify({ text: "New game", made: 100_000 });
  assert.equal(isClosed(kept, { text: "New game", made: 100_900 }), true);
  assert.equal(isClosed(kept, { text: "New game", made: 190_000 }), false);
  assert.equal(isClosed(kept, { text: "Taken back", made: 100_000 }), false);
  assert.equal(isClosed(null, { text: "New game", made: 100_000 }), false);
});

test("why a change of games cannot be taken back is said, and nothing where it was", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  const said = [];
  const strip = new ChangeStrip({}, "tablet", { canPlay: true, say: (...words) => said.push(words) });
  mock.timers.reset();
  for (const answer of [{ ok: true }, { ok: false, conflict: "Too late." }]) {
    globalThis.fetch = async () => ({ json: async () => answer });
    await strip.send("/home/back", {});
  }
  assert.deepEqual(said, [["Too late.", { bad: true }]]);
});
