// The page of packs: what is to be filled in, its forms, and what is kept of them.

import { test } from "node:test";

import { drawnAnew, openDocument, tableOf } from "./document.mjs";
import { kept } from "./drawn.mjs";

const { places, text } = openDocument(["packs", "toast"]);
const field = (name, sort, part = {}) => ({ name, sort, choices: [], file: "", ...part });
const SHELF = {
  edition: "second",
  rows: [3, 2, 3, 2, 3],
  factions: { daqan: "Daqan Lords", uthuk: "Uthuk Y'llan" },
  faces: ["strike", "lore"],
  verbs: {},
  traits: { infantry: "infantry" },
  abilities: { bold: "Bold", swift: "Swift" },
  terrain: { hill: { name: "Hill", on: [] }, ford: { name: "Ford", on: ["hill"] } },
  entries: {
    units: {
      guard: {
        id: "guard",
        name: "Guards",
        faction: "daqan",
        traits: ["infantry", "ranged"],
        range: [1, 3],
        abilities: [{ name: "bold", number: 2 }],
        cost: 5,
      },
      golem: { id: "golem", name: "Golem", faction: "uthuk", traits: [], damage_tokens: true },
    },
    lore: {
      cry: {
        id: "cry",
        name: "Cry",
        windows: ["attacking"],
        summary: "Loud.",
        cost: 3,
        does: [{ verb: "gain_lore", count: 1 }],
      },
    },
    scenario_cards: {
      flank: {
        id: "flank",
        name: "Flank",
        initiative: "B2",
        summary: "Flanks.",
        terrain: { A1: { kind: "hill", token: "ford" } },
        banners: { B1: 1 },
        deployment: ["C1"],
      },
    },
    cards: { raid: { id: "raid", name: "Raid", copies: 2 } },
    armies: { host: { id: "host", name: "Host", faction: "daqan", units: { guard: 2 }, tent: true } },
    weapons: {
      bow: {
        id: "bow",
        name: "Bow",
        dice: 2,
        type: "odd",
        sole: true,
        abilities: [],
        powers: [{ id: "p", name: "Power", lore: 2 }],
        beside: ["hill"],
      },
    },
    rulings: {
      flight: { id: "flight", name: "Flight", played: true },
      rest: { id: "rest", name: "Rest", played: false },
    },
    deployment_cards: { a1: { id: "a1", name: "A1", set: "a" } },
    deployment_sets: { a: { faction: "daqan" } },
    odd: {},
  },
  forms: {
    weapons: {
      fresh: { dice: 1 },
      fields: [
        field("dice", "number"),
        field("summary", "text"),
        field("sole", "yes_no"),
        field("type", "choice", { choices: ["foot", "mounted"] }),
        field("beside", "several", { choices: ["hill"], file: "terrain" }),
        field("abilities", "abilities"),
        field("powers", "powers"),
        field("does", "effects", { choices: ["gain_lore"] }),
      ],
    },
    rulings: { fresh: null, fields: [field("played", "yes_no")] },
    deployment_cards: { fresh: null, fields: [field("troops", "text")] },
  },
  gaps: [{ file: "units", entry: "golem", fields: ["cost", "odd"] }],
  own: { lore: { cry: { cost: 3 } } },
  told: [
    {
      file: "units",
      entry: "golem",
      name: "Golem",
      fields: {
        traits: ["ranged", "infantry"],
        range: [1, 4],
        troops: ["guard", "odd"],
        places: { left: ["A1", "B1"], right: ["C1"] },
        cost: 4,
        odd: 1,
      },
    },
  ],
  scenarios: { mine: "Mine" },
  packs: { own: { units: 2, scenario_cards: 1 }, friends_1: {} },
  warnings: ["Something is odd."],
};

const told = { "/packs.json": { trouble: "No shelf." }, "/packs/own.toml": "[pack]" };
const done = tableOf(told);
await import("../../companion/web/static/packs.mjs");
await drawnAnew();

const shelf = () => places.packs;
const shows = (what) => {
  const lines = shelf().toString().split("\n");
  const come = lines.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`);
  const gone = before.filter((line) => !lines.includes(line)).map((line) => `- ${line.trim()}`);
  before = lines;
  return [`== ${what}`, ...gone, ...come, ...done.splice(0), places.toast.toString()].join("\n");
};
let before = [];
const tap = async (key, name = "click", part = {}) => {
  await shelf().keyed(key).happens(name, part);
  await drawnAnew();
  return shows(key);
};
const fill = (key, value, name = "input") => tap(key, name, { currentTarget: { value } });

test("the shelf is told as it is: what is missing, what was told at the table, packs and scenarios", async (t) => {
  const trouble = text();
  told["/packs.json"] = SHELF;
  const { fetchShelf } = await import("../../companion/web/static/cards/packstate.mjs");
  await fetchShelf();
  kept(t, [trouble, text("packs"), done.splice(0)].join("---\n"));
});

test("everything is shown by a tap, and only what is missing by another", async (t) => {
  shows("");
  kept(t, [await tap("all"), await tap("all"), await tap("all")].join("\n"));
});

test("each entry has its form, and what is filled in is kept or forgotten", async (t) => {
  const parts = [];
  for (const key of [
    "units guard",
    "units golem",
    "lore cry",
    "scenario_cards flank",
    "cards raid",
    "armies host",
    "weapons bow",
    "rulings flight",
    "deployment_cards a1",
  ])
    parts.push(await tap(`open ${key}`));
  parts.push(await tap("open deployment_cards a1"), await tap("open lore cry"), await tap("forget"));
  kept(t, parts.join("\n"));
});

test("a unit's fields change what is kept, and nothing that is no number", async (t) => {
  const parts = [await tap("open units guard")];
  for (const value of ["7", "", "x1"]) parts.push(await fill("cost Cost in points", value));
  parts.push(await fill("to Range to", "5"), await fill("from Range from", ""));
  for (const key of [
    "It attacks melee",
    "Traits cavalry",
    "Traits infantry",
    "It takes damage tokens yes",
    "Abilities swift",
    "Abilities bold",
  ])
    parts.push(await tap(key));
  parts.push(await fill("value The number of Swift", "3"), await tap("keep"));
  kept(t, parts.join("\n"));
});

test("other cards' fields change what is kept", async (t) => {
  const parts = [
    await tap("open lore cry"),
    await tap("It may be played attacked"),
    await fill("summary", " New. "),
  ];
  parts.push(await tap("remove 0"), await tap("gain_lore"), await tap("Not this"), await tap("keep"));
  parts.push(
    await tap("open scenario_cards flank"),
    await fill("initiative", "c3"),
    await tap("brush banner"),
  );
  parts.push(await tap("map A1"), await tap("brush hill"), await tap("map B1"));
  parts.push(
    await tap("keep"),
    await tap("open armies host"),
    await fill("guard Guards", ""),
    await tap("With a command tent yes"),
  );
  parts.push(
    await tap("keep"),
    await tap("open weapons bow"),
    await fill("type", "foot", "change"),
    await fill("sole", "", "change"),
  );
  parts.push(
    await fill("power 0", "New Power"),
    await tap("power"),
    await tap("no power 0"),
    await tap("Abilities bold"),
    await tap("keep"),
  );
  kept(t, parts.join("\n"));
});

test("a new entry needs a name of its own", async (t) => {
  const parts = [];
  for (const file of ["units", "lore", "scenario_cards", "cards", "armies", "weapons"])
    parts.push(await tap(`new ${file}`));
  parts.push(await tap("keep"), await fill("name", "Bow"), await tap("keep"), await fill("name", "Long Bow"));
  told["/packs/entry"] = { ok: false, trouble: "It does not fit." };
  parts.push(await tap("keep"));
  told["/packs/entry"] = { ok: true };
  parts.push(await tap("keep"), await tap("keep told golem"));
  kept(t, parts.join("\n"));
});

test("packs are read as text, taken in, thrown away only for sure", async (t) => {
  const parts = [
    await tap("text own"),
    await fill("pack text", "[other]"),
    await tap("keep text"),
    await tap("write"),
  ];
  told["/packs/import"] = { ok: false, is_there: true, trouble: "There is one." };
  parts.push(await tap("keep text"), await tap("another name"), await tap("replace"), await tap("leave"));
  told["/packs/import"] = { ok: false, trouble: "Not a pack." };
  parts.push(await tap("keep text"), await tap("leave text"));
  told["/packs/import"] = { ok: true, name: "theirs" };
  const file = (size) => ({
    currentTarget: { files: [{ size, name: "theirs.toml", text: async () => "[theirs]" }] },
  });
  parts.push(await tap("import", "change", file(60000)), await tap("import", "change", file(60001)));
  parts.push(await tap("import", "change", { currentTarget: { files: [] } }));
  parts.push(await tap("remove own"), await tap("sure own"), await tap("remove own"));
  told["/packs/remove"] = { ok: false, trouble: "It is in use." };
  parts.push(await tap("sure own"));
  kept(t, parts.join("\n"));
});
