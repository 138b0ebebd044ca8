// Figures and tents in the place of cards, one tap a piece; or whatever stands on the board of a free battle.

/** @import { Hex, Page, Seat, SetUpWait, UnitView, View } from "../../types/page.js" */
import { keepCosts } from "../setup/armies.mjs";
import { button, explain, row, stack } from "../parts/dom.mjs";
import { sideIcon } from "../parts/glyphs.mjs";
import { isOwnRow, turned } from "../board/halves.mjs";
import { openHex } from "../board/hexsheet.mjs";
import { unitIcon } from "../board/tokens.mjs";
import { otherSeat, seatsOf } from "../parts/seats.mjs";
import { todo } from "./todo.mjs";
import { t } from "../parts/language.mjs";
import { sideName } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @typedef {{ id: string, name: string, seat: Seat, kind?: string }} Piece *kind*: none for a tent */

/** @type {string | null} */
let chosen = null; // the piece that the next tap on the board places
/** @type {Seat | null} */
let lastSeat = null; // whose piece was placed last: his next one follows

// Figures in the place of cards, one tap a unit.  A scenario whose units have their hexes has nothing to say here.
/** @param {Page} page */
export function drawPlacing(page) {
  const { game, scenario } = page.view;
  if (scenario.says_first) return free(page);
  if (!game.setting?.armies) return null;
  keepCosts(page);
  const pieces = waiting(page);
  const now = placing(page);
  const left = othersLeft(page);
  const others = left > 0 && explain(t`The other side places its own pieces: ${left} left.`);
  if (!now) return stack(others, hands());
  return stack(
    h(
      "p",
      { class: "lead placing", "data-placing": now.id },
      picture(page, now),
      t` Tap the hex of ${now.name}.`,
    ),
    explain(
      t`Take the decoys away, and put figures in the place of each card.${page.hasCamera ? t` What carries a tag the camera reads by itself.` : ""}`,
    ),
    seatsOf(page.view.game).map((seat) =>
      waitingPieces(
        page,
        seat,
        pieces.filter((piece) => piece.seat === seat),
        now,
      ),
    ),
    others,
    row(button(t`Something else lies on a hex…`, () => openHex(page, "F5"), { key: "lay" })),
  );
}

// What this device is to place: its own side's, or both sides' on a tablet for the whole table.
/** @param {Page} page */
function waiting(page) {
  return withoutPlace(page).filter(({ seat }) => page.role === "both" || page.role === seat);
}

/** @param {Page} page */
const othersLeft = (page) => withoutPlace(page).length - waiting(page).length;

// What has no place yet: the tents first, since no unit may stand in front of its own.
/**
 * @param {Page} page
 * @returns {Piece[]}
 */
function withoutPlace(page) {
  const { game } = page.view;
  if (!game.setting?.armies) return [];
  const tents = seatsOf(page.view.game)
    .filter((seat) => game.setting?.armies[seat]?.tent && !hasTent(game, seat))
    .map((seat) => ({ id: `tent ${seat}`, name: t`the command tent of ${sideName(game, seat)}`, seat }));
  return [...tents, ...game.units.filter((unit) => !unit.at && unit.figures > 0)];
}

// The piece that the next tap on the board places.
/**
 * @param {Page} page
 * @returns {Piece | undefined}
 */
function placing(page) {
  const pieces = waiting(page);
  return (
    pieces.find((piece) => piece.id === chosen) ??
    pieces.find((piece) => piece.seat === lastSeat) ??
    pieces[0]
  );
}

// Where the piece that is asked for may be put by its player's card, where its hexes are known.
/** @param {Page} page */
export function placesFor(page) {
  const { game, scenario } = page.view;
  const piece = game.wait.wait === "set_up_wait" ? placing(page) : null;
  const card = piece && scenario.scenario_cards.find((each) => each.id === game.setting?.cards[piece.seat]);
  if (!card || !scenario.muster || card.deployment.length < scenario.muster.cards) return [];
  /** @param {Seat} seat */
  const isTold = (seat) =>
    card.deployment.every(
      (hex) => isOwnRow(page.grid, seat, hex) || !isOwnRow(page.grid, otherSeat(seat), hex),
    );
  const taken = new Set(game.units.map((unit) => unit.at));
  return card.deployment
    .map((hex) => (isTold(piece.seat) ? hex : turned(page.grid, hex)))
    .filter((hex) => !taken.has(hex));
}

// Whether a tap on *hex* puts the piece there that is asked for.
/**
 * @param {Page} page
 * @param {Hex} hex
 * @param {UnitView | null} unit
 */
export function placesPiece(page, hex, unit) {
  const { game } = page.view;
  if (game.wait.wait !== "set_up_wait" || unit) return false;
  const piece = placing(page);
  if (!piece) return false;
  lastSeat = piece.seat;
  page.act(
    piece.id.startsWith("tent ")
      ? { do: "place_terrain", at: hex, tile: { kind: "command_tent", token: null, owner: piece.seat } }
      : { do: "place_unit", unit: piece.id, at: hex },
  );
  return true;
}

/**
 * @param {Page} page
 * @param {Piece} piece
 */
const picture = (page, { kind, seat }) =>
  kind ? unitIcon(page.view.scenario.kinds, kind, seat) : sideIcon(seat);

/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {Piece[]} pieces
 * @param {Piece} now
 */
function waitingPieces(page, seat, pieces, now) {
  if (pieces.length === 0) return null;
  return h(
    "div",
    { class: `note waiting ${seat}`, "data-waiting": seat },
    h("b", {}, sideIcon(seat), t` ${sideName(page.view.game, seat)}: ${pieces.length} to place`),
    row(
      pieces.map((piece) =>
        button(
          [picture(page, piece), piece.name],
          () => {
            chosen = piece.id;
            page.set({});
          },
          { kind: "toggle", key: `place ${piece.id}`, pressed: piece.id === now.id },
        ),
      ),
    ),
  );
}

// A free battle: whatever stands on the board.
/** @param {Page} page */
function free(page) {
  const { game } = page.view;
  return stack(
    todo(
      t`Put the terrain, the banners and the units of your battle on the board.`,
      page.hasCamera
        ? t`What carries a tag the camera reads; for the rest tap a hex and say what lies or stands there.`
        : t`Tap a hex on the board and say what lies or stands there.`,
      t`Say who is first, then start.`,
    ),
    row(
      seatsOf(page.view.game).map((seat) =>
        button(
          [sideIcon(seat), t`${sideName(game, seat)} first`],
          () => page.act({ do: "choose_first", seat }),
          { kind: "toggle grow", key: `first ${seat}`, pressed: firstOf(page) === seat },
        ),
      ),
    ),
    hands(),
  );
}

/** @param {Page} page */
const firstOf = (page) => page.view.game.first ?? page.view.game.active;

/**
 * @param {View} game
 * @param {Seat} seat
 */
const hasTent = (game, seat) =>
  Object.values(game.terrain).some((tile) => tile.kind === "command_tent" && tile.owner === seat);

function hands() {
  return todo(
    t`Shuffle the command cards. Each draws 6 and puts 2 back under the deck: 4 stay.`,
    t`Each shuffles his lore deck, draws 3 lore cards and puts 1 back under it: 2 stay.`,
    t`Or play with the preset hands of the Reference Book: both hold the same 4 command cards.`,
  );
}

// The buttons that start the game with hands, where they are drawn: false as long as a piece has no place, null
// where the set-up is another.
/**
 * @param {Page} page
 * @param {SetUpWait} wait
 */
export function drawStarts(page, wait) {
  const { game, scenario } = page.view;
  if (!scenario.says_first && !game.setting?.armies) return null;
  if (!scenario.says_first && withoutPlace(page).length > 0) return false;
  return row(starts(page, wait));
}

/**
 * @param {Page} page
 * @param {SetUpWait} wait
 */
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
