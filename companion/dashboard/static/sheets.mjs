// Sheets that lie over the question: corrections, the log, more tablets.

import { button, el, stepper } from "./dom.mjs";
import { drawArranging } from "./arranging.mjs";
import { drawBuilder } from "./builder.mjs";
import { dicePad } from "./dice.mjs";
import { whyButton } from "./glossary.mjs";
import { ruleSheet } from "./rulesheet.mjs";
import { drawHearing } from "./hearing.mjs";
import { drawHexSheet } from "./hexsheet.mjs";
import { drawDiscard, drawLoreSheet } from "./lore.mjs";
import { ago, inWords } from "./words.mjs";

export function drawSheet(page) {
  switch (page.sheet.name) {
    case "correct": return correctSheet(page);
    case "unit": return unitSheet(page);
    case "score": return scoreSheet(page);
    case "dice": return diceSheet(page);
    case "log": return logSheet(page);
    case "tablets": return tabletSheet(page);
    case "arranging": return sheet(page, "Save this board", drawArranging(page));
    case "rules": return sheet(page, page.sheet.ids ? "Why?" : "Rules", ruleSheet(page));
    case "hand": return handSheet(page);
    case "unlisted": return sheet(page, "A card that is not in the list", drawBuilder(page));
    case "hex": return sheet(page, hexTitle(page), drawHexSheet(page));
    case "lore": return sheet(page, "Lore card", drawLoreSheet(page));
    case "discard": return sheet(page, "Lore cards", drawDiscard(page));
    default: return null;
  }
}

function hexTitle(page) {
  const { hex } = page.sheet;
  return `${hex}: ${page.view.game.terrain[hex]?.name ?? "clear ground"}`;
}

export function sheet(page, title, ...content) {
  return el(
    "div",
    { class: "sheet", role: "region", "aria-label": title },
    el("div", { class: "sheet-head" }, el("h2", {}, title), button("✕", () => page.set({ sheet: null, draft: null }), { kind: "close", label: "Close" })),
    ...content,
  );
}

// ---- corrections -------------------------------------------------------------------------

function correctSheet(page) {
  const { game } = page.view;
  const gone = game.units.filter((unit) => !unit.at);
  return sheet(
    page,
    "What is not right?",
    el("p", { class: "explain" }, "Tap the unit or the hex that is wrong on the board, or choose here."),
    el("div", { class: "row wrap" },
      Object.keys(game.scores).map((seat) => button(`Score of ${game.scores[seat].name}`, () => page.set({ sheet: { name: "score", seat } }), { key: `score of ${seat}` })),
      page.view.roll && button("The dice of the last roll", () => page.set({ sheet: { name: "dice" }, draft: null }), { key: "last roll" })),
    gone.length > 0 && el("p", { class: "explain" }, "Units off the board:"),
    el("div", { class: "row wrap" }, gone.map((unit) => button(unit.name, () => page.set({ sheet: { name: "unit", unit: unit.id } }), { key: unit.id }))),
  );
}

// The dice lay otherwise: everything back to before the roll, then the right dice.
function diceSheet(page) {
  const { roll } = page.view;
  if (!roll) return sheet(page, "The dice of the last roll", el("p", { class: "explain" }, "Nothing has been rolled."));
  return sheet(
    page,
    "The dice of the last roll",
    el("p", { class: "explain" }, "Tap a die to take it away, then the face that really lies there. What came after the roll is worked out again."),
    dicePad(page.draft ?? roll.faces, roll.faces.length, null, { change: (faces) => page.set({ draft: faces }), confirm: (faces) => page.rollAgain(roll, faces) }),
  );
}

function unitSheet(page) {
  const unit = page.view.game.units.find((each) => each.id === page.sheet.unit);
  const draft = page.draft ?? { at: unit.at, figures: unit.figures, damage: unit.damage, markers: unit.markers };
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  const keep = () => page.actAndClose({ do: "correct_unit", unit: unit.id, at: draft.at, figures: draft.figures, damage: draft.damage, markers: draft.markers });
  return sheet(
    page,
    `Correct ${unit.name}`,
    el("p", { class: "explain" }, draft.at ? `It stands on ${draft.at}. Tap another hex on the board if that is wrong.` : "It is off the board. Tap a hex if it is not."),
    unit.damage_tokens
      ? stepper("Damage", draft.damage, { most: unit.health, change: (damage) => change({ damage }) })
      : stepper("Figures left", draft.figures, { least: 0, most: unit.health, change: (figures) => change({ figures }) }),
    el("div", { class: "row" }, ["poison", "stun", "shield"].map((marker) => {
      const on = draft.markers.includes(marker);
      return button(inWords(marker), () => change({ markers: on ? draft.markers.filter((each) => each !== marker) : [...draft.markers, marker] }), { kind: "toggle", pressed: on ? "true" : "false" });
    })),
    el("div", { class: "row" },
      draft.at && button("It is off the board", () => change({ at: null, figures: 0 }), { key: "off" }),
      button("This is how it stands", keep, { kind: "primary grow", key: "keep" })),
  );
}

function scoreSheet(page) {
  const { seat } = page.sheet;
  const score = page.view.game.scores[seat];
  const draft = page.draft ?? { points: score.points, lore: score.lore, cards: score.cards, lore_cards: score.lore_cards };
  const change = (part) => page.set({ draft: { ...draft, ...part } });
  const keep = () => page.actAndClose({ do: "correct_score", seat, points: draft.points, lore: draft.lore, cards: draft.cards, ...(withLore && { lore_cards: draft.lore_cards }) });
  const ownHand = page.role === seat;
  const withLore = page.view.game.has_lore_cards;
  return sheet(
    page,
    `Correct ${score.name}`,
    stepper("Victory points", draft.points, { change: (points) => change({ points }) }),
    stepper("Lore", draft.lore, { change: (lore) => change({ lore }) }),
    stepper("Command cards in hand", draft.cards, { change: (cards) => change({ cards }) }),
    withLore && stepper("Lore cards in hand", draft.lore_cards, { change: (number) => change({ lore_cards: number }) }),
    el("div", { class: "row" },
      ownHand && button("My hand…", () => page.set({ sheet: { name: "hand", seat }, draft: null }), { key: "hand" }),
      button("This is right", keep, { kind: "primary grow", key: "keep" })),
  );
}

function handSheet(page) {
  const { seat } = page.sheet;
  const { game, scenario } = page.view;
  const draft = page.draft ?? { known: game.scores[seat].known, lore: game.scores[seat].known_lore };
  const cards = (part, all) => el("div", { class: "row wrap" }, all.map(({ id, name }) => {
    const on = draft[part].includes(id);
    const flip = () => page.set({ draft: { ...draft, [part]: on ? draft[part].filter((each) => each !== id) : [...draft[part], id] } });
    return button(name, flip, { kind: "toggle", key: `${part} ${id}`, pressed: on ? "true" : "false" });
  }));
  return sheet(
    page,
    "My hand",
    el("p", { class: "explain" }, "Mark the cards you hold and they come first when you choose one. Only this seat sees them."),
    cards("known", scenario.cards),
    game.has_lore_cards && [el("p", { class: "explain" }, "Lore cards"), cards("lore", scenario.lore[seat])],
    button("Keep", () => page.actAndClose({ do: "note_hand", seat, known: draft.known, lore: draft.lore }), { kind: "primary", key: "keep" }),
  );
}

// ---- the log -----------------------------------------------------------------------------

// A line's turn is the one in which it was done: that of the state which the line before it left.
function inTurns(lines) {
  const turns = [];
  lines.forEach((line, n) => {
    const turn = lines[Math.max(0, n - 1)].turn;
    if (turns.at(-1)?.turn !== turn) turns.push({ turn, lines: [] });
    turns.at(-1).lines.push(line);
  });
  return turns;
}

function logLine(page, line, isNewest) {
  return el(
    "li",
    {},
    el("span", { class: "log-text" }, line.text || "—"),
    el("small", {}, `${ago(line.at)} · ${line.by}`, whyButton(page, line.rules, line.seq)),
    page.canPlay && !isNewest && button("Back to here", () => page.undo(line.seq), { key: `back ${line.seq}` }),
  );
}

function logSheet(page) {
  const lines = page.view.log;
  return sheet(
    page,
    "What happened",
    el("p", { class: "explain" }, "Newest first. “Back to here” takes back everything that came after that line."),
    el("a", { class: "button", href: "/report", target: "_blank", "data-key": "report" }, "Battle report, to read and print"),
    el(
      "ol",
      { class: "log" },
      inTurns(lines).reverse().map(({ turn, lines: told }) => [
        el("li", { class: "log-turn" }, el("h3", {}, turn ? `Turn ${turn}` : "Set-up")),
        told.reverse().map((line) => logLine(page, line, line === lines.at(-1))),
      ]),
      page.canPlay && lines.length > 0 && el("li", {}, el("span", { class: "log-text" }, "The very beginning"), button("Back to here", () => page.undo(0), { key: "back 0" })),
    ),
  );
}

// ---- this tablet and more of them ----------------------------------------------------------

function tabletSheet(page) {
  const { links, awake } = page;
  const { voice } = page.view;
  return sheet(
    page,
    "Tablets",
    // First, so that they stay put when the links below arrive.
    el("div", { class: "row" },
      el("a", { class: "button", href: "/join/" }, "Join with another seat"),
      page.hasCamera && page.canPlay && el("a", { class: "button", href: "/camera" }, "Camera and grid"),
      page.canPlay && el("a", { class: "button", href: "/packs" }, "Packs: what your cards say"),
      page.canPlay && button("Save this board…", () => page.set({ sheet: { name: "arranging" }, draft: null }), { key: "arranging" })),
    page.canPlay && links && el(
      "div",
      { class: "qr" },
      el("figure", {}, el("img", { src: "/join.svg", alt: "QR picture of the link for players", width: 180, height: 180 }), el("figcaption", {}, "To play: scan, or open ", el("b", {}, links.join.replace(/\/join\/.*$/, "")), " and type ", el("b", { class: "code" }, links.code))),
      el("figure", {}, el("img", { src: "/watch.svg", alt: "QR picture of the link for onlookers", width: 180, height: 180 }), el("figcaption", {}, "To look on only")),
    ),
    el("p", { class: "explain" }, el("b", {}, "This screen: "), awake.text),
    voice && el("p", { class: "explain" }, el("b", {}, "Voice: "), voiceText(voice)),
    drawHearing(page),
  );
}

export function voiceText(voice) {
  const state = { ready: "ready.", off: "off.", no_sound: "silent.", no_engine: "silent." }[voice.state] ?? "off.";
  return [state, voice.reason, voice.trouble, voice.remedy].filter(Boolean).join(" ");
}
