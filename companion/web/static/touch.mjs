// What a tap on the board means, and which hexes to light.  Legal is what stands in the view's choices;
// anything else that is tapped is asked of the rules all the same, so that they can say why not.

import { tapVerb } from "./builder.mjs";
import { marksOf } from "./differences.mjs";
import { brushed, openHex } from "./hexsheet.mjs";
import { litInPast } from "./log.mjs";
import { placesFor, placesPiece } from "./setting.mjs";
import { commands } from "./words.mjs";

export function lit(page) {
  if (page.sheet?.past) return litInPast(page);
  const { game, ask } = page.view;
  const light = {
    moves: new Set(),
    targets: new Set(),
    ready: new Set(),
    selected: page.selected,
    looked: page.looked,
    place: page.place,
    through: page.through ?? [],
    marks: marksOf(page.view),
  };
  if (!page.canAnswer && !page.sheet) return light;
  if (page.sheet) {
    if (page.sheet.name === "unit") light.selected = page.sheet.unit;
    if (page.sheet.name === "hex") light.place = page.sheet.hex;
    const verb = page.draft?.verb;
    if (verb) Object.assign(light, { selected: verb.unit ?? null, place: verb.at ?? null });
    return light;
  }
  placesFor(page).forEach((hex) => light.moves.add(hex));
  if (game.wait.wait === "set_up_wait") return light; // any hex will do
  if (game.wait.wait === "extra_attack_wait") light.selected = game.wait.unit;
  for (const { command, unit, hex, is_answered_on_board: onBoard } of ask.choices) {
    if (!onBoard && !command.paid) continue; // of what is paid for, its card has the button
    if (!hex) light.ready.add(unit);
    else if (!unit) light.moves.add(hex);
    else if (!light.selected) light.ready.add(unit);
    else if (unit === light.selected && command.target) light.targets.add(command.target);
    else if (unit === light.selected) light.moves.add(hex);
  }
  return light;
}

// Where one thing after another is done on the board; elsewhere a tap answers what is asked.
const MAPS = {
  set_up_wait: tappedInSetUp,
  terrain_wait: tappedInSetUp,
  orders_wait: tappedInMainPhase,
  extra_attack_wait: (page, hex, unit) => {
    if (unit && unit.seat !== page.view.game.wait.seat) aimed(page, page.view.game.wait.unit, unit);
    else page.set(looks(page, hex, unit));
  },
};

// Whether the board is what should be looked at first.
export function isAnsweredOnBoard({ game, ask }) {
  const { wait } = game.wait;
  return (
    (wait in MAPS && wait !== "terrain_wait") || ask.choices.some((choice) => choice.is_answered_on_board)
  );
}

// A tap that only looks: at a unit's card, or at a hex; a second one lets go.
function looks(page, hex, unit) {
  if (unit) return { looked: unit.id === page.looked ? null : unit.id, place: null };
  return { looked: null, place: hex === page.place ? null : hex };
}

export function tapped(page, hex, unit) {
  page.hush();
  if (page.sheet && tappedForSheet(page, hex, unit)) return;
  const { game, ask } = page.view;
  if (!page.canAnswer) page.set(looks(page, hex, unit));
  else if (MAPS[game.wait.wait]) MAPS[game.wait.wait](page, hex, unit);
  else
    answered(
      page,
      ask.choices.filter((choice) => choice.is_answered_on_board),
      hex,
      unit,
    );
}

// A tap that answers: at the hex or the unit of a choice, or first at its unit and then at its hex.
function answered(page, choices, hex, unit) {
  const isMeant = (choice) =>
    choice.hex
      ? choice.hex === hex && (!choice.unit || choice.unit === page.selected)
      : choice.unit === unit?.id;
  const choice = choices.find(isMeant);
  if (choice) page.act(choice.command);
  else if (unit && choices.some((each) => each.unit === unit.id))
    page.set({ selected: unit.id, looked: null, place: null });
  else page.set(looks(page, hex, unit));
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
  else if (!unit && acts)
    page.act({
      do: "move",
      unit: selected.id,
      to: hex,
      ...(page.through?.length && { through: page.through }),
    });
  else page.set({ selected: null, ...looks(page, hex, unit) });
}

// One's own unit is ordered, chosen or let go; where it cannot be ordered the rules say why.
function tappedOwn(page, unit) {
  if (unit.ordered) {
    page.set({
      selected: unit.id === page.selected ? null : unit.id,
      looked: null,
      place: null,
      through: null,
    });
    return;
  }
  const orders = commands(page.view).filter((command) => command.do === "order" && command.unit === unit.id);
  const canOrder = orders.some((option) => !option.paid);
  page.set(canOrder ? { selected: unit.id, looked: null, place: null } : { looked: unit.id, place: null });
  if (canOrder || orders.length === 0) page.act({ do: "order", unit: unit.id }); // for lore its card has a button
}

// The first tap on an enemy shows its card, a second one attacks what can be attacked.
function aimed(page, attacker, target) {
  const isTarget = commands(page.view).some(
    (command) => command.do === "attack" && command.unit === attacker && command.target === target.id,
  );
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
    if (unit && unit.id !== sheet.unit) {
      page.set({ sheet: { name: "unit", unit: unit.id }, draft: null });
      return true;
    }
    const own = page.view.game.units.find((each) => each.id === sheet.unit);
    const draft = page.draft ?? {
      at: own.at,
      figures: own.figures,
      damage: own.damage,
      markers: own.markers,
    };
    page.set({ draft: { ...draft, at: hex, figures: draft.figures || 1 } });
    return true;
  }
  return false;
}
