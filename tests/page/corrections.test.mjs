// Sheets that correct what the books say.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, keyed } from "./made.mjs";

const { handSheet } = await import("../../companion/web/static/sheets/corrections.mjs");

// A page at *seat*'s hand, with what has been marked there as its *draft*, that writes down what it does.
function pageAt(seat, draft) {
  const told = [];
  const scores = { [seat]: { known: [], known_lore: [] } };
  const scenario = { cards: [{ id: "charge", name: "Charge" }], lore: { [seat]: [] } };
  return {
    view: { game: game({ scores }), scenario },
    draft,
    told,
    set: (part) => told.push(part),
    actAndClose: (command) => told.push(command),
  };
}

test("the cross of the hand's sheet keeps what was marked, and leaves a hand of which nothing was said", () => {
  const marked = pageAt("north", { known: ["charge"], lore: [] });
  keyed(handSheet(marked, { name: "hand", seat: "north" }), "✕").props.onClick();
  assert.deepEqual(marked.told, [{ do: "note_hand", seat: "north", known: ["charge"], lore: [] }]);
  const untouched = pageAt("north", null);
  keyed(handSheet(untouched, { name: "hand", seat: "north" }), "✕").props.onClick();
  assert.deepEqual(untouched.told, [{ sheet: null }]);
});
