// The sheet of Lore cards.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { listed } = await import("../../companion/web/static/game/lore.mjs");

test("what can be played now comes first, and of that what is in the hand", () => {
  const cards = ["late", "held late", "now", "held now"].map((id) => ({ id }));
  const score = { untimely: ["late", "held late"], known_lore: ["held late", "held now"] };
  assert.deepEqual(
    listed(cards, score).map(({ id }) => id),
    ["held now", "now", "held late", "late"],
  );
});
