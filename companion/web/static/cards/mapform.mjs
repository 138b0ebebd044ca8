// A scenario card's map: its owner's half of the board, to be painted by tapping.

/** @import { Hex, Shelf } from "../../types/page.js" */
/** @import { MapCard } from "./mappaint.mjs" */
import { button, explain, keyed } from "../parts/dom.mjs";
import { Grid, RADIUS } from "../board/grid.mjs";
import { BANNER, CLEAR, DEPLOYMENT, painted } from "./mappaint.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

const OWN_ROWS = 5; // the centre row is shared (RB p. 5)
/** @type {{ [terrain: string]: string }} */
const SHORT = {
  hill: t`Hill`,
  forest: t`Forest`,
  building: t`House`,
  river: t`River`,
  lake: t`Lake`,
  ford: t`+Ford`,
  bridge: t`+Bridge`,
};

let brush = DEPLOYMENT;

/**
 * @param {MapCard} card
 * @param {(part: object) => void} change
 * @param {Shelf} shelf
 */
export function drawMap(card, change, shelf) {
  /** @param {string} name */
  const again = (name) => {
    brush = name;
    change({});
  };
  const brushes = [
    [DEPLOYMENT, t`Deployment`],
    [BANNER, t`Banner`],
    ...Object.entries(shelf.terrain)
      .filter(([id]) => id !== "command_tent")
      .map(([id, kind]) => [id, kind.name]),
    [CLEAR, t`Nothing`],
  ];
  return h(
    "div",
    { class: "map-form" },
    h(
      "div",
      { class: "row", role: "group", "aria-label": t`What lies there` },
      brushes.map(([id, name]) =>
        button(name, () => again(id), {
          kind: "toggle",
          key: `brush ${id}`,
          pressed: brush === id,
        }),
      ),
    ),
    explain(t`${card.deployment?.length ?? 0} of 18 deployment hexes.`),
    h(
      "div",
      { class: "map-frame" },
      drawing(card, (hex) => change(painted(card, hex, brush, shelf.terrain)), shelf),
    ),
  );
}

/**
 * @param {MapCard} card
 * @param {(hex: Hex) => void} tap
 * @param {Shelf} shelf
 */
function drawing(card, tap, shelf) {
  const grid = new Grid(shelf.rows.slice(0, OWN_ROWS), [], { turned: false, onSide: false });
  return h(
    "svg",
    {
      viewBox: `0 0 ${grid.width.toFixed(0)} ${grid.height.toFixed(0)}`,
      class: "map-drawing",
      role: "group",
      "aria-label": t`The map of the card`,
    },
    grid.labels().map(({ text, at: [x, y] }) => h("text", { class: "map-label", x, y }, text)),
    [...grid.spots.keys()].map((hex) => spot(grid, hex, card, () => tap(hex), shelf)),
  );
}

/**
 * @param {Grid} grid
 * @param {Hex} hex
 * @param {MapCard} card
 * @param {() => void} tap
 * @param {Shelf} shelf
 */
function spot(grid, hex, card, tap, shelf) {
  const [x, y] = grid.centre(hex);
  const tile = card.terrain?.[hex];
  const isOwn = card.deployment?.includes(hex);
  const words = [
    tile && (SHORT[tile.kind] ?? shelf.terrain[tile.kind].name),
    tile?.token && (SHORT[tile.token] ?? tile.token),
    card.banners?.[hex] && "⚑",
  ].filter(Boolean);
  return h(
    "g",
    {
      class: `map-spot ${tile?.kind ?? ""} ${isOwn ? "own" : ""}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      role: "button",
      tabindex: 0,
      ...keyed(`map ${hex}`),
      "data-map": hex,
      "aria-label": [hex, ...words, isOwn && t`deployment`].filter(Boolean).join(", "),
      onClick: tap,
      onKeyDown: (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          tap();
        }
      },
    },
    h("polygon", { class: "map-hex", points: grid.corners(RADIUS - 3) }),
    words.length === 0 && h("text", { class: "map-name" }, hex),
    words.map((word, n) => h("text", { class: "map-word", y: (n - (words.length - 1) / 2) * 26 }, word)),
  );
}
