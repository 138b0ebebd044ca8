// What a tap on the board means.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { game, grid, keyed, unit } from "./made.mjs";

const { isAnsweredOnBoard, lit, tapped } = await import("../../companion/web/static/board/touch.mjs");
const { drawHexSheet } = await import("../../companion/web/static/board/hexsheet.mjs");

const OWN = unit("guard-1", "C3", { ordered: true });
const FOE = unit("reaver-1", "D4", { seat: "north" });
const ORDERS = { wait: "orders_wait", seat: "south" };

// What can be done by *command* at *hex*, as the table offers it.
const choice = (command, hex = command.to ?? null) => ({
  command,
  label: "",
  unit: command.unit ?? null,
  hex,
  is_usual: false,
  is_answered_on_board: !command.paid,
  warning: "",
});

// A page that writes down what it is told to do.
function pageWith({ choices = [], ...part } = {}, own = {}) {
  const told = [];
  const page = {
    view: {
      game: game({ units: [OWN, FOE, unit("archer-1", "B2")], ...part }),
      scenario: { open: false, muster: null, scenario_cards: [] },
      table: { differences: [], ignored: [] },
      ask: { headline: "", about: "", hint: "", choices },
    },
    grid: grid(),
    canAnswer: true,
    selected: null,
    looked: null,
    place: null,
    through: null,
    sheet: null,
    draft: null,
    ...own,
    told,
    hush() {},
    act: (command) => told.push(command),
    set: (changed) => {
      Object.assign(page, changed);
    },
  };
  return page;
}

const at = (page, hex) => page.view.game.units.find((each) => each.at === hex) ?? null;

function tap(page, ...hexes) {
  for (const hex of hexes) tapped(page, hex, at(page, hex));
  return page;
}

test("a tap by somebody who has no say looks at what is there, and a second one lets go", () => {
  const page = tap(pageWith({}, { canAnswer: false }), "D4");
  assert.equal(page.looked, "reaver-1");
  assert.equal(tap(page, "D4").looked, null);
  assert.equal(tap(page, "E5").place, "E5");
  assert.equal(tap(page, "E5").place, null);
  assert.deepEqual(page.told, []);
});

test("a tap on an own unit that can be ordered orders and chooses it", () => {
  const page = tap(pageWith({ wait: ORDERS, choices: [choice({ do: "order", unit: "archer-1" })] }), "B2");
  assert.equal(page.selected, "archer-1");
  assert.deepEqual(page.told, [{ do: "order", unit: "archer-1" }]);
});

test("a unit that is ordered for lore only is not ordered by a tap: its card has a button", () => {
  const page = tap(pageWith({ choices: [choice({ do: "order", unit: "archer-1", paid: true })] }), "B2");
  assert.deepEqual([page.told, page.looked], [[], "archer-1"]);
});

test("a unit that cannot be ordered is asked for all the same, so that the rules say why not", () => {
  const page = tap(pageWith(), "B2");
  assert.deepEqual(page.told, [{ do: "order", unit: "archer-1" }]);
  assert.equal(page.selected, null);
});

test("a tap on a chosen unit lets go of it", () => {
  assert.equal(tap(pageWith(), "C3").selected, "guard-1");
  assert.equal(tap(pageWith(), "C3", "C3").selected, null);
});

test("a chosen unit moves to the empty hex that is tapped", () => {
  const page = tap(pageWith(), "C3", "C4");
  assert.deepEqual(page.told, [{ do: "move", unit: "guard-1", to: "C4" }]);
});

test("of the hexes that a unit may move to those are told where it may battle no more", () => {
  const to = (hex, warning) => ({ ...choice({ do: "move", unit: "guard-1", to: hex }), warning });
  const page = pageWith(
    { choices: [to("C4", ""), to("C5", "It will not battle.")] },
    { selected: "guard-1" },
  );
  assert.deepEqual([[...lit(page).moves], [...lit(page).resting]], [["C4", "C5"], ["C5"]]);
});

test("a unit that tramples collects the enemies on its way and moves through them", () => {
  const page = tap(pageWith({}, { selected: "guard-1", through: [] }), "D4");
  assert.deepEqual(page.through, ["D4"]);
  tap(page, "E5");
  assert.deepEqual(page.told, [{ do: "move", unit: "guard-1", to: "E5", through: ["D4"] }]);
});

test("the first tap on an enemy shows his card, the second attacks him", () => {
  const attack = { do: "attack", unit: "guard-1", target: "reaver-1" };
  const page = tap(pageWith({ choices: [choice(attack, "D4")] }), "C3", "D4");
  assert.deepEqual([page.told, page.looked], [[], "reaver-1"]);
  assert.deepEqual(tap(page, "D4").told, [attack]);
});

test("an enemy whom the chosen unit cannot attack is offered to whoever can", () => {
  const attack = { do: "attack", unit: "archer-1", target: "reaver-1" };
  const page = pageWith({ wait: ORDERS, choices: [choice(attack, "D4")] }, { selected: "guard-1" });
  tapped(page, "D4", FOE);
  assert.deepEqual([page.looked, page.told], ["reaver-1", []]);
  tapped(page, "D4", FOE);
  assert.deepEqual(page.told, [attack]);
});

test("an enemy who cannot be attacked is looked at, however often he is tapped", () => {
  const page = tap(pageWith(), "C3", "D4", "D4", "D4");
  assert.deepEqual([page.told, page.looked], [[], "reaver-1"]);
});

test("a tap on one of the lit hexes advances, on any other it only looks", () => {
  const asked = {
    wait: { wait: "advance_wait", seat: "south", unit: "guard-1" },
    choices: [choice({ do: "advance", to: "D3" })],
  };
  assert.deepEqual([...lit(pageWith(asked)).moves], ["D3"]);
  assert.deepEqual(tap(pageWith(asked), "D3").told, [{ do: "advance", to: "D3" }]);
  const page = tap(pageWith(asked), "E5");
  assert.deepEqual([page.told, page.place], [[], "E5"]);
});

test("a wait that the page has never heard of is answered at the hex of its choice", () => {
  const ways = ["south_east", "south_west"].map((way) => ({ do: "choose_way", way }));
  const asked = {
    wait: { wait: "made_up_wait", seat: "south" },
    choices: [choice(ways[0], "C2"), choice(ways[1], "A1")],
  };
  assert.deepEqual(tap(pageWith(asked), "A1", "C4", "C2").told, [ways[1], ways[0]]);
});

test("a choice of a unit and a hex is made at the unit first and then at the hex", () => {
  const go = { do: "go", unit: "guard-1" };
  const asked = { wait: { wait: "made_up_wait", seat: "south" }, choices: [choice(go, "C4")] };
  assert.deepEqual(tap(pageWith(asked), "C4").told, []);
  const page = tap(pageWith(asked), "C3");
  assert.equal(page.selected, "guard-1");
  assert.deepEqual(tap(page, "C4").told, [go]);
});

test("one of several units is chosen by a tap on it", () => {
  const shield = { do: "shield", unit: "archer-1" };
  const asked = { wait: { wait: "made_up_wait", seat: "south" }, choices: [choice(shield)] };
  assert.deepEqual([...lit(pageWith(asked)).ready], ["archer-1"]);
  assert.deepEqual(tap(pageWith(asked), "B2").told, [shield]);
});

test("the board is looked at first where it answers, and not while terrain is laid", () => {
  const view = (wait, choices = []) => ({ game: { wait: { wait } }, ask: { choices } });
  assert.equal(isAnsweredOnBoard(view("orders_wait")), true);
  assert.equal(isAnsweredOnBoard(view("terrain_wait")), false);
  assert.equal(isAnsweredOnBoard(view("made_up_wait", [choice({ do: "go", to: "C4" })])), true);
  assert.equal(isAnsweredOnBoard(view("made_up_wait")), false);
});

test("while orders are given, those are lit that can be ordered or can act, and nobody to an onlooker", () => {
  const choices = [
    choice({ do: "order", unit: "archer-1" }),
    choice({ do: "move", unit: "guard-1", to: "C4" }),
  ];
  assert.deepEqual([...lit(pageWith({ choices })).ready], ["archer-1", "guard-1"]);
  assert.equal(lit(pageWith({ choices }, { canAnswer: false })).ready.size, 0);
});

test("where a unit is chosen its hexes and its targets are lit, and no other unit's", () => {
  const choices = [
    choice({ do: "move", unit: "guard-1", to: "C4" }),
    choice({ do: "attack", unit: "guard-1", target: "reaver-1" }, "D4"),
    choice({ do: "move", unit: "archer-1", to: "B3" }),
  ];
  const light = lit(pageWith({ choices }, { selected: "guard-1" }));
  assert.deepEqual([[...light.moves], [...light.targets]], [["C4"], ["reaver-1"]]);
});

test("a sheet about one unit takes the tap: another unit opens its own, a hex is where it stands", () => {
  const page = tap(pageWith({}, { sheet: { name: "unit", unit: "guard-1" } }), "C4");
  assert.equal(page.draft.at, "C4");
  assert.equal(tap(page, "B2").sheet.unit, "archer-1");
  assert.equal(page.draft, null);
});

test("a unit that is put back on the board by a tap has a figure at least", () => {
  const gone = unit("guard-2", null, { figures: 0 });
  const page = pageWith({ units: [gone] }, { sheet: { name: "unit", unit: "guard-2" } });
  assert.equal(tap(page, "C4").draft.figures, 1);
});

test("a brush lays what was chosen for it on each hex that is tapped, and leaves the one it was taken up at", () => {
  const brush = { tile: { kind: "forest" } };
  const page = pageWith({ terrain: { E4: { kind: "hill" } } }, { sheet: { name: "hex", hex: "E4", brush } });
  const tile = { kind: "forest", token: null, owner: null };
  assert.deepEqual(tap(page, "C4").told, [{ do: "place_terrain", at: "C4", tile }]);
  assert.equal(page.place, null);
  page.view.scenario.terrain = ["forest", "hill"].map((id) => ({ id, name: id, on: [] }));
  keyed(drawHexSheet(page, page.sheet), "tile hill").props.onClick();
  assert.deepEqual(page.sheet.brush, { tile: { kind: "hill", owner: null } });
  assert.equal(page.told.length, 1);
});
