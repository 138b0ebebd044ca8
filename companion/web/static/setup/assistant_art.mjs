// Small drawings of what hands do: measure, cut, lay.  Drawn by ourselves, in the page's own ink.

/** @import { CameraFacts, Point } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/**
 * @param {string} label
 * @param {...ComponentChildren} parts
 */
const picture = (label, ...parts) =>
  h("svg", { class: "start-picture", viewBox: "0 0 160 100", role: "img", "aria-label": label }, ...parts);
/**
 * @param {string} d
 * @param {string} [kind]
 */
const line = (d, kind = "") => h("path", { class: `ink ${kind}`, d });
/**
 * @param {number} x
 * @param {number} y
 * @param {number} side
 */
const tag = (x, y, side) =>
  h(
    "g",
    { transform: `translate(${x} ${y}) scale(${side / 29})` },
    h("rect", { class: "paper", width: 29, height: 29 }),
    h("path", {
      class: "black",
      "fill-rule": "evenodd",
      d: "M0 0H29V29H0zM2 2V27H27V2zM4 4h7v7H4zM18 4h7v7h-7zM4 18h7v7H4zM14 6h2v5h-2zM13 14h5v3h-5zM20 15h4v4h-4zM15 20h4v5h-4zM21 22h4v2h-4z",
    }),
  );

const ruler = () =>
  picture(
    t`A ruler along the line of 100 mm`,
    line("M14 30H146M14 22V38M146 22V38"),
    h("text", { class: "word", x: 80, y: 22 }, "100 mm"),
    h("rect", { class: "paper", x: 8, y: 46, width: 144, height: 34, rx: 3 }),
    line(
      "M14 46v14M27 46v8M40 46v8M54 46v8M67 46v8M80 46v14M93 46v8M106 46v8M120 46v8M133 46v8M146 46v14",
      "on-paper",
    ),
  );

const scissors = () =>
  picture(
    t`Scissors along the grey line around a tag`,
    h("rect", { class: "cut", x: 42, y: 12, width: 62, height: 76 }),
    tag(47, 17, 52),
    line("M50 80H96", "faint"),
    h(
      "g",
      { transform: "translate(104 64) rotate(-38)" },
      line("M0 0 34-12M0 0 34 12"),
      h("circle", { class: "ink", cx: 41, cy: -15, r: 7 }),
      h("circle", { class: "ink", cx: 41, cy: 15, r: 7 }),
    ),
  );

const hexagon = () =>
  picture(
    t`A tag flat in a hex, figures beside it`,
    line("M80 4 122 27V73L80 96 38 73V27z"),
    tag(64, 52, 32),
    [
      [56, 34],
      [80, 28],
      [104, 34],
    ].map(([x, y]) =>
      h(
        "g",
        { class: "figure", transform: `translate(${x} ${y})` },
        h("circle", { cy: -9, r: 5 }),
        h("path", { d: "M-7 10C-7-3 7-3 7 10z" }),
      ),
    ),
  );

const corner = () =>
  picture(
    t`A corner mark at the board's corner, its heavy corner outwards`,
    line("M152 26H40V94"),
    h("rect", { class: "paper", x: 31, y: 17, width: 55, height: 55 }),
    h("path", { class: "black", d: "M34 20H74V28H42V60H34z" }),
    h("rect", { class: "black", x: 48, y: 34, width: 34, height: 34 }),
    h("path", { class: "paper", d: "M54 40h8v8h-8zM68 40h8v8h-8zM62 54h8v8h-8z" }),
  );

const die = () =>
  picture(
    t`A sticker on each face of a die`,
    h("rect", { class: "paper", x: 52, y: 22, width: 56, height: 56, rx: 9 }),
    line("M61 22H99A9 9 0 0 1 108 31V69A9 9 0 0 1 99 78H61A9 9 0 0 1 52 69V31A9 9 0 0 1 61 22z"),
    h("rect", { class: "black", x: 62, y: 32, width: 36, height: 36 }),
    h("path", { class: "paper", d: "M68 38h8v8h-8zM76 46h8v8h-8zM84 54h8v8h-8z" }),
  );

// What is done with the sheets, in pictures; *stickers*: there are some for the dice.
/** @param {boolean} stickers */
export function drawHow(stickers) {
  const steps = [
    [ruler(), t`Print at 100 % (“actual size”) on dull paper. The line on each sheet must be 100 mm long.`],
    [scissors(), t`Cut along the grey lines. The thin white edge stays on.`],
    [corner(), t`Lay a mark at each corner of the board, its heavy corner outwards.`],
    [hexagon(), t`Lay each tag flat in its unit's hex, where the figures do not hide it.`],
    stickers && [die(), t`Stick a full row of stickers onto each die of 16 mm.`],
  ];
  return h(
    "ol",
    { class: "start-how" },
    steps
      .filter((each) => each !== false)
      .map(([drawing, words]) => h("li", {}, drawing, h("span", {}, words))),
  );
}

// The board as the camera has it: each corner mark, seen or missing.
/** @param {CameraFacts} parts */
export function drawMarks({ board: [width, height], marks }) {
  const frame = h("rect", { class: "board-edge", x: 0, y: 0, width, height, rx: 14 });
  const names = { nw: t`top left`, ne: t`top right`, sw: t`bottom left`, se: t`bottom right` };
  /** @param {Point} parts */
  const place = ([x, y]) => names[`${y > height / 2 ? "n" : "s"}${x < width / 2 ? "w" : "e"}`];
  const missing = marks.filter(({ seen }) => !seen).map(({ at }) => place(at));
  const label = missing.length
    ? t`Corner marks not seen: ${missing.join(", ")}`
    : t`All corner marks are seen`;
  return h(
    "figure",
    { class: "start-marks" },
    h(
      "svg",
      { viewBox: `-20 -20 ${width + 40} ${height + 40}`, role: "img", "aria-label": label },
      frame,
      h("text", { class: "word", x: width / 2, y: height - 34 }, t`south: row 1`),
      marks.map(({ at: [x, y], seen }) =>
        h(
          "g",
          { class: seen ? "seen" : "missing", transform: `translate(${x} ${height - y})` },
          h("rect", { x: -32, y: -32, width: 64, height: 64, rx: 6 }),
          h("path", { d: seen ? "M-16 0-4 13 17-13" : "M-13-13 13 13M13-13-13 13" }),
        ),
      ),
    ),
    missing.length > 0 && h("figcaption", {}, label),
  );
}
