import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, grid, keyed, unit } from "./made.mjs";

const { VERBS, fresh, isComplete, offered, takenIn, tapVerb, verbText, waysOf } =
  await import("../../companion/web/static/game/verbs.mjs");
const { drawCompass } = await import("../../companion/web/static/board/compass.mjs");

const SAID = {
  verbs: VERBS,
  faces: ["strike", "lore", "heroic"],
  traits: { infantry: "infantry", cavalry: "cavalry", archer: "archer" },
};
const quiet = { ...game({ units: [unit("guard-1", "C3")] }), ...SAID };
const fought = { ...quiet, fight: { attacker: "guard-1" } };

test("a command card changes no fight, a lore card does", () => {
  assert.equal(offered(quiet, {}).includes("fix_dice"), false);
  assert.equal(offered(quiet, { lore: true }).includes("fix_dice"), true);
});

test("in a fight its verbs come first", () => {
  assert.equal(offered(quiet, { lore: true })[0], "grant_orders");
  assert.deepEqual(offered(fought, { lore: true }).slice(0, 2), ["fix_dice", "fuel_damage"]);
  assert.equal(offered(fought, { lore: true }).length, offered(quiet, { lore: true }).length);
});

test("a game without lore cards offers none of their verbs", () => {
  const without = offered({ ...quiet, has_lore_cards: false }, { lore: true });
  assert.deepEqual(
    ["draw_lore", "bar_lore", "trample"].filter((verb) => without.includes(verb)),
    [],
  );
});

test("a game offers the verbs of its edition", () => {
  const { grant_orders, last_stand, trample } = VERBS;
  const other = { ...quiet, verbs: { grant_orders, trample, last_stand } };
  assert.deepEqual(offered(other, { lore: true }), ["grant_orders", "trample", "last_stand"]);
});

test("what is written on a card names no unit of a game", () => {
  const onCard = offered(quiet, { lore: true, isCard: true });
  assert.ok(onCard.length > 8);
  assert.ok(onCard.every((verb) => !("unit" in VERBS[verb].fields)));
});

test("a verb that lacks its unit or its hex is not complete", () => {
  assert.equal(isComplete(fresh("heal")), false);
  assert.equal(isComplete({ ...fresh("heal"), unit: "guard-1" }), true);
  assert.equal(isComplete({ ...fresh("place_at"), unit: "guard-1" }), false);
});

test("a field that may be left open does not hold a verb up", () => {
  assert.equal(isComplete(fresh("grant_orders")), true);
  assert.equal(isComplete({ ...fresh("ignore_damage"), count: null }), true);
  assert.equal(isComplete({ ...fresh("trample"), trait: "cavalry" }), true);
});

test("blows are turned by at least one face", () => {
  assert.equal(isComplete(fresh("turn_blows")), false);
  assert.equal(isComplete({ ...fresh("turn_blows"), faces: ["strike"] }), true);
});

test("a tap on a unit says which unit, a tap on an empty hex says where", () => {
  const verb = fresh("place_at");
  assert.equal(tapVerb(verb, "C3", quiet.units[0], quiet).unit, "guard-1");
  assert.equal(tapVerb(verb, "D4", null, quiet).at, "D4");
  assert.deepEqual(verb, fresh("place_at")); // the old one is as it was
});

test("a tap that a verb has no use for is not taken", () => {
  assert.equal(tapVerb(null, "C3", null, quiet), null);
  assert.equal(tapVerb(fresh("heal"), "D4", null, quiet), null);
  assert.equal(tapVerb(fresh("gain_lore"), "C3", quiet.units[0], quiet), null);
});

test("every verb that is offered has a sentence with nothing undefined in it", () => {
  for (const verb of Object.keys(VERBS)) {
    const said = {
      ...fresh(verb),
      ...("unit" in VERBS[verb].fields && { unit: "guard-1" }),
      way: "east",
      at: "D4",
      trait: "cavalry",
      face: "strike",
      faces: ["strike"],
      marker: "poison",
    };
    const text = verbText(said, quiet);
    assert.ok(text.length > 3 && !/undefined|null|NaN/.test(text), `${verb}: ${text}`);
  }
});

test("dice that are taken away are told as fewer, not as minus", () => {
  assert.equal(verbText({ verb: "add_dice", count: 2 }, quiet), "2 more dice this turn");
  assert.equal(verbText({ verb: "add_dice", count: -1 }, quiet), "1 die fewer this turn");
});

test("units that move through others hurt them by a marker, or by faces, or not at all", () => {
  const trample = (part) => verbText({ ...fresh("trample"), trait: "cavalry", ...part }, quiet);
  assert.equal(trample({}), "Cavalry units may move through units");
  assert.match(trample({ marker: "poison" }), /; those passed get poison$/);
  assert.match(trample({ faces: ["strike", "lore"] }), /; Strike or Lore hurts those passed$/);
});

test("a deck's own verbs are told by what is said of them, also under a name that the table's have", () => {
  const verbs = {
    grant_orders: {
      name: "Order units",
      fields: {
        count: { kind: "number", value: 1, least: 0, words: ["command", "all"] },
        section: { kind: "section", may_be_open: true },
        traits: { kind: "traits", value: [] },
        connected: { kind: "flag", label: "all in one group", value: false },
        fallback: { kind: "number", label: "units of any sort where there is none", value: 0, least: 0 },
      },
    },
  };
  const own = { ...quiet, verbs, isOwn: true, traits: { foot: "foot" } };
  const said = { ...fresh("grant_orders", verbs), count: "command" };
  assert.equal(isComplete(said, verbs), true);
  assert.equal(verbText(said, own), "Order units: Equal to Command");
  const more = { ...said, traits: ["foot"], connected: true, fallback: 1 };
  assert.equal(
    verbText(more, own),
    "Order units: Equal to Command, foot, all in one group and units of any sort where there is none: 1",
  );
});

test("a verb that has no form is told by its tag", () => {
  assert.equal(verbText({ verb: "roll_for_orders", dice: 4 }, quiet), "Roll for orders");
});

test("a verb that has no sentence of its own is told by its name and what was said", () => {
  VERBS.shove = {
    name: "Shove",
    fields: {
      unit: { kind: "unit" },
      way: { kind: "way" },
      count: { kind: "number", value: 2, least: 1 },
      marker: { kind: "marker", may_be_open: true },
    },
  };
  assert.deepEqual(fresh("shove"), { verb: "shove", unit: null, way: null, count: 2, marker: null });
  assert.equal(isComplete(fresh("shove")), false);
  const said = { ...fresh("shove"), unit: "guard-1", way: "east" };
  assert.equal(isComplete(said), true);
  assert.equal(verbText(said, quiet), "Shove: GUARD-1, to the east and 2");
  delete VERBS.shove;
});

test("a tap next to its unit says which way it goes, whichever edge one sits at, and is told by that hex", () => {
  for (const turned of [false, true]) {
    const seen = { ...quiet, grid: grid({ turned }) };
    const drive = { ...fresh("drive"), unit: "guard-1" };
    assert.deepEqual(waysOf(drive, seen).sort(), ["B2", "B3", "B4", "C2", "C4", "D3"]);
    const sent = tapVerb(drive, "D3", null, seen);
    assert.equal(sent.way, "east");
    assert.equal(verbText(sent, seen), "GUARD-1 must move 1 hex towards D3");
    assert.equal(tapVerb(drive, "F5", null, seen), null);
    assert.deepEqual(seen.grid.lean("east").map(Math.sign), [turned ? -1 : 1, 0]);
  }
});

test("a hex where a unit stands is offered neither on the board nor on the compass as a free one is", () => {
  const seen = { ...quiet, units: [...quiet.units, unit("guard-2", "D3")], grid: grid() };
  const drive = { ...fresh("drive"), unit: "guard-1" };
  assert.equal(waysOf(drive, seen).includes("D3"), false);
  assert.equal(tapVerb(drive, "D3", seen.units[1], seen).unit, "guard-2");
  const places = { from: "C3", taken: takenIn(seen) };
  const drawn = drawCompass("Which way", null, () => {}, seen.grid, places);
  assert.match(keyed(drawn, "way east").props.class, /taken/);
  assert.doesNotMatch(keyed(drawn, "way west").props.class, /taken/);
});
