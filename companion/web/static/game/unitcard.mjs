// The card of what was tapped on the board: a unit with what it says and can do, or a hex.

/** @import { AbilityView, Hex, Page, UnitView } from "../../types/page.js" */
import { choiceButton } from "../parts/choices.mjs";
import { button, row } from "../parts/dom.mjs";
import { groundLine, placeCard } from "../board/hexsheet.mjs";
import { unitIcon } from "../board/tokens.mjs";
import { sideIcon } from "../parts/glyphs.mjs";
import { areAllied, campOf, campSeats, ownSeat, sideClass } from "../parts/seats.mjs";
import { necksOf, storedBeside } from "../parts/stored.mjs";
import { count, t } from "../parts/language.mjs";
import { inWords, listOf } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

// The unit that was tapped: the one that is looked at, or else the one that is to act.
/** @param {Page} page */
export function chosen(page) {
  const unit = page.view.game.units.find((each) => each.id === (page.looked ?? page.selected));
  if (unit) return page.sure ? null : unitCard(page, unit);
  return page.place ? placeCard(page, page.place) : null;
}

// A unit with what its card says and what can be done with it.
/**
 * @param {Page} page
 * @param {UnitView} unit
 */
function unitCard(page, unit) {
  const letGo = () => page.set(page.looked ? { looked: null } : { selected: null, through: null });
  return h(
    "div",
    { class: `chosen ${sideClass(unit.seat)}`, "data-card-of": unit.id },
    h(
      "div",
      { class: "chosen-head" },
      unitIcon(page.view.scenario.kinds, unit.kind, unit.seat),
      h("b", {}, unit.name),
      h("span", {}, unit.at ?? t`off the board`),
      page.canPlay &&
        button(t`Correct…`, () => page.set({ sheet: { name: "unit", unit: unit.id } }), {
          kind: "quiet",
          key: `correct ${unit.id}`,
        }),
      button("✕", letGo, { kind: "close", key: `let go ${unit.id}`, label: t`Let go of this unit` }),
    ),
    h(
      "div",
      { class: "card-text" },
      figures(unit, page.view.scenario.traits),
      unit.card.abilities.map(ability),
      powers(page, unit),
      groundLine(page, unit.at),
    ),
    page.canAnswer && unitActs(page, unit),
    page.canPlay && tokenButton(page, unit),
  );
}

// In the set-up of four players: an Alliance token beside it, or none, gives it to the ally; its camp says so.
/**
 * @param {Page} page
 * @param {UnitView} unit
 */
function tokenButton(page, unit) {
  const { game } = page.view;
  const ally = campSeats(game, campOf(unit.seat)).find((seat) => seat !== unit.seat);
  if (!ally || game.step !== "set_up" || otherCamps(page, unit)) return null;
  return row(
    button(
      [sideIcon(ally), t`Give it to ${game.scores[ally].name}`],
      () => page.act({ do: "place_alliance_token", unit: unit.id }),
      { kind: "grow", key: "alliance token" },
    ),
  );
}

/**
 * @param {Page} page
 * @param {UnitView} unit
 */
function otherCamps(page, unit) {
  const own = ownSeat(page);
  return own !== null && !areAllied(own, unit.seat);
}

// What this unit can do beside what is done on the board.
/**
 * @param {Page} page
 * @param {UnitView} unit
 */
function unitActs(page, unit) {
  const own = page.view.ask.choices.filter((choice) => choice.unit === unit.id);
  const isChosen = unit.id === page.selected;
  const rides = unit.tramples && isChosen && own.some(({ command }) => command.do === "move");
  const acts = own.filter(({ hex, is_answered_on_board: onBoard }) => !hex && !onBoard);
  return [
    (rides || acts.length > 0) &&
      row(
        rides && throughButton(page),
        acts.map((choice) => choiceButton(page, choice)),
      ),
    page.through && isChosen && h("p", {}, throughText(page.through)),
  ];
}

/** @param {Page} page */
function throughButton(page) {
  return button(
    page.through ? t`Move through nobody` : t`Move through enemies`,
    () => page.set({ through: page.through ? null : [] }),
    { kind: "toggle", key: "through", pressed: Boolean(page.through) },
  );
}

/** @param {Hex[]} through */
function throughText(through) {
  return through.length
    ? t`Through ${listOf(through)}: tap the hex where it stops, or the next enemy.`
    : t`Tap each enemy that it moves through, in order, then the hex where it stops.`;
}

const UNKNOWN = t`not known: look at your card`;

/**
 * @param {UnitView} unit
 * @param {{ [trait: string]: string }} traits
 */
function figures(unit, traits) {
  const { card } = unit;
  const rolls =
    unit.dice === card.combat || !unit.at || unit.dice === null
      ? ""
      : t`, rolls ${count(unit.dice, "die", "dice")} now`;
  const parts = [t`Move ${card.move ?? UNKNOWN}`, t`combat ${card.combat ?? UNKNOWN}${rolls}`];
  if (card.range) parts.push(t`range ${card.range.join("–")}`);
  const kept = card.traits.length
    ? ` ${inWords(listOf(card.traits.map((trait) => traits[trait] ?? trait)))}.`
    : "";
  return h(
    "small",
    {},
    `${parts.join(" · ")}.${kept}${doubt(card.confidence)} `,
    h("span", { class: "page" }, `${card.page}.`),
  );
}

/** @param {AbilityView} parts */
function ability({ name, number, summary, page, confidence }) {
  return h(
    "small",
    {},
    h("b", {}, `${name}${number > 1 ? ` ${number}` : ""}`),
    ` ${summary}${doubt(confidence)} `,
    h("span", { class: "page" }, `${page}.`),
  );
}

// What a Creature can unleash for Lore, how much lies beside it, and which necks it has left.
/**
 * @param {Page} page
 * @param {UnitView} unit
 */
function powers({ view }, { id, kind }) {
  const stored = storedBeside(view.game, id);
  const necks = necksOf(view.game, id);
  return [
    necks && h("small", {}, t`Heads on its necks: ${necks.join(", ")}.`),
    stored > 0 && h("small", {}, t`${stored} Lore lies beside it.`),
    (view.scenario.powers[kind] ?? []).map(({ name, lore, summary }) =>
      h("small", {}, h("b", {}, name), ` ${lore === null ? UNKNOWN : t`${lore} Lore`}. ${summary}`),
    ),
  ];
}

/** @param {string} confidence */
function doubt(confidence) {
  if (confidence === "certain") return "";
  return confidence === "likely"
    ? t` Likely, not certain: your card is right.`
    : t` Not known: look at your card.`;
}
