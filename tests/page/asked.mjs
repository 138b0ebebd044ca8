// The page of whoever is asked, as tests draw it: three units, and what is offered.

import { answering, scenes, writingPage } from "./drawn.mjs";
import { grid, offer, unit, view } from "./made.mjs";

const { drawAnswers, drawAsk, drawHeadline } = await import("../../companion/web/static/game/ask.mjs");

const CARD = {
  move: 2,
  combat: 3,
  range: [1, 4],
  traits: ["infantry", "odd"],
  abilities: [
    { name: "Bold", number: 2, summary: "Stays.", page: "RB p. 3", confidence: "likely" },
    { name: "Swift", number: 1, summary: "Runs.", page: "RB p. 4", confidence: "unknown" },
  ],
  confidence: "certain",
  page: "Ref p. 1",
};
export const OWN = unit("guard-1", "A1", { ordered: true, dice: 2, card: CARD, tramples: true });
export const FOE = unit("reaver-1", "B2", {
  seat: "north",
  dice: 3,
  card: { ...CARD, range: null, traits: [] },
});
export const LOST = unit("guard-2", null, {
  dice: 1,
  card: { ...CARD, move: null, combat: null, confidence: "likely" },
});

// The page of the south, who is asked.
export const asked = (part = {}, shown = {}, more = {}, own = {}) =>
  answering(
    writingPage({
      view: view({ units: [OWN, FOE, LOST], ...part }, own, shown),
      role: "south",
      grid: grid(),
      canPlay: true,
      canAnswer: true,
      isPhone: false,
      turned: false,
      selected: null,
      looked: null,
      place: null,
      through: null,
      sure: false,
      sheet: null,
      draft: null,
      dice: [],
      commit: null,
      anywhere: false,
      voice: null,
      hasCamera: false,
      awake: { on: true, badge: "awake", text: "stays awake" },
      ...more,
    }),
  );

export const asking = (choices, more = {}) => ({
  ask: {
    headline: "What now?",
    about: "About it.",
    hint: "Tap.",
    sum: "7 in all",
    who: "Ana",
    choices,
    places: [],
    ...more,
  },
});
export const drawn = (page) => [drawHeadline(page), drawAsk(page), drawAnswers(page)];
export const all = (pages, draw = drawn) =>
  scenes(Object.entries(pages).map(([name, page]) => [name, draw(page), page]));

export const attack = (unit, part = {}) => offer({ do: "attack", unit, target: "reaver-1" }, part);
