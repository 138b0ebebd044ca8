// Both sides' points, lore and cards, and how far the turn is: to be read from a chair.

import { el, fill } from "./dom.mjs";
import { icon, markGlyph, sideIcon } from "./glyphs.mjs";
import { sideName, stepsOf } from "./words.mjs";

export function drawScores(place, page) {
  const { game } = page.view;
  const seats = page.turned ? ["north", "south"] : ["south", "north"];
  fill(place, side(page, seats[0]), middle(game), side(page, seats[1]));
}

function side(page, seat) {
  const { game } = page.view;
  const score = game.scores[seat];
  const active = game.active === seat && game.step !== "set_up" && !game.winner;
  return el(
    "button",
    {
      type: "button", class: `score ${seat} ${active ? "active" : ""} ${game.has_lore_cards ? "with-lore-cards" : ""}`, "data-key": `score ${seat}`, "data-seat": seat,
      "aria-label": `${score.name}: ${score.points} of ${game.points_to_win} victory points, ${score.lore} lore, ${score.cards} cards${game.has_lore_cards ? `, ${score.lore_cards} lore cards` : ""}. Tap to correct.`,
      onclick: () => page.canPlay && page.set({ sheet: { name: "score", seat } }),
    },
    el("span", { class: "score-name" }, sideIcon(seat), el("span", {}, score.name)),
    el("span", { class: "points" }, score.points, el("small", {}, `of ${game.points_to_win} VP`)),
    el("span", { class: "lore" }, icon(markGlyph("lore")), el("b", {}, score.lore), el("small", {}, "lore")),
    game.has_lore_cards && el("span", { class: "lore-hand" }, icon(markGlyph("lore_cards")), el("b", {}, score.lore_cards), el("small", {}, "lore cards")),
    el("span", { class: "hand" }, icon(markGlyph("cards")), el("b", {}, score.cards), el("small", {}, "cards")),
  );
}

function middle(game) {
  if (game.step === "set_up") return el("div", { class: "turn" }, el("b", {}, "Setting up"));
  if (game.winner) return el("div", { class: "turn" }, el("b", {}, `Won by ${sideName(game, game.winner)}`));
  return el(
    "div",
    { class: "turn" },
    el("b", {}, `Turn ${game.turn}`),
    el("span", { class: "turn-who" }, sideName(game, game.active)),
    el("ol", { class: "steps" }, stepsOf(game).map(([step, name]) => el("li", { class: step === game.step ? "now" : "", "aria-current": step === game.step ? "step" : null }, name))),
  );
}
