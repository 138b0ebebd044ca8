// The command cards' tiles.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, keyed } from "./made.mjs";

await import("../../companion/web/static/game/cards.mjs");
const { panels } = await import("../../companion/web/static/parts/panels.mjs");
const { drawAnswers } = await import("../../companion/web/static/game/ask.mjs");
const { drawRack } = await import("../../companion/web/static/open/rack.mjs");

test("a card whose text is short has a tile, and only one with more to say a row of its own", () => {
  const cards = ["Two units on your left.", "As many units on your left as you hold cards."].map(
    (summary, n) => ({ id: `card-${n}`, name: "", summary, does: [] }),
  );
  const page = {
    view: {
      game: game({
        wait: { wait: "card_wait", seat: "south" },
        scores: { south: { known: [], cards: 4 } },
      }),
      scenario: { cards },
      ask: { choices: cards.map(({ id }) => ({ command: { do: "play_card", card: id } })) },
    },
    role: "both",
  };
  const drawn = panels.get("card_wait").stage(page);
  const isRow = (key) => keyed(drawn, key).props.class.includes("worded");
  assert.deepEqual([isRow("text card-0"), isRow("text card-1")], [false, true]);
});

test("cards that cannot be played beside what lies already come last, and say so", () => {
  const cards = ["leadership", "attack_left", "patrol_left"].map((id) => ({
    id,
    name: id,
    summary: "",
    does: [],
  }));
  const scores = { south: { known: ["leadership"], cards: 4 } };
  const choices = ["attack_left", "patrol_left"].map((card) => ({ command: { do: "play_card", card } }));
  const page = {
    view: {
      game: game({ wait: { wait: "card_wait", seat: "south" }, scores }),
      scenario: { cards },
      ask: { choices },
    },
    role: "both",
  };
  const tiles = () =>
    panels
      .get("card_wait")
      .stage(page)
      .props.children.flat()
      .filter((each) => each?.props["data-card"]);
  assert.deepEqual(
    tiles().map((tile) => [tile.props["data-card"], tile.props.class.includes("late")]),
    [
      ["attack_left", false],
      ["patrol_left", false],
      ["leadership", true],
    ],
  );
  scores.south = { known: ["leadership", "patrol_left"], cards: 2 };
  choices.shift();
  const late = tiles().filter((tile) => tile.props.class.includes("late"));
  assert.deepEqual(
    late.map((tile) => tile.props["data-card"]),
    ["leadership"],
    "the rest is not in this hand",
  );
});

test("who is asked for a card of the rack plays it with a tap on it, and has no button for it beside", () => {
  const cards = [{ id: "scout_left", name: "Scout Left", summary: "", does: [] }];
  const command = { do: "play_rack_card", card: "scout_left" };
  const wait = { wait: "rack_card_wait", seat: "north", cards: ["scout_left"] };
  const done = [];
  const page = {
    view: {
      game: game({ step: "command", wait, setting: { rack: ["scout_left"] } }),
      scenario: { cards },
      ask: {
        choices: [
          { command, label: "Scout Left" },
          { command: { do: "decline" }, label: "None" },
        ],
      },
    },
    canAnswer: true,
    act: (command) => done.push(command),
  };
  keyed(drawRack(page), "play_rack_card scout_left 0").props.onClick();
  assert.deepEqual(done, [command]);
  assert.equal(keyed(drawAnswers(page), "play_rack_card scout_left"), undefined);
  assert.ok(keyed(drawAnswers(page), "decline"));
  assert.equal(keyed(drawRack({ ...page, canAnswer: false }), "play_rack_card scout_left 0"), undefined);
});

test("two copies on the rack are two buttons, and a card that cannot be played now says so", () => {
  const cards = ["scout_left", "leadership"].map((id) => ({ id, name: id, summary: "", does: [] }));
  const rack = ["scout_left", "scout_left", "leadership"];
  const wait = { wait: "rack_card_wait", seat: "north", cards: rack };
  const page = {
    view: {
      game: game({ step: "command", wait, setting: { rack } }),
      scenario: { cards },
      ask: { choices: [{ command: { do: "play_rack_card", card: "scout_left" } }] },
    },
    role: "both",
    canAnswer: true,
  };
  const drawn = drawRack(page);
  for (const key of ["play_rack_card scout_left 0", "play_rack_card scout_left 1"])
    assert.ok(keyed(drawn, key));
  assert.match(JSON.stringify(drawn.props.children.flat()[2]), /not at this moment/);
  assert.doesNotMatch(JSON.stringify(drawRack({ ...page, canAnswer: false })), /not at this/);
});

test("the rack lies beside its own question alone: at another one its cards would be taken for the answers", () => {
  const rack = ["scout_left"];
  const cards = [{ id: "scout_left", name: "Scout Left", summary: "", does: [] }];
  const isShown = (wait, part = {}) => {
    const asked = game({ step: "command", wait: { ...wait, seat: "north" }, setting: { rack } });
    const view = { game: asked, scenario: { cards }, ask: { choices: [] } };
    return drawRack({ view, canAnswer: true, ...part }) !== null;
  };
  const repeats = { wait: "repeat_wait", cards: ["attack_left", "attack_right"] };
  assert.ok(isShown({ wait: "rack_card_wait", cards: rack }));
  for (const wait of [{ wait: "card_wait" }, repeats, { wait: "rack_wait" }])
    assert.ok(!isShown(wait), wait.wait);
  assert.ok(isShown(repeats, { canAnswer: false }), "whoever waits looks at it");
  const onPhone = (wait, role) => isShown(wait, { canAnswer: false, isPhone: true, role });
  const asked = { wait: "rack_card_wait", cards: rack };
  assert.ok(onPhone(asked, "north"), "a side talks over the card that one of it chooses");
  assert.ok(!onPhone(asked, "south") && !onPhone(repeats, "north"), "else a phone has no room for it");
});
