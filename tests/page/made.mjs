// Views that tests are about: no more of one than what is asked of it.

import { Grid } from "../../companion/web/static/board/grid.mjs";

export const ROWS = [13, 12, 13, 12, 13, 12, 13, 12, 13];

export const grid = (shown = {}) => new Grid(ROWS, [4, 9], { turned: false, onSide: false, ...shown });

export const unit = (id, at, part = {}) => ({
  id,
  name: id.toUpperCase(),
  kind: id.split("-")[0],
  seat: "south",
  at,
  figures: 3,
  health: 3,
  damage: 0,
  damage_tokens: false,
  markers: [],
  ordered: false,
  moved: false,
  attacked: false,
  card: { traits: [] },
  ...part,
});

export const game = (part = {}) => ({
  step: "order",
  active: "south",
  winner: null,
  wait: { wait: "orders_wait", seat: "south" },
  units: [],
  options: [],
  grants: [],
  banners: {},
  terrain: {},
  setting: null,
  has_lore_cards: true,
  scores: {
    south: { name: "Daqan Lords", faction: "daqan" },
    north: { name: "Uthuk Y'llan", faction: "uthuk" },
  },
  fight: null,
  ...part,
});

// A scenario on a small board, with one kind a side.
export const scenario = (part = {}) => ({
  id: "first_blood",
  rows: [3, 2, 3],
  section_lines: [1, 2],
  kinds: {
    guard: { id: "guard", name: "Guards", faction: "daqan", traits: ["infantry"], abilities: [] },
    reaver: { id: "reaver", name: "Reavers", faction: "uthuk", traits: [], abilities: [], range: [1, 4] },
  },
  factions: { daqan: "Daqan Lords", uthuk: "Uthuk Y'llan" },
  sides: { south: "daqan", north: "uthuk" },
  terrain: [],
  traits: { infantry: "infantry", cavalry: "cavalry" },
  faces: ["strike", "lore"],
  abilities: {},
  powers: {},
  cards: [],
  lore: { south: [], north: [] },
  lore_classes: {},
  scenario_cards: [],
  steps: { command: "", order: "", attack: "", late_moves: "", victory_points: "", draw: "", lore: "" },
  goal: { name: "Victory points", long: "victory points", short: "VP" },
  muster: null,
  open: false,
  says_first: false,
  table_does: false,
  has_anywhere: false,
  banners: null,
  ...part,
});

const score = (name, part = {}) => ({
  name,
  faction: name.split(" ")[0].toLowerCase(),
  points: 2,
  lore: 5,
  cards: 4,
  lore_cards: 2,
  known: [],
  known_lore: [],
  untimely: [],
  extra_prices: {},
  amounts: {},
  most_lore_cards: 4,
  ...part,
});

// What the table shows of a game on that board: *shown* of the view, *part* of the game, *own* of its scenario.
export const view = (part = {}, own = {}, shown = {}) => ({
  game: game({
    turn: 3,
    points_to_win: 4,
    told_costs: {},
    scores: { south: score("Daqan Lords"), north: score("Uthuk Y'llan") },
    ...part,
  }),
  scenario: scenario(own),
  game_id: "g1",
  seq: 7,
  undo_to: 6,
  redo: 0,
  demo: false,
  ask: { headline: "What now?", about: "", hint: "", sum: "", who: "Ana", choices: [], places: [] },
  table: { state: "in_step", text: "", differences: [], ignored: [] },
  players: { south: { name: "Ana" }, north: { name: "" } },
  rules: ["orders"],
  roll: null,
  dice: null,
  question: null,
  blows: [],
  log: [],
  errands: [],
  notices: [],
  toasts: [],
  voice: { who: "the computer", state: "ready", reason: "" },
  ...shown,
});

// A choice that the table offers.
export const offer = (command, part = {}) => ({
  command,
  label: `do ${command.do}`,
  does: "",
  unit: command.unit ?? null,
  hex: command.to ?? null,
  is_usual: false,
  is_answered_on_board: false,
  warning: "",
  ...part,
});

// The element with *key* in what is drawn, or undefined.
export function keyed(drawn, key) {
  if (Array.isArray(drawn)) return drawn.map((each) => keyed(each, key)).find(Boolean);
  if (!drawn?.props) return undefined;
  return drawn.props["data-key"] === key ? drawn : keyed(drawn.props.children, key);
}

// All that is drawn, one after another, with what components draw in their turn.
export function elements(drawn) {
  if (Array.isArray(drawn)) return drawn.flatMap(elements);
  if (!drawn?.props) return [];
  if (typeof drawn.type === "function") return elements(drawn.type(drawn.props));
  return [drawn, ...elements(drawn.props.children)];
}

// The words of what is drawn.
export function words(drawn) {
  if (typeof drawn === "string" || typeof drawn === "number") return String(drawn);
  if (Array.isArray(drawn)) return drawn.map(words).filter(Boolean).join(" ");
  if (!drawn?.props) return "";
  return words(typeof drawn.type === "function" ? drawn.type(drawn.props) : drawn.props.children);
}
