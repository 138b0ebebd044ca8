// What is asked and how it is answered, as it is drawn, and what each tap tells the table.

import { test } from "node:test";

import "./browser.mjs";
import { answering, kept, outline, scenes, writingPage } from "./drawn.mjs";
import { grid, offer, unit, view } from "./made.mjs";

globalThis.matchMedia = () => ({ matches: false });

const at = (name) => `../../companion/web/static/${name}.mjs`;
const { drawAnswers, drawAsk, drawChoices, drawDetails, drawHeadline, isWaiting } = await import(
  at("game/ask")
);
const { attacksOnLooked, drawAttack } = await import(at("game/attack"));
const { drawBlows, drawOutcome } = await import(at("game/blows"));
const { dicePad, faceButtons } = await import(at("game/dice"));
const { drawErrandList, drawErrands } = await import(at("game/errands"));
const { drawHand, drawHandBeside, handButton } = await import(at("game/hand"));
const { canPlayLore, drawDiscard, drawLoreSheet } = await import(at("game/lore"));
const { drawOdds, oddsOf, oddsText } = await import(at("game/odds"));
const { drawPlacing, drawStarts } = await import(at("game/placing"));
const { drawScores, stepNow } = await import(at("game/scores"));
const { drawNews, drawQuestion, drawState, tableSign } = await import(at("game/status"));
const { drawTools } = await import(at("game/tools"));
const { chosen } = await import(at("game/unitcard"));
const { panels } = await import(at("parts/panels"));
await import(at("game/cards"));

const CARD = {
  move: 2,
  combat: 3,
  range: [1, 4],
  traits: ["infantry", "odd"],
  abilities: [
    { name: "Bold", number: 2, summary: "Stays.", page: "RB p. 3", confidence: "likely" },
    { name: "Swift", number: 1, summary: "Runs.", page: "RB p. 4", confidence: "unknown" },
  ],
  confidence: "certain",
  page: "Ref p. 1",
};
const OWN = unit("guard-1", "A1", { ordered: true, dice: 2, card: CARD, tramples: true });
const FOE = unit("reaver-1", "B2", { seat: "north", dice: 3, card: { ...CARD, range: null, traits: [] } });
const LOST = unit("guard-2", null, {
  dice: 1,
  card: { ...CARD, move: null, combat: null, confidence: "likely" },
});

// The page of the south, who is asked.
const asked = (part = {}, shown = {}, more = {}, own = {}) =>
  answering(
    writingPage({
      view: view({ units: [OWN, FOE, LOST], ...part }, own, shown),
      role: "south",
      grid: grid(),
      canPlay: true,
      canAnswer: true,
      isPhone: false,
      turned: false,
      selected: null,
      looked: null,
      place: null,
      through: null,
      sure: false,
      sheet: null,
      draft: null,
      dice: [],
      commit: null,
      anywhere: false,
      voice: null,
      hasCamera: false,
      awake: { on: true, badge: "awake", text: "stays awake" },
      ...more,
    }),
  );

const asking = (choices, more = {}) => ({
  ask: {
    headline: "What now?",
    about: "About it.",
    hint: "Tap.",
    sum: "7 in all",
    choices,
    places: [],
    ...more,
  },
});
const drawn = (page) => [drawHeadline(page), drawAsk(page), drawAnswers(page)];
const all = (pages, draw = drawn) =>
  scenes(Object.entries(pages).map(([name, page]) => [name, draw(page), page]));

test("what is asked is told to who answers, to who waits, and to onlookers", async (t) => {
  const wait = { wait: "odd_wait", seat: "north" };
  const mine = { wait: "odd_wait", seat: "south" };
  const shown = asking([offer({ do: "decline" })]);
  const pages = {
    mine: asked({ wait: mine }, shown),
    "the other's": asked({ wait }, shown, { canAnswer: false }),
    "mine, elsewhere": asked({ wait: mine }, shown, { canAnswer: false }),
    "an onlooker's": asked({ wait }, shown, { canPlay: false, canAnswer: false, role: "watch" }),
    "nobody's": asked({ wait: { ...wait, seat: null } }, shown, { canAnswer: false }),
    "a named player's": asked({ wait: mine }, shown, { canAnswer: false, role: "north" }),
    "read beside": asked({ wait: mine }, shown, { looked: "guard-1" }),
    "a winner": asked({ wait: mine, winner: "north" }, shown, { canAnswer: false }),
  };
  kept(t, (await all(pages)) + Object.values(pages).map(isWaiting).join(" "));
});

test("choices have their buttons: the usual one first in sight, places only where they are few", async (t) => {
  const wait = { wait: "odd_wait", seat: "south" };
  const made = (choices, more) => asked({ wait }, asking(choices), more);
  const place = (hex) => offer({ do: "place_ford", at: hex }, { hex, label: `Ford ${hex}` });
  const hexes = (number) => Array.from({ length: number }, (_, n) => place(`A${n + 1}`));
  const long = (n) => offer({ do: "choose", what: n }, { label: `Archers: range ${n} and a good deal more` });
  const range = (n) =>
    offer({ do: "choose", what: n }, { label: `Archers: range ${n}`, does: n === 2 ? "far" : "" });
  const decline = offer({ do: "decline" }, { label: "Archers: none" });
  const pages = {
    one: made([offer({ do: "go" })]),
    "one and none": made([offer({ do: "go" }), decline]),
    "a usual one": made([offer({ do: "go" }), offer({ do: "stay" }, { is_usual: true })]),
    "six places": made(hexes(6)),
    "seven places": made([...hexes(7), decline], { place: "A3" }),
    "units on the board first": made([offer({ do: "move", unit: "guard-1", to: "B1" })]),
    four: made([1, 2, 3].map(range).concat(decline)),
    five: made([1, 2, 3, 4].map(range).concat(decline)),
    long: made([long(1)]),
    none: made([]),
  };
  kept(t, await all(pages, drawChoices));
});

test("the main phase ends by a button, and where orders are left only for sure", async (t) => {
  const end = (warning) => offer({ do: "end_main_phase" }, { warning, label: "End the turn" });
  const move = offer({ do: "move", unit: "guard-1", to: "B1" }, { warning: "rests" });
  const pages = {
    alone: asked({}, asking([end("")])),
    "with others": asked({}, asking([end("1 order is left."), move])),
    sure: asked({}, asking([end("1 order is left.")]), { sure: true }),
    "sure of nothing": asked({}, asking([end("")]), { sure: true }),
    "a chosen unit that may rest": asked({}, asking([end(""), move]), { selected: "guard-1" }),
    "no end": asked({}, asking([move])),
  };
  kept(t, await all(pages));
});

const attack = (unit, part = {}) => offer({ do: "attack", unit, target: "reaver-1" }, part);
const ODDS = { dice: 3, name: "dice", chances: [{ text: "70 %", name: "hurt" }, { text: "12 %", name: "out" }] }; // prettier-ignore

test("an attack on the enemy who is looked at is told with its chances and rolled at once", async (t) => {
  const looking = { looked: "reaver-1", selected: "guard-1" };
  const made = (choices, more = looking, part = {}) => asked(part, asking(choices), more);
  const extra = (unit) => ({ wait: { wait: "extra_attack_wait", seat: "south", unit } });
  const many = ["guard-1", "guard-2", "reaver-1", "guard-1", "guard-2"].map((id) => attack(id));
  const pages = {
    one: made([attack("guard-1", { doubt: "Not sure.", sum: "2 + 1" })]),
    "with orders left": made([attack("guard-1", { warning: "1 order is left." })]),
    several: made([attack("guard-1"), attack("guard-2", { doubt: "Not sure.", warning: "no" })], {
      looked: "reaver-1",
      selected: null,
    }),
    "several with orders left": made([attack("guard-1", { warning: "1 is left." }), attack("guard-2")], {
      looked: "reaver-1",
    }),
    many: made(many, { looked: "reaver-1" }),
    "why not": made([]),
    "why not, not ordered": made([], { ...looking, selected: "guard-2" }),
    "why not, a friend": made([], { looked: "guard-2", selected: "guard-1" }),
    "nobody looked at": made([attack("guard-1")], { looked: null, selected: "guard-1" }),
    "one more attack": made([attack("guard-1"), attack("guard-2")], looking, extra("guard-2")),
    "one more attack, not on it": made([attack("guard-1")], looking, extra("guard-2")),
    "one more attack, choices": made([offer({ do: "decline" })], { looked: null }, extra("guard-1")),
    "one more attack, why not": made([], looking, extra("guard-1")),
  };
  const counts = Object.values(pages).map((page) => attacksOnLooked(page).length);
  kept(t, `${counts.join(" ")}\n${await all(pages, (page) => drawAttack(page) ?? drawAnswers(page))}`);
});

test("odds are asked once for each entry, and not by onlookers", async (t) => {
  const page = answering(asked({}, { seq: 50 }), { "/odds": ODDS });
  const told = [oddsOf(page, "guard-1", "reaver-1"), oddsOf(page, "guard-1", "reaver-1")];
  await new Promise((done) => setTimeout(done));
  const later = oddsOf(page, "guard-1", "reaver-1");
  const onlooker = oddsOf(asked({}, { seq: 50 }, { canPlay: false }), "guard-1", "reaver-1");
  const newer = oddsOf(answering(asked({}, { seq: 51 }), {}), "guard-1", "reaver-1");
  const shown = [undefined, null, later].map((odds) => outline(drawOdds(odds)));
  kept(
    t,
    [String(told), ...page.done, oddsText(later), String(onlooker), String(newer), ...shown].join("\n"),
  );
});

test("a battle shows its dice with what each did, those of the newest roll to be mended", async (t) => {
  const die = (face, did, used = true) => ({ face, did, is_used: used });
  const blow = (seq, ...dice) => ({ seq, dice, text: `Blow ${seq}`, lines: dice.map(({ did }) => did) });
  const blows = [blow(3), blow(5, die("strike", "hit")), blow(7, die("lore", "1 lore"), die("strike", "-", false), die("lore", "2"))]; // prettier-ignore
  const roll = { seq: 7, faces: ["lore", "lore", "strike"] };
  const pages = {
    mine: asked({}, { blows, roll }),
    "an onlooker's": asked({}, { blows, roll }, { canPlay: false }),
    "no roll": asked({}, { blows }),
    none: asked({}, { blows: [blow(3)] }),
  };
  kept(t, await all(pages, (page) => [drawBlows(page), "outcome", drawOutcome(page)]));
});

test("dice are entered by taps, mended by taps, and read by the camera with its doubts", async (t) => {
  const { scenario: dice } = view();
  const pad = (faces, needed, seen, more = {}) => {
    const page = asked();
    const acts = {
      scenario: dice,
      change: (next) => page.changed(next([...faces])),
      confirm: (...said) => page.confirm(...said),
      ...more(page),
    };
    return [dicePad(faces, needed, seen, acts), page];
  };
  const alone = () => ({});
  const full = (page) => ({ full: (faces) => page.full(faces), rollForMe: () => page.rollForMe() });
  const mending = (page) => ({
    mending: { at: 1, choose: (n) => page.choose(n), done: (faces) => page.mended(faces) },
  });
  const seen = (faces, doubtful = []) => ({ faces, doubtful });
  const pads = {
    empty: pad([], 2, null, full),
    "empty without help": pad([], 2, null, alone),
    "one of two": pad(["strike"], 2, null, full),
    whole: pad(["strike", "lore"], 2, null, alone),
    read: pad([], 2, seen(["strike", "lore"]), alone),
    "read with doubt": pad([], 2, seen(["strike", "lore"], [false, true]), full),
    "read in part": pad([], 3, seen(["strike", "nothing"]), alone),
    "too many": pad([], 1, seen(["strike", "lore"]), alone),
    "read, then entered": pad(["lore"], 2, seen(["strike", "lore"]), alone),
    mending: pad(["strike", "lore"], 2, null, mending),
  };
  const told = await scenes(Object.entries(pads).map(([name, [drawing, page]]) => [name, drawing, page]));
  kept(t, told + outline(faceButtons(dice, () => {}, { label: "First die", disabled: true })));
});

test("the dice that are waited for are rolled by the table or by hand", async (t) => {
  const wait = { wait: "dice_wait", seat: "south", count: 2 };
  const fight = { attacker: "guard-1", target: "reaver-1" };
  kept(
    t,
    await all({ rolls: asked({ wait }), fights: asked({ wait, fight }, { seq: 99 }, { dice: ["lore"] }) }),
  );
});

test("dice of abilities are committed from a list where the ways are few, else by steps", async (t) => {
  const wait = { wait: "commit_wait", seat: "south", most: { bold: 2, keen_eye: 1 }, usual: { bold: 1 } };
  const commit = (dice, part = {}) =>
    offer({ do: "commit", dice }, { label: JSON.stringify(dice), does: "it does", ...part });
  const few = [commit({}), commit({ bold: 1 }, { is_usual: true })];
  const many = [
    ...few,
    commit({ bold: 2 }),
    commit({ keen_eye: 1 }, { does: "" }),
    commit({ bold: 1, keen_eye: 1 }),
  ];
  const own = { abilities: { bold: { name: "Bold", text: "Stays.", face: "strike" } } };
  const pages = {
    few: asked({ wait }, asking(few), {}, own),
    many: asked({ wait }, asking(many), {}, own),
    "many, chosen": asked({ wait }, asking(many), { commit: { bold: 0, keen_eye: 1 } }, own),
    "many, unheard of": asked({ wait }, asking(many), { commit: { bold: 2, keen_eye: 1 } }, own),
  };
  kept(t, await all(pages, (page) => [drawDetails(page), drawAnswers(page)]));
});

test("the learning battle is started once its banners lie, by our own choice where nobody has the diagram", async (t) => {
  const wait = { wait: "set_up_wait", seat: null, banners: 2, units: 0 };
  const own = { banners: { stand_in: ["A1", "B1", "C1"] } };
  const first = offer({ do: "choose_first", seat: "south" });
  const begins = offer({ do: "start_game" }, { label: "Begin" });
  const pages = {
    "banners are left": asked(
      { wait, step: "set_up", banners: { B1: 1 } },
      { ...asking([first]), seq: 0 },
      {},
      own,
    ),
    ready: asked({ wait: { ...wait, banners: 0 }, step: "set_up" }, asking([begins]), {}, own),
    "an onlooker's": asked({ wait, step: "set_up" }, asking([]), { canPlay: false }),
  };
  kept(t, await all(pages));
});

const GAME_END = { wait: "over_wait", seat: null };

test("the end of a game tells who won and what can be done then", async (t) => {
  const over = { wait: GAME_END, winner: "south" };
  const why = { over: { why: "By points." }, told: ["Fog", "Late"] };
  const { scores } = view().game;
  const four = {
    north_ally: scores.north,
    north: scores.north,
    south: scores.south,
    south_ally: scores.south,
  };
  const pages = {
    mine: asked(over, why),
    "an onlooker's": asked({ ...over, winner: "north" }, why, { canPlay: false }),
    "a demo's": asked(over, { ...why, told: [], demo: true }),
    four: asked({ ...over, winner: "south_ally", scores: four }, { ...why, told: [] }),
    "not over": asked({ wait: GAME_END }, why),
  };
  kept(t, await all(pages, (page) => [drawDetails(page), drawAnswers(page)]));
});

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
  const pages = {
    mine: asked({ wait, ...hand }, asking([offer({ do: "decline" })]), {}, own),
    "one unit anywhere": asked({ wait, ...hand }, asking([]), { anywhere: true }, own),
    "none may be played": asked({ wait }, asking([offer({ do: "decline" })]), {}, { cards }),
    "none must be played": asked({ wait: { ...wait, seat: null } }, asking([]), { role: "both" }, { cards }),
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
