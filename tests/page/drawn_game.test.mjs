// Cards, pieces, scores and tools beside what is asked, as they are drawn, and what each tap tells the table.

import { test } from "node:test";

import "./browser.mjs";
import { all, asked, asking, attack } from "./asked.mjs";
import { kept, scenes } from "./drawn.mjs";
import { offer, unit, view } from "./made.mjs";

globalThis.matchMedia = () => ({ matches: false });

const at = (name) => `../../companion/web/static/${name}.mjs`;
const { drawAnswers } = await import(at("game/ask"));
const { drawErrandList, drawErrands } = await import(at("game/errands"));
const { drawHand, drawHandBeside, handButton } = await import(at("game/hand"));
const { canPlayLore, drawDiscard, drawLoreSheet } = await import(at("game/lore"));
const { drawPlacing, drawStarts } = await import(at("game/placing"));
const { drawScores, stepNow } = await import(at("game/scores"));
const { drawNews, drawQuestion, drawState, tableSign } = await import(at("game/status"));
const { drawTools } = await import(at("game/tools"));
const { chosen } = await import(at("game/unitcard"));
const { panels } = await import(at("parts/panels"));
await import(at("game/cards"));

test("the card of a unit tells what it can do and whatever is not sure", async (t) => {
  const through = (hexes) => ({ selected: "guard-1", through: hexes });
  const moves = asking([
    offer({ do: "move", unit: "guard-1", to: "B1" }),
    offer({ do: "heal", unit: "guard-1" }),
  ]);
  const powers = { powers: { guard: [{ name: "Roar", lore: 2, summary: "Loud." }, { name: "Bite", lore: null, summary: "Sharp." }] } }; // prettier-ignore
  const pages = {
    own: asked({}, moves, { selected: "guard-1" }),
    "own, through enemies": asked({}, moves, through([])),
    "own, through one": asked({}, moves, through(["B2", "C3"])),
    looked: asked({}, moves, { looked: "guard-1" }),
    foe: asked({}, moves, { looked: "reaver-1", canAnswer: false }),
    "off the board": asked({}, moves, { looked: "guard-2", canPlay: false }),
    "about to end": asked({}, moves, { looked: "guard-1", sure: true }),
    "with powers": asked({ setting: { stored: { "guard-1": 3 }, necks: { "guard-1": [1, 2] } } }, {}, { looked: "guard-1" }, powers), // prettier-ignore
    "a hex": asked({}, {}, { place: "B1" }),
    nothing: asked(),
  };
  kept(t, await all(pages, chosen));
});

const LORE = [
  { id: "cry", name: "Cry", summary: "Loud.", cost: 3, does: [{ verb: "gain_lore", count: 1 }], page: "Ref", confidence: "certain" }, // prettier-ignore
  { id: "fog", name: "Fog", summary: "Grey.", cost: null, does: [], page: "Ref", confidence: "likely" },
  { id: "late", name: "Late", summary: "Slow.", cost: 1, does: [], page: "Ref", confidence: "certain" },
];
const loreOwn = { lore: { south: LORE, north: [] }, lore_classes: { cry: "Rogue" } };
const scored = (part) => {
  const { scores } = view().game;
  return {
    scores: { ...scores, south: { ...scores.south, known_lore: ["fog"], untimely: ["late"], ...part } },
  };
};

test("the sheet of lore cards lists them, and asks of each what nobody knows", async (t) => {
  const sheet = (card) => ({ name: "lore", ...(card && { card }) });
  const made = (card, part = {}, more = {}, own = {}) => {
    const page = asked(scored(part), {}, more, { ...loreOwn, ...own });
    return [page, drawLoreSheet(page, sheet(card))];
  };
  const said = { cost: 2, does: [{ verb: "gain_lore", count: 1 }], verb: null, name: " Mine " };
  const sheets = {
    list: made(null, { extra_prices: { cry: 2, fog: 1 } }),
    "of both": made(null, {}, { role: "both" }),
    "played already": made(null, { lore_played: true }),
    barred: made(null, { lore_barred: true }),
    "none in hand": made(null, { lore_cards: 0 }),
    known: made("cry", { amounts: { cry: { printed: "1d", level: 2, number: 4 } } }),
    "not known": made("fog"),
    "not known, said": made("fog", {}, { draft: said }),
    "not known, by hand": made("fog", {}, { draft: { ...said, does: [] } }, { table_does: true }),
    late: made("late", {}, { draft: said }),
    unlisted: made("unlisted"),
    "unlisted, said": made("unlisted", {}, { draft: said }),
  };
  kept(t, await scenes(Object.entries(sheets).map(([name, [page, drawing]]) => [name, drawing, page])));
});

test("lore cards can be played by who plays, in a game that has them, while it lasts", (t) => {
  const can = [
    asked(),
    asked({}, {}, { canPlay: false }),
    asked({ has_lore_cards: false }),
    asked({ step: "set_up" }),
    asked({ winner: "south" }),
  ].map(canPlayLore);
  kept(t, can.join(" "));
});

test("the Lore Step offers tokens and cards, and asks which card goes where it is known", async (t) => {
  const wait = { wait: "lore_wait", seat: "south" };
  const made = (part) => asked({ wait, ...scored(part) }, asking([]), {}, loreOwn);
  const pages = {
    room: made({ known_lore: [] }),
    "too many cards": made({ lore_cards: 4, known_lore: ["cry", "fog"] }),
    "one too many": made({ lore_cards: 3, most_lore_cards: 3 }),
    "no card": made({ lore_cards: 0, most_lore_cards: 1 }),
    "nobody's": asked({ wait: { wait: "lore_wait", seat: null } }),
  };
  const discard = { choice: "cards", gone: 1, seat: "south" };
  const none = made({ known_lore: ["cry", "odd"] });
  const one = asked(scored({ known_lore: ["cry", "odd"] }), {}, { draft: ["cry"] }, loreOwn);
  const sheets = [
    ["discard", drawDiscard(none, discard), none],
    ["discard one", drawDiscard(one, discard), one],
    ["discard two", drawDiscard(one, { ...discard, gone: 2 }), one],
  ];
  kept(t, (await all(pages, drawAnswers)) + (await scenes(sheets)));
});

test("a Reaction is played as any lore card, or the moment passes", async (t) => {
  const wait = { wait: "react_wait", seat: "south" };
  const shown = asking([offer({ do: "decline" })]);
  const pages = {
    open: asked({ wait }, shown),
    played: asked({ wait, ...scored({ lore_played: true }) }, shown),
    "nobody's": asked({ wait: { ...wait, seat: null } }, shown),
  };
  kept(t, await all(pages, drawAnswers));
});

test("command cards are tiles, those in the hand first, with a sign or their words", async (t) => {
  const plain = { verb: "grant_orders", count: 2, section: "left", traits: [], not_weak: false };
  const cards = [
    { id: "patrol", name: "Patrol", summary: "2 units left", does: [plain, { ...plain, count: 1 }] },
    {
      id: "odd",
      name: "Odd",
      summary: "Something that needs a good deal of room",
      does: [{ ...plain, not_weak: true }],
    },
    {
      id: "short",
      name: "Short",
      summary: "Exactly thirty-two letters long.",
      does: [{ ...plain, traits: ["cavalry"] }],
    },
    { id: "none", name: "None", summary: "Nothing", does: [] },
  ];
  const own = { cards, has_anywhere: true };
  const { scores } = view().game;
  const hand = { scores: { ...scores, south: { ...scores.south, known: ["odd"], known_lore: ["cry"] } } };
  const wait = { wait: "card_wait", seat: "south" };
  const stage = (page) => panels.get(page.view.game.wait.wait).stage(page, page.view.game.wait);
  const play = cards.map(({ id }) => offer({ do: "play_card", card: id }));
  const none = offer({ do: "decline" });
  const pages = {
    mine: asked({ wait, ...hand }, asking([...play, none]), {}, own),
    "one unit anywhere": asked({ wait, ...hand }, asking(play), { anywhere: true }, own),
    "none may be played": asked({ wait }, asking([...play, none]), {}, { cards }),
    "none must be played": asked(
      { wait: { ...wait, seat: null } },
      asking(play),
      { role: "both" },
      { cards },
    ),
    "some are late": asked({ wait, ...hand }, asking([play[0], none]), {}, { cards }),
    deck: asked({ wait: { wait: "rack_wait", seat: null } }, asking([]), {}, own),
  };
  const hands = {
    phone: asked({ ...hand }, {}, { isPhone: true }, { ...own, ...loreOwn }),
    "phone, choosing a card": asked({ wait, ...hand }, {}, { isPhone: true }, own),
    "phone, the other chooses": asked({ wait, ...hand }, {}, { isPhone: true, canAnswer: false }, own),
    "phone with a sheet": asked(hand, {}, { isPhone: true, sheet: { name: "log" } }, own),
    tablet: asked({ ...hand }, {}, { canAnswer: false }, own),
    "empty hand": asked({}, {}, { canAnswer: false }, own),
    "setting up": asked({ step: "set_up" }, {}, { canAnswer: false }, own),
    "for both": asked(hand, {}, { canAnswer: false, role: "both" }, own),
    "a Field Marshal's": asked(hand, {}, { canAnswer: false, isMarshal: true }, own),
  };
  const drawHands = (page) => [drawHand(page), "beside", drawHandBeside(page), handButton(page)];
  kept(t, (await all(pages, (page) => [stage(page), drawAnswers(page)])) + (await all(hands, drawHands)));
});

test("errands by hand are one line beside the question, and a list that ticks them off", async (t) => {
  const errand = (id) => ({ id, text: `Do ${id}`, rule: id === "a" ? "orders" : null });
  const pages = {
    none: asked(),
    one: asked({}, { errands: [errand("a")] }),
    two: asked({}, { errands: [errand("a"), errand("b")] }),
    "under a sheet": asked({}, { errands: [errand("a")] }, { sheet: { name: "log" } }),
    "an onlooker's": asked({}, { errands: [errand("a"), errand("b")] }, { canPlay: false }),
  };
  kept(t, await all(pages, (page) => [drawErrands(page), drawErrandList(page)]));
});

test("pieces are placed one tap each, the tents first, and a free battle says who is first", async (t) => {
  const wait = { wait: "set_up_wait", seat: null, banners: 0, units: 1 };
  const setting = { armies: { south: { tent: true }, north: {} }, cards: {}, chosen: [] };
  const waiting = [unit("guard-1", null), unit("guard-2", "A1"), unit("reaver-1", null, { seat: "north" }), unit("reaver-2", null, { seat: "north", figures: 0 })]; // prettier-ignore
  const made = (part, more = {}, own = {}) =>
    asked({ wait, step: "set_up", setting, units: waiting, ...part }, {}, more, own);
  const tent = { terrain: { A1: { kind: "command_tent", owner: "south" } } };
  const done = { setting: { ...setting, armies: { south: {}, north: {} } }, units: [unit("guard-2", "A1")] };
  const pages = {
    "mine, with a tent": made({}),
    "mine, the tent lies": made(tent, { hasCamera: true }),
    "for both": made(tent, { role: "both" }),
    "only the other's": made({ ...tent, units: waiting.slice(1) }),
    "all are placed": made(done),
    "no armies": made({ setting: null }),
    free: made({ first: "north" }, {}, { says_first: true, open: true }),
    "free, with a camera": made({ wait: { ...wait, units: 0 } }, { hasCamera: true }, { says_first: true }),
  };
  kept(t, await all(pages, (page) => [drawPlacing(page), "starts", String(drawStarts(page, page.view.game.wait) && "starts"), drawStarts(page, page.view.game.wait)])); // prettier-ignore
});

test("the scores tell both sides' points, lore and cards, and how far the turn is", async (t) => {
  const { scores } = view().game;
  const four = {
    scores: {
      ...scores,
      south_ally: { ...scores.south, name: "Ally", points: 1 },
      north_ally: { ...scores.north, name: "Other" },
    },
    points_to_win: 9,
    active: "south_ally",
  };
  const move = offer({ do: "move", unit: "guard-1", to: "B1" });
  const paid = offer({ do: "order", unit: "guard-1", paid: 2 });
  const pages = {
    mine: asked({}, asking([move])),
    turned: asked({}, asking([]), { turned: true }),
    "an onlooker's": asked({}, asking([attack("guard-1")]), { canPlay: false }),
    "setting up": asked({ step: "set_up" }),
    won: asked({ winner: "north" }),
    "without lore cards": asked({ has_lore_cards: false, step: "attack" }),
    "late moves": asked({ step: "late_moves", active: "north" }),
    four: asked(four),
  };
  const steps = [[move], [attack("guard-1")], [attack("guard-1"), move], [attack("guard-1"), paid], [attack("guard-1"), offer({ do: "order", unit: "a" })], []]; // prettier-ignore
  const now = steps.map((choices) => stepNow(view({}, {}, asking(choices))));
  kept(t, (await all(pages, drawScores)) + now.join(" "));
});

test("how table and books agree, what the referee asks and what happened last are told in a line", async (t) => {
  const state = (name, text = "") => ({ table: { state: name, text, differences: [], ignored: [] } });
  const silent = { who: null, state: "ready" };
  const question = { id: 1, text: "Which?", choices: [{ id: "a", text: "This" }, { id: "b", text: "That" }] }; // prettier-ignore
  const log = [{ text: "First" }, { text: "Second" }, { text: "" }];
  const astray = { id: "d1", sees: "unit", expected: null, hex: "A1", unit: null, text: "It stands", reason: "", since: Date.now() / 1000, is_sent: false, offers: [] }; // prettier-ignore
  const pages = {
    "in step": asked({}, { ...state("in_step"), log }),
    "in step, with words": asked({}, { ...state("in_step", "Well."), question }),
    settling: asked({}, state("settling", "Looking at it.")),
    "out of step": asked({}, state("out_of_step", "Look."), { voice: silent }),
    rows: asked({}, { table: { ...state("in_step").table, differences: [astray] } }),
    "no camera, in a demo": asked({}, { ...state("no_camera", "None."), demo: true }),
    "the voice is off": asked({}, state("in_step"), { voice: { who: null, state: "off" } }),
    "no voice": asked({}, { ...state("in_step"), voice: null }),
    "an onlooker's": asked(
      {},
      { ...state("odd", "Odd."), question },
      { canPlay: false, awake: { on: false, badge: "off" } },
    ),
    "after a battle": asked({}, { log, blows: [{ dice: [{}], lines: [] }] }),
  };
  const told = (page) => [tableSign(page).join(" "), drawState(page), drawQuestion(page), drawNews(page)];
  kept(t, await all(pages, told));
});

test("the tools take back, do again and open the sheets, as far as somebody may", async (t) => {
  const pages = {
    mine: [asked({}, { redo: 1 }), false],
    "in the past": [asked({}, { redo: 1 }, { sheet: { name: "log" } }), true],
    "nothing to take back": [asked({}, { undo_to: null }), false],
    "an onlooker's": [asked({}, {}, { canPlay: false, sheet: { name: "rules" } }), false],
  };
  kept(
    t,
    await scenes(Object.entries(pages).map(([name, [page, past]]) => [name, drawTools(page, past), page])),
  );
});
