// What the game waits for, in words, with the buttons that answer it.

import { button, el, stepper } from "./dom.mjs";
import { dicePad } from "./dice.mjs";
import { faceGlyph, icon, sideIcon } from "./glyphs.mjs";
import { FACES, WAYS, abilityName, count, inWords, listOf, waitText } from "./words.mjs";

// *page* is the page's state and its doings: see app.mjs.
export function drawAsk(page) {
  const { game } = page.view;
  const [headline, explanation] = waitText(game);
  const seat = game.wait.seat;
  return el(
    "div",
    { class: `ask-body ${seat ?? ""}`, "data-wait": game.wait.wait },
    el("h2", {}, seat ? sideIcon(seat) : null, headline),
    explanation && el("p", { class: "explain" }, explanation),
    chosen(page),
    page.canAnswer ? answers(page) : null,
  );
}

function answers(page) {
  const { game } = page.view;
  const { wait } = game;
  const decline = (text) => button(text, () => page.act({ do: "decline" }), { key: "decline" });
  switch (wait.wait) {
    case "set_up_wait":
      return setUp(page, wait);
    case "card_wait":
      return cards(page);
    case "orders_wait":
      return el("div", { class: "row" }, button("End the main phase", () => page.act({ do: "end_main_phase" }), { kind: game.options.length < 2 ? "primary grow" : "grow", key: "end" }));
    case "extra_attack_wait":
      return el("div", { class: "row" }, decline("No further attack"));
    case "dice_wait":
      return dicePad(page.dice, wait.count, page.view.dice, {
        change: (faces) => page.set({ dice: faces }),
        confirm: (faces) => page.act({ do: "roll", faces }),
      });
    case "commit_wait":
      return commit(page, wait);
    case "way_wait":
      return el("div", { class: "row" }, wait.ways.map((way) => button(inWords(WAYS[way]), () => page.act({ do: "choose_way", way }), { kind: way === wait.usual ? "primary" : "" })));
    case "counter_wait":
      return el("div", { class: "row" }, button("Counter", () => page.act({ do: "counter" }), { kind: "primary grow" }), decline("No counter"));
    case "advance_wait":
      return el("div", { class: "row" },
        wait.to.length === 1 && button(`${wait.pursuit ? "Pursue" : "Advance"} to ${wait.to[0]}`, () => page.act({ do: "advance", to: wait.to[0] }), { kind: "primary grow" }),
        decline("Stay"));
    case "exchange_wait":
      return el("div", { class: "row" },
        Array.from({ length: wait.most }, (_, n) => button(`For ${count(n + 1, "point")}`, () => page.act({ do: "exchange_lore", points: n + 1 }), { kind: "primary" })),
        decline("Keep the lore"));
    default:
      return null;
  }
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
      el("p", {}, "The hexes printed on the card are not known to this program. If you do not have the card, use our own choice instead."),
      button(`Use our own choice: ${standIn.join(", ")}`, () => page.actAll(standIn.map((at) => ({ do: "place_banner", at })))),
    ),
    button("Start the game", () => page.act({ do: "start_game" }), { kind: "primary grow", disabled: wait.banners > 0 }),
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
    button("A card that is not in this list…", () => page.set({ sheet: { name: "unlisted" } }), { key: "unlisted" }),
  );
}

function cardRow(page, card, held) {
  return el(
    "div",
    { class: `command-card ${held ? "held" : ""}`, "data-card": card.id },
    el("div", { class: "card-words" }, el("b", {}, card.name), held && el("span", { class: "tag" }, "in hand"), el("small", {}, card.summary)),
    button("Play its text", () => page.act({ do: "play_card", card: card.id }), { kind: "primary", key: `text ${card.id}`, label: `Play ${card.name} for its text` }),
    button("One unit anywhere", () => page.act({ do: "play_card", card: card.id, anywhere: true }), { key: `one ${card.id}`, label: `Play ${card.name} to order one unit anywhere` }),
  );
}

function commit(page, wait) {
  const { game, scenario } = page.view;
  const chosenDice = page.commit ?? wait.usual;
  const change = (ability, number) => page.set({ commit: { ...Object.fromEntries(Object.keys(wait.most).map((each) => [each, chosenDice[each] ?? 0])), [ability]: number } });
  return el(
    "div",
    { class: "stack" },
    page.view.roll && el("div", { class: "dice-places", role: "img", "aria-label": `Rolled: ${listOf(page.view.roll.faces.map((face) => FACES[face]))}` }, page.view.roll.faces.map((face) => el("span", { class: "die" }, icon(faceGlyph(face), "die-icon")))),
    Object.entries(wait.most).map(([ability, most]) =>
      stepper(abilityName(scenario.kinds, game, wait.unit, ability), chosenDice[ability] ?? 0, { most, key: ability, change: (number) => change(ability, number) })),
    button("Do it so", () => page.act({ do: "commit", dice: Object.fromEntries(Object.entries(chosenDice).filter(([, number]) => number > 0)) }), { kind: "primary grow", key: "commit" }),
  );
}

// The unit that was tapped, with what its card says and what it can do.
function chosen(page) {
  const unit = page.view.game.units.find((each) => each.id === page.selected);
  if (!unit) return null;
  const kind = page.view.scenario.kinds[unit.kind];
  const options = page.view.game.options.filter((option) => option.unit === unit.id);
  const cures = options.filter((option) => option.do === "cure");
  const canOrder = options.some((option) => option.do === "order");
  return el(
    "div",
    { class: `chosen ${unit.seat}` },
    el("div", { class: "chosen-head" }, sideIcon(unit.seat), el("b", {}, unit.name), el("span", {}, unit.at ?? "off the board"), button("✕", () => page.set({ selected: null }), { kind: "close", label: "Let go of this unit" })),
    kind && el("small", {}, figuresText(kind)),
    page.canPlay && el(
      "div",
      { class: "row" },
      canOrder && page.canAnswer && button("Order", () => page.act({ do: "order", unit: unit.id }), { kind: "primary" }),
      page.canAnswer && cures.map((option) => button(`Cure the ${option.marker}`, () => page.act(option), { key: `cure ${option.marker}` })),
      button("Correct…", () => page.set({ sheet: { name: "unit", unit: unit.id } }), { key: "correct unit" }),
    ),
  );
}

function figuresText(kind) {
  const value = (number) => (number === null || number === undefined ? "not known: look at your card" : number);
  const parts = [`Move ${value(kind.move)}`, `combat ${value(kind.combat)}`];
  if (kind.range) parts.push(`range ${kind.range.join("–")}`);
  const abilities = (kind.abilities ?? []).map((each) => each.label ?? inWords(each.name ?? each.id) + (each.number > 1 ? ` ${each.number}` : ""));
  const doubt = kind.confidence && kind.confidence !== "certain" ? " Likely, not certain: your card is right." : "";
  return `${parts.join(" · ")}${abilities.length ? ` · ${abilities.join(", ")}` : ""}.${doubt}`;
}

