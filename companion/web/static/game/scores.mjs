// Both sides' points, lore and cards, and how far the turn is: to be read from a chair.

/** @import { GameView, Page, ScoreView, Seat } from "../../types/page.js" */
import { farButton, fillButton } from "./far.mjs";
import { keyed } from "../parts/dom.mjs";
import { icon, markGlyph, sideIcon } from "../parts/glyphs.mjs";
import { count, t } from "../parts/language.mjs";
import { CAMPS, campPoints, campSeats, sideClass } from "../parts/seats.mjs";
import { campName, sideName, stepsOf } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";
import { turnOrder } from "../open/turnorder.mjs";

/** @param {Page} page */
export function drawScores(page) {
  const [own, other] = page.turned ? [...CAMPS].reverse() : CAMPS;
  return [camp(page, own), middle(page), camp(page, other)];
}

// A camp: its player, or its two players with what they have together.
/**
 * @param {Page} page
 * @param {Seat} name
 */
function camp(page, name) {
  const { game, scenario } = page.view;
  const seats = campSeats(game, name);
  if (seats.length === 1) return side(page, name);
  const points = campPoints(game, name);
  return h(
    "div",
    { class: `camp ${name}`, "data-camp": name, key: `camp ${name}` },
    seats.map((seat) => side(page, seat)),
    h(
      "p",
      { class: "camp-sum", role: "img", "aria-label": t`Together ${points} ${scenario.goal.long}` },
      h("b", {}, points),
      track(points, game.points_to_win),
    ),
  );
}

/**
 * @param {Page} page
 * @param {Seat} seat
 */
function side(page, seat) {
  const { game } = page.view;
  const score = game.scores[seat];
  const isAlone = campSeats(game, seat).length === 1;
  const active = game.active === seat && game.step !== "set_up" && !game.winner;
  const shown = [
    h(
      "span",
      { class: "score-name" },
      sideIcon(seat),
      h("span", {}, score.name),
      isAlone && track(score.points, game.points_to_win),
    ),
    h("span", { class: "points" }, score.points, isAlone && h("small", {}, page.view.scenario.goal.short)),
    h("span", { class: "lore" }, icon(markGlyph("lore")), h("b", {}, score.lore), h("small", {}, t`lore`)),
    game.has_lore_cards &&
      h(
        "span",
        { class: "lore-hand" },
        icon(markGlyph("lore_cards")),
        h("b", {}, score.lore_cards),
        h("small", {}, t`lore cards`),
      ),
    h("span", { class: "hand" }, icon(markGlyph("cards")), h("b", {}, score.cards), h("small", {}, t`cards`)),
  ];
  const place = {
    class: `score ${sideClass(seat)} ${active ? "active" : ""} ${game.has_lore_cards ? "with-lore-cards" : ""}`,
    ...keyed(`score ${seat}`),
    "data-seat": seat,
  };
  if (!page.canPlay)
    return h("div", { ...place, role: "img", "aria-label": spoken(page.view, score) }, shown);
  const correct = () => page.set({ sheet: { name: "score", seat }, draft: null, toAsk: true });
  return h(
    "button",
    {
      ...place,
      type: "button",
      "aria-label": t`${spoken(page.view, score)} Tap to correct.`,
      onClick: correct,
    },
    shown,
  );
}

// The step that is on: once nobody can be ordered or moved any more, that of the attacks that can be made.
/** @param {GameView} view */
export function stepNow({ game, ask }) {
  const commands = ask.choices.map(({ command }) => command);
  const isOver = !commands.some((each) => each.do === "move" || (each.do === "order" && !each.paid));
  return game.step === "order" && isOver && commands.some((each) => each.do === "attack")
    ? "attack"
    : game.step;
}

const SHORT = 8; // places that can be as large as a banner

// How far a side is on its way: a place for each point that wins.
/**
 * @param {number} points
 * @param {number} goal
 */
function track(points, goal) {
  return h(
    "span",
    { class: goal > SHORT ? "track long" : "track", "aria-hidden": "true", "data-taken": points },
    Array.from({ length: goal }, (_, place) => h("i", { class: place < points ? "taken" : "" })),
  );
}

/**
 * @param {GameView} view
 * @param {ScoreView} score
 */
function spoken({ game, scenario }, score) {
  const has = [`${score.points} ${scenario.goal.long}`, t`${score.lore} lore`, count(score.cards, "card")];
  if (game.has_lore_cards) has.push(count(score.lore_cards, "lore card"));
  return `${score.name}: ${has.join(", ")}.`;
}

/** @param {Page} page */
function middle(page) {
  const { game } = page.view;
  return h("div", { class: "turn" }, fillButton(), stage(page), game.step !== "set_up" && farButton(page));
}

// How far the game is: two or three things side by side.
/** @param {Page} page */
function stage({ view }) {
  const { game, scenario } = view;
  const now = stepNow(view);
  if (game.step === "set_up") return h("b", {}, t`Setting up`);
  if (game.winner) return h("b", {}, t`Won by ${campName(game, game.winner)}`);
  return [
    h("b", {}, t`Turn ${game.turn}`),
    turnOrder(view.game) ?? h("span", { class: "turn-who" }, sideName(game, game.active)),
    h(
      "ol",
      { class: "steps" },
      stepsOf(game, scenario).map(([step, name]) =>
        h("li", { class: step === now ? "now" : "", "aria-current": step === now ? "step" : null }, name),
      ),
    ),
  ];
}
