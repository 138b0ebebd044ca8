// The board as it is drawn, whole: what stands, lies and is lit on it, and what its sheets offer.

import { test } from "node:test";

import "./browser.mjs";
import { kept, outline, scenes, taps, writingPage } from "./drawn.mjs";
import { game, scenario, unit, view } from "./made.mjs";

const at = (name) => `../../companion/web/static/board/${name}.mjs`;
const { Board } = await import(at("board"));
const { Grid } = await import(at("grid"));
const { unlit } = await import(at("light"));
const { token, unitIcon, levyToken } = await import(at("tokens"));
const { drawZoom, gridFor, zoomed } = await import(at("zoom"));
const { brushed, drawHexSheet, groundLine, joining, openHex, placeCard } = await import(at("hexsheet"));
const { differencesBadge, drawDifferences, drawDifferencesSheet, marksOf } = await import(at("differences"));
const { h } = await import("../../companion/web/static/vendor/preact.mjs");

const ROWS = [3, 2, 3];
const small = (shown = {}) => new Grid(ROWS, [1, 2], { turned: false, onSide: false, ...shown });

const UNITS = [
  unit("guard-1", "A1", { ordered: true, moved: true }),
  unit("reaver-12", "B2", { seat: "north", attacked: true, markers: ["poison", "stun"], figures: 1 }),
  unit("hero-1", "C3", { damage_tokens: true, health: 5, damage: 2, card: { traits: ["red", "goblinoid"] } }),
  unit("gone-1", null),
];
const GROUND = {
  B1: { kind: "hill", token: null, site: null, owner: null, name: "Hill" },
  C3: { kind: "river", token: "ford", site: null, owner: null, name: "Ford" },
  A2: { kind: "command_tent", token: null, site: null, owner: "north", name: "Tent" },
};
const BATTLE = game({ units: UNITS, terrain: GROUND, banners: { A1: 1, A3: 2 } });

// Everything that can be lit, each somewhere.
const LIT = {
  ...unlit(),
  moves: new Set(["C1", "A3", "B1"]),
  resting: new Set(["C1"]),
  targets: new Set(["reaver-12"]),
  doubtful: new Set(["hero-1"]),
  ready: new Set(["guard-1"]),
  selected: "guard-1",
  looked: "reaver-12",
  place: "B3",
  through: ["B2"],
  marks: new Map([["C3", "doubt"]]),
};

const drawBoard = (part = {}) =>
  h(Board, { grid: small(), game: BATTLE, kinds: scenario().kinds, lit: unlit(), tapped: null, ...part });

test("a mere picture of the board shows what stands and lies on it", (t) => {
  kept(t, outline(drawBoard()));
});

test("a board that can be tapped shows what is lit, in its order, and tells its hexes to the ear", async (t) => {
  const page = writingPage({});
  const drawn = drawBoard({ lit: LIT, tapped: (hex) => page.tapped(hex), asks: () => {} });
  kept(t, outline(drawn));
});

test("a board is drawn turned round and on its side", (t) => {
  const none = game();
  const shown = [{ turned: true }, { onSide: true }, { turned: true, onSide: true }, { section: "left" }];
  kept(t, outline(shown.map((each) => drawBoard({ grid: small(each), game: none, tapped: () => {} }))));
});

test("where every hex, label and line lies, whichever way the board is shown", (t) => {
  const rounded = (at) => at.map((side) => Math.round(side * 10) / 10).join(" ");
  const told = [{}, { turned: true }, { onSide: true }].map((shown) => {
    const grid = small(shown);
    const sections = ["left", "center", "right"].map((section) => rounded(small({ ...shown, section }).box));
    const hexes = [...grid.spots.keys()].map((hex) => `${hex} ${rounded(grid.centre(hex))}`);
    const labels = grid.labels().map(({ text, at }) => `${text} ${rounded(at)}`);
    const lines = grid.lines().map((ends) => ends.map(rounded).join(" to "));
    return [rounded([grid.width, grid.height]), grid.corners(), ...sections, ...hexes, ...labels, ...lines];
  });
  kept(t, told.flat().join("\n"));
});

test("which hexes of a section are shown", (t) => {
  const shown = ["left", "center", "right"].map((section) =>
    ["", ...small().spots.keys()].filter((hex) => hex && small({ section }).shows(hex)).join(" "),
  );
  kept(t, shown.join("\n"));
});

test("a unit's token shows its figures, its damage, its marks, what it did and what it has stored", (t) => {
  const tokens = [
    ["ordered", { ordered: true }],
    ["more figures than health", { figures: 4 }],
    ["unhurt legend", { damage_tokens: true, health: 5, damage: 0 }],
    ["hurt legend", { damage_tokens: true, health: 5, damage: 3 }],
    ["attacked only", { attacked: true }],
    ["moved and attacked", { moved: true, attacked: true, seat: "north" }],
    ["marked", { markers: ["poison", "stun", "shield"], seat: "south_ally" }],
    ["green", { card: { traits: ["green"] } }],
    ["blue ogre", { card: { traits: ["blue", "ogre"] }, seat: "north_ally" }],
  ];
  const drawn = tokens.map(
    ([name, part]) => `== ${name}\n${outline(token(unit("guard-1", "A1", part), undefined, 2))}`,
  );
  const { kinds } = scenario();
  const icons = [unitIcon(kinds, "guard", "south"), unitIcon(kinds, "what", "north_ally")];
  kept(t, drawn.join("") + outline([icons, levyToken({ seat: "north", banner: "blue" })]));
});

const TERRAIN = [
  { id: "hill", name: "Hill", on: [], summary: "High.", page: "RB p. 9", confidence: "certain" },
  { id: "river", name: "River", on: [], summary: "Wet.", page: "RB p. 9", confidence: "likely" },
  { id: "ford", name: "Ford", on: ["river"], summary: "Shallow.", page: "RB p. 9", confidence: "unknown" },
  { id: "command_tent", name: "Tent", on: [], summary: "A tent.", page: "RB p. 9", confidence: "certain" },
];
const boardPage = (part = {}, own = {}, more = {}) =>
  writingPage({
    view: view(
      { units: UNITS, terrain: GROUND, banners: { A1: 1, A3: 2 }, ...part },
      { terrain: TERRAIN, ...own },
    ),
    grid: small(),
    canPlay: true,
    ...more,
  });

test("the card of a hex tells its ground, whose it is, how sure that is, and its banner", async (t) => {
  const page = boardPage();
  const onlooker = boardPage({}, {}, { canPlay: false });
  const odd = boardPage({}, { terrain: [] });
  kept(
    t,
    await scenes([
      ...["A1", "B1", "A2", "C3", "A3"].map((hex) => [hex, placeCard(page, hex), page]),
      ["of an onlooker", placeCard(onlooker, "B1"), onlooker],
      ["nothing known", placeCard(odd, "B1"), odd],
      ["under a unit", [groundLine(page, "C3"), groundLine(page, "A1"), groundLine(page, null)], page],
    ]),
  );
});

test("the sheet of a hex lays ground, tokens, banners and units, by the brush or at once", async (t) => {
  const page = boardPage();
  const draw = (name, from, sheet) => [name, drawHexSheet(from, sheet), from];
  const setUp = boardPage({ step: "set_up" });
  const free = boardPage({ step: "set_up" }, { open: true });
  const placed = boardPage({ step: "set_up", units: [unit("guard-1", "A1")] });
  kept(
    t,
    await scenes([
      draw("hill", page, { hex: "B1", brush: null }),
      draw("water", page, { hex: "C3", brush: null }),
      draw("tent", page, { hex: "A2", brush: null }),
      draw("clear, with a banner", page, { hex: "A3", brush: null }),
      draw("brush", page, { hex: "B1", brush: { tile: { kind: "river", token: null, owner: null } } }),
      draw("clear brush", page, { hex: "B1", brush: { tile: null } }),
      draw("who stands here", setUp, { hex: "C1", brush: null }),
      draw("somebody stands here", setUp, { hex: "A1", brush: null }),
      draw("free battle", free, { hex: "C1", brush: null }),
      draw("all are placed", placed, { hex: "C1", brush: null }),
    ]),
  );
});

test("a tap with the brush lays its tile, clears what lies there, and does nothing to clear ground", (t) => {
  const page = boardPage();
  brushed(page, { tile: { kind: "hill" } }, "C1");
  brushed(page, { tile: null }, "B1");
  brushed(page, { tile: null }, "C1");
  openHex(page, "C1");
  kept(t, page.done.join("\n"));
});

test("who may join a free battle: the next number of each kind and seat", (t) => {
  const kinds = {
    ...scenario().kinds,
    foot: { id: "foot", name: "Foot", faction: null, traits: [], abilities: [] },
  };
  const units = [unit("guard-1", "A1"), unit("guard-3", "B1"), unit("foot-11", "C1", { seat: "north" })];
  kept(
    t,
    joining(view({ units }, { kinds, open: true }))
      .map((each) => JSON.stringify(each))
      .join("\n"),
  );
});

const ASTRAY = {
  id: "d1",
  sees: "unit",
  expected: "A1",
  hex: "B1",
  unit: "guard-1",
  text: "Guards stand on B1",
  reason: "no such move",
  since: Date.now() / 1000,
  is_sent: false,
  offers: ["put_back", "follow", "ignore"],
};
const table = (...differences) => ({ state: "out_of_step", text: "Look.", differences, ignored: ["C1"] });
const differing = (shown, more = {}) =>
  writingPage({ view: view({ units: UNITS }, {}, shown), canPlay: true, sheet: null, ...more });

const NOTHING = { ...ASTRAY, id: "d2", sees: "nothing", hex: "C3", unit: "hero-1", reason: "" };
const STRAY = { ...ASTRAY, id: "d3", expected: null, hex: "A3", offers: ["put_back", "ignore"] };
const MARKER = { ...ASTRAY, id: "d4", sees: "marker", hex: "A2", unit: null, is_sent: true };

test("each hex that differs has its mark: of several the one that says most", (t) => {
  const marks = marksOf({ table: table(ASTRAY, NOTHING, { ...STRAY, hex: "C1" }, MARKER) });
  kept(t, [...marks].map(([hex, mark]) => `${hex} ${mark}`).join("\n"));
});

test("what differs is told in rows with what can be done, and by a badge what is in doubt", async (t) => {
  const both = differing({ table: table(ASTRAY, STRAY) });
  const follow = differing({ table: table(ASTRAY, { ...ASTRAY, id: "d5" }) });
  const sent = differing({ table: table({ ...ASTRAY, is_sent: true }, STRAY) });
  const onlooker = differing({ table: table(ASTRAY, STRAY, NOTHING) }, { canPlay: false });
  const asked = differing({ table: table(ASTRAY), question: { text: "?" } });
  const sheet = differing({ table: table(ASTRAY) }, { sheet: { name: "log" } });
  const doubts = differing({ table: table(NOTHING, MARKER) });
  const agree = differing({ table: { differences: [], ignored: [] } });
  const rows = (name, page) => [name, drawDifferences(page), page];
  const whole = (name, page) => [name, [differencesBadge(page), drawDifferencesSheet(page)], page];
  kept(
    t,
    await scenes([
      rows("two", both),
      rows("right everywhere", follow),
      rows("one is sent", sent),
      rows("onlooker", onlooker),
      rows("the referee asks", asked),
      rows("another sheet", sheet),
      rows("only doubts", doubts),
      whole("sheet", both),
      whole("sheet of doubts", doubts),
      whole("sheet of an onlooker", onlooker),
      whole("one differs, one is ignored", asked),
      whole("all agree", agree),
    ]),
  );
});

test("a large board can be shown by its sections, a small one only whole", async (t) => {
  const large = Array.from({ length: 10 }, () => 3);
  const made = (rows, section) => {
    const shown = { turned: false, isPhone: true, section };
    const page = writingPage({ view: view({}, { rows }), ...shown });
    page.grid = gridFor(shown, page.view);
    return page;
  };
  const [whole, part, nine] = [made(large, null), made(large, "center"), made(large.slice(1), null)];
  const zoomTaps = async (page) => (await taps(drawZoom(page), page)).replace(/"grid":.*?\}\)/g, "grid})");
  kept(
    t,
    [
      outline([drawZoom(whole), zoomed(whole, "board"), drawZoom(nine)]),
      outline([drawZoom(part), zoomed(part, "board")]),
      await zoomTaps(whole),
      await zoomTaps(part),
      [whole, part].map(({ grid }) => [grid.onSide, grid.box.map(Math.round)].join(" ")).join("\n"),
    ].join("---\n"),
  );
});
