// The sheets over what is asked, as they are drawn, and what each tap in them tells the table.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { answering, kept, outline, scene, scenes, writingPage } from "./drawn.mjs";
import { game, grid, unit, view } from "./made.mjs";

globalThis.matchMedia = () => ({ matches: false });

const at = (name) => `../../companion/web/static/${name}.mjs`;
const { drawSheet } = await import(at("sheets/sheets"));
const { openMend, showFallen, tappedInPast, litInPast } = await import(at("sheets/mend"));
const { openPast, pastOf, pastSign, shownView, takeBack } = await import(at("sheets/history"));
const { drawRack } = await import(at("open/rack"));
const { turnOrder } = await import(at("open/turnorder"));

const NOW = Date.now() / 1000;
const UNITS = [
  unit("guard-1", "A1", { most_figures: 4, markers: ["poison"] }),
  unit("hero-1", "B2", { seat: "north", damage_tokens: true, health: 5, damage: 2 }),
  unit("guard-2", null),
];

// A page with *sheet* open.
const opened = (sheet, { part = {}, shown = {}, own = {}, told = {}, ...more } = {}) =>
  answering(
    writingPage({
      view: view({ units: UNITS, ...part }, own, { told: [], ...shown }),
      role: "south",
      grid: grid(),
      canPlay: true,
      canAnswer: true,
      hasCamera: true,
      isPhone: false,
      sheet,
      draft: null,
      links: null,
      ways: null,
      voice: null,
      speaker: null,
      awake: { on: true, badge: "awake", text: "stays awake" },
      ...more,
    }),
    { "/past/log": { ok: true, seq: 9, lines: [], pictures: [], earlier: 0 }, ...told },
  );

const all = (pages) =>
  scenes(Object.entries(pages).map(([name, page]) => [name, drawSheet(page, page.sheet), page]));

test("what is not right is chosen from scores, dice, the log and the units off the board", async (t) => {
  const pages = {
    plain: opened({ name: "correct" }),
    "after a roll": opened({ name: "correct" }, { shown: { roll: { seq: 3, faces: ["strike"] } } }),
    "all on the board": opened({ name: "correct" }, { part: { units: [UNITS[0]] } }),
    "nothing of the sort": opened({ name: "odd" }),
  };
  kept(t, await all(pages));
});

test("a unit, a score and a hand are corrected as they are drafted", async (t) => {
  const hand = { name: "hand", seat: "south" };
  const cards = { cards: [{ id: "patrol", name: "Patrol" }, { id: "raid", name: "Raid" }], lore: { south: [{ id: "cry", name: "Cry" }], north: [] } }; // prettier-ignore
  const pages = {
    figures: opened({ name: "unit", unit: "guard-1" }),
    "figures, drafted": opened(
      { name: "unit", unit: "guard-1" },
      { draft: { at: null, figures: 0, damage: 0, markers: [] } },
    ),
    damage: opened({ name: "unit", unit: "hero-1" }),
    "no such unit": opened({ name: "unit", unit: "odd" }),
    "own score": opened({ name: "score", seat: "south" }),
    "other score": opened({ name: "score", seat: "north" }, { part: { has_lore_cards: false } }),
    "score, drafted": opened(
      { name: "score", seat: "south" },
      { draft: { points: 0, lore: 1, cards: 2, lore_cards: 99 } },
    ),
    hand: opened(hand, { own: cards }),
    "hand, marked": opened(hand, { own: cards, draft: { known: ["raid"], lore: ["cry"] } }),
    "hand without lore": opened(hand, { own: cards, part: { has_lore_cards: false } }),
  };
  kept(t, await all(pages));
});

test("the dice of the last roll are mended by a tap and its face", async (t) => {
  const roll = { seq: 3, faces: ["strike", "lore"] };
  const pages = {
    "nothing rolled": opened({ name: "dice" }),
    rolled: opened({ name: "dice" }, { shown: { roll } }),
    cleared: opened({ name: "dice" }, { shown: { roll }, draft: [] }),
    "one of them": opened({ name: "dice", at: 1 }, { shown: { roll } }),
  };
  kept(t, await all(pages));
});

test("the board is saved under a name, and why not is said", async (t) => {
  const pages = {
    fresh: opened({ name: "arranging" }),
    named: opened({ name: "arranging" }, { draft: { name: "Mine" } }),
  };
  const drawn = await all(pages);
  const refused = opened(
    { name: "arranging" },
    { told: { "/scenario": { ok: false, trouble: "Too long." } } },
  );
  kept(t, drawn + (await scene(drawSheet(refused, refused.sheet), refused)));
});

const line = (seq, turn = 1, part = {}) => ({ seq, turn, text: `Line ${seq}`, at: NOW, by: "tablet", rules: ["orders"], ...part }); // prettier-ignore
const past = (part = {}) => ({ seq: 4, line: line(4), former: 3, next: 5, asked: "A card", picture: false, game: game(), ...part }); // prettier-ignore

test("the board as it was is told with its entry, and left by steps", async (t) => {
  const sheet = (part) => ({ name: "past", past: past(part) });
  const pages = {
    between: opened(sheet({ picture: true })),
    first: opened(sheet({ seq: 0, line: null, former: null }), { canPlay: false }),
    last: opened(sheet({ next: null, line: line(4, 1, { text: "" }) })),
  };
  const told = Object.entries(pages).map(([name, page]) => [
    name,
    [pastSign(page), drawSheet(page, page.sheet)],
    page,
  ]);
  const mend = opened({ name: "mend", entry: {}, past: past() });
  const log = opened({ name: "log" });
  const signs = [mend, log].map(pastSign);
  const shown = [pages.between, log].map((page) => shownView(page).game === page.view.game);
  kept(t, `${await scenes(told)}${outline(signs)}${shown} ${pastOf(log)} ${pastOf(mend).seq}`);
});

test("an entry is taken back at once, several only after they were told", async (t) => {
  const log = (lines, earlier) => ({ "/past/log": { ok: true, seq: 9, lines, earlier } });
  const taken = async (told) => {
    const page = opened({ name: "log" }, { told });
    await takeBack(page, 4);
    return page.done.join("\n");
  };
  const back = (number) => opened({ name: "back", lost: { to: 4, seen: 9, lines: [line(5), line(6, 1, { text: "" })], number } }); // prettier-ignore
  kept(
    t,
    [
      await taken(log([line(5)], 0)),
      await taken(log([line(5)], 1)),
      await taken(log([], 0)),
      await taken({ "/past/log": { ok: false } }),
      await taken({ "/past/log": { ok: false, trouble: "Gone." } }),
      await all({ two: back(2), five: back(5) }),
    ].join("\n"),
  );
});

test("the past is opened on the board, and said where it does not come", async (t) => {
  const page = opened({ name: "log" }, { told: { "/past/board": { ok: true, seq: 4 } } });
  await openPast(page, 4);
  const done = [...page.done];
  const lost = opened({ name: "log" });
  globalThis.fetch = async () => {
    throw new Error("gone");
  };
  await openPast(lost, 4);
  kept(t, [...done, ...lost.done].join("\n"));
});

test("the log is told by turns, newest first, each line with what can be done from it", async (t) => {
  const lines = [line(1, 0), line(2, 1), line(3, 1, { text: "", rules: [] }), line(4, 2)];
  const told = { "/past/log": { ok: true, lines, pictures: [2, 4], earlier: 3 } };
  const page = opened({ name: "log" }, { told });
  const draw = () => outline(drawSheet(page, page.sheet));
  const parts = [draw()];
  const settle = () => new Promise((done) => setTimeout(done));
  await settle();
  parts.push(page.done.join("\n"), await scene(drawSheet(page, page.sheet), page));
  await settle();
  const openLine = async (seq) => {
    const drawn = drawSheet(page, page.sheet);
    const found = flat(drawn).find(({ props }) => props["data-key"] === `line ${seq}`);
    found.props.onClick();
    await settle();
    parts.push(await scene(drawSheet(page, page.sheet), page));
  };
  await openLine(4);
  await openLine(2);
  page.canPlay = false;
  const onlooker = opened({ name: "log" }, { told: { "/past/log": { ...told["/past/log"], earlier: 0 } }, canPlay: false, shown: { seq: 8 } }); // prettier-ignore
  drawSheet(onlooker, onlooker.sheet);
  await settle();
  parts.push(outline(drawSheet(onlooker, onlooker.sheet)), onlooker.done.join("\n"));
  kept(t, parts.join("---\n"));
});

const flat = (drawn) => {
  if (Array.isArray(drawn)) return drawn.flatMap(flat);
  return drawn?.props ? [drawn, ...flat(drawn.props.children)] : [];
};

const MOVE = { do: "move", unit: "guard-1", to: "A2" };
const entry = (command, choices = [], part = {}) => ({
  seen: 9,
  line: line(4),
  command,
  choices,
  game: game({ units: UNITS }),
  ...part,
});
const mending = (command, choices, { part, fallen, ...more } = {}) =>
  opened({ name: "mend", entry: entry(command, choices, part), ...(fallen && { fallen }) }, more);
const other = (command, text) => ({ command, text });

test("an entry of the past is corrected by its hex, its numbers, its dice, or what else was possible", async (t) => {
  const score = { do: "correct_score", seat: "south", points: 2, lore: 3, cards: 1 };
  const roll = { do: "roll", faces: ["strike", "lore"] };
  const play = { do: "play_card", card: "raid" };
  const choices = [other(play, "Raid"), other({ ...play, card: "patrol" }, "Patrol")];
  const fallen = { command: MOVE, text: "Line 6", why: "It is too far.", lost: 3 };
  const pages = {
    hex: mending(MOVE, [other({ ...MOVE, to: "B2" }, "To B2"), other({ do: "decline" }, "Nothing")]),
    "hex, drafted": mending(MOVE, [other({ ...MOVE, to: "B2" }, "To B2")], { draft: { ...MOVE, to: "B2" } }),
    "no hex": mending({ do: "place_unit", unit: "guard-1", at: null }, []),
    numbers: mending(score, []),
    "numbers, drafted": mending(score, [], { draft: { ...score, points: 3 } }),
    choices: mending(play, choices),
    "choices, drafted": mending(play, choices, { draft: { ...play, card: "patrol" } }),
    dice: mending(roll, [], { part: { dice: 2 } }),
    "dice, drafted": mending(roll, [], { draft: { ...roll, faces: ["lore", "lore"] } }),
    "nothing else": mending({ do: "decline" }, []),
    "left out only": mending(null, [], { part: { line: line(4, 1, { text: "" }) } }),
    fallen: mending(MOVE, [], { fallen }),
    "fallen, unnamed": mending(MOVE, [], { fallen: { ...fallen, text: "", lost: 1 } }),
  };
  kept(t, await all(pages));
});

test("an entry is opened to be corrected, at the board where that is tapped", async (t) => {
  const done = [];
  for (const command of [MOVE, { do: "decline" }, null]) {
    const page = opened({ name: "log" }, { told: { "/past/entry": { ok: true, command } } });
    await openMend(page, 4);
    await showFallen(page, 4, { text: "Later" });
    done.push(...page.done);
  }
  const gone = opened({ name: "log" }, { told: { "/past/entry": { ok: false, trouble: "Gone." } } });
  await openMend(gone, 4);
  kept(t, [...done, ...gone.done].join("\n"));
});

test("a tap on the board of the past drafts, and is lit, only while an entry is corrected", (t) => {
  const page = mending(MOVE, [other({ ...MOVE, to: "B2" }, "To B2")]);
  tappedInPast(page, "B2");
  const fallen = mending(MOVE, [], { fallen: {} });
  tappedInPast(fallen, "B2");
  const log = opened({ name: "log" });
  tappedInPast(log, "B2");
  assert.deepEqual([...litInPast(page).moves], ["B2"]);
  assert.deepEqual([...litInPast(log).moves], []);
  kept(t, [...page.done, "fallen", ...fallen.done, "log", ...log.done].join("\n"));
});

test("what corrects an entry is refused, or stands in the way of a later one", async (t) => {
  const fallen = { text: "Later", why: "No.", lost: 1 };
  const done = [];
  for (const answer of [{ ok: false, fallen }, { ok: false }, { ok: true }]) {
    const page = mending({ do: "play_card", card: "raid" }, []);
    page.correct = async (asked) => {
      page.done.push(JSON.stringify(asked));
      return answer;
    };
    const leaves = flat(drawSheet(page, page.sheet)).find(({ props }) => props["data-key"] === "leave out");
    await leaves.props.onClick();
    await null;
    done.push(...page.done);
  }
  kept(t, done.join("\n"));
});

test("the menu leads on, tells how each device does, and lets people leave", async (t) => {
  const links = {
    join: "http://table/join/1",
    code: "1234",
    wall: "http://table/wall",
    cameras: [{ name: "First", sees: true, text: "" }, { name: "Second", sees: false, text: "dark" }],
    awake: { south: 1, north: 0, both: 2, watch: 1 },
  }; // prettier-ignore
  const way = (name, part) => ({ name, url: `http://${name}`, ...part });
  const ways = [way("a", { own: true }), way("b", { open: true }), way("c", { open: false }), way("d", { tried: true }), way("e", {})]; // prettier-ignore
  const voice = { who: "This tablet", state: "ready", reason: "", trouble: "" };
  const pages = {
    "before links": opened({ name: "tablets" }),
    linked: opened({ name: "tablets" }, { links, ways, voice }),
    "an onlooker's": opened(
      { name: "tablets" },
      { links, ways, canPlay: false, hasCamera: false, awake: { on: false, text: "sleeps" } },
    ),
    "a demo's": opened({ name: "tablets" }, { shown: { demo: true, table: { state: "no_camera", text: "None", differences: [], ignored: [] } }, ways: ways.slice(0, 1), voice: { ...voice, who: null, state: "off" } }), // prettier-ignore
  };
  const asks = opened({ name: "tablets" }, { told: { "/leave": { ok: false, question: "Sure?" } } });
  const gone = await all(pages);
  kept(t, gone + (await scene(drawSheet(asks, asks.sheet), asks)));
});

test("who speaks is chosen among the computer, this tablet and the others", async (t) => {
  const place = (id, part = {}) => ({ id, name: id.toUpperCase(), chosen: false, speaks: false, light: "untested", at: 3600, trouble: "", awake: true, ready: true, ...part }); // prettier-ignore
  const speakers = [
    place("computer", { light: "heard" }),
    place("here", { chosen: true, ready: false }),
    place("other", { light: "silent", trouble: "no sound" }),
    place("gone", { awake: false }),
    place("gone, chosen", { awake: false, chosen: true }),
    place("asked", { light: "waiting" }),
  ];
  const voice = {
    speakers,
    who: "The computer",
    state: "ready",
    reason: "",
    trouble: "",
    remedy: "",
    details: "",
    level: "all",
  };
  const sheet = { name: "voice" };
  const speaker = (me) => ({
    device: "here",
    me,
    showsCaptions: true,
    enable: (...said) => notes.push(`enable ${said}`),
    silence: () => notes.push("silence"),
    test: (id) => notes.push(`test ${id}`),
    showCaptions: (on) => notes.push(`captions ${on}`),
  });
  const notes = [];
  const pages = {
    "no voice": opened(sheet, { shown: { voice: { reason: "None was asked for." } } }),
    chosen: opened(sheet, { voice, speaker: speaker(speakers[1]) }),
    "not heard of": opened(sheet, {
      voice: {
        ...voice,
        who: "",
        details: "More.",
        state: "failed",
        reason: "Broken.",
        remedy: "Mend it.",
        trouble: "Oh.",
      },
      speaker: speaker(null),
    }),
    off: opened(sheet, {
      voice: { ...voice, state: "off", reason: "Off.", remedy: "Turn it on." },
      speaker: speaker(null),
    }),
    "an onlooker's": opened(sheet, {
      voice: { ...voice, reason: "By hand." },
      speaker: speaker(null),
      canPlay: false,
    }),
  };
  const refused = opened(sheet, {
    voice,
    speaker: speaker(null),
    told: { "/voice/again": { ok: false, trouble: "No." } },
  });
  const told = await all(pages);
  kept(t, `${told}${await scene(drawSheet(refused, sheet), refused)}${notes.join("\n")}`);
});

test("each sheet has its title, and closes", async (t) => {
  const names = ["differences", "rules", "unlisted", "todo"];
  const pages = Object.fromEntries(names.map((name) => [name, opened({ name })]));
  const hexes = { hex: "A1", brush: null };
  kept(
    t,
    await all({
      ...pages,
      why: opened({ name: "rules", ids: ["orders"] }),
      hex: opened({ name: "hex", ...hexes }),
      "named hex": opened(
        { name: "hex", ...hexes },
        { part: { terrain: { A1: { name: "Hill", kind: "hill" } } } },
      ),
      brush: opened({ name: "hex", hex: "A1", brush: { tile: null } }),
      lore: opened({ name: "lore" }),
      discard: opened({ name: "discard", choice: "cards", gone: 1, seat: "south" }),
    }),
  );
});

test("a card in no list is played once all of it is said, by hand where the rules leave that to the table", async (t) => {
  const sheet = { name: "unlisted" };
  const does = [{ verb: "gain_lore", count: 1 }];
  const pages = {
    fresh: opened(sheet),
    said: opened(sheet, { draft: { name: " Mine ", does, verb: null } }),
    unnamed: opened(sheet, { draft: { name: "", does, verb: null } }),
    begun: opened(sheet, { draft: { name: "", does, verb: { verb: "gain_lore", count: 2 } } }),
    "by hand": opened(sheet, { own: { table_does: true } }),
  };
  kept(t, await all(pages));
});

test("a large table shows its rack and the order of four players", (t) => {
  const cards = [
    { id: "raid", name: "Raid", summary: "Raids.", does: [] },
    {
      id: "left",
      name: "Left",
      summary: "Left.",
      does: [{ verb: "grant_orders", count: 2, section: "left" }],
    },
  ];
  const rack = { setting: { rack: ["left", "raid", "left", "odd"] } };
  const wait = (name, of = []) => ({ wait: { wait: name, seat: "south", cards: of } });
  const ofRack = wait("rack_card_wait", rack.setting.rack);
  const shown = (part, more = {}) =>
    drawRack(opened(null, { part: { ...rack, ...part }, own: { cards }, ...more }));
  const { scores } = view().game;
  const markers = { setting: { markers: ["north", "south", "north_ally"] }, scores: { ...scores, north_ally: scores.north } }; // prettier-ignore
  const drawn = [
    shown(ofRack),
    shown(wait("odd_wait")),
    shown(wait("odd_wait"), { canAnswer: false }),
    shown(wait("odd_wait"), { canAnswer: false, isPhone: true }),
    shown(ofRack, { sheet: { name: "log" } }),
    shown({ ...ofRack, setting: { rack: [] } }),
    turnOrder(game({ ...markers, active: "south" })),
    turnOrder(game({ setting: null })),
  ];
  kept(t, drawn.map((each, n) => `== ${n}\n${outline(each)}`).join(""));
});
