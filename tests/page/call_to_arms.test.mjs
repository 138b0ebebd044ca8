// Call to Arms: what may be deployed.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, keyed } from "./made.mjs";

const { choosable, choose, chosen } = await import("../../companion/web/static/board/deploying.mjs");
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

test("a Levy token that was chosen stays so from part to part, and not for the reserve nor at Levy's own wait", () => {
  const page = { view: { scenario: { kinds: { guard: {}, archer: {} } } }, set() {} };
  const after = (wait) => {
    choose(page, "levy green");
    choosable(page, { kinds: ["guard"], ...wait });
    return chosen();
  };
  assert.equal(after({ wait: "deploy_wait", part: "left" }), "levy green");
  assert.equal(after({ wait: "deploy_wait", part: "reserve" }), "guard");
  assert.equal(after({ wait: "levy_wait" }), "guard");
});
