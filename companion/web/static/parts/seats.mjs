// Who sits where.

/** @import { Page, Seat, View } from "../../types/page.js" */

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
