// The page's sentences about what the game waits for, for people who play and do not read rules.

import { count, t } from "./tongue.mjs";

export const FACES = { strike: t`Strike`, cleave: t`Cleave`, pierce: t`Pierce`, morale: t`Morale`, lore: t`Lore`, heroic: t`Heroic` };

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
export function stepsOf(game) {
  return STEPS.filter(([step]) => step === game.step || !(step === "late_moves" || (step === "lore" && !game.has_lore_cards)));
}

export const WAYS = {
  east: t`to the east`, north_east: t`to the north-east`, north_west: t`to the north-west`,
  west: t`to the west`, south_west: t`to the south-west`, south_east: t`to the south-east`,
};

export const WHERE = { left: t`in the left section`, center: t`in the center section`, right: t`in the right section` };

export const MARKERS = { poison: t`poison`, stun: t`stun`, shield: t`shield` };

export const TRAITS = {
  infantry: t`infantry`, cavalry: t`cavalry`, elite: t`elite`, legend: t`legend`, knight: t`knight`,
  archer: t`archer`, caster: t`caster`, melee: t`melee`, ranged: t`ranged`,
};

export function listOf(words, last = t`and`) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

export function unitName(game, id) {
  return game.units.find((unit) => unit.id === id)?.name ?? id;
}

export function sideName(game, seat) {
  return game.scores[seat]?.name ?? seat;
}

// The ability's printed name, what it does, and the face of the die that pays for it, if one does.
export function abilityCard(scenario, ability) {
  return scenario.abilities[ability] ?? { name: inWords(ability), text: "", face: null };
}

// "vipers_bite" -> "Vipers bite"
export function inWords(id) {
  const text = id.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function grantText(grant) {
  const units = count(grant.count, "unit");
  const some = grant.traits?.length ? `${units} (${listOf(grant.traits.map((each) => TRAITS[each] ?? each), t`or`)})` : units;
  const where = grant.section ? WHERE[grant.section] : t`anywhere`;
  const fit = grant.not_weak ? t`, not weak ones` : "";
  return `${some} ${where}${fit}`;
}

// [headline, explanation] for what the game waits for; where the page has no words of its own, the table's.
export function waitText({ game, asked, scenario }) {
  const wait = game.wait;
  const who = wait.seat ? sideName(game, wait.seat) : null;
  const unit = wait.unit ? unitName(game, wait.unit) : null;
  switch (wait.wait) {
    case "set_up_wait":
      if (scenario.open || scenario.muster) return [asked, null];
      return wait.banners > 0
        ? [t`Set up: ${count(wait.banners, "banner")} still to place`, t`Put the units on the hexes shown here. Then tap each hex that holds a banner in the set-up diagram of the rulebook (RB p. 5).`]
        : [t`Set up: ready to start`, t`The units stand as shown here and every banner has its hex. Tap a banner to take it away again.`];
    case "card_wait":
      return [t`${who}: play a command card`, null];
    case "orders_wait":
      return ordersText(game, who);
    case "extra_attack_wait":
      return can(game, "attack") ? [t`${unit} may attack once more`, t`Tap a target, or let it pass.`] : [t`${unit} has no target`, t`It might attack once more, but nothing is in its reach.`];
    case "dice_wait":
      if (wait.trampled.length) return [t`Roll ${count(wait.count, "die", "dice")}`, t`For the enemies it moved through, in this order: ${listOf(wait.trampled.map((each) => unitName(game, each)))}.`];
      return [t`Roll ${count(wait.count, "die", "dice")}`, fightText(game) ?? (unit ? t`For ${unit}.` : t`For the card that was played.`)];
    case "commit_wait":
      return [t`${who}: which dice go to an ability?`, t`A die given to an ability loses its usual effect. What most players would do is chosen already.`];
    case "ignore_wait":
      return [t`${who}: does ${unit} ignore ${count(wait.most, "retreat")}?`, t`It makes those that it does not ignore.`];
    case "way_wait":
      return [t`${unit} must retreat: which way?`, t`${who} chooses. Tap one of the lit hexes.`];
    case "counter_wait":
      if (wait.early) return [t`${who}: will ${unit} counter first?`, t`It may strike at ${unitName(game, wait.target)} before anything else happens to it.`];
      return [t`${who}: will ${unit} counter?`, t`It may strike back at ${unitName(game, wait.target)}.`];
    case "advance_wait":
      return wait.pursuit
        ? [t`${unit} may pursue`, t`Tap a lit hex; it may then attack once more. Or stay.`]
        : [t`${unit} may advance`, t`Tap the lit hex, or stay.`];
    case "exchange_wait":
      return [t`${who}: exchange lore for points?`, game.lore_per_point ? t`${game.lore_per_point} lore buy 1 victory point.` : null];
    case "number_wait":
      return [asked, t`It is asked once, and holds for every such unit in this game.`];
    case "over_wait":
      return [plural(who) ? t`${who} have won` : t`${who} has won`, null];
    case "lore_wait":
      return [t`${who}: take your lore`, null];
    case "shield_wait":
      return [t`${who}: who gets the shield?`, t`Tap one of the lit units. The next attack on it does 1 damage less.`];
    default:
      return [asked, null];
  }
}

function plural(name) {
  return /s$/.test(name ?? "");
}

function ordersText(game, who) {
  const left = game.grants.filter((grant) => grant.left > 0).map((grant) => grantText({ ...grant, count: grant.left }));
  const attacks = can(game, "attack");
  if (game.step === "late_moves") return [t`${who}: moves after the attacks`, can(game, "move") ? t`Tap a lit unit, then a lit hex, or end here.` : t`No move is left.`];
  if (game.step === "attack") return [t`${who}: attacks`, attacks ? t`Tap an ordered unit, then its target.` : t`No attack is left: end the main phase.`];
  if (!game.options.length) return [t`${who}: give orders and move`, null]; // the other player, and whoever looks on
  if (can(game, "order")) return [t`${who}: give orders and move`, t`Still to order: ${listOf(left)}. Tap a unit to order it, then a lit hex to move it.`];
  const given = left.length ? t`Nobody else can be ordered.` : t`All orders are given.`;
  if (can(game, "move")) return attacks ? [t`${who}: move and attack`, t`${given} Tap an ordered unit, then a lit hex or a target.`] : [t`${who}: move`, t`${given} Tap an ordered unit, then a lit hex.`];
  return attacks ? [t`${who}: attacks`, t`${given} Tap an ordered unit, then its target.`] : [t`${who}: nothing is left to do`, t`${given} End the main phase.`];
}

// Whether the one who is to choose can *act* (order, move, attack) at all.
export function can(game, act) {
  return game.options.some((option) => option.do === act);
}

// What attacking or ending the main phase now would drop, or null where nothing would be.
export function dropped(game) {
  if (game.step !== "order") return null;
  const left = game.grants.filter((grant) => grant.left > 0).map((grant) => grantText({ ...grant, count: grant.left }));
  if (can(game, "order")) return t`Still to order: ${listOf(left)}.`;
  return can(game, "move") ? t`Some ordered units can still move.` : null;
}

export function fightText(game) {
  const fight = game.fight;
  if (!fight) return null;
  const [attacker, target] = [fight.attacker, fight.target].map((unit) => unitName(game, unit));
  if (fight.counter) return t`${attacker} counters ${target}.`;
  if (fight.additional) return fight.kind === "ranged" ? t`${attacker} shoots at ${target} once more.` : t`${attacker} attacks ${target} once more.`;
  return fight.kind === "ranged" ? t`${attacker} shoots at ${target}.` : t`${attacker} attacks ${target}.`;
}

export function ago(at) {
  const seconds = Math.max(0, Date.now() / 1000 - at);
  if (seconds < 60) return t`now`;
  if (seconds < 3600) return t`${Math.floor(seconds / 60)} min`;
  return new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}
