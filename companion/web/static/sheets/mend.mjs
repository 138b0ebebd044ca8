// The sheet that corrects an entry of the past.

/** @import { Alternative, Command, Face, FallenEntry, Hex, MendSheet, Page, Roll } from "../../types/page.js" */
/** @import { Fields } from "./mended.mjs" */
import { dicePad } from "../game/dice.mjs";
import { button, explain, row, stepper } from "../parts/dom.mjs";
import { unlit } from "../board/light.mjs";
import { fields, litFor, mendedBy, placeOf, same } from "./mended.mjs";
import { fetchJson, toLog } from "./history.mjs";
import { framed } from "../parts/sheet.mjs";
import { count, t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/**
 * @param {Page} page
 * @param {number} seq
 */
export async function openMend(page, seq) {
  const entry = await fetchJson(page, `/past/entry?seq=${seq}`);
  if (!entry) return;
  const toBoard = placeOf(entry.command) !== null;
  page.turnPage(
    {
      sheet: { name: "mend", entry, past: entry },
      draft: null,
      selected: null,
      looked: null,
      place: null,
      through: null,
    },
    { toBoard },
  );
}

/** @type {{ [field: string]: string }} */
const COUNTS = {
  figures: t`Figures left`,
  damage: t`Damage`,
  lore: t`Lore`,
  cards: t`Command cards in hand`,
  lore_cards: t`Lore cards in hand`,
};

/**
 * @param {Page} page
 * @param {MendSheet} sheet
 */
export function drawMend(page, sheet) {
  const { entry, fallen } = sheet;
  return framed(
    page,
    t`Correct this entry`,
    h("p", { class: "lead" }, entry.line.text || "—"),
    fallen
      ? fallenPart(page, sheet, fallen)
      : [
          explain(
            entry.command?.do === "roll"
              ? t`Tap the die that lay otherwise, then its face. What came after is worked out again.`
              : t`The board shows how it was just before. What came after is worked out again.`,
          ),
          formOf(page, sheet),
          h(
            "div",
            { class: "row foot" },
            button(t`Leave all as it was`, () => toLog(page), { key: "leave" }),
            button(t`Leave this entry out`, () => send(page, sheet, null), { key: "leave out" }),
          ),
        ],
  );
}

/**
 * @param {Page} page
 * @param {MendSheet} sheet
 */
function formOf(page, sheet) {
  const { command } = sheet.entry;
  if (!command) return explain(t`It can only be left out. To do something else in its place, go back to it.`);
  return command.do === "roll" ? diceOf(page, sheet, command) : fieldsOf(page, sheet, command);
}

/**
 * @param {Page} page
 * @param {MendSheet} sheet
 * @param {Roll} command
 */
function diceOf(page, sheet, command) {
  const faces = () => /** @type {{ faces: (Face | null)[] } | null} */ (page.draft)?.faces ?? command.faces;
  return dicePad(faces(), sheet.entry.dice || command.faces.length, null, {
    scenario: page.view.scenario,
    change: (next) => page.set({ draft: { ...command, faces: next(faces()) } }),
    confirm: (rolled) => send(page, sheet, { ...command, faces: rolled }),
  });
}

// What of *command* can be otherwise: its hex, its numbers, or all that could have been done in its place.
/**
 * @param {Page} page
 * @param {MendSheet} sheet
 * @param {Command} command
 */
function fieldsOf(page, sheet, command) {
  const { choices } = sheet.entry;
  const draft = /** @type {Fields | null} */ (page.draft) ?? fields(command);
  const field = placeOf(command);
  const numbers = Object.keys(COUNTS).filter((name) => typeof fields(command)[name] === "number");
  const others = choices.filter((choice) => !placeOf(choice.command));
  if (!field && !numbers.length && !others.length)
    return explain(t`Nothing else was possible here: it can only be left out.`);
  const text = choices.find((choice) => same(choice.command, draft))?.text;
  return [
    field && h("p", {}, hexText(draft[field])),
    numbers.map((name) =>
      stepper(name === "points" ? page.view.scenario.goal.name : COUNTS[name], draft[name], {
        change: (value) => page.set({ draft: { ...draft, [name]: value } }),
      }),
    ),
    others.length > 0 &&
      h(
        "div",
        { class: "row wrap" },
        others.map((choice, n) => choiceButton(page, choice, n, draft)),
      ),
    row(
      button(
        text ? t`Correct: ${text}` : t`This is right`,
        () => send(page, sheet, /** @type {Command} */ (draft)),
        { kind: "primary grow", key: "mend", disabled: same(draft, command) },
      ),
    ),
  ];
}

/** @param {Hex | null} hex */
function hexText(hex) {
  return hex ? t`Tap the right hex on the board. Chosen: ${hex}.` : t`Tap the right hex on the board.`;
}

/**
 * @param {Page} page
 * @param {Alternative} choice
 * @param {number} n
 * @param {Fields} draft
 */
function choiceButton(page, choice, n, draft) {
  const on = same(choice.command, draft);
  return button(choice.text, () => page.set({ draft: on ? null : choice.command }), {
    kind: "toggle",
    key: `choice ${n}`,
    pressed: on,
  });
}

/**
 * @param {Page} page
 * @param {MendSheet} sheet
 * @param {FallenEntry} fallen
 */
function fallenPart(page, sheet, { command, text, why, lost }) {
  return [
    h(
      "p",
      { role: "alert" },
      text ? t`After that this no longer holds: ${text}.` : t`After that a later entry no longer holds.`,
      " ",
      why,
    ),
    explain(t`With it ${count(lost, "entry", "entries")} would be taken back. Nothing has been done yet.`),
    row(
      button(t`Leave all as it was`, () => toLog(page), { key: "leave" }),
      button(t`Correct it and keep the log up to there`, () => send(page, sheet, command, { keep: true }), {
        kind: "primary grow",
        key: "keep",
      }),
    ),
  ];
}

/**
 * @param {Page} page
 * @param {MendSheet} sheet
 * @param {Command | null} command
 * @param {{ keep?: boolean }} [options]
 */
async function send(page, sheet, command, { keep = false } = {}) {
  const { entry } = sheet;
  const answer = await page.correct({ seen: entry.seen, seq: entry.line.seq, command, keep });
  if (answer?.ok) toLog(page);
  else if (answer?.fallen) page.turnPage({ sheet: { ...sheet, fallen: { ...answer.fallen, command } } });
}

// A roll was corrected elsewhere, and a later entry stands in the way: *fallen*.
/**
 * @param {Page} page
 * @param {number} seq
 * @param {FallenEntry} fallen
 */
export async function showFallen(page, seq, fallen) {
  const entry = await fetchJson(page, `/past/entry?seq=${seq}`);
  if (entry) page.turnPage({ sheet: { name: "mend", entry, past: entry, fallen }, draft: null });
}

// A tap on the board while an entry is corrected: a hex, or the unit that stands there.
/**
 * @param {Page} page
 * @param {Hex} hex
 */
export function tappedInPast(page, hex) {
  const { sheet } = page;
  if (sheet?.name !== "mend" || sheet.fallen) return;
  const draft = mendedBy(hex, sheet.entry, /** @type {Fields | null} */ (page.draft));
  if (draft) page.set({ draft });
}

/** @param {Page} page */
export function litInPast({ sheet, draft }) {
  return sheet?.name === "mend" ? litFor(sheet.entry, /** @type {Fields | null} */ (draft)) : unlit();
}
