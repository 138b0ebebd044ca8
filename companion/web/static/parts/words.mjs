// The page's words for the things of the game, for people who play and do not read rules.

/** @import { GameView, GrantOrders, ScenarioView, Seat, View } from "../../types/page.js" */
import { count, t } from "./language.mjs";
import { campOf, campSeats } from "./seats.mjs";

/** @type {{ [id: string]: string }} */
export const FACES = {
  strike: t`Strike`,
  cleave: t`Cleave`,
  pierce: t`Pierce`,
  morale: t`Morale`,
  lore: t`Lore`,
  heroic: t`Heroic`,
  green: t`Green helmet`,
  blue: t`Blue helmet`,
  red: t`Red helmet`,
  bonus_strike: t`Bonus Strike`,
  flag: t`Flag`,
};

const STEPS = [
  ["command", t`Card`],
  ["order", t`Orders and moves`],
  ["attack", t`Attacks`],
  ["late_moves", t`Late moves`],
  ["victory_points", t`Points`],
  ["draw", t`Draw`],
  ["lore", t`Lore`],
];

// The steps of a turn that this game has: late moves only where some unit makes one.
/**
 * @param {View} game
 * @param {ScenarioView} scenario
 */
export function stepsOf(game, scenario) {
  return STEPS.filter(([step]) => step in scenario.steps).filter(
    ([step]) => step === game.step || !(step === "late_moves" || (step === "lore" && !game.has_lore_cards)),
  );
}

/** @type {{ [id: string]: string }} */
export const WAYS = {
  east: t`to the east`,
  north_east: t`to the north-east`,
  north_west: t`to the north-west`,
  west: t`to the west`,
  south_west: t`to the south-west`,
  south_east: t`to the south-east`,
};

/** @type {{ [id: string]: string }} */
export const WHERE = {
  left: t`in the left section`,
  center: t`in the center section`,
  right: t`in the right section`,
};

/** @type {{ [id: string]: string }} */
export const MARKERS = { poison: t`poison`, stun: t`stun`, shield: t`shield` };

/** @type {{ [id: string]: string }} */
export const TRAITS = {
  infantry: t`infantry`,
  cavalry: t`cavalry`,
  elite: t`elite`,
  legend: t`legend`,
  knight: t`knight`,
  archer: t`archer`,
  caster: t`caster`,
  melee: t`melee`,
  ranged: t`ranged`,
};

/**
 * @param {string[]} words
 * @param {string} [last]
 */
export function listOf(words, last = t`and`) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/**
 * @param {Pick<View, "units">} game
 * @param {string} id
 */
export function unitName(game, id) {
  return game.units.find((unit) => unit.id === id)?.name ?? id;
}

/**
 * @param {View} game
 * @param {Seat} seat
 */
export function sideName(game, seat) {
  return game.scores[seat]?.name ?? seat;
}

// Whoever plays for the camp of a seat, together.
/**
 * @param {View} game
 * @param {Seat} seat
 */
export function campName(game, seat) {
  return listOf(campSeats(game, campOf(seat)).map((each) => sideName(game, each)));
}

// The ability's printed name, what it does, and the face of the die that pays for it, if one does.
/**
 * @param {ScenarioView} scenario
 * @param {string} ability
 */
export function abilityCard(scenario, ability) {
  return scenario.abilities[ability] ?? { name: inWords(ability), text: "", face: null };
}

// "vipers_bite" -> "Vipers bite"
/** @param {string} id */
export function inWords(id) {
  const text = id.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param {Omit<GrantOrders, "verb">} grant
 * @param {{ [trait: string]: string }} traits
 */
export function grantText(grant, traits) {
  const units = count(grant.count, "unit");
  const some = grant.traits?.length
    ? `${units} (${listOf(
        grant.traits.map((each) => traits[each] ?? each),
        t`or`,
      )})`
    : units;
  const where = grant.section ? WHERE[grant.section] : t`anywhere`;
  const fit = grant.not_weak ? t`, not weak ones` : "";
  return `${some} ${where}${fit}`;
}

// The commands that can be chosen, as far as whoever looks may know them.
/** @param {GameView} view */
export function commands(view) {
  return view.ask.choices.map((choice) => choice.command);
}

/** @param {number} at */
export function ago(at) {
  const seconds = Math.max(0, Date.now() / 1000 - at);
  if (seconds < 60) return t`now`;
  if (seconds < 3600) return t`${Math.floor(seconds / 60)} min`;
  return new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}
