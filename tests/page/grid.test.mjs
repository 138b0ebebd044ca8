// Where hexes lie on the drawing, and which are neighbours.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DIRECTIONS, Grid, RADIUS, WIDTH } from "../../companion/web/static/board/grid.mjs";

const ROWS = [13, 12, 13, 12, 13, 12, 13, 12, 13];
const grid = (part = {}) => new Grid(ROWS, [4, 9], { turned: false, onSide: false, ...part });

test("a board of nine rows has 113 hexes, named by letters from the west and numbers from the south", () => {
  const { spots } = grid();
  assert.equal(spots.size, 113);
  assert.deepEqual(spots.get("A1"), [0, 0]);
  assert.deepEqual(spots.get("A2"), [1, 1]); // a shorter row is shifted by half a hex
  assert.deepEqual(spots.get("M9"), [24, 8]);
  assert.equal(spots.has("M2"), false);
});

test("each of the six ways leads to a neighbour, and the opposite way leads back", () => {
  const opposite = { east: "west", north_east: "south_west", north_west: "south_east" };
  for (const [way, back] of Object.entries(opposite)) {
    const next = grid().step("E5", way);
    assert.equal(grid().step(next, back), "E5");
  }
  assert.deepEqual(
    ["east", "north_east", "north_west", "west", "south_west", "south_east"].map((way) =>
      grid().step("E5", way),
    ),
    ["F5", "E6", "D6", "D5", "D4", "E4"],
  );
});

test("beyond the board's edge there is no hex", () => {
  assert.equal(grid().step("A1", "west"), null);
  assert.equal(grid().step("A1", "south_east"), null);
  assert.equal(grid().step("A1", "north_west"), null);
  assert.equal(grid().step("M9", "north_east"), null);
});

test("neighbours lie one width apart, whichever way the board is shown", () => {
  for (const shown of [
    grid(),
    grid({ turned: true }),
    grid({ onSide: true }),
    grid({ turned: true, onSide: true }),
  ]) {
    for (const way of ["east", "north_east", "south_east"]) {
      const [[x1, y1], [x2, y2]] = [shown.centre("E5"), shown.centre(shown.step("E5", way))];
      assert.ok(Math.abs(Math.hypot(x1 - x2, y1 - y2) - WIDTH) < 1e-9, way);
    }
  }
});

test("row 1 is nearest to whoever sits at it", () => {
  const [, south] = grid().centre("A1");
  assert.ok(south > grid().centre("A9")[1]);
  assert.ok(grid({ turned: true }).centre("A1")[1] < grid({ turned: true }).centre("A9")[1]);
  const onSide = grid({ onSide: true });
  assert.ok(onSide.centre("A1")[0] < onSide.centre("A9")[0]);
});

test("a board turned round is the same drawing turned by half a circle", () => {
  const [plain, turned] = [grid(), grid({ turned: true })];
  for (const hex of ["A1", "C4", "M9"]) {
    const [x, y] = plain.centre(hex);
    const [over, under] = turned.centre(hex);
    assert.ok(Math.abs(x + over - plain.width) < 1e-9 && Math.abs(y + under - plain.height) < 1e-9);
  }
});

test("a board on its side is as wide as it was high", () => {
  const [plain, onSide] = [grid(), grid({ onSide: true })];
  assert.ok(onSide.width < plain.width);
  assert.ok(onSide.height > plain.height);
});

test("every hex lies within the drawing with all of its corners", () => {
  for (const shown of [grid(), grid({ onSide: true })]) {
    for (const hex of shown.spots.keys()) {
      const [x, y] = shown.centre(hex);
      assert.ok(
        x > RADIUS - 9 && x < shown.width - RADIUS + 9 && y > RADIUS - 9 && y < shown.height - RADIUS + 9,
        hex,
      );
    }
  }
});

test("a hex has six corners at the radius that is asked for, one of them upwards", () => {
  const corners = grid()
    .corners(50)
    .split(" ")
    .map((pair) => pair.split(",").map(Number));
  assert.equal(corners.length, 6);
  assert.deepEqual(corners[0].map(Math.abs), [0, 50]);
  for (const [x, y] of corners) assert.ok(Math.abs(Math.hypot(x, y) - 50) < 0.1);
});

test("a line between sections stands right of so many hexes of the longest row", () => {
  const lines = grid().lines();
  assert.deepEqual(
    lines.map(([[top]]) => top),
    [grid().centre("E1")[0], grid().centre("J1")[0]],
  );
  for (const [[top], [bottom]] of lines) assert.equal(top, bottom);
});

test("letters stand at both ends of the columns and numbers at both ends of the rows", () => {
  const texts = grid()
    .labels()
    .map(({ text }) => String(text));
  assert.equal(texts.filter((text) => text === "7").length, 2);
  assert.equal(texts.filter((text) => text === "M").length, 2);
  assert.equal(texts.length, 2 * 9 + 2 * 13);
});

test("a section has its hexes, those on its lines as well, left and right as they are seen", () => {
  for (const turned of [false, true]) {
    const seen = ["left", "center", "right"].map((section) => {
      const [west, , width] = grid({ turned, section }).box;
      return ["A5", "E5", "F5", "J5", "M5"].filter((hex) => {
        const [x] = grid({ turned }).centre(hex);
        return x - WIDTH / 2 >= west && x + WIDTH / 2 <= west + width;
      });
    });
    const parts = [
      ["A5", "E5"],
      ["E5", "F5", "J5"],
      ["J5", "M5"],
    ];
    assert.deepEqual(seen, turned ? parts.reverse() : parts);
  }
});

test("the next hex lies as far off on the drawing whichever way it is, and to the left where the board is turned", () => {
  for (const shown of [{}, { turned: true }, { onSide: true }])
    for (const way of DIRECTIONS)
      assert.ok(Math.abs(Math.hypot(...grid(shown).lean(way)) - WIDTH) < 0.01, way);
  const across = [{}, { turned: true }].map((shown) => grid(shown).lean("east")[0]);
  assert.deepEqual(across, [WIDTH, -WIDTH]);
});
