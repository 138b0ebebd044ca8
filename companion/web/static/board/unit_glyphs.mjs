// The little pictures of kinds of units, each in a 24 × 24 square: no two kinds that could meet look alike by
// picture, banner and people together (tests/page/unit_glyphs.test.mjs).  A picture is a sign, not a statement
// about a weapon: those that no source tells are drawn all the same.

/** @import { Glyph, Kind } from "../../types/page.js" */

/** @type {Glyph} */
const BOW = [
  [],
  ["M6.500 2.500c11 3.400 11 15.600 0 19M6.500 2.500v19M2.500 12h18.500M17 8.500 21 12l-4 3.500"],
];
/** @type {Glyph} */
const SWORD = [
  [],
  ["M5 19 18.500 5.500M18.500 5.500l.5-2.500-2.500.5M5.500 13.500l5 5M3.500 20.500l2.500-2.500"],
];
/** @type {Glyph} */
const SPEAR = [["M21.500 2.500 19.500 10.500 13.500 4.500z"], ["M3.500 20.500 16.500 7.500"]];
/** @type {Glyph} */
const PAW = [
  [
    "M12 11c3.500 0 7 4 7 7.500 0 2-1.500 3-3.200 3-1.500 0-2.300-.8-3.800-.8s-2.300.8-3.800.8C6.500 21.500 5 20.500 5 18.500 5 15 8.500 11 12 11zM4.200 8.200c1.500-.3 3 1.200 3.200 3.200s-.8 3.600-2.200 3.800-2.800-1.400-3-3.300.6-3.500 2-3.700zM9.200 2.500c1.600-.2 2.900 1.500 3 3.700s-1 4-2.500 4.100-2.900-1.600-3-3.700 1-3.900 2.500-4.100zM14.800 2.500c1.500.2 2.600 2 2.500 4.100s-1.500 3.800-3 3.700-2.600-2-2.500-4.100 1.400-3.900 3-3.700zM19.800 8.200c1.400.2 2.200 1.800 2 3.700s-1.600 3.500-3 3.300-2.400-1.800-2.200-3.800 1.700-3.500 3.200-3.200z",
  ],
  [],
];
/** @type {Glyph} */
const WINGS = [
  [
    "M1.500 7C7 5.500 10.500 8 12 13.500 13.500 8 17 5.500 22.500 7c-3 1-3.500 4-5.500 7-1.500 2.300-3.500 2-5 5.500-1.500-3.500-3.500-3.200-5-5.500-2-3-2.500-6-5.500-7z",
  ],
  [],
];

/** @type {{ [kind: string]: Glyph }} */
const KINDS = {
  citadel_guard: [
    ["M12 2.500 20 5v6.200c0 5-3.400 8.400-8 10.300-4.600-1.900-8-5.300-8-10.300V5z"],
    ["M12 6.500v10M8.500 10h7"],
    true,
  ],
  blood_harvesters: [
    [],
    [
      "M4 21.500 15.500 8M12.300 5.600c4.200-4.300 8.700-2.300 9.200 2.700-2-2.300-4.500-2.200-6 .1",
      "M20 21.500 8.500 8M11.700 5.600C7.500 1.300 3 3.300 2.500 8.300c2-2.300 4.500-2.200 6 .1",
    ],
  ],
  viper_legion: [
    [],
    [
      "M5 21.500h7.500c6 0 6.500-6.300 1-7.800L10 12.600C5.500 11.300 6 4.800 11.500 4.800H16M16 4.800c1.500-2 3.200-2 4.500-1.800-.3 2.400-1.800 3.700-4.500 3.600M20.500 8.200v2",
    ],
  ],
  greyhaven_battlemages: [
    ["M16 1.500 18 6l4.500 2L18 10l-2 4.500L14 10 9.500 8 14 6z"],
    ["M3.500 21.500 12 12.500"],
  ],
  ironbound: [["M5 3h14v12l-7 6.500L5 15z"], ["M5 9.500h14M12 9.500v8"], true],
  siege_golem: [["M4 21.500V10H2.500V3H7v3h3V3h4v3h3V3h4.500v7H20v11.500h-5.500V15h-5v6.500z"], []],
  death_knights: [
    [
      "M12 2.500c5 0 8.500 3.200 8.500 8 0 3-1.500 5-3.500 6v5H7v-5c-2-1-3.500-3-3.500-6 0-4.800 3.500-8 8.500-8z",
    ],
    ["M8.500 10v1.500M15.500 10v1.500M12 17v4"],
    true,
  ],
  bone_horrors: [
    [],
    ["M6 6 18 18M6 18 18 6M3 6.500 6.500 3M17.500 21 21 17.500M3 17.500 6.500 21M17.500 3 21 6.500"],
  ],
  human_green_foot: [[], ["M12 9v12.500M6 2.500V7c0 3.500 12 3.500 12 0V2.500M12 2.500v7"]],
  human_red_foot: [["M5 3h14v12l-7 6.500L5 15z"], ["M5 9.500h14M12 9.500v8"], true],
  dwarf_crossbowmen: [
    [],
    ["M12 3v18.500M3 11.500C4.500 4 19.500 4 21 11.500M3 11.500h18M9.500 5 12 2.500 14.500 5"],
  ],
  dwarf_spear_bearers: SPEAR,
  dwarf_clan_chiefs: [["M3.500 3h17v8.500h-17z"], ["M12 11.500v10"]],
  dwarf_bear_riders: PAW,
  dwarf_cattle_riders: [
    [
      "M2 3.500c1 4.500 3.500 5.500 6 5.500h8c2.500 0 5-1 6-5.500 1 5.500-.5 8.500-5 9.500l-2 8.500H9L7 13c-4.500-1-6-4-5-9.500z",
    ],
    [],
  ],
  goblin_foot: [
    ["M5 20.500C14 18.500 19.500 12 21 2.500 12 5 7.500 10 7 16z"],
    ["M2.500 21.500 7 17M4.500 14.500l5.500 5"],
  ],
  hobgoblin_foot: [
    [
      "m17 9 1.300 2.200 2.700-.7-.7 2.700L22.500 15l-2.200 1.300.7 2.700-2.700-.7L17 20.500l-1.300-2.200-2.700.7.7-2.700L11.500 15l2.200-1.800-.7-2.700 2.700.7z",
    ],
    ["M3 21.500 10 8.500C11 4 15.500 3.500 17 8.500"],
  ],
  goblinoid_blue_foot: [
    ["M12 8.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7z"],
    ["M12 2.800a9.200 9.200 0 1 1 0 18.400 9.200 9.200 0 0 1 0-18.400z"],
  ],
  goblin_swordsmen: [[], ["M4 20.500 19.500 4M20 20.500 4.500 4M2.500 15.500l6 6M21.500 15.500l-6 6"]],
  goblin_halberdiers: [
    ["M11.500 7C13 2 19.500 1 22.500 7.500c-3.500-.5-5.500 1-6.500 4.500z"],
    ["M3 21.500 20 4"],
  ],
  goblin_slingers: [
    ["M17.500 4.500a3.800 3.800 0 1 1 0 7.600 3.800 3.800 0 0 1 0-7.600z"],
    ["M5 21.500C2 11 8 4 17 4.800M5 21.500c0-6 4-9.500 11-9.500"],
  ],
  goblin_ostrich_riders: [
    ["M3 11c3-3 8.500-3.500 11-1V6c0-2.500 3.500-4 5-2l3 1.200-3 1.300V12c-.5 5-13 6-16-1z"],
    ["M8 15.500v6M13 15.500v6"],
  ],
  goblin_hyena_riders: [["M3 2.500 8.500 7H14l8.500 6.500-1.500 3.500h-7l-2.500 4.500H5L3.500 14z"], []],
  hobgoblin_cavalry: [
    ["M2 16.500 5.500 9l2.500 2L10 5.500 12.500 9 15 5l7 7-3.500 3.500H11l-2 6H5.500l1-5z"],
    [],
  ],
  hobgoblin_spear_bearers: SPEAR,
  ogres: [
    [
      "M2.500 20.500 11 10.500 10 6.500 12.500 6l.5-3.500L16.500 4l3.500-2 .5 4L22.500 9 19 11l-.5 3-3.500-.5L5 22.500z",
    ],
    [],
  ],
  giant_spider: [
    ["M12 6a3 3 0 0 1 2.500 4.500A5.500 5.500 0 1 1 9.500 10.500 3 3 0 0 1 12 6z"],
    [
      "M8.500 11 4.500 8.500V3M15.500 11l4-2.500V3M7.500 14H1.500M16.500 14h6M8 17l-3.500 4.500M16 17l3.500 4.500",
    ],
  ],
  hill_giant: [
    [
      "M8.500 22c-3.500-1-3-6-1.500-9.500 1-2.500-.5-4.500.5-7C9 1.500 14.500 1.500 16.500 5.500 18.500 10 14.500 22 8.500 22z",
    ],
    [],
  ],
  wood_giant: [["M12 1.500 19 10h-3.500l5 7h-7v5h-3v-5h-7l5-7H5z"], []],
  earth_elemental: [["M1.500 21 8 7.500l4 5.500 3-9L22.500 21z"], []],
  rock_elemental: [
    [
      "M7 21.500 2 18.500 3 12.500 7.500 11 12 14.500 11.500 20zM13 21.500l.5-6.500 5-2 4 4-2 4.500zM7.500 9 9 3l5.500-1L18 6l-2 5-4.500 1.500z",
    ],
    [],
  ],
  hydra: [
    ["M12 1.500 15.500 5 12 8 8.500 5zM4 4 7 7.500 4 10 1 7zM20 4l3 3-3 3-3-2.500z"],
    ["M12 8v13.500M4 10c0 6 6 5 6.500 11.500M20 10c0 6-6 5-6.500 11.500"],
  ],
  wood_wyvern: WINGS,
  ice_drake: [
    [],
    [
      "M12 2v20M3.500 7 20.500 17M20.500 7 3.500 17M9.500 3.500 12 6l2.500-2.500M9.500 20.500 12 18l2.500 2.500",
    ],
  ],
  fire_dragon: [
    [
      "M12.500 1.500c.5 5 6.500 7.500 6.500 13.500a7 7 0 0 1-14 0c0-3.500 2-5 2.500-8.500 2 1 3 2.500 3.500 4 1.500-3 1.500-6 1.500-9z",
    ],
    [],
  ],
};

// Kinds without a picture of their own have that of the first of these traits that they bear.
/** @type {{ [trait: string]: Glyph }} */
const TRAITS = {
  legend: [["M2.500 7.500 7.500 12 12 3.500l4.500 8.500 5-4.500L19.500 20h-15z"], []],
  cavalry: [
    [],
    [
      "M6.500 3v8.500c0 4 2.300 7 5.500 7s5.500-3 5.500-7V3M3.800 21h4M16.200 21h4M5.200 21c-2-2.500-2.700-6-2.700-9.500V3h4M18.800 21c2-2.500 2.700-6 2.700-9.500V3h-4",
    ],
  ],
  creature: PAW,
  elite: [
    ["M8.500 2.500h7V7l5.500 1v7.500h-3V12l-1 .5V21h-3.700v-5h-2.600v5H7v-8.500L6 12v3.500H3V8l5.500-1z"],
    [],
  ],
};
/** @type {{ [trait: string]: string }} */
const LIKE = { mounted: "cavalry" };

// The peoples of the First Edition by what stands out from their tokens: pointed ears, horns, tusks.
/** @type {{ [race: string]: string }} */
const PEOPLES = {
  goblinoid: "M-18-34-54-50-36-12zM18-34 54-50 36-12z",
  iron_dwarf: "M-14-36C-32-36-42-44-42-58-56-44-52-24-34-14zM14-36C32-36 42-44 42-58 56-44 52-24 34-14z",
  ogre: "M-36-8-56-26-52 8-34 16zM36-8 56-26 52 8 34 16z",
};

/**
 * @param {string} id
 * @param {Pick<Kind, "traits" | "abilities" | "range"> | undefined} kind
 * @returns {Glyph}
 */
export function kindGlyph(id, kind) {
  if (KINDS[id]) return KINDS[id];
  if (kind?.abilities?.some((ability) => ability.name === "flying")) return WINGS;
  const own = kind?.traits?.map((each) => LIKE[each] ?? each);
  const trait = Object.keys(TRAITS).find((each) => own?.includes(each));
  if (trait) return TRAITS[trait];
  return kind?.range ? BOW : SWORD;
}

// What stands out from the token of a kind that bears *traits*, as a path about its middle; none for humans.
/** @param {string[]} traits */
export const peopleOf = (traits) => PEOPLES[traits.find((each) => PEOPLES[each]) ?? ""];
