// The steps of a full set-up (RB p. 14-17): what people do with their hands, and the button that says it is done.

import { keepCosts } from "./armies.mjs";
import { button, el } from "./dom.mjs";
import { icon, sideIcon } from "./glyphs.mjs";
import { openHex } from "./hexsheet.mjs";
import { panels } from "./panels.mjs";
import { post } from "./send.mjs";
import { tileGlyph } from "./terrain.mjs";
import { count, t } from "./tongue.mjs";
import { listOf, sideName } from "./words.mjs";

let side = null; // who chooses on a tablet that both players use
let chosen = null; // the piece that the next tap on the board places
let lastSeat = null; // whose piece was placed last: his next one follows

panels.set("scenario_cards_wait", scenarioCards);
panels.set("first_player_wait", firstPlayer);
panels.set("terrain_wait", terrain);
panels.set("ford_wait", ford);
panels.set("reveal_wait", reveal);

const steps = (...lines) =>
  el(
    "ol",
    { class: "todo-list" },
    lines.filter(Boolean).map((line) => el("li", {}, line)),
  );
const seats = (page) => Object.keys(page.view.game.scores);

// ---- scenario cards ----------------------------------------------------------------------

function scenarioCards(page, wait) {
  const { game } = page.view;
  const seat = page.role === "both" ? side : page.role;
  const draw = el(
    "p",
    { class: "explain" },
    t`Draw 3 of your scenario cards, keep one face down and put the others back. Then say which; it is shown to nobody before both have chosen.`,
  );
  if (!seat) {
    return el(
      "div",
      { class: "stack" },
      draw,
      seats(page).map((each) => {
        const isDone = !wait.missing.includes(each);
        const name = sideName(game, each);
        return button(
          isDone ? t`✓ ${name}: chosen; choose anew` : t`${name}: choose`,
          () => {
            side = each;
            page.set({});
          },
          { kind: isDone ? "" : "primary", key: `choose ${each}` },
        );
      }),
    );
  }
  const chosen = game.setting.cards[seat];
  const cards = page.view.scenario.scenario_cards.filter(
    (card) => card.faction === game.scores[seat].faction,
  );
  return el(
    "div",
    { class: "stack" },
    draw,
    game.setting.chosen.includes(seat) &&
      el("p", { class: "lead" }, t`Your card is chosen. The other player's is awaited.`),
    el(
      "div",
      { class: "cards" },
      cards.map((card) => scenarioCard(page, seat, card, chosen === card.id)),
    ),
    el(
      "p",
      { class: "explain" },
      t`Your card is not in this list? `,
      el("a", { href: "/packs" }, t`Add it to your pack`),
      t`, then stop herald on the computer and start it again: a game knows the cards that were there when it was opened.`,
    ),
    page.role === "both" &&
      button(
        t`Back`,
        () => {
          side = null;
          page.set({});
        },
        { key: "back" },
      ),
  );
}

function scenarioCard(page, seat, card, isChosen) {
  const choose = async () => {
    const sent = await page.act({ do: "choose_scenario_card", seat, card: card.id });
    if (sent?.ok) side = null;
    page.set({});
  };
  const hasMap = Object.keys(card.terrain ?? {}).length > 0;
  return el(
    "button",
    {
      type: "button",
      class: `lore-card scenario-card ${isChosen ? "held" : ""}`,
      "data-key": `scenario ${card.id}`,
      onclick: choose,
    },
    el(
      "span",
      {},
      el("b", {}, card.name),
      card.initiative && el("span", { class: "tag" }, card.initiative),
      isChosen && el("span", { class: "tag" }, "chosen"),
    ),
    el("small", {}, card.summary),
    el(
      "small",
      {},
      hasMap
        ? t`Its map is known: it is laid by itself.`
        : t`Its map is not known: you lay it and tap it in.`,
    ),
  );
}

// ---- who is first ------------------------------------------------------------------------

function firstPlayer(page) {
  return el(
    "div",
    { class: "stack" },
    el(
      "p",
      { class: "explain" },
      t`The cards do not say who is first: look at their letters and numbers, the lower one is first; if they are equal, draw lots.`,
    ),
    el(
      "div",
      { class: "row" },
      seats(page).map((seat) =>
        button(
          [sideIcon(seat), t`${sideName(page.view.game, seat)} first`],
          () => page.act({ do: "choose_first", seat }),
          { kind: "primary grow", key: `first ${seat}` },
        ),
      ),
    ),
  );
}

// ---- terrain and fords -------------------------------------------------------------------

function chosenCards(page) {
  const { setting } = page.view.game;
  return Object.entries(setting.cards).map(([seat, id]) => [
    seat,
    page.view.scenario.scenario_cards.find((card) => card.id === id),
  ]);
}

function terrain(page) {
  const { game } = page.view;
  const unknown = chosenCards(page).filter(
    ([, card]) => card && Object.keys(card.terrain ?? {}).length === 0,
  );
  return el(
    "div",
    { class: "stack" },
    steps(
      t`Lay the terrain and the banners of both scenario cards on the board, each on its owner's half. Where water of both halves touches, use the tiles that join it.`,
      unknown.length > 0 &&
        t`The map of ${listOf(unknown.map(([, card]) => card.name))} is not known here: tap each hex on the board and say what lies there. With “Every hex I tap gets the same” it is one tap a hex.`,
      page.hasCamera && t`Tiles with a tag on them are read by the camera.`,
      t`Rivers that end in the open become lakes by themselves when you go on; the board shows which tiles to swap.`,
    ),
    unknown
      .filter(([seat]) => page.role === "both" || page.role === seat)
      .map(([seat, card]) => keepMap(page, seat, card)),
    el(
      "p",
      {},
      t`So far: ${count(Object.keys(game.terrain).length, "hex", "hexes")} of terrain, ${count(Object.keys(game.banners).length, "banner")}.`,
    ),
    el(
      "div",
      { class: "row foot" },
      button(t`Lay a hex…`, () => openHex(page, "F5"), { kind: "grow", key: "lay" }),
      button(t`All of it lies there`, () => page.act({ do: "finish_terrain" }), {
        kind: "primary grow",
        key: "finish terrain",
      }),
    ),
  );
}

// What lies on a player's own rows is his card's map: with the pack it is laid by itself in later games.
function keepMap(page, seat, card) {
  const map = (laid, short) =>
    Object.fromEntries(
      Object.entries(laid)
        .filter(([hex]) => isOwnRow(page.grid, seat, hex))
        .map(([hex, what]) => [seat === "north" ? turned(page.grid, hex) : hex, short(what)]),
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
    else page.say(answer.trouble, { bad: true });
  };
  return button(t`Keep this half as the map of ${card.name}`, keep, { key: `keep map ${seat}` });
}

// Must agree with rules/maps.py: a map is told as seen from south, the board turned by half a circle is the same.
function turned(grid, hex) {
  const [x, y] = grid.spots.get(hex);
  return grid.bySpot.get([2 * (grid.widest - 1) - x, grid.rows.length - 1 - y].join());
}

// The rows that are one player's alone; the middle one is both players'.
function isOwnRow(grid, seat, hex) {
  const [, y] = grid.spots.get(hex);
  const middle = (grid.rows.length - 1) / 2;
  return seat === "south" ? y < middle : y > middle;
}

function ford(page, wait) {
  return el(
    "div",
    { class: "stack" },
    el(
      "p",
      { class: "explain" },
      t`Lay one ford on the water of your own scenario card, then tap its hex here or on the board.`,
    ),
    el(
      "div",
      { class: "row wrap" },
      wait.hexes.map((hex) =>
        button([icon(tileGlyph("ford")), hex], () => page.act({ do: "place_ford", at: hex }), {
          key: `ford ${hex}`,
        }),
      ),
    ),
  );
}

// ---- armies ------------------------------------------------------------------------------

function reveal(page) {
  const rules = page.view.scenario.muster;
  return el(
    "div",
    { class: "stack" },
    steps(
      t`Both take the ${rules.cards} deployment cards of their army: its units, its tent if it has one, and decoys.`,
      t`Lay them face down, one on each of the ${rules.cards} deployment hexes of your scenario card; the tent on clear ground, and no unit in a row in front of it.`,
      t`When all cards of both players lie there, turn them over together.`,
    ),
    button(t`They are turned over`, () => page.act({ do: "reveal_armies" }), {
      kind: "primary grow",
      key: "reveal",
    }),
  );
}

// Figures in the place of cards, one tap a unit.  A scenario whose units have their hexes has nothing to say here.
export function setUp(page, wait) {
  const { game, scenario } = page.view;
  if (scenario.open) return free(page, wait);
  if (!game.setting) return null;
  keepCosts(page);
  const pieces = waiting(page);
  if (pieces.length === 0)
    return el("div", { class: "stack" }, hands(), el("div", { class: "row foot" }, starts(page, wait)));
  const now = placing(page);
  return el(
    "div",
    { class: "stack" },
    el(
      "p",
      { class: "lead placing", "data-placing": now.id },
      sideIcon(now.seat),
      t` Tap the hex of ${now.name}.`,
    ),
    el(
      "p",
      { class: "explain" },
      t`Take the decoys away, and put figures in the place of each card.${page.hasCamera ? t` What carries a tag the camera reads by itself.` : ""}`,
    ),
    seats(page).map((seat) =>
      waitingPieces(
        page,
        seat,
        pieces.filter((piece) => piece.seat === seat),
        now,
      ),
    ),
    button(t`Something else lies on a hex…`, () => openHex(page, "F5"), { key: "lay" }),
  );
}

// What has no place yet: the tents first, since no unit may stand in front of its own.
function waiting(page) {
  const { game } = page.view;
  if (!game.setting) return [];
  const tents = seats(page)
    .filter((seat) => game.setting.armies[seat]?.tent && !hasTent(game, seat))
    .map((seat) => ({ id: `tent ${seat}`, name: t`the command tent of ${sideName(game, seat)}`, seat }));
  return [...tents, ...game.units.filter((unit) => !unit.at && unit.figures > 0)];
}

function placing(page) {
  const pieces = waiting(page);
  return (
    pieces.find((piece) => piece.id === chosen) ??
    pieces.find((piece) => piece.seat === lastSeat) ??
    pieces[0]
  );
}

// Where the piece that is asked for may be put by its player's card, where its hexes are known.
export function placesFor(page) {
  const { game, scenario } = page.view;
  const piece = game.wait.wait === "set_up_wait" ? placing(page) : null;
  const card = piece && scenario.scenario_cards.find((each) => each.id === game.setting.cards[piece.seat]);
  if (!card || card.deployment.length < scenario.muster.cards) return [];
  const isTold = (seat) =>
    card.deployment.every((hex) => isOwnRow(page.grid, seat, hex) || !isOwnRow(page.grid, other(seat), hex));
  const taken = new Set(game.units.map((unit) => unit.at));
  return card.deployment
    .map((hex) => (isTold(piece.seat) ? hex : turned(page.grid, hex)))
    .filter((hex) => !taken.has(hex));
}

const other = (seat) => (seat === "south" ? "north" : "south");

// Whether a tap on *hex* puts the piece there that is asked for.
export function placesPiece(page, hex, unit) {
  const { game } = page.view;
  if (game.wait.wait !== "set_up_wait" || unit) return false;
  const piece = placing(page);
  if (!piece) return false;
  lastSeat = piece.seat;
  page.act(
    piece.id.startsWith("tent ")
      ? { do: "place_terrain", at: hex, tile: { kind: "command_tent", owner: piece.seat } }
      : { do: "place_unit", unit: piece.id, at: hex },
  );
  return true;
}

function waitingPieces(page, seat, pieces, now) {
  if (pieces.length === 0) return null;
  return el(
    "div",
    { class: `note waiting ${seat}`, "data-waiting": seat },
    el("b", {}, sideIcon(seat), t` ${sideName(page.view.game, seat)}: ${pieces.length} to place`),
    el(
      "div",
      { class: "row" },
      pieces.map((piece) =>
        button(
          piece.name,
          () => {
            chosen = piece.id;
            page.set({});
          },
          { kind: "toggle", key: `place ${piece.id}`, pressed: piece.id === now.id ? "true" : "false" },
        ),
      ),
    ),
  );
}

// A free battle: whatever stands on the board.
function free(page, wait) {
  const { game } = page.view;
  return el(
    "div",
    { class: "stack" },
    steps(
      t`Put the terrain, the banners and the units of your battle on the board.`,
      page.hasCamera
        ? t`What carries a tag the camera reads; for the rest tap a hex and say what lies or stands there.`
        : t`Tap a hex on the board and say what lies or stands there.`,
      t`Say who is first, then start.`,
    ),
    el(
      "div",
      { class: "row" },
      seats(page).map((seat) =>
        button(
          [sideIcon(seat), t`${sideName(game, seat)} first`],
          () => page.act({ do: "choose_first", seat }),
          { kind: "toggle grow", key: `first ${seat}`, pressed: firstOf(page) === seat ? "true" : "false" },
        ),
      ),
    ),
    hands(),
    el("div", { class: "row foot" }, starts(page, wait)),
  );
}

const firstOf = (page) => page.view.game.first ?? page.view.game.active;

const hasTent = (game, seat) =>
  Object.values(game.terrain).some((tile) => tile.kind === "command_tent" && tile.owner === seat);

function hands() {
  return steps(
    t`Shuffle the command cards. Each draws 6 and puts 2 back under the deck: 4 stay.`,
    t`Each shuffles his lore deck, draws 3 lore cards and puts 1 back under it: 2 stay.`,
    t`Or play with the preset hands of the Reference Book: both hold the same 4 command cards.`,
  );
}

function starts(page, wait) {
  const isReady = wait.units === 0 && wait.banners === 0;
  return [
    button(t`Start with the preset hands`, () => page.act({ do: "start_game", preset: true }), {
      kind: "grow",
      key: "start preset",
      disabled: !isReady,
    }),
    button(t`Start the game`, () => page.act({ do: "start_game" }), {
      kind: "primary grow",
      key: "Start the game",
      disabled: !isReady,
    }),
  ];
}
