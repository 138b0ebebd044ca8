// What a card does that the program does not know: the players say it with the table's own verbs.
// The verbs and their fields must agree with rules/verbs.py.

import { button, el, stepper } from "./dom.mjs";
import { count, t } from "./tongue.mjs";
import { FACES, MARKERS, TRAITS, WAYS, WHERE, grantText, inWords, listOf, unitName } from "./words.mjs";

const UNIT = { unit: null };

// Each verb: its name for people, and its fields as they are before anybody has said anything.
const VERBS = {
  grant_orders: [t`Order units`, { count: 1, section: null, traits: [], not_weak: false }],
  grant_extra_attack: [t`One more attack`, { trait: "archer" }],
  grant_extra_move: [t`A move in the Attack Step`, { trait: "infantry", hexes: 1 }],
  add_dice: [t`More or fewer dice`, { count: 1 }],
  deal_damage: [t`Damage a unit`, { ...UNIT, count: 1 }],
  heal: [t`Heal a unit`, { ...UNIT, count: 1 }],
  place_at: [t`Put a unit on a hex`, { ...UNIT, at: null }],
  drive: [t`A unit must move`, { ...UNIT, way: null, hexes: 1 }],
  force_retreat: [t`A unit must retreat`, { ...UNIT, way: null, hexes: 1 }],
  mark: [t`Poison, stun, shield`, { ...UNIT, marker: "poison", on: true }],
  gain_lore: [t`Lore`, { count: 1 }],
  draw_lore: [t`Draw lore cards`, { count: 1 }],
  gain_points: [t`Victory points`, { count: 1 }],
  bar_lore: [t`No lore card for the other`, {}],
  trample: [t`Move through units`, { trait: "cavalry", faces: [], marker: null }],
  fix_dice: [t`So many dice exactly`, { count: 4 }],
  fuel_damage: [t`A face does damage`, { face: "heroic", damage: 1 }],
  ignore_damage: [t`The target ignores damage`, { count: 1 }],
  turn_blows: [t`Faces hurt the attacker`, { faces: ["strike"] }],
  last_stand: [t`A last counter`, {}],
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
    button(
      t`Play this card`,
      () => page.actAndClose({ do: "play_unlisted_card", name: draft.name || t`A card`, does: draft.does }),
      { kind: "primary grow", key: "play", disabled: draft.does.length === 0 || draft.verb !== null },
    ),
  );
}

export function nameField(name, change) {
  return el(
    "label",
    { class: "field" },
    t`Its name`,
    el("input", {
      value: name,
      maxlength: 40,
      "data-key": "card name",
      onchange: (event) => change(event.target.value.trim()),
    }),
  );
}

// What has been said of a card, and the choice of what more it does.  Only a *lore* card changes a fight;
// what is written on a card (isCard) names no unit.
export function drawEffects(page, draft, change, { lore = page.isCard } = {}) {
  const { game } = page.view;
  const offered = Object.entries(VERBS)
    .filter(
      ([verb, [, fresh]]) =>
        !(page.isCard && "unit" in fresh) &&
        (lore || !IN_A_FIGHT.includes(verb)) &&
        (game.has_lore_cards || !OF_LORE.includes(verb)),
    )
    .sort(([one], [other]) => (game.fight ? IN_A_FIGHT.includes(other) - IN_A_FIGHT.includes(one) : 0));
  return [
    draft.does.length > 0 &&
      el(
        "ol",
        { class: "does" },
        draft.does.map((verb, n) =>
          el(
            "li",
            {},
            el("span", {}, verbText(verb, game)),
            button(t`Remove`, () => change({ does: draft.does.filter((_, other) => other !== n) }), {
              key: `remove ${n}`,
            }),
          ),
        ),
      ),
    draft.verb
      ? verbForm(draft, change, game)
      : el(
          "div",
          { class: "verbs" },
          offered.map(([verb, [name, fresh]]) =>
            button(`+ ${name}`, () => change({ verb: { verb, ...fresh } }), { key: verb }),
          ),
        ),
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
  const complete =
    Object.entries(verb).every(isSaid) && !(verb.verb === "turn_blows" && verb.faces.length === 0);
  return el(
    "div",
    { class: "note" },
    el("b", {}, VERBS[verb.verb][0]),
    Object.keys(verb).map((field) => FIELDS[field]?.(verb, set, game)),
    el(
      "div",
      { class: "row" },
      button(t`Not this`, () => change({ verb: null })),
      button(t`Add`, () => change({ verb: null, does: [...draft.does, verb] }), {
        kind: "primary",
        disabled: !complete,
      }),
    ),
  );
}

const pairs = (words) => Object.entries(words).map(([id, word]) => [id, inWords(word)]);

// What asks for each field of a verb.
const FIELDS = {
  unit: (verb, set, game) =>
    choice(
      t`Unit: tap it on the board, or choose`,
      verb.unit,
      game.units.filter((unit) => unit.at).map((unit) => [unit.id, `${unit.name} (${unit.at})`]),
      (unit) => set({ unit }),
    ),
  at: (verb, set) =>
    el(
      "label",
      { class: "field" },
      t`Hex: tap it on the board, or type`,
      el("input", {
        value: verb.at ?? "",
        maxlength: 3,
        "data-key": "hex",
        onchange: (event) => set({ at: event.target.value.trim().toUpperCase() || null }),
      }),
    ),
  way: (verb, set) =>
    choice(
      t`Which way`,
      verb.way,
      Object.entries(WAYS).map(([way, text]) => [way, text]),
      (way) => set({ way }),
    ),
  section: (verb, set) =>
    choice(t`Where`, verb.section ?? "", [["", t`anywhere`], ...Object.entries(WHERE)], (section) =>
      set({ section: section || null }),
    ),
  trait: (verb, set) => choice(t`Which units`, verb.trait, pairs(TRAITS), (trait) => set({ trait })),
  traits: (verb, set) =>
    choice(t`Which units`, verb.traits[0] ?? "", [["", t`any`], ...pairs(TRAITS)], (trait) =>
      set({ traits: trait ? [trait] : [] }),
    ),
  not_weak: (verb, set) =>
    choice(
      t`Weak ones`,
      verb.not_weak ? "no" : "yes",
      [
        ["yes", t`too`],
        ["no", t`not`],
      ],
      (weak) => set({ not_weak: weak === "no" }),
    ),
  marker: (verb, set) =>
    verb.verb === "trample"
      ? choice(
          t`Those passed get`,
          verb.marker ?? "",
          [["", t`a die each, see the faces`], ...Object.entries(MARKERS)],
          (marker) => set({ marker: marker || null }),
        )
      : choice(t`Marker`, verb.marker, Object.entries(MARKERS), (marker) => set({ marker })),
  on: (verb, set) =>
    choice(
      t`It`,
      verb.on ? "yes" : "no",
      [
        ["yes", t`gets it`],
        ["no", t`loses it`],
      ],
      (on) => set({ on: on === "yes" }),
    ),
  face: (verb, set) =>
    choice(t`Each die that shows`, verb.face, Object.entries(FACES), (face) => set({ face })),
  faces: (verb, set) => facesField(verb, (faces) => set({ faces })),
  damage: (verb, set) =>
    stepper(t`does so much damage`, verb.damage, { least: 1, most: 6, change: (damage) => set({ damage }) }),
  hexes: (verb, set) =>
    stepper(t`Hexes`, verb.hexes, { least: 1, most: 9, change: (hexes) => set({ hexes }) }),
  count: countField,
};

function countField(verb, set) {
  const all =
    verb.verb === "ignore_damage" &&
    button(t`All of it`, () => set({ count: verb.count === null ? 1 : null }), {
      kind: "toggle",
      key: "all of it",
      pressed: verb.count === null ? "true" : "false",
    });
  const least = SIGNED.includes(verb.verb) ? -9 : 1;
  return [
    all,
    verb.count !== null &&
      stepper(t`How many`, verb.count, {
        least,
        most: 9,
        change: (number) => set({ count: number || (verb.count > 0 ? -1 : 1) }),
      }),
  ];
}

function facesField(verb, change) {
  const flip = (face) =>
    change(verb.faces.includes(face) ? verb.faces.filter((each) => each !== face) : [...verb.faces, face]);
  return el(
    "div",
    { class: "row wrap", role: "group", "aria-label": t`Faces that do 1 damage` },
    Object.entries(FACES).map(([face, name]) =>
      button(name, () => flip(face), {
        kind: "toggle",
        key: `face ${face}`,
        pressed: verb.faces.includes(face) ? "true" : "false",
      }),
    ),
  );
}

function choice(name, value, options, change) {
  return el(
    "label",
    { class: "field" },
    name,
    el(
      "select",
      { "data-key": name, onchange: (event) => change(event.target.value || null) },
      value === null && el("option", { value: "", selected: true }, t`choose…`),
      options.map(([id, text]) => el("option", { value: id, selected: id === value }, text)),
    ),
  );
}

export function verbText(verb, game) {
  const unit = verb.unit ? unitName(game, verb.unit) : "";
  const faces = listOf(
    (verb.faces ?? []).map((face) => FACES[face]),
    t`or`,
  );
  switch (verb.verb) {
    case "grant_orders":
      return t`Order ${grantText(verb)}`;
    case "grant_extra_attack":
      return t`One more attack for each unmoved ${TRAITS[verb.trait]} unit`;
    case "grant_extra_move":
      return t`${inWords(TRAITS[verb.trait])} units may move ${count(verb.hexes, "hex", "hexes")} in the Attack Step`;
    case "add_dice":
      return verb.count > 0
        ? t`${count(verb.count, "more die", "more dice")} this turn`
        : t`${count(-verb.count, "die", "dice")} fewer this turn`;
    case "deal_damage":
      return t`${verb.count} damage to ${unit}`;
    case "heal":
      return t`${unit} recovers ${verb.count}`;
    case "place_at":
      return t`${unit} goes to ${verb.at}`;
    case "drive":
      return t`${unit} must move ${count(verb.hexes, "hex", "hexes")} ${WAYS[verb.way]}`;
    case "force_retreat":
      return t`${unit} must retreat ${count(verb.hexes, "hex", "hexes")} ${WAYS[verb.way]}`;
    case "mark":
      return verb.on ? t`${unit} gets ${MARKERS[verb.marker]}` : t`${unit} loses ${MARKERS[verb.marker]}`;
    case "gain_lore":
      return t`${verb.count} lore`;
    case "draw_lore":
      return t`Draw ${count(verb.count, "lore card")}`;
    case "bar_lore":
      return t`The opponent plays no lore card this turn`;
    case "trample":
      return t`${inWords(TRAITS[verb.trait])} units may move through units${verb.marker ? t`; those passed get ${MARKERS[verb.marker]}` : faces && t`; ${faces} hurts those passed`}`;
    case "fix_dice":
      return t`The attack rolls exactly ${count(verb.count, "die", "dice")}`;
    case "fuel_damage":
      return t`Each ${FACES[verb.face]} may do ${verb.damage} damage`;
    case "ignore_damage":
      return t`The target ignores ${verb.count ?? t`all`} damage`;
    case "turn_blows":
      return t`Each ${faces} does 1 damage to the attacker`;
    case "last_stand":
      return t`The target counters before it leaves the board`;
    default:
      return count(verb.count, "victory point");
  }
}
