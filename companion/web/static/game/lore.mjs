// Lore cards: the sheet that plays one, and the choice of the Lore Step.

/** @import { Command, DiscardSheet, LoreCard, LoreChoice, LoreDraft } from "../../types/page.js" */
/** @import { LoreSheet, LoreWait, Page, ScoreView, Seat, Verb } from "../../types/page.js" */
import { drawEffects, nameField } from "./builder.mjs";
import { button, explain, stack, stepper } from "../parts/dom.mjs";
import { icon, markGlyph, sideIcon } from "../parts/glyphs.mjs";
import { ownSeat, seatsOf } from "../parts/seats.mjs";
import { count, t } from "../parts/language.mjs";
import { verbText } from "./verbs.mjs";
import { listOf } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

const UNLISTED = "unlisted";
/** @type {LoreDraft} */
const FRESH = { cost: null, does: [], verb: null, name: "" };
const MOST_CARDS = 4; // must agree with rules/lore.py

/** @param {Page} page */
export function canPlayLore(page) {
  const { game } = page.view;
  return page.canPlay && game.has_lore_cards && game.step !== "set_up" && !game.winner;
}

// Whose card it is: this device's seat; on the tablet in the middle the one that was chosen, or acts.
/**
 * @param {Page} page
 * @param {LoreSheet} sheet
 */
const seatOf = (page, sheet) => ownSeat(page) ?? sheet.seat ?? page.view.game.active;

/**
 * @param {Page} page
 * @param {LoreSheet} sheet
 */
export function drawLoreSheet(page, sheet) {
  const { game, scenario } = page.view;
  const seat = seatOf(page, sheet);
  const score = game.scores[seat];
  const trouble = whyNot(score);
  const card = scenario.lore[seat].find((each) => each.id === sheet.card) ?? null;
  return h(
    "div",
    { class: "stack", "data-lore-of": seat },
    page.role === "both" &&
      h(
        "div",
        { class: "verbs" },
        seatsOf(game).map((each) =>
          button(
            [sideIcon(each), game.scores[each].name],
            () => page.set({ sheet: { name: "lore", seat: each }, draft: null }),
            { kind: "toggle", key: `lore of ${each}`, pressed: each === seat },
          ),
        ),
      ),
    explain(t`${score.lore} lore, ${count(score.lore_cards, "lore card")} in hand. One lore card a turn.`),
    trouble && h("p", { class: "trouble" }, trouble),
    card || sheet.card === UNLISTED ? cardForm(page, seat, card) : cardList(page, seat, score),
  );
}

/** @param {ScoreView} score */
function whyNot(score) {
  if (score.lore_played) return t`The lore card of this turn has been played.`;
  if (score.lore_barred) return t`The other side has barred lore cards this turn.`;
  return score.lore_cards === 0 ? t`There is no lore card in this hand.` : null;
}

/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {ScoreView} score
 */
function cardList(page, seat, score) {
  /** @param {LoreCard} card */
  const held = (card) => score.known_lore.includes(card.id);
  const order = [...page.view.scenario.lore[seat]].sort(
    (one, other) => Number(held(other)) - Number(held(one)),
  );
  /** @param {string} card */
  const choose = (card) => page.set({ sheet: { name: "lore", seat, card }, draft: null });
  return h(
    "div",
    { class: "cards" },
    order.map((card) =>
      button(
        [
          h(
            "span",
            {},
            h("b", {}, card.name),
            held(card) && h("span", { class: "tag" }, t`in hand`),
            isNow(card, score) ? null : h("span", { class: "tag not-now" }, t`not at this moment`),
          ),
          h("small", {}, card.summary),
          h(
            "small",
            {},
            costOf(page, card) === null ? t`Cost: look at your card` : t`Cost ${costOf(page, card)}`,
          ),
        ],
        () => choose(card.id),
        { kind: `lore-card ${held(card) ? "held" : ""}`, key: `lore ${card.id}`, "data-lore": card.id },
      ),
    ),
    button(t`A lore card that is not in this list…`, () => choose(UNLISTED), { key: "lore unlisted" }),
  );
}

/**
 * @param {LoreCard} card
 * @param {ScoreView} score
 */
const isNow = (card, score) =>
  card.windows.length === 0 || card.windows.some((each) => score.windows.includes(each));

// What it costs, as it is printed or as this table has told before; null where nobody knows.
/**
 * @param {Page} page
 * @param {LoreCard} card
 */
const costOf = (page, card) => card.cost ?? page.view.game.told_costs[card.id] ?? null;

// What is known of the card (null: it is in no list), and questions for the rest.
/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {LoreCard | null} card
 */
function cardForm(page, seat, card) {
  const draft = /** @type {LoreDraft | null} */ (page.draft) ?? FRESH;
  /** @param {Partial<LoreDraft>} part */
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  const cost = card && costOf(page, card);
  const asksCost = cost === null;
  const asksEffect = !card?.does.length;
  const isLate = card !== null && !isNow(card, page.view.game.scores[seat]);
  return h(
    "div",
    { class: "stack", "data-lore": card?.id ?? UNLISTED },
    card ? cardText(card, cost) : nameField(draft.name, (name) => change({ name })),
    isLate &&
      h(
        "p",
        { class: "note" },
        t`Now is not its moment. If that was earlier in this turn, the table goes back to it and plays on from there; what no longer fits is dropped.`,
      ),
    asksCost &&
      stepper(t`What it costs (it stands on the card)`, draft.cost, {
        key: "cost",
        change: (cost) => change({ cost }),
      }),
    card && !asksEffect
      ? h(
          "ul",
          { class: "does" },
          /** @type {Verb[]} */ (card.does).map((verb) => h("li", {}, verbText(verb, page.view.game))),
        )
      : [
          explain(t`What does it do? Say it as it stands on the card.`),
          drawEffects(page.view.game, draft, change, { lore: true }),
        ],
    h(
      "div",
      { class: "row foot" },
      button(t`Another card`, () => page.set({ sheet: { name: "lore", seat }, draft: null }), {
        key: "another",
      }),
      button(
        isLate ? t`Play it in its moment` : t`Play it`,
        () => page.actAndClose(command(seat, card, draft, { asksCost, asksEffect })),
        { kind: "primary grow", key: "play", disabled: !isSaid(draft, { asksCost, asksEffect }) },
      ),
    ),
  );
}

// Whether all has been said that is asked.
/**
 * @param {LoreDraft} draft
 * @param {{ asksCost: boolean; asksEffect: boolean }} asked
 */
function isSaid({ verb, cost, does }, { asksCost, asksEffect }) {
  return verb === null && !(asksCost && cost === null) && !(asksEffect && does.length === 0);
}

/**
 * @param {LoreCard} card
 * @param {number | null} cost
 */
function cardText(card, cost) {
  return h(
    "div",
    { class: "card-text" },
    h("b", {}, card.name),
    h("small", {}, card.summary),
    cost !== null && h("small", {}, t`Cost ${cost}. ${card.page}.`),
    doubt(card),
  );
}

/**
 * @param {Seat} seat
 * @param {LoreCard | null} card
 * @param {LoreDraft} draft
 * @param {{ asksCost: boolean; asksEffect: boolean }} asked
 * @returns {Command}
 */
function command(seat, card, { name, cost, does }, { asksCost, asksEffect }) {
  return card
    ? { do: "play_lore_card", seat, card: card.id, ...(asksCost && { cost }), ...(asksEffect && { does }) }
    : { do: "play_unlisted_lore_card", seat, name: name.trim() || t`A lore card`, cost: cost ?? 0, does };
}

/** @param {LoreCard} card */
function doubt(card) {
  return card.confidence === "certain" ? null : h("small", {}, t`Likely, not certain: your card is right.`);
}

// ---- the Lore Step ---------------------------------------------------------------------------

// Each choice, how many cards it draws and puts back, what it is called, and what it means.
/** @type {[LoreChoice, number, number, string, string][]} */
const CHOICES = [
  ["tokens", 0, 0, t`2 tokens`, t`Take 2 lore tokens.`],
  ["token_and_card", 1, 0, t`1 token and 1 card`, t`Take 1 lore token and draw a lore card.`],
  ["cards", 2, 1, t`2 cards, discard 1`, t`Draw 2 lore cards and discard one of your hand.`],
];

/**
 * @param {Page} page
 * @param {LoreWait} wait
 */
export function drawReplenish(page, wait) {
  const { seat } = wait;
  if (!seat) return null;
  const score = page.view.game.scores[seat];
  return stack(
    CHOICES.map(([choice, drawn, back, name, explanation]) => {
      const gone = Math.max(Math.min(back, score.lore_cards + drawn), score.lore_cards + drawn - MOST_CARDS);
      const act = () =>
        gone > 0 && score.known_lore.length > 0
          ? page.set({ sheet: { name: "discard", choice, gone, seat }, draft: [] })
          : page.act({ do: "replenish_lore", choice });
      const more = gone > back ? t` Four may stay: ${gone} of them go.` : "";
      return button([pictures(choice), h("b", {}, name), h("small", {}, explanation + more)], act, {
        kind: "choice-big",
        key: `replenish ${choice}`,
      });
    }),
  );
}

/** @param {LoreChoice} choice */
function pictures(choice) {
  /** @type {{ [choice in LoreChoice]: string[] }} */
  const parts = {
    tokens: ["lore", "lore"],
    token_and_card: ["lore", "lore_cards"],
    cards: ["lore_cards", "lore_cards"],
  };
  return h(
    "span",
    { class: "pictures" },
    parts[choice].map((mark) => icon(markGlyph(mark))),
  );
}

// Which of the cards that were told to the table have been discarded, so that the known hand stays right.
/**
 * @param {Page} page
 * @param {DiscardSheet} sheet
 */
export function drawDiscard(page, { choice, gone, seat }) {
  const { game, scenario } = page.view;
  const chosen = /** @type {string[] | null} */ (page.draft) ?? [];
  /** @param {string} id */
  const flip = (id) =>
    page.set({
      draft: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-gone),
    });
  /** @param {string} id */
  const name = (id) => scenario.lore[seat].find((card) => card.id === id)?.name ?? id;
  return stack(
    explain(
      t`Which cards do you discard? ${count(gone, "card goes", "cards go")}; leave out what you have just drawn.`,
    ),
    h(
      "div",
      { class: "row wrap" },
      game.scores[seat].known_lore.map((id) =>
        button(name(id), () => flip(id), {
          kind: "toggle",
          key: `discard ${id}`,
          pressed: chosen.includes(id),
        }),
      ),
    ),
    button(
      chosen.length ? t`Discard ${listOf(chosen.map(name))}` : t`None of these`,
      () => page.actAndClose({ do: "replenish_lore", choice, discards: chosen }),
      { kind: "primary", key: "discard" },
    ),
  );
}
