// War Councils: each player gives out his levels on his own device; nobody else sees them before all are opened.

/** @import { CouncilRules, CouncilWait, GivenCouncil, Page, Seat } from "../../types/page.js" */
import { button, explain, stack, numberPad, upTo } from "../parts/dom.mjs";
import { sideIcon } from "../parts/glyphs.mjs";
import { panels } from "../parts/panels.mjs";
import { ownSeat, seatsOf } from "../parts/seats.mjs";
import { firstTable } from "../parts/stored.mjs";
import { count, t } from "../parts/language.mjs";
import { listOf, sideName } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

const HIGHEST = 3; // must agree with rules/first/council.py
const COMMANDER = "commander"; // brings Landmarks by this name

/** @type {{ [gameAndSeat: string]: GivenCouncil }} */
const drafts = {};
/** @type {Seat | null} */
let side = null; // whose council is being chosen here

panels.set("council_wait", { stage: drawCouncils, answers: openers });

/**
 * @param {Page} page
 * @param {CouncilWait} wait
 */
function drawCouncils(page, wait) {
  const { council } = page.view.scenario;
  const own = ownSeat(page);
  return stack(
    !own &&
      explain(t`On one tablet: one player chooses while the other looks away; or join with a device each.`),
    seatsOf(page.view.game).map((seat) => laidAside(page, wait, seat)),
    side && council && builder(page, side, council),
  );
}

/**
 * @param {Page} page
 * @param {CouncilWait} wait
 */
function openers(page, wait) {
  const own = ownSeat(page);
  const seats = own ? [own] : seatsOf(page.view.game);
  return stack(
    seats.map((seat) => {
      const isMissing = wait.missing.includes(seat);
      const open = () => {
        side = seat;
        page.set({});
      };
      const what = isMissing ? t`Choose the War Council` : t`Choose it anew`;
      return button(own ? what : [sideIcon(seat), `${sideName(page.view.game, seat)}: ${what}`], open, {
        kind: isMissing ? "primary" : "",
        key: `council ${seat}`,
      });
    }),
  );
}

// A council that has been chosen: its own player's device shows it, any other only that it lies there.
/**
 * @param {Page} page
 * @param {CouncilWait} wait
 * @param {Seat} seat
 */
function laidAside(page, wait, seat) {
  if (wait.missing.includes(seat)) return null;
  const own = page.role === seat && councilText(page, seat);
  return h(
    "p",
    { class: "note", "data-laid-aside": seat },
    h("b", {}, t`${sideName(page.view.game, seat)}: the War Council lies face down.`),
    own && h("span", {}, own),
  );
}

// Who sits in a side's council, as far as whoever looks may know it; null where that is nothing.
/**
 * @param {Page} page
 * @param {Seat} seat
 */
export function councilText(page, seat) {
  const { game, scenario } = page.view;
  const council = firstTable(game)?.councils?.[seat];
  if (!council || !scenario.council) return null;
  const seated = rowsOf(page, seat, scenario.council, council);
  return (
    listOf(seated.filter(([, , level]) => level > 0).map(([, name, level]) => `${name} ${level}`)) ||
    t`Nobody`
  );
}

/** @typedef {(level: number) => Partial<GivenCouncil>} Give */

// All that levels can be given to: an id, its name, its level in *draft*, those that it may have, and what giving
// it one makes.
/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {CouncilRules} rules
 * @param {GivenCouncil} draft
 * @returns {[string, string, number, number[], Give][]}
 */
function rowsOf(page, seat, rules, draft) {
  const { game, scenario } = page.view;
  const kinds = Object.keys(rules.creatures).filter((kind) =>
    game.units.some((unit) => unit.kind === kind && unit.seat === seat),
  );
  return [
    [COMMANDER, t`Commander`, draft.commander, upTo(HIGHEST), (commander) => ({ commander })],
    ...Object.entries(rules.masters).map(
      /** @returns {[string, string, number, number[], Give]} */
      ([id, name]) => [
        id,
        name,
        draft.masters[id] ?? 0,
        upTo(HIGHEST),
        (level) => ({ masters: given(draft.masters, id, level) }),
      ],
    ),
    ...kinds.map(
      /** @returns {[string, string, number, number[], Give]} */
      (kind) => [
        kind,
        scenario.kinds[kind].name,
        draft.creatures[kind] ?? 0,
        [0, rules.creatures[kind]],
        (level) => ({ creatures: given(draft.creatures, kind, level) }),
      ],
    ),
  ];
}

/**
 * @param {{ [id: string]: number }} levels
 * @param {string} id
 * @param {number} level
 */
function given(levels, id, level) {
  const { [id]: _, ...others } = levels;
  return level ? { ...others, [id]: level } : others;
}

// The builder lies over the whole page: it needs no board, and nobody looks on by chance.
/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {CouncilRules} rules
 */
function builder(page, seat, rules) {
  const { game } = page.view;
  const draft = (drafts[`${page.view.game_id} ${seat}`] ??= { commander: 0, masters: {}, creatures: {} });
  const rows = rowsOf(page, seat, rules, draft);
  const levels = rows.reduce((sum, [, , level]) => sum + level, 0);
  const close = () => {
    side = null;
    page.set({});
  };
  const lay = async () => {
    const answer = await page.act({ do: "choose_council", seat, council: draft });
    if (answer?.ok) close();
  };
  return h(
    "div",
    { class: `army ${seat}`, "data-council": seat, role: "dialog", "aria-label": t`War Council`, key: seat },
    h(
      "div",
      { class: "army-head" },
      h("h2", {}, sideIcon(seat), t`War Council: ${sideName(game, seat)}`),
      button(t`Back to the board`, close, { key: "back" }),
    ),
    explain(t`Nobody else sees it until all councils are opened.`),
    h(
      "div",
      { class: "army-kinds" },
      rows.map(([id, name, level, levels, give]) =>
        h(
          "div",
          { class: "army-kind" },
          numberPad(name, level, levels, {
            key: `level ${id}`,
            change: (now) => {
              Object.assign(draft, give(now));
              page.set({});
            },
          }),
          h("small", {}, landmarksOf(rules, id, level)),
        ),
      ),
    ),
    h(
      "div",
      { class: "army-sum", role: "status" },
      h(
        "p",
        {},
        h("b", { "data-levels": levels }, t`${levels} of ${rules.levels} levels given.`),
        ` ${brought(rules, draft)}`,
      ),
      button(t`Lay it face down`, lay, {
        kind: "primary",
        key: "lay council",
        disabled: levels !== rules.levels,
      }),
    ),
  );
}

// The Landmarks that *id* brings at that level, and from which level on others.
/**
 * @param {CouncilRules} rules
 * @param {string} id
 * @param {number} level
 */
function landmarksOf(rules, id, level) {
  return rules.landmarks
    .filter((each) => each.brought_by === id)
    .map((each) => {
      if (level < each.level) return t`From level ${each.level} on: ${each.name}`;
      return each.sole
        ? t`Brings ${each.name}, unless the other side has this master too`
        : t`Brings ${each.name}`;
    })
    .join(". ");
}

/**
 * @param {CouncilRules} rules
 * @param {GivenCouncil} draft
 */
function brought(rules, draft) {
  const highest = Math.max(0, ...Object.values(draft.masters));
  const lore = rules.lore_levels[highest - 1];
  const cards = count(rules.command_cards[draft.commander] ?? 0, "Command card");
  if (!lore) return t`${cards}, no Lore.`;
  return t`${cards}, ${count(lore.cards, "Lore card")}, ${lore.tokens} Lore; at the end of a turn at most ${count(lore.most, "Lore card")}.`;
}
