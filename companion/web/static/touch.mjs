// What a tap on the board means, and which hexes to light.  Legal is what stands in the view's options;
// anything else that is tapped is asked of the rules all the same, so that they can say why not.

import { tapVerb } from "./builder.mjs";
import { marksOf } from "./differences.mjs";
import { brushed, openHex } from "./hexsheet.mjs";
import { litInPast } from "./log.mjs";
import { placesFor, placesPiece } from "./setting.mjs";

export function lit(page) {
  if (page.sheet?.past) return litInPast(page);
  const { game } = page.view;
  const light = { moves: new Set(), targets: new Set(), ready: new Set(), selected: page.selected, looked: page.looked, place: page.place, through: page.through ?? [], marks: marksOf(page.view) };
  if (!page.canAnswer && !page.sheet) return light;
  if (page.sheet) {
    if (page.sheet.name === "unit") light.selected = page.sheet.unit;
    if (page.sheet.name === "hex") light.place = page.sheet.hex;
    const verb = page.draft?.verb;
    if (verb) Object.assign(light, { selected: verb.unit ?? null, place: verb.at ?? null });
    return light;
  }
  const { wait } = game;
  if (wait.wait === "advance_wait") wait.to.forEach((hex) => light.moves.add(hex));
  if (wait.wait === "way_wait") wayHexes(page).forEach((hex) => light.moves.add(hex));
  if (wait.wait === "shield_wait") wait.units.forEach((unit) => light.ready.add(unit));
  if (wait.wait === "ford_wait") wait.hexes.forEach((hex) => light.moves.add(hex));
  placesFor(page).forEach((hex) => light.moves.add(hex));
  if (wait.wait === "extra_attack_wait") light.selected = wait.unit;
  for (const option of game.options) {
    if (option.do === "order") light.ready.add(option.unit);
    if (option.do === "move" && option.unit === light.selected) light.moves.add(option.to);
    if (option.do === "attack" && option.unit === light.selected) light.targets.add(option.target);
    if ((option.do === "attack" || option.do === "move") && !light.selected) light.ready.add(option.unit);
  }
  return light;
}

function wayHexes(page) {
  const { wait } = page.view.game;
  const unit = page.view.game.units.find((each) => each.id === wait.unit);
  return new Map(wait.ways.map((way) => [page.grid.step(unit.at, way), way])).keys();
}

// A tap that only looks: at a unit's card, or at a hex; a second one lets go.
function looks(page, hex, unit) {
  if (unit) return { looked: unit.id === page.looked ? null : unit.id, place: null };
  return { looked: null, place: hex === page.place ? null : hex };
}

export function tapped(page, hex, unit) {
  page.hush();
  if (page.sheet && tappedForSheet(page, hex, unit)) return;
  const { game } = page.view;
  if (!page.canAnswer) { page.set(looks(page, hex, unit)); return; }
  switch (game.wait.wait) {
    case "set_up_wait":
    case "terrain_wait":
      tappedInSetUp(page, hex, unit);
      return;
    case "orders_wait":
      tappedInMainPhase(page, hex, unit);
      return;
    case "extra_attack_wait":
      if (unit && unit.seat !== game.wait.seat) aimed(page, game.wait.unit, unit);
      else page.set(looks(page, hex, unit));
      return;
    case "advance_wait":
      if (game.wait.to.includes(hex)) page.act({ do: "advance", to: hex });
      else page.set(looks(page, hex, unit));
      return;
    case "ford_wait":
      if (game.wait.hexes.includes(hex)) page.act({ do: "place_ford", at: hex });
      else page.set(looks(page, hex, unit));
      return;
    case "shield_wait":
      if (unit && game.wait.units.includes(unit.id)) page.act({ do: "shield", unit: unit.id });
      else page.set(looks(page, hex, unit));
      return;
    case "way_wait": {
      const way = game.wait.ways.find((each) => page.grid.step(game.units.find((one) => one.id === game.wait.unit).at, each) === hex);
      if (way) page.act({ do: "choose_way", way });
      else page.set(looks(page, hex, unit));
      return;
    }
    default:
      page.set(looks(page, hex, unit));
  }
}

// The learning scenario's set-up lacks banners only; where more is laid, the hex's own sheet opens.
function tappedInSetUp(page, hex, unit) {
  const { game, scenario } = page.view;
  if (placesPiece(page, hex, unit)) return;
  if (scenario.open || scenario.muster) openHex(page, hex);
  else if (unit && !game.banners[hex]) page.set({ looked: unit.id });
  else page.act(game.banners[hex] ? { do: "remove_banner", at: hex } : { do: "place_banner", at: hex });
}

function tappedInMainPhase(page, hex, unit) {
  const { game } = page.view;
  const selected = game.units.find((each) => each.id === page.selected);
  const acts = selected?.seat === game.active && selected.ordered;
  if (unit && unit.seat === game.active) tappedOwn(page, unit);
  else if (unit && acts && page.through) page.set({ through: [...page.through, hex] });
  else if (unit && acts) aimed(page, selected.id, unit);
  else if (!unit && acts) page.act({ do: "move", unit: selected.id, to: hex, ...(page.through?.length && { through: page.through }) });
  else page.set({ selected: null, ...looks(page, hex, unit) });
}

// One's own unit is ordered, chosen or let go; where it cannot be ordered the rules say why.
function tappedOwn(page, unit) {
  if (unit.ordered) { page.set({ selected: unit.id === page.selected ? null : unit.id, looked: null, place: null, through: null }); return; }
  const orders = page.view.game.options.filter((option) => option.do === "order" && option.unit === unit.id);
  const canOrder = orders.some((option) => !option.paid);
  page.set(canOrder ? { selected: unit.id, looked: null, place: null } : { looked: unit.id, place: null });
  if (canOrder || orders.length === 0) page.act({ do: "order", unit: unit.id }); // for lore its card has a button
}

// The first tap on an enemy shows its card, a second one attacks what can be attacked.
function aimed(page, attacker, target) {
  const isTarget = page.view.game.options.some((option) => option.do === "attack" && option.unit === attacker && option.target === target.id);
  if (isTarget && page.looked === target.id) page.act({ do: "attack", unit: attacker, target: target.id });
  else page.set({ looked: target.id, place: null });
}

// A sheet that asks for a hex or a unit takes the tap.
function tappedForSheet(page, hex, unit) {
  const { sheet } = page;
  if (sheet.name === "correct") {
    if (unit) page.set({ sheet: { name: "unit", unit: unit.id }, draft: null });
    else openHex(page, hex);
    return true;
  }
  if (sheet.name === "hex") {
    if (sheet.brush) brushed(page, hex);
    else openHex(page, hex);
    return true;
  }
  if (sheet.name === "unlisted" || sheet.name === "lore") {
    const verb = tapVerb(page.draft?.verb, hex, unit);
    if (verb) page.set({ draft: { ...page.draft, verb } });
    return true;
  }
  if (sheet.name === "unit") {
    if (unit && unit.id !== sheet.unit) { page.set({ sheet: { name: "unit", unit: unit.id }, draft: null }); return true; }
    const own = page.view.game.units.find((each) => each.id === sheet.unit);
    const draft = page.draft ?? { at: own.at, figures: own.figures, damage: own.damage, markers: own.markers };
    page.set({ draft: { ...draft, at: hex, figures: draft.figures || 1 } });
    return true;
  }
  return false;
}
