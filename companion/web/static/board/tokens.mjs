// A unit on the board: its side's shape, its kind's picture, its health and what lies beside it; and in lists.

/** @import { Kind, LevyToken, ScenarioView, Seat, UnitView } from "../../types/page.js" */
import { glyphAt, markGlyph, sideShape } from "../parts/glyphs.mjs";
import { t } from "../parts/language.mjs";
import { sideClass } from "../parts/seats.mjs";
import { kindGlyph, peopleOf } from "./unit_glyphs.mjs";
import { h } from "../vendor/preact.mjs";

// The banners of the First Edition, whose colours the dice strike; as many stripes tell them without colour.
/** @type {{ [trait: string]: number }} */
const BANNERS = { green: 1, blue: 2, red: 3 };

/** @param {{ traits: string[] }} card */
export const bannerOf = ({ traits }) => traits.find((trait) => trait in BANNERS);

/**
 * @param {UnitView} unit
 * @param {Kind | undefined} kind
 * @param {number} [stored]
 */
export function token(unit, kind, stored = 0) {
  const spent = unit.attacked ? "spent" : "";
  const number = unit.id.slice(unit.id.lastIndexOf("-") + 1);
  return h(
    "g",
    { class: `unit ${sideClass(unit.seat)} ${spent}` },
    unit.ordered && h("g", { class: "ordered-ring" }, sideShape(unit.seat, 58)),
    shape(unit.seat, unit.card.traits),
    glyphAt(kindGlyph(unit.kind, kind), -15, -3, 38),
    h("text", { class: `unit-number ${number.length > 1 ? "long" : ""}`, x: 20, y: 2 }, number),
    health(unit),
    state(unit),
    markers(unit),
    banner(unit.card),
    stored > 0 && storedLore(stored),
  );
}

// A unit of the kind *id* as lists show it: what its token looks like, without what changes.
/**
 * @param {ScenarioView["kinds"]} kinds
 * @param {string} id
 * @param {Seat} seat
 */
export function unitIcon(kinds, id, seat) {
  const traits = kinds[id]?.traits ?? [];
  return h(
    "svg",
    { viewBox: "-58 -60 116 116", class: "unit-icon", "aria-hidden": "true" },
    h(
      "g",
      { class: `unit ${sideClass(seat)}` },
      shape(seat, traits),
      glyphAt(kindGlyph(id, kinds[id]), 0, 2, 54),
      banner({ traits }),
    ),
  );
}

// A Feudal Levy token, which stands for a unit: the shape of its side, and nothing in it but its banner's colour.
/** @param {LevyToken} levy */
export function levyToken({ seat, banner: colour }) {
  return h(
    "g",
    { class: `unit levy ${seat}` },
    sideShape(seat, 44),
    banner({ traits: [colour] }),
    h("text", { class: "unit-number", x: 0, y: 6 }, t`Levy`),
  );
}

// The shape of its side, with what its people are told by.
/**
 * @param {Seat} seat
 * @param {string[]} traits
 */
function shape(seat, traits) {
  const people = peopleOf(traits);
  return [people && h("path", { d: people, class: `side-shape ${sideClass(seat)}` }), sideShape(seat, 51)];
}

// The colour of its banner, at the top of its token.
/** @param {{ traits: string[] }} card */
function banner(card) {
  const colour = bannerOf(card);
  if (!colour) return null;
  const stripes = Array.from(
    { length: BANNERS[colour] },
    (_, n) => 12 * (n - (BANNERS[colour] - 1) / 2) * 0.7,
  );
  return h(
    "g",
    { class: `pennon ${colour}`, transform: "translate(0 -38)" },
    h("path", { d: "M-22-11H22L14 0 22 11H-22z" }),
    stripes.map((x) => h("line", { x1: x - 4, x2: x - 4, y1: -6, y2: 6 })),
  );
}

// The Lore that lies beside a Creature.
/** @param {number} stored */
function storedLore(stored) {
  return h(
    "g",
    { class: "stored", transform: "translate(-41 24)" },
    h("circle", { r: 16 }),
    h("text", { y: 1 }, stored),
  );
}

/** @param {UnitView} unit */
function health(unit) {
  if (unit.damage_tokens) return [legendHealth(unit), unit.damage > 0 && damageTokens(unit)];
  const most = Math.max(unit.health, unit.figures); // a card may have added some
  const wide = 17 * most + 8;
  const dots = Array.from({ length: most }, (_, n) =>
    h("circle", { class: n < unit.figures ? "there" : "gone", cx: (n - (most - 1) / 2) * 17, r: 6 }),
  );
  return h(
    "g",
    { class: "pips", transform: "translate(0 39)" },
    h("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 11 }),
    dots,
  );
}

/** @param {UnitView} unit */
function legendHealth(unit) {
  return h(
    "g",
    { class: "pips", transform: "translate(0 39)" },
    h("rect", { x: -30, y: -11, width: 60, height: 22, rx: 11 }),
    h("text", { y: 1 }, `${unit.health - unit.damage}/${unit.health}`),
  );
}

// The damage tokens that lie beside a legend, as one token with their number.
/** @param {UnitView} unit */
function damageTokens(unit) {
  return h(
    "g",
    { class: "damage", transform: "translate(-39 28)" },
    h("path", { d: "M0-16 14-8V8L0 16-14 8V-8z" }),
    h("text", { y: 1 }, unit.damage),
  );
}

// A small flag in the corner: an arrow once the unit has moved, a sword once it has attacked.
/** @param {UnitView} unit */
function state(unit) {
  const signs = [];
  if (unit.moved) signs.push("M-7 0H6M1 -5 6 0 1 5");
  if (unit.attacked) signs.push("M-6 6 6 -6M-6 1 -1 6");
  return signs.map((d, n) =>
    h(
      "g",
      { class: "state-flag", transform: `translate(${-40 + n} ${n ? 2 : -24})` },
      h("circle", { r: 12 }),
      h("path", { d }),
    ),
  );
}

/** @param {UnitView} unit */
function markers(unit) {
  return unit.markers.map((marker, n) =>
    h(
      "g",
      { class: `marker ${marker}`, transform: `translate(45 ${n * 27 - 20})` },
      h("circle", { r: 14 }),
      glyphAt(markGlyph(marker), 0, 0, 19),
    ),
  );
}
