// What a tap on the board deploys in Call to Arms, and where it may go.

/** @import { DeployWait, Hex, LevyWait, Page, Seat, UnitView } from "../../types/page.js" */
import { campOf } from "../parts/seats.mjs";

const NORTH_FROM = 11; // must agree with rules/kernel/catalogue.py: each side's units count from their own number

let next = ""; // the kind of unit that the next tap deploys, or "levy" and a colour

// What the next tap deploys: a kind of unit, or "levy" and a colour.
export const chosen = () => next;

/**
 * @param {Page} page
 * @param {string} what
 */
export function choose(page, what) {
  next = what;
  page.set({});
}

// The kinds of units to choose from: those of the card where it is known, else all.  One of them is chosen.
/**
 * @param {Page} page
 * @param {DeployWait | LevyWait} wait
 */
export function choosable(page, wait) {
  const asked = wait.wait === "deploy_wait" ? [...new Set(wait.kinds)] : [];
  const shown = asked.length > 0 ? asked : Object.keys(page.view.scenario.kinds);
  const isLevy = wait.wait === "deploy_wait" && wait.part !== "reserve" && next.startsWith("levy ");
  if (!shown.includes(next) && !isLevy) [next] = shown;
  return shown;
}

// A tap on the board: what is chosen goes to the hex; a unit that stands there is looked at.
/**
 * @param {Page} page
 * @param {Hex} hex
 * @param {UnitView | null} unit
 */
export function deploys(page, hex, unit) {
  const { wait } = page.view.game;
  if (unit || !wait.seat) return page.set({ looked: unit?.id ?? null, place: null });
  if (next.startsWith("levy "))
    return page.act({ do: "place_levy", banner: next.slice("levy ".length), at: hex });
  return page.act({ do: "place_unit", unit: fresh(page, next, wait.seat), at: hex });
}

// The next unit of *kind* that is not on the board: each side counts from its own number on.
/**
 * @param {Page} page
 * @param {string} kind
 * @param {Seat} seat
 */
function fresh(page, kind, seat) {
  const standing = new Set(page.view.game.units.filter((unit) => unit.at).map((unit) => unit.id));
  let number = campOf(seat) === "south" ? 1 : NORTH_FROM;
  while (standing.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

// The hexes on which something may be deployed now.
/** @param {Page} page */
export function deploymentHexes(page) {
  const { wait } = page.view.game;
  return wait.wait === "deploy_wait" || wait.wait === "levy_wait" ? wait.hexes : [];
}
