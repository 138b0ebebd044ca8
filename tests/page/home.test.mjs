// The home page: going on, beginning, looking back, and settling how the table is seen and spoken to.

import { mock, test } from "node:test";

import { drawnAnew, lineOf, openDocument, tableOf } from "./document.mjs";
import { kept } from "./drawn.mjs";
import { view } from "./made.mjs";

const PLACES = ["bar", "home", "lost", "notices", "change", "toast"];
const { places, page, text } = openDocument(PLACES, { body: { role: "both", device: "here" } });
const line = lineOf();
let looks = { scheme: "dark", calm: true };
globalThis.herald = { looks: () => looks, look: (now) => (looks = now) };
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });

const side = (name, faction, points) => ({ name, faction, points });
const past = (id, part = {}) => ({
  id,
  title: `Game ${id}`,
  scenario: "First Blood",
  edition: "Second Edition",
  started: 1_700_000_000,
  turn: 3,
  winner: null,
  is_over: false,
  trouble: "",
  sides: { south: side("Ana", "Daqan", 3), north: side("", "Uthuk", 2) },
  ...part,
});
const HOME = {
  is_chosen: true,
  has_begun: true,
  game: past("g1"),
  go_on: past("g1"),
  large_board: null,
  language: "en",
  languages: [
    { id: "en", name: "English" },
    { id: "ro", name: "Română" },
  ],
  level: "all",
  levels: ["all", "turns"],
  names: { south: "Ana" },
};
const sides = { south: "Daqan", north: "Uthuk" };
const offered = (scenario, name, part = {}) => ({
  scenario,
  name,
  sides,
  wins: "4 points",
  has_lore: false,
  is_free: false,
  large_board: null,
  ...part,
});
const GAMES = [
  {
    id: "second",
    name: "Second Edition",
    games: [
      offered("first", "First"),
      offered("first.epic", "First, Epic"),
      offered("free", "Free", { has_lore: true, is_free: true, sides: { south: "A", north: "B" } }),
    ],
  },
  {
    id: "first",
    name: "First Edition",
    games: [
      offered("large", "Large", { large_board: "deep" }),
      offered("wide", "Wide", { large_board: "wide" }),
    ],
  },
];
const told = {
  "/home.json": HOME,
  "/links": { join: "http://table/join/1", code: "1234" },
  "/home/pictures.json": { is_asked: true, is_kept: false, count: 2 },
  "/home/games.json": GAMES,
  "/home/past.json": {
    games: [
      past("g1"),
      past("g2", { winner: "south", is_over: true }),
      past("g3", { trouble: "No pack." }),
      past("g4", { title: "First Blood", winner: "north", is_over: true }),
    ],
    more: true,
  },
  "/home/past.json?deleted": { games: [past("g9")] },
  "/home/cameras.json": {
    used: "0",
    cameras: [
      ["none", "None"],
      ["0", "First"],
    ],
  },
  "/home/statistics.json": {
    games: 2,
    scenarios: [
      {
        name: "First",
        edition: "Second",
        games: 2,
        turns: 7.26,
        sides: [{ name: "Daqan", played: 2, won: 1 }],
      },
    ],
    players: [{ name: "Ana", played: 2, won: 1, hits: 9, expected: 8.04, luck: "well" }],
  },
};
const done = tableOf(told);
globalThis.history = { pushState: (...said) => done.push(`goes to ${said[2]}`) };
globalThis.Image = class {
  set onerror(fail) {
    fail();
  }
};
await import("../../companion/web/static/home.mjs");
await drawnAnew();

let before = [];
const shows = (what) => {
  const lines = text().split("\n");
  const come = lines.filter((each) => !before.includes(each)).map((each) => `+ ${each.trim()}`);
  const gone = before.filter((each) => !lines.includes(each)).map((each) => `- ${each.trim()}`);
  before = lines;
  return [`== ${what}`, ...gone, ...come, ...done.splice(0)].join("\n");
};
const found = (key) => ["home", "bar", "toast"].map((id) => places[id].keyed(key)).find(Boolean);
const tap = async (key, name = "click", part = {}) => {
  await found(key).happens(name, part);
  await drawnAnew();
  return shows(key);
};
const taps = async (...keys) => {
  const parts = [];
  for (const key of keys) parts.push(await tap(key));
  return parts.join("\n");
};

test("the home page leads on: to the game that lies there, to others, and to its rooms", async (t) => {
  const parts = [text(), done.splice(0).join("\n")];
  await line.show({ ...view(), number: 1 });
  parts.push(shows("home"), await taps("keep pictures", "keep no pictures"));
  told["/home.json"] = { ...HOME, go_on: past("g2"), is_chosen: false };
  await line.show({ ...view(), number: 2 });
  parts.push(shows("another to go on with"), await tap("continue"));
  told["/home.json"] = { ...HOME, go_on: null };
  await line.show({ ...view(), number: 3 });
  await line.show({ ...view(), number: 3 });
  parts.push(shows("nothing to go on with"));
  told["/home/pictures.json"] = { is_asked: false, is_kept: true, count: 0 };
  await line.show({ ...view(), number: 4 });
  await drawnAnew();
  parts.push(shows("another device says whether pictures are kept"));
  told["/home/pictures.json"] = { is_asked: true, is_kept: false, count: 2 };
  kept(t, parts.join("\n"));
});

test("a new game is chosen with its variants, names, language and board", async (t) => {
  const parts = [
    await taps("to new", "play free", "other game", "play first", "variant first.epic", "variant first"),
  ];
  parts.push(
    await taps("language ro", "level turns", "begin", "play large", "large wide", "large deep", "begin"),
  );
  await line.tell("changes", {
    open: { number: 1, text: "", who: "", by: "here", asked: [], left: 9 },
    last: null,
    is_granted: false,
  });
  parts.push(shows("the other side is asked"));
  await line.tell("changes", { open: null, last: null, is_granted: false });
  parts.push(shows("it was refused"));
  told["/home.json"] = { ...HOME, large_board: "wide" };
  await line.show({ ...view(), number: 5 });
  parts.push(shows("the other way"), await taps("play wide", "home"));
  kept(t, parts.join("\n"));
});

test("past games are opened, read, renamed, put away and brought back", async (t) => {
  const parts = [await taps("to past", "game g1", "game g2", "open game", "delete game", "undo delete")];
  parts.push(await taps("game g3", "game g4", "game g4", "older", "game g9", "bring back", "game g4"));
  const form = found("rename").parentNode;
  await form
    .all()
    .find((each) => each.localName === "input")
    .happens("input", { currentTarget: { value: "First Blood " } });
  await form.happens("submit");
  await drawnAnew();
  parts.push(shows("renamed"));
  told["/home/delete"] = { ok: false, trouble: "No." };
  parts.push(await taps("game g9", "bring back", "to statistics", "home", "home"));
  kept(t, parts.join("\n"));
});

test("an empty shelf says so, and nothing is counted where nothing is over", async (t) => {
  told["/home/past.json"] = told["/home/past.json?deleted"] = { games: [], more: false };
  told["/home/statistics.json"] = { games: 0, scenarios: [], players: [] };
  const parts = [await tap("to past")];
  globalThis.location.hash = "#statistics";
  await page.happens("popstate");
  await drawnAnew();
  parts.push(shows("statistics"));
  globalThis.location.hash = "#odd";
  await page.happens("popstate");
  await drawnAnew();
  kept(t, [...parts, shows("no such room")].join("\n"));
});

test("the camera is chosen, also by its address", async (t) => {
  const parts = [await taps("to camera", "camera none", "look again")];
  await found("address").happens("input", { currentTarget: { value: " rtsp://x " } });
  await found("use address").parentNode.happens("submit");
  await drawnAnew();
  parts.push(shows("address"));
  told["/home/cameras.json"] = {
    used: "none",
    cameras: [
      ["any", "Any"],
      ["none", "None"],
    ],
  };
  parts.push(await tap("look again"));
  await found("address").happens("input", { currentTarget: { value: " " } });
  await found("use address").parentNode.happens("submit");
  await drawnAnew();
  kept(t, [...parts, shows("no address"), await tap("home")].join("\n"));
});

test("the table's language and names are settled, and how this device shows it", async (t) => {
  const parts = [
    await taps(
      "to settings",
      "language ro",
      "scheme light",
      "scheme ",
      "motion",
      "calm",
      "sounds true",
      "sounds false",
    ),
  ];
  parts.push(await taps("pictures true", "delete pictures", "really delete pictures"));
  const [south, north] = places.home.all().filter((each) => each.localName === "input");
  await north.happens("input", { currentTarget: { value: "Bea" } });
  await south.happens("input", { currentTarget: { value: "Cara" } });
  await drawnAnew();
  parts.push(shows("names"), await tap("keep names"));
  told["/home/names"] = { ok: false, trouble: "Too long." };
  await south.happens("input", { currentTarget: { value: "x" } });
  await drawnAnew();
  kept(t, [...parts, await tap("keep names")].join("\n"));
});
