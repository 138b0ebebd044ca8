// The table's own verbs, by which people say what a card does: which can be said, and their sentences.

/** @import { Grid } from "../board/grid.mjs" */
/** @import { GameView, Hex, UnitView, Verb, VerbDraft, VerbField, VerbForm, View } from "../../types/page.js" */
import { DIRECTIONS } from "../board/grid.mjs";
import { count, t } from "../parts/language.mjs";
import { FACES, MARKERS, WAYS, WHERE, grantText, inWords, listOf, unitName } from "../parts/words.mjs";

/**
 * What is said of verbs in a game: the forms of its edition's *verbs*, the *faces* of its dice, its units' *traits*
 * with their words, and the board's *grid* as this device shows it.  A card that is described outside of one has
 * no units; *isOwn*: its verbs are its deck's own.
 *
 * @typedef {{
 *   units: View["units"], fight: unknown, has_lore_cards: boolean,
 *   verbs: { [verb: string]: VerbForm }, isOwn?: boolean, faces: string[], traits: { [trait: string]: string },
 *   grid?: Grid,
 * }} Around
 */

// The verbs of this edition, made from the rules' own structs: companion/words/editions/verb_forms.py.
/** @type {{ [verb: string]: VerbForm }} */
export const VERBS = JSON.parse(document.querySelector("meta[name=verbs]")?.getAttribute("content") ?? "{}");

/**
 * @param {{ view: GameView, grid?: Grid }} page
 * @returns {Around}
 */
export const around = ({ view: { game, scenario }, grid }) => ({
  grid,
  units: game.units,
  fight: game.fight,
  has_lore_cards: game.has_lore_cards,
  verbs: VERBS,
  faces: scenario.faces,
  traits: scenario.traits,
});

// A verb before anybody has said anything of it.
/**
 * @param {string} verb
 * @returns {VerbDraft}
 */
export const fresh = (verb, verbs = VERBS) => ({
  verb,
  ...Object.fromEntries(
    Object.entries(verbs[verb].fields).map(([name, field]) => [name, field.value ?? null]),
  ),
});

// The verbs that can be said now.  Only a *lore* card changes a fight, where they come first; what is
// written on a card (*isCard*) names no unit.
/**
 * @param {Around} game
 * @param {{ lore?: boolean, isCard?: boolean }} of
 */
export function offered(game, { lore = false, isCard = false }) {
  const { verbs } = game;
  /** @param {string} verb */
  const isOffered = (verb) =>
    !(isCard && UNITS.some((kind) => fieldsOf(verbs[verb], kind).length > 0)) &&
    (lore || !verbs[verb].of_attack) &&
    (game.has_lore_cards || !verbs[verb].of_lore);
  const all = Object.keys(verbs).filter(isOffered);
  if (!game.fight) return all;
  return [...all.filter((verb) => verbs[verb].of_attack), ...all.filter((verb) => !verbs[verb].of_attack)];
}

// Whether everything has been said that *verb* needs.
/** @param {VerbDraft} verb */
export function isComplete(verb, verbs = VERBS) {
  return Object.entries(verbs[verb.verb].fields).every(
    ([name, field]) =>
      (field.may_be_open || verb[name] !== null) && !(field.needs_one && verb[name].length === 0),
  );
}

// The kinds of fields that name units.
const UNITS = ["unit", "units"];

// The names of the fields of a verb that are of *kind*.
/**
 * @param {VerbForm | undefined} form
 * @param {string} kind
 */
const fieldsOf = (form, kind) => {
  const fields = form?.fields ?? {};
  return Object.keys(fields).filter((name) => fields[name].kind === kind);
};

// The field of *kind* that is asked for next: the first that lacks its answer, else the last.
/**
 * @param {VerbDraft} verb
 * @param {string} kind
 * @param {Around} game
 */
function due(verb, kind, { verbs }) {
  const names = fieldsOf(verbs[verb.verb], kind);
  return names.find((name) => verb[name] === null) ?? names.at(-1);
}

// What *verb* becomes by a tap on the board while it lacks its units, its hex or its way; null: the tap is not for it.
/**
 * @param {VerbDraft | null | undefined} verb
 * @param {Hex} hex
 * @param {UnitView | null} unit
 * @param {Around} game
 * @returns {VerbDraft | null}
 */
export function tapVerb(verb, hex, unit, game) {
  if (!verb) return null;
  const [one, several, at, way] = ["unit", "units", "hex", "way"].map((kind) => due(verb, kind, game));
  if (unit && several && !(one && verb[one] === null))
    return { ...verb, [several]: flipped(verb[several], unit.id) };
  if (unit && one) return { ...verb, [one]: unit.id };
  if (!unit && at) return { ...verb, [at]: hex };
  const from = way && placeOf(verb, game);
  const chosen = from && game.grid?.wayTo(from, hex);
  return way && chosen ? { ...verb, [way]: chosen } : null;
}

// *several* with *one* that was not among them, or without it.
/**
 * @param {string[]} several
 * @param {string} one
 */
export const flipped = (several, one) =>
  several.includes(one) ? several.filter((each) => each !== one) : [...several, one];

// What *verb* names first of *kind*: a unit, or a hex.
/**
 * @param {VerbDraft} verb
 * @param {string} kind
 * @param {Around} game
 * @returns {string | null}
 */
export function namedFirst(verb, kind, { verbs }) {
  const [name] = fieldsOf(verbs[verb.verb], kind);
  return name === undefined ? null : verb[name];
}

// Where the unit of *verb* stands.
/**
 * @param {VerbDraft} verb
 * @param {Around} game
 */
export const placeOf = (verb, game) =>
  game.units.find(({ id }) => id === namedFirst(verb, "unit", game))?.at ?? null;

// The hexes on which a unit stands.
/**
 * @param {Around} game
 * @returns {Set<Hex | null>}
 */
export const takenIn = ({ units }) => new Set(units.map(({ at }) => at).filter((at) => at !== null));

// The free hexes next to its unit, of which a tap says which way *verb* sends it; a tap on a unit chooses that.
/**
 * @param {VerbDraft} verb
 * @param {Around} game
 * @returns {Hex[]}
 */
export function waysOf(verb, game) {
  const from = due(verb, "way", game) ? placeOf(verb, game) : null;
  const taken = takenIn(game);
  const next = from ? DIRECTIONS.flatMap((way) => game.grid?.step(from, way) ?? []) : [];
  return next.filter((hex) => !taken.has(hex));
}

// Which way *verb* sends its unit: by the next hex, where that is known; points of the compass mislead whoever
// sees the board from the north.
/**
 * @param {VerbDraft} verb
 * @param {Around} game
 */
function towards(verb, game) {
  const from = placeOf(verb, game);
  const next = from && game.grid?.step(from, verb.way);
  return next ? t`towards ${next}` : WAYS[verb.way];
}

// What is chosen of each kind in words; numbers and hexes are what they are.
/** @type {{ [kind: string]: (value: any, game: Around) => string }} */
const CHOSEN = {
  unit: (unit, game) => unitName(game, unit),
  units: (units, game) => listOf(units.map((/** @type {string} */ unit) => unitName(game, unit))),
  way: (way) => WAYS[way],
  section: (section) => WHERE[section],
  marker: (marker) => MARKERS[marker],
  face: (face) => FACES[face],
  faces: (faces) => facesOf(faces),
  sections: (sections) => listOf(sections.map((/** @type {string} */ section) => WHERE[section])),
  markers: (markers) => listOf(markers.map((/** @type {string} */ marker) => MARKERS[marker])),
  trait: (trait, { traits: words }) => words[trait],
  traits: (traits, { traits: words }) => listOf(traits.map((/** @type {string} */ trait) => words[trait])),
  flag: (flag) => (flag ? t`yes` : t`no`),
};

/** @param {string[]} faces */
const facesOf = (faces) =>
  listOf(
    faces.map((face) => FACES[face]),
    t`or`,
  );

// What verbs are in words where their name and their fields alone do not say it well; *unit* is the name of
// the one that it is about.
/** @type {{ [verb: string]: (verb: VerbDraft, unit: string, game: Around) => string }} */
const TEXTS = {
  grant_orders: (verb, _, { traits }) => t`Order ${grantText(/** @type {any} */ (verb), traits)}`,
  grant_extra_attack: ({ trait }, _, { traits }) => t`One more attack for each unmoved ${traits[trait]} unit`,
  grant_extra_move: ({ trait, hexes }, _, { traits }) =>
    t`${inWords(traits[trait])} units may move ${count(hexes, "hex", "hexes")} in the Attack Step`,
  add_dice: ({ count: dice }) =>
    dice > 0
      ? t`${count(dice, "more die", "more dice")} this turn`
      : t`${count(-dice, "die", "dice")} fewer this turn`,
  deal_damage: (verb, unit) => t`${verb.count} damage to ${unit}`,
  heal: (verb, unit) => t`${unit} recovers ${verb.count}`,
  place_at: (verb, unit) => t`${unit} goes to ${verb.at}`,
  drive: (verb, unit, game) =>
    t`${unit} must move ${count(verb.hexes, "hex", "hexes")} ${towards(verb, game)}`,
  force_retreat: (verb, unit, game) =>
    t`${unit} must retreat ${count(verb.hexes, "hex", "hexes")} ${towards(verb, game)}`,
  mark: ({ on, marker }, unit) =>
    on ? t`${unit} gets ${MARKERS[marker]}` : t`${unit} loses ${MARKERS[marker]}`,
  gain_lore: (verb) => t`${verb.count} lore`,
  draw_lore: (verb) => t`Draw ${count(verb.count, "lore card")}`,
  gain_points: (verb) => count(verb.count, "victory point"),
  bar_lore: () => t`The opponent plays no lore card this turn`,
  trample: ({ trait, marker, faces }, _, { traits }) =>
    t`${inWords(traits[trait])} units may move through units${marker ? t`; those passed get ${MARKERS[marker]}` : faces.length ? t`; ${facesOf(faces)} hurts those passed` : ""}`,
  fix_dice: (verb) => t`The attack rolls exactly ${count(verb.count, "die", "dice")}`,
  fuel_damage: ({ face, damage }) => t`Each ${FACES[face]} may do ${damage} damage`,
  ignore_damage: (verb) => t`The target ignores ${verb.count ?? t`all`} damage`,
  turn_blows: ({ faces }) => t`Each ${facesOf(faces)} does 1 damage to the attacker`,
  last_stand: () => t`The target counters before it leaves the board`,
  battle_first: () => t`The target battles before its attacker`,
  take_back_command: () => t`The Command card of the other side goes back, and another one is chosen`,
};

/**
 * @param {Verb | VerbDraft} verb
 * @param {Around} game
 */
export function verbText(verb, game) {
  const draft = /** @type {VerbDraft} */ (verb);
  const unit = draft.unit ? unitName(game, draft.unit) : "";
  const text = game.isOwn ? undefined : TEXTS[draft.verb];
  return text?.(draft, unit, game) ?? plainText(draft, game);
}

/**
 * @param {VerbDraft} draft
 * @param {Around} game
 */
function plainText(draft, game) {
  const form = game.verbs[draft.verb];
  if (!form) return inWords(draft.verb);
  const said = Object.entries(form.fields)
    .filter(([name]) => draft[name] != null && draft[name].length !== 0)
    .map(([name, field]) => chosen(field, draft[name], game))
    .filter(Boolean);
  return said.length > 0 ? `${form.name}: ${listOf(said)}` : form.name;
}

/**
 * @param {VerbField} field
 * @param {any} value
 * @param {Around} game
 */
function chosen({ kind, label }, value, game) {
  if (label && kind === "flag") return value && label;
  const word = CHOSEN[kind]?.(value, game) ?? MANY[value] ?? value;
  return label && value !== 0 ? `${label}: ${word}` : value !== 0 && word;
}

// What stands in the place of a number.
/** @type {{ [word: string]: string }} */
export const MANY = {
  command: t`Equal to Command`,
  all: t`all`,
  commander: t`level of the Commander`,
  camp: t`all, the ally's too`,
};
