// A hex in words, for those who hear the board.

/** @import { Hex, LevyToken, Lit, TileView, UnitView } from "../../types/page.js" */
import { markWords } from "./differences.mjs";
import { bannerOf } from "./tokens.mjs";
import { count, t } from "../parts/language.mjs";
import { MARKERS, listOf } from "../parts/words.mjs";

// "C3, Citadel Guard 2, 2 figures, ordered, Hill, can be attacked"
/**
 * @param {Hex} hex
 * @param {{ unit?: UnitView, points?: number, tile?: TileView, levy?: LevyToken }} there
 * @param {Lit} lit
 */
export function spoken(hex, { unit, points, tile, levy }, lit) {
  const mark = lit.marks?.get(hex);
  return [
    hex,
    ...(unit ? unitWords(unit, lit) : []),
    ...(levy ? [t`Levy`, BANNERS[levy.banner]] : []),
    tile?.name,
    points && t`a banner worth ${count(points, "point")}`,
    ...(unit ? chances(unit, lit) : []),
    lit.moves.has(hex) && (lit.resting.has(hex) ? t`can be entered, without a battle` : t`can be entered`),
    mark && markWords(mark),
  ]
    .filter(Boolean)
    .join(", ");
}

/** @type {{ [colour: string]: string }} */
const BANNERS = { green: t`green banner`, blue: t`blue banner`, red: t`red banner` };

/**
 * @param {UnitView} unit
 * @param {Lit} lit
 */
function unitWords(unit, lit) {
  return [
    unit.name,
    BANNERS[bannerOf(unit.card) ?? ""],
    unit.damage_tokens ? t`${unit.health - unit.damage} health left` : count(unit.figures, "figure"),
    unit.id === lit.selected && t`chosen`,
    unit.ordered && t`ordered`,
    unit.moved && t`has moved`,
    unit.attacked && t`has attacked`,
    unit.markers.length > 0 && t`carries ${listOf(unit.markers.map((marker) => MARKERS[marker] ?? marker))}`,
  ];
}

/**
 * @param {UnitView} unit
 * @param {Lit} lit
 */
function chances(unit, lit) {
  return [
    lit.targets.has(unit.id) && t`can be attacked`,
    lit.doubtful.has(unit.id) && t`can perhaps be attacked`,
    lit.ready.has(unit.id) && t`can act`,
  ];
}
