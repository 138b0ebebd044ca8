// The table's own verbs, by which people say what a card does: their fields, and their sentences.
// They must agree with rules/kernel/messages/verbs.py.

/** @import { GameView, Hex, UnitView, Verb, VerbDraft, View } from "../../types/page.js" */
import { count, t } from "../parts/language.mjs";
import { FACES, MARKERS, WAYS, grantText, inWords, listOf, unitName } from "../parts/words.mjs";

/**
 * What is said of verbs in a game: the *verbs* of its edition, the *faces* of its dice, its units' *traits* with
 * their words.  A card that is described outside of one has no units.
 *
 * @typedef {{
 *   units: View["units"], fight: unknown, has_lore_cards: boolean,
 *   verbs: string[], faces: string[], traits: { [trait: string]: string },
 * }} Around
 */

/**
 * @param {GameView} view
 * @returns {Around}
 */
export const around = ({ game, scenario }) => ({
  units: game.units,
  fight: game.fight,
  has_lore_cards: game.has_lore_cards,
  verbs: scenario.verbs,
  faces: scenario.faces,
  traits: scenario.traits,
});

const UNIT = { unit: null };

// Each verb: its name for people, and its fields as they are before anybody has said anything.
/** @type {{ [verb: string]: [string, { [field: string]: unknown }] }} */
export const VERBS = {
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
  battle_first: [t`The target battles first`, {}],
};
const IN_A_FIGHT = ["battle_first", "fix_dice", "fuel_damage", "ignore_damage", "turn_blows", "last_stand"];
const OF_LORE = ["draw_lore", "bar_lore", "trample"];
export const SIGNED = ["add_dice", "gain_lore", "gain_points"];
/** @type {{ [verb: string]: string }} */
const MAY_BE_NULL = { grant_orders: "section", ignore_damage: "count", trample: "marker" };

// The verbs that can be said now.  Only a *lore* card changes a fight, where they come first; what is
// written on a card (*isCard*) names no unit.
/**
 * @param {Around} game
 * @param {{ lore?: boolean, isCard?: boolean }} of
 */
export function offered(game, { lore = false, isCard = false }) {
  /** @param {string} verb */
  const isOffered = (verb) =>
    game.verbs.includes(verb) &&
    !(isCard && "unit" in VERBS[verb][1]) &&
    (lore || !IN_A_FIGHT.includes(verb)) &&
    (game.has_lore_cards || !OF_LORE.includes(verb));
  const all = Object.keys(VERBS).filter(isOffered);
  if (!game.fight) return all;
  return [
    ...all.filter((verb) => IN_A_FIGHT.includes(verb)),
    ...all.filter((verb) => !IN_A_FIGHT.includes(verb)),
  ];
}

// *verb* as it is before anybody has said anything, its trait one that there is.
/**
 * @param {string} verb
 * @param {Around} game
 * @returns {VerbDraft}
 */
export function freshVerb(verb, { traits }) {
  const fresh = VERBS[verb][1];
  const isThere = !("trait" in fresh) || String(fresh.trait) in traits;
  return { verb, ...fresh, ...(isThere ? {} : { trait: Object.keys(traits)[0] }) };
}

// Whether everything has been said that *verb* needs.
/** @param {VerbDraft} verb */
export function isComplete(verb) {
  const isSaid = Object.entries(verb).every(
    ([name, value]) => name === MAY_BE_NULL[verb.verb] || value !== null,
  );
  return isSaid && !(verb.verb === "turn_blows" && verb.faces.length === 0);
}

// What *verb* becomes by a tap on the board while it lacks its unit or its hex; null: the tap is not for it.
/**
 * @param {VerbDraft | null | undefined} verb
 * @param {Hex} hex
 * @param {UnitView | null} unit
 * @returns {VerbDraft | null}
 */
export function tapVerb(verb, hex, unit) {
  if (!verb) return null;
  if (unit && "unit" in verb) return { ...verb, unit: unit.id };
  if (!unit && "at" in verb) return { ...verb, at: hex };
  return null;
}

/** @param {string[]} faces */
const facesOf = (faces) =>
  listOf(
    faces.map((face) => FACES[face]),
    t`or`,
  );

// What each verb is in words; *unit* is the name of the one that it is about.
/** @type {{ [verb: string]: (verb: VerbDraft, unit: string, traits: Around["traits"]) => string }} */
const TEXTS = {
  grant_orders: (verb, _, traits) => t`Order ${grantText(/** @type {any} */ (verb), traits)}`,
  grant_extra_attack: ({ trait }, _, traits) => t`One more attack for each unmoved ${traits[trait]} unit`,
  grant_extra_move: ({ trait, hexes }, _, traits) =>
    t`${inWords(traits[trait])} units may move ${count(hexes, "hex", "hexes")} in the Attack Step`,
  add_dice: ({ count: dice }) =>
    dice > 0
      ? t`${count(dice, "more die", "more dice")} this turn`
      : t`${count(-dice, "die", "dice")} fewer this turn`,
  deal_damage: (verb, unit) => t`${verb.count} damage to ${unit}`,
  heal: (verb, unit) => t`${unit} recovers ${verb.count}`,
  place_at: (verb, unit) => t`${unit} goes to ${verb.at}`,
  drive: ({ hexes, way }, unit) => t`${unit} must move ${count(hexes, "hex", "hexes")} ${WAYS[way]}`,
  force_retreat: ({ hexes, way }, unit) =>
    t`${unit} must retreat ${count(hexes, "hex", "hexes")} ${WAYS[way]}`,
  mark: ({ on, marker }, unit) =>
    on ? t`${unit} gets ${MARKERS[marker]}` : t`${unit} loses ${MARKERS[marker]}`,
  gain_lore: (verb) => t`${verb.count} lore`,
  draw_lore: (verb) => t`Draw ${count(verb.count, "lore card")}`,
  gain_points: (verb) => count(verb.count, "victory point"),
  bar_lore: () => t`The opponent plays no lore card this turn`,
  trample: ({ trait, marker, faces }, _, traits) =>
    t`${inWords(traits[trait])} units may move through units${marker ? t`; those passed get ${MARKERS[marker]}` : faces.length ? t`; ${facesOf(faces)} hurts those passed` : ""}`,
  fix_dice: (verb) => t`The attack rolls exactly ${count(verb.count, "die", "dice")}`,
  fuel_damage: ({ face, damage }) => t`Each ${FACES[face]} may do ${damage} damage`,
  ignore_damage: (verb) => t`The target ignores ${verb.count ?? t`all`} damage`,
  turn_blows: ({ faces }) => t`Each ${facesOf(faces)} does 1 damage to the attacker`,
  last_stand: () => t`The target counters before it leaves the board`,
  battle_first: () => t`The target battles before its attacker`,
};

/**
 * @param {Verb | VerbDraft} verb
 * @param {Pick<Around, "units" | "traits">} game
 */
export function verbText(verb, game) {
  const draft = /** @type {VerbDraft} */ (verb);
  const text = TEXTS[draft.verb]?.(draft, draft.unit ? unitName(game, draft.unit) : "", game.traits);
  return text ?? inWords(draft.verb);
}
