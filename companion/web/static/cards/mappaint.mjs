// What a brush does to a scenario card's map.

/** @import { Hex } from "../../types/page.js" */

export const DEPLOYMENT = "deployment";
export const BANNER = "banner";
export const CLEAR = "clear";

/**
 * What a scenario card tells of its map, as far as somebody has said it.
 *
 * @typedef {{
 *   terrain?: { [hex: Hex]: { kind: string, token?: string | null } },
 *   banners?: { [hex: Hex]: number }, deployment?: Hex[],
 * }} MapCard
 */

// What tapping *hex* with *brush* (one of those above, or a terrain) changes on the card.
/**
 * @param {MapCard} card
 * @param {Hex} hex
 * @param {string} brush
 * @param {{ [id: string]: { on: string[] } }} kinds
 * @returns {MapCard}
 */
export function painted({ terrain = {}, banners = {}, deployment = [] }, hex, brush, kinds) {
  const { [hex]: tile, ...otherTerrain } = terrain;
  const { [hex]: points, ...otherBanners } = banners;
  const others = deployment.filter((each) => each !== hex);
  if (brush === CLEAR) return { terrain: otherTerrain, banners: otherBanners, deployment: others };
  if (brush === DEPLOYMENT) return { deployment: deployment.includes(hex) ? others : [...others, hex] };
  if (brush === BANNER) return { banners: points ? otherBanners : { ...otherBanners, [hex]: 2 } };
  const { on } = kinds[brush];
  if (on.length === 0)
    return { terrain: tile?.kind === brush ? otherTerrain : { ...terrain, [hex]: { kind: brush } } };
  if (!tile || !on.includes(tile.kind)) return {};
  const token = tile.token === brush ? null : brush;
  return { terrain: { ...terrain, [hex]: { kind: tile.kind, token } } };
}
