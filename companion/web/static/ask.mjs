// What the game waits for, in words, with the buttons that answer it.

import { button, el, stepper } from "./dom.mjs";
import { dicePad } from "./dice.mjs";
import { faceGlyph, icon, sideIcon } from "./glyphs.mjs";
import { whyButton } from "./glossary.mjs";
import { groundLine, placeCard } from "./hexsheet.mjs";
import { drawReplenish } from "./lore.mjs";
import { panels } from "./panels.mjs";
import { count, t } from "./tongue.mjs";
import { setUp as drawSetUp } from "./setting.mjs";
import { FACES, TRAITS, abilityCard, inWords, listOf, sideName } from "./words.mjs";

// What is answered otherwise than by choosing: dice, numbers of dice, cards in hand; or with a question back.
panels.set("card_wait", cards);
panels.set("orders_wait", (page) => attack(page) ?? endMainPhase(page));
panels.set("extra_attack_wait", (page) => attack(page) ?? drawChoices(page));
panels.set("dice_wait", (page, wait) =>
  dicePad(page.dice, wait.count, page.view.dice, {
    change: (next) => page.set({ dice: next(page.dice) }),
    confirm: (faces) => page.act({ do: "roll", faces }),
  }),
);
panels.set("commit_wait", commit);
panels.set("lore_wait", drawReplenish);
panels.set("over_wait", gameOver);
panels.set("set_up_wait", (page, wait) => drawSetUp(page, wait) ?? setUp(page, wait));

// *page* is the page's state and its doings: see app.mjs.
export function drawAsk(page) {
  const { game, ask, rules } = page.view;
  const { seat, wait } = game.wait;
  const isReading = page.looked || page.selected || page.place;
  const told = [ask.about, page.canAnswer && ask.hint].filter(Boolean).join(" ");
  return el(
    "div",
    { class: `ask-body ${seat ?? ""}`, "data-wait": wait },
    el("h2", {}, seat ? sideIcon(seat) : null, ask.headline, whyButton(page, rules, "asked")),
    !isReading && told && el("p", { class: "explain" }, told),
    game.step === "set_up" &&
      page.canPlay &&
      el("a", { class: "button", href: "/start", "data-key": "get ready" }, t`Get ready, step by step`),
    chosen(page),
    page.canAnswer && (panels.get(wait)?.(page, game.wait) ?? drawChoices(page)),
  );
}

// A button for each choice but those for which a unit is chosen on the board first.
function drawChoices(page) {
  const choices = page.view.ask.choices.filter(({ unit, hex }) => !(unit && hex));
  if (choices.length === 0) return null;
  const doing = choices.filter(({ command }) => command.do !== "decline");
  const usual = choices.find((choice) => choice.is_usual) ?? (doing.length === 1 ? doing[0] : null);
  return el(
    "div",
    { class: "row wrap" },
    choices.map((choice) => choiceButton(page, choice, choice === usual ? "primary grow" : "grow")),
  );
}

function choiceButton(page, { command, label }, kind = "") {
  return button(label, () => page.act(command), { key: Object.values(command).join(" "), kind });
}

// Orders that are left are dropped only by somebody who has been asked.
function endMainPhase(page) {
  const { choices } = page.view.ask;
  const end = choices.find(({ command }) => command.do === "end_main_phase");
  if (!end) return null;
  const act = () => page.act(end.command);
  if (page.sure && end.warning) {
    return el(
      "div",
      { class: "note foot hot" },
      el("p", {}, t`${end.warning} End the main phase all the same?`),
      el(
        "div",
        { class: "row" },
        button(t`End it`, act, { kind: "primary grow", key: "end for sure" }),
        button(t`Go on`, () => page.set({ sure: false })),
      ),
    );
  }
  const ask = () => (end.warning ? page.set({ sure: true }) : act());
  return el(
    "div",
    { class: "row foot" },
    button(end.label, ask, { kind: choices.length < 2 ? "primary grow" : "grow", key: "end" }),
  );
}

function gameOver(page) {
  const { game, over } = page.view;
  const winner = game.winner;
  const loser = winner === "south" ? "north" : "south";
  const stands = (seat) => game.units.filter((unit) => unit.seat === seat && unit.at).length;
  const points = t`${game.scores[winner].points} to ${game.scores[loser].points} victory points; ${game.points_to_win} were needed.`;
  const why = over?.why ?? (stands(loser) === 0 ? t`The other side has no unit left on the board.` : points);
  const row = (seat) =>
    el(
      "tr",
      { class: seat },
      el("th", { scope: "row" }, sideIcon(seat), sideName(game, seat)),
      el("td", {}, game.scores[seat].points),
      el("td", {}, stands(seat)),
      el("td", {}, game.scores[seat].lore),
    );
  return el(
    "div",
    { class: "stack over" },
    el("p", { class: "lead" }, why),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", {}, t`After ${count(game.turn, "turn")}`),
          [t`Points`, t`Units left`, t`Lore`].map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el("tbody", {}, row(winner), row(loser)),
    ),
    page.canPlay &&
      page.view.told.length > 0 &&
      el(
        "div",
        { class: "note" },
        el("p", {}, t`Told at this table, since herald did not know it: ${listOf(page.view.told)}.`),
        el("a", { class: "button", href: "/packs", "data-key": "keep told" }, t`Keep it for later games…`),
      ),
    el(
      "a",
      { class: "button primary grow", href: "/report", target: "_blank", "data-key": "report" },
      t`Battle report`,
    ),
    el(
      "p",
      { class: "explain" },
      page.view.demo
        ? t`Another demo: press Ctrl-C on the computer and start “herald demo” again.`
        : t`For a new game press Ctrl-C on the computer and start “herald” again; this one is kept. Undo still works.`,
    ),
  );
}

function setUp(page, wait) {
  const placed = Object.keys(page.view.game.banners);
  const standIn = (page.view.scenario.banners?.stand_in ?? [])
    .filter((hex) => !placed.includes(hex))
    .slice(0, wait.banners);
  return el(
    "div",
    { class: "stack" },
    wait.banners > 0 &&
      standIn.length > 0 &&
      el(
        "div",
        { class: "note" },
        el(
          "p",
          {},
          t`The hexes of that diagram are not known to this program. If you do not have the rulebook at hand, use our own choice instead.`,
        ),
        button(t`Use our own choice: ${standIn.join(", ")}`, () =>
          page.actAll(standIn.map((at) => ({ do: "place_banner", at }))),
        ),
      ),
    button(t`Start the game`, () => page.act({ do: "start_game" }), {
      kind: "primary grow",
      disabled: wait.banners > 0,
    }),
  );
}

function cards(page) {
  const { game, scenario } = page.view;
  const known = game.scores[game.wait.seat]?.known ?? [];
  const order = [...scenario.cards].sort((one, other) => known.includes(other.id) - known.includes(one.id));
  return el(
    "div",
    { class: "cards" },
    order.map((card) => cardRow(page, card, known.includes(card.id))),
    button(t`A card that is not in this list…`, () => page.set({ sheet: { name: "unlisted" } }), {
      key: "unlisted",
    }),
  );
}

function cardRow(page, card, held) {
  return el(
    "div",
    { class: `command-card ${held ? "held" : ""}`, "data-card": card.id },
    el(
      "div",
      { class: "card-words" },
      el("b", {}, card.name),
      held && el("span", { class: "tag" }, t`in hand`),
      el("small", {}, card.summary),
    ),
    button(t`Play its text`, () => page.act({ do: "play_card", card: card.id }), {
      kind: "primary",
      key: `text ${card.id}`,
      label: t`Play ${card.name} for its text`,
    }),
    button(t`One unit anywhere`, () => page.act({ do: "play_card", card: card.id, anywhere: true }), {
      key: `one ${card.id}`,
      label: t`Play ${card.name} to order one unit anywhere`,
    }),
  );
}

function commit(page, wait) {
  const { scenario } = page.view;
  const chosenDice = page.commit ?? wait.usual;
  const change = (ability, number) =>
    page.set({
      commit: {
        ...Object.fromEntries(Object.keys(wait.most).map((each) => [each, chosenDice[each] ?? 0])),
        [ability]: number,
      },
    });
  return el(
    "div",
    { class: "stack" },
    Object.entries(wait.most).map(([ability, most]) =>
      commitRow(abilityCard(scenario, ability), chosenDice[ability] ?? 0, {
        most,
        key: ability,
        change: (number) => change(ability, number),
      }),
    ),
    el(
      "div",
      { class: "row foot" },
      button(
        sameDice(chosenDice, wait.usual) ? t`Do the usual` : t`Do it so`,
        () =>
          page.act({
            do: "commit",
            dice: Object.fromEntries(Object.entries(chosenDice).filter(([, number]) => number > 0)),
          }),
        { kind: "primary grow", key: "commit" },
      ),
    ),
  );
}

function commitRow(card, value, options) {
  return el(
    "div",
    { class: "ability" },
    el("p", {}, card.face && icon(faceGlyph(card.face)), " ", el("b", {}, card.name), ` ${card.text}`),
    stepper(card.face ? t`${FACES[card.face]} dice, ${options.most} rolled` : card.name, value, options),
  );
}

const sameDice = (one, other) =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => (one[name] ?? 0) === (other[name] ?? 0));

// The unit that was tapped: the one that is looked at, or else the one that is to act.
function chosen(page) {
  const unit = page.view.game.units.find((each) => each.id === (page.looked ?? page.selected));
  if (unit) return page.sure ? null : unitCard(page, unit);
  return page.place ? placeCard(page, page.place) : null;
}

// A unit with what its card says and what can be done with it.
function unitCard(page, unit) {
  const letGo = () => page.set(page.looked ? { looked: null } : { selected: null, through: null });
  return el(
    "div",
    { class: `chosen ${unit.seat}`, "data-card-of": unit.id },
    el(
      "div",
      { class: "chosen-head" },
      sideIcon(unit.seat),
      el("b", {}, unit.name),
      el("span", {}, unit.at ?? t`off the board`),
      page.canPlay &&
        button(t`Correct…`, () => page.set({ sheet: { name: "unit", unit: unit.id } }), {
          kind: "quiet",
          key: `correct ${unit.id}`,
        }),
      button("✕", letGo, { kind: "close", key: `let go ${unit.id}`, label: t`Let go of this unit` }),
    ),
    el(
      "div",
      { class: "card-text" },
      figures(unit),
      unit.card.abilities.map(ability),
      groundLine(page, unit.at),
    ),
    page.canAnswer && unitActs(page, unit),
  );
}

// What this unit can do beside what is done on the board.
function unitActs(page, unit) {
  const own = page.view.ask.choices.filter((choice) => choice.unit === unit.id);
  const rides =
    unit.tramples && unit.id === page.selected && own.some(({ command }) => command.do === "move");
  const acts = [
    rides &&
      button(
        page.through ? t`Move through nobody` : t`Move through enemies`,
        () => page.set({ through: page.through ? null : [] }),
        { kind: "toggle", key: "through", pressed: page.through ? "true" : "false" },
      ),
    own
      .filter(({ hex, is_answered_on_board: onBoard }) => !hex && !onBoard)
      .map((choice) => choiceButton(page, choice)),
  ]
    .flat()
    .filter(Boolean);
  return [
    acts.length > 0 && el("div", { class: "row" }, acts),
    page.through &&
      unit.id === page.selected &&
      el(
        "p",
        {},
        page.through.length
          ? t`Through ${listOf(page.through)}: tap the hex where it stops, or the next enemy.`
          : t`Tap each enemy that it moves through, in order, then the hex where it stops.`,
      ),
  ];
}

// The button that attacks the enemy who is looked at, with what would be dropped; or the one that asks
// the rules why he cannot be.  Null where nobody is about to attack.
function attack(page) {
  const { game, ask } = page.view;
  const attacker = game.wait.unit ?? page.selected;
  const [unit, target] = [attacker, page.looked].map((id) => game.units.find((each) => each.id === id));
  if (!unit?.ordered || !target || target.seat === unit.seat) return null;
  const command = { do: "attack", unit: attacker, target: target.id };
  const act = () => page.act(command);
  const choice = ask.choices.find(
    (each) => each.command.do === "attack" && each.unit === attacker && each.command.target === target.id,
  );
  if (!choice)
    return el(
      "div",
      { class: "row foot hot" },
      button(t`Why can ${unit.name} not attack it?`, act, { kind: "grow", key: "attack" }),
    );
  return el(
    "div",
    { class: "note foot hot" },
    choice.warning && el("p", {}, t`An attack ends orders and moves. ${choice.warning}`),
    button(choice.warning ? t`Attack all the same with ${unit.name}` : t`Attack with ${unit.name}`, act, {
      kind: "primary grow",
      key: "attack",
    }),
  );
}

const UNKNOWN = t`not known: look at your card`;

function figures(unit) {
  const { card } = unit;
  const rolls =
    unit.dice === card.combat || !unit.at || unit.dice === null
      ? ""
      : t`, rolls ${count(unit.dice, "die", "dice")} now`;
  const parts = [t`Move ${card.move ?? UNKNOWN}`, t`combat ${card.combat ?? UNKNOWN}${rolls}`];
  if (card.range) parts.push(t`range ${card.range.join("–")}`);
  const traits = card.traits.length
    ? ` ${inWords(listOf(card.traits.map((trait) => TRAITS[trait] ?? trait)))}.`
    : "";
  return el(
    "small",
    {},
    `${parts.join(" · ")}.${traits}${doubt(card.confidence)} `,
    el("span", { class: "page" }, `${card.page}.`),
  );
}

function ability({ name, number, summary, page, confidence }) {
  return el(
    "small",
    {},
    el("b", {}, `${name}${number > 1 ? ` ${number}` : ""}`),
    ` ${summary}${doubt(confidence)} `,
    el("span", { class: "page" }, `${page}.`),
  );
}

function doubt(confidence) {
  if (confidence === "certain") return "";
  return confidence === "likely"
    ? t` Likely, not certain: your card is right.`
    : t` Not known: look at your card.`;
}
