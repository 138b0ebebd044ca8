// How the log's lines are put together.

/** @import { LogLine } from "../../types/page.js" */

// A line's turn is the one in which it was done: that of the state which the line before it left.
/** @param {LogLine[]} lines */
export function inTurns(lines) {
  /** @type {{ turn: number, lines: LogLine[] }[]} */
  const turns = [];
  lines.forEach((line, n) => {
    const turn = lines[Math.max(0, n - 1)].turn;
    if (turns.at(-1)?.turn !== turn) turns.push({ turn, lines: [] });
    turns[turns.length - 1].lines.push(line);
  });
  return turns;
}
