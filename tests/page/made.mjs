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
