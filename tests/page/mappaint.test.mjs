import assert from "node:assert/strict";
import { test } from "node:test";

import { BANNER, CLEAR, DEPLOYMENT, painted } from "../../companion/web/static/cards/mappaint.mjs";

const KINDS = {
  hill: { on: [] },
  river: { on: [] },
  ford: { on: ["river"] },
  bridge: { on: ["river", "lake"] },
};
const paint = (card, hex, brush) => painted(card, hex, brush, KINDS);

test("terrain lies where it is painted, once more takes it away", () => {
  const card = { terrain: { A1: { kind: "river" } } };
  assert.deepEqual(paint(card, "B2", "hill").terrain, { A1: { kind: "river" }, B2: { kind: "hill" } });
  assert.deepEqual(paint(card, "A1", "river").terrain, {});
  assert.deepEqual(paint(card, "A1", "hill").terrain, { A1: { kind: "hill" } });
});

test("a token is laid on what it can lie on, and on nothing else", () => {
  const card = { terrain: { A1: { kind: "river" }, B2: { kind: "hill" } } };
  assert.deepEqual(paint(card, "A1", "ford").terrain.A1, { kind: "river", token: "ford" });
  assert.deepEqual(paint(card, "B2", "ford"), {});
  assert.deepEqual(paint(card, "C3", "bridge"), {});
});

test("a token gives way to another, and is taken away by its own brush", () => {
  const card = { terrain: { A1: { kind: "river", token: "ford" } } };
  assert.equal(paint(card, "A1", "bridge").terrain.A1.token, "bridge");
  assert.equal(paint(card, "A1", "ford").terrain.A1.token, null);
});

test("deployment hexes and banners are on or off, each for itself", () => {
  assert.deepEqual(paint({ deployment: ["A1"] }, "B2", DEPLOYMENT), { deployment: ["A1", "B2"] });
  assert.deepEqual(paint({ deployment: ["A1", "B2"] }, "A1", DEPLOYMENT), { deployment: ["B2"] });
  assert.deepEqual(paint({}, "A1", BANNER), { banners: { A1: 2 } });
  assert.deepEqual(paint({ banners: { A1: 2 } }, "A1", BANNER), { banners: {} });
});

test("nothing takes away all that lies on a hex", () => {
  const card = { terrain: { A1: { kind: "hill" } }, banners: { A1: 2 }, deployment: ["A1", "B2"] };
  assert.deepEqual(paint(card, "A1", CLEAR), { terrain: {}, banners: {}, deployment: ["B2"] });
});
