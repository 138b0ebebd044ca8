// The rows of the army builder: a kind of unit with its number, its cost where only the card tells it, the tent.

/** @import { VNode } from "../vendor/preact.mjs" */
/** @import { ArmyAnswer, Kind, MusterRules } from "../../types/page.js" */
import { button, numberPad, stepper, upTo } from "../parts/dom.mjs";
import { count, t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/**
 * An army as it is being built, and the newest *answer* to what it comes to.
 *
 * @typedef {{
 *   units: Costs, tent: boolean, costs: Costs, total: number | null, lore: number,
 *   answer: ArmyAnswer | null, asked: number,
 * }} ArmyDraft
 */
/** @typedef {(part: Partial<ArmyDraft>) => void} ArmyChange */
/** @typedef {{ [kind: string]: number }} Costs */

const FEW = 5; // units of a kind that have a button for each number of them; more are typed

/**
 * @param {Kind} kind
 * @param {MusterRules} rules
 * @param {ArmyDraft} draft
 * @param {ArmyChange} change
 * @param {VNode} picture
 */
export function kindRow(kind, rules, draft, change, picture) {
  const held = kind.units === null ? rules.cards : kind.units * (kind.box === "core" ? rules.core_sets : 1);
  const number = draft.units[kind.id] ?? 0;
  const most = Math.max(held, number);
  const cost = kind.cost ?? draft.costs[kind.id] ?? null;
  /** @param {number} value */
  const choose = (value) => change({ units: { ...draft.units, [kind.id]: value }, total: null, lore: 0 });
  return h(
    "div",
    { key: kind.id, class: `army-kind ${number ? "taken" : ""}`, "data-kind": kind.id },
    h(
      "div",
      { class: "pictured" },
      picture,
      most > FEW
        ? stepper(kind.name, number, { typed: true, most, key: kind.id, change: choose })
        : numberPad(kind.name, number, upTo(most), { key: kind.id, change: choose }),
    ),
    h(
      "small",
      {},
      [
        cost === null ? t`cost not known` : count(cost, "point"),
        numbers(kind),
        kind.box === "core" ? t`${held} in the box` : t`${held} in ${kind.box}`,
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    kind.cost === null && costField(kind, draft, change), // there from the start: nothing moves once one is taken
  );
}

/** @param {Kind} kind */
function numbers(kind) {
  /** @param {number | null} value */
  const shown = (value) => value ?? "?";
  const told = t`move ${shown(kind.move)}, combat ${shown(kind.combat)}, health ${kind.health}`;
  return kind.range ? `${told}, ${t`range ${kind.range.join("–")}`}` : told;
}

// What only the player's card tells; no unit costs nothing, so 0 is not told.
/**
 * @param {Kind} kind
 * @param {ArmyDraft} draft
 * @param {ArmyChange} change
 */
function costField(kind, draft, change) {
  /** @param {number} cost */
  const tell = (cost) => {
    const { [kind.id]: _, ...others } = draft.costs;
    change({ costs: cost ? { ...others, [kind.id]: cost } : others, total: null });
  };
  return stepper(t`Its cost, on your card`, draft.costs[kind.id] ?? 0, {
    typed: true,
    most: 30,
    key: `cost ${kind.id}`,
    change: tell,
  });
}

/**
 * @param {MusterRules} rules
 * @param {ArmyDraft} draft
 * @param {ArmyChange} change
 */
export function tentRow(rules, draft, change) {
  const flip = () => change({ tent: !draft.tent, total: null, lore: 0 });
  return h(
    "div",
    { class: "army-kind" },
    button(t`With a command tent`, flip, {
      kind: "toggle",
      key: "tent",
      pressed: draft.tent,
    }),
    h(
      "small",
      {},
      t`The tent is one of the ${rules.cards} cards and gives ${rules.tent} points more to spend; no unit of yours may be set up in front of it, and an enemy may take it.`,
    ),
  );
}
