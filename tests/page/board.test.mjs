// The board by keyboard, in words, and its two halves.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { grid, unit } from "./made.mjs";

const { askedBy, litHexes, reachedBy } = await import("../../companion/web/static/board/boardkeys.mjs");
const { drawArrow } = await import("../../companion/web/static/board/arrow.mjs");
const { Board } = await import("../../companion/web/static/board/board.mjs");
const { spoken } = await import("../../companion/web/static/board/boardwords.mjs");
const { isOwnRow, turned } = await import("../../companion/web/static/board/halves.mjs");
const { unlit } = await import("../../companion/web/static/board/light.mjs");

test("an arrow leads to the neighbour on that side, and nowhere beyond the edge", () => {
  assert.equal(reachedBy("ArrowRight", "C3", grid(), []), "D3");
  assert.equal(reachedBy("ArrowLeft", "A3", grid(), []), null);
  assert.equal(reachedBy("ArrowDown", "C1", grid(), []), null);
});

test("an arrow goes the way that it shows, also where the board is turned", () => {
  assert.equal(reachedBy("ArrowRight", "C3", grid({ turned: true }), []), "B3");
});

test("up and down again lead back to where one was", () => {
  for (const hex of ["C3", "F5", "L8"]) {
    const up = reachedBy("ArrowUp", hex, grid(), []);
    assert.equal(reachedBy("ArrowDown", up, grid(), []), hex);
  }
});

test("Page Down goes through the lit hexes and begins again after the last", () => {
  const bright = ["B2", "C3", "E5"];
  assert.equal(reachedBy("PageDown", "C3", grid(), bright), "E5");
  assert.equal(reachedBy("PageDown", "E5", grid(), bright), "B2");
  assert.equal(reachedBy("PageUp", "B2", grid(), bright), "E5");
});

test("from a dark hex Page Down leads to the first lit one and Page Up to the last", () => {
  assert.equal(reachedBy("PageDown", "A1", grid(), ["B2", "C3"]), "B2");
  assert.equal(reachedBy("PageUp", "A1", grid(), ["B2", "C3", "E5"]), "E5");
  assert.equal(reachedBy("PageDown", "A1", grid(), []), null);
});

test("another key leads nowhere", () => {
  assert.equal(reachedBy("a", "C3", grid(), ["B2"]), null);
});

test("a letter asks about the hex, small or large, once, and never with Ctrl, Alt or Meta", () => {
  const asked = { n: "near", r: "reach", h: "hand", w: "waiting", N: "near", x: null, ArrowUp: null };
  for (const [key, what] of Object.entries(asked)) assert.equal(askedBy({ key }), what);
  for (const held of ["ctrlKey", "altKey", "metaKey", "repeat"])
    assert.equal(askedBy({ key: "n", [held]: true }), null);
});

test("what is asked at a hex is told with that hex, and elsewhere the arrows go on", () => {
  const told = [];
  const board = new Board();
  board.props = { grid: grid(), asks: (...asked) => told.push(asked) };
  const here = { dataset: { hex: "C3" } };
  board.moveCursor({ key: "r", target: here }, []);
  board.moveCursor({ key: "r", target: { dataset: {} } }, []);
  board.props = { grid: grid(), asks: null }; // in the past
  board.moveCursor({ key: "r", target: here }, []);
  assert.deepEqual(told, [["reach", "C3"]]);
});

test("an arrow takes the focus along, and the place that Tab leads back to, and scrolls nothing", () => {
  const done = [];
  const board = new Board();
  board.props = { grid: grid() };
  board.setState = (part) => done.push(part);
  const currentTarget = { querySelector: (asked) => ({ focus: () => done.push(asked) }) };
  const preventDefault = () => done.push("no scrolling");
  const target = { dataset: { hex: "C3" } };
  board.moveCursor({ key: "ArrowRight", target, currentTarget, preventDefault }, []);
  assert.deepEqual(done, ["no scrolling", { cursor: "D3" }, '[data-hex="D3"]']);
});

test("Enter and the space bar tap a hex, and the space bar scrolls nothing", () => {
  const done = [];
  const board = new Board();
  board.setState = () => {};
  const { onKeyDown } = board.touchable("C3", true, (hex) => done.push(hex));
  for (const key of ["Enter", " ", "n"]) {
    onKeyDown({ key, preventDefault: () => done.push("no scrolling") });
    done.push(key);
  }
  assert.deepEqual(done, ["no scrolling", "C3", "Enter", "no scrolling", "C3", " ", "n"]);
});

test("the arrow of an attack begins at the attacker and points at the target", () => {
  const pointed = (at) => {
    const units = [unit("guard-1", "C3"), unit("reaver-1", at, { seat: "north" })];
    return drawArrow(grid(), { fight: { attacker: "guard-1", target: "reaver-1" }, units }).props;
  };
  const [x, y] = grid()
    .centre("C3")
    .map((side) => side.toFixed(1));
  const turns = ["D3", "B3"].map((at) => pointed(at).transform);
  assert.deepEqual(turns, [`translate(${x} ${y}) rotate(0.0)`, `translate(${x} ${y}) rotate(180.0)`]);
  assert.match(pointed("C4").transform, /rotate\(-60\.0\)|rotate\(-120\.0\)/); // up the board
});

test("of an arrow between neighbours a shaft is seen behind its point, of one between others no less", () => {
  for (const at of ["D3", "C4", "F3"]) {
    const units = [unit("guard-1", "C3"), unit("reaver-1", at, { seat: "north" })];
    const { d } = drawArrow(grid(), { fight: { attacker: "guard-1", target: "reaver-1" }, units }).props;
    const [, start, neck, end] = d.match(/^M([\d.]+)-8H([\d.]+)V-17L([\d.]+) 0 /).map(Number);
    assert.ok(neck - start >= 24 && start >= 10 && Math.round(end - neck) === 34, `${at}: ${d}`);
  }
});

test("a hex is lit for what can be done there, or with who stands there", () => {
  const standing = new Map([
    ["C3", unit("guard-1", "C3")],
    ["D4", unit("reaver-1", "D4")],
    ["E5", unit("archer-1", "E5")],
  ]);
  const lit = {
    ...unlit(),
    moves: new Set(["B2"]),
    targets: new Set(["reaver-1"]),
    ready: new Set(["guard-1"]),
  };
  assert.deepEqual(litHexes(["B2", "C3", "D4", "E5", "F6"], standing, lit), ["B2", "C3", "D4"]);
});

test("a hex is told with who stands there, how, and what can be done", () => {
  const guard = unit("guard-1", "C3", { ordered: true, figures: 2, markers: ["poison"] });
  const lit = { ...unlit(), selected: "guard-1", ready: new Set(["guard-1"]) };
  assert.equal(
    spoken("C3", { unit: guard, tile: { name: "Hill" } }, lit),
    "C3, GUARD-1, 2 figures, chosen, ordered, carries poison, Hill, can act",
  );
});

test("a legend is told by its health", () => {
  const legend = unit("siege-1", "C3", { damage_tokens: true, health: 5, damage: 2 });
  assert.equal(spoken("C3", { unit: legend }, unlit()), "C3, SIEGE-1, 3 health left");
});

test("a unit of the First Edition is told with the colour of its banner", () => {
  const horse = unit("horse-1", "C3", { card: { traits: ["human", "mounted", "red"] } });
  assert.equal(spoken("C3", { unit: horse }, unlit()), "C3, HORSE-1, red banner, 3 figures");
});

test("an empty hex is told by its name, its banner and whether it can be entered", () => {
  const lit = { ...unlit(), moves: new Set(["D4"]), marks: new Map([["D4", "doubt"]]) };
  assert.equal(spoken("A1", {}, unlit()), "A1");
  assert.equal(spoken("D4", { points: 2 }, lit), "D4, a banner worth 2 points, can be entered, in doubt");
});

test("a map is told as from the south: turned by half a circle, twice is as before", () => {
  assert.equal(turned(grid(), "A1"), "M9");
  assert.equal(turned(grid(), "A2"), "L8");
  for (const hex of grid().spots.keys()) assert.equal(turned(grid(), turned(grid(), hex)), hex);
});

test("four rows are each player's own, the middle one is nobody's", () => {
  const own = (seat) => ["A1", "A4", "A5", "A6", "A9"].filter((hex) => isOwnRow(grid(), seat, hex));
  assert.deepEqual(own("south"), ["A1", "A4"]);
  assert.deepEqual(own("north"), ["A6", "A9"]);
});
