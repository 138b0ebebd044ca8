// Call to Arms: what may be deployed.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, keyed } from "./made.mjs";

const { panels } = await import("../../companion/web/static/parts/panels.mjs");
await import("../../companion/web/static/setup/call_to_arms.mjs");

test("a Levy token is laid for want of figures where armies are organized, and never for the reserve", () => {
  const isOffered = (mode, part) => {
    const scenario = { kinds: { guard: { name: "Guard" } }, arms: { banners: { green: "Green" } } };
    const page = { view: { game: game({ setting: { arms: { mode } } }), scenario } };
    const wait = { wait: "deploy_wait", seat: "south", part, kinds: ["guard"], hexes: ["A1"] };
    return Boolean(keyed(panels.get("deploy_wait").stage(page, wait), "levy green"));
  };
  assert.equal(isOffered("organized", "left"), true);
  assert.equal(isOffered("organized", "reserve"), false);
  assert.equal(isOffered("impromptu", "left"), false);
});
