// Who sits where.

/** @import { GameView, Page, Seat, Section, View } from "../../types/page.js" */
import { t } from "./language.mjs";

// The camps, by the seats after which they are called.
export const CAMPS = /** @type {const} */ (["south", "north"]);

// What a device calls its side's hand: a wing's leader holds none of the side's cards himself.
/** @param {Pick<Page, "isMarshal">} page */
export const handName = ({ isMarshal }) => (isMarshal ? t`Our hand` : t`My hand`);

// The seats of a game, in the order in which it tells them.
/** @param {View} game */
export function seatsOf(game) {
  return /** @type {Seat[]} */ (Object.keys(game.scores));
}

// The camp of a seat: its own name, or whose ally it is.
/**
 * @param {Seat} seat
 * @returns {"north" | "south"}
 */
export function campOf(seat) {
  return seat === "south" || seat === "south_ally" ? "south" : "north";
}

// Whether two seats play for one camp; nobody does with nobody.
/**
 * @param {Seat | null | undefined} one
 * @param {Seat | null | undefined} other
 */
export function areAllied(one, other) {
  return Boolean(one && other) && campOf(/** @type {Seat} */ (one)) === campOf(/** @type {Seat} */ (other));
}

// How a seat is drawn: as its camp, and where it is an ally's as such.
/** @param {Seat} seat */
export function sideClass(seat) {
  return seat === campOf(seat) ? seat : `${campOf(seat)} ally`;
}

/** @param {Seat} seat */
export function otherSeat(seat) {
  return campOf(seat) === "south" ? "north" : "south";
}

// The seats of a camp.
/**
 * @param {View} game
 * @param {Seat} camp
 */
export function campSeats(game, camp) {
  return seatsOf(game).filter((seat) => campOf(seat) === camp);
}

// The points of a camp, which its players hold together.
/**
 * @param {View} game
 * @param {Seat} camp
 */
export function campPoints(game, camp) {
  return campSeats(game, camp).reduce((sum, seat) => sum + game.scores[seat].points, 0);
}

// The seat that this device is for, if it is for one.
/**
 * @param {{ role: Page["role"] }} page
 * @returns {Seat | null}
 */
export function ownSeat({ role }) {
  return role === "both" || role === "watch" ? null : role;
}

// Whether this device is for somebody who sits at the northern edge: the board is turned for him.
/** @param {{ role: Page["role"] }} page */
export function sitsNorth(page) {
  const own = ownSeat(page);
  return own !== null && campOf(own) === "north";
}

// Whether what is for *places* is for *place* too: for all where nobody shares a side.
/**
 * @param {Section} place
 * @param {readonly Section[] | undefined} places
 */
function isOf(place, places) {
  return !places?.length || places.includes(place);
}

// Whether a device may answer what the game waits for; correct and undo it may wherever it plays.
/**
 * @param {GameView} view
 * @param {Page["role"]} role
 * @param {Section} place
 */
export function mayAnswer({ game, ask }, role, place) {
  const { seat } = game.wait;
  return role !== "watch" && (role === "both" || !seat || (seat === role && isOf(place, ask.places)));
}

// *view* with no more choices than are those of *place*, where several people share the side that is asked.
/**
 * @param {GameView} view
 * @param {Page["role"]} role
 * @param {Section} place
 * @returns {GameView}
 */
export function ofPlace(view, role, place) {
  if (view.game.wait.seat !== role || !view.ask.places.length) return view;
  const choices = view.ask.choices.filter((choice) => isOf(place, choice.places));
  return { ...view, ask: { ...view.ask, choices } };
}
