// Figures in the place of cards.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, grid, unit } from "./made.mjs";

const { joining } = await import("../../companion/web/static/board/hexsheet.mjs");
const { isOwnRow, turned } = await import("../../companion/web/static/board/halves.mjs");
const { sitsNorth } = await import("../../companion/web/static/parts/seats.mjs");
const { drawPlacing, drawStarts, placesFor, placesPiece } =
  await import("../../companion/web/static/game/placing.mjs");

const CARD = { id: "flank", deployment: ["B2", "C3"] };

function pageOf(units, { role = "south", cards = { south: "flank", north: "flank" }, ...part } = {}) {
  const scores = Object.fromEntries(["south", "north"].map((seat) => [seat, { name: seat, faction: seat }]));
  const setting = { armies: { south: {}, north: {} }, cards };
  const wait = { wait: "set_up_wait" };
  const scenario = { scenario_cards: [CARD], muster: { cards: 2 }, ...part };
  const acts = [];
  const view = { game: game({ units, wait, setting, scores }), scenario };
  return { view, role, grid: grid(), acts, act: (command) => acts.push(command) };
}

test("a piece may stand on the hexes of its player's card that are free, turned for who sits opposite", () => {
  const waiting = unit("guard-1", null);
  assert.deepEqual(placesFor(pageOf([waiting])), ["B2", "C3"]);
  assert.deepEqual(placesFor(pageOf([waiting, unit("guard-2", "B2")])), ["C3"]);
  const north = unit("reaver-1", null, { seat: "north" });
  const own = ["B2", "C3"].map((hex) => turned(grid(), hex));
  assert.deepEqual(placesFor(pageOf([north], { role: "north" })), own);
});

test("an ally sits at the edge of his camp: its rows are his, and the board is turned as for its other player", () => {
  const own = (hex) =>
    ["south", "south_ally", "north", "north_ally"].map((seat) => isOwnRow(grid(), seat, hex));
  assert.deepEqual(own("B1"), [true, true, false, false]);
  assert.deepEqual(own("B9"), [false, false, true, true]);
  const turnedFor = ["north", "north_ally", "south", "south_ally", "both", "watch"].filter((role) =>
    sitsNorth({ role }),
  );
  assert.deepEqual(turnedFor, ["north", "north_ally"]);
});

test("no place is told for a card that is not known whole, nor once nothing waits", () => {
  const waiting = unit("guard-1", null);
  assert.deepEqual(placesFor(pageOf([waiting], { cards: {} })), []);
  assert.deepEqual(placesFor(pageOf([waiting], { muster: { cards: 3 } })), []);
  assert.deepEqual(placesFor(pageOf([unit("guard-1", "B2")])), []);
});

test("a device places what is its side's, one for the table both sides'", () => {
  const north = unit("reaver-1", null, { seat: "north" });
  const own = pageOf([north]);
  assert.equal(placesPiece(own, "B2", null), false);
  const both = pageOf([north], { role: "both" });
  assert.equal(placesPiece(both, "B2", unit("guard-1", "B2")), false);
  assert.notEqual(placesPiece(both, "C8", null), false);
  assert.equal(both.acts.length, 1);
  assert.equal(own.acts.length, 0);
});

test("whom both sides field joins either, with the numbers of its own; whom one fields that one", () => {
  const page = pageOf([unit("guard-1", "B2"), unit("foot-11", "B8", { seat: "north" })], {
    sides: { south: "daqan", north: "uthuk" },
    kinds: {
      guard: { id: "guard", name: "Guards", faction: "daqan" },
      foot: { id: "foot", name: "Foot", faction: null },
      viper: { id: "viper", name: "Vipers", faction: "latari" },
    },
  });
  const found = joining(page.view).map(({ id, seat }) => [id, seat]);
  assert.deepEqual(found, [
    ["guard-2", "south"],
    ["foot-1", "south"],
    ["foot-12", "north"],
  ]);
});

test("who begins a free battle is asked only where the table says it", () => {
  const nobody = pageOf([], { open: true, says_first: false });
  nobody.view.game.setting = null;
  assert.equal(drawPlacing(nobody), null);
});

test("the game can be started where every piece has a place, or where the table places none", () => {
  const canStart = (units, part) => Boolean(drawStarts(pageOf(units, part), { units: 0, banners: 0 }));
  const waiting = unit("guard-1", null);
  assert.equal(canStart([waiting]), false);
  assert.equal(canStart([unit("guard-1", "B2")]), true);
  assert.equal(canStart([waiting], { says_first: true }), true);
});
