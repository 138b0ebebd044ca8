// Forms for what stands on a card: units, lore cards, scenario cards, command cards.
// A field that is left empty is not known.  Must agree with rules/printed.py.

/** @import { Ability, EffectsDraft, EntryChange, PackEntry, PackFile, Shelf } from "../../types/page.js" */
/** @import { VerbDraft } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
/** @import { MapCard } from "./mappaint.mjs" */
import { drawEffects } from "../game/builder.mjs";
import { VERBS } from "../game/verbs.mjs";
import { QUIET, faction, number, text, toggles } from "./cardfields.mjs";
import { drawMap } from "./mapform.mjs";
import { drawField } from "./printedform.mjs";
import { t } from "../parts/language.mjs";
import { TRAITS, inWords } from "../parts/words.mjs";
import { explain } from "../parts/dom.mjs";
import { h } from "../vendor/preact.mjs";

export const TYPES = ["melee", "ranged"];
const OTHERS = Object.keys(TRAITS).filter((trait) => !TYPES.includes(trait));
/** @param {string} trait */
const traitName = (trait) => inWords(TRAITS[trait]);
/** @type {{ [id: string]: string }} */
const YES = { yes: t`Yes` };
/** @type {{ [window: string]: string }} */
const WINDOWS = {
  command_step: t`in your Command Step`,
  order_step: t`in your Order Step`,
  attack_step: t`in your Attack Step`,
  attacking: t`when your unit attacks`,
  attacked: t`when your unit is attacked`,
  attacked_in_melee: t`when your unit is attacked in melee`,
};
const SURE = { confidence: "certain" };
// What a card does is said as at the table, but with no unit of a game in it.
/**
 * @param {Shelf} shelf
 * @param {PackFile} file
 * @param {string[]} choices
 */
const onCard = ({ faces, verbs, traits }, file, choices) => ({
  units: [],
  fight: true,
  has_lore_cards: true,
  verbs: Object.fromEntries(Object.entries(verbs[file] ?? VERBS).filter(([verb]) => choices.includes(verb))),
  isOwn: file in verbs,
  faces,
  traits,
});
/** @type {VerbDraft | null} */
let verb = null; // what is being said of the card that is open

// Another entry is opened.
export function startForm() {
  verb = null;
}

// A new entry's fields, before anybody has said anything.
/**
 * @param {PackFile} file
 * @param {Shelf} shelf
 */
export function freshFields(file, shelf) {
  const made = shelf.forms[file];
  if (made) return { name: "", ...made.fresh, page: t`Your card`, ...SURE };
  const faction = Object.keys(shelf.factions)[0];
  switch (file) {
    case "units":
      return {
        name: "",
        faction,
        health: 3,
        figures: 3,
        traits: ["infantry", "melee"],
        page: t`Your unit card`,
        ...SURE,
      };
    case "lore":
      return { name: "", faction, summary: t`As on your card.`, page: t`Your lore card`, ...SURE };
    case "scenario_cards":
      return { name: "", faction, summary: t`As on your card.`, page: t`Your scenario card`, ...SURE };
    case "armies":
      return { name: "", faction, units: {}, total: 50, page: t`Your army card`, ...SURE };
    default:
      return { name: "", summary: t`As on your card.`, does: [], page: t`Your command card`, ...SURE };
  }
}

/**
 * @param {PackFile} file
 * @param {PackEntry} entry
 * @param {EntryChange} change
 * @param {Shelf} shelf
 * @param {{ isNew: boolean }} parts
 */
export function drawFields(file, entry, change, shelf, { isNew }) {
  const made = shelf.forms[file];
  const heads = isNew && [
    text(t`Its name`, entry.name, (name) => change({ name }, QUIET), "name"),
    !made && file !== "cards" && faction(file, entry, change, shelf),
  ];
  return h(
    "div",
    { class: "fields" },
    heads,
    made
      ? made.fields.map((field) =>
          drawField(field, entry, change, shelf, { abilities, effects: effects(file) }),
        )
      : OF_FILE[file](entry, change, shelf, isNew),
  );
}

/** @typedef {(entry: PackEntry, change: EntryChange, shelf: Shelf, isNew: boolean) => ComponentChildren} Fields */
/** @type {{ [file: string]: Fields }} */
export const OF_FILE = { units, lore, scenario_cards: scenarioCard, cards, armies };

/**
 * @param {PackEntry} entry
 * @returns {string[]}
 */
const traitsOf = (entry) => entry.traits ?? [];

/**
 * @param {PackEntry} entry
 * @param {EntryChange} change
 * @param {Shelf} shelf
 */
function units(entry, change, shelf) {
  const type = TYPES.find((each) => traitsOf(entry).includes(each)) ?? null;
  const others = traitsOf(entry).filter((each) => !TYPES.includes(each));
  const range = [...(entry.range ?? [1, null])];
  /**
   * @param {number} place
   * @param {number | null} value
   */
  const reach = (place, value) => {
    range[place] = value;
    change({ range: range[0] && range[1] ? [...range] : null }, QUIET);
  };
  return [
    h(
      "div",
      { class: "numbers" },
      number(t`Cost in points`, entry, "cost", change),
      number(t`Move`, entry, "move", change),
      number(t`Combat (dice)`, entry, "combat", change),
      number(t`Health`, entry, "health", change),
      number(t`Figures`, entry, "figures", change),
      number(t`Units in the box`, entry, "units", change),
    ),
    toggles(
      t`It attacks`,
      TYPES,
      type ? [type] : [],
      (chosen) => change({ traits: [...others, ...chosen.filter((each) => each !== type)].filter(Boolean) }),
      traitName,
    ),
    type === "ranged" &&
      h(
        "div",
        { class: "numbers" },
        number(t`Range from`, { from: range[0] }, "from", ({ from }) => reach(0, from)),
        number(t`Range to`, { to: range[1] }, "to", ({ to }) => reach(1, to)),
      ),
    toggles(
      t`Traits`,
      OTHERS,
      others,
      (chosen) => change({ traits: [...chosen, ...(type ? [type] : [])] }),
      traitName,
    ),
    toggles(
      t`It takes damage tokens`,
      ["yes"],
      entry.damage_tokens ? ["yes"] : [],
      (chosen) => change({ damage_tokens: chosen.length > 0 }),
      (id) => YES[id],
    ),
    abilities(entry, change, shelf),
  ];
}

/**
 * @param {PackEntry} entry
 * @param {EntryChange} change
 * @param {Shelf} shelf
 * @param {string} [field]
 * @param {string} [title]
 */
function abilities(entry, change, shelf, field = "abilities", title = t`Abilities`) {
  /** @type {Ability[]} */
  let held = entry[field] ?? [];
  /** @param {string[]} names */
  const choose = (names) =>
    change({
      [field]: names.map((name) => held.find((each) => each.name === name) ?? { name, number: 1 }),
    });
  /**
   * @param {string} name
   * @param {number | null} value
   */
  const renumber = (name, value) => {
    held = held.map((each) => (each.name === name ? { name, number: value ?? 1 } : each));
    change({ [field]: held }, QUIET);
  };
  return [
    toggles(
      title,
      Object.keys(shelf.abilities),
      held.map((each) => each.name),
      choose,
      (id) => shelf.abilities[id],
    ),
    held.length > 0 &&
      h(
        "div",
        { class: "numbers" },
        held.map(({ name, number: value }) =>
          number(t`The number of ${shelf.abilities[name] ?? name}`, { value }, "value", (part) =>
            renumber(name, part.value),
          ),
        ),
      ),
  ];
}

/**
 * @param {PackEntry} entry
 * @param {EntryChange} change
 * @param {Shelf} shelf
 */
function lore(entry, change, shelf) {
  return [
    h(
      "div",
      { class: "numbers" },
      number(t`Cost in lore`, entry, "cost", change),
      number(t`Copies in the deck`, entry, "copies", change),
    ),
    toggles(
      t`It may be played`,
      Object.keys(WINDOWS),
      entry.windows ?? [],
      (windows) => change({ windows }),
      (id) => WINDOWS[id],
    ),
    text(t`What it says, in your words`, entry.summary, (summary) => change({ summary }, QUIET), "summary"),
    effects("lore")(entry, change, shelf),
  ];
}

/**
 * @param {PackEntry} entry
 * @param {EntryChange} change
 * @param {Shelf} shelf
 * @param {boolean} isNew
 */
function cards(entry, change, shelf, isNew) {
  return [
    h("div", { class: "numbers" }, number(t`Copies in the deck`, entry, "copies", change)),
    isNew &&
      text(t`What it says, in your words`, entry.summary, (summary) => change({ summary }, QUIET), "summary"),
    isNew && effects("cards")(entry, change, shelf),
  ];
}

// A preconstructed army; it is offered by the army builder of games that begin later.
/**
 * @param {PackEntry} entry
 * @param {EntryChange} change
 * @param {Shelf} shelf
 */
function armies(entry, change, shelf) {
  const units = { ...entry.units };
  /**
   * @param {string} kind
   * @param {number | null} number
   */
  const tell = (kind, number) => {
    if (number) units[kind] = number;
    else delete units[kind];
    change({ units: { ...units } }, QUIET);
  };
  const kinds = Object.values(shelf.entries.units).filter((kind) => kind.faction === entry.faction);
  return [
    h(
      "div",
      { class: "numbers" },
      kinds.map((kind) =>
        number(kind.name, { [kind.id]: units[kind.id] }, kind.id, (part) => tell(kind.id, part[kind.id])),
      ),
    ),
    toggles(
      t`With a command tent`,
      ["yes"],
      entry.tent ? ["yes"] : [],
      (chosen) => change({ tent: chosen.length > 0 }),
      (id) => YES[id],
    ),
    h(
      "div",
      { class: "numbers" },
      number(t`Lore tokens on it`, entry, "lore", change),
      number(t`Its printed total`, entry, "total", change),
    ),
  ];
}

/**
 * @param {PackEntry} entry
 * @param {EntryChange} change
 * @param {Shelf} shelf
 */
function scenarioCard(entry, change, shelf) {
  return [
    text(
      t`Initiative, such as B2`,
      entry.initiative ?? "",
      (initiative) => change({ initiative: initiative.toUpperCase() || null }, QUIET),
      "initiative",
    ),
    text(
      t`Its special rules, in your words`,
      entry.summary,
      (summary) => change({ summary }, QUIET),
      "summary",
    ),
    explain(t`Its map: choose what lies there, then tap the hexes. Your own edge is at the bottom.`),
    drawMap(/** @type {MapCard} */ (entry), change, shelf),
  ];
}

/**
 * @param {PackFile} file
 * @returns {(entry: PackEntry, change: EntryChange, shelf: Shelf, verbs?: string[]) => ComponentChildren}
 */
function effects(file) {
  return (entry, change, shelf, verbs = Object.keys(VERBS)) => {
    /** @param {Partial<EffectsDraft>} part */
    const take = (part) => {
      if (part.verb !== undefined) verb = part.verb;
      change("does" in part ? { does: part.does } : {});
    };
    return h(
      "div",
      { class: "stack effects" },
      h(
        "span",
        { class: "stepper-name" },
        t`What it does. Leave it empty where nothing fits: then it is told when the card is played.`,
      ),
      drawEffects(onCard(shelf, file, verbs), { does: entry.does ?? [], verb }, take, {
        lore: true,
        isCard: true,
      }),
    );
  };
}
