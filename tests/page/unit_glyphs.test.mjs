// No two kinds of an edition that could meet look alike: picture, people and banner tell them apart.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import "./browser.mjs";

const { kindGlyph, peopleOf } = await import("../../companion/web/static/board/unit_glyphs.mjs");
const CONFIG = new URL("../../config/", import.meta.url);

// What the edition's files say of each kind, of its base box and of its packs: [id, the lines of its entry].
function kindsOf(edition, file) {
  const texts = readdirSync(new URL(`${edition}/`, CONFIG), { recursive: true })
    .filter((name) => name.split("/").at(-1) === file)
    .map((name) => readFileSync(new URL(`${edition}/${name}`, CONFIG), "utf8"));
  return texts.flatMap((text) =>
    text
      .split(/^\[(?=\w+\])/m)
      .slice(1)
      .map((entry) => [entry.slice(0, entry.indexOf("]")), entry]),
  );
}

const saying = (entry, field) => entry.match(new RegExp(`^${field} = "(\\w+)"`, "m"))?.[1] ?? "";
const listed = (entry, field) =>
  [...(entry.match(new RegExp(`^${field} = \\[(.*)\\]`, "m"))?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
    ([, word]) => word,
  );

// Each two kinds of *looks*, [id, what it looks like], that look alike.
function alike(looks) {
  return looks.flatMap(([id, look], n) =>
    looks.slice(n + 1).flatMap(([other, same]) => (same === look ? [[id, other]] : [])),
  );
}

test("kinds of the First Edition are told apart by picture, people and banner", () => {
  const looks = kindsOf("first", "units.toml").map(([id, entry]) => {
    const traits = ["race", "type", "banner"].map((field) => saying(entry, field));
    const kind = { traits, abilities: [], range: /bow|sling/.test(saying(entry, "weapon")) ? [1, 4] : null };
    return [id, JSON.stringify([kindGlyph(id, kind), peopleOf(traits), saying(entry, "banner")])];
  });
  assert.ok(looks.length > 20);
  assert.deepEqual(alike(looks), []);
});

test("Creatures of the First Edition look like no other", () => {
  const creature = { traits: ["creature"], abilities: [], range: null };
  const looks = kindsOf("first", "creatures.toml").map(([id]) => [
    id,
    JSON.stringify(kindGlyph(id, creature)),
  ]);
  assert.ok(looks.length >= 10);
  assert.deepEqual(alike(looks), []);
});

test("kinds of a faction of the Second Edition are told apart by their pictures", () => {
  const looks = kindsOf("second", "units.toml").map(([id, entry]) => {
    const abilities = [...entry.matchAll(/\{ name = "(\w+)"/g)].map(([, name]) => ({ name }));
    const kind = { traits: listed(entry, "traits"), abilities, range: /^range/m.test(entry) ? [1, 4] : null };
    return [id, JSON.stringify([saying(entry, "faction"), kindGlyph(id, kind)])];
  });
  assert.ok(looks.length > 12);
  assert.deepEqual(alike(looks), []);
});
