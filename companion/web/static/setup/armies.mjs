// The army builder: each player musters on his own device; nothing of it leaves that device before it is laid aside.

/** @import { ArmyAnswer, Kind, MusterRules, MusterWait, Page, Seat } from "../../types/page.js" */
/** @import { ArmyChange, ArmyDraft, Costs } from "./armyrows.mjs" */
import { unitIcon } from "../board/tokens.mjs";
import { kindRow, tentRow } from "./armyrows.mjs";
import { button, explain, row, stack } from "../parts/dom.mjs";
import { sideIcon } from "../parts/glyphs.mjs";
import { panels } from "../parts/panels.mjs";
import { ownSeat, seatsOf } from "../parts/seats.mjs";
import { fetched, post, troubleOf } from "../parts/send.mjs";
import { count, t } from "../parts/language.mjs";
import { listOf, sideName } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @returns {ArmyDraft} */
const fresh = () => ({ units: {}, tent: false, costs: {}, total: null, lore: 0, answer: null, asked: 0 });

/** @type {{ [gameAndSeat: string]: ArmyDraft }} */
const drafts = {};
/** @type {Seat | null} */
let side = null; // whose army is being built here
/** @type {Costs | null} */
let packed = null; // costs that packs tell by now
/** @type {Costs} */
let later = {}; // costs that go into the pack once the armies are open

panels.set("muster_wait", { stage: drawMuster, answers: openers });

/**
 * @param {Page} page
 * @param {MusterWait} wait
 */
export function drawMuster(page, wait) {
  const seat = ownSeat(page);
  const own = seat ? [seat] : seatsOf(page.view.game);
  const { muster } = page.view.scenario;
  return stack(
    explain(
      t`Each army is secret until both are turned over.`,
      own.length > 1 &&
        t` On one tablet: one player builds while the other looks away; or join with a device each.`,
    ),
    own.map((seat) => laidAside(page, wait, seat)),
    side && muster && builder(page, side, muster),
  );
}

/**
 * @param {Page} page
 * @param {MusterWait} wait
 */
function openers(page, wait) {
  const seat = ownSeat(page);
  const own = seat ? [seat] : seatsOf(page.view.game);
  return stack(own.map((seat) => opener(page, wait, seat, own.length > 1)));
}

/**
 * @param {Page} page
 * @param {Seat} seat
 */
const key = (page, seat) => `${page.view.game_id} ${seat}`;

/**
 * @param {Page} page
 * @param {MusterWait} wait
 * @param {Seat} seat
 * @param {boolean} isShared
 */
function opener(page, wait, seat, isShared) {
  const isDone = !wait.missing.includes(seat);
  const open = () => {
    side = seat;
    page.set({});
  };
  const who = isShared ? `${sideName(page.view.game, seat)}: ` : "";
  const what = isDone ? t`build it anew` : t`build the army`;
  return button(who ? `${who}${what}` : `${what.charAt(0).toUpperCase()}${what.slice(1)}`, open, {
    kind: isDone ? "" : "primary",
    key: `muster ${seat}`,
  });
}

// What this seat has mustered: its own player's device shows it, any other, which the other side may see, only that
// it is done.
/**
 * @param {Page} page
 * @param {MusterWait} wait
 * @param {Seat} seat
 */
function laidAside(page, wait, seat) {
  if (wait.missing.includes(seat)) return null;
  const { game, scenario } = page.view;
  const army = page.role === seat && game.setting?.armies[seat];
  return h(
    "div",
    { class: "note", "data-laid-aside": seat },
    h("b", {}, t`The army of ${sideName(game, seat)} lies aside, face down.`),
    army &&
      h(
        "ul",
        { class: "plain-list" },
        Object.entries(army.units).map(([kind, number]) =>
          h("li", {}, `${number} × ${scenario.kinds[kind].name}`),
        ),
        army.tent && h("li", {}, t`Command tent`),
        h("li", {}, t`${count(army.decoys, "decoy")}, ${army.lore} lore`),
      ),
  );
}

// The builder lies over the whole page: it needs no board.
/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {MusterRules} muster
 */
function builder(page, seat, muster) {
  const { scenario } = page.view;
  const draft = (drafts[key(page, seat)] ??= fresh());
  if (packed === null) fetchPacked(page);
  /** @param {Partial<ArmyDraft>} part */
  const change = (part) => {
    Object.assign(draft, part);
    check(page, seat, draft);
    page.set({});
  };
  if (!draft.answer && !draft.asked) check(page, seat, draft);
  const kinds = Object.values(scenario.kinds).filter((kind) => fields(page, kind) === seat);
  return h(
    "div",
    {
      class: `army ${seat}`,
      "data-army": seat,
      role: "dialog",
      "aria-label": t`Army builder`,
      key: seat,
    },
    h(
      "div",
      { class: "army-head" },
      h("h2", {}, sideIcon(seat), t`The army of the ${scenario.factions[seat]}`),
      button(
        t`Back to the board`,
        () => {
          side = null;
          page.set({});
        },
        { key: "back" },
      ),
    ),
    explain(t`Nobody else sees it until both armies are turned over.`),
    presets(page, kinds, change),
    h(
      "div",
      { class: "army-kinds" },
      kinds.map((kind) =>
        kindRow(kind, muster, draft, change, unitIcon(scenario.kinds, kind.id, /** @type {Seat} */ (seat))),
      ),
      tentRow(muster, draft, change),
    ),
    keeper(page, draft),
    sums(page, seat, draft, muster),
  );
}

// Whose army a kind belongs to: that of its faction.
/**
 * @param {Page} page
 * @param {Kind} kind
 */
function fields(page, kind) {
  return (
    Object.entries(page.view.game.scores).find(([, score]) => score.faction === kind.faction)?.[0] ?? null
  );
}

/**
 * @param {Page} page
 * @param {Kind[]} kinds
 * @param {ArmyChange} change
 */
function presets(page, kinds, change) {
  const known = new Set(kinds.map((kind) => kind.id));
  const armies = (page.view.scenario.armies ?? []).filter((army) =>
    Object.keys(army.units).every((kind) => known.has(kind)),
  );
  if (armies.length === 0) return null;
  return row(
    armies.map((army) =>
      button(
        t`Army card: ${army.name}`,
        () => change({ units: { ...army.units }, tent: army.tent, total: army.total, lore: army.lore }),
        { key: `army ${army.id}` },
      ),
    ),
  );
}

/**
 * @param {Page} page
 * @param {ArmyDraft} draft
 */
function keeper(page, draft) {
  const told = Object.entries(draft.costs).filter(
    ([kind, cost]) => draft.units[kind] > 0 && packed?.[kind] !== cost && later[kind] !== cost,
  );
  if (told.length === 0) return null;
  const keep = () => {
    later = { ...later, ...Object.fromEntries(told) };
    page.say(t`They go into your own pack when both armies are turned over: later games know them.`);
  };
  return row(
    button(
      told.length === 1 ? t`Keep this cost for later games` : t`Keep these costs for later games`,
      () => {
        keep();
        page.set({});
      },
      { key: "keep costs" },
    ),
  );
}

/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {ArmyDraft} draft
 * @param {MusterRules} muster
 */
function sums(page, seat, draft, muster) {
  const { answer } = draft;
  if (!answer) return explain(t`Adding up.`);
  const tent = draft.tent ? muster.tent : 0;
  const decoys = Math.max(0, answer.decoys);
  const spent = answer.points === null ? "?" : answer.points + tent;
  const wrong =
    answer.untold.length > 0
      ? [
          t`Say what your card of ${listOf(answer.untold.map((kind) => page.view.scenario.kinds[kind].name))} costs.`,
        ]
      : answer.wrong;
  return h(
    "div",
    { class: "army-sum" },
    h(
      "p",
      {},
      h("b", { class: "army-points" }, t`${spent} of ${answer.most + tent} points`),
      t` · ${count(answer.cards, "card")} and ${count(decoys, "decoy")} = ${answer.cards + decoys} · ${answer.lore} lore`,
    ),
    wrong.length > 0 &&
      h(
        "ul",
        { class: `army-wrong ${answer.cards === 0 ? "begun" : ""}` }, // nothing is wrong before anything is chosen
        wrong.map((sentence) => h("li", {}, sentence)),
      ),
    row(
      button(t`Lay it aside, face down`, () => layAside(page, seat, answer), {
        kind: wrong.length > 0 ? "grow" : "primary grow", // the table may rule otherwise
        key: "muster",
        disabled: answer.cards === 0 || answer.untold.length > 0,
      }),
    ),
  );
}

/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {ArmyAnswer} answer
 */
async function layAside(page, seat, answer) {
  const sent = await page.act(answer.command);
  if (!sent?.ok) return;
  delete drafts[key(page, seat)];
  side = null;
  page.set({});
}

// Ask what the rules say; an answer that is late counts for nothing.
/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {ArmyDraft} draft
 */
async function check(page, seat, draft) {
  draft.asked += 1;
  const number = draft.asked;
  const { units, tent, costs, total, lore } = draft;
  const answer = await post("/army/check", { seat, units, tent, costs, total, lore });
  if (draft.asked !== number) return;
  if (answer.trouble) page.say(troubleOf(answer), { bad: true });
  else draft.answer = /** @type {ArmyAnswer} */ (/** @type {unknown} */ (answer));
  page.set({});
}

/** @param {Page} page */
async function fetchPacked(page) {
  packed = {};
  const costs = await fetched("/army/costs");
  if (!costs) return; // without them the player writes what his cards say
  packed = costs;
  for (const draft of Object.values(drafts)) draft.costs = { ...packed, ...draft.costs };
  page.set({});
}

// A pack can be read by everybody: what costs are asked for would give the army away before it is turned over.
/** @param {Page} page */
export async function keepCosts(page) {
  const told = Object.entries(later);
  later = {};
  for (const [entry, cost] of told) {
    const answer = await post("/packs/entry", { file: "units", entry, fields: { cost } });
    if (!answer.ok) {
      page.say(troubleOf(answer), { bad: true });
      return;
    }
  }
}
