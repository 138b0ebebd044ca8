// Terrain as it lies on the board: a quiet tint and a little picture of our own for each kind.

/** @import { Glyph, TileView } from "../../types/page.js" */
/** @import { Grid } from "./grid.mjs" */
import { glyphAt, sideShape } from "../parts/glyphs.mjs";
import { RADIUS } from "./grid.mjs";
import { h } from "../vendor/preact.mjs";

// Each fills a 24 × 24 square: [filled shapes, lines].
/** @type {{ [kind: string]: Glyph }} */
const TILES = {
  hill: [
    [
      "M1 19.500C4 10 7 6.500 9.500 6.500c2 0 3.300 2 5 5 1-1.300 1.800-1.800 2.800-1.800 2.200 0 4.200 4.300 5.700 9.800z",
    ],
    [],
  ],
  forest: [
    [
      "M7.500 2 13 10h-2.500l4 6.500H9V20H6v-3.500H.5L4.500 10H2zM17 6l4.500 6.500h-2l3.500 5.500h-4.700V21h-2.600v-2.500l-.7-.5h1.500L14 13.500z",
    ],
    [],
  ],
  building: [["M12 2.500 22.500 11H20v10H4V11H1.500zM10 21h4v-6h-4z"], []],
  command_tent: [
    ["M11.200 2.500h6l-1.600 2 1.600 2h-4.700L22.500 21h-7.200L12 13l-3.300 8H1.500L11.200 5z"],
    [],
  ],
  river: [
    [],
    [
      "M1 6.500c3.700-3 7.300 3 11 0s7.300 3 11 0M1 12c3.700-3 7.300 3 11 0s7.300 3 11 0M1 17.500c3.700-3 7.300 3 11 0s7.300 3 11 0",
    ],
  ],
  lake: [
    [],
    [
      "M12 4.500c6 0 10.500 3.300 10.500 7.500S18 19.500 12 19.500 1.500 16.200 1.500 12 6 4.500 12 4.500zM6 11.500c2-1.600 4 1.600 6 0s4 1.600 6 0M8.500 15.500c1.200-1 2.300 1 3.500 0s2.300 1 3.500 0",
    ],
  ],
  crystal_spire: [
    [
      "M12 1.500 15.500 8l-1.500 14h-4L8.500 8zM5 9l2 3.500L6.500 22H3.800L3 12.500zM19 9l2 3.500-.8 9.500h-2.700l-.5-9.500z",
    ],
    [],
  ],
  barricade: [[], ["M4 21 9 4M15 21 20 4M4 4l5 17M15 4l5 17M1.500 12.500h21"]],
  landmark: [
    ["M9.500 22 8.500 6 12 1.500 15.500 6l-1 16zM2 22l.500-9 3-2 1.500 11zM17 22l1.500-8 3 1.500.500 6.500z"],
    [],
  ],
  magic_pentacle: [
    [],
    ["M12 2.500 17.600 19.700 3 9H21L6.400 19.700zM12 2a10 10 0 1 1 0 20 10 10 0 1 1 0-20z"],
  ],
  healing_pool: [
    ["M9.800 1h4.400v4.300h4.300v4.400h-4.300V14H9.800V9.700H5.500V5.300h4.300z"],
    [
      "M5 13.500c-2.300 1-3.500 2.200-3.500 3.500 0 3 4.700 5.500 10.500 5.500s10.500-2.500 10.500-5.500c0-1.300-1.200-2.500-3.500-3.500M7 18.500c1.700-1.300 3.300 1.300 5 0s3.300 1.300 5 0",
    ],
  ],
  lair: [
    [
      "M12 11c3 0 6 3.500 6 7 0 2.500-2 3-3.500 2.500-1.500-.500-3.500-.500-5 0C8 21 6 20.500 6 18c0-3.500 3-7 6-7zM4.500 8.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 1 1 0-5zM19.500 8.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 1 1 0-5zM9 3a2.500 2.500 0 1 1 0 5 2.500 2.500 0 1 1 0-5zM15 3a2.500 2.500 0 1 1 0 5 2.500 2.500 0 1 1 0-5z",
    ],
    [],
  ],
  rogues_den: [["M2 22V12a10 10 0 0 1 20 0v10h-5.500V13a4.500 4.500 0 0 0-9 0v9z"], []],
  training_camp: [
    ["M12 1.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 1 1 0-7zM8.500 9.500h7l1.500 8H7z"],
    ["M2 11.500h20M12 17v5.500M8 22.500h8"],
  ],
  clear: [
    [],
    [
      "M5 17.500c1-2 1.500-3.500 1.500-5.500 1 2 1.500 3.500 1.500 5.500M14.500 14c1-2 1.500-3.500 1.500-5.500 1 2 1.500 3.500 1.500 5.500",
    ],
  ],
  ford: [["M2 10.500h5v3H2zM9.500 10.500h5v3h-5zM17 10.500h5v3h-5z"], []],
  bridge: [
    [],
    [
      "M1 7.500c7-2.500 15-2.500 22 0M1 17c7-2.500 15-2.500 22 0M4 6.800v9.400M9.300 5.800v9.400M14.700 5.800v9.400M20 6.800v9.400",
    ],
  ],
};
// Ground that looks like another kind.
/** @type {{ [kind: string]: string }} */
const LIKE = {
  wooded: "forest",
  elevated: "hill",
  waterway: "river",
  countryside: "clear",
  stronghold: "building",
  ramparts: "barricade",
};
/** @type {Glyph} */
const UNKNOWN = [
  [],
  ["M12 3 21 8v8l-9 5-9-5V8zM9.500 9.500c0-3.500 5-3.500 5 0 0 2.300-2.500 2-2.500 4.500M12 17v.200"],
];

/** @param {string} kind */
export function tileGlyph(kind) {
  return TILES[LIKE[kind] ?? kind] ?? UNKNOWN;
}

// What shows *tile* alone: its token, what stands there, or its ground.
/** @param {Pick<TileView, "kind" | "token" | "site">} tile */
export const glyphOfTile = ({ kind, token, site }) => tileGlyph(token ?? (site && TILES[site] ? site : kind));

// The ground of a hex with *tile*: its tint and rim, and its picture where no unit hides it.
/**
 * @param {Grid} grid
 * @param {TileView} tile
 * @param {boolean} taken
 */
export function drawTile(grid, tile, taken) {
  return h(
    "g",
    { class: `tile ${tile.kind} ${tile.token ?? ""}`, "data-tile": tile.kind, "data-token": tile.token },
    h("polygon", { class: "tint", points: grid.corners(RADIUS - 0.8) }),
    h("polygon", { class: "rim", points: grid.corners(RADIUS - 5) }),
    taken ? null : picture(tile),
  );
}

/** @param {TileView} tile */
function picture(tile) {
  const [ground, whole] = [tileGlyph(tile.kind), glyphOfTile(tile)];
  if (tile.token) return [at(ground, 0, -22, 40), at(whole, 0, 10, 58, "token")];
  return [at(whole, 0, -6, 60), owner(tile, 30, -30, 11)];
}

// Over a unit that stands on it: a small sign at the hex's tip, or *aside* where a banner is there.
/**
 * @param {TileView} tile
 * @param {boolean} aside
 */
export function tileSign(tile, aside) {
  return h(
    "g",
    {
      class: `tile sign ${tile.kind} ${tile.token ?? ""}`,
      transform: aside ? "translate(44 22)" : "translate(0 -43)",
    },
    h("circle", { class: "ground", r: 18 }),
    at(glyphOfTile(tile), 0, 0, 27),
    owner(tile, 15, 11, 8),
  );
}

/**
 * @param {Glyph} glyph
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} [extra]
 */
function at(glyph, x, y, size, extra = "") {
  return h("g", { class: `picture ${extra}` }, glyphAt(glyph, x, y, size));
}

/**
 * @param {TileView} tile
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function owner(tile, x, y, size) {
  return tile.owner
    ? h("g", { class: "owner", transform: `translate(${x} ${y})` }, sideShape(tile.owner, size))
    : null;
}
