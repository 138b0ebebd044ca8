// What is asked and how it is answered, as it is drawn, and what each tap tells the table.

import { test } from "node:test";

import "./browser.mjs";
import { all, asked, asking, attack } from "./asked.mjs";
import { answering, kept, outline, scenes } from "./drawn.mjs";
import { offer, view } from "./made.mjs";

globalThis.matchMedia = () => ({ matches: false });

const at = (name) => `../../companion/web/static/${name}.mjs`;
const { drawAnswers, drawChoices, drawDetails, isWaiting } = await import(at("game/ask"));
const { attacksOnLooked, drawAttack } = await import(at("game/attack"));
const { drawBlows, drawOutcome } = await import(at("game/blows"));
const { dicePad, faceButtons } = await import(at("game/dice"));
const { drawOdds, oddsOf, oddsText } = await import(at("game/odds"));
await import(at("game/cards"));

test("what is asked is told to who answers, to who waits, and to onlookers", async (t) => {
  const wait = { wait: "odd_wait", seat: "north" };
  const mine = { wait: "odd_wait", seat: "south" };
  const shown = asking([offer({ do: "decline" })]);
  const pages = {
    mine: asked({ wait: mine }, shown),
    "the other's": asked({ wait }, asking([offer({ do: "decline" })], { who: "Bea and Dan" }), {
      canAnswer: false,
    }),
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
