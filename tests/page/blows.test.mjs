// What came of a battle.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { elements } from "./made.mjs";

const { drawOutcome } = await import("../../companion/web/static/game/blows.mjs");

const blow = (lines, dice = [{ face: "strike", did: "1 damage", is_used: true }]) => ({
  text: "",
  dice,
  lines,
});

test("what came of all blows is told in lines, and nothing of one whose dice are still to be rolled", () => {
  const drawn = drawOutcome({
    view: { blows: [blow(["one figure"]), blow(["one lore"]), blow(["later"], [])] },
  });
  const told = elements(drawn).filter(({ type }) => type === "li");
  assert.deepEqual(
    told.map(({ props }) => props.children),
    ["one figure", "one lore"],
  );
  assert.equal(drawOutcome({ view: { blows: [blow(["later"], [])] } }), null);
});
