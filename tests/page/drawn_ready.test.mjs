// Getting ready step by step, as it is drawn, and what each tap tells the table.

import { test } from "node:test";

import "./browser.mjs";
import { answering, kept, scenes, writingPage } from "./drawn.mjs";
import { unit, view } from "./made.mjs";

globalThis.matchMedia = () => ({ matches: false });

const at = (name) => `../../companion/web/static/setup/${name}.mjs`;
const { deploy, deployActs } = await import(at("assistant_deploy"));
const { print, printActs } = await import(at("assistant_print"));
const steps = await import(at("assistant_steps"));

// The page that gets ready.
const START = {
  steps: [
    { step: "print", state: "look" },
    { step: "grid", state: "look" },
    { step: "voice", state: "look" },
  ],
  print: {
    counts: { tags: 9, figures: 20, banners: 2, terrain: 3, tokens: 1, cards: 5 },
    marks: 4,
    lays_terrain: false,
    sizes: [22, 25],
    size: 22,
    dice: "stickers",
    advised: null,
    scenario: "first",
  },
  camera: null,
  grid: null,
  voice: null,
  puts: {},
};

// The table has always gone on by the next look at it.
const goingOn = (shown) => {
  let seq = 0;
  return Object.defineProperty(shown, "seq", { get: () => (seq += 1) });
};

const ready = ({ start = {}, choice = {}, part = {}, own = {}, told = {}, role = "south" } = {}) =>
  answering(
    writingPage({
      start: { ...START, ...start },
      choice,
      role,
      step: "print",
      view: goingOn(view(part, { name: "First", ...own })),
    }),
    told,
  );
const drawnBy = (draw, pages) =>
  scenes(Object.entries(pages).map(([name, page]) => [name, draw(page), page]));

test("what is printed is chosen: sheets, dice, paper and sizes", async (t) => {
  const camera = { label: "A camera" };
  const facts = (part) => ({ start: { print: { ...START.print, ...part }, camera } });
  const nothing = { tags: 0, figures: 0, banners: 0, terrain: 0, tokens: 0, cards: 0 };
  const pages = {
    plain: ready(),
    "own dice": ready({ choice: { dice: "own", left: ["tags"], added: ["trays"], paper: "letter" } }),
    "typed dice": ready({ choice: { dice: "typed", size: 25 }, start: { camera } }),
    "no more than tags": ready(facts({ counts: nothing, marks: 0, lays_terrain: true, size: null })),
    measured: ready(facts({ advised: { qr: 25, aruco: 20 } })),
    "measured, too small": ready(facts({ advised: { qr: null, aruco: 20 } })),
    "measured, far too small": ready(facts({ advised: { qr: null, aruco: null } })),
    printed: ready({ start: { steps: [{ step: "print", state: "done" }], camera } }),
    "nothing chosen": ready({
      start: { camera },
      choice: { left: ["marks", "tags", "banners", "dice", "tray"] },
    }),
  };
  kept(t, await drawnBy((page) => [print(page), "acts", printActs(page)], pages));
});

const puts = (part) =>
  Object.fromEntries(Object.entries(part).map(([id, [place, home, seen]]) => [id, { place, home, seen }]));

test("units are deployed one by one or all at once, what stands wrong first", async (t) => {
  const units = [
    unit("guard-1", "A1"),
    unit("guard-2", "B1"),
    unit("reaver-1", "C3", { seat: "north" }),
    unit("guard-3", null),
  ];
  const wait = { wait: "set_up_wait", seat: null, banners: 0, units: 0 };
  const part = { units, step: "set_up", wait };
  const camera = {
    start: {
      camera: { label: "" },
      puts: puts({
        "guard-1": ["right", "A1"],
        "guard-2": ["wrong", "B1", "B2"],
        "reaver-1": ["away", "C3"],
      }),
    },
  };
  const odd = {
    start: {
      camera: { label: "" },
      puts: puts({ "guard-1": ["twice", "A2"], "guard-2": ["unread", "B1"], "reaver-1": ["right", "C3"] }),
    },
  };
  const right = {
    start: {
      camera: { label: "" },
      puts: puts({ "guard-1": ["right", "A1"], "guard-2": ["right", "B1"], "reaver-1": ["right", "C3"] }),
    },
  };
  const laid = { banners: { A2: 1 }, wait: { ...wait, banners: 2 } };
  const stand = { banners: { stand_in: ["A2", "B2", "C1", "C2"] } };
  const pages = {
    plain: ready({ part }),
    camera: ready({ part, ...camera }),
    odd: ready({ part, ...odd, role: "north" }),
    right: ready({ part, ...right, choice: { single: true } }),
    single: ready({ part, ...camera, choice: { single: true } }),
    "single, looked": ready({ part, ...camera, choice: { single: true, looked: "reaver-1" } }),
    "one left": ready({ part: { ...part, units: units.slice(0, 1) }, choice: { single: true } }),
    banners: ready({ part: { ...part, ...laid }, own: stand }),
    open: ready({ part: { ...part, units: [] }, own: { open: true } }),
    begun: ready({ part: { units } }),
    elsewhere: ready({ part: { ...part, wait: { wait: "muster_wait" } } }),
    "units are left": ready({ part: { ...part, wait: { ...wait, units: 1 } } }),
  };
  globalThis.location = { assign: () => {} };
  kept(t, await drawnBy((page) => [deploy(page), "acts", deployActs(page)], pages));
});

test("camera, grid and voice are looked at step by step", async (t) => {
  const { game: which, camera, grid: fit, voice } = steps.panels;
  const seen = {
    label: "A camera",
    board: [600, 400],
    marks: [{ at: [0, 0], seen: true }],
    findings: [
      ["marks", "good", "4"],
      ["light", "warning", "dim"],
      ["odd", "bad", "?"],
    ],
  };
  const known = {
    state: "ready",
    reason: "",
    remedy: "",
    details: "",
    light: "waiting",
    trouble: "Quiet.",
    went_wrong: "no device",
  };
  const grids = (part) => ({ start: { grid: { found: true, tray: true, ...part }, camera: seen } });
  const voices = (part, choice = {}) => ({ start: { voice: { ...known, ...part } }, choice });
  const states = (step, state) => ({ steps: [{ step, state }] });
  const games = { game: ready({ start: states("game", "done") }), "no game": ready() };
  const cameras = {
    none: ready(),
    seen: ready({ start: { camera: seen } }),
    unmarked: ready({ start: { camera: { ...seen, marks: [] } } }),
  };
  const fits = {
    none: ready(),
    found: ready({ ...grids({}), told: { "/camera/grid": { board: [1], corners: [2], tray: 3 } } }),
    lost: ready(grids({ found: false, tray: false })),
    gone: ready(grids({})),
    done: ready({ start: { ...grids({}).start, ...states("grid", "done") } }),
  };
  const speaks = {
    none: ready(),
    ready: ready(voices({})),
    refused: ready({ ...voices({}), told: { "/voice/test": { ok: false, trouble: "No." } } }),
    "asked to speak": ready(voices({}, { spoken: true })),
    heard: ready(voices({ light: "heard" }, { spoken: true })),
    silent: ready(voices({ light: "silent", details: "More." }, { spoken: true, deaf: true })),
    failed: ready(voices({ state: "failed", reason: "Broken.", remedy: "Mend it." }, { spoken: true })),
    done: ready({ start: { voice: known, ...states("voice", "done") }, choice: { spoken: true } }),
  };
  const scenesOf = [
    await drawnBy(which, games),
    await drawnBy(camera, cameras),
    await drawnBy((page) => [fit(page), "acts", steps.acts.grid(page)], fits),
    await drawnBy((page) => [voice(page), "acts", steps.acts.voice(page)], speaks),
    await drawnBy((page) => [steps.acts.print(page), "deploy", steps.acts.deploy(page)], {
      plain: ready(),
      seen: ready({ start: { camera: seen } }),
    }),
  ];
  kept(t, scenesOf.join("====\n"));
});
