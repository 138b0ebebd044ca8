// Lore cards: the sheet that plays one, and the choice of the Lore Step.

/** @import { Command, DiscardSheet, LoreCard, LoreChoice, LoreDraft } from "../../types/page.js" */
/** @import { LoreSheet, LoreWait, Page, ReactWait, ScoreView, Seat, Verb } from "../../types/page.js" */
import { drawEffects, nameField, playText, stillToSay, toSay, whatItDoes } from "./builder.mjs";
import { choiceButton } from "../parts/choices.mjs";
import { button, explain, foot, row, stack, stepper } from "../parts/dom.mjs";
import { icon, markGlyph, sideIcon } from "../parts/glyphs.mjs";
import { panels } from "../parts/panels.mjs";
import { ownSeat, seatsOf } from "../parts/seats.mjs";
import { count, t } from "../parts/language.mjs";
import { councilText } from "../setup/council.mjs";
import { around, verbText } from "./verbs.mjs";
import { listOf } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

panels.set("lore_wait", { answers: drawReplenish });
panels.set("react_wait", { answers: drawReaction });

const UNLISTED = "unlisted";
/** @type {LoreDraft} */
const FRESH = { cost: null, does: [], verb: null, name: "" };

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
            () => page.turnPage({ sheet: { name: "lore", seat: each }, draft: null }),
            { kind: "toggle", key: `lore of ${each}`, pressed: each === seat },
          ),
        ),
      ),
    explain(t`${score.lore} lore, ${count(score.lore_cards, "lore card")} in hand. One lore card a turn.`),
    councilText(page, seat) && explain(h("b", {}, t`War Council: `), councilText(page, seat)),
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
  const { lore, lore_classes: classes } = page.view.scenario;
  const order = listed(lore[seat], score);
  /** @param {string} card */
  const choose = (card) => page.turnPage({ sheet: { name: "lore", seat, card }, draft: null });
  return h(
    "div",
    { class: "lore-tiles" },
    order.map((card) =>
      button(
        [
          h("b", {}, card.name),
          h(
            "span",
            { class: "lore-tags" },
            h("span", { class: "lore-cost" }, icon(markGlyph("lore")), shortCost(page, seat, card)),
            held(card) && h("span", { class: "tag" }, t`in hand`),
            classes[card.id] && h("span", { class: "tag plain" }, classes[card.id]),
            !isNow(card, score) && h("span", { class: "tag plain" }, t`not at this moment`),
          ),
          h("small", {}, card.summary),
        ],
        () => choose(card.id),
        {
          kind: `lore-card ${held(card) ? "held" : ""} ${isNow(card, score) ? "" : "late"}`,
          key: `lore ${card.id}`,
          label: [card.name, costText(page, seat, card), card.summary].join(". "),
          "data-lore": card.id,
        },
      ),
    ),
    button(t`A lore card that is not in this list…`, () => choose(UNLISTED), { key: "lore unlisted" }),
  );
}

// What can be played at this moment comes first, and of that, as of the rest, what is known to be in the hand.
/**
 * @param {LoreCard[]} cards
 * @param {ScoreView} score
 */
export function listed(cards, score) {
  /** @param {LoreCard} card */
  const rank = (card) => 2 * Number(isNow(card, score)) + Number(score.known_lore.includes(card.id));
  return [...cards].sort((one, other) => rank(other) - rank(one));
}

/**
 * @param {LoreCard} card
 * @param {ScoreView} score
 */
const isNow = (card, score) => !score.untimely.includes(card.id);

// What is printed on it as its cost, or what this table has told of that; null where nobody knows.
/**
 * @param {Page} page
 * @param {LoreCard} card
 */
const printedCost = (page, card) => card.cost ?? page.view.game.told_costs[card.id] ?? null;

// What it costs *seat*, in words.
/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {LoreCard} card
 */
export function costText(page, seat, card) {
  const cost = printedCost(page, card);
  const extra = page.view.game.scores[seat].extra_prices[card.id] ?? 0;
  if (cost === null)
    return extra > 0
      ? t`Cost: look at your card, and ${extra} more out of character`
      : t`Cost: look at your card`;
  return extra > 0 ? t`Cost ${cost + extra}: ${cost}, and ${extra} out of character` : t`Cost ${cost}`;
}

// The same on a tile: a number, with a question mark where nobody knows it.
/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {LoreCard} card
 */
function shortCost(page, seat, card) {
  const cost = printedCost(page, card);
  const extra = page.view.game.scores[seat].extra_prices[card.id] ?? 0;
  return cost === null ? (extra > 0 ? `? + ${extra}` : "?") : String(cost + extra);
}

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
  const asksCost = card === null || printedCost(page, card) === null;
  const asksEffect = !card?.does.length;
  const isLate = card !== null && !isNow(card, page.view.game.scores[seat]);
  const byHand = asksEffect && page.view.scenario.table_does;
  const missing = toSay(draft, { asksCost, asksEffect: asksEffect && !byHand });
  return h(
    "div",
    { class: "stack", "data-lore": card?.id ?? UNLISTED },
    card ? cardText(page, seat, card) : nameField(draft.name, (name) => change({ name })),
    isLate &&
      h(
        "p",
        { class: "note" },
        t`Now is not its moment. If that was earlier in this turn, the table goes back to it and plays on from there; what no longer fits is dropped.`,
      ),
    asksCost &&
      stepper(t`What it costs (it stands on the card)`, draft.cost, {
        key: "cost",
        typed: true,
        change: (cost) => change({ cost }),
      }),
    card && !asksEffect
      ? h(
          "ul",
          { class: "does" },
          /** @type {Verb[]} */ (card.does).map((verb) => h("li", {}, verbText(verb, around(page)))),
        )
      : [explain(whatItDoes(page)), drawEffects(around(page), draft, change, { lore: true })],
    foot(
      stillToSay(missing),
      button(t`Another card`, () => page.turnPage({ sheet: { name: "lore", seat }, draft: null }), {
        key: "another",
      }),
      button(
        isLate ? t`Play it in its moment` : playText(draft, { byHand, usual: t`Play it` }),
        () => page.actAndClose(command(seat, card, draft, { asksCost, asksEffect })),
        { kind: "primary grow", key: "play", disabled: missing.length > 0 },
      ),
    ),
  );
}

/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {LoreCard} card
 */
function cardText(page, seat, card) {
  return h(
    "div",
    { class: "card-text" },
    h("b", {}, card.name),
    h("small", {}, card.summary),
    amountText(page, seat, card),
    h("small", {}, `${costText(page, seat, card)}. ${card.page}.`),
    doubt(card),
  );
}

// What stands on the card and what it makes for this player; nothing where no amount stands on it.
/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {LoreCard} card
 */
function amountText(page, seat, card) {
  const amount = page.view.game.scores[seat].amounts[card.id];
  if (!amount) return null;
  const { printed, level, number } = amount;
  return h(
    "small",
    {},
    number === null
      ? t`So many: ${printed}.`
      : t`So many: ${printed}, which makes ${number} at your level ${level}.`,
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

// A Reaction is played as any Lore card, one a turn; or the moment passes.
/**
 * @param {Page} page
 * @param {ReactWait} wait
 */
function drawReaction(page, { seat }) {
  if (!seat) return null;
  const open = () => page.set({ sheet: { name: "lore", seat }, draft: null, toAsk: true });
  if (page.view.game.scores[seat].lore_played) {
    const goOn = () => page.act({ do: "decline" });
    return row(button(t`Go on`, goOn, { kind: "primary grow", key: "decline" }));
  }
  return row(
    button(t`Play a Reaction…`, open, { kind: "grow", key: "reaction" }),
    page.view.ask.choices.map((choice) => choiceButton(page, choice, "grow")),
  );
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
function drawReplenish(page, wait) {
  const { seat } = wait;
  if (!seat) return null;
  const score = page.view.game.scores[seat];
  return stack(
    CHOICES.map(([choice, drawn, back, name, explanation]) => {
      const most = score.most_lore_cards;
      const gone = Math.max(Math.min(back, score.lore_cards + drawn), score.lore_cards + drawn - most);
      const act = () =>
        gone > 0 && score.known_lore.length > 0
          ? page.set({ sheet: { name: "discard", choice, gone, seat }, draft: [] })
          : page.act({ do: "replenish_lore", choice });
      const more = gone > back ? t` At most ${most} may stay: ${gone} of them go.` : "";
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
    foot(
      button(
        chosen.length ? t`Discard ${listOf(chosen.map(name))}` : t`None of these`,
        () => page.actAndClose({ do: "replenish_lore", choice, discards: chosen }),
        { kind: "primary grow", key: "discard" },
      ),
    ),
  );
}
