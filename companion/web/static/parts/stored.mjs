// What the First Edition's table keeps of a game, as far as whoever looks may know it.

/** @import { FirstView, View } from "../../types/page.js" */

/** @param {View} game */
export const firstTable = (game) => /** @type {FirstView | null} */ (/** @type {unknown} */ (game.setting));

// How much Lore lies beside a unit.
/**
 * @param {View} game
 * @param {string} unit
 */
export const storedBeside = (game, unit) => firstTable(game)?.stored?.[unit] ?? 0;

// How many heads are on each neck of a unit that has lost or grown some; null for any other.
/**
 * @param {View} game
 * @param {string} unit
 */
export const necksOf = (game, unit) => firstTable(game)?.necks?.[unit] ?? null;

// The Feudal Levy tokens of Call to Arms, by their hexes.
/** @param {View} game */
export const leviesOf = (game) => firstTable(game)?.arms?.levies ?? {};
