// What lies in the page of other people's: unchanged, of the version that the lock names, with its licence.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const ROOT = new URL("../../", import.meta.url);
const read = (path) => readFile(new URL(path, ROOT), "utf8");

test("the library that draws the page is the one that the lock names, byte for byte", async () => {
  for (const [copy, original] of [
    ["preact.mjs", "dist/preact.mjs"],
    ["LICENSE", "LICENSE"],
  ])
    assert.equal(
      await read(`companion/web/static/vendor/${copy}`),
      await read(`node_modules/preact/${original}`),
    );
});

test("its version is told beside it", async () => {
  const { version } = JSON.parse(await read("package-lock.json")).packages["node_modules/preact"];
  assert.ok((await read("companion/web/static/vendor/README.md")).includes(`| ${version} | MIT (`));
});
