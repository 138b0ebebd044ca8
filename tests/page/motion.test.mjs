import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { grid } from "./made.mjs";

import { fall, hurtUnits, movedUnits, slide } from "../../companion/web/static/board/motion.mjs";

test("units that stand elsewhere are told with where they stood; who falls or comes is not", () => {
  const before = [
    { id: "guard-1", at: "D3" },
    { id: "guard-2", at: "I3" },
    { id: "guard-3", at: "F4" },
    { id: "guard-4", at: null },
  ];
  const now = [
    { id: "guard-1", at: "D4" },
    { id: "guard-2", at: "I3" },
    { id: "guard-3", at: null },
    { id: "guard-4", at: "A1" },
  ];
  assert.deepEqual(movedUnits(before, now), [{ id: "guard-1", from: "D3", to: "D4" }]);
});

test("who fell is told, and who lost figures or health where it stands; on its way it slides", () => {
  const before = [
    { id: "guard-1", at: "D3", figures: 3, damage: 0 },
    { id: "guard-2", at: "I3", figures: 3, damage: 0 },
    { id: "lord-1", at: "F4", figures: 1, damage: 1 },
    { id: "guard-4", at: null, figures: 0, damage: 0 },
  ];
  const now = [
    { id: "guard-1", at: null, figures: 0, damage: 0 },
    { id: "guard-2", at: "I4", figures: 2, damage: 0 },
    { id: "lord-1", at: "F4", figures: 1, damage: 2 },
    { id: "guard-4", at: null, figures: 0, damage: 0 },
  ];
  assert.deepEqual(hurtUnits(before, now), { fallen: ["guard-1"], hit: ["lord-1"] });
  assert.deepEqual(hurtUnits(before, before), { fallen: [], hit: [] });
});

test("where many are gone at once the board shows another moment, and nobody falls", () => {
  const before = [...Array(9).keys()].map((n) => ({ id: `u-${n}`, at: "A1", figures: 3, damage: 0 }));
  assert.deepEqual(hurtUnits(before, []), { fallen: [], hit: [] });
});

test("a unit that moved begins where it stood, and where less motion is asked for it is just there", () => {
  const begun = [];
  const piece = { animate: ([{ transform }]) => begun.push(transform) };
  const drawing = { querySelector: (asked) => (asked === '[data-unit="guard-1"] .unit' ? piece : null) };
  const moves = [{ id: "guard-1", from: "C3", to: "D3" }];
  const [[x, y], [toX, toY]] = [grid().centre("C3"), grid().centre("D3")];
  globalThis.CSS = { escape: (text) => text };
  globalThis.document.documentElement.classList = { contains: () => false };
  for (const matches of [false, true]) {
    globalThis.matchMedia = () => ({ matches });
    slide(drawing, grid(), moves);
  }
  assert.deepEqual(begun, [`translate(${x - toX}px, ${y - toY}px)`]);
  assert.ok(x < toX);
});

test("who falls lies on the board until it has fallen, and who is hit trembles", async () => {
  const drawn = new Set();
  const trembling = [];
  const likeness = {
    firstElementChild: { animate: () => ({ finished: Promise.resolve() }) },
    remove: () => drawn.delete(likeness),
  };
  const drawing = {
    append: (piece) => drawn.add(piece),
    querySelector: (asked) => ({ animate: () => trembling.push(asked) }),
  };
  globalThis.matchMedia = () => ({ matches: false });
  fall(drawing, [likeness], ["guard-1"]);
  assert.deepEqual([...drawn], [likeness]);
  assert.deepEqual(trembling, ['[data-unit="guard-1"] .unit']);
  await new Promise(setImmediate);
  assert.equal(drawn.size, 0);
  fall(null, [likeness], ["guard-1"]); // before the board is drawn
});
