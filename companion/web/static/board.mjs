// The board as a drawing.  It shows the view and says which hex was tapped; it decides nothing.

import { drawMark, markWords } from "./differences.mjs";
import { svg } from "./dom.mjs";
import { glyphAt, kindGlyph, markGlyph, sideShape } from "./glyphs.mjs";
import { RADIUS } from "./grid.mjs";
import { drawTile, tileSign } from "./terrain.mjs";
import { count, t } from "./tongue.mjs";
import { MARKERS, listOf } from "./words.mjs";

// *lit*: {moves: Set of hexes, targets: Set of unit ids, ready: Set of unit ids, selected, looked: unit id or null,
// place: hex or null, through: hexes, marks: where table and books disagree}.  *tapped*: told the hex that was tapped; null for a mere picture.
export function drawBoard(grid, game, kinds, lit, tapped) {
  const standing = new Map(game.units.filter((unit) => unit.at).map((unit) => [unit.at, unit]));
  const hexes = [...grid.spots.keys()];
  const bright = litHexes(hexes, standing, lit);
  if (!grid.spots.has(cursor)) cursor = null;
  const reached = cursor ?? bright[0] ?? hexes.find((hex) => standing.has(hex)) ?? hexes[0];
  const drawing = svg("svg", {
    viewBox: `0 0 ${grid.width.toFixed(0)} ${grid.height.toFixed(0)}`,
    class: "board-drawing",
    role: tapped ? "group" : "img",
    "aria-label": tapped
      ? t`The board: arrow keys go from hex to hex, Page Down to the next lit one`
      : t`The board`,
    onkeydown: tapped && ((event) => moveCursor(event, drawing, grid, bright)),
  });
  drawing.append(
    svg("rect", { class: "mat", x: 3, y: 3, width: grid.width - 6, height: grid.height - 6, rx: 26 }),
  );
  drawing.append(
    svg(
      "g",
      {},
      hexes.map((hex) => ground(grid, hex, game.terrain[hex], standing.has(hex))),
    ),
  );
  drawing.append(
    svg(
      "g",
      { class: "section-lines" },
      grid.lines().map(([[x1, y1], [x2, y2]]) => svg("line", { x1, y1, x2, y2 })),
    ),
  );
  drawing.append(
    svg(
      "g",
      { class: "labels" },
      grid.labels().map(({ text, at: [x, y] }) => svg("text", { x, y }, text)),
    ),
  );
  drawing.append(
    svg(
      "g",
      {},
      hexes.map((hex) =>
        spot(
          grid,
          hex,
          standing.get(hex),
          game,
          kinds,
          lit,
          tapped && touchable(hex, hex === reached, tapped),
        ),
      ),
    ),
  );
  return drawing;
}

// ---- by keyboard: one hex of the board is reached with Tab, the others from it with arrows --------------

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
let cursor = null;

// The hexes that mean something now, in the order of the board.
function litHexes(hexes, standing, lit) {
  const unit = (hex) => standing.get(hex)?.id;
  return hexes.filter((hex) => lit.moves.has(hex) || lit.targets.has(unit(hex)) || lit.ready.has(unit(hex)));
}

function touchable(hex, isReached, tapped) {
  const tap = () => {
    cursor = hex;
    tapped(hex);
  };
  return {
    role: "button",
    tabindex: isReached ? 0 : -1,
    onclick: tap,
    onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        tap();
      }
    },
  };
}

function moveCursor(event, drawing, grid, bright) {
  const here = event.target.dataset.hex;
  const to =
    here && (ARROWS[event.key] ? neighbour(grid, here, ARROWS[event.key]) : nextLit(bright, here, event.key));
  if (!to) return;
  event.preventDefault();
  cursor = to;
  event.target.setAttribute("tabindex", -1);
  const node = drawing.querySelector(`[data-hex="${to}"]`);
  node.setAttribute("tabindex", 0);
  node.focus();
}

// The nearest hex that way; of two equally near ones that from which the opposite arrow leads back.
function neighbour(grid, here, [right, down]) {
  const [x, y] = grid.centre(here);
  const far = (hex) => {
    const [dx, dy] = [grid.centre(hex)[0] - x, grid.centre(hex)[1] - y];
    const [along, aside] = [dx * right + dy * down, right * dy - down * dx];
    return along > 1 ? along + Math.abs(aside) - aside / 100 : Infinity;
  };
  const nearest = [...grid.spots.keys()].reduce((best, hex) => (far(hex) < far(best) ? hex : best));
  return far(nearest) < Infinity ? nearest : null;
}

function nextLit(bright, here, key) {
  const way = { PageDown: 1, PageUp: -1 }[key];
  if (!way || bright.length === 0) return null;
  const found = bright.indexOf(here);
  return bright[
    (found < 0 ? (way > 0 ? 0 : bright.length - 1) : found + way + bright.length) % bright.length
  ];
}

function ground(grid, hex, tile, taken) {
  const [x, y] = grid.centre(hex);
  return svg(
    "g",
    { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    svg("polygon", { class: "hex", points: grid.corners(RADIUS - 0.8) }),
    tile && drawTile(grid, tile, taken),
    taken ? null : svg("text", { class: "hex-name", y: tile ? 37 : 33 }, hex),
  );
}

function spot(grid, hex, unit, game, kinds, lit, touch) {
  const [x, y] = grid.centre(hex);
  const points = game.banners[hex];
  const tile = game.terrain[hex];
  const isTarget = unit && lit.targets.has(unit.id);
  return svg(
    "g",
    {
      class: `spot ${lit.selected && unit?.id === lit.selected ? "selected" : ""}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      "data-key": hex,
      "data-hex": hex,
      "data-unit": unit?.id,
      ...(touch && { "aria-label": spoken(hex, unit, points, tile, lit), ...touch }),
    },
    svg("polygon", { class: "hit", points: grid.corners() }),
    lit.moves.has(hex) && svg("polygon", { class: "lit-move", points: grid.corners(RADIUS - 5) }),
    lit.moves.has(hex) && !unit && !points && svg("circle", { class: "lit-dot", r: 13 }),
    unit &&
      lit.ready.has(unit.id) &&
      svg("polygon", { class: "lit-ready", points: grid.corners(RADIUS - 5) }),
    hex === lit.place && svg("polygon", { class: "lit-looked", points: grid.corners(RADIUS - 4) }),
    lit.through.includes(hex) && svg("polygon", { class: "lit-through", points: grid.corners(RADIUS - 5) }),
    unit?.id === lit.selected &&
      unit &&
      svg("polygon", { class: "lit-selected", points: grid.corners(RADIUS - 4) }),
    unit &&
      unit.id === lit.looked &&
      unit.id !== lit.selected &&
      svg("polygon", { class: "lit-looked", points: grid.corners(RADIUS - 4) }),
    unit && token(unit, kinds[unit.kind]),
    unit && tile && tileSign(tile, Boolean(points)),
    points && banner(points, Boolean(unit)),
    isTarget && crosshair(grid),
    lit.marks?.has(hex) && drawMark(grid, lit.marks.get(hex)),
    touch && svg("polygon", { class: "focus-ring", points: grid.corners(RADIUS - 3) }),
  );
}

function banner(points, held) {
  return svg(
    "g",
    { class: "banner", transform: held ? "translate(2 -44) scale(.5)" : "translate(0 -4)" },
    svg("path", { class: "banner-pole", d: "M-17 -30V36" }),
    svg("path", { class: "banner-cloth", d: "M-17 -30c14-8 24 8 42 0v34c-18 8-28-8-42 0z" }),
    svg("text", { class: "banner-points", x: 4, y: -2 }, points),
  );
}

function token(unit, kind) {
  const spent = unit.attacked ? "spent" : "";
  const number = unit.id.slice(unit.id.lastIndexOf("-") + 1);
  return svg(
    "g",
    { class: `unit ${unit.seat} ${spent}` },
    unit.ordered && svg("g", { class: "ordered-ring" }, sideShape(unit.seat, 58)),
    sideShape(unit.seat, 51),
    glyphAt(kindGlyph(unit.kind, kind), -15, -3, 38),
    svg("text", { class: "unit-number", x: 20, y: 2 }, number),
    health(unit),
    state(unit),
    markers(unit),
  );
}

function health(unit) {
  if (unit.damage_tokens) return [legendHealth(unit), unit.damage > 0 && damageTokens(unit)];
  const wide = 17 * unit.health + 8;
  const dots = Array.from({ length: unit.health }, (_, n) =>
    svg("circle", { class: n < unit.figures ? "there" : "gone", cx: (n - (unit.health - 1) / 2) * 17, r: 6 }),
  );
  return svg(
    "g",
    { class: "pips", transform: "translate(0 39)" },
    svg("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 11 }),
    dots,
  );
}

function legendHealth(unit) {
  return svg(
    "g",
    { class: "pips", transform: "translate(0 39)" },
    svg("rect", { x: -30, y: -11, width: 60, height: 22, rx: 11 }),
    svg("text", { y: 1 }, `${unit.health - unit.damage}/${unit.health}`),
  );
}

// The damage tokens that lie beside a legend, as one token with their number.
function damageTokens(unit) {
  return svg(
    "g",
    { class: "damage", transform: "translate(-39 28)" },
    svg("path", { d: "M0-16 14-8V8L0 16-14 8V-8z" }),
    svg("text", { y: 1 }, unit.damage),
  );
}

// A small flag in the corner: an arrow once the unit has moved, a sword once it has attacked.
function state(unit) {
  const signs = [];
  if (unit.moved) signs.push("M-7 0H6M1 -5 6 0 1 5");
  if (unit.attacked) signs.push("M-6 6 6 -6M-6 1 -1 6");
  return signs.map((d, n) =>
    svg(
      "g",
      { class: "state-flag", transform: `translate(${-40 + n} ${n ? 2 : -24})` },
      svg("circle", { r: 12 }),
      svg("path", { d }),
    ),
  );
}

function markers(unit) {
  return unit.markers.map((marker, n) =>
    svg(
      "g",
      { class: `marker ${marker}`, transform: `translate(45 ${n * 27 - 20})` },
      svg("circle", { r: 14 }),
      glyphAt(markGlyph(marker), 0, 0, 19),
    ),
  );
}

function crosshair(grid) {
  return svg(
    "g",
    { class: "lit-target" },
    svg("polygon", { points: grid.corners(RADIUS - 5) }),
    svg("path", { d: "M0 -57V-38M0 57V38M-50 0H-36M50 0H36" }),
  );
}

// "C3, Citadel Guard 2, 2 figures, ordered, Hill, can be attacked"
function spoken(hex, unit, points, tile, lit) {
  const parts = [hex];
  if (unit)
    parts.push(
      unit.name,
      unit.damage_tokens ? t`${unit.health - unit.damage} health left` : count(unit.figures, "figure"),
    );
  if (unit && unit.id === lit.selected) parts.push(t`chosen`);
  if (unit?.ordered) parts.push(t`ordered`);
  if (unit?.moved) parts.push(t`has moved`);
  if (unit?.attacked) parts.push(t`has attacked`);
  if (unit?.markers.length)
    parts.push(t`carries ${listOf(unit.markers.map((marker) => MARKERS[marker] ?? marker))}`);
  if (tile) parts.push(tile.name);
  if (points) parts.push(t`a banner worth ${count(points, "point")}`);
  if (unit && lit.targets.has(unit.id)) parts.push(t`can be attacked`);
  if (unit && lit.ready.has(unit.id)) parts.push(t`can act`);
  if (lit.moves.has(hex)) parts.push(t`can be entered`);
  if (lit.marks?.has(hex)) parts.push(markWords(lit.marks.get(hex)));
  return parts.join(", ");
}
