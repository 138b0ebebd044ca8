// What lies face down is read on its own player's device, and not on a tablet that lies on the table.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game } from "./made.mjs";

await import("../../companion/web/static/setup/armies.mjs");
await import("../../companion/web/static/setup/council.mjs");
await import("../../companion/web/static/setup/call_to_arms.mjs");
const { panels } = await import("../../companion/web/static/parts/panels.mjs");

// All words of what is drawn, one after the other.
const words = (drawn) =>
  Array.isArray(drawn)
    ? drawn.map(words).join(" ")
    : drawn?.props
      ? words(drawn.props.children)
      : typeof drawn === "string"
        ? drawn
        : "";

const army = { units: { guard: 3 }, tent: false, decoys: 1, lore: 0 };
const council = { commander: 3, masters: {}, creatures: {} };
const guards = { left: "a_1", center: "a_2", right: "a_3", scout: "a_5", reserve: "a_4" };
const arms = {
  sets: { a: "Set A" },
  cards: { a: { a_1: "A 1", a_2: "A 2", a_3: "A 3", a_4: "A 4", a_5: "A 5" } },
  lineup: "Guards, Scout Guard and Reserve",
  parts: { left: "Left", center: "Center", right: "Right", scout: "Scout Guard", reserve: "Reserve" },
};
const pageOf = (role) => ({
  role,
  view: {
    game: game({
      setting: { armies: { south: army }, councils: { south: council }, arms: { cards: { south: guards } } },
    }),
    scenario: {
      arms,
      kinds: { guard: { name: "Guard" } },
      council: { masters: {}, creatures: {} },
      muster: null,
    },
  },
});

// What a device of *role* is told while *asked* is waited for, of which south has done its part.
function shown(asked, role) {
  const wait = { wait: asked, seat: null, missing: ["north"] };
  return words(panels.get(asked).stage(pageOf(role), wait));
}

test("an army that lies face down is listed to its own player alone", () => {
  assert.match(shown("muster_wait", "south"), /3 × Guard/);
  assert.doesNotMatch(shown("muster_wait", "both"), /Guard/);
  assert.match(shown("muster_wait", "both"), /face down/);
});

test("so is a council", () => {
  assert.match(shown("council_wait", "south"), /Commander 3/);
  assert.doesNotMatch(shown("council_wait", "both"), /Commander/);
});

test("and so are Guards and Reserve", () => {
  assert.match(shown("lineup_wait", "south"), /Scout Guard: A 5, Reserve: A 4/);
  assert.doesNotMatch(shown("lineup_wait", "both"), /A [45]/);
  assert.match(shown("lineup_wait", "both"), /Guards, Scout Guard and Reserve lie face down/);
});
