// What shows the ground of a hex: told apart by its shape, also in the size of a sign.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "./browser.mjs";

const { glyphOfTile, tileGlyph } = await import("../../companion/web/static/board/terrain.mjs");

const read = (name) => readFileSync(new URL(`../../config/first/${name}.toml`, import.meta.url), "utf8");
const unknown = tileGlyph("nothing of the sort");

test("each Landmark of the First Edition has a picture of its own", () => {
  const named = [...read("landmarks").matchAll(/^\[(\w+)\]$(?:\n(?!\[).*)*?\nground = "landmark"$/gm)];
  const shapes = named.map(([, site]) =>
    JSON.stringify(glyphOfTile({ kind: "landmark", token: null, site })),
  );
  assert.equal(shapes.length, 4);
  assert.equal(new Set([...shapes, JSON.stringify(tileGlyph("landmark"))]).size, 5);
});

test("a Landmark of one's own looks like Landmarks, and a ford like a ford wherever it lies", () => {
  const tile = { kind: "landmark", token: null, site: "wishing_well" };
  assert.equal(glyphOfTile(tile), tileGlyph("landmark"));
  assert.equal(glyphOfTile({ kind: "river", token: "ford", site: null }), tileGlyph("ford"));
});

test("every terrain of the First Edition has a picture", () => {
  for (const [, kind] of read("terrain").matchAll(/^\[(\w+)\]$/gm))
    assert.notEqual(tileGlyph(kind), unknown, kind);
});
