// The page's sentences about what the game waits for, for people who play and do not read rules.

import { count } from "./tongue.mjs";

export const FACES = { strike: "Strike", cleave: "Cleave", pierce: "Pierce", morale: "Morale", lore: "Lore", heroic: "Heroic" };

const STEPS = [
  ["command", "Card"],
  ["order", "Orders and moves"],
  ["attack", "Attacks"],
  ["late_moves", "Late moves"],
  ["victory_points", "Points"],
  ["draw", "Draw"],
  ["lore", "Lore"],
];

// The steps of a turn that this game has: late moves only where some unit makes one.
export function stepsOf(game) {
  return STEPS.filter(([step]) => step === game.step || !(step === "late_moves" || (step === "lore" && !game.has_lore_cards)));
}

export const WAYS = {
  east: "to the east", north_east: "to the north-east", north_west: "to the north-west",
  west: "to the west", south_west: "to the south-west", south_east: "to the south-east",
};

export const WHERE = { left: "in the left section", center: "in the center section", right: "in the right section" };

export function listOf(words, last = "and") {
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
  const traits = grant.traits?.length ? `${listOf(grant.traits.map((each) => each.toLowerCase()), "or")} ` : "";
  const where = grant.section ? WHERE[grant.section] : "anywhere";
  const fit = grant.not_weak ? ", not weak ones" : "";
  return `${count(grant.count, `${traits}unit`)} ${where}${fit}`;
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
        ? [`Set up: ${count(wait.banners, "banner")} still to place`, "Put the units on the hexes shown here. Then tap each hex that holds a banner in the set-up diagram of the rulebook (RB p. 5)."]
        : ["Set up: ready to start", "The units stand as shown here and every banner has its hex. Tap a banner to take it away again."];
    case "card_wait":
      return [`${who}: play a command card`, null];
    case "orders_wait":
      return ordersText(game, who);
    case "extra_attack_wait":
      return can(game, "attack") ? [`${unit} may attack once more`, "Tap a target, or let it pass."] : [`${unit} has no target`, "It might attack once more, but nothing is in its reach."];
    case "dice_wait":
      if (wait.trampled.length) return [`Roll ${count(wait.count, "die", "dice")}`, `For the enemies it moved through, in this order: ${listOf(wait.trampled.map((each) => unitName(game, each)))}.`];
      return [`Roll ${count(wait.count, "die", "dice")}`, fightText(game) ?? (unit ? `For ${unit}.` : "For the card that was played.")];
    case "commit_wait":
      return [`${who}: which dice go to an ability?`, "A die given to an ability loses its usual effect. What most players would do is chosen already."];
    case "way_wait":
      return [`${unit} must retreat: which way?`, `${who} chooses. Tap one of the lit hexes.`];
    case "counter_wait":
      if (wait.early) return [`${who}: will ${unit} counter first?`, `It may strike at ${unitName(game, wait.target)} before anything else happens to it.`];
      return [`${who}: will ${unit} counter?`, `It may strike back at ${unitName(game, wait.target)}.`];
    case "advance_wait":
      return wait.pursuit
        ? [`${unit} may pursue`, "Tap a lit hex; it may then attack once more. Or stay."]
        : [`${unit} may advance`, "Tap the lit hex, or stay."];
    case "exchange_wait":
      return [`${who}: exchange lore for points?`, game.lore_per_point ? `${game.lore_per_point} lore buy 1 victory point.` : null];
    case "over_wait":
      return [`${who} ${plural(who) ? "have" : "has"} won`, null];
    case "lore_wait":
      return [`${who}: take your lore`, null];
    case "shield_wait":
      return [`${who}: who gets the shield?`, "Tap one of the lit units. The next attack on it does 1 damage less."];
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
  if (game.step === "late_moves") return [`${who}: moves after the attacks`, can(game, "move") ? "Tap a lit unit, then a lit hex, or end here." : "No move is left."];
  if (game.step === "attack") return [`${who}: attacks`, attacks ? "Tap an ordered unit, then its target." : "No attack is left: end the main phase."];
  if (can(game, "order")) return [`${who}: give orders and move`, `Still to order: ${listOf(left)}. Tap a unit to order it, then a lit hex to move it.`];
  const given = left.length ? "Nobody else can be ordered." : "All orders are given.";
  if (can(game, "move")) return [`${who}: move${attacks ? " and attack" : ""}`, `${given} Tap an ordered unit, then a lit hex${attacks ? " or a target" : ""}.`];
  return [`${who}: ${attacks ? "attacks" : "nothing is left to do"}`, attacks ? `${given} Tap an ordered unit, then its target.` : `${given} End the main phase.`];
}

// Whether the one who is to choose can *act* (order, move, attack) at all.
export function can(game, act) {
  return game.options.some((option) => option.do === act);
}

// What attacking or ending the main phase now would drop, or null where nothing would be.
export function dropped(game) {
  if (game.step !== "order") return null;
  const left = game.grants.filter((grant) => grant.left > 0).map((grant) => grantText({ ...grant, count: grant.left }));
  if (can(game, "order")) return `Still to order: ${listOf(left)}.`;
  return can(game, "move") ? "Some ordered units can still move." : null;
}

export function fightText(game) {
  const fight = game.fight;
  if (!fight) return null;
  const kind = fight.kind === "ranged" ? "shoots at" : "attacks";
  const verb = fight.counter ? "counters" : kind;
  return `${unitName(game, fight.attacker)} ${verb} ${unitName(game, fight.target)}${fight.additional ? " once more" : ""}.`;
}

export function ago(at) {
  const seconds = Math.max(0, Date.now() / 1000 - at);
  if (seconds < 60) return "now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}
