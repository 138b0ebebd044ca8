import assert from "node:assert/strict";
import { test } from "node:test";

import { pageIn } from "./browser.mjs";

const TONGUE = "../../companion/web/static/parts/language.mjs";

// The module reads its sentences once: each language has one of its own.
async function language(lang, sentences) {
  pageIn(lang, sentences);
  return await import(`${TONGUE}?${lang}`);
}

test("a sentence that has no translation stays as it stands in the code, its places filled", async () => {
  const { t } = await language("en");
  assert.equal(t`Roll ${3} dice`, "Roll 3 dice");
  assert.equal(t`Nothing to fill`, "Nothing to fill");
});

test("a translation may turn the places round", async () => {
  const { t } = await language("ro", { "{1} of {2}": "din {2}, {1}" });
  assert.equal(t`${2} of ${5}`, "din 5, 2");
});

test("a value that looks like a place is not filled in again", async () => {
  const { t } = await language("en");
  assert.equal(t`${"{2}"} and ${"b"}`, "{2} and b");
});

test("one of a thing is told from many, and 0 is many", async () => {
  const { count } = await language("en");
  assert.equal(count(1, "card"), "1 card");
  assert.equal(count(0, "card"), "0 cards");
  assert.equal(count(2, "die", "dice"), "2 dice");
});

test("Romanian has three forms: 1, 2 to 19, and 20 and more with de", async () => {
  const forms = { one: "{1} zar", few: "{1} zaruri", other: "{1} de zaruri" };
  const { count } = await language("ro-RO", { "{1} die": forms });
  assert.deepEqual(
    [1, 2, 19, 20, 101].map((number) => count(number, "die", "dice")),
    ["1 zar", "2 zaruri", "19 zaruri", "20 de zaruri", "101 zaruri"],
  );
});

test("a language whose file lacks a thing counts it in English", async () => {
  const { count } = await language("ro-MD");
  assert.equal(count(1, "hex", "hexes"), "1 hex");
  assert.equal(count(5, "hex", "hexes"), "5 hexes");
});

test("a whole sentence takes the form that its number asks for, and its other values", async () => {
  const turns = { one: "{2}: o tură", few: "{2}: {1} ture", other: "{2}: {1} de ture" };
  const { counted } = await language("ro-XX", { "{2} had {1} turn": turns });
  assert.equal(counted(1, "{2} had {1} turn", "{2} had {1} turns", "Ana"), "Ana: o tură");
  assert.equal(counted(20, "{2} had {1} turn", "{2} had {1} turns", "Ana"), "Ana: 20 de ture");
});
