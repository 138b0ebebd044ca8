// Sheets that correct what the books say of now: a unit, a score, a hand, the dice of the last roll.

/** @import { DiceSheet, Face, Marker, Page, ScoreDraft } from "../../types/page.js" */
/** @import { SeatSheet, UnitDraft, UnitSheet, UnitView } from "../../types/page.js" */
import { unitIcon } from "../board/tokens.mjs";
import { dicePad } from "../game/dice.mjs";
import { button, explain, foot, row, stepper } from "../parts/dom.mjs";
import { handName, seatsOf } from "../parts/seats.mjs";
import { closedBy, framed } from "../parts/sheet.mjs";
import { t } from "../parts/language.mjs";
import { MARKERS, inWords } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @typedef {{ known: string[], lore: string[] }} HandDraft */

/** @type {Marker[]} */
const MARKS = ["poison", "stun", "shield"];

// What has been said of *unit* so far: at first, how it stands.
/**
 * @param {Page} page
 * @param {UnitView} unit
 */
export function unitDraft(page, { at, figures, damage, markers }) {
  return /** @type {UnitDraft | null} */ (page.draft) ?? { at, figures, damage, markers };
}

/** @param {Page} page */
export function correctSheet(page) {
  const { game } = page.view;
  const gone = game.units.filter((unit) => !unit.at);
  return framed(
    page,
    t`What is not right?`,
    explain(t`Tap the unit or the hex that is wrong on the board, or choose here.`),
    h(
      "div",
      { class: "row wrap" },
      seatsOf(game).map((seat) =>
        button(t`Score of ${game.scores[seat].name}`, () => page.set({ sheet: { name: "score", seat } }), {
          key: `score of ${seat}`,
        }),
      ),
      page.view.roll &&
        button(t`The dice of the last roll`, () => page.set({ sheet: { name: "dice" }, draft: null }), {
          key: "last roll",
        }),
      button(t`Something earlier: the log`, () => page.open("log"), { key: "log line" }),
    ),
    gone.length > 0 && explain(t`Units off the board:`),
    h(
      "div",
      { class: "row wrap" },
      gone.map((unit) =>
        button(
          [unitIcon(page.view.scenario.kinds, unit.kind, unit.seat), unit.name],
          () => page.set({ sheet: { name: "unit", unit: unit.id } }),
          { key: unit.id },
        ),
      ),
    ),
  );
}

// The dice lay otherwise: the roll is corrected, and what came after it worked out again.
/**
 * @param {Page} page
 * @param {DiceSheet} sheet
 */
export function diceSheet(page, sheet) {
  const { roll } = page.view;
  const drafted = () => /** @type {(Face | null)[] | null} */ (page.draft) ?? roll?.faces ?? [];
  if (!roll) return framed(page, t`The dice of the last roll`, explain(t`Nothing has been rolled.`));
  return framed(
    page,
    t`The dice of the last roll`,
    explain(
      sheet.at === undefined
        ? t`Tap the die that lies otherwise, then its face. What came after the roll is worked out again.`
        : t`Which face lies there?`,
    ),
    dicePad(drafted(), roll.faces.length, null, {
      scenario: page.view.scenario,
      change: (next) => page.set({ draft: next(drafted()) }),
      confirm: (faces) => page.rollAgain(roll, faces),
      mending:
        sheet.at === undefined
          ? null
          : {
              at: sheet.at,
              choose: (at) => page.set({ sheet: { ...sheet, at } }),
              done: (faces) => page.rollAgain(roll, faces),
            },
    }),
  );
}

/**
 * @param {Page} page
 * @param {UnitSheet} sheet
 */
export function unitSheet(page, sheet) {
  const unit = page.view.game.units.find((each) => each.id === sheet.unit);
  if (!unit) return null;
  const draft = unitDraft(page, unit);
  /** @param {Partial<UnitDraft>} part */
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  const keep = () =>
    page.actAndClose({
      do: "correct_unit",
      unit: unit.id,
      at: draft.at,
      figures: draft.figures,
      damage: draft.damage,
      markers: draft.markers,
    });
  return framed(
    page,
    t`Correct ${unit.name}`,
    explain(
      draft.at
        ? t`It stands on ${draft.at}. Tap another hex on the board if that is wrong.`
        : t`It is off the board. Tap a hex if it is not.`,
    ),
    unit.damage_tokens
      ? stepper(t`Damage`, draft.damage, {
          most: unit.health,
          change: (damage) => change({ damage }),
        })
      : stepper(t`Figures left`, draft.figures, {
          least: 0,
          most: unit.most_figures,
          change: (figures) => change({ figures }),
        }),
    row(
      MARKS.map((marker) => {
        const on = draft.markers.includes(marker);
        return button(
          inWords(MARKERS[marker]),
          () =>
            change({
              markers: on ? draft.markers.filter((each) => each !== marker) : [...draft.markers, marker],
            }),
          { kind: "toggle", pressed: on },
        );
      }),
    ),
    foot(
      draft.at && button(t`It is off the board`, () => change({ at: null, figures: 0 }), { key: "off" }),
      button(t`This is how it stands`, keep, { kind: "primary grow", key: "keep" }),
    ),
  );
}

/**
 * @param {Page} page
 * @param {SeatSheet} sheet
 */
export function scoreSheet(page, sheet) {
  const { seat } = sheet;
  const score = page.view.game.scores[seat];
  const { points, lore, cards, lore_cards: loreCards } = score;
  const draft = /** @type {ScoreDraft | null} */ (page.draft) ?? {
    points,
    lore,
    cards,
    lore_cards: loreCards,
  };
  /** @param {Partial<ScoreDraft>} part */
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  const keep = () =>
    page.actAndClose({
      do: "correct_score",
      seat,
      points: draft.points,
      lore: draft.lore,
      cards: draft.cards,
      ...(withLore && { lore_cards: draft.lore_cards }),
    });
  const ownHand = page.role === seat;
  const withLore = page.view.game.has_lore_cards;
  return framed(
    page,
    t`Correct ${score.name}`,
    stepper(page.view.scenario.goal.name, draft.points, {
      change: (points) => change({ points }),
    }),
    stepper(t`Lore`, draft.lore, { change: (lore) => change({ lore }) }),
    stepper(t`Command cards in hand`, draft.cards, {
      change: (cards) => change({ cards }),
    }),
    withLore &&
      stepper(t`Lore cards in hand`, draft.lore_cards, {
        change: (number) => change({ lore_cards: number }),
      }),
    foot(
      ownHand &&
        button(`${handName(page)}…`, () => page.set({ sheet: { name: "hand", seat }, draft: null }), {
          key: "hand",
        }),
      button(t`This is right`, keep, { kind: "primary grow", key: "keep" }),
    ),
  );
}

/**
 * @param {Page} page
 * @param {SeatSheet} sheet
 */
export function handSheet(page, sheet) {
  const { seat } = sheet;
  const { game, scenario } = page.view;
  const { known, known_lore: lore } = game.scores[seat];
  const draft = /** @type {HandDraft | null} */ (page.draft) ?? { known, lore };
  /**
   * @param {"known" | "lore"} part
   * @param {{ id: string; name: string }[]} all
   */
  const cards = (part, all) =>
    h(
      "div",
      { class: "row wrap" },
      all.map(({ id, name }) => {
        const on = draft[part].includes(id);
        const flip = () =>
          page.set({
            draft: {
              ...draft,
              [part]: on ? draft[part].filter((each) => each !== id) : [...draft[part], id],
            },
          });
        return button(name, flip, { kind: "toggle", key: `${part} ${id}`, pressed: on });
      }),
    );
  const keep = () => page.actAndClose({ do: "note_hand", seat, known: draft.known, lore: draft.lore });
  const close = () => (page.draft ? keep() : page.set({ sheet: null })); // marks are no question to say no to
  return closedBy(close, handName(page), [
    explain(
      t`Mark the cards you hold and they come first when you choose one. Only devices of this side see them.`,
    ),
    cards("known", scenario.cards),
    game.has_lore_cards && [explain(t`Lore cards`), cards("lore", scenario.lore[seat])],
    foot(button(t`Keep`, keep, { kind: "primary grow", key: "keep" })),
  ]);
}
