// What the game waits for, in words, with the buttons that answer it.

import { button, el, stepper } from "./dom.mjs";
import { dicePad } from "./dice.mjs";
import { faceGlyph, icon, sideIcon } from "./glyphs.mjs";
import { whyButton } from "./glossary.mjs";
import { groundLine, placeCard } from "./hexsheet.mjs";
import { drawReplenish } from "./lore.mjs";
import { panels } from "./panels.mjs";
import { count, t } from "./tongue.mjs";
import { FACES, MARKERS, TRAITS, WAYS, abilityCard, dropped, inWords, listOf, sideName, unitName, waitText } from "./words.mjs";

// Where the explanation says what is going on; elsewhere it says what to tap, to whoever may.
const TOLD_TO_ALL = ["dice_wait", "counter_wait", "exchange_wait"];

// *page* is the page's state and its doings: see app.mjs.
export function drawAsk(page) {
  const { game } = page.view;
  const [headline, explanation] = waitText(page.view);
  const seat = game.wait.seat;
  const tells = page.canAnswer || TOLD_TO_ALL.includes(game.wait.wait);
  return el(
    "div",
    { class: `ask-body ${seat ?? ""}`, "data-wait": game.wait.wait },
    el("h2", {}, seat ? sideIcon(seat) : null, headline, whyButton(page, page.view.rules, "asked")),
    page.looked || page.selected || page.place || !tells ? null : explanation && el("p", { class: "explain" }, explanation),
    game.step === "set_up" && page.canPlay && el("a", { class: "button", href: "/start", "data-key": "get ready" }, t`Get ready, step by step`),
    chosen(page),
    page.canAnswer ? answers(page) : null,
  );
}

function answers(page) {
  const { game } = page.view;
  const { wait } = game;
  const drawn = panels.get(wait.wait)?.(page, wait);
  if (drawn) return drawn;
  const decline = (text) => button(text, () => page.act({ do: "decline" }), { key: "decline" });
  switch (wait.wait) {
    case "set_up_wait":
      return setUp(page, wait);
    case "card_wait":
      return cards(page);
    case "orders_wait":
      return attack(page) ?? endMainPhase(page);
    case "extra_attack_wait":
      return attack(page) ?? el("div", { class: "row foot" }, decline(t`No further attack`));
    case "dice_wait":
      return dicePad(page.dice, wait.count, page.view.dice, {
        change: (next) => page.set({ dice: next(page.dice) }),
        confirm: (faces) => page.act({ do: "roll", faces }),
      });
    case "commit_wait":
      return commit(page, wait);
    case "shield_wait":
      return el("div", { class: "row wrap" }, wait.units.map((id) => button(unitName(game, id), () => page.act({ do: "shield", unit: id }), { key: `shield ${id}`, kind: "grow" })));
    case "ignore_wait":
      return el("div", { class: "row wrap" }, Array.from({ length: wait.most + 1 }, (_, n) => wait.most - n).map((hexes) =>
        button(hexes ? t`Ignore ${count(hexes, "retreat")}` : t`Ignore none`, () => page.act({ do: "ignore_retreats", hexes }), { key: `ignore ${hexes}`, kind: hexes === wait.usual ? "primary grow" : "grow" })));
    case "way_wait":
      return el("div", { class: "row" }, wait.ways.map((way) => button(inWords(WAYS[way]), () => page.act({ do: "choose_way", way }), { kind: way === wait.usual ? "primary" : "" })));
    case "counter_wait":
      return el("div", { class: "row" }, button(wait.early ? t`Counter now` : t`Counter`, () => page.act({ do: "counter" }), { kind: "primary grow" }), decline(t`No counter`));
    case "advance_wait":
      return el("div", { class: "row" },
        wait.to.length === 1 && button(wait.pursuit ? t`Pursue to ${wait.to[0]}` : t`Advance to ${wait.to[0]}`, () => page.act({ do: "advance", to: wait.to[0] }), { kind: "primary grow" }),
        decline(t`Stay`));
    case "exchange_wait":
      return el("div", { class: "row" },
        Array.from({ length: wait.most }, (_, n) => button(t`For ${count(n + 1, "point")}`, () => page.act({ do: "exchange_lore", points: n + 1 }), { kind: "primary" })),
        decline(t`Keep the lore`));
    case "lore_wait":
      return drawReplenish(page, wait);
    case "number_wait":
      return tellNumber(page, decline(t`Leave it undone`));
    case "over_wait":
      return gameOver(page);
    default:
      return null;
  }
}

// A number that stands on a unit's card and nowhere else.
function tellNumber(page, leave) {
  const answers = page.view.game.options.filter((option) => option.do === "tell_number");
  const label = ({ number, value }) => (number !== "range" ? String(value) : value === 1 ? t`Melee` : `1–${value}`);
  return el("div", { class: "stack" },
    el("div", { class: "row wrap" }, answers.map((answer) => button(label(answer), () => page.act(answer), { key: `tell ${answer.value}` }))),
    el("div", { class: "row foot" }, leave));
}

// Orders that are left are dropped only by somebody who has been asked.
function endMainPhase(page) {
  const { game } = page.view;
  const end = (kind, text) => button(text, () => page.act({ do: "end_main_phase" }), { kind, key: "end for sure" });
  const left = dropped(game);
  if (page.sure && left) {
    return el("div", { class: "note foot hot" },
      el("p", {}, t`${left} End the main phase all the same?`),
      el("div", { class: "row" }, end("primary grow", t`End it`), button(t`Go on`, () => page.set({ sure: false }))));
  }
  if (game.step === "late_moves") return el("div", { class: "row foot" }, end("grow", t`No more moves`));
  const ask = () => (left ? page.set({ sure: true }) : page.act({ do: "end_main_phase" }));
  return el("div", { class: "row foot" }, button(t`End the main phase`, ask, { kind: game.options.length < 2 ? "primary grow" : "grow", key: "end" }));
}

function gameOver(page) {
  const { game, over } = page.view;
  const winner = game.winner;
  const loser = winner === "south" ? "north" : "south";
  const stands = (seat) => game.units.filter((unit) => unit.seat === seat && unit.at).length;
  const points = t`${game.scores[winner].points} to ${game.scores[loser].points} victory points; ${game.points_to_win} were needed.`;
  const why = over?.why ?? (stands(loser) === 0 ? t`The other side has no unit left on the board.` : points);
  const row = (seat) => el("tr", { class: seat }, el("th", { scope: "row" }, sideIcon(seat), sideName(game, seat)),
    el("td", {}, game.scores[seat].points), el("td", {}, stands(seat)), el("td", {}, game.scores[seat].lore));
  return el(
    "div",
    { class: "stack over" },
    el("p", { class: "lead" }, why),
    el("table", {},
      el("thead", {}, el("tr", {}, el("th", {}, t`After ${count(game.turn, "turn")}`), [t`Points`, t`Units left`, t`Lore`].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, row(winner), row(loser))),
    page.canPlay && page.view.told.length > 0 && el("div", { class: "note" },
      el("p", {}, t`Told at this table, since herald did not know it: ${listOf(page.view.told)}.`),
      el("a", { class: "button", href: "/packs", "data-key": "keep told" }, t`Keep it for later games…`)),
    el("a", { class: "button primary grow", href: "/report", target: "_blank", "data-key": "report" }, t`Battle report`),
    el("p", { class: "explain" }, page.view.demo
      ? t`Another demo: press Ctrl-C on the computer and start “herald demo” again.`
      : t`For a new game press Ctrl-C on the computer and start “herald” again; this one is kept. Undo still works.`),
  );
}

function setUp(page, wait) {
  const placed = Object.keys(page.view.game.banners);
  const standIn = (page.view.scenario.banners?.stand_in ?? []).filter((hex) => !placed.includes(hex)).slice(0, wait.banners);
  return el(
    "div",
    { class: "stack" },
    wait.banners > 0 && standIn.length > 0 && el(
      "div",
      { class: "note" },
      el("p", {}, t`The hexes of that diagram are not known to this program. If you do not have the rulebook at hand, use our own choice instead.`),
      button(t`Use our own choice: ${standIn.join(", ")}`, () => page.actAll(standIn.map((at) => ({ do: "place_banner", at })))),
    ),
    button(t`Start the game`, () => page.act({ do: "start_game" }), { kind: "primary grow", disabled: wait.banners > 0 }),
  );
}

function cards(page) {
  const { game, scenario } = page.view;
  const known = game.scores[game.wait.seat]?.known ?? [];
  const order = [...scenario.cards].sort((one, other) => known.includes(other.id) - known.includes(one.id));
  return el(
    "div",
    { class: "cards" },
    order.map((card) => cardRow(page, card, known.includes(card.id))),
    button(t`A card that is not in this list…`, () => page.set({ sheet: { name: "unlisted" } }), { key: "unlisted" }),
  );
}

function cardRow(page, card, held) {
  return el(
    "div",
    { class: `command-card ${held ? "held" : ""}`, "data-card": card.id },
    el("div", { class: "card-words" }, el("b", {}, card.name), held && el("span", { class: "tag" }, t`in hand`), el("small", {}, card.summary)),
    button(t`Play its text`, () => page.act({ do: "play_card", card: card.id }), { kind: "primary", key: `text ${card.id}`, label: t`Play ${card.name} for its text` }),
    button(t`One unit anywhere`, () => page.act({ do: "play_card", card: card.id, anywhere: true }), { key: `one ${card.id}`, label: t`Play ${card.name} to order one unit anywhere` }),
  );
}

function commit(page, wait) {
  const { scenario } = page.view;
  const chosenDice = page.commit ?? wait.usual;
  const change = (ability, number) => page.set({ commit: { ...Object.fromEntries(Object.keys(wait.most).map((each) => [each, chosenDice[each] ?? 0])), [ability]: number } });
  return el(
    "div",
    { class: "stack" },
    Object.entries(wait.most).map(([ability, most]) =>
      commitRow(abilityCard(scenario, ability), chosenDice[ability] ?? 0, { most, key: ability, change: (number) => change(ability, number) })),
    el("div", { class: "row foot" }, button(sameDice(chosenDice, wait.usual) ? t`Do the usual` : t`Do it so`, () => page.act({ do: "commit", dice: Object.fromEntries(Object.entries(chosenDice).filter(([, number]) => number > 0)) }), { kind: "primary grow", key: "commit" })),
  );
}

function commitRow(card, value, options) {
  return el(
    "div",
    { class: "ability" },
    el("p", {}, card.face && icon(faceGlyph(card.face)), " ", el("b", {}, card.name), ` ${card.text}`),
    stepper(card.face ? t`${FACES[card.face]} dice, ${options.most} rolled` : card.name, value, options),
  );
}

const sameDice = (one, other) => [...Object.keys(one), ...Object.keys(other)].every((name) => (one[name] ?? 0) === (other[name] ?? 0));

// The unit that was tapped: the one that is looked at, or else the one that is to act.
function chosen(page) {
  const unit = page.view.game.units.find((each) => each.id === (page.looked ?? page.selected));
  if (unit) return page.sure ? null : unitCard(page, unit);
  return page.place ? placeCard(page, page.place) : null;
}

// A unit with what its card says and what can be done with it.
function unitCard(page, unit) {
  const letGo = () => page.set(page.looked ? { looked: null } : { selected: null, through: null });
  return el(
    "div",
    { class: `chosen ${unit.seat}`, "data-card-of": unit.id },
    el("div", { class: "chosen-head" }, sideIcon(unit.seat), el("b", {}, unit.name), el("span", {}, unit.at ?? t`off the board`),
      page.canPlay && button(t`Correct…`, () => page.set({ sheet: { name: "unit", unit: unit.id } }), { kind: "quiet", key: `correct ${unit.id}` }),
      button("✕", letGo, { kind: "close", key: `let go ${unit.id}`, label: t`Let go of this unit` })),
    el("div", { class: "card-text" }, figures(unit), unit.card.abilities.map(ability), groundLine(page, unit.at)),
    page.canAnswer && unitActs(page, unit),
  );
}

// What this unit can do beside moving and attacking.
function unitActs(page, unit) {
  const own = page.view.game.options.filter((option) => option.unit === unit.id);
  const paid = own.find((option) => option.do === "order" && option.paid);
  const rides = unit.tramples && unit.id === page.selected && own.some((option) => option.do === "move");
  const acts = [
    paid && button(t`Order it for 1 lore`, () => page.act(paid), { key: "order for lore" }),
    rides && button(page.through ? t`Move through nobody` : t`Move through enemies`, () => page.set({ through: page.through ? null : [] }), { kind: "toggle", key: "through", pressed: page.through ? "true" : "false" }),
    own.filter((option) => option.do === "cure").map((option) => button(t`Cure the ${MARKERS[option.marker]}`, () => page.act(option), { key: `cure ${option.marker}` })),
  ].flat().filter(Boolean);
  return [
    acts.length > 0 && el("div", { class: "row" }, acts),
    page.through && unit.id === page.selected && el("p", {}, page.through.length
      ? t`Through ${listOf(page.through)}: tap the hex where it stops, or the next enemy.`
      : t`Tap each enemy that it moves through, in order, then the hex where it stops.`),
  ];
}

// The button that attacks the enemy who is looked at, with what would be dropped; or the one that asks
// the rules why he cannot be.  Null where nobody is about to attack.
function attack(page) {
  const { game } = page.view;
  const attacker = game.wait.wait === "extra_attack_wait" ? game.wait.unit : page.selected;
  const [unit, target] = [attacker, page.looked].map((id) => game.units.find((each) => each.id === id));
  if (!unit?.ordered || !target || target.seat === unit.seat) return null;
  const act = () => page.act({ do: "attack", unit: attacker, target: target.id });
  const isTarget = game.options.some((option) => option.do === "attack" && option.unit === attacker && option.target === target.id);
  if (!isTarget) return el("div", { class: "row foot hot" }, button(t`Why can ${unit.name} not attack it?`, act, { kind: "grow", key: "attack" }));
  const left = dropped(game);
  return el("div", { class: "note foot hot" },
    left && el("p", {}, t`An attack ends orders and moves. ${left}`),
    button(left ? t`Attack all the same with ${unit.name}` : t`Attack with ${unit.name}`, act, { kind: "primary grow", key: "attack" }));
}

const UNKNOWN = t`not known: look at your card`;

function figures(unit) {
  const { card } = unit;
  const rolls = unit.dice === card.combat || !unit.at || unit.dice === null ? "" : t`, rolls ${count(unit.dice, "die", "dice")} now`;
  const parts = [t`Move ${card.move ?? UNKNOWN}`, t`combat ${card.combat ?? UNKNOWN}${rolls}`];
  if (card.range) parts.push(t`range ${card.range.join("–")}`);
  const traits = card.traits.length ? ` ${inWords(listOf(card.traits.map((trait) => TRAITS[trait] ?? trait)))}.` : "";
  return el("small", {}, `${parts.join(" · ")}.${traits}${doubt(card.confidence)} `, el("span", { class: "page" }, `${card.page}.`));
}

function ability({ name, number, summary, page, confidence }) {
  return el("small", {}, el("b", {}, `${name}${number > 1 ? ` ${number}` : ""}`), ` ${summary}${doubt(confidence)} `, el("span", { class: "page" }, `${page}.`));
}

function doubt(confidence) {
  if (confidence === "certain") return "";
  return confidence === "likely" ? t` Likely, not certain: your card is right.` : t` Not known: look at your card.`;
}
