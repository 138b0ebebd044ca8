// Setting up, as it is drawn, and what each tap tells the table.

import { test } from "node:test";

import "./browser.mjs";
import { answering, kept, outline, redrawing, scenes, taps, writingPage } from "./drawn.mjs";
import { elements, grid, offer, unit, view } from "./made.mjs";

globalThis.matchMedia = () => ({ matches: false });

const at = (name) => `../../companion/web/static/${name}.mjs`;
const { panels } = await import(at("parts/panels"));
await import(at("setup/armies"));
await import(at("setup/call_to_arms"));
await import(at("setup/council"));
const { sayWhoIsFirst } = await import(at("setup/setting"));
const { kindRow, tentRow } = await import(at("setup/armyrows"));
const { deploys } = await import(at("board/deploying"));

const settle = () => new Promise((done) => setTimeout(done));

const waiting = (wait, { part = {}, shown = {}, own = {}, told = {}, ...more } = {}) =>
  answering(
    writingPage({
      view: view({ wait, ...part }, own, { ...shown }),
      role: "both",
      grid: grid(),
      canPlay: true,
      canAnswer: true,
      hasCamera: false,
      ...more,
    }),
    told,
  );

const drawn = (page) => {
  const { wait } = page.view.game;
  const panel = panels.get(wait.wait);
  return [panel.stage?.(page, wait), "answers", panel.answers?.(page, wait)];
};
const all = (pages) => scenes(Object.entries(pages).map(([name, page]) => [name, drawn(page), page]));
const tap = async (page, key) => {
  elements(drawn(page))
    .find(({ props }) => props["data-key"] === key)
    .props.onClick();
  await settle();
};

const MUSTER = { cards: 18, core_sets: 2, tent: 8 };
const KINDS = {
  guard: {
    id: "guard",
    name: "Guards",
    faction: "daqan",
    traits: [],
    abilities: [],
    units: 3,
    box: "core",
    cost: 5,
    move: 1,
    combat: 3,
    health: 4,
    range: [1, 3],
  },
  golem: {
    id: "golem",
    name: "Golem",
    faction: "daqan",
    traits: [],
    abilities: [],
    units: null,
    box: "Box",
    cost: null,
    move: null,
    combat: null,
    health: 5,
    range: null,
  },
  reaver: {
    id: "reaver",
    name: "Reavers",
    faction: "uthuk",
    traits: [],
    abilities: [],
    units: 1,
    box: "core",
    cost: 4,
    move: 2,
    combat: 2,
    health: 3,
    range: null,
  },
};

test("a row of the army builder tells a kind's numbers, and asks for the cost that nobody knows", async (t) => {
  const page = writingPage({});
  const draft = { units: { guard: 1 }, tent: false, costs: { golem: 7 }, total: 50, lore: 2 };
  const change = (part) => page.changed(part);
  const row = (kind, own = draft, rules = MUSTER) => [kindRow(kind, rules, own, change, "picture"), page];
  const rows = {
    core: row(KINDS.guard),
    "core once": row(KINDS.guard, { ...draft, units: {} }, { ...MUSTER, core_sets: 1 }),
    "not known": row(KINDS.golem),
    "cost not told": row(KINDS.golem, { ...draft, costs: {} }),
    "more than there are": row(KINDS.reaver, { ...draft, units: { reaver: 4 } }),
    tent: [tentRow(MUSTER, draft, change), page],
    "with a tent": [tentRow(MUSTER, { ...draft, tent: true }, change), page],
  };
  kept(t, await scenes(Object.entries(rows).map(([name, [drawing, to]]) => [name, drawing, to])));
});

test("an army is built in secret, reckoned by the table, and laid aside", async (t) => {
  const wait = { wait: "muster_wait", seat: null, missing: ["south"] };
  const armies = { north: { units: { reaver: 2 }, tent: true, decoys: 1, lore: 3 } };
  const answer = {
    points: 12,
    most: 50,
    cards: 3,
    decoys: 2,
    lore: 1,
    wrong: [],
    untold: [],
    command: { do: "muster" },
  };
  const cards = [
    { id: "a", name: "First", units: { guard: 2 }, tent: true, total: 50, lore: 2 },
    { id: "b", name: "Other", units: { reaver: 1 } },
  ];
  const told = { "/army/check": answer, "/army/costs": { golem: 6 } };
  const own = { kinds: KINDS, muster: MUSTER, armies: cards };
  const page = waiting(wait, { own, told, part: { setting: { armies } } });
  const parts = [
    await all({
      both: page,
      north: waiting(wait, { own, role: "north", told, part: { setting: { armies } } }),
      south: waiting(wait, { own, role: "south", told, part: { setting: { armies } } }),
    }),
  ];
  const anew = redrawing(() => drawn(page));
  await tap(answering(page, told), "muster south");
  await settle();
  parts.push(anew());
  await tap(page, "army a");
  for (const wrong of [[], ["Too many points."]])
    for (const untold of [[], ["golem"]]) {
      answering(page, { "/army/check": { ...answer, wrong, untold, points: untold.length ? null : 12 } });
      await tap(page, "tent");
      parts.push(anew(), page.done.splice(0).join("\n"));
    }
  answering(page, { "/army/check": { ...answer, cards: 0, decoys: -1 } });
  await tap(page, "tent");
  parts.push(anew());
  answering(page, { "/army/check": { trouble: "No." } });
  await tap(page, "tent");
  parts.push(page.done.splice(0).join("\n"));
  answering(page, told);
  parts.push(await taps(drawn(page), page));
  kept(t, parts.join("---\n"));
});

const COUNCIL = {
  levels: 4,
  masters: { rogue: "Rogue", wizard: "Wizard" },
  creatures: { golem: 2, reaver: 1 },
  landmarks: [
    { name: "Den", brought_by: "rogue", level: 1, sole: true },
    { name: "Camp", brought_by: "commander", level: 2, sole: false },
  ],
  lore_levels: [
    { cards: 2, tokens: 3, most: 4 },
    { cards: 3, tokens: 4, most: 5 },
  ],
  command_cards: [4, 5, 6, 7],
};

test("a War Council gives out its levels, brings what they bring, and lies face down", async (t) => {
  const wait = { wait: "council_wait", seat: null, missing: ["south"] };
  const councils = {
    north: { commander: 1, masters: { rogue: 2 }, creatures: {} },
    south: { commander: 0, masters: {}, creatures: {} },
  };
  const own = { council: COUNCIL, kinds: KINDS };
  const part = {
    setting: { councils },
    units: [unit("golem-1", "A1"), unit("reaver-1", "B1", { seat: "north" })],
  };
  const page = waiting(wait, { own, part });
  const parts = [
    await all({
      both: page,
      north: waiting(wait, { own, part, role: "north" }),
      south: waiting({ ...wait, missing: [] }, { own, part, role: "south" }),
    }),
  ];
  const anew = redrawing(() => drawn(page));
  await tap(answering(page), "council south");
  parts.push(anew());
  for (const key of [
    "level commander 2",
    "level rogue 1",
    "level rogue 0",
    "level wizard 2",
    "level golem 0",
  ]) {
    await tap(page, key);
    parts.push(anew());
  }
  await tap(page, "lay council");
  parts.push(page.done.join("\n"), anew());
  kept(t, parts.join("---\n"));
});

const ARMS = {
  lineup: "Guards",
  parts: { left: "Left", center: "Center", reserve: "Reserve", scout: "Scout" },
  sets: { a: "Set A", b: "Set B", c: "Set C" },
  cards: { a: { a1: "1", a2: "2" }, b: { b1: "1" } },
  banners: { green: "Green", blue: "Blue" },
  specialists: { spy: { name: "Spy", summary: "Looks." } },
};

test("Call to Arms: sets are taken, cards are laid in secret, units and specialists come", async (t) => {
  const own = { arms: ARMS, kinds: KINDS };
  const arms = {
    mode: "organized",
    sets: { south: ["a", "b"], north: ["a"] },
    cards: { north: { left: "a1", scout: "odd" } },
  };
  const part = { setting: { arms } };
  const parts = [];
  const sets = waiting({ wait: "sets_wait", seat: "south", sets: ["a", "b", "c"], count: 2 }, { own, part });
  const setsAnew = redrawing(() => drawn(sets));
  for (const key of ["set a", "set b", "set c", "set c", "take sets"]) {
    await tap(sets, key);
    parts.push(setsAnew(), sets.done.splice(0).join("\n"));
  }
  const wait = { wait: "lineup_wait", seat: null, missing: ["south"] };
  const lineup = waiting(wait, { own, part });
  parts.push(
    await all({
      both: lineup,
      north: waiting(wait, { own, part, role: "north" }),
      south: waiting(wait, { own, part, role: "south" }),
    }),
  );
  const anew = redrawing(() => drawn(lineup));
  await tap(answering(lineup), "lineup south");
  for (const key of ["left a1", "center a1", "left a2", "reserve b1", "scout a1", "center odd"].slice(0, 5)) {
    await tap(lineup, key);
    parts.push(anew());
  }
  await tap(lineup, "center a1");
  parts.push(anew());
  await tap(lineup, "lay lineup");
  parts.push(lineup.done.join("\n"), anew());
  const deploy = (more) => ({
    wait: "deploy_wait",
    seat: "south",
    part: "left",
    kinds: ["guard", "golem", "guard"],
    hexes: ["A1"],
    ...more,
  });
  const choices = {
    ask: { headline: "", about: "", hint: "", choices: [offer({ do: "decline" })], places: [] },
  };
  parts.push(
    await all({
      deploy: waiting(deploy({}), { own, part, shown: choices, hasCamera: true }),
      reserve: waiting(deploy({ part: "reserve", hexes: [] }), { own, part }),
      "no card known": waiting(deploy({ kinds: [] }), {
        own,
        part: { setting: { arms: { ...arms, mode: "impromptu" } } },
      }),
      levy: waiting({ wait: "levy_wait", seat: "north", hexes: ["A1"] }, { own, part }),
      specialist: waiting(
        { wait: "specialist_wait", seat: "south", cards: ["spy"] },
        { own, part, shown: choices },
      ),
    }),
  );
  kept(t, parts.join("---\n"));
});

test("a tap deploys what is chosen by its side's next number, and looks at who stands there", (t) => {
  const done = [];
  const units = [unit("guard-1", "A1"), unit("guard-11", "B1", { seat: "north" }), unit("guard-2", null)];
  for (const seat of ["south", "north", null]) {
    const page = waiting(
      { wait: "levy_wait", seat, hexes: [] },
      { own: { kinds: { guard: KINDS.guard } }, part: { units } },
    );
    panels.get("levy_wait").stage({ ...page, view: page.view }, { ...page.view.game.wait, seat: "south" });
    deploys(page, "C1", null);
    deploys(page, "A1", units[0]);
    done.push(...page.done);
  }
  kept(t, done.join("\n"));
});

test("scenario cards are chosen, terrain and fords laid, armies turned over", async (t) => {
  const cards = [
    { id: "flank", name: "Flank", faction: "daqan", initiative: "B2", summary: "Flanks.", terrain: {} },
    {
      id: "march",
      name: "March",
      faction: "daqan",
      initiative: null,
      summary: "Marches.",
      terrain: { A1: {} },
    },
    { id: "raid", name: "Raid", faction: "uthuk", initiative: "B2", summary: "Raids.", terrain: {} },
  ];
  const setting = { chosen: ["south"], cards: { south: "flank", north: "raid" }, armies: {} };
  const own = { scenario_cards: cards, muster: MUSTER };
  const part = {
    setting,
    terrain: { A1: { kind: "hill", token: null }, A9: { kind: "lake", token: "ford" } },
    banners: { B9: 2 },
  };
  const made = (wait, more = {}) =>
    waiting({ wait, seat: null, missing: ["north"], hexes: ["A1", "B2"] }, { own, part, ...more });
  const both = made("scenario_cards_wait");
  const parts = [
    await all({
      mine: made("scenario_cards_wait", { role: "south" }),
      other: made("scenario_cards_wait", { role: "north" }),
      first: made("first_player_wait"),
      terrain: made("terrain_wait", { hasCamera: true }),
      "terrain of one": made("terrain_wait", { role: "north" }),
      "terrain, refused": made("terrain_wait", {
        role: "south",
        told: { "/packs/entry": { ok: false, trouble: "No." } },
      }),
      "all is mapped": made("terrain_wait", {
        part: { ...part, terrain: {}, setting: { ...setting, cards: { south: "march" } } },
      }),
      ford: made("ford_wait"),
      reveal: made("reveal_wait"),
      "reveal without rules": made("reveal_wait", { own: { ...own, muster: null } }),
    }),
  ];
  answering(both);
  parts.push(outline(drawn(both)));
  await tap(both, "choose south");
  parts.push(outline(drawn(both)));
  await tap(both, "scenario march");
  parts.push(both.done.splice(0).join("\n"), outline(drawn(both)));
  parts.push(
    ...[
      ["B2", "B2"],
      ["B2", "B3"],
      [null, null],
    ].map((two) => sayWhoIsFirst(...two)),
  );
  kept(t, parts.join("---\n"));
});
