// The log to the very first entry: its lines by turns, and what can be done from each.

/** @import { LogLine, Page } from "../../types/page.js" */
import { button, explain, keyed, row } from "../parts/dom.mjs";
import { whyButton } from "../parts/glossary.mjs";
import { inTurns } from "./loglines.mjs";
import { openMend } from "./mend.mjs";
import { fetchJson, openPast, photo, takeBack } from "./history.mjs";
import { framed } from "../parts/sheet.mjs";
import { count, t } from "../parts/language.mjs";
import { ago } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

const MORE = 100;

/**
 * What /past/log tells of the log's lines, oldest first: those with pictures, and how many come earlier.
 *
 * @typedef {{ lines: LogLine[], pictures: number[], earlier: number }} ToldLines
 */

// What has been fetched of the log: its lines oldest first, those with pictures, how many come earlier.
const log = {
  game: /** @type {string | null} */ (null),
  seq: /** @type {number | null} */ (null),
  lines: /** @type {LogLine[]} */ ([]),
  pictures: /** @type {Set<number>} */ (new Set()),
  earlier: 0,
  open: /** @type {number | null} */ (null),
  isAsking: false,
};

/**
 * @param {Page} page
 * @param {string} query
 * @param {(told: ToldLines) => Pick<typeof log, "lines" | "pictures" | "earlier">} merge
 */
async function fetchLines(page, query, merge) {
  if (log.isAsking) return;
  log.isAsking = true;
  const seen = page.view.seq;
  const told = await fetchJson(page, `/past/log?${query}`);
  log.isAsking = false;
  Object.assign(log, { seq: seen, game: page.view.game_id }, told && merge(told));
  page.set({});
}

/** @param {Page} page */
const renew = (page) =>
  fetchLines(page, `count=${Math.max(40, log.lines.length + 2)}`, ({ lines, pictures, earlier }) => ({
    lines,
    pictures: new Set(pictures),
    earlier,
  }));

/** @param {Page} page */
const addEarlier = (page) =>
  fetchLines(page, `before=${log.lines[0].seq}&count=${MORE}`, ({ lines, pictures, earlier }) => ({
    lines: [...lines, ...log.lines],
    pictures: new Set([...log.pictures, ...pictures]),
    earlier,
  }));

/** @param {Page} page */
export function drawLog(page) {
  if (log.seq !== page.view.seq || log.game !== page.view.game_id) renew(page);
  const lines = log.lines.length && log.game === page.view.game_id ? log.lines : page.view.log;
  const newest = lines.at(-1)?.seq;
  return framed(
    page,
    t`What happened`,
    explain(t`Newest first. Tap a line to look back, to correct it or to go back to it.`),
    h(
      "a",
      { class: "button", href: "/report", target: "_blank", ...keyed("report") },
      t`Battle report, to read and print`,
    ),
    h(
      "ol",
      { class: "log" },
      inTurns(lines)
        .reverse()
        .flatMap(({ turn, lines: told }) => [
          h(
            "li",
            { class: "log-turn", key: `turn ${turn}` },
            h("h3", {}, turn ? t`Turn ${turn}` : t`Set-up`),
          ),
          ...told.reverse().map((line) => logLine(page, line, newest)),
        ]),
      log.earlier > 0 &&
        h(
          "li",
          { class: "log-more" },
          button(t`Earlier: ${count(log.earlier, "more line")}`, () => addEarlier(page), { key: "earlier" }),
        ),
      log.earlier === 0 && lines.length > 0 && beginning(page),
    ),
  );
}

/** @param {Page} page */
function beginning(page) {
  return h(
    "li",
    {},
    h("span", { class: "log-text" }, t`The very beginning`),
    row(
      button(t`See the board then`, () => openPast(page, 0), { key: "see 0" }),
      page.canPlay && button(t`Back to here`, () => takeBack(page, 0), { key: "back 0" }),
    ),
  );
}

/**
 * @param {Page} page
 * @param {LogLine} line
 * @param {number | undefined} newest
 */
function logLine(page, line, newest) {
  const { seq } = line;
  const isOpen = log.open === seq;
  const picture = log.pictures.has(seq);
  const flip = () => {
    log.open = isOpen ? null : seq;
    page.set({});
  };
  return h(
    "li",
    { key: seq, class: isOpen ? "open" : "" },
    button(
      [
        picture && !isOpen && photo(page, seq, ""),
        h("span", { class: "log-text" }, line.text || "—"),
        h("small", {}, `${ago(line.at)} · ${line.by}`),
      ],
      flip,
      { kind: "log-line", key: `line ${seq}`, "aria-expanded": isOpen },
    ),
    isOpen && picture && photo(page, seq, t`What the camera saw then`, "large"),
    isOpen &&
      row(
        button(t`See the board then`, () => openPast(page, seq), { key: `see ${seq}` }),
        page.canPlay && button(t`Correct this`, () => openMend(page, seq), { key: `correct ${seq}` }),
        page.canPlay &&
          seq !== newest &&
          button(t`Back to here`, () => takeBack(page, seq), { key: `back ${seq}` }),
        whyButton(page, line.rules, seq),
      ),
  );
}
