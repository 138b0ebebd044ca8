// The wall screen: what everybody may see, to be read from the sofa.  Nothing on it is tapped.

/** @import { GameView, HeardSentence, Seat } from "../types/page.js" */
import { keepAwake } from "./link/awake.mjs";
import { Board } from "./board/board.mjs";
import { placesOf, show } from "./parts/dom.mjs";
import { faceGlyph, icon, markGlyph, sideIcon } from "./parts/glyphs.mjs";
import { rolled } from "./game/blows.mjs";
import { rackTiles } from "./open/rack.mjs";
import { turnOrder } from "./open/turnorder.mjs";
import { Grid } from "./board/grid.mjs";
import { unlit } from "./board/light.mjs";
import { connect } from "./link/link.mjs";
import { drawNotices } from "./parts/notices.mjs";
import { t } from "./parts/language.mjs";
import { areAllied, campPoints, campSeats } from "./parts/seats.mjs";
import { campName, stepsOf } from "./parts/words.mjs";
import { h } from "./vendor/preact.mjs";

const places = placesOf("lost", "notices", "scores", "board", "strip", "wait", "result", "caption");
const LONG_NAME = 14; // letters; longer ones are smaller, and take two lines
const LONG_WAIT = 44;
const WRONG = ["out_of_step", "camera_lost", "not_kept"];
/** @type {GameView | null} */
let view = null;
/** @type {string | null} */
let heard = null; // what has been said last, of the newest act
let lastSaid = 0; // its number
/** @type {string | null} */
let told = null; // what the table was told of itself just now: a setting, somebody who has come
const TOLD = 8000; // ms for which that stands in place of what happened
/** @type {ReturnType<typeof setTimeout> | undefined} */
let passing;

/** @param {GameView} view */
function draw(view) {
  const { game, scenario, table, question } = view;
  show(places.notices, drawNotices(view.notices));
  show(places.scores, [score(view, "north"), turn(view), score(view, "south")]);
  show(
    places.board,
    h(Board, {
      grid: new Grid(scenario.rows, scenario.section_lines, { turned: false, onSide: false }),
      game,
      kinds: scenario.kinds,
      lit: unlit(),
      tapped: null,
    }),
  );
  const strip = [turnOrder(game), rackTiles(view)].filter((part) => part !== null);
  show(places.strip, strip.length > 0 && strip);
  const isWrong = WRONG.includes(table.state) && !question;
  places.wait.classList.toggle("wrong", isWrong);
  places.wait.classList.toggle("asks", Boolean(question));
  const asked = question?.text ?? (isWrong ? table.text : view.ask.headline);
  places.wait.classList.toggle("long", asked.length > LONG_WAIT);
  show(places.wait, asked);
  show(places.result, result(view));
  const news = rolled(view.blows).length > 0 ? "" : view.log.findLast((line) => line.text)?.text;
  show(places.caption, told ?? heard ?? news ?? "");
}

// The last blow, as long as it is the last act.
/** @param {GameView} view */
function result(view) {
  const [blow] = rolled(view.blows);
  if (!blow) return null;
  return [
    ...blow.dice.map(({ face, did, is_used: isUsed }, n) =>
      h(
        "span",
        { class: isUsed ? "wall-die" : "wall-die idle", key: n },
        icon(faceGlyph(face), `die-icon ${face}`),
        h("small", {}, did),
      ),
    ),
    h("span", { class: "wall-lines", key: "lines" }, blow.lines.join(". ")),
  ];
}

/**
 * @param {GameView} view
 * @param {Seat} seat
 */
function score({ game, scenario }, seat) {
  const own = campSeats(game, seat).map((each) => game.scores[each]);
  const name = own.map((each) => (own.length > 1 ? `${each.name} ${each.points}` : each.name)).join(" · ");
  const isActive = areAllied(game.active, seat) && game.step !== "set_up" && !game.winner;
  return h(
    "div",
    { class: `wall-score ${seat} ${isActive ? "active" : ""}` },
    h(
      "p",
      { class: name.length > LONG_NAME ? "wall-name long" : "wall-name" },
      sideIcon(seat),
      h("span", {}, name),
    ),
    h("p", { class: "wall-points" }, campPoints(game, seat), h("small", {}, scenario.goal.short)),
    h(
      "p",
      { class: "wall-lore" },
      icon(markGlyph("lore")),
      t`${own.map((each) => each.lore).join(" + ")} lore`,
    ),
  );
}

/** @param {GameView} view */
function turn({ game, scenario }) {
  if (game.step === "set_up") return h("p", { class: "wall-turn" }, h("b", {}, t`Setting up`));
  if (game.winner)
    return h("p", { class: "wall-turn" }, h("b", {}, t`Won by ${campName(game, game.winner)}`));
  const [, step] = stepsOf(game, scenario).find(([name]) => name === game.step) ?? [null, ""];
  return h("p", { class: "wall-turn" }, h("b", {}, t`Turn ${game.turn}`), h("span", {}, step));
}

// Show *text* for a while; then again what happened in the game.
/** @param {string} text */
function tell(text) {
  clearTimeout(passing);
  told = text;
  passing = setTimeout(() => {
    told = null;
    if (view) draw(view);
  }, TOLD);
}

/** @param {GameView} shown */
function takeIn(shown) {
  const toast = shown.toasts.at(-1);
  if (view && toast && toast.id !== view.toasts.at(-1)?.id)
    tell(toast.text); // the first view's are known
  else if (view?.seq !== shown.seq && view?.toasts.at(-1)?.passes) told = null;
  if (view?.seq !== shown.seq) heard = null;
  view = shown;
}

// The table sends its last sentences again and again: each is new once.
/** @param {HeardSentence | undefined} said */
function hear(said) {
  if (!said || said.number === lastSaid) return;
  heard = said.text;
  lastSaid = said.number;
}

connect(
  "wall",
  (message) => {
    const isLost = message.kind === "down";
    show(places.lost, isLost && t`No connection to the table. What you see may be old.`);
    if (message.kind === "out") location.assign("/");
    if (message.kind === "anew") location.reload();
    if (message.kind === "view") takeIn(message.view);
    if (message.kind === "voice") hear(message.voice.sentences.at(-1));
    if (view) draw(view);
  },
  "/events?wall",
);
keepAwake(() => {});
