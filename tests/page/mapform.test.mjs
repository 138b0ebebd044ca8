// The map of a scenario card of one's own.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { ROWS, elements } from "./made.mjs";

const { drawMap } = await import("../../companion/web/static/cards/mapform.mjs");

test("a hex is painted by a tap, by Enter and by the space bar, which scrolls nothing", () => {
  const done = [];
  const drawn = drawMap({}, (part) => done.push(part), { rows: ROWS, terrain: {} });
  const { onClick, onKeyDown } = elements(drawn).find(({ props }) => props["data-map"] === "A1").props;
  onClick();
  for (const key of ["Enter", " ", "n"]) onKeyDown({ key, preventDefault: () => done.push(key) });
  const painted = { deployment: ["A1"] };
  assert.deepEqual(done, [painted, "Enter", painted, " ", painted]);
});

test("no hex of the map lies over its neighbour's edge", () => {
  const drawn = elements(drawMap({}, () => {}, { rows: ROWS, terrain: {} }));
  const spots = drawn.filter(({ props }) => props["data-map"]);
  const middle = ({ props }) => Number(props.transform.match(/\((\S+)/)[1]);
  const edges = elements(spots[0]).find(({ props }) => props.class === "map-hex").props.points;
  const right = Math.max(...edges.split(" ").map((point) => Number(point.split(",")[0])));
  assert.ok(2 * right < middle(spots[1]) - middle(spots[0]));
});
