// The board as a drawing.  It shows the view and says which hex was tapped; it decides nothing.

import { svg } from "./dom.mjs";
import { glyphAt, kindGlyph, markGlyph, sideShape } from "./glyphs.mjs";
import { RADIUS } from "./grid.mjs";
import { drawTile, tileSign } from "./terrain.mjs";
import { listOf } from "./words.mjs";

// *lit*: {moves: Set of hexes, targets: Set of unit ids, ready: Set of unit ids, selected, looked: unit id or null,
// place: hex or null, through: hexes}.
export function drawBoard(grid, game, kinds, lit, tapped) {
  const standing = new Map(game.units.filter((unit) => unit.at).map((unit) => [unit.at, unit]));
  const drawing = svg("svg", {
    viewBox: `0 0 ${grid.width.toFixed(0)} ${grid.height.toFixed(0)}`,
    class: "board-drawing",
    role: "group",
    "aria-label": "The board",
  });
  drawing.append(svg("rect", { class: "mat", x: 3, y: 3, width: grid.width - 6, height: grid.height - 6, rx: 26 }));
  const hexes = [...grid.spots.keys()];
  drawing.append(svg("g", {}, hexes.map((hex) => ground(grid, hex, game.terrain[hex], standing.has(hex)))));
  drawing.append(svg("g", { class: "section-lines" }, grid.lines().map(([[x1, y1], [x2, y2]]) => svg("line", { x1, y1, x2, y2 }))));
  drawing.append(svg("g", { class: "labels" }, grid.labels().map(({ text, at: [x, y] }) => svg("text", { x, y }, text))));
  drawing.append(svg("g", {}, hexes.map((hex) => spot(grid, hex, standing.get(hex), game, kinds, lit, tapped))));
  return drawing;
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

function spot(grid, hex, unit, game, kinds, lit, tapped) {
  const [x, y] = grid.centre(hex);
  const points = game.banners[hex];
  const tile = game.terrain[hex];
  const isTarget = unit && lit.targets.has(unit.id);
  const open = lit.moves.has(hex) || isTarget || (unit && lit.ready.has(unit.id));
  const tap = () => tapped(hex);
  return svg(
    "g",
    {
      class: `spot ${lit.selected && unit?.id === lit.selected ? "selected" : ""}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      role: "button",
      tabindex: unit || open || points || tile ? 0 : -1,
      "data-key": hex,
      "data-hex": hex,
      "data-unit": unit?.id,
      "aria-label": spoken(hex, unit, points, tile, lit),
      onclick: tap,
      onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); tap(); } },
    },
    svg("polygon", { class: "hit", points: grid.corners() }),
    lit.moves.has(hex) && svg("polygon", { class: "lit-move", points: grid.corners(RADIUS - 5) }),
    lit.moves.has(hex) && !unit && !points && svg("circle", { class: "lit-dot", r: 13 }),
    unit && lit.ready.has(unit.id) && svg("polygon", { class: "lit-ready", points: grid.corners(RADIUS - 5) }),
    hex === lit.place && svg("polygon", { class: "lit-looked", points: grid.corners(RADIUS - 4) }),
    lit.through.includes(hex) && svg("polygon", { class: "lit-through", points: grid.corners(RADIUS - 5) }),
    unit?.id === lit.selected && unit && svg("polygon", { class: "lit-selected", points: grid.corners(RADIUS - 4) }),
    unit && unit.id === lit.looked && unit.id !== lit.selected && svg("polygon", { class: "lit-looked", points: grid.corners(RADIUS - 4) }),
    unit && token(unit, kinds[unit.kind]),
    unit && tile && tileSign(tile, Boolean(points)),
    points && banner(points, Boolean(unit)),
    isTarget && crosshair(grid),
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
  return svg("g", { class: "pips", transform: "translate(0 39)" }, svg("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 11 }), dots);
}

function legendHealth(unit) {
  return svg("g", { class: "pips", transform: "translate(0 39)" }, svg("rect", { x: -30, y: -11, width: 60, height: 22, rx: 11 }), svg("text", { y: 1 }, `${unit.health - unit.damage}/${unit.health}`));
}

// The damage tokens that lie beside a legend, as one token with their number.
function damageTokens(unit) {
  return svg("g", { class: "damage", transform: "translate(-39 28)" }, svg("path", { d: "M0-16 14-8V8L0 16-14 8V-8z" }), svg("text", { y: 1 }, unit.damage));
}

// A small flag in the corner: an arrow once the unit has moved, a sword once it has attacked.
function state(unit) {
  const signs = [];
  if (unit.moved) signs.push("M-7 0H6M1 -5 6 0 1 5");
  if (unit.attacked) signs.push("M-6 6 6 -6M-6 1 -1 6");
  return signs.map((d, n) =>
    svg("g", { class: "state-flag", transform: `translate(${-40 + n} ${n ? 2 : -24})` }, svg("circle", { r: 12 }), svg("path", { d })),
  );
}

function markers(unit) {
  return unit.markers.map((marker, n) =>
    svg("g", { class: `marker ${marker}`, transform: `translate(45 ${n * 27 - 20})` }, svg("circle", { r: 14 }), glyphAt(markGlyph(marker), 0, 0, 19)),
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

function spoken(hex, unit, points, tile, lit) {
  const parts = [unit ? `${unit.name} on ${hex}` : hex];
  if (unit) parts.push(unit.damage_tokens ? `${unit.health - unit.damage} health left` : unit.figures === 1 ? "1 figure" : `${unit.figures} figures`);
  if (unit?.ordered) parts.push("ordered");
  if (unit?.moved) parts.push("has moved");
  if (unit?.attacked) parts.push("has attacked");
  if (unit?.markers.length) parts.push(`carries ${listOf(unit.markers)}`);
  if (tile) parts.push(tile.name);
  if (points) parts.push(`banner worth ${points} points`);
  if (unit && lit.targets.has(unit.id)) parts.push("can be attacked");
  if (lit.moves.has(hex)) parts.push("can be entered");
  return parts.join(", ");
}
