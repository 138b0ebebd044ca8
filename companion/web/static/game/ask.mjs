// What the game waits for, in words, with the buttons that answer it.

/** @import { AbilityText, AskChoice, CommitWait, Face } from "../../types/page.js" */
/** @import { Page, SetUpWait, StepperOptions } from "../../types/page.js" */
import { choiceButton, isPlace, sharedStart } from "../parts/choices.mjs";
import { drawAttack } from "./attack.mjs";
import { dicePad } from "./dice.mjs";
import { button, explain, keyed, row, stack, stepper } from "../parts/dom.mjs";
import { afterGame, gameOver } from "./gameover.mjs";
import { whyButton } from "../parts/glossary.mjs";
import { faceGlyph, icon, sideIcon } from "../parts/glyphs.mjs";
import { isOfRack } from "../open/rack.mjs";
import { panels } from "../parts/panels.mjs";
import { drawOdds, oddsOf } from "./odds.mjs";
import { drawPlacing, drawStarts } from "./placing.mjs";
import { t } from "../parts/language.mjs";
import { ownSeat, sideClass } from "../parts/seats.mjs";
import { tellsBelow } from "../board/turning.mjs";
import { chosen } from "./unitcard.mjs";
import { FACES, abilityCard } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

// What is answered otherwise than by choosing: dice, numbers of dice, cards in hand; or with a question back.
panels.set("orders_wait", { answers: (page) => drawAttack(page) ?? endMainPhase(page) });
panels.set("extra_attack_wait", { answers: (page) => drawAttack(page) ?? drawChoices(page) });
panels.set("dice_wait", {
  answers: (page, wait) => {
    const roll = (/** @type {Face[]} */ faces) => page.act({ do: "roll", faces });
    return stack(
      fightOdds(page),
      dicePad(page.dice, wait.count, page.view.dice, {
        scenario: page.view.scenario,
        change: (next) => page.set({ dice: next(page.dice) }),
        confirm: roll,
        full: roll,
        rollForMe: page.rollForMe,
      }),
    );
  },
});
panels.set("commit_wait", {
  stage: (page, wait) => (isListed(page) ? abilities(page, wait) : commit(page, wait)),
  answers: (page, wait) => (isListed(page) ? outcomes(page) : commitButton(page, wait)),
});
panels.set("over_wait", { stage: gameOver, answers: afterGame });
panels.set("set_up_wait", {
  stage: (page, wait) => drawPlacing(page) ?? standInNote(page, wait),
  answers: (page, wait) => drawStarts(page, wait) ?? start(page, wait),
});

// The chances of the roll that is awaited.
/** @param {Page} page */
function fightOdds(page) {
  const { fight } = page.view.game;
  return fight && drawOdds(oddsOf(page, fight.attacker, fight.target));
}

// Whether somebody else is asked.
/** @param {Page} page */
export function isWaiting({ canPlay, canAnswer, view }) {
  return canPlay && !canAnswer && !view.game.winner;
}

/** @param {Page} page */
function headline(page) {
  const { game, ask } = page.view;
  const { seat } = game.wait;
  return isWaiting(page) && seat && seat !== ownSeat(page) ? t`Waiting for ${ask.who}` : ask.headline;
}

// What is asked, in a line or two that never scroll.
/** @param {Page} page */
export function drawHeadline(page) {
  const { seat } = page.view.game.wait;
  return h(
    "div",
    { class: "asked-head", key: "headline" },
    h("h2", {}, seat ? sideIcon(seat) : null, headline(page), whyButton(page, page.view.rules, "asked")),
  );
}

// More about what is asked, and what is to be looked through for an answer.
// *page* is the page's state and its doings: see app.mjs.
/** @param {Page} page */
export function drawAsk(page) {
  const { game, ask } = page.view;
  const { seat, wait } = game.wait;
  const isReading = !tellsBelow(page) && (page.looked || page.place);
  const told = [ask.about, ask.sum && `${ask.sum}.`, page.canAnswer && hint(page)].filter(Boolean).join(" ");
  return h(
    "div",
    { class: `ask-body ${seat ? sideClass(seat) : ""}`, "data-wait": wait },
    isWaiting(page) && headline(page) !== ask.headline && h("p", { class: "lead" }, ask.headline),
    !isReading && told && explain(told),
    !tellsBelow(page) && drawDetails(page),
  );
}

// What the one who is asked is to do; of a unit that is chosen what its hexes mean, where it may battle from some.
/** @param {Page} page */
function hint({ view, selected }) {
  /** @param {AskChoice} choice */
  const rests = ({ command, warning }) => command.do === "move" && command.unit === selected && warning;
  return view.ask.choices.some(rests)
    ? t`Tap a lit hex to move it. Where the dot is hollow it will not battle this turn.`
    : view.ask.hint;
}

// The card of what was tapped, and what is to be looked through for an answer.
/** @param {Page} page */
export function drawDetails(page) {
  const { game } = page.view;
  const { wait } = game.wait;
  return [
    chosen(page),
    (page.canAnswer || wait === "over_wait") && panels.get(wait)?.stage?.(page, game.wait),
    game.step === "set_up" && page.canPlay && waysOut(page),
  ];
}

// To the steps of the set-up, and to another game as long as nothing has been done.
/** @param {Page} page */
function waysOut(page) {
  return row(
    h("a", { class: "button grow", href: "/start", ...keyed("get ready") }, t`Get ready, step by step`),
    page.view.seq === 0 &&
      h("a", { class: "button grow", href: "/home#new", ...keyed("another game") }, t`Another game…`),
  );
}

// What can be answered, always whole; null where there is nothing, or not for this device.
/** @param {Page} page */
export function drawAnswers(page) {
  const { wait } = page.view.game;
  if (!page.canAnswer && wait.wait !== "over_wait") return null;
  const panel = panels.get(wait.wait);
  return (panel ? panel.answers?.(page, wait) : drawChoices(page)) || null;
}

const PLACES = 6; // of more places than that only the one that was tapped has a button
const STACKED = 4; // more choices than that share lines
const LONG = 20; // letters of a choice of which two share one, not four

// The choices that have a button: not those for which a unit is chosen on the board first or a card on the rack,
// and of many places only what can be done at the one that was tapped.
/** @param {Page} page */
function withButtons(page) {
  const { view, place } = page;
  const open = view.ask.choices.filter((each) => !(each.unit && each.hex) && !isOfRack(page, each));
  if (open.filter(isPlace).length <= PLACES) return open;
  return open.filter((choice) => !isPlace(choice) || choice.hex === place);
}

/** @param {Page} page */
export function drawChoices(page) {
  const choices = withButtons(page);
  if (choices.length === 0) return null;
  const isMany = choices.length > STACKED;
  const shared = isMany
    ? sharedStart(choices.filter((each) => !isDecline(each)).map(({ label }) => label))
    : "";
  const doing = choices.filter((choice) => !isDecline(choice));
  const isLong = choices.some(({ label }) => label.length - shared.length > LONG);
  const usual = choices.find((choice) => choice.is_usual) ?? (doing.length === 1 ? doing[0] : null);
  return h(
    "div",
    { class: `row wrap ${isMany ? "many" : ""} ${isLong ? "long" : ""}` },
    choices.map((choice) =>
      choiceButton(page, choice, choice === usual ? "primary grow" : "grow", isDecline(choice) ? "" : shared),
    ),
  );
}

/** @param {AskChoice} choice */
const isDecline = ({ command }) => command.do === "decline";

// Orders that are left are dropped only by somebody who has been asked.
/** @param {Page} page */
function endMainPhase(page) {
  const { choices } = page.view.ask;
  const end = choices.find(({ command }) => command.do === "end_main_phase");
  if (!end) return null;
  const act = () => page.act(end.command);
  if (page.sure && end.warning) {
    return h(
      "div",
      { class: "stack" },
      h("p", {}, t`${end.warning} End the turn all the same?`),
      row(
        button(t`End it`, act, { kind: "primary grow", key: "end for sure" }),
        button(t`Go on`, () => page.set({ sure: false })),
      ),
    );
  }
  const ask = () => (end.warning ? page.set({ sure: true }) : act());
  return h(
    "div",
    { class: "row" },
    button(end.label, ask, { kind: choices.length < 2 ? "primary grow" : "grow", key: "end" }),
  );
}

// The banners of the learning scenario that can be laid by one tap, where nobody has the rulebook's diagram.
/**
 * @param {Page} page
 * @param {SetUpWait} wait
 */
function standIns({ view }, wait) {
  const placed = Object.keys(view.game.banners);
  return (view.scenario.banners?.stand_in ?? [])
    .filter((hex) => !placed.includes(hex))
    .slice(0, wait.banners);
}

/**
 * @param {Page} page
 * @param {SetUpWait} wait
 */
function standInNote(page, wait) {
  if (standIns(page, wait).length === 0) return null;
  return explain(
    t`The hexes of that diagram are not known to this program. If you do not have the rulebook at hand, use our own choice instead.`,
  );
}

/**
 * @param {Page} page
 * @param {SetUpWait} wait
 */
function start(page, wait) {
  const own = standIns(page, wait);
  const begins = page.view.ask.choices.find(({ command }) => command.do === "start_game");
  return stack(
    own.length > 0 &&
      button(t`Use our own choice: ${own.join(", ")}`, () =>
        page.actAll(own.map((at) => ({ do: "place_banner", at }))),
      ),
    page.view.ask.choices
      .filter(({ command }) => command.do === "choose_first")
      .map((choice) => choiceButton(page, choice, "grow")),
    button(begins?.label ?? t`Start the game`, () => page.act({ do: "start_game" }), {
      kind: "primary grow",
      key: "Start the game",
      disabled: wait.banners > 0,
    }),
  );
}

const LISTED = 4; // ways to commit dice that stand side by side, each with what comes of it

/** @param {Page} page */
const isListed = ({ view }) => view.ask.choices.length <= LISTED;

// What the abilities say to which dice may go.
/**
 * @param {Page} page
 * @param {CommitWait} wait
 */
function abilities({ view }, wait) {
  return Object.keys(wait.most).map((ability) => abilityText(abilityCard(view.scenario, ability)));
}

// Each way to commit the dice, the usual one first.
/** @param {Page} page */
function outcomes(page) {
  const choices = [...page.view.ask.choices].sort(
    (one, other) => Number(other.is_usual) - Number(one.is_usual),
  );
  return stack(
    choices.map((choice) =>
      button([h("b", {}, choice.label), h("small", {}, choice.does)], () => page.act(choice.command), {
        kind: choice.is_usual ? "primary told" : "told",
        key: `commit ${choice.label}`,
      }),
    ),
  );
}

/**
 * @param {Page} page
 * @param {CommitWait} wait
 */
function commit(page, wait) {
  const { scenario } = page.view;
  const chosenDice = page.commit ?? wait.usual;
  /**
   * @param {string} ability
   * @param {number} number
   */
  const change = (ability, number) =>
    page.set({
      commit: {
        ...Object.fromEntries(Object.keys(wait.most).map((each) => [each, chosenDice[each] ?? 0])),
        [ability]: number,
      },
    });
  return stack(
    Object.entries(wait.most).map(([ability, most]) =>
      commitRow(abilityCard(scenario, ability), chosenDice[ability] ?? 0, {
        most,
        key: ability,
        change: (number) => change(ability, number),
      }),
    ),
  );
}

/**
 * @param {Page} page
 * @param {CommitWait} wait
 */
function commitButton(page, wait) {
  const chosenDice = page.commit ?? wait.usual;
  const choice = page.view.ask.choices.find(
    ({ command }) => command.do === "commit" && sameDice(command.dice ?? {}, chosenDice),
  );
  return button(
    [h("b", {}, choice?.label ?? t`Commit these dice`), choice?.does && h("small", {}, choice.does)],
    () =>
      page.act({
        do: "commit",
        dice: Object.fromEntries(Object.entries(chosenDice).filter(([, number]) => number > 0)),
      }),
    { kind: "primary told", key: "commit" },
  );
}

/**
 * @param {AbilityText} card
 * @param {number} value
 * @param {StepperOptions} options
 */
function commitRow(card, value, options) {
  return h(
    "div",
    { class: "ability" },
    abilityText(card),
    stepper(card.face ? t`${FACES[card.face]} dice, ${options.most} rolled` : card.name, value, options),
  );
}

/** @param {AbilityText} card */
function abilityText({ face, name, text }) {
  return h("p", { class: "ability-text" }, face && icon(faceGlyph(face)), " ", h("b", {}, name), ` ${text}`);
}

/**
 * @param {{ [ability: string]: number }} one
 * @param {{ [ability: string]: number }} other
 */
const sameDice = (one, other) =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => (one[name] ?? 0) === (other[name] ?? 0));
