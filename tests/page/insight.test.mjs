// How far a phone's page is scrolled, so that what is asked about is seen.

import assert from "node:assert/strict";
import { test } from "node:test";

const { scrollFor } = await import("../../companion/web/static/board/insight.mjs");

const SIGHT = { top: 0, bottom: 600 };
const span = (top, bottom = top + 40) => ({ top, bottom });

test("what lies under the buttons comes up, what lies above the screen comes down, both with some room", () => {
  assert.equal(scrollFor([span(300), span(620)], SIGHT), 660 + 6 - 600);
  assert.equal(scrollFor([span(300), span(-30)], SIGHT), -36);
});

test("a page stays where it is whose hexes are in sight, cannot all be, or are not there", () => {
  assert.equal(scrollFor([span(10), span(550)], SIGHT), 0);
  assert.equal(scrollFor([span(10), span(700)], SIGHT), 0);
  assert.equal(scrollFor([], SIGHT), 0);
});
