// Our own little pictures: faces of the dice, markers, the two sides.  Each fills a 24 × 24 square.

/** @import { Glyph, Seat } from "../../types/page.js" */
import { sideClass } from "./seats.mjs";
import { h } from "../vendor/preact.mjs";

// Three helmets of one shape, told apart by the crest: one, two or three plumes, as G, B and R are.
/** @returns {{ [face: string]: Glyph }} */
function helmets() {
  const helmet = "M4 21v-6.500a8 8 0 0 1 16 0V21h-5v-5h-6v5z";
  /** @param {string} plumes */
  const one = (plumes) => /** @type {Glyph} */ ([[helmet], [plumes]]);
  return {
    green: one("M12 2v4"),
    blue: one("M9.500 2v4M14.500 2v4"),
    red: one("M7.500 2.500v4M12 2v4M16.500 2.500v4"),
  };
}

/** @type {{ [face: string]: Glyph }} */
const FACES = {
  strike: [[], ["M4.500 19.500 18.500 5.500 20 3.500l-2 1.500M6 13l5 5M3 21l3.500-3.500"]],
  cleave: [
    ["M8 4.500C12 1 18.500 2 22 7.500c-3.500-.3-6.500 2.500-6.500 7C11 13.500 7.500 9.500 8 4.500z"],
    ["M3 21.500 11 11"],
  ],
  pierce: [[], ["M3 21 20 4M13.500 3.500H20.500V10.500M3 21v-5M3 21h5M6.500 17.500v-5M6.500 17.500h5"]],
  morale: [["M7 3.500c4-2 7 2 12 0v9c-5 2-8-2-12 0z"], ["M7 2v20"]],
  lore: [
    [],
    [
      "M12 6.500C9.500 4.300 6 4 3 4.800v14c3-.8 6.500-.5 9 1.700 2.500-2.200 6-2.500 9-1.700v-14c-3-.8-6.500-.5-9 1.700zM12 6.500v14",
    ],
  ],
  ...helmets(),
  bonus_strike: [
    ["M12 2.500 20 5v6.200c0 5-3.400 8.400-8 10.300-4.600-1.900-8-5.300-8-10.300V5z"],
    ["M12 5.500v11M9 13.500h6"],
    true,
  ],
  flag: [["M8 3h11l-3.500 4.500L19 12H8z"], ["M7 2v20"]],
  heroic: [
    ["m12 2 2.900 6.500 7.100.7-5.300 4.700 1.500 7L12 17.300 5.800 20.900l1.500-7L2 9.200l7.100-.7z"],
    [],
  ],
};

/** @type {{ [mark: string]: Glyph }} */
const MARKS = {
  poison: [
    ["M12 2.500c4.500 5.500 6.500 8.500 6.500 12a6.500 6.500 0 0 1-13 0c0-3.500 2-6.500 6.500-12z"],
    [],
  ],
  stun: [["M13.500 2 5 13.500h5.500L9 22l9.500-12.500H12.500z"], []],
  shield: [["M12 2.500 20 5v6.200c0 5-3.400 8.400-8 10.300-4.600-1.900-8-5.300-8-10.300V5z"], []],
  lore_cards: [
    [
      "M5 2.500h11A1.500 1.500 0 0 1 17.500 4v16a1.500 1.500 0 0 1-1.500 1.500H5A1.500 1.500 0 0 1 3.500 20V4A1.500 1.500 0 0 1 5 2.500zM19 4.500l2 .5-2 14z",
    ],
    [
      "m10.500 7 1.400 3.200 3.600.3-2.700 2.300.8 3.500-3.100-1.900-3.100 1.900.8-3.500-2.700-2.300 3.600-.3z",
    ],
    true,
  ],
  fill: [[], ["M3 9V3h6M15 3h6v6M21 15v6h-6M9 21H3v-6"]],
  vp: [
    [
      "M7 3h10v2h4v3c0 2.500-1.800 4.300-4.400 4.500A5.500 5.500 0 0 1 13 15.400V18h3.500v3h-9v-3H11v-2.600a5.500 5.500 0 0 1-3.600-2.900C4.800 12.300 3 10.500 3 8V5h4z",
    ],
    [],
  ],
  cards: [
    [
      "M8.500 4.500 18 2.500a1.200 1.200 0 0 1 1.500 1l2 11a1.200 1.200 0 0 1-1 1.500l-3 .6V9a3 3 0 0 0-3-3H8.200z",
      "M4 7.500h9.500A1.500 1.500 0 0 1 15 9v11.500a1.500 1.500 0 0 1-1.500 1.500H4a1.500 1.500 0 0 1-1.500-1.500V9A1.500 1.500 0 0 1 4 7.500z",
    ],
    [],
  ],
};

/**
 * @param {Glyph} parts
 * @param {{ transform?: string }} place
 */
function draw([filled, stroked, inlaid = false], place) {
  return h(
    "g",
    { class: "glyph", ...place },
    filled.map((d) => h("path", { d, class: "filled" })),
    stroked.map((d) => h("path", { d, class: inlaid ? "stroked inlaid" : "stroked" })),
  );
}

// Place a glyph of *size* with its middle on (x, y) of a drawing.
/**
 * @param {Glyph} drawing
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function glyphAt(drawing, x, y, size) {
  return draw(drawing, { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})` });
}

/** @param {string} face */
export function faceGlyph(face) {
  return FACES[face];
}

/** @param {string} mark */
export function markGlyph(mark) {
  return MARKS[mark] ?? FACES[mark];
}

/**
 * @param {Glyph} drawing
 * @param {string} [className]
 */
export function icon(drawing, className = "icon") {
  return h("svg", { viewBox: "0 0 24 24", class: className, "aria-hidden": "true" }, draw(drawing, {}));
}

// Corners of the sides' shapes: an ally's is a square, or one with a roof.
/** @type {{ [seat: string]: [number, number][] }} */
const SHAPES = {
  north: [[0, -1], [1, 0], [0, 1], [-1, 0]], // prettier-ignore
  south_ally: [[-0.76, -0.76], [0.76, -0.76], [0.76, 0.76], [-0.76, 0.76]], // prettier-ignore
  north_ally: [[0, -1], [0.92, -0.25], [0.92, 0.76], [-0.92, 0.76], [-0.92, -0.25]], // prettier-ignore
};

// The sides' shapes: whoever cannot tell the colours can tell these.
/**
 * @param {Seat} seat
 * @param {number} size
 */
export function sideShape(seat, size) {
  if (seat === "south") return h("circle", { r: 0.82 * size, class: "side-shape south" });
  return h("path", {
    d: SHAPES[seat].map(([x, y], n) => `${n ? "L" : "M"}${x * size} ${y * size}`).join("") + "z",
    class: `side-shape ${sideClass(seat)}`,
    "stroke-linejoin": "round",
  });
}

/**
 * @param {Seat} seat
 * @param {string} [className]
 */
export function sideIcon(seat, className = "side-icon") {
  return h("svg", { viewBox: "-26 -26 52 52", class: className, "aria-hidden": "true" }, sideShape(seat, 23));
}
