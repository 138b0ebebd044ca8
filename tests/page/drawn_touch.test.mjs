// What each kind of tap on the board asks of the table, and what is lit for it, case by case.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import "./browser.mjs";
import { answering, kept, scene, writingPage } from "./drawn.mjs";
import { elements, grid, offer, unit, view } from "./made.mjs";

globalThis.matchMedia = () => ({ matches: false });

const at = (name) => `../../companion/web/static/${name}.mjs`;
const { isAnsweredOnBoard, lit, tapped } = await import(at("board/touch"));
const { drawPlacing } = await import(at("game/placing"));
const { drawMuster } = await import(at("setup/armies"));
const { ChangeStrip } = await import(at("parts/changestrip"));

const UNITS = [
  unit("guard-1", "A1", { ordered: true }),
  unit("guard-2", "B1"),
  unit("reaver-1", "A2", { seat: "north" }),
  unit("reaver-2", "B2", { seat: "north", ordered: true }),
  unit("guard-3", null),
];
const HEXES = ["A1", "B1", "A2", "C3"];

const page = ({ wait, part = {}, own = {}, choices = [], ...more }) =>
  answering(
    writingPage({
      view: view({ units: UNITS, wait, ...part }, own, {
        ask: { headline: "", about: "", hint: "", choices, places: [] },
      }),
      role: "south",
      grid: grid(),
      canPlay: true,
      canAnswer: true,
      selected: null,
      looked: null,
      place: null,
      through: null,
      sheet: null,
      draft: null,
      ...more,
    }),
  );

const shown = (light) =>
  Object.entries(light)
    .map(([name, what]) => [name, what instanceof Set || what instanceof Map ? [...what.keys()] : what])
    .filter(([, what]) => what && what.length !== 0)
    .map(([name, what]) => `${name} ${what}`)
    .join("; ");

async function told(cases) {
  const lines = [];
  for (const [name, part] of Object.entries(cases)) {
    const { view: first } = page(part);
    lines.push(`== ${name}: ${shown(lit(page(part)))} (${isAnsweredOnBoard(first)})`);
    for (const hex of HEXES) {
      const own = page(part);
      tapped(own, hex, own.view.game.units.find((each) => each.at === hex) ?? null);
      for (let n = 0; n < 6; n += 1) await null;
      lines.push(`${hex}: ${own.done.join("; ")}`);
    }
  }
  return lines.join("\n");
}

const move = (id, to, part) => offer({ do: "move", unit: id, to }, { is_answered_on_board: true, ...part });
const attack = (id, part) =>
  offer({ do: "attack", unit: id, target: "reaver-1" }, { hex: "A2", is_answered_on_board: true, ...part });
const order = (id, part = {}) =>
  offer({ do: "order", unit: id, ...part }, { is_answered_on_board: !part.paid });

test("while orders are given a tap orders, chooses, moves, looks or attacks", async (t) => {
  const wait = { wait: "orders_wait", seat: "south" };
  const choices = [
    move("guard-1", "C3", { doubt: "Not sure.", warning: "rests" }),
    attack("guard-1"),
    order("guard-2"),
  ];
  kept(
    t,
    await told({
      nobody: { wait, choices },
      onlooker: { wait, choices, canAnswer: false },
      chosen: { wait, choices, selected: "guard-1" },
      "chosen, looks": { wait, choices, selected: "guard-1", looked: "reaver-1" },
      "chosen, doubtful": {
        wait,
        choices: [attack("guard-1", { doubt: "?" })],
        selected: "guard-1",
        looked: "reaver-1",
      },
      "chosen, through": { wait, choices, selected: "guard-1", through: [] },
      "chosen, through one": { wait, choices, selected: "guard-1", through: ["B2"] },
      "chosen, not ordered": { wait, choices, selected: "guard-2" },
      paid: { wait, choices: [order("guard-2", { paid: 2 })] },
      "the other's unit chosen": { wait, choices, selected: "reaver-2" },
      place: { wait, choices, place: "C3" },
    }),
  );
});

test("elsewhere a tap answers at its hex or unit, lays what is laid, or looks", async (t) => {
  const wait = (name, part = {}) => ({ wait: name, seat: "south", ...part });
  const place = (hex, part = {}) => offer({ do: "place_ford", at: hex }, { hex, ...part });
  const one = offer({ do: "choose", unit: "reaver-1" }, { unit: "reaver-1", is_answered_on_board: true });
  const more = wait("extra_attack_wait", { unit: "guard-1" });
  kept(
    t,
    await told({
      places: { wait: wait("ford_wait"), choices: [place("C3"), place("A2")] },
      "two at one": { wait: wait("odd_wait"), choices: [place("C3"), place("C3", { label: "other" })] },
      units: { wait: wait("odd_wait"), choices: [one] },
      "unit, then hex": { wait: wait("odd_wait"), choices: [move("guard-2", "C3"), move("guard-1", "C3")] },
      "unit chosen": {
        wait: wait("odd_wait"),
        choices: [move("guard-2", "C3"), move("guard-1", "C3")],
        selected: "guard-2",
      },
      "of one unit, at one": { wait: wait("odd_wait", { unit: "guard-1", target: "reaver-1" }), choices: [] },
      "one more attack": { wait: more, choices: [attack("guard-1")] },
      "one more attack, looked": { wait: more, choices: [attack("guard-1")], looked: "reaver-1" },
      banners: { wait: wait("set_up_wait"), part: { banners: { C3: 1, A2: 1 } } },
      terrain: { wait: wait("terrain_wait"), own: { muster: { cards: 3 } } },
      "free battle": { wait: wait("set_up_wait"), own: { open: true } },
      deploy: { wait: wait("deploy_wait", { hexes: ["C3"], kinds: ["guard"], part: "left" }) },
    }),
  );
});

test("a sheet that asks for a hex or a unit takes the tap", async (t) => {
  const wait = { wait: "orders_wait", seat: "south" };
  const verb = (name, part) => ({ verb: { verb: name, ...part } });
  const sheet = (name, part = {}) => ({ name, ...part });
  kept(
    t,
    await told({
      correct: { wait, sheet: sheet("correct") },
      hex: { wait, sheet: sheet("hex", { hex: "B2", brush: null }) },
      brush: { wait, sheet: sheet("hex", { hex: "B2", brush: { tile: { kind: "hill" } } }) },
      unit: { wait, sheet: sheet("unit", { unit: "guard-3" }) },
      "unit, drafted": {
        wait,
        sheet: sheet("unit", { unit: "guard-1" }),
        draft: { at: "B2", figures: 2, damage: 0, markers: [] },
      },
      "no such unit": { wait, sheet: sheet("unit", { unit: "odd" }) },
      verb: { wait, sheet: sheet("unlisted"), draft: verb("place_at", { unit: "guard-1", at: null }) },
      "verb of a way": {
        wait,
        sheet: sheet("lore"),
        draft: verb("drive", { unit: "guard-1", hexes: 1, way: null }),
      },
      "no verb": { wait, sheet: sheet("lore") },
      log: { wait, sheet: sheet("log"), choices: [order("guard-2")] },
    }),
  );
});

test("costs that a player keeps go into the pack once the armies are open", async () => {
  const golem = {
    id: "golem",
    name: "Golem",
    faction: "daqan",
    traits: [],
    abilities: [],
    units: 2,
    box: "core",
    cost: null,
  };
  const own = { kinds: { golem }, muster: { cards: 18, core_sets: 1, tent: 8 }, armies: [] };
  const wait = { wait: "muster_wait", seat: "south", missing: ["south"] };
  const building = page({ wait, own });
  const answer = { points: 1, most: 50, cards: 1, decoys: 0, lore: 0, wrong: [], untold: [], command: {} };
  answering(building, { "/army/check": answer, "/army/costs": {} });
  const { panels } = await import(at("parts/panels"));
  const tap = async (key) => {
    const drawn = [drawMuster(building, wait), panels.get("muster_wait").answers(building, wait)];
    elements(drawn)
      .find(({ props }) => props["data-key"] === key)
      .props.onClick();
    await new Promise((done) => setTimeout(done));
  };
  for (const key of ["muster south", "golem 1", "cost golem more", "keep costs"]) await tap(key);
  building.done.length = 0;
  building.view.game.setting = { armies: {}, cards: {} };
  drawPlacing(building);
  drawPlacing(building);
  await new Promise((done) => setTimeout(done));
  assert.deepEqual(building.done, ['/packs/entry {"file":"units","entry":"golem","fields":{"cost":1}}']);
});

test("a change of games is asked of the other side, or waited for", async (t) => {
  mock.timers.enable({ apis: ["setInterval"] });
  const asked = async (open) => {
    const own = answering(writingPage({}));
    const strip = new ChangeStrip({}, "here", { canPlay: true, say() {} });
    strip.at = Date.now() - 2000;
    return scene(strip.asked(open), own);
  };
  const open = { number: 4, text: "New game", who: "Ana", by: "here", asked: ["other"], left: 9.5 };
  const mine = { ...open, by: "other", asked: ["here"] };
  kept(
    t,
    [await asked(open), await asked(mine), await asked({ ...open, by: "other", left: 1 })].join("---\n"),
  );
  mock.timers.reset();
});
