// Who sits where.

/** @import { GameView, Page, Seat, Section, View } from "../../types/page.js" */

// The seats of a game, in the order in which it tells them.
/** @param {View} game */
export function seatsOf(game) {
  return /** @type {Seat[]} */ (Object.keys(game.scores));
}

/** @param {Seat} seat */
export function otherSeat(seat) {
  return seat === "south" ? "north" : "south";
}

// The seat that this device is for, if it is for one.
/** @param {{ role: Page["role"] }} page */
export function ownSeat({ role }) {
  return role === "south" || role === "north" ? role : null;
}

// Whether what is for *places* is for *place* too: for all where nobody shares a side.
/**
 * @param {Section} place
 * @param {readonly Section[] | undefined} places
 */
export function isOf(place, places) {
  return !places?.length || places.includes(place);
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
