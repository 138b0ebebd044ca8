// Attacking the enemy who is looked at: with whom, with what chances, and its first die at once.

/** @import { AskChoice, Command, Page, UnitView } from "../../types/page.js" */
import { unitIcon } from "../board/tokens.mjs";
import { faceButtons } from "./dice.mjs";
import { button, row, stack } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { drawOdds, oddsOf, oddsText } from "./odds.mjs";
import { areAllied } from "../parts/seats.mjs";
import { h } from "../vendor/preact.mjs";

const FEW = 4; // attackers whose chances are told beside each other

/** @typedef {AskChoice & { command: Extract<Command, { do: "attack" }> }} AttackChoice */

// The attacks on the enemy who is looked at: by the unit that is to act, or else, where it cannot, by whoever can.
/**
 * @param {Page} page
 * @returns {AttackChoice[]}
 */
export function attacksOnLooked({ view, looked, selected }) {
  const { wait } = view.game;
  const isExtra = wait.wait === "extra_attack_wait";
  const attacker = isExtra ? wait.unit : selected;
  const all = view.ask.choices.flatMap((choice) => {
    const { command } = choice;
    return command.do === "attack" && command.target === looked ? [{ ...choice, command }] : [];
  });
  const own = all.filter(({ command }) => command.unit === attacker);
  return own.length > 0 || isExtra ? own : all;
}

// What attacks the enemy who is looked at, with what would be dropped; or the button that asks the rules why
// the chosen unit cannot.  Null where nobody is about to attack.
/** @param {Page} page */
export function drawAttack(page) {
  const choices = attacksOnLooked(page);
  if (choices.length > 1) return several(page, choices);
  if (choices.length === 1) return single(page, choices[0]);
  return whyNot(page);
}

/** @param {Page} page */
function whyNot(page) {
  const { game } = page.view;
  const attacker = game.wait.wait === "extra_attack_wait" ? game.wait.unit : page.selected;
  const [unit, target] = [attacker, page.looked].map((id) => game.units.find((each) => each.id === id));
  if (!unit?.ordered || !target || areAllied(target.seat, unit.seat)) return null;
  const act = () => page.act({ do: "attack", unit: unit.id, target: target.id });
  return row(button(t`Why can ${unit.name} not attack it?`, act, { kind: "grow", key: "attack" }));
}

// Orders that are left are dropped by the button only, which says so; else a die that is tapped attacks too.
/**
 * @param {Page} page
 * @param {AttackChoice} choice
 */
function single(page, { command, warning, doubt, sum }) {
  const unit = unitOf(page, command.unit);
  const odds = [
    drawOdds(oddsOf(page, command.unit, command.target)),
    sum && h("p", { class: "explain", key: "sum" }, sum),
    doubt && h("p", { class: "note doubt", key: "doubt" }, doubt),
  ];
  const target = unitOf(page, command.target).name;
  const attack = button(
    warning ? t`Attack ${target} all the same, with ${unit.name}` : t`Attack with ${unit.name}`,
    () => page.act(command),
    { kind: "primary grow", key: "attack" },
  );
  if (warning) return stack(odds, h("p", {}, t`An attack ends orders and moves. ${warning}`), row(attack));
  const first = faceButtons(page.view.scenario, (face) => page.actWithDie(command, face), {
    label: t`The first die: attacks at once`,
  });
  const roll = button(t`Roll for me`, () => page.actAndRoll(command), { key: "roll for me" });
  return stack(odds, h("div", { class: "dice" }, first, h("div", { class: "row foot" }, roll, attack)));
}

/**
 * @param {Page} page
 * @param {AttackChoice[]} choices
 */
function several(page, choices) {
  const { warning, command: first } = choices[0];
  const target = unitOf(page, first.target).name;
  return stack(
    warning && h("p", {}, t`An attack ends orders and moves. ${warning}`),
    choices.map(({ command, doubt }) => {
      const odds = choices.length <= FEW ? oddsOf(page, command.unit, command.target) : null;
      const { name, kind, seat } = unitOf(page, command.unit);
      const picture = unitIcon(page.view.scenario.kinds, kind, seat);
      return button(
        [
          h(
            "b",
            {},
            picture,
            warning ? t`Attack ${target} all the same, with ${name}` : t`Attack with ${name}`,
          ),
          odds !== null && h("small", {}, odds ? oddsText(odds) : "…"),
          doubt && h("small", { class: "doubt" }, doubt),
        ],
        () => page.act(command),
        { kind: "choice told", key: `attack ${command.unit}` },
      );
    }),
  );
}

/**
 * @param {Page} page
 * @param {string} id
 */
const unitOf = ({ view }, id) => /** @type {UnitView} */ (view.game.units.find((unit) => unit.id === id));
