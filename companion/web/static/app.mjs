// The table's page: takes in views, draws them, and hands taps to the table.

/** @import { ComponentChildren } from "./vendor/preact.mjs" */
/** @import { Command, GameView, HeardNow, Hex, Page, Section, Sheet, Toast, Role } from "../types/page.js" */
import "./game/cards.mjs";
import "./setup/armies.mjs";
import "./setup/call_to_arms.mjs";
import "./setup/council.mjs";
import "./setup/setting.mjs";
import { drawAnswers, drawAsk, drawDetails, drawHeadline } from "./game/ask.mjs";
import { awake, keepAwake } from "./link/awake.mjs";
import { Board } from "./board/board.mjs";
import { changing } from "./parts/deadtaps.mjs";
import { drawBlows, drawOutcome } from "./game/blows.mjs";
import { placesOf, show } from "./parts/dom.mjs";
import { Drawing } from "./parts/render_loop.mjs";
import { entered } from "./game/dicereading.mjs";
import { areWorkedOff, drawErrands } from "./game/errands.mjs";
import { drawFar } from "./game/far.mjs";
import { readRules } from "./parts/glossary.mjs";
import { drawZoom, gridFor, inSight, zoomed } from "./board/zoom.mjs";
import { bringInSight, turnToAsked } from "./board/insight.mjs";
import { askBoard } from "./board/questions.mjs";
import { drawHand, drawHandBeside } from "./game/hand.mjs";
import { handIn, soon } from "./link/handing.mjs";
import { closesWithEscape, entersDice, keepFocus } from "./parts/keys.mjs";
import { drawRack } from "./open/rack.mjs";
import { connectPage, drawAlerts, hush, isPassing, say, sendOne } from "./link/page_shell.mjs";
import { showFallen, tappedInPast } from "./sheets/mend.mjs";
import { pastOf, pastSign, shownView } from "./sheets/history.mjs";
import { drawScores } from "./game/scores.mjs";
import { drawSheet } from "./sheets/sheets.mjs";
import { soundChanges } from "./voice/sounds.mjs";
import { Speaker } from "./voice/speaker.mjs";
import { drawNews, drawQuestion, drawState } from "./game/status.mjs";
import { drawTools } from "./game/tools.mjs";
import { isAnsweredOnBoard, lit, tapped } from "./board/touch.mjs";
import { asksAnew, bringsQuestion, leftOpen, tellsBelow } from "./board/turning.mjs";
import { mayAnswer, ofPlace, ownSeat, sitsNorth } from "./parts/seats.mjs";
import { fetched } from "./parts/send.mjs";
import { tryWays } from "./link/ways.mjs";
import { commands } from "./parts/words.mjs";
import { h } from "./vendor/preact.mjs";

const places = placesOf(
  "scores",
  "hand",
  "board",
  "state",
  "ask",
  "errands",
  "news",
  "tools",
  "spoken",
  "far",
);
const { role: told, section, camera, device = "" } = document.body.dataset;
const role = /** @type {Role} */ (told);
const place = /** @type {Section} */ (section); // at a side that several people share
const RULES_AFTER_MS = 3000; // the table first: they are a tenth of what comes
const HISTORY = ["log", "past", "back", "mend"]; // sheets that tell what has happened themselves

const NOTHING = /** @type {any} */ (null); // before anything has come from the table

// Everything the page knows, and what its parts may ask of it.
/** @type {Page} */
const page = {
  role,
  canPlay: role !== "watch",
  isMarshal: place === "left" || place === "right",
  hasCamera: camera === "yes",
  turned: sitsNorth({ role }),
  get canAnswer() {
    return mayAnswer(page.view, role, place);
  },
  view: NOTHING,
  grid: NOTHING,
  section: null, // of a large board, shown alone
  down: null,
  selected: null, // the unit that is to act
  looked: null, // the unit whose card is read
  place: null, // the hex whose card is read
  through: null, // the enemies' hexes that the chosen unit moves through; null: through nobody
  sure: false, // asked whether orders may be dropped
  sheet: location.hash === "#voice" ? { name: "voice" } : null, // where the home page sends people
  draft: null,
  dice: [],
  firstDie: null, // the die that was entered with the attack that it is for
  commit: null,
  anywhere: false, // the card orders one unit anywhere instead of its text
  links: null,
  ways: null,
  voice: null, // what is heard: who speaks, and the last sentences
  speaker: null, // this tablet as one that may speak
  awake,
  busy: false,
  isPhone: false,
  isFar: false, // the score and the question alone, large
  toAsk: false, // the keyboard's focus goes to what is asked

  // On a phone a sheet that is opened is shown from its beginning.
  set(part) {
    const isOpened = part.sheet && part.sheet.name !== page.sheet?.name;
    Object.assign(page, part);
    drawing.schedule();
    if (isOpened) showAsk();
  },
  open(name) {
    if (name === "tablets") {
      fetchLinks();
      tryWays(page);
    }
    page.set({
      sheet: page.sheet?.name === name ? null : /** @type {Sheet} */ ({ name }),
      draft: null,
      selected: null,
      looked: null,
      place: null,
      through: null,
    });
    if (page.sheet) page.toAsk = true;
  },
  // Show the rules *ids* (null: all of them); what lies open now can be gone back to.
  why(ids, from = page.sheet?.name === "rules" ? null : page.sheet) {
    page.set({ sheet: { name: "rules", ids, from }, looked: null, toAsk: true });
    showAsk();
  },
  act: (command) => handIn(page, { address: "/do", message: (seen) => ({ seen, command }), command }),
  async actWithDie(command, face) {
    page.set({ firstDie: face });
    const answer = await page.act(command);
    if (!answer?.ok) page.set({ firstDie: null });
    const { wait } = page.view.game;
    const all =
      wait.wait === "dice_wait" && answer?.ok ? entered(page.dice, wait.count, page.view.dice) : null;
    if (all) await page.act({ do: "roll", faces: all });
  },
  rollForMe: () => handIn(page, { address: "/roll", message: (seen) => ({ seen }) }),
  async actAndRoll(command) {
    const answer = await page.act(command);
    if (answer?.ok && page.view.game.wait.wait === "dice_wait") await page.rollForMe();
  },
  async actAndClose(command) {
    const answer = await page.act(command);
    if (answer?.ok) page.set({ sheet: null, draft: null });
  },
  async actAll(commands) {
    for (const command of commands) {
      const answer = await page.act(command);
      if (!answer?.ok) return;
    }
  },
  // Have another game laid out; the other side is asked where this one goes on.
  change: (wanted) => sendOne(page, "/home/change", wanted),
  // The past was otherwise: *command* (null: nothing) takes the place of entry *seq*.
  correct: ({ seen = null, seq, command, keep = false }) =>
    handIn(page, {
      address: "/correct",
      message: (newest) => ({ seen: seen ?? newest, seq, command, keep }),
      command,
      overrule: (overruled) => page.correct({ seen, seq, command: overruled, keep }),
    }),
  async rollAgain(roll, faces) {
    /** @type {Command} */
    const command = { do: "roll", faces };
    const answer = await page.correct({ seq: roll.seq, command });
    if (answer?.ok) page.set({ sheet: null, draft: null });
    else if (answer?.fallen) await showFallen(page, roll.seq, { ...answer.fallen, command });
  },
  redo: () => handIn(page, { address: "/redo", message: (seen) => ({ seen }) }),
  undo: (to, seen = null) =>
    handIn(page, { address: "/undo", message: (newest) => ({ seen: seen ?? newest, to }) }),
  answer: (question, choice) =>
    handIn(page, {
      address: "/answer",
      message: () => ({ question, choice, id: page.view?.question?.id ?? null }),
    }),
  settle: (offer, differences) =>
    handIn(page, { address: "/differences", message: () => ({ offer, differences }) }),
  lookAgain: (hexes) => handIn(page, { address: "/differences/look", message: () => ({ hexes }) }),
  tick: (id) => handIn(page, { address: "/errand", message: () => ({ id }) }),
  hush,
  // Show another sheet from its beginning, on a phone the board first where it is to be looked at.
  turnPage(part, { toBoard = false } = {}) {
    toTop();
    page.set({ ...part, toAsk: part.sheet.name !== page.sheet?.name });
    if (!toBoard) showAsk();
    else if (phone.matches) onceDrawn(() => changing(() => places.board.scrollIntoView({ block: "start" })));
  },
  onceDrawn: (then) => onceDrawn(then),
  retry: () => link.retry(),
  say,
};

// Quick taps on the board come out in order, each on what the one before has brought about.
let line = Promise.resolve();

/** @param {Hex} hex */
function tapBoard(hex) {
  const play = async () => {
    while (page.busy) await soon();
    if (pastOf(page)) tappedInPast(page, hex);
    else tapped(page, hex, page.view.game.units.find((unit) => unit.at === hex) ?? null);
  };
  line = line.then(play).catch((trouble) => console.error(trouble)); // the next tap counts all the same
}

// ---- drawing: after every change, but never under a finger -----------------------------------

const drawing = new Drawing(draw);

function draw() {
  drawAlerts(page);
  document.body.classList.toggle("is-lost", Boolean(page.down));
  if (!page.view) return;
  document.body.dataset.asks = page.view.game.wait.wait;
  const { scenario } = page.view;
  const focus = keepFocus(places.ask, places.tools);
  const shown = shownView(page);
  const isPast = shown !== page.view;
  document.body.classList.toggle("is-past", isPast);
  show(places.scores, drawScores(isPast ? { ...page, view: shown, canPlay: false } : page));
  show(places.hand, drawHand(page));
  show(places.far, drawFar(page));
  show(places.board, [
    pastSign(page),
    drawZoom(page),
    zoomed(
      page,
      h(Board, {
        grid: page.grid,
        game: shown.game,
        kinds: scenario.kinds,
        lit: lit(page),
        tapped: page.sheet?.name === "past" ? null : tapBoard,
        asks: isPast ? null : (what, hex) => askBoard(page, what, hex),
      }),
    ),
  ]);
  show(places.state, drawState(page));
  show(places.ask, page.sheet ? stage(page.sheet.name, drawSheet(page, page.sheet)) : drawAsked());
  show(places.errands, drawErrands(page));
  show(places.news, !HISTORY.includes(page.sheet?.name ?? "") && drawNews(page));
  show(places.tools, drawTools(page, isPast));
  focus.restore(page.toAsk);
  page.toAsk = false;
  if (page.isPhone) bringInSight(places);
  tell();
}

// For those who hear the page: what is asked and what happened, once, when it changes.
function tell() {
  const { question, log } = page.view;
  const news = page.voice?.sentences?.length ? null : log.findLast((line) => line.text)?.text; // captions say it
  const text = [news, question?.text ?? page.view.ask.headline].filter(Boolean).join(" ");
  show(places.spoken, text);
}

// What is asked, more about it on a stage that may scroll, and under it the answers, which never do.  A phone tells
// the rest below the board where that is tapped, of a battle its dice: what came of it is read first.
function drawAsked() {
  const answers = drawAnswers(page);
  const isBelow = tellsBelow(page);
  const areBelow = isBelow && page.canAnswer;
  const blows = drawBlows(page, !areBelow);
  const outcome = areBelow ? drawOutcome(page) : blows;
  const below = isBelow && [drawDetails(page), areBelow && blows].flat().filter(Boolean);
  return [
    drawQuestion(page),
    drawHeadline(page),
    stage("asked", [drawAsk(page), outcome, drawHandBeside(page), drawRack(page)]),
    below && below.length > 0 && h("div", { class: "stage below", key: "below" }, below),
    answers && h("div", { class: "answers", key: "answers" }, answers),
  ];
}

/**
 * @param {string} key
 * @param {ComponentChildren} content
 */
const stage = (key, content) => h("div", { class: "stage", key }, content);

// ---- taking in -----------------------------------------------------------------------------

/** @param {GameView} sent */
function takeIn(sent) {
  const view = ofPlace(sent, role, place);
  const asked = JSON.stringify(page.view?.game.wait);
  /** @type {Partial<Page>} */
  const part = { view, down: null };
  if (!page.grid || page.grid.rows.join() !== view.scenario.rows.join()) part.grid = gridFor(page, view);
  if (page.view?.seq !== view.seq) {
    Object.assign(part, { sure: false, looked: null, place: null, through: null });
    if (isPassing()) hush();
  }
  const isNew = asked !== JSON.stringify(view.game.wait);
  const turns = asksAnew(page, page.view, view);
  const isAsked = bringsQuestion(page, view);
  if (isNew) Object.assign(part, newAnswers(view), page.selected ? still(view) : {});
  const isDone = areWorkedOff(page, view);
  if (isDone) part.sheet = null;
  soundChanges(page.view, view);
  page.set(part);
  if (turns) turnTo(view);
  toast(view.toasts); // rather than what is asked, which stands there once the sheet is closed
  if (isAsked || isDone) showAsk();
}

// What has been said so far of what *view* asks anew.
/** @param {GameView} view */
function newAnswers(view) {
  const isRolled = view.game.wait.wait === "dice_wait" && page.firstDie !== null;
  return { dice: isRolled ? [page.firstDie] : [], firstDie: null, commit: null, anywhere: false };
}

// What the whole table is told is shown once; what was told before this page came is known.
/** @type {number | null} */
let newestToast = null;

/** @param {Toast[]} toasts */
function toast(toasts) {
  const last = toasts.at(-1);
  const isNew = newestToast !== null && last && last.id > newestToast;
  if (isNew) page.say(last.text, last.passes ? { passes: true } : { bad: true });
  newestToast = last?.id ?? 0;
}

// Sentences come often: the page is drawn anew only where something else has changed.
/** @param {HeardNow} voice */
function hear(voice) {
  page.speaker ??= new Speaker(page, device);
  /** @param {HeardNow} parts */
  const shown = ({ sentences, void: silenced, said, text, ...state }) => JSON.stringify(state);
  const isNew = !page.voice || shown(voice) !== shown(page.voice);
  page.voice = voice;
  page.speaker.take(voice);
  if (isNew) page.set({});
}

// What is asked anew is shown from its beginning; on a phone it lies under the board.
/** @param {GameView} view */
function turnTo(view) {
  page.set({ ...leftOpen(page.sheet), ...inSight(page, lit(page)) });
  toTop();
  if (page.sheet) {
    if (seated && page.canAnswer) page.say(view.ask.headline); // what stays open lies over what is asked
    return;
  }
  if (seated && page.canAnswer) showAsk();
  else if ((seated || isAnsweredOnBoard(view)) && phone.matches) changing(() => scrollTo({ top: 0 }));
  else if (!isAnsweredOnBoard(view)) showAsk();
}

function showAsk() {
  if (phone.matches) onceDrawn(() => changing(() => turnToAsked(places)));
}

const toTop = () => places.ask.querySelector(".stage")?.scrollTo({ top: 0 });

// What is drawn under a finger comes later than the next frame.
/** @param {() => void} then */
function onceDrawn(then) {
  requestAnimationFrame(() => (drawing.isWaiting ? onceDrawn(then) : then()));
}

const phone = matchMedia("(max-width: 640px) and (max-aspect-ratio: 1/1)");
const seated = ownSeat({ role }) !== null;
page.isPhone = phone.matches;
phone.addEventListener("change", () => {
  page.isPhone = phone.matches;
  if (page.view) page.set({ grid: gridFor(page, page.view) });
});

// A unit stays chosen as long as it can still do something.
/** @param {GameView} view */
function still(view) {
  return {
    selected: commands(view).some((command) => "unit" in command && command.unit === page.selected)
      ? page.selected
      : null,
  };
}

const link = connectPage(page, (message) => {
  if (message.kind === "view") takeIn(message.view);
  else if (message.kind === "voice") hear(message.voice);
});

async function fetchLinks() {
  page.set({ links: await fetched("/links") });
}

setTimeout(() => readRules().catch(() => {}), RULES_AFTER_MS); // so that they are here when the table is not
keepAwake(() => drawing.schedule());
closesWithEscape(page, places.tools);
entersDice(places.ask, () => {
  if (page.dice.length > 0) page.set({ dice: page.dice.slice(0, -1) });
});
