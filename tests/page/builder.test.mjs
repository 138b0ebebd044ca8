// What is said of a card that no list has.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { verbs } from "./browser.mjs";
import { elements, game, grid, keyed, unit, words } from "./made.mjs";

const { FIELDS, LABELS, drawBuilder, drawEffects } =
  await import("../../companion/web/static/game/builder.mjs");
const { fresh, isComplete, offered, tapVerb, verbText } =
  await import("../../companion/web/static/game/verbs.mjs");

const MADE_UP = JSON.parse(readFileSync(new URL("made_up_verb.json", import.meta.url), "utf8"));

const around = { ...game(), verbs };
const said = [
  { verb: "grant_orders", count: 2, section: null, traits: [] },
  { verb: "add_dice", count: 1 },
];
const lists = (drawn) => elements(drawn).filter(({ props }) => props.class === "does");

test("what a card does is listed once something is said of it", () => {
  assert.equal(lists(drawEffects(around, { does: [], verb: null }, () => {})).length, 0);
  assert.equal(lists(drawEffects(around, { does: said, verb: null }, () => {})).length, 1);
});

test("what is taken away again is that one and no other", () => {
  const changes = [];
  const drawn = drawEffects(around, { does: said, verb: null }, (change) => changes.push(change));
  keyed(drawn, "remove 0").props.onClick();
  assert.deepEqual(changes, [{ does: [said[1]] }]);
});

test("each field of a verb that the program is sent has a label, and its kind a question", () => {
  for (const { fields } of Object.values({ ...verbs, ...MADE_UP }))
    for (const [name, { kind, label }] of Object.entries(fields)) {
      assert.ok(label || LABELS[name], name);
      assert.ok(FIELDS[kind], kind);
    }
});

const hurling = {
  ...game({ units: [unit("guard-1", "C3"), unit("guard-2", "C4")] }),
  verbs: MADE_UP,
  faces: ["strike", "lore"],
  traits: { cavalry: "cavalry" },
  grid: grid(),
};

// The form of the made-up verb, drawn anew from what has been said of it each time.
function hurl() {
  let draft = { does: [], verb: fresh("hurl", MADE_UP) };
  const drawn = () => drawEffects(hurling, draft, (part) => (draft = { ...draft, ...part }));
  return {
    drawn,
    said: () => draft,
    press: (key) => keyed(drawn(), key).props.onClick(),
    choose: (key, value) => keyed(drawn(), key).props.onChange({ currentTarget: { value } }),
    type: (key, value) => keyed(drawn(), key).props.onInput({ currentTarget: { value } }),
    tap: (hex, tapped) => (draft = { ...draft, verb: tapVerb(draft.verb, hex, tapped, hurling) }),
  };
}

test("the form of a verb goes by its fields' sorts: each has its own question, and it can be added", () => {
  const form = hurl();
  for (const [name, { label }] of Object.entries(MADE_UP.hurl.fields))
    assert.ok(words(form.drawn()).includes(label ?? LABELS[name]), name);
  const isClosed = () => keyed(form.drawn(), "Add").props.disabled;
  assert.equal(isClosed(), true);
  form.choose("Unit: tap it on the board, or choose", "guard-1");
  form.choose("its near: tap it on the board, or choose", "guard-2");
  form.press("others guard-2");
  form.press("way east");
  form.type("hex at", "d4");
  form.press("its cost more");
  form.press("face strike");
  form.choose("its turned", "lore");
  assert.equal(isClosed(), true);
  form.choose("its leader", "cavalry");
  form.press("lost stun");
  form.choose("its wing", "left");
  form.press("wings left");
  form.press("flag by_force");
  assert.equal(isClosed(), false);
  form.press("Add");
  const [verb] = form.said().does;
  assert.deepEqual(verb, {
    ...fresh("hurl", MADE_UP),
    ...{ unit: "guard-1", near: "guard-2", others: ["guard-2"], way: "east", at: "D4", cost: 3 },
    ...{ faces: ["strike"], turned: "lore", leader: "cavalry", lost: ["stun"] },
    ...{ wing: "left", wings: ["left"], by_force: false },
  });
  assert.equal(
    verbText(verb, hurling),
    "Hurl a unit: GUARD-1, its near: GUARD-2, its others: GUARD-2, to the east, D4, 1, its cost: 3, Strike, " +
      "its turned: Lore, its leader: cavalry, its lost: stun, its wing: in the left section and its wings: in the left section",
  );
});

test("taps on the board name one unit after the other, then several, and the hex that is lacking", () => {
  const form = hurl();
  for (const one of [...hurling.units, ...hurling.units]) form.tap(one.at, one);
  const { unit: first, near, others } = form.said().verb;
  assert.deepEqual([first, near, others], ["guard-1", "guard-2", ["guard-1", "guard-2"]]);
  form.tap("D4", null);
  assert.equal(form.said().verb.at, "D4");
  assert.equal(isComplete(form.said().verb, MADE_UP), false);
});

test("what is written on a card names no unit, whatever its field is called", () => {
  const { near } = MADE_UP.hurl.fields;
  for (const kind of ["unit", "units"]) {
    const made = { hurl: { name: "Hurl", fields: { near: { ...near, kind } } } };
    assert.deepEqual(offered({ ...hurling, verbs: made }, { isCard: true }), []);
    assert.deepEqual(offered({ ...hurling, verbs: made }, {}), ["hurl"]);
  }
});

// The sheet of a card in no list, where the rules leave to the players what a card does or do not.
const sheetOf = (does, table_does) =>
  drawBuilder({
    view: { game: game(), scenario: { faces: [], traits: {}, table_does } },
    draft: { name: "", does, verb: null },
  });

test("beside a button that plays a card and is grey stands what is still to be said", () => {
  const grey = sheetOf([], false);
  assert.equal(keyed(grey, "play").props.disabled, true);
  assert.match(words(grey), /Still to say: what it does/);
  const ready = sheetOf(said, false);
  assert.equal(keyed(ready, "play").props.disabled, false);
  assert.doesNotMatch(words(ready), /Still to say/);
});

test("where the rules leave a card to the players they do it themselves, and the button says so", () => {
  const byHand = sheetOf([], true);
  assert.equal(keyed(byHand, "play").props.disabled, false);
  assert.match(words(keyed(byHand, "play")), /we do it ourselves/);
  assert.doesNotMatch(words(keyed(sheetOf(said, true), "play")), /ourselves/);
});
