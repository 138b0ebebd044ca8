// The command cards' tiles.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, keyed } from "./made.mjs";

await import("../../companion/web/static/game/cards.mjs");
const { panels } = await import("../../companion/web/static/parts/panels.mjs");

test("a card whose text is short has a tile, and only one with more to say a row of its own", () => {
  const cards = ["Two units on your left.", "As many units on your left as you hold cards."].map(
    (summary, n) => ({ id: `card-${n}`, name: "", summary, does: [] }),
  );
  const page = {
    view: { game: game({ wait: { wait: "card_wait", seat: null } }), scenario: { cards } },
    role: "both",
  };
  const drawn = panels.get("card_wait").stage(page);
  const isRow = (key) => keyed(drawn, key).props.class.includes("worded");
  assert.deepEqual([isRow("text card-0"), isRow("text card-1")], [false, true]);
});
