// Every module that shows a question of its own is a part of the page.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const STATIC = join(import.meta.dirname, "../../companion/web/static");
const read = (/** @type {string} */ file) => readFileSync(file, "utf8");

/** @param {string} file @param {Set<string>} found */
function imported(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of read(file).matchAll(/^(?:import|export)[^;]*?"(\.[^"]+\.mjs)";/gm))
    imported(join(dirname(file), path), found);
  return found;
}

test("a module that shows a question is imported by the table's page, if only for that", () => {
  const modules = readdirSync(STATIC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".mjs") && !file.startsWith("vendor"))
    .map((file) => join(STATIC, file));
  const showing = modules.filter((file) => /^panels\.set\(/m.test(read(file)));
  const page = imported(join(STATIC, "app.mjs"));
  assert.ok(showing.length > 4);
  assert.deepEqual(
    showing.filter((file) => !page.has(file)),
    [],
  );
});
