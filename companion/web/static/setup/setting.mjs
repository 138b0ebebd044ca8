// The steps of a full set-up before there are figures (RB p. 14-17): cards, terrain, fords, the turning over.

/** @import { FordWait, Page, ScenarioCard, ScenarioCardsWait, Seat } from "../../types/page.js" */
import { button, explain, row, stack } from "../parts/dom.mjs";
import { icon, sideIcon } from "../parts/glyphs.mjs";
import { isOwnRow, turned } from "../board/halves.mjs";
import { openHex } from "../board/hexsheet.mjs";
import { panels } from "../parts/panels.mjs";
import { campOf, ownSeat, seatsOf } from "../parts/seats.mjs";
import { post, troubleOf } from "../parts/send.mjs";
import { tileGlyph } from "../board/terrain.mjs";
import { todo } from "../game/todo.mjs";
import { count, t } from "../parts/language.mjs";
import { listOf, sideName } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @type {Seat | null} */
let side = null; // who chooses on a tablet that both players use

panels.set("scenario_cards_wait", { stage: scenarioCards, answers: whoChooses });
panels.set("first_player_wait", { stage: whoIsFirst, answers: firstPlayer });
panels.set("terrain_wait", { stage: terrain, answers: terrainDone });
panels.set("ford_wait", { stage: whereFord, answers: ford });
panels.set("reveal_wait", { stage: whatLiesDown, answers: reveal });

// ---- scenario cards ----------------------------------------------------------------------

/** @param {Page} page */
function scenarioCards(page) {
  const seat = ownSeat(page) ?? side;
  const draw = explain(
    t`Draw 3 of your scenario cards, keep one face down and put the others back. Then say which; it is shown to nobody before both have chosen.`,
  );
  return stack(draw, seat && ownCards(page, seat));
}

/**
 * @param {Page} page
 * @param {ScenarioCardsWait} wait
 */
function whoChooses(page, { missing }) {
  if (ownSeat(page) ?? side) return null;
  const sides = seatsOf(page.view.game).map((seat) => {
    const name = sideName(page.view.game, seat);
    const choose = () => {
      side = seat;
      page.set({});
    };
    return button(missing.includes(seat) ? t`${name}: choose` : t`✓ ${name}: chosen; choose anew`, choose, {
      kind: missing.includes(seat) ? "primary" : "",
      key: `choose ${seat}`,
    });
  });
  return stack(sides);
}

/**
 * @param {Page} page
 * @param {Seat} seat
 */
function ownCards(page, seat) {
  const { game, scenario } = page.view;
  const cards = scenario.scenario_cards.filter((card) => card.faction === game.scores[seat].faction);
  const back = () => {
    side = null;
    page.set({});
  };
  return [
    game.setting?.chosen.includes(seat) &&
      h("p", { class: "lead" }, t`Your card is chosen. The other player's is awaited.`),
    h(
      "div",
      { class: "cards" },
      cards.map((card) => scenarioCard(page, seat, card, game.setting?.cards[seat] === card.id)),
    ),
    explain(
      t`Your card is not in this list? `,
      h("a", { href: "/packs" }, t`Add it to your pack`),
      t`, then `,
      h("a", { href: "/home#new" }, t`begin the game anew`),
      t`: a game knows the cards that were there when it was opened.`,
    ),
    page.role === "both" && button(t`Back`, back, { key: "back" }),
  ];
}

/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {ScenarioCard} card
 * @param {boolean} isChosen
 */
function scenarioCard(page, seat, card, isChosen) {
  const choose = async () => {
    const sent = await page.act({ do: "choose_scenario_card", seat, card: card.id });
    if (sent?.ok) side = null;
    page.set({});
  };
  const hasMap = Object.keys(card.terrain ?? {}).length > 0;
  return button(
    [
      h(
        "span",
        {},
        h("b", {}, card.name),
        card.initiative && h("span", { class: "tag" }, card.initiative),
        isChosen && h("span", { class: "tag" }, t`chosen`),
      ),
      h("small", {}, card.summary),
      h(
        "small",
        {},
        hasMap
          ? t`Its map is known: it is laid by itself.`
          : t`Its map is not known: you lay it and tap it in.`,
      ),
    ],
    choose,
    { kind: `lore-card scenario-card ${isChosen ? "held" : ""}`, key: `scenario ${card.id}` },
  );
}

// ---- who is first ------------------------------------------------------------------------

/** @param {Page} page */
function whoIsFirst(page) {
  const { game, scenario } = page.view;
  const [one, other] = seatsOf(game).map(
    (seat) => scenario.scenario_cards.find((each) => each.id === game.setting?.cards[seat])?.initiative,
  );
  return explain(sayWhoIsFirst(one, other));
}

// Why the table asks who is first, and what to do.
/**
 * @param {string | null} [one] the letter and number of a side's card, where they are known
 * @param {string | null} [other]
 */
export function sayWhoIsFirst(one, other) {
  if (one && one === other) return t`Both cards read ${one}: draw lots for who is first.`;
  return t`The cards do not say who is first: look at their letters and numbers, the lower one is first; if they are equal, draw lots.`;
}

/** @param {Page} page */
function firstPlayer(page) {
  return row(
    seatsOf(page.view.game).map((seat) =>
      button(
        [sideIcon(seat), t`${sideName(page.view.game, seat)} first`],
        () => page.act({ do: "choose_first", seat }),
        { kind: "primary grow", key: `first ${seat}` },
      ),
    ),
  );
}

// ---- terrain and fords -------------------------------------------------------------------

// The scenario cards that were chosen and have no map that we know, with whose they are.
/** @param {Page} page */
function unmapped(page) {
  const { game, scenario } = page.view;
  return seatsOf(game).flatMap((seat) => {
    const card = scenario.scenario_cards.find((each) => each.id === game.setting?.cards[seat]);
    return card && Object.keys(card.terrain).length === 0 ? [{ seat, card }] : [];
  });
}

/** @param {Page} page */
function terrain(page) {
  const { game } = page.view;
  const unknown = unmapped(page);
  return stack(
    todo(
      t`Lay the terrain and the banners of both scenario cards on the board, each on its owner's half. Where water of both halves touches, use the tiles that join it.`,
      unknown.length > 0 &&
        t`The map of ${listOf(unknown.map(({ card }) => card.name))} is not known here: tap each hex on the board and say what lies there. With “Every hex I tap gets the same” it is one tap a hex.`,
      page.hasCamera && t`Tiles with a tag on them are read by the camera.`,
      t`Rivers that end in the open become lakes by themselves when you go on; the board shows which tiles to swap.`,
    ),
    unknown
      .filter(({ seat }) => page.role === "both" || page.role === seat)
      .map(({ seat, card }) => keepMap(page, seat, card)),
    h(
      "p",
      {},
      t`So far: ${count(Object.keys(game.terrain).length, "hex", "hexes")} of terrain, ${count(Object.keys(game.banners).length, "banner")}.`,
    ),
  );
}

/** @param {Page} page */
function terrainDone(page) {
  return row(
    button(t`Lay a hex…`, () => openHex(page, "F5"), { kind: "grow", key: "lay" }),
    button(t`All of it lies there`, () => page.act({ do: "finish_terrain" }), {
      kind: "primary grow",
      key: "finish terrain",
    }),
  );
}

// What lies on a player's own rows is his card's map: with the pack it is laid by itself in later games.
/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {ScenarioCard} card
 */
function keepMap(page, seat, card) {
  /**
   * @param {{ [hex: string]: any }} laid
   * @param {(what: any) => unknown} short
   */
  const map = (laid, short) =>
    Object.fromEntries(
      Object.entries(laid)
        .filter(([hex]) => isOwnRow(page.grid, seat, hex))
        .map(([hex, what]) => [campOf(seat) === "north" ? turned(page.grid, hex) : hex, short(what)]),
    );
  const terrain = map(page.view.game.terrain, ({ kind, token }) => ({ kind, token }));
  const banners = map(page.view.game.banners, (points) => points);
  if (Object.keys(terrain).length === 0) return null;
  const keep = async () => {
    const answer = await post("/packs/entry", {
      file: "scenario_cards",
      entry: card.id,
      fields: { terrain, banners },
    });
    if (answer.ok)
      page.say(
        t`Kept: later games lay ${card.name} by themselves. What lies on the middle row and the deployment hexes are added under Packs.`,
      );
    else page.say(troubleOf(answer), { bad: true });
  };
  return button(t`Keep this half as the map of ${card.name}`, keep, { key: `keep map ${seat}` });
}

/**
 * @param {Page} page
 * @param {FordWait} wait
 */
function ford(page, wait) {
  return row(
    wait.hexes.map((hex) =>
      button([icon(tileGlyph("ford")), hex], () => page.act({ do: "place_ford", at: hex }), {
        key: `ford ${hex}`,
      }),
    ),
  );
}

function whereFord() {
  return explain(
    t`Lay one ford on the water of your own scenario card, then tap its hex here or on the board.`,
  );
}

// ---- armies ------------------------------------------------------------------------------

/** @param {Page} page */
function whatLiesDown(page) {
  const rules = page.view.scenario.muster;
  if (!rules) return null;
  return todo(
    t`Both take the ${rules.cards} deployment cards of their army: its units, its tent if it has one, and decoys.`,
    t`Lay them face down, one on each of the ${rules.cards} deployment hexes of your scenario card; the tent on clear ground, and no unit in a row in front of it.`,
    t`When all cards of both players lie there, turn them over together.`,
  );
}

/** @param {Page} page */
function reveal(page) {
  return row(
    button(t`They are turned over`, () => page.act({ do: "reveal_armies" }), {
      kind: "primary grow",
      key: "reveal",
    }),
  );
}
