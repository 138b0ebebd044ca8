// What a card does that the program does not know: the players say it with the table's own verbs.
// The verbs and their fields must agree with rules/verbs.py.

import { button, el, stepper } from "./dom.mjs";
import { count } from "./tongue.mjs";
import { FACES, WAYS, WHERE, inWords, listOf, unitName } from "./words.mjs";

const TRAITS = ["infantry", "cavalry", "elite", "legend", "knight", "archer", "caster", "melee", "ranged"];
const MARKERS = { poison: "poison", stun: "stun", shield: "shield" };
const UNIT = { unit: null };

// Each verb: its name for people, and its fields as they are before anybody has said anything.
const VERBS = {
  grant_orders: ["Order units", { count: 1, section: null, traits: [], not_weak: false }],
  grant_extra_attack: ["One more attack", { trait: "archer" }],
  grant_extra_move: ["A move in the Attack Step", { trait: "infantry", hexes: 1 }],
  add_dice: ["More or fewer dice", { count: 1 }],
  deal_damage: ["Damage a unit", { ...UNIT, count: 1 }],
  heal: ["Heal a unit", { ...UNIT, count: 1 }],
  place_at: ["Put a unit on a hex", { ...UNIT, at: null }],
  drive: ["A unit must move", { ...UNIT, way: null, hexes: 1 }],
  force_retreat: ["A unit must retreat", { ...UNIT, way: null, hexes: 1 }],
  mark: ["Poison, stun, shield", { ...UNIT, marker: "poison", on: true }],
  gain_lore: ["Lore", { count: 1 }],
  draw_lore: ["Draw lore cards", { count: 1 }],
  gain_points: ["Victory points", { count: 1 }],
  bar_lore: ["No lore card for the other", {}],
  trample: ["Move through units", { trait: "cavalry", faces: [], marker: null }],
  fix_dice: ["So many dice exactly", { count: 4 }],
  fuel_damage: ["A face does damage", { face: "heroic", damage: 1 }],
  ignore_damage: ["The target ignores damage", { count: 1 }],
  turn_blows: ["Faces hurt the attacker", { faces: ["strike"] }],
  last_stand: ["A last counter", {}],
};
const IN_A_FIGHT = ["fix_dice", "fuel_damage", "ignore_damage", "turn_blows", "last_stand"];
const OF_LORE = ["draw_lore", "bar_lore", "trample"];
const SIGNED = ["add_dice", "gain_lore", "gain_points"];
const MAY_BE_NULL = { grant_orders: "section", ignore_damage: "count", trample: "marker" };

// The sheet for a command card that is in no list.
export function drawBuilder(page) {
  const draft = page.draft ?? { name: "", does: [], verb: null };
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  return el(
    "div",
    { class: "stack" },
    nameField(draft.name, (name) => change({ name })),
    drawEffects(page, draft, change),
    button("Play this card", () => page.actAndClose({ do: "play_unlisted_card", name: draft.name || "A card", does: draft.does }), { kind: "primary grow", key: "play", disabled: draft.does.length === 0 || draft.verb !== null }),
  );
}

export function nameField(name, change) {
  return el("label", { class: "field" }, "Its name",
    el("input", { value: name, maxlength: 40, "data-key": "card name", onchange: (event) => change(event.target.value.trim()) }));
}

// What has been said of a card, and the choice of what more it does.  Only a *lore* card changes a fight;
// what is written on a card (isCard) names no unit.
export function drawEffects(page, draft, change, { lore = page.isCard } = {}) {
  const { game } = page.view;
  const offered = Object.entries(VERBS)
    .filter(([verb, [, fresh]]) => !(page.isCard && "unit" in fresh) && (lore || !IN_A_FIGHT.includes(verb)) && (game.has_lore_cards || !OF_LORE.includes(verb)))
    .sort(([one], [other]) => (game.fight ? IN_A_FIGHT.includes(other) - IN_A_FIGHT.includes(one) : 0));
  return [
    draft.does.length > 0 && el("ol", { class: "does" }, draft.does.map((verb, n) =>
      el("li", {}, el("span", {}, verbText(verb, game)), button("Remove", () => change({ does: draft.does.filter((_, other) => other !== n) }), { key: `remove ${n}` })))),
    draft.verb ? verbForm(draft, change, game) : el("div", { class: "verbs" }, offered.map(([verb, [name, fresh]]) =>
      button(`+ ${name}`, () => change({ verb: { verb, ...fresh } }), { key: verb }))),
  ];
}

// A tap on the board while a verb lacks its unit or its hex; whether it was taken.
export function tapVerb(verb, hex, unit) {
  if (!verb) return null;
  if (unit && "unit" in verb) return { ...verb, unit: unit.id };
  if (!unit && "at" in verb) return { ...verb, at: hex };
  return null;
}

function verbForm(draft, change, game) {
  const { verb } = draft;
  const set = (part) => change({ verb: { ...verb, ...part } });
  const isSaid = ([name, value]) => name === MAY_BE_NULL[verb.verb] || value !== null;
  const complete = Object.entries(verb).every(isSaid) && !(verb.verb === "turn_blows" && verb.faces.length === 0);
  return el(
    "div",
    { class: "note" },
    el("b", {}, VERBS[verb.verb][0]),
    Object.keys(verb).map((field) => FIELDS[field]?.(verb, set, game)),
    el("div", { class: "row" },
      button("Not this", () => change({ verb: null })),
      button("Add", () => change({ verb: null, does: [...draft.does, verb] }), { kind: "primary", disabled: !complete })),
  );
}

const pairs = (words) => words.map((word) => [word, inWords(word)]);

// What asks for each field of a verb.
const FIELDS = {
  unit: (verb, set, game) => choice("Unit: tap it on the board, or choose", verb.unit, game.units.filter((unit) => unit.at).map((unit) => [unit.id, `${unit.name} (${unit.at})`]), (unit) => set({ unit })),
  at: (verb, set) => el("label", { class: "field" }, "Hex: tap it on the board, or type", el("input", { value: verb.at ?? "", maxlength: 3, "data-key": "hex", onchange: (event) => set({ at: event.target.value.trim().toUpperCase() || null }) })),
  way: (verb, set) => choice("Which way", verb.way, Object.entries(WAYS).map(([way, text]) => [way, text]), (way) => set({ way })),
  section: (verb, set) => choice("Where", verb.section ?? "", [["", "anywhere"], ...Object.entries(WHERE)], (section) => set({ section: section || null })),
  trait: (verb, set) => choice("Which units", verb.trait, pairs(TRAITS), (trait) => set({ trait })),
  traits: (verb, set) => choice("Which units", verb.traits[0] ?? "", [["", "any"], ...pairs(TRAITS)], (trait) => set({ traits: trait ? [trait] : [] })),
  not_weak: (verb, set) => choice("Weak ones", verb.not_weak ? "no" : "yes", [["yes", "too"], ["no", "not"]], (weak) => set({ not_weak: weak === "no" })),
  marker: (verb, set) => (verb.verb === "trample"
    ? choice("Those passed get", verb.marker ?? "", [["", "a die each, see the faces"], ...Object.entries(MARKERS)], (marker) => set({ marker: marker || null }))
    : choice("Marker", verb.marker, Object.entries(MARKERS), (marker) => set({ marker }))),
  on: (verb, set) => choice("It", verb.on ? "yes" : "no", [["yes", "gets it"], ["no", "loses it"]], (on) => set({ on: on === "yes" })),
  face: (verb, set) => choice("Each die that shows", verb.face, Object.entries(FACES), (face) => set({ face })),
  faces: (verb, set) => facesField(verb, (faces) => set({ faces })),
  damage: (verb, set) => stepper("does so much damage", verb.damage, { least: 1, most: 6, change: (damage) => set({ damage }) }),
  hexes: (verb, set) => stepper("Hexes", verb.hexes, { least: 1, most: 9, change: (hexes) => set({ hexes }) }),
  count: countField,
};

function countField(verb, set) {
  const all = verb.verb === "ignore_damage" && button("All of it", () => set({ count: verb.count === null ? 1 : null }), { kind: "toggle", key: "all of it", pressed: verb.count === null ? "true" : "false" });
  const least = SIGNED.includes(verb.verb) ? -9 : 1;
  return [all, verb.count !== null && stepper("How many", verb.count, { least, most: 9, change: (number) => set({ count: number || (verb.count > 0 ? -1 : 1) }) })];
}

function facesField(verb, change) {
  const flip = (face) => change(verb.faces.includes(face) ? verb.faces.filter((each) => each !== face) : [...verb.faces, face]);
  return el("div", { class: "row wrap", role: "group", "aria-label": "Faces that do 1 damage" }, Object.entries(FACES).map(([face, name]) =>
    button(name, () => flip(face), { kind: "toggle", key: `face ${face}`, pressed: verb.faces.includes(face) ? "true" : "false" })));
}

function choice(name, value, options, change) {
  return el("label", { class: "field" }, name, el(
    "select",
    { "data-key": name, onchange: (event) => change(event.target.value || null) },
    value === null && el("option", { value: "", selected: true }, "choose…"),
    options.map(([id, text]) => el("option", { value: id, selected: id === value }, text)),
  ));
}

export function verbText(verb, game) {
  const unit = verb.unit ? unitName(game, verb.unit) : "";
  const faces = listOf((verb.faces ?? []).map((face) => FACES[face]), "or");
  switch (verb.verb) {
    case "grant_orders": return `Order ${count(verb.count, `${verb.traits?.[0] ?? ""} unit`.trim())} ${verb.section ? WHERE[verb.section] : "anywhere"}`;
    case "grant_extra_attack": return `One more attack for each unmoved ${verb.trait} unit`;
    case "grant_extra_move": return `${inWords(verb.trait)} units may move ${count(verb.hexes, "hex", "hexes")} in the Attack Step`;
    case "add_dice": return verb.count > 0 ? `${count(verb.count, "more die", "more dice")} this turn` : `${count(-verb.count, "die", "dice")} fewer this turn`;
    case "deal_damage": return `${verb.count} damage to ${unit}`;
    case "heal": return `${unit} recovers ${verb.count}`;
    case "place_at": return `${unit} goes to ${verb.at}`;
    case "drive": return `${unit} must move ${count(verb.hexes, "hex", "hexes")} ${WAYS[verb.way]}`;
    case "force_retreat": return `${unit} must retreat ${count(verb.hexes, "hex", "hexes")} ${WAYS[verb.way]}`;
    case "mark": return `${unit} ${verb.on ? "gets" : "loses"} ${verb.marker}`;
    case "gain_lore": return `${verb.count} lore`;
    case "draw_lore": return `Draw ${count(verb.count, "lore card")}`;
    case "bar_lore": return "The opponent plays no lore card this turn";
    case "trample": return `${inWords(verb.trait)} units may move through units${verb.marker ? `; those passed get ${verb.marker}` : faces && `; ${faces} hurts those passed`}`;
    case "fix_dice": return `The attack rolls exactly ${count(verb.count, "die", "dice")}`;
    case "fuel_damage": return `Each ${FACES[verb.face]} may do ${verb.damage} damage`;
    case "ignore_damage": return `The target ignores ${verb.count ?? "all"} damage`;
    case "turn_blows": return `Each ${faces} does 1 damage to the attacker`;
    case "last_stand": return "The target counters before it leaves the board";
    default: return `${count(verb.count, "victory point")}`;
  }
}
