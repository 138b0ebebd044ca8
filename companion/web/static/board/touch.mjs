// What a tap on the board means, and which hexes to light.  Legal is what stands in the view's choices;
// anything else that is tapped is asked of the rules all the same, so that they can say why not.

/** @import { AskChoice, GameView, Hex, Lit, Page, Sheet, UnitView, VerbDraft } from "../../types/page.js" */
import { attacksOnLooked } from "../game/attack.mjs";
import { unitDraft } from "../sheets/corrections.mjs";
import { deploymentHexes, deploys } from "./deploying.mjs";
import { marksOf } from "./differences.mjs";
import { brushed, openHex } from "./hexsheet.mjs";
import { isPlace } from "../parts/choices.mjs";
import { unlit } from "./light.mjs";
import { litInPast } from "../sheets/mend.mjs";
import { pastOf } from "../sheets/history.mjs";
import { placesFor, placesPiece } from "../game/placing.mjs";
import { areAllied } from "../parts/seats.mjs";
import { around, namedFirst, tapVerb, waysOf } from "../game/verbs.mjs";
import { commands } from "../parts/words.mjs";

/**
 * @param {Page} page
 * @returns {Lit}
 */
export function lit(page) {
  if (pastOf(page)) return litInPast(page);
  const { selected, looked, place, through } = page;
  const light = { ...unlit(), selected, looked, place, through: through ?? [], marks: marksOf(page.view) };
  if (page.sheet) lightForSheet(page, page.sheet, light);
  else if (page.canAnswer) lightForChoices(page, light);
  return light;
}

/**
 * @param {Page} page
 * @param {Sheet} sheet
 * @param {Lit} light
 */
function lightForSheet(page, sheet, light) {
  if (sheet.name === "unit") light.selected = sheet.unit;
  if (sheet.name === "hex" && !sheet.brush) light.place = sheet.hex;
  const verb = verbOf(page);
  if (!verb) return;
  const game = around(page);
  Object.assign(light, { selected: namedFirst(verb, "unit", game), place: namedFirst(verb, "hex", game) });
  waysOf(verb, game).forEach((hex) => light.moves.add(hex));
}

/**
 * @param {Page} page
 * @param {Lit} light
 */
function lightForChoices(page, light) {
  const { game, ask } = page.view;
  placesFor(page).forEach((hex) => light.moves.add(hex));
  deploymentHexes(page).forEach((hex) => light.moves.add(hex));
  if (game.wait.wait === "set_up_wait" || deploymentHexes(page).length > 0) return; // any hex will do
  if ("unit" in game.wait && game.wait.unit) light.selected = game.wait.unit;
  if ("target" in game.wait) light.targets.add(game.wait.target);
  for (const choice of ask.choices) {
    const isPaid = choice.command.do === "order" && choice.command.paid; // its card has the button
    if (choice.is_answered_on_board || isPaid || isPlace(choice)) lightForChoice(choice, light);
  }
}

/**
 * @param {AskChoice} choice
 * @param {Lit} light
 */
function lightForChoice({ command, unit, hex, doubt, warning }, light) {
  if (!hex) light.ready.add(unit ?? "");
  else if (!unit) light.moves.add(hex);
  else if (!light.selected) light.ready.add(unit);
  else if (unit !== light.selected) return;
  else if ("target" in command) (doubt ? light.doubtful : light.targets).add(command.target);
  else {
    light.moves.add(hex);
    if (warning) light.resting.add(hex);
  }
}

// Where one thing after another is done on the board; elsewhere a tap answers what is asked.
/** @type {{ [wait: string]: (page: Page, hex: Hex, unit: UnitView | null) => void }} */
const MAPS = {
  set_up_wait: tappedInSetUp,
  terrain_wait: tappedInSetUp,
  orders_wait: tappedInMainPhase,
  extra_attack_wait: tappedInExtraAttack,
  deploy_wait: deploys,
  levy_wait: deploys,
};

// Whether the board is what should be looked at first.
/** @param {GameView} view */
export function isAnsweredOnBoard({ game, ask }) {
  const { wait } = game.wait;
  return (
    (wait in MAPS && wait !== "terrain_wait") || ask.choices.some((choice) => choice.is_answered_on_board)
  );
}

// What is being said of a card on the sheet, where one is.
/** @param {Page} page */
const verbOf = ({ draft }) => /** @type {{ verb?: VerbDraft | null } | null} */ (draft)?.verb;

// A tap that only looks: at a unit's card, or at a hex; a second one lets go.
/**
 * @param {Page} page
 * @param {Hex} hex
 * @param {UnitView | null} unit
 */
function looks(page, hex, unit) {
  if (unit) return { looked: unit.id === page.looked ? null : unit.id, place: null };
  return { looked: null, place: hex === page.place ? null : hex };
}

/**
 * @param {Page} page
 * @param {Hex} hex
 * @param {UnitView | null} unit
 */
export function tapped(page, hex, unit) {
  page.hush();
  if (page.sheet && tappedForSheet(page, page.sheet, hex, unit)) return;
  const { game, ask } = page.view;
  if (!page.canAnswer) page.set(looks(page, hex, unit));
  else if (MAPS[game.wait.wait]) MAPS[game.wait.wait](page, hex, unit);
  else
    answered(
      page,
      ask.choices.filter((choice) => choice.is_answered_on_board || isPlace(choice)),
      hex,
      unit,
    );
}

// A tap that answers: at the hex or the unit of a choice, or first at its unit and then at its hex.
/**
 * @param {Page} page
 * @param {AskChoice[]} choices
 * @param {Hex} hex
 * @param {UnitView | null} unit
 */
function answered(page, choices, hex, unit) {
  /** @param {AskChoice} choice */
  const isMeant = (choice) =>
    choice.hex
      ? choice.hex === hex && (!choice.unit || choice.unit === page.selected)
      : unit !== null && choice.unit === unit.id;
  const meant = choices.filter(isMeant);
  if (meant.length === 1) page.act(meant[0].command);
  else if (meant.length > 1)
    page.set({ place: hex, looked: null }); // buttons ask which of them
  else if (unit && choices.some((each) => each.unit === unit.id))
    page.set({ selected: unit.id, looked: null, place: null });
  else page.set(looks(page, hex, unit));
}

// The learning scenario's set-up lacks banners only; where more is laid, the hex's own sheet opens.
/**
 * @param {Page} page
 * @param {Hex} hex
 * @param {UnitView | null} unit
 */
function tappedInSetUp(page, hex, unit) {
  const { game, scenario } = page.view;
  if (placesPiece(page, hex, unit)) return;
  if (scenario.open || scenario.muster) openHex(page, hex);
  else if (unit && !game.banners[hex]) page.set({ looked: unit.id });
  else page.act(game.banners[hex] ? { do: "remove_banner", at: hex } : { do: "place_banner", at: hex });
}

/**
 * @param {Page} page
 * @param {Hex} hex
 * @param {UnitView | null} unit
 */
function tappedInMainPhase(page, hex, unit) {
  const { game } = page.view;
  const selected = game.units.find((each) => each.id === page.selected);
  const acts = areAllied(selected?.seat, game.active) && selected?.ordered;
  if (unit && areAllied(unit.seat, game.active)) tappedOwn(page, unit);
  else if (unit && acts && page.through) page.set({ through: [...page.through, hex] });
  else if (unit) aimed(page, hex, unit);
  else if (acts) moves(page, selected.id, hex);
  else page.set({ selected: null, ...looks(page, hex, unit) });
}

// What nobody here knows of the move is told once it is made.
/**
 * @param {Page} page
 * @param {string} unit
 * @param {Hex} to
 */
async function moves(page, unit, to) {
  const made = page.view.ask.choices.find(
    ({ command }) => command.do === "move" && command.unit === unit && command.to === to,
  );
  const answer = await page.act({
    do: "move",
    unit,
    to,
    ...(page.through?.length && { through: page.through }),
  });
  if (answer?.ok && made?.doubt) page.say(made.doubt);
}

/**
 * @param {Page} page
 * @param {Hex} hex
 * @param {UnitView | null} unit
 */
function tappedInExtraAttack(page, hex, unit) {
  const { wait } = page.view.game;
  if (wait.wait === "extra_attack_wait" && unit && !areAllied(unit.seat, wait.seat)) aimed(page, hex, unit);
  else page.set(looks(page, hex, unit));
}

// One's own unit is ordered, chosen or let go; where it cannot be ordered the rules say why.
/**
 * @param {Page} page
 * @param {UnitView} unit
 */
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
  const orders = commands(page.view)
    .filter((command) => command.do === "order")
    .filter((order) => order.unit === unit.id);
  const canOrder = orders.some((option) => !option.paid);
  page.set(canOrder ? { selected: unit.id, looked: null, place: null } : { looked: unit.id, place: null });
  if (canOrder || orders.length === 0) page.act({ do: "order", unit: unit.id }); // for lore its card has a button
}

// The first tap on an enemy shows its card, with the chances of an attack; a second one attacks where it is plain
// with whom.
/**
 * @param {Page} page
 * @param {Hex} hex
 * @param {UnitView} target
 */
function aimed(page, hex, target) {
  const attacks = page.looked === target.id ? attacksOnLooked(page) : [];
  if (attacks.length === 1) page.act(attacks[0].command);
  else page.set(looks(page, hex, target));
}

// A sheet that asks for a hex or a unit takes the tap.
/**
 * @param {Page} page
 * @param {Sheet} sheet
 * @param {Hex} hex
 * @param {UnitView | null} unit
 */
function tappedForSheet(page, sheet, hex, unit) {
  if (sheet.name === "correct") {
    if (unit) page.set({ sheet: { name: "unit", unit: unit.id }, draft: null });
    else openHex(page, hex);
    return true;
  }
  if (sheet.name === "hex") {
    if (sheet.brush) brushed(page, sheet.brush, hex);
    else openHex(page, hex);
    return true;
  }
  if (sheet.name === "unlisted" || sheet.name === "lore") {
    const verb = tapVerb(verbOf(page), hex, unit, around(page));
    if (verb) page.set({ draft: { .../** @type {object} */ (page.draft), verb } });
    return true;
  }
  if (sheet.name === "unit") {
    if (unit && unit.id !== sheet.unit) {
      page.set({ sheet: { name: "unit", unit: unit.id }, draft: null });
      return true;
    }
    const own = page.view.game.units.find((each) => each.id === sheet.unit);
    if (!own) return true;
    const draft = unitDraft(page, own);
    page.set({ draft: { ...draft, at: hex, figures: draft.figures || 1 } });
    return true;
  }
  return false;
}
