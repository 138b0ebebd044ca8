// Sheets that lie over the question: corrections, the log, more tablets.

import { button, el, stepper } from "./dom.mjs";
import { drawArranging } from "./arranging.mjs";
import { drawBuilder } from "./builder.mjs";
import { dicePad } from "./dice.mjs";
import { drawDifferencesSheet } from "./differences.mjs";
import { ruleSheet } from "./rulesheet.mjs";
import { post } from "./send.mjs";
import { drawHearing } from "./hearing.mjs";
import { drawHexSheet } from "./hexsheet.mjs";
import { drawBack, drawLog, drawMend, drawPast } from "./log.mjs";
import { drawDiscard, drawLoreSheet } from "./lore.mjs";
import { t } from "./tongue.mjs";
import { drawWays } from "./ways.mjs";
import { MARKERS, inWords } from "./words.mjs";

export function drawSheet(page) {
  switch (page.sheet.name) {
    case "correct":
      return correctSheet(page);
    case "unit":
      return unitSheet(page);
    case "score":
      return scoreSheet(page);
    case "dice":
      return diceSheet(page);
    case "log":
      return drawLog(page);
    case "past":
      return drawPast(page);
    case "back":
      return drawBack(page);
    case "mend":
      return drawMend(page);
    case "tablets":
      return tabletSheet(page);
    case "differences":
      return sheet(page, t`Table and books`, drawDifferencesSheet(page));
    case "voice":
      return sheet(page, t`Voice`, drawHearing(page));
    case "arranging":
      return sheet(page, t`Save this board`, drawArranging(page));
    case "rules":
      return sheet(page, page.sheet.ids ? t`Why?` : t`Rules`, ruleSheet(page));
    case "hand":
      return handSheet(page);
    case "unlisted":
      return sheet(page, t`A card that is not in the list`, drawBuilder(page));
    case "hex":
      return sheet(page, hexTitle(page), drawHexSheet(page));
    case "lore":
      return sheet(page, t`Lore card`, drawLoreSheet(page));
    case "discard":
      return sheet(page, t`Lore cards`, drawDiscard(page));
    default:
      return null;
  }
}

function hexTitle(page) {
  const { hex } = page.sheet;
  return `${hex}: ${page.view.game.terrain[hex]?.name ?? t`clear ground`}`;
}

export function sheet(page, title, ...content) {
  return el(
    "div",
    { class: "sheet", role: "region", "aria-label": title },
    el(
      "div",
      { class: "sheet-head" },
      el("h2", {}, title),
      button("✕", () => page.set({ sheet: null, draft: null }), { kind: "close", label: t`Close` }),
    ),
    ...content,
  );
}

// ---- corrections -------------------------------------------------------------------------

function correctSheet(page) {
  const { game } = page.view;
  const gone = game.units.filter((unit) => !unit.at);
  return sheet(
    page,
    t`What is not right?`,
    el("p", { class: "explain" }, t`Tap the unit or the hex that is wrong on the board, or choose here.`),
    el(
      "div",
      { class: "row wrap" },
      Object.keys(game.scores).map((seat) =>
        button(t`Score of ${game.scores[seat].name}`, () => page.set({ sheet: { name: "score", seat } }), {
          key: `score of ${seat}`,
        }),
      ),
      page.view.roll &&
        button(t`The dice of the last roll`, () => page.set({ sheet: { name: "dice" }, draft: null }), {
          key: "last roll",
        }),
      button(t`Something earlier: the log`, () => page.open("log"), { key: "log line" }),
    ),
    gone.length > 0 && el("p", { class: "explain" }, t`Units off the board:`),
    el(
      "div",
      { class: "row wrap" },
      gone.map((unit) =>
        button(unit.name, () => page.set({ sheet: { name: "unit", unit: unit.id } }), { key: unit.id }),
      ),
    ),
  );
}

// The dice lay otherwise: the roll is corrected, and what came after it worked out again.
function diceSheet(page) {
  const { roll } = page.view;
  if (!roll)
    return sheet(
      page,
      t`The dice of the last roll`,
      el("p", { class: "explain" }, t`Nothing has been rolled.`),
    );
  return sheet(
    page,
    t`The dice of the last roll`,
    el(
      "p",
      { class: "explain" },
      page.sheet.at === undefined
        ? t`Tap the die that lies otherwise, then its face. What came after the roll is worked out again.`
        : t`Which face lies there?`,
    ),
    dicePad(page.draft ?? roll.faces, roll.faces.length, null, {
      change: (next) => page.set({ draft: next(page.draft ?? roll.faces) }),
      confirm: (faces) => page.rollAgain(roll, faces),
      mending:
        page.sheet.at === undefined
          ? null
          : {
              at: page.sheet.at,
              choose: (at) => page.set({ sheet: { ...page.sheet, at } }),
              done: (faces) => page.rollAgain(roll, faces),
            },
    }),
  );
}

function unitSheet(page) {
  const unit = page.view.game.units.find((each) => each.id === page.sheet.unit);
  const draft = page.draft ?? {
    at: unit.at,
    figures: unit.figures,
    damage: unit.damage,
    markers: unit.markers,
  };
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  const keep = () =>
    page.actAndClose({
      do: "correct_unit",
      unit: unit.id,
      at: draft.at,
      figures: draft.figures,
      damage: draft.damage,
      markers: draft.markers,
    });
  return sheet(
    page,
    t`Correct ${unit.name}`,
    el(
      "p",
      { class: "explain" },
      draft.at
        ? t`It stands on ${draft.at}. Tap another hex on the board if that is wrong.`
        : t`It is off the board. Tap a hex if it is not.`,
    ),
    unit.damage_tokens
      ? stepper(t`Damage`, draft.damage, { most: unit.health, change: (damage) => change({ damage }) })
      : stepper(t`Figures left`, draft.figures, {
          least: 0,
          most: unit.health,
          change: (figures) => change({ figures }),
        }),
    el(
      "div",
      { class: "row" },
      ["poison", "stun", "shield"].map((marker) => {
        const on = draft.markers.includes(marker);
        return button(
          inWords(MARKERS[marker]),
          () =>
            change({
              markers: on ? draft.markers.filter((each) => each !== marker) : [...draft.markers, marker],
            }),
          { kind: "toggle", pressed: on ? "true" : "false" },
        );
      }),
    ),
    el(
      "div",
      { class: "row" },
      draft.at && button(t`It is off the board`, () => change({ at: null, figures: 0 }), { key: "off" }),
      button(t`This is how it stands`, keep, { kind: "primary grow", key: "keep" }),
    ),
  );
}

function scoreSheet(page) {
  const { seat } = page.sheet;
  const score = page.view.game.scores[seat];
  const draft = page.draft ?? {
    points: score.points,
    lore: score.lore,
    cards: score.cards,
    lore_cards: score.lore_cards,
  };
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  const keep = () =>
    page.actAndClose({
      do: "correct_score",
      seat,
      points: draft.points,
      lore: draft.lore,
      cards: draft.cards,
      ...(withLore && { lore_cards: draft.lore_cards }),
    });
  const ownHand = page.role === seat;
  const withLore = page.view.game.has_lore_cards;
  return sheet(
    page,
    t`Correct ${score.name}`,
    stepper(t`Victory points`, draft.points, { change: (points) => change({ points }) }),
    stepper(t`Lore`, draft.lore, { change: (lore) => change({ lore }) }),
    stepper(t`Command cards in hand`, draft.cards, { change: (cards) => change({ cards }) }),
    withLore &&
      stepper(t`Lore cards in hand`, draft.lore_cards, {
        change: (number) => change({ lore_cards: number }),
      }),
    el(
      "div",
      { class: "row" },
      ownHand &&
        button(t`My hand…`, () => page.set({ sheet: { name: "hand", seat }, draft: null }), { key: "hand" }),
      button(t`This is right`, keep, { kind: "primary grow", key: "keep" }),
    ),
  );
}

function handSheet(page) {
  const { seat } = page.sheet;
  const { game, scenario } = page.view;
  const draft = page.draft ?? { known: game.scores[seat].known, lore: game.scores[seat].known_lore };
  const cards = (part, all) =>
    el(
      "div",
      { class: "row wrap" },
      all.map(({ id, name }) => {
        const on = draft[part].includes(id);
        const flip = () =>
          page.set({
            draft: {
              ...draft,
              [part]: on ? draft[part].filter((each) => each !== id) : [...draft[part], id],
            },
          });
        return button(name, flip, { kind: "toggle", key: `${part} ${id}`, pressed: on ? "true" : "false" });
      }),
    );
  return sheet(
    page,
    t`My hand`,
    el(
      "p",
      { class: "explain" },
      t`Mark the cards you hold and they come first when you choose one. Only this seat sees them.`,
    ),
    cards("known", scenario.cards),
    game.has_lore_cards && [el("p", { class: "explain" }, t`Lore cards`), cards("lore", scenario.lore[seat])],
    button(t`Keep`, () => page.actAndClose({ do: "note_hand", seat, known: draft.known, lore: draft.lore }), {
      kind: "primary",
      key: "keep",
    }),
  );
}

// ---- this tablet and more of them ----------------------------------------------------------

// Asked first by the table's own words, which say who is told.
async function leave(page, sure = false) {
  const answer = await post("/leave", { sure });
  if (answer.ok) location.assign("/join/");
  else
    page.say(answer.question ?? answer.trouble, {
      offers: answer.question ? [button(t`Leave`, () => leave(page, true), { key: "leave" })] : [],
    });
}

function tabletSheet(page) {
  const { links, awake } = page;
  return sheet(
    page,
    t`Tablets`,
    // First, so that they stay put when the links below arrive.
    el(
      "div",
      { class: "row" },
      el("a", { class: "button", href: "/join/" }, t`Join with another seat`),
      page.canPlay && button(t`Leave the table…`, () => leave(page), { key: "leave the table" }),
      page.canPlay && el("a", { class: "button", href: "/start" }, t`Get ready, step by step`),
      el("a", { class: "button", href: "/wall", target: "_blank" }, t`Wall screen`),
      button(t`Voice…`, () => page.open("voice"), { key: "voice" }),
      page.hasCamera && page.canPlay && el("a", { class: "button", href: "/camera" }, t`Camera and grid`),
      page.canPlay && el("a", { class: "button", href: "/packs" }, t`Packs: what your cards say`),
      page.canPlay &&
        button(t`Save this board…`, () => page.set({ sheet: { name: "arranging" }, draft: null }), {
          key: "arranging",
        }),
    ),
    page.canPlay &&
      links &&
      el(
        "div",
        { class: "qr" },
        el(
          "figure",
          {},
          el("img", {
            src: "/join.svg",
            alt: t`QR picture of the link for players`,
            width: 180,
            height: 180,
          }),
          el(
            "figcaption",
            {},
            t`To play: scan, or open`,
            " ",
            el("b", {}, links.join.replace(/\/join\/.*$/, "")),
            " ",
            t`and type`,
            " ",
            el("b", { class: "code" }, links.code),
          ),
        ),
        el(
          "figure",
          {},
          el("img", {
            src: "/watch.svg",
            alt: t`QR picture of the link for onlookers`,
            width: 180,
            height: 180,
          }),
          el("figcaption", {}, t`To look on only`),
        ),
      ),
    drawWays(page),
    links?.wall &&
      el("p", { class: "explain" }, t`On a television, to look on from afar: open ${links.wall}`),
    el("p", { class: "explain" }, el("b", {}, t`This screen:`, " "), awake.text),
  );
}
