// The wall screen: what everybody may see, to be read from the sofa.  Nothing on it is tapped.

import { keepAwake } from "./awake.mjs";
import { drawBoard } from "./board.mjs";
import { el, fill } from "./dom.mjs";
import { icon, markGlyph, sideIcon } from "./glyphs.mjs";
import { Grid } from "./grid.mjs";
import { connect } from "./link.mjs";
import { drawNotices } from "./notices.mjs";
import { t } from "./tongue.mjs";
import { sideName, stepsOf } from "./words.mjs";

const places = Object.fromEntries(
  ["lost", "notices", "scores", "board", "wait", "caption"].map((id) => [id, document.getElementById(id)]),
);
const DARK = {
  moves: new Set(),
  targets: new Set(),
  ready: new Set(),
  selected: null,
  looked: null,
  place: null,
  through: [],
};
const WRONG = ["out_of_step", "camera_lost", "not_kept"];
let view = null;
let heard = null; // what has been said last

function draw() {
  const { game, scenario, table, question } = view;
  drawNotices(places.notices, view.notices);
  fill(places.scores, score(game, "north"), turn(game), score(game, "south"));
  fill(
    places.board,
    drawBoard(
      new Grid(scenario.rows, scenario.section_lines, { turned: false, onSide: false }),
      game,
      scenario.kinds,
      DARK,
      null,
    ),
  );
  const isWrong = WRONG.includes(table.state) && !question;
  places.wait.classList.toggle("wrong", isWrong);
  places.wait.classList.toggle("asks", Boolean(question));
  say(places.wait, question?.text ?? (isWrong ? table.text : view.ask.headline));
  say(places.caption, heard ?? view.log.findLast((line) => line.text)?.text ?? "");
}

// Text that stays the same is not written anew: a screen reader would say it again.
function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function score(game, seat) {
  const own = game.scores[seat];
  const isActive = game.active === seat && game.step !== "set_up" && !game.winner;
  return el(
    "div",
    { class: `wall-score ${seat} ${isActive ? "active" : ""}` },
    el("p", { class: "wall-name" }, sideIcon(seat), own.name),
    el("p", { class: "wall-points" }, own.points, el("small", {}, t`of ${game.points_to_win} VP`)),
    el("p", { class: "wall-lore" }, icon(markGlyph("lore")), t`${own.lore} lore`),
  );
}

function turn(game) {
  if (game.step === "set_up") return el("p", { class: "wall-turn" }, el("b", {}, t`Setting up`));
  if (game.winner)
    return el("p", { class: "wall-turn" }, el("b", {}, t`Won by ${sideName(game, game.winner)}`));
  const [, step] = stepsOf(game).find(([name]) => name === game.step) ?? [null, ""];
  return el("p", { class: "wall-turn" }, el("b", {}, t`Turn ${game.turn}`), el("span", {}, step));
}

connect(
  "wall",
  ({ kind, voice, ...told }) => {
    places.lost.hidden = kind !== "down";
    places.lost.textContent = kind === "down" ? t`No connection to the table. What you see may be old.` : "";
    if (kind === "out") location.assign("/");
    if (kind === "view") {
      const former = view?.toasts.at(-1)?.id ?? 0;
      view = told.view;
      const toast = view.toasts.at(-1);
      if (toast && toast.id !== former) heard = toast.text;
    }
    if (kind === "voice") heard = voice.sentences.at(-1)?.text ?? heard;
    if (view) draw();
  },
  "/events?wall",
);
keepAwake(() => {});
