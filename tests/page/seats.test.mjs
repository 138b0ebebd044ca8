// Who sits at which edge of the board: allies at their camp's.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import "./browser.mjs";
import { grid } from "./made.mjs";

const STATIC = join(import.meta.dirname, "../../companion/web/static");
const { isOwnRow } = await import("../../companion/web/static/board/halves.mjs");
const { mayAnswer, sideClass, sitsNorth } = await import("../../companion/web/static/parts/seats.mjs");

test("the board is turned for north and for north's ally, for nobody else", () => {
  const turned = ["both", "watch", "south", "south_ally", "north", "north_ally"].filter((role) =>
    sitsNorth({ role }),
  );
  assert.deepEqual(turned, ["north", "north_ally"]);
});

test("an ally's rows are his camp's", () => {
  for (const hex of ["A1", "E5", "D9"]) {
    assert.equal(isOwnRow(grid(), "south_ally", hex), isOwnRow(grid(), "south", hex));
    assert.equal(isOwnRow(grid(), "north_ally", hex), isOwnRow(grid(), "north", hex));
  }
  assert.equal(isOwnRow(grid(), "south_ally", "A1"), true);
});

test("a seat is drawn as its camp, and only an ally's as an ally's", () => {
  const drawn = ["south", "south_ally", "north", "north_ally"].map(sideClass);
  assert.deepEqual(drawn, ["south", "south ally", "north", "north ally"]);
});

test("a device answers for its own seat and place, who plays both sides for each, and an onlooker for none", () => {
  const roles = ["both", "watch", "south", "north"];
  const answering = (seat, place, places = []) =>
    roles.filter((role) => mayAnswer({ game: { wait: { seat } }, ask: { places } }, role, place));
  assert.deepEqual(answering("south", ""), ["both", "south"]);
  assert.deepEqual(answering("south", "left", ["left"]), ["both", "south"]);
  assert.deepEqual(answering("south", "left", ["right"]), ["both"]);
  assert.deepEqual(answering(null, ""), ["both", "south", "north"]);
});

test("no page asks for one seat of a camp where it means the edge", () => {
  const modules = readdirSync(STATIC, { recursive: true }).filter((name) => name.endsWith(".mjs"));
  const asking = modules.filter((name) =>
    /\brole === "(north|south)"/.test(readFileSync(join(STATIC, name), "utf8")),
  );
  assert.deepEqual(asking, []);
});
