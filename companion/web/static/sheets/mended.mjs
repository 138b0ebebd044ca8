// What an entry of the past becomes by a tap on the board, and which hexes can be tapped.

/** @import { Command, Hex, PastEntry, View } from "../../types/page.js" */
import { unlit } from "../board/light.mjs";

/**
 * A command whose fields are asked for by their names.
 *
 * @typedef {{ do: string, [field: string]: any }} Fields
 */

/**
 * @param {Command} command
 * @returns {Fields}
 */
export const fields = (command) => command;

// Which field of *command* is a hex that can be tapped.
/** @param {Command | null} command */
export function placeOf(command) {
  return ["to", "at"].find((field) => command && field in command) ?? null;
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

// What the command of *entry*, as it is being corrected, becomes by a tap on *hex*; null: nothing.
/**
 * @param {Hex} hex
 * @param {PastEntry} entry
 * @param {Fields | null} draft
 * @returns {Fields | null}
 */
export function mendedBy(hex, { command, choices, game }, draft) {
  if (!command) return null;
  const field = placeOf(command);
  const choice = choices
    .map((each) => fields(each.command))
    .find((each) => (field ? each[field] : standsOn(game, each)) === hex);
  if (choice) return choice;
  return field ? placed(draft ?? fields(command), field, hex) : null;
}

/**
 * @param {Fields} command
 * @param {string} field
 * @param {Hex} hex
 */
function placed(command, field, hex) {
  const moved = { ...command, [field]: hex };
  if (command.do === "move") delete moved.through;
  if (command.do === "correct_unit" && !moved.figures) moved.figures = 1;
  return moved;
}

/**
 * @param {View} game
 * @param {Fields} command
 */
function standsOn(game, { target, unit }) {
  return game.units.find((each) => each.id === (target ?? unit))?.at ?? null;
}

// What is lit while *entry* is corrected: what could have been done in its place, and what is chosen.
/**
 * @param {PastEntry} entry
 * @param {Fields | null} draft
 */
export function litFor({ command, choices }, draft) {
  const light = unlit();
  if (!command) return light;
  const field = placeOf(command);
  for (const each of choices.map((choice) => fields(choice.command))) {
    if (field) light.moves.add(each[field]);
    else if (each.target) light.targets.add(each.target);
    else if (each.unit) light.ready.add(each.unit);
  }
  const was = fields(command);
  const now = draft ?? was;
  light.selected = (was.target || field ? was.unit : now.unit) ?? null;
  light.looked = now.target ?? null;
  light.place = field ? now[field] : null;
  return light;
}
