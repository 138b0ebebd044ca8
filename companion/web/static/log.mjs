// The log to the very first entry: how the board was then, pictures, back to an entry, corrections of the past.

import { button, el, stepper } from "./dom.mjs";
import { dicePad } from "./dice.mjs";
import { whyButton } from "./glossary.mjs";
import { sheet } from "./sheets.mjs";
import { count, t } from "./tongue.mjs";
import { ago } from "./words.mjs";

const MORE = 100;
const TOLD = 6; // lines that are named before they are taken back

// What has been fetched of the log: its lines oldest first, those with pictures, how many come earlier.
const log = {
  game: null,
  seq: null,
  lines: [],
  pictures: new Set(),
  earlier: 0,
  open: null,
  isAsking: false,
};

async function fetchJson(page, address) {
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

// ---- the lines -----------------------------------------------------------------------------

async function fetchLines(page, query, merge) {
  if (log.isAsking) return;
  log.isAsking = true;
  const seen = page.view.seq;
  const told = await fetchJson(page, `/past/log?${query}`);
  log.isAsking = false;
  Object.assign(log, { seq: seen, game: page.view.game_id }, told && merge(told));
  page.set({});
}

const renew = (page) =>
  fetchLines(page, `count=${Math.max(40, log.lines.length + 2)}`, ({ lines, pictures, earlier }) => ({
    lines,
    pictures: new Set(pictures),
    earlier,
  }));

const addEarlier = (page) =>
  fetchLines(page, `before=${log.lines[0].seq}&count=${MORE}`, ({ lines, pictures, earlier }) => ({
    lines: [...lines, ...log.lines],
    pictures: new Set([...log.pictures, ...pictures]),
    earlier,
  }));

// A line's turn is the one in which it was done: that of the state which the line before it left.
function inTurns(lines) {
  const turns = [];
  lines.forEach((line, n) => {
    const turn = lines[Math.max(0, n - 1)].turn;
    if (turns.at(-1)?.turn !== turn) turns.push({ turn, lines: [] });
    turns.at(-1).lines.push(line);
  });
  return turns;
}

export function drawLog(page) {
  if (log.seq !== page.view.seq || log.game !== page.view.game_id) renew(page);
  const lines = log.lines.length && log.game === page.view.game_id ? log.lines : page.view.log;
  const newest = lines.at(-1)?.seq;
  return sheet(
    page,
    t`What happened`,
    el(
      "p",
      { class: "explain" },
      t`Newest first. Tap a line to look back, to correct it or to go back to it.`,
    ),
    el(
      "a",
      { class: "button", href: "/report", target: "_blank", "data-key": "report" },
      t`Battle report, to read and print`,
    ),
    el(
      "ol",
      { class: "log" },
      inTurns(lines)
        .reverse()
        .map(({ turn, lines: told }) => [
          el("li", { class: "log-turn" }, el("h3", {}, turn ? t`Turn ${turn}` : t`Set-up`)),
          told.reverse().map((line) => logLine(page, line, newest)),
        ]),
      log.earlier > 0 &&
        el(
          "li",
          { class: "log-more" },
          button(t`Earlier: ${count(log.earlier, "more line")}`, () => addEarlier(page), { key: "earlier" }),
        ),
      log.earlier === 0 && lines.length > 0 && beginning(page),
    ),
  );
}

// Back among the lines, where one was opened.
function toLog(page) {
  page.turnPage({ sheet: { name: "log" }, draft: null });
  page.onceDrawn(() => document.querySelector(".log .open")?.scrollIntoView({ block: "center" }));
}

function beginning(page) {
  return el(
    "li",
    {},
    el("span", { class: "log-text" }, t`The very beginning`),
    el(
      "div",
      { class: "row" },
      button(t`See the board then`, () => openPast(page, 0), { key: "see 0" }),
      page.canPlay && button(t`Back to here`, () => takeBack(page, 0), { key: "back 0" }),
    ),
  );
}

function logLine(page, line, newest) {
  const { seq } = line;
  const isOpen = log.open === seq;
  const picture = log.pictures.has(seq);
  const flip = () => {
    log.open = isOpen ? null : seq;
    page.set({});
  };
  return el(
    "li",
    { class: isOpen ? "open" : "" },
    el(
      "button",
      {
        type: "button",
        class: "log-line",
        "data-key": `line ${seq}`,
        "aria-expanded": isOpen ? "true" : "false",
        onclick: flip,
      },
      picture && !isOpen && photo(page, seq, ""),
      el("span", { class: "log-text" }, line.text || "—"),
      el("small", {}, `${ago(line.at)} · ${line.by}`),
    ),
    isOpen && picture && photo(page, seq, t`What the camera saw then`, "large"),
    isOpen &&
      el(
        "div",
        { class: "row" },
        button(t`See the board then`, () => openPast(page, seq), { key: `see ${seq}` }),
        page.canPlay && button(t`Correct this`, () => openMend(page, seq), { key: `correct ${seq}` }),
        page.canPlay &&
          seq !== newest &&
          button(t`Back to here`, () => takeBack(page, seq), { key: `back ${seq}` }),
        whyButton(page, line.rules, seq),
      ),
  );
}

function photo(page, seq, alt, kind = "") {
  return el("img", {
    class: `photo ${kind}`,
    src: `/past/picture.jpg?seq=${seq}&game=${encodeURIComponent(page.view.game_id)}`,
    alt,
    loading: "lazy",
  });
}

// ---- back to an entry: at once where one entry goes, else what goes is told before ------------

async function takeBack(page, to) {
  const told = await fetchJson(page, `/past/log?after=${to}&count=${TOLD}`);
  if (!told) return;
  const lost = { to, seen: told.seq, lines: told.lines, number: told.lines.length + told.earlier };
  if (lost.number > 1) page.turnPage({ sheet: { name: "back", lost } });
  else if (lost.number === 1) await page.undo(to, lost.seen);
}

export function drawBack(page) {
  const { to, seen, lines, number } = page.sheet.lost;
  const entries = count(number, "entry", "entries");
  const go = async () => {
    const answer = await page.undo(to, seen);
    if (answer) toLog(page);
  };
  return sheet(
    page,
    t`Take back ${entries}?`,
    el("p", { class: "explain" }, t`This will be taken back, the newest first:`),
    el(
      "ul",
      { class: "lost-lines" },
      [...lines].reverse().map((line) => el("li", {}, line.text || "—")),
      number > lines.length && el("li", {}, t`and ${number - lines.length} more`),
    ),
    el(
      "div",
      { class: "row" },
      button(t`Leave all as it is`, () => toLog(page), { key: "leave" }),
      button(t`Take back ${entries}`, go, { kind: "primary grow", key: "take back" }),
    ),
  );
}

// ---- the board as it was ---------------------------------------------------------------------

async function openPast(page, seq) {
  const past = await fetchJson(page, `/past/board?seq=${seq}`);
  if (!past) return;
  page.turnPage(
    { sheet: { name: "past", past }, draft: null, selected: null, looked: null, place: null, through: null },
    { toBoard: true },
  );
}

// The view whose board and scores are shown: now's, or one of the past.
export function shownView(page) {
  return page.sheet?.past ? { ...page.view, game: page.sheet.past.game } : page.view;
}

export function pastSign(page) {
  const past = page.sheet?.past;
  if (!past) return null;
  const isMend = page.sheet.name === "mend";
  const step = (sign, label, seq, key) =>
    button(sign, () => openPast(page, seq), { key, label, disabled: seq === null });
  return el(
    "div",
    { class: "past-sign", role: "group", "aria-label": t`The board of the past` },
    !isMend && step("◀", t`One entry earlier`, past.former, "former"),
    el("b", {}, isMend ? t`Before this entry` : t`As it was then`),
    !isMend && step("▶", t`One entry later`, past.next, "next"),
    button(t`Back to now`, () => page.set({ sheet: null, draft: null }), { key: "now" }),
  );
}

export function drawPast(page) {
  const { past } = page.sheet;
  const { line } = past;
  return sheet(
    page,
    t`As it was then`,
    el("p", { class: "lead" }, line ? line.text || "—" : t`The very beginning`),
    el("p", { class: "explain" }, line && `${ago(line.at)} · ${line.by}. `, past.asked, "."),
    past.picture && photo(page, past.seq, t`What the camera saw then`, "large"),
    el(
      "div",
      { class: "row" },
      button(t`Back to the log`, () => toLog(page), { key: "to log" }),
      page.canPlay &&
        past.next !== null &&
        button(t`Take back what came after`, () => takeBack(page, past.seq), { key: `back ${past.seq}` }),
    ),
  );
}

// ---- an entry is corrected ----------------------------------------------------------------------

async function openMend(page, seq) {
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

const COUNTS = {
  figures: t`Figures left`,
  damage: t`Damage`,
  points: t`Victory points`,
  lore: t`Lore`,
  cards: t`Command cards in hand`,
  lore_cards: t`Lore cards in hand`,
};

// Which field of *command* is a hex that can be tapped.
function placeOf(command) {
  return ["to", "at"].find((field) => command && field in command) ?? null;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export function drawMend(page) {
  const { entry, fallen } = page.sheet;
  return sheet(
    page,
    t`Correct this entry`,
    el("p", { class: "lead" }, entry.line.text || "—"),
    fallen
      ? fallenPart(page, fallen)
      : [
          el(
            "p",
            { class: "explain" },
            entry.command?.do === "roll"
              ? t`Tap the die that lay otherwise, then its face. What came after is worked out again.`
              : t`The board shows how it was just before. What came after is worked out again.`,
          ),
          formOf(page, entry),
          el(
            "div",
            { class: "row foot" },
            button(t`Leave all as it was`, () => toLog(page), { key: "leave" }),
            button(t`Leave this entry out`, () => send(page, null), { key: "leave out" }),
          ),
        ],
  );
}

function formOf(page, { command, dice, choices }) {
  if (!command)
    return el(
      "p",
      { class: "explain" },
      t`It can only be left out. To do something else in its place, go back to it.`,
    );
  const draft = page.draft ?? command;
  const change = (next) => page.set({ draft: next });
  if (command.do === "roll") {
    const faces = page.draft?.faces ?? command.faces;
    return dicePad(faces, dice || command.faces.length, null, {
      change: (next) => change({ ...command, faces: next(page.draft?.faces ?? command.faces) }),
      confirm: (rolled) => send(page, { ...command, faces: rolled }),
    });
  }
  const field = placeOf(command);
  const numbers = Object.keys(COUNTS).filter((name) => typeof command[name] === "number");
  const buttons = choices.filter((choice) => !placeOf(choice.command));
  const text = choices.find((choice) => same(choice.command, draft))?.text;
  return [
    field &&
      el(
        "p",
        {},
        draft[field]
          ? t`Tap the right hex on the board. Chosen: ${draft[field]}.`
          : t`Tap the right hex on the board.`,
      ),
    numbers.map((name) =>
      stepper(COUNTS[name], draft[name], { change: (value) => change({ ...draft, [name]: value }) }),
    ),
    buttons.length > 0 &&
      el(
        "div",
        { class: "row wrap" },
        buttons.map((choice, n) => {
          const on = same(choice.command, draft);
          return button(choice.text, () => change(on ? null : choice.command), {
            kind: "toggle",
            key: `choice ${n}`,
            pressed: on ? "true" : "false",
          });
        }),
      ),
    (field || numbers.length > 0 || buttons.length > 0) &&
      el(
        "div",
        { class: "row" },
        button(text ? t`Correct: ${text}` : t`This is right`, () => send(page, draft), {
          kind: "primary grow",
          key: "mend",
          disabled: same(draft, command),
        }),
      ),
    !field &&
      !numbers.length &&
      !buttons.length &&
      el("p", { class: "explain" }, t`Nothing else was possible here: it can only be left out.`),
  ];
}

function fallenPart(page, { command, text, why, lost }) {
  return [
    el(
      "p",
      { role: "alert" },
      text ? t`After that this no longer holds: ${text}.` : t`After that a later entry no longer holds.`,
      " ",
      why,
    ),
    el(
      "p",
      { class: "explain" },
      t`With it ${count(lost, "entry", "entries")} would be taken back. Nothing has been done yet.`,
    ),
    el(
      "div",
      { class: "row" },
      button(t`Leave all as it was`, () => toLog(page), { key: "leave" }),
      button(t`Correct it and keep the log up to there`, () => send(page, command, { keep: true }), {
        kind: "primary grow",
        key: "keep",
      }),
    ),
  ];
}

async function send(page, command, { keep = false } = {}) {
  const { entry } = page.sheet;
  const answer = await page.correct({ seen: entry.seen, seq: entry.line.seq, command, keep });
  if (answer?.ok) toLog(page);
  else if (answer?.fallen) page.turnPage({ sheet: { ...page.sheet, fallen: { ...answer.fallen, command } } });
}

// A roll was corrected elsewhere, and a later entry stands in the way: *fallen*.
export async function showFallen(page, seq, fallen) {
  const entry = await fetchJson(page, `/past/entry?seq=${seq}`);
  if (entry) page.turnPage({ sheet: { name: "mend", entry, past: entry, fallen }, draft: null });
}

// A tap on the board while an entry is corrected: a hex, or the unit that stands there.
export function tappedInPast(page, hex) {
  const { entry } = page.sheet;
  if (page.sheet.name !== "mend" || !entry.command || page.sheet.fallen) return;
  const field = placeOf(entry.command);
  const choice = entry.choices.find(
    ({ command }) => (field ? command[field] : standsOn(entry.game, command)) === hex,
  );
  if (choice) page.set({ draft: choice.command });
  else if (field) page.set({ draft: placed(page.draft ?? entry.command, field, hex) });
}

function placed(command, field, hex) {
  const moved = { ...command, [field]: hex };
  if (command.do === "move") delete moved.through;
  if (command.do === "correct_unit" && !moved.figures) moved.figures = 1;
  return moved;
}

function standsOn(game, { target, unit }) {
  return game.units.find((each) => each.id === (target ?? unit))?.at ?? null;
}

export function litInPast(page) {
  const light = {
    moves: new Set(),
    targets: new Set(),
    ready: new Set(),
    selected: null,
    looked: null,
    place: null,
    through: [],
    marks: new Map(),
  };
  const { entry } = page.sheet;
  if (page.sheet.name !== "mend" || !entry.command) return light;
  const field = placeOf(entry.command);
  for (const { command } of entry.choices) {
    if (field) light.moves.add(command[field]);
    else if (command.target) light.targets.add(command.target);
    else if (command.unit) light.ready.add(command.unit);
  }
  const draft = page.draft ?? entry.command;
  light.selected = entry.command.target || field ? (entry.command.unit ?? null) : (draft.unit ?? null);
  light.looked = draft.target ?? null;
  light.place = field ? draft[field] : null;
  return light;
}
