// The step that prints: which sheets, on which paper, how large.

/** @import { PrintFacts, StartPage } from "../../types/page.js" */
import { drawHow } from "./assistant_art.mjs";
import { fold, link, stateOf } from "./assistant_parts.mjs";
import { button, explain, keyed, row, stack } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/** What is to be printed. */
/** @typedef {{ paper: string, size: number | null, dice: string, left: string[], added: string[] }} Order */

/**
 * A sheet that may be wanted: its kind, what it is called, whether it is, and whether it usually is.
 *
 * @typedef {{ kind: string, name: string, isOn: boolean, isUsual: boolean }} Wanted
 */

const PAPERS = { a4: "A4", letter: "Letter" };

/**
 * @param {StartPage} page
 * @returns {Order}
 */
const orderOf = (page) => ({
  paper: "a4",
  size: page.start.print.size,
  dice: page.start.print.dice,
  left: [],
  added: [],
  ...page.choice,
});

/** @param {StartPage} page */
export function print(page) {
  const { print: known, camera: seen } = page.start;
  const chosen = orderOf(page);
  const sheets = wanted(known, chosen);
  /** @param {Wanted} each */
  const box = (each) => sheetBox(page, chosen, each);
  const ordering = stack(
    h(
      "fieldset",
      { class: "start-kinds" },
      h("legend", {}, t`On the sheets`),
      sheets.filter(({ isUsual }) => isUsual).map(box),
    ),
    choices(
      t`Dice`,
      [
        ["stickers", t`Stickers on our dice`],
        ["own", t`I teach the game's own dice`],
        ["typed", t`We type the dice`],
      ],
      chosen.dice,
      (dice) => page.choose({ dice }),
    ),
    chosen.dice === "own" &&
      explain(
        t`Show each face a few times on the computer, then start with the set:`,
        " ",
        h("code", {}, "herald teach our.dice --source 0"),
        " · ",
        h("code", {}, "herald --dice our.dice"),
      ),
    choices(t`Paper`, Object.entries(PAPERS), chosen.paper, (paper) => page.choose({ paper })),
    sizes(page, known, chosen, Boolean(seen)),
    fold(
      "more",
      t`More sheets`,
      h("div", { class: "start-kinds" }, sheets.filter(({ isUsual }) => !isUsual).map(box)),
    ),
    !seen && row(printActs(page)),
  );
  const columns = h("div", { class: "start-columns" }, ordering, drawHow(chosen.dice === "stickers"));
  return seen
    ? columns
    : fold("all the same", t`Print the sheets all the same, to play with a camera later`, columns);
}

/** @param {StartPage} page */
export function printActs(page) {
  const { print: known } = page.start;
  const chosen = orderOf(page);
  const kinds = wanted(known, chosen)
    .filter(({ isOn }) => isOn)
    .map(({ kind }) => kind);
  const asked = new URLSearchParams({ kinds: kinds.join(), paper: chosen.paper });
  if (chosen.size) asked.set("size", String(chosen.size));
  const address = `/start/sheets.pdf?${asked}`;
  const isAsked = stateOf(page, "print") === "look";
  return [
    kinds.length > 0 &&
      link(t`Open the sheets (PDF)`, address, {
        kind: isAsked ? "primary grow" : "",
        key: "sheets",
        blank: true,
      }),
    isAsked &&
      button(t`They are printed and cut`, () => page.tellAndGo("done"), { kind: "grow", key: "printed" }),
  ];
}

/**
 * @param {PrintFacts} parts
 * @param {Order} parts
 */
function wanted({ counts, marks, lays_terrain: laysTerrain }, { dice, left, added }) {
  /**
   * @param {string} kind
   * @param {string} name
   * @param {boolean} isUsual
   */
  const sheet = (kind, name, isUsual) => ({
    kind,
    name,
    isOn: added.includes(kind) || (isUsual && !left.includes(kind)),
    isUsual,
  });
  return [
    marks > 0 && sheet("marks", t`Marks for the board: ${marks}`, true),
    sheet("tags", t`Tags of the units: ${counts.tags}`, true),
    sheet("trays", t`Trays with tags, for under the figures: ${counts.tags}`, false),
    sheet("figures", t`Tags of single figures: ${counts.figures}`, false),
    counts.banners > 0 && sheet("banners", t`Tags of banner markers: ${counts.banners}`, true),
    dice === "stickers" && sheet("dice", t`Stickers for the dice`, true),
    dice !== "typed" && sheet("tray", t`A mat to roll the dice on`, true),
    counts.terrain > 0 && sheet("terrain", t`Tags of terrain: ${counts.terrain}`, laysTerrain),
    counts.tokens > 0 && sheet("tokens", t`Tags of tokens: ${counts.tokens}`, false),
    counts.cards > 0 && sheet("cards", t`Tags of Command cards: ${counts.cards}`, false),
    sheet("calibration", t`A sheet to try the camera with`, false),
  ].filter((each) => each !== false);
}

/**
 * @param {StartPage} page
 * @param {Order} parts
 * @param {Wanted} parts
 */
function sheetBox(page, { left, added }, { kind, name, isOn }) {
  /** @param {string[]} list */
  const without = (list) => list.filter((each) => each !== kind);
  const flip = () =>
    page.choose(
      isOn
        ? { left: [...left, kind], added: without(added) }
        : { left: without(left), added: [...added, kind] },
    );
  return h(
    "label",
    { class: "start-kind" },
    h("input", { type: "checkbox", checked: isOn, ...keyed(`sheet ${kind}`), onChange: flip }),
    h("span", {}, name),
  );
}

/**
 * @template {string | number} Id
 * @param {string} name
 * @param {[Id, string | number][]} all
 * @param {unknown} now
 * @param {(id: Id) => void} choose
 */
function choices(name, all, now, choose) {
  return h(
    "div",
    { class: "start-choice", role: "group", "aria-label": name },
    h("span", { class: "start-label" }, name),
    row(
      all.map(([each, text]) =>
        button(text, () => choose(each), {
          kind: "toggle",
          key: `${name} ${each}`,
          pressed: each === now,
        }),
      ),
    ),
  );
}

// How large the tags are, and what the camera's view says of it.
/**
 * @param {StartPage} page
 * @param {PrintFacts} parts
 * @param {Order} chosen
 * @param {boolean} hasCamera
 */
function sizes(page, { sizes: all, advised, scenario }, chosen, hasCamera) {
  const usual = t`22 mm suit a camera of 1080 lines that sees the whole board; take 25 mm for 720 lines or a low angle.`;
  /** @param {{ qr: number | null }} advised */
  const measured = (advised) =>
    advised.qr
      ? t`Measured through your camera: tags of ${advised.qr} mm and more are read well.`
      : t`Seen through your camera, no tag of this kind is large enough: bring it nearer, or print small marks at the computer:`;
  return [
    choices(
      t`Side of a tag, in mm`,
      all.map((each) => /** @type {[number, number]} */ ([each, each])),
      chosen.size,
      (size) => page.choose({ size }),
    ),
    explain(
      advised ? measured(advised) : usual,
      !advised && hasCamera && [" ", t`Lay the corner marks first, and the right size is measured here.`],
      advised &&
        !advised.qr &&
        advised.aruco && [
          " ",
          h(
            "code",
            {},
            `herald print tags --tag aruco --size ${advised.aruco} --scenario ${scenario} --book tags.toml -o tags.pdf`,
          ),
        ],
    ),
  ];
}
