// What a card does that the program does not know: the players say it with the table's own verbs.

/** @import { CardDraft, EffectsDraft, Page, Verb, VerbDraft } from "../../types/page.js" */
/** @import { Around } from "./verbs.mjs" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { drawCompass } from "../board/compass.mjs";
import { button, explain, foot, keyed, row, stack, stepper, typed } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { CALLED, MANY, around, fresh, isComplete, offered, placeOf, verbText } from "./verbs.mjs";
import { FACES, MARKERS, WHERE, inWords } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @typedef {(part: { [field: string]: unknown }) => void} SetField */
/** @typedef {(part: Partial<EffectsDraft>) => void} ChangeEffects */

// The sheet for a command card that is in no list.
/** @param {Page} page */
export function drawBuilder(page) {
  const draft = /** @type {CardDraft | null} */ (page.draft) ?? { name: "", does: [], verb: null };
  /** @param {Partial<CardDraft>} part */
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  return stack(
    nameField(draft.name, (name) => change({ name })),
    explain(whatItDoes(page)),
    drawEffects(around(page), draft, change),
    foot(
      button(
        t`Play this card`,
        () =>
          page.actAndClose({
            do: "play_unlisted_card",
            name: draft.name.trim() || t`A card`,
            does: draft.does,
          }),
        {
          kind: "primary grow",
          key: "play",
          disabled: (draft.does.length === 0 && !page.view.scenario.table_does) || draft.verb !== null,
        },
      ),
    ),
  );
}

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
    Object.keys(game.verbs[verb.verb].fields).map((field) =>
      field in CALLED ? calledField(field, verb, set, game) : FIELDS[field]?.(verb, set, game),
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

// What asks for each field of a verb.
/** @type {{ [field: string]: (verb: VerbDraft, set: SetField, game: Around) => ComponentChildren }} */
const FIELDS = {
  unit: (verb, set, game) =>
    choice(
      t`Unit: tap it on the board, or choose`,
      verb.unit,
      game.units.filter((unit) => unit.at).map((unit) => [unit.id, `${unit.name} (${unit.at})`]),
      (unit) => set({ unit }),
    ),
  at: (verb, set) =>
    h(
      "label",
      { class: "field" },
      t`Hex: tap it on the board, or type`,
      h("input", {
        value: verb.at ?? "",
        maxlength: 3,
        ...keyed("hex"),
        onInput: (event) => set({ at: typed(event).trim().toUpperCase() || null }),
      }),
    ),
  way: (verb, set, game) => (game.grid ? drawCompass(verb, set, game.grid, placeOf(verb, game)) : null),
  section: (verb, set) =>
    choice(t`Where`, verb.section ?? "", [["", t`anywhere`], ...Object.entries(WHERE)], (section) =>
      set({ section: section || null }),
    ),
  trait: (verb, set, game) =>
    choice(t`Which units`, verb.trait, pairs(game.traits), (trait) => set({ trait })),
  traits: (verb, set, game) =>
    choice(t`Which units`, verb.traits[0] ?? "", [["", t`any`], ...pairs(game.traits)], (trait) =>
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
  marker: (verb, set, game) =>
    game.verbs[verb.verb].fields.marker.may_be_open
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
  face: (verb, set, game) =>
    choice(t`Each die that shows`, verb.face, named(game.faces), (face) => set({ face })),
  faces: (verb, set, game) => facesField(named(game.faces), verb.faces, (faces) => set({ faces })),
  damage: (verb, set) =>
    stepper(t`does so much damage`, verb.damage, {
      least: 1,
      most: 6,
      change: (damage) => set({ damage }),
    }),
  hexes: (verb, set) =>
    stepper(t`Hexes`, verb.hexes, {
      least: 1,
      most: 9,
      change: (hexes) => set({ hexes }),
    }),
  count: countField,
};

// A field that only a deck's own verbs have: something that holds or not, or a number.
/**
 * @param {string} name
 * @param {VerbDraft} verb
 * @param {SetField} set
 * @param {Around} game
 */
function calledField(name, verb, set, game) {
  const field = game.verbs[verb.verb].fields[name];
  if (field.kind === "flag")
    return button(CALLED[name], () => set({ [name]: !verb[name] }), {
      kind: "toggle",
      key: `flag ${name}`,
      pressed: verb[name],
    });
  return stepper(CALLED[name], verb[name], {
    least: field.least ?? 1,
    most: 9,
    change: (number) => set({ [name]: number }),
  });
}

/**
 * @param {VerbDraft} verb
 * @param {SetField} set
 * @param {Around} game
 */
function countField(verb, set, game) {
  const field = game.verbs[verb.verb].fields.count;
  const words = (field.words ?? []).map((word) =>
    button(MANY[word], () => set({ count: verb.count === word ? 1 : word }), {
      kind: "toggle",
      key: `count ${word}`,
      pressed: verb.count === word,
    }),
  );
  const all =
    field.may_be_open &&
    button(t`All of it`, () => set({ count: verb.count === null ? 1 : null }), {
      kind: "toggle",
      key: "all of it",
      pressed: verb.count === null,
    });
  return [
    all,
    words.length > 0 && row(words),
    typeof verb.count === "number" &&
      stepper(t`How many`, verb.count, {
        least: field.least ?? 1,
        most: 9,
        change: (number) => set({ count: number || (verb.count > 0 ? -1 : 1) }),
      }),
  ];
}

/**
 * @param {string[]} faces
 * @returns {[string, string][]}
 */
const named = (faces) => faces.map((face) => [face, FACES[face]]);

/**
 * @param {[string, string][]} all
 * @param {string[]} faces
 * @param {(faces: string[]) => void} change
 */
function facesField(all, faces, change) {
  /** @param {string} face */
  const flip = (face) =>
    change(faces.includes(face) ? faces.filter((each) => each !== face) : [...faces, face]);
  return h(
    "div",
    { class: "row wrap", role: "group", "aria-label": t`Faces that do 1 damage` },
    all.map(([face, name]) =>
      button(name, () => flip(face), {
        kind: "toggle",
        key: `face ${face}`,
        pressed: faces.includes(face),
      }),
    ),
  );
}

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
