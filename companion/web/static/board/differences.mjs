// Where the table and the books disagree: marked on the board, told in rows with three offers each,
// and the hexes in which nobody looks for now.

/** @import { Disagreement, Hex, Mark, DifferenceOffer, Page, ShownTable, UnitView } from "../../types/page.js" */
/** @import { Grid } from "./grid.mjs" */
import { button, explain, row } from "../parts/dom.mjs";
import { RADIUS } from "./grid.mjs";
import { count, t } from "../parts/language.mjs";
import { ago } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {Disagreement} each */
const isAstray = (each) => each.sees === "unit";

/** @param {Disagreement} each */
const isToGo = (each) => each.sees === "marker" || (isAstray(each) && !each.expected);

/** @param {{ table: ShownTable }} parts */
export const doubtsOf = ({ table }) => table.differences.filter((each) => !isAstray(each));

// ---- on the board ----------------------------------------------------------------------------

const WORDS = {
  astray: t`stands otherwise on the table`,
  expected: t`not seen here`,
  doubt: t`in doubt`,
  ignored: t`ignored for now`,
};

// Which mark each hex has, by its name.
/** @param {{ table: ShownTable }} parts */
export function marksOf({ table }) {
  /** @type {Map<Hex, Mark>} */
  const marks = new Map(table.ignored.map((hex) => [hex, "ignored"]));
  for (const each of doubtsOf({ table })) marks.set(each.hex, "doubt");
  const astray = table.differences.filter(isAstray);
  for (const each of astray) if (each.expected) marks.set(each.expected, "expected");
  for (const each of astray) marks.set(each.hex, "astray");
  return marks;
}

/** @param {Mark} mark */
export const markWords = (mark) => WORDS[mark];

const SHAPES = {
  astray: ["M0-17 18 14H-18z", "!"],
  expected: ["M-14-14H14V14H-14z", "–"],
  doubt: ["M0-18 18 0 0 18-18 0z", "?"],
  ignored: ["M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0M-10 10 10-10", ""],
};

/**
 * @param {Grid} grid
 * @param {Mark} mark
 */
export function drawMark(grid, mark) {
  const [shape, sign] = SHAPES[mark];
  return h(
    "g",
    { class: `difference-mark ${mark}`, "data-mark": mark },
    h("polygon", { class: "rim", points: grid.corners(RADIUS - 4) }),
    h(
      "g",
      { transform: "translate(0 -36)" },
      h("path", { d: shape }),
      h("text", { y: mark === "astray" ? 4 : 1 }, sign),
    ),
  );
}

// ---- in words ---------------------------------------------------------------------------------

// The rows beside the board: units that stand wrong; of doubts only the number, unless they are asked for.
/** @param {Page} page */
export function drawDifferences(page) {
  const { table, question } = page.view;
  const astray = table.differences.filter(isAstray);
  if (astray.length === 0 || page.sheet || question) return null; // what the referee asks says it better
  return h("div", { class: "differences" }, forAll(page, astray), list(page, astray));
}

/** @param {Page} page */
export function differencesBadge(page) {
  const { table } = page.view;
  const doubts = doubtsOf({ table }).length;
  const parts = [
    doubts > 0 && t`${count(doubts, "hex", "hexes")} in doubt`,
    table.ignored.length > 0 && t`${table.ignored.length} ignored`,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return button(`◆ ${parts.join(", ")}`, () => page.open("differences"), {
    kind: "badge",
    key: "differences badge",
  });
}

// All that is known of how table and books differ.
/** @param {Page} page */
export function drawDifferencesSheet(page) {
  const { table } = page.view;
  const doubts = doubtsOf({ table });
  const astray = table.differences.filter(isAstray);
  return h(
    "div",
    { class: "stack differences-sheet" },
    astray.length > 0 && [forAll(page, astray), list(page, astray)],
    doubts.length > 0 && [
      explain(t`These may well be right: their tags are not read. The game goes on.`),
      list(page, doubts),
    ],
    table.ignored.length > 0 && [
      explain(t`Here nothing is compared until the hex is seen to be right again.`),
      h(
        "ul",
        { class: "stack" },
        table.ignored.map((hex) =>
          h(
            "li",
            { key: hex, class: "ignored-hex" },
            h("b", {}, hex),
            page.canPlay &&
              button(t`Look here again`, () => page.lookAgain([hex]), { key: `look again ${hex}` }),
          ),
        ),
      ),
    ],
    table.differences.length + table.ignored.length === 0 &&
      explain(t`Table and books agree, as far as the camera sees.`),
  );
}

/**
 * @param {Page} page
 * @param {Disagreement[]} rows
 */
function forAll(page, rows) {
  const open = rows.filter((each) => !each.is_sent);
  if (!page.canPlay || open.length < 2) return null;
  /**
   * @param {DifferenceOffer} offer
   * @param {string} text
   */
  const all = (offer, text) =>
    button(
      text,
      () =>
        page.settle(
          offer,
          open.map((each) => each.id),
        ),
      { key: `all ${offer}`, kind: "grow" },
    );
  return h(
    "div",
    { class: "row for-all" },
    all("put_back", t`Put all back`),
    open.every((each) => each.offers.includes("follow")) && all("follow", t`Camera is right everywhere`),
  );
}

/**
 * @param {Page} page
 * @param {Disagreement[]} rows
 */
const list = (page, rows) =>
  h(
    "ul",
    {},
    rows.map((each) => disagreement(page, each)),
  );

/**
 * @param {Page} page
 * @param {Disagreement} each
 */
function disagreement(page, each) {
  const sign = isAstray(each) ? "▲" : "◆";
  return h(
    "li",
    { key: each.id, class: isAstray(each) ? "astray" : "doubt", "data-difference": each.id },
    h(
      "p",
      {},
      h("b", { "aria-hidden": "true" }, sign),
      ` ${each.text}. `,
      h(
        "small",
        {},
        [each.reason && !each.is_sent && `${each.reason}.`, ago(each.since)].filter(Boolean).join(" · "),
      ),
    ),
    page.canPlay && row(offers(page, each)),
  );
}

/**
 * @param {Page} page
 * @param {Disagreement} each
 */
function offers(page, each) {
  /**
   * @param {DifferenceOffer} offer
   * @param {string} text
   */
  const take = (offer, text) =>
    each.offers.includes(offer) &&
    button(text, () => page.settle(offer, [each.id]), {
      key: `${offer} ${each.id}`,
      label: `${text}: ${each.text}`,
    });
  const unit = page.view.game.units.find((one) => one.id === each.unit);
  /** @param {UnitView} unit */
  const mend = (unit) =>
    page.set({
      sheet: { name: "unit", unit: unit.id },
      draft: { at: each.hex, figures: 1, damage: 0, markers: [] },
    });
  return [
    each.is_sent
      ? h("span", { class: "sent" }, t`To be put back`)
      : take("put_back", isToGo(each) ? t`Take it away` : t`Put it back`),
    take("follow", each.sees === "nothing" ? t`It is off the board` : t`Camera is right`),
    isAstray(each) &&
      unit &&
      !each.offers.includes("follow") &&
      button(t`It is in the game…`, () => mend(unit), { key: `mend ${each.id}` }),
    take("ignore", t`Ignore ${each.hex}`),
  ];
}
