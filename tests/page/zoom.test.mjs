// A section of a large board, and what is asked beside it.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { elements, game, grid, unit, words } from "./made.mjs";

const { drawZoom, inSight } = await import("../../companion/web/static/board/zoom.mjs");
const { unlit } = await import("../../companion/web/static/board/light.mjs");

const ROWS = Array.from({ length: 17 }, (_, row) => 13 - (row % 2));

function made(section) {
  const scenario = { rows: ROWS, section_lines: [4, 9] };
  const view = { scenario, game: game({ units: [unit("BH1", "L5")] }) };
  return { view, section, grid: grid({ section }), turned: false, isPhone: false, set() {}, onceDrawn() {} };
}

test("the whole board is shown where the section has nothing of what is asked", () => {
  const page = made("left");
  assert.equal(inSight(page, { ...unlit(), ready: new Set(["BH1"]) }).section, null);
  assert.equal(inSight(page, { ...unlit(), moves: new Set(["M5"]) }).grid.box[0], 0);
  assert.deepEqual(inSight(page, { ...unlit(), moves: new Set(["M5", "A2"]) }), {});
  assert.deepEqual(inSight(page, unlit()), {});
});

test("a way back to the whole board is there in the history too", () => {
  const drawn = words(drawZoom({ ...made("left"), sheet: { name: "past" } }));
  assert.match(drawn, /Whole board/);
  assert.ok(elements(drawZoom(made(null))).length > 0);
});
