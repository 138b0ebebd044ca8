// The arrow from who attacks to who is attacked, as long as their fight is on.

/** @import { View } from "../../types/page.js" */
/** @import { Grid } from "./grid.mjs" */
import { sideClass } from "../parts/seats.mjs";
import { h } from "../vendor/preact.mjs";

const OFF = [26, 30]; // how far from the two centres it ends
const HEAD = 34; // of its point, along and across
const SHAFT = 24; // at least, so that between neighbours too it is seen which end is the point

/**
 * @param {Grid} grid
 * @param {Pick<View, "fight" | "units">} game
 */
export function drawArrow(grid, { fight, units }) {
  const [from, to] = [fight?.attacker, fight?.target].map((id) => units.find((unit) => unit.id === id));
  if (!from?.at || !to?.at) return null;
  const [[x, y], [toX, toY]] = [grid.centre(from.at), grid.centre(to.at)];
  const length = Math.hypot(toX - x, toY - y);
  const turn = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  const lacks = Math.max(0, OFF[0] + SHAFT + HEAD + OFF[1] - length) / 2;
  const [start, end] = [OFF[0] - lacks, length - OFF[1] + lacks];
  const neck = end - HEAD;
  return h("path", {
    class: `arrow ${sideClass(from.seat)}`,
    "data-arrow": `${from.at} ${to.at}`,
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})`,
    d: `M${start}-8H${neck}V${-HEAD / 2}L${end} 0 ${neck} ${HEAD / 2}V8H${start}z`,
  });
}
