// A card that the program does not know: the players say what it does, with the table's own verbs.

import { button, el, stepper } from "./dom.mjs";
import { WHERE, count, unitName } from "./words.mjs";

const VERBS = {
  grant_orders: "Order units", add_dice: "More or fewer dice", deal_damage: "Damage a unit", heal: "Heal a unit",
  place_at: "Put a unit on a hex", mark: "Poison or stun", gain_lore: "Lore", gain_points: "Victory points",
};
const FRESH = {
  grant_orders: { count: 1, section: null }, add_dice: { count: 1 }, deal_damage: { unit: null, count: 1 }, heal: { unit: null, count: 1 },
  place_at: { unit: null, at: null }, mark: { unit: null, marker: "poison", on: true }, gain_lore: { count: 1 }, gain_points: { count: 1 },
};

export function drawBuilder(page) {
  const draft = page.draft ?? { name: "", does: [], verb: null };
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  const game = page.view.game;
  return el(
    "div",
    { class: "stack" },
    el("label", { class: "field" }, "Its name",
      el("input", { value: draft.name, maxlength: 40, "data-key": "card name", onchange: (event) => change({ name: event.target.value.trim() }) })),
    draft.does.length > 0 && el("ol", { class: "does" }, draft.does.map((verb, n) =>
      el("li", {}, el("span", {}, verbText(verb, game)), button("Remove", () => change({ does: draft.does.filter((_, other) => other !== n) }), { key: `remove ${n}` })))),
    draft.verb ? verbForm(draft, change, game) : el("div", { class: "verbs" }, Object.entries(VERBS).map(([verb, name]) =>
      button(`+ ${name}`, () => change({ verb: { verb, ...FRESH[verb] } }), { key: verb }))),
    button("Play this card", () => page.actAndClose({ do: "play_unlisted_card", name: draft.name || "A card", does: draft.does }), { kind: "primary grow", key: "play", disabled: draft.does.length === 0 || draft.verb !== null }),
  );
}

function verbForm(draft, change, game) {
  const { verb } = draft;
  const set = (part) => change({ verb: { ...verb, ...part } });
  const complete = Object.entries(verb).every(([name, value]) => name === "section" || value !== null);
  const signed = ["add_dice", "gain_lore", "gain_points"].includes(verb.verb);
  return el(
    "div",
    { class: "note" },
    el("b", {}, VERBS[verb.verb]),
    "unit" in verb && choice("Unit", verb.unit, game.units.filter((unit) => unit.at).map((unit) => [unit.id, `${unit.name} (${unit.at})`]), (unit) => set({ unit })),
    "section" in verb && choice("Where", verb.section ?? "", [["", "anywhere"], ...Object.entries(WHERE)], (section) => set({ section: section || null })),
    "at" in verb && el("label", { class: "field" }, "Hex, such as F5", el("input", { value: verb.at ?? "", maxlength: 3, "data-key": "hex", onchange: (event) => set({ at: event.target.value.trim().toUpperCase() || null }) })),
    "marker" in verb && choice("Marker", verb.marker, [["poison", "poison"], ["stun", "stun"]], (marker) => set({ marker })),
    "on" in verb && choice("It", verb.on ? "yes" : "no", [["yes", "gets it"], ["no", "loses it"]], (on) => set({ on: on === "yes" })),
    "count" in verb && stepper("How many", verb.count, { least: signed ? -9 : 1, most: 9, change: (number) => set({ count: number || 1 }) }),
    el("div", { class: "row" },
      button("Not this", () => change({ verb: null })),
      button("Add", () => change({ verb: null, does: [...draft.does, verb] }), { kind: "primary", disabled: !complete })),
  );
}

function choice(name, value, options, change) {
  return el("label", { class: "field" }, name, el(
    "select",
    { "data-key": name, onchange: (event) => change(event.target.value || null) },
    value === null && el("option", { value: "", selected: true }, "choose…"),
    options.map(([id, text]) => el("option", { value: id, selected: id === value }, text)),
  ));
}

function verbText(verb, game) {
  const unit = verb.unit ? unitName(game, verb.unit) : "";
  switch (verb.verb) {
    case "grant_orders": return `Order ${count(verb.count, "unit")} ${verb.section ? WHERE[verb.section] : "anywhere"}`;
    case "add_dice": return verb.count > 0 ? `${count(verb.count, "more die", "more dice")} this turn` : `${count(-verb.count, "die", "dice")} fewer this turn`;
    case "deal_damage": return `${verb.count} damage to ${unit}`;
    case "heal": return `${unit} recovers ${verb.count}`;
    case "place_at": return `${unit} goes to ${verb.at}`;
    case "mark": return `${unit} ${verb.on ? "gets" : "loses"} ${verb.marker}`;
    case "gain_lore": return `${verb.count} lore`;
    default: return `${count(verb.count, "victory point")}`;
  }
}
