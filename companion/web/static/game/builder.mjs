// What a card does that the program does not know: the players say it with the table's own verbs.

/** @import { CardDraft, EffectsDraft, Page, Verb, VerbDraft, VerbField } from "../../types/page.js" */
/** @import { Around } from "./verbs.mjs" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { drawCompass } from "../board/compass.mjs";
import { button, explain, foot, keyed, row, stack, stepper, typed } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { MANY, around, flipped, fresh, isComplete, offered, placeOf, takenIn, verbText } from "./verbs.mjs";
import { FACES, MARKERS, WHERE, inWords, listOf } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @typedef {(part: { [field: string]: unknown }) => void} SetField */
/** @typedef {(part: Partial<EffectsDraft>) => void} ChangeEffects */

// The sheet for a command card that is in no list.
/** @param {Page} page */
export function drawBuilder(page) {
  const draft = /** @type {CardDraft | null} */ (page.draft) ?? { name: "", does: [], verb: null };
  /** @param {Partial<CardDraft>} part */
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  const byHand = page.view.scenario.table_does;
  const missing = toSay(draft, { asksEffect: !byHand });
  return stack(
    nameField(draft.name, (name) => change({ name })),
    explain(whatItDoes(page)),
    drawEffects(around(page), draft, change),
    foot(
      stillToSay(missing),
      button(
        playText(draft, { byHand, usual: t`Play this card` }),
        () =>
          page.actAndClose({
            do: "play_unlisted_card",
            name: draft.name.trim() || t`A card`,
            does: draft.does,
          }),
        { kind: "primary grow", key: "play", disabled: missing.length > 0 },
      ),
    ),
  );
}

// What is still to be said before a card can be played, in words.
/**
 * @param {EffectsDraft & { cost?: number | null }} draft
 * @param {{ asksCost?: boolean, asksEffect: boolean }} asked
 */
export function toSay({ verb, does, cost }, { asksCost = false, asksEffect }) {
  const parts = [
    asksCost && cost === null && t`what it costs`,
    verb !== null && t`what is begun above: Add, or Not this`,
    verb === null && asksEffect && does.length === 0 && t`what it does, with a + above`,
  ];
  return parts.filter((part) => part !== false);
}

// Why a card's button is grey, beside it.
/** @param {string[]} missing */
export const stillToSay = (missing) =>
  missing.length > 0 && h("p", { class: "missing", role: "status" }, t`Still to say: ${listOf(missing)}.`);

// What plays a card: of one of which nothing is told the players do all *byHand*, where the rules leave it to them.
/**
 * @param {EffectsDraft} draft
 * @param {{ byHand: boolean, usual: string }} parts
 */
export const playText = ({ does }, { byHand, usual }) =>
  byHand && does.length === 0 ? t`Play it: we do it ourselves` : usual;

// How people say what a card does.
/** @param {Page} page */
export function whatItDoes(page) {
  return page.view.scenario.table_does
    ? t`What does it do? Say what herald is to keep of it; the rest is done by hand.`
    : t`What does it do? Say it as it stands on the card.`;
}

/**
 * @param {string} name
 * @param {(name: string) => void} change
 */
export function nameField(name, change) {
  return h(
    "label",
    { class: "field" },
    t`Its name`,
    h("input", {
      value: name,
      maxlength: 40,
      ...keyed("card name"),
      onInput: (event) => change(typed(event)),
    }),
  );
}

// What has been said of a card, and the choice of what more it does: see offered.
/**
 * @param {Around} game
 * @param {EffectsDraft} draft
 * @param {ChangeEffects} change
 * @param {{ lore?: boolean, isCard?: boolean }} [of]
 */
export function drawEffects(game, draft, change, of = {}) {
  const { does, verb } = draft;
  return [
    does.length > 0 &&
      h(
        "ol",
        { class: "does" },
        does.map((each, n) =>
          h(
            "li",
            {},
            h("span", {}, verbText(each, game)),
            button(t`Remove`, () => change({ does: does.filter((_, other) => other !== n) }), {
              key: `remove ${n}`,
            }),
          ),
        ),
      ),
    verb
      ? verbForm(verb, does, change, game)
      : h(
          "div",
          { class: "verbs" },
          offered(game, of).map((each) =>
            button(`+ ${game.verbs[each].name}`, () => change({ verb: fresh(each, game.verbs) }), {
              key: each,
            }),
          ),
        ),
  ];
}

/**
 * @param {VerbDraft} verb
 * @param {Verb[]} does
 * @param {ChangeEffects} change
 * @param {Around} game
 */
function verbForm(verb, does, change, game) {
  /** @type {SetField} */
  const set = (part) => change({ verb: { ...verb, ...part } });
  const add = () =>
    change({ verb: null, does: [...does, /** @type {Verb} */ (/** @type {unknown} */ (verb))] });
  return h(
    "div",
    { class: "note" },
    h("b", {}, game.verbs[verb.verb].name),
    Object.entries(game.verbs[verb.verb].fields).map(([name, field]) =>
      FIELDS[field.kind](
        { ...field, name, label: field.label || LABELS[name] },
        verb[name],
        (value) => set({ [name]: value }),
        game,
        verb,
      ),
    ),
    row(
      button(t`Not this`, () => change({ verb: null })),
      button(t`Add`, add, { kind: "primary", disabled: !isComplete(verb, game.verbs) }),
    ),
  );
}

/**
 * @param {{ [id: string]: string }} words
 * @returns {[string, string][]}
 */
const pairs = (words) => Object.entries(words).map(([id, word]) => [id, inWords(word)]);

// What the fields of the verbs that every edition has are called; the others' labels come with their forms.
/** @type {{ [field: string]: string }} */
export const LABELS = {
  unit: t`Unit`,
  at: t`Hex`,
  way: t`Which way`,
  section: t`Where`,
  trait: t`Which units`,
  traits: t`Which units`,
  not_weak: t`no weak ones`,
  marker: t`Marker`,
  on: t`gets it`,
  faces: t`Faces that do 1 damage`,
  hexes: t`Hexes`,
  count: t`How many`,
};

/** @typedef {VerbField & { name: string, label: string }} Asked */

// What asks for a field of each kind: all that companion/words/editions/verb_forms.py makes.
/**
 * @type {{ [kind: string]: (
 *   field: Asked, value: any, set: (value: any) => void, game: Around, verb: VerbDraft,
 * ) => ComponentChildren }}
 */
export const FIELDS = {
  unit: (field, value, set, game) =>
    oneOf({ ...field, label: t`${field.label}: tap it on the board, or choose` }, value, set, unitsOf(game)),
  units: (field, value, set, game) =>
    someOf(
      { ...field, label: t`${field.label}: tap them on the board, or choose` },
      value,
      set,
      unitsOf(game),
    ),
  hex: ({ name, label }, value, set) =>
    h(
      "label",
      { class: "field" },
      t`${label}: tap it on the board, or type`,
      h("input", {
        value: value ?? "",
        maxlength: 3,
        ...keyed(`hex ${name}`),
        onInput: (event) => set(typed(event).trim().toUpperCase() || null),
      }),
    ),
  way: ({ label }, value, set, game, verb) =>
    game.grid
      ? drawCompass(label, value, set, game.grid, { from: placeOf(verb, game), taken: takenIn(game) })
      : null,
  section: (field, value, set) => oneOf(field, value, set, Object.entries(WHERE), t`anywhere`),
  sections: (field, value, set) => someOf(field, value, set, Object.entries(WHERE)),
  trait: (field, value, set, game) => oneOf(field, value, set, pairs(game.traits)),
  traits: (field, value, set, game) =>
    choice(
      field.label,
      value[0] ?? "",
      field.needs_one ? pairs(game.traits) : [["", t`any`], ...pairs(game.traits)],
      (trait) => set(trait ? [trait] : []),
    ),
  marker: (field, value, set) => oneOf(field, value, set, Object.entries(MARKERS)),
  markers: (field, value, set) => someOf(field, value, set, Object.entries(MARKERS)),
  face: (field, value, set, game) => oneOf(field, value, set, named(game.faces)),
  faces: (field, value, set, game) => someOf(field, value, set, named(game.faces), "face"),
  flag: ({ name, label }, value, set) =>
    button(label, () => set(!value), { kind: "toggle", key: `flag ${name}`, pressed: value }),
  number: numberField,
};

/**
 * @param {Around} game
 * @returns {[string, string][]}
 */
const unitsOf = (game) =>
  game.units.filter((unit) => unit.at).map((unit) => [unit.id, `${unit.name} (${unit.at})`]);

/**
 * @param {Asked} field
 * @param {number | string | null} value
 * @param {(value: any) => void} set
 */
function numberField({ name, label, words, may_be_open, least = 1 }, value, set) {
  /**
   * @param {string} text
   * @param {string | null} word
   */
  const instead = (text, word) =>
    button(text, () => set(value === word ? 1 : word), {
      kind: "toggle",
      key: `${name} ${word ?? "all"}`,
      pressed: value === word,
    });
  return [
    may_be_open && instead(t`All of it`, null),
    words && row(words.map((word) => instead(MANY[word], word))),
    typeof value === "number" &&
      stepper(label, value, {
        least,
        most: 9,
        change: (number) => set(number !== 0 || least === 0 ? number : value > 0 ? -1 : 1),
      }),
  ];
}

/**
 * @param {string[]} faces
 * @returns {[string, string][]}
 */
const named = (faces) => faces.map((face) => [face, FACES[face]]);

// One of *options*; where there may be none, that is offered as *none*.
/**
 * @param {Asked} field
 * @param {string | null} value
 * @param {(value: string | null) => void} set
 * @param {[string, string][]} options
 */
const oneOf = ({ label, may_be_open }, value, set, options, none = t`none`) =>
  may_be_open
    ? choice(label, value ?? "", [["", none], ...options], set)
    : choice(label, value, options, set);

/**
 * @param {Asked} field
 * @param {string[]} chosen
 * @param {(chosen: string[]) => void} set
 * @param {[string, string][]} options
 */
const someOf = ({ name, label }, chosen, set, options, key = name) =>
  h(
    "div",
    { class: "row wrap", role: "group", "aria-label": label },
    h("span", {}, label),
    options.map(([id, text]) =>
      button(text, () => set(flipped(chosen, id)), {
        kind: "toggle",
        key: `${key} ${id}`,
        pressed: chosen.includes(id),
      }),
    ),
  );

/**
 * @param {string} name
 * @param {string | null} value
 * @param {[string, string][]} options
 * @param {(id: string | null) => void} change
 */
function choice(name, value, options, change) {
  return h(
    "label",
    { class: "field" },
    name,
    h(
      "select",
      {
        ...keyed(name),
        value: value ?? "",
        onChange: (/** @type {Event} */ event) => change(typed(event) || null),
      },
      value === null && h("option", { value: "" }, t`choose…`),
      options.map(([id, text]) => h("option", { value: id }, text)),
    ),
  );
}
