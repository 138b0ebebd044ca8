// The board as it was, pictures of it, and the way back to an entry.

/** @import { BackSheet, Page, PastSheet } from "../../types/page.js" */
import { button, explain, row } from "../parts/dom.mjs";
import { framed } from "../parts/sheet.mjs";
import { count, t } from "../parts/language.mjs";
import { ago } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

const TOLD = 6; // lines that are named before they are taken back

// What *address* tells; null, once it has been said why, where it does not.
/**
 * @param {Page} page
 * @param {string} address
 */
export async function fetchJson(page, address) {
  try {
    const answer = await fetch(address);
    const told = await answer.json();
    if (answer.ok) return told;
    page.say(told.trouble ?? t`Nothing was done.`, { bad: true });
  } catch {
    page.say(t`No answer from the table.`, { bad: true });
  }
  return null;
}

// Back among the lines, where one was opened.
/** @param {Page} page */
export function toLog(page) {
  page.turnPage({ sheet: { name: "log" }, draft: null });
  page.onceDrawn(() => document.querySelector(".log .open")?.scrollIntoView({ block: "center" }));
}

/**
 * @param {Page} page
 * @param {number} seq
 * @param {string} alt
 * @param {string} [kind]
 */
export function photo(page, seq, alt, kind = "") {
  return h("img", {
    class: `photo ${kind}`,
    src: `/past/picture.jpg?seq=${seq}&game=${encodeURIComponent(page.view.game_id)}`,
    alt,
    loading: "lazy",
  });
}

// ---- back to an entry: at once where one entry goes, else what goes is told before ------------

/**
 * @param {Page} page
 * @param {number} to
 */
export async function takeBack(page, to) {
  const told = await fetchJson(page, `/past/log?after=${to}&count=${TOLD}`);
  if (!told) return;
  const lost = { to, seen: told.seq, lines: told.lines, number: told.lines.length + told.earlier };
  if (lost.number > 1) page.turnPage({ sheet: { name: "back", lost } });
  else if (lost.number === 1) await page.undo(to, lost.seen);
}

/**
 * @param {Page} page
 * @param {BackSheet} sheet
 */
export function drawBack(page, sheet) {
  const { to, seen, lines, number } = sheet.lost;
  const entries = count(number, "entry", "entries");
  const go = async () => {
    const answer = await page.undo(to, seen);
    if (answer) toLog(page);
  };
  return framed(
    page,
    t`Take back ${entries}?`,
    explain(t`This will be taken back, the newest first:`),
    h(
      "ul",
      { class: "lost-lines" },
      [...lines].reverse().map((line) => h("li", {}, line.text || "—")),
      number > lines.length && h("li", {}, t`and ${number - lines.length} more`),
    ),
    row(
      button(t`Leave all as it is`, () => toLog(page), { key: "leave" }),
      button(t`Take back ${entries}`, go, { kind: "primary grow", key: "take back" }),
    ),
  );
}

// ---- the board as it was ---------------------------------------------------------------------

/**
 * @param {Page} page
 * @param {number} seq
 */
export async function openPast(page, seq) {
  const past = await fetchJson(page, `/past/board?seq=${seq}`);
  if (!past) return;
  page.turnPage(
    { sheet: { name: "past", past }, draft: null, selected: null, looked: null, place: null, through: null },
    { toBoard: true },
  );
}

// The view whose board and scores are shown: now's, or one of the past.
/** @param {Page} page */
export function shownView(page) {
  const past = pastOf(page);
  return past ? { ...page.view, game: past.game } : page.view;
}

// The past whose board is shown: to look at, or to be corrected; null: the board is now's.
/** @param {Page} page */
export function pastOf({ sheet }) {
  return sheet && "past" in sheet ? sheet.past : null;
}

/** @param {Page} page */
export function pastSign(page) {
  const { sheet } = page;
  if (!sheet || !("past" in sheet)) return null;
  /**
   * @param {string} sign
   * @param {string} label
   * @param {number | null} seq
   * @param {string} key
   */
  const step = (sign, label, seq, key) =>
    button(sign, () => seq !== null && openPast(page, seq), { key, label, disabled: seq === null });
  return h(
    "div",
    { class: "past-sign", role: "group", "aria-label": t`The board of the past` },
    sheet.name === "past" && step("◀", t`One entry earlier`, sheet.past.former, "former"),
    h("b", {}, sheet.name === "mend" ? t`Before this entry` : t`As it was then`),
    sheet.name === "past" && step("▶", t`One entry later`, sheet.past.next, "next"),
    button(t`Back to now`, () => page.set({ sheet: null, draft: null }), { key: "now" }),
  );
}

/**
 * @param {Page} page
 * @param {PastSheet} sheet
 */
export function drawPast(page, sheet) {
  const { past } = sheet;
  const { line } = past;
  return framed(
    page,
    t`As it was then`,
    h("p", { class: "lead" }, line ? line.text || "—" : t`The very beginning`),
    explain(line && `${ago(line.at)} · ${line.by}. `, past.asked, "."),
    past.picture && photo(page, past.seq, t`What the camera saw then`, "large"),
    row(
      button(t`Back to the log`, () => toLog(page), { key: "to log" }),
      page.canPlay &&
        past.next !== null &&
        button(t`Take back what came after`, () => takeBack(page, past.seq), { key: `back ${past.seq}` }),
    ),
  );
}
