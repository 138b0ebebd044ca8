// The board as a drawing.  It shows the view and says which hex was tapped; it decides nothing.

/** @import { Hex, Kind, LevyToken, Lit, ScenarioView, TileView, UnitView, View } from "../../types/page.js" */
/** @import { BoardQuestion } from "../../types/page.js" */
/** @import { Grid } from "./grid.mjs" */
/** @import { SVGAttributes } from "../vendor/preact.mjs" */
import { askedBy, litHexes, reachedBy } from "./boardkeys.mjs";
import { spoken } from "./boardwords.mjs";
import { drawMark } from "./differences.mjs";
import { drawArrow } from "./arrow.mjs";
import { keyed } from "../parts/dom.mjs";
import { fall, hurtUnits, likenesses, movedUnits, slide } from "./motion.mjs";
import { RADIUS } from "./grid.mjs";
import { leviesOf, storedBeside } from "../parts/stored.mjs";
import { drawTile, tileSign } from "./terrain.mjs";
import { bannerOf, levyToken, token } from "./tokens.mjs";
import { t } from "../parts/language.mjs";
import { Component, createRef, h } from "../vendor/preact.mjs";

/**
 * @typedef {{
 *   unit?: UnitView, kind?: Kind, points?: number, tile?: TileView, levy?: LevyToken, stored?: number
 * }} There
 */

/**
 * What a board is drawn from.  *tapped* is told the hex that was tapped; null: a mere picture.  *asks* is told
 * what is asked by keys about the hex that has the focus.
 *
 * @typedef {{
 *   grid: Grid, game: View, kinds: ScenarioView["kinds"], lit: Lit, tapped: ((hex: Hex) => void) | null,
 *   asks?: ((what: BoardQuestion, hex: Hex) => void) | null,
 * }} Shown
 */

// By keyboard one hex of the board is reached with Tab, the others from it with arrows: *cursor* is where one was last.
/** @extends {Component<Shown, { cursor: Hex | null }>} */
export class Board extends Component {
  state = { cursor: /** @type {Hex | null} */ (null) };
  drawing = /** @type {{ current: Element | null }} */ (createRef());

  /** @param {Shown} before */
  getSnapshotBeforeUpdate(before) {
    return likenesses(this.drawing.current, hurtUnits(before.game.units, this.props.game.units).fallen);
  }

  /**
   * @param {Shown} before
   * @param {object} _
   * @param {Element[]} fallen
   */
  componentDidUpdate(before, _, fallen) {
    const { grid, game } = this.props;
    if (before.grid.turned !== grid.turned || before.grid.onSide !== grid.onSide) return;
    slide(this.drawing.current, grid, movedUnits(before.game.units, game.units));
    fall(this.drawing.current, fallen, hurtUnits(before.game.units, game.units).hit);
  }

  render() {
    const { grid, game, kinds, lit, tapped, asks } = this.props;
    /** @type {Map<Hex, UnitView>} */
    const standing = new Map(game.units.flatMap((unit) => (unit.at ? [[unit.at, unit]] : [])));
    const hexes = [...grid.spots.keys()];
    const bright = litHexes(hexes, standing, lit);
    const cursor = this.state.cursor && grid.spots.has(this.state.cursor) ? this.state.cursor : null;
    const reached = cursor ?? bright[0] ?? hexes.find((hex) => standing.has(hex)) ?? hexes[0];
    const levies = leviesOf(game);
    /** @param {Hex} hex */
    const drawSpot = (hex) => {
      const unit = standing.get(hex);
      const there = {
        unit,
        kind: unit && kinds[unit.kind],
        points: game.banners[hex],
        tile: game.terrain[hex],
        levy: levies[hex],
        stored: unit && storedBeside(game, unit.id),
      };
      return spot(grid, hex, there, lit, tapped && this.touchable(hex, hex === reached, tapped));
    };
    return h(
      "svg",
      {
        viewBox: grid.box.map((side) => side.toFixed(0)).join(" "),
        ref: this.drawing,
        class: "board-drawing",
        role: tapped ? "group" : "img",
        "aria-label": boardLabel(tapped, asks),
        onKeyDown: tapped && ((/** @type {KeyboardEvent} */ event) => this.moveCursor(event, bright)),
      },
      h("rect", { class: "mat", x: 3, y: 3, width: grid.width - 6, height: grid.height - 6, rx: 26 }),
      h(
        "g",
        {},
        hexes.map((hex) => ground(grid, hex, game.terrain[hex], standing.has(hex))),
      ),
      h(
        "g",
        { class: "section-lines" },
        grid.lines().map(([[x1, y1], [x2, y2]]) => h("line", { x1, y1, x2, y2 })),
      ),
      h(
        "g",
        { class: "labels" },
        grid.labels().map(({ text, at: [x, y] }) => h("text", { x, y }, text)),
      ),
      h("g", {}, hexes.map(drawSpot)),
      drawArrow(grid, game),
    );
  }

  /**
   * @param {Hex} hex
   * @param {boolean} isReached
   * @param {(hex: Hex) => void} tapped
   */
  touchable(hex, isReached, tapped) {
    const tap = () => {
      this.setState({ cursor: hex });
      tapped(hex);
    };
    return {
      role: /** @type {const} */ ("button"),
      tabindex: isReached ? 0 : -1,
      onClick: tap,
      onKeyDown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          tap();
        }
      },
    };
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Hex[]} bright
   */
  moveCursor(event, bright) {
    const here = /** @type {SVGElement} */ (event.target).dataset.hex;
    const asked = askedBy(event);
    if (here && asked) return this.props.asks?.(asked, here);
    const to = here && reachedBy(event.key, here, this.props.grid, bright);
    if (!to) return;
    event.preventDefault();
    this.setState({ cursor: to });
    const drawing = /** @type {SVGElement} */ (event.currentTarget);
    /** @type {SVGElement | null} */ (drawing.querySelector(`[data-hex="${to}"]`))?.focus();
  }
}

// What the board is called, with its keys.
/**
 * @param {Shown["tapped"]} tapped
 * @param {Shown["asks"]} asks
 */
function boardLabel(tapped, asks) {
  if (!tapped) return t`The board`;
  const ways = t`The board: arrow keys go from hex to hex, Page Down to the next lit one`;
  return asks
    ? `${ways}; ${t`N tells who is near, R what is in reach, H the hand, W what is waited for`}`
    : ways;
}

/**
 * @param {Grid} grid
 * @param {Hex} hex
 * @param {TileView | undefined} tile
 * @param {boolean} taken
 */
function ground(grid, hex, tile, taken) {
  return h(
    "g",
    { transform: moved(grid, hex) },
    h("polygon", { class: "hex", points: grid.corners(RADIUS - 0.8) }),
    tile && drawTile(grid, tile, taken),
    taken ? null : h("text", { class: "hex-name", y: tile ? 37 : 33 }, hex),
  );
}

/**
 * @param {Grid} grid
 * @param {Hex} hex
 * @param {There} there
 * @param {Lit} lit
 * @param {SVGAttributes | null} touch
 */
function spot(grid, hex, there, lit, touch) {
  const { unit, points, tile } = there;
  const mark = lit.marks?.get(hex);
  return h(
    "g",
    {
      class: `spot ${unit && unit.id === lit.selected ? "selected" : ""}`,
      transform: moved(grid, hex),
      ...keyed(hex),
      "data-hex": hex,
      "data-unit": unit?.id,
      ...(touch && { "aria-label": spoken(hex, there, lit), ...touch }),
    },
    h("polygon", { class: "hit", points: grid.corners() }),
    hexLights(grid, hex, there, lit),
    unit && unitLights(grid, unit, lit),
    pieceOn(there),
    unit && tile && signOf(tile, unit, points),
    points && banner(points, Boolean(unit)),
    unit && crosshair(grid, unit, lit),
    mark && drawMark(grid, mark),
    touch && h("polygon", { class: "focus-ring", points: grid.corners(RADIUS - 3) }),
  );
}

// The unit that stands there, or the token that does in its place.
/** @param {There} there */
function pieceOn({ unit, kind, levy, stored = 0 }) {
  if (unit) return token(unit, kind, stored);
  return levy && levyToken(levy);
}

// The sign of the ground under a unit, beside any banner.
/**
 * @param {TileView} tile
 * @param {UnitView} unit
 * @param {number | undefined} points
 */
function signOf(tile, unit, points) {
  return tileSign(tile, Boolean(points || bannerOf(unit.card)));
}

/**
 * @param {Grid} grid
 * @param {Hex} hex
 * @param {There} there
 * @param {Lit} lit
 */
function hexLights(grid, hex, { unit, points }, lit) {
  return [
    lit.moves.has(hex) && rim(grid, "lit-move", 5),
    lit.moves.has(hex) &&
      !unit &&
      !points &&
      h("circle", { class: lit.resting.has(hex) ? "lit-dot resting" : "lit-dot", r: 13 }),
    hex === lit.place && rim(grid, "lit-looked", 4),
    lit.through.includes(hex) && rim(grid, "lit-through", 5),
  ];
}

/**
 * @param {Grid} grid
 * @param {UnitView} unit
 * @param {Lit} lit
 */
function unitLights(grid, { id }, lit) {
  return [
    lit.ready.has(id) && rim(grid, "lit-ready", 5),
    id === lit.selected && rim(grid, "lit-selected", 4),
    id === lit.looked && id !== lit.selected && rim(grid, "lit-looked", 4),
  ];
}

/**
 * @param {Grid} grid
 * @param {string} kind
 * @param {number} inset
 */
function rim(grid, kind, inset) {
  return h("polygon", { class: kind, points: grid.corners(RADIUS - inset) });
}

/**
 * @param {Grid} grid
 * @param {Hex} hex
 */
function moved(grid, hex) {
  const [x, y] = grid.centre(hex);
  return `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
}

/**
 * @param {number} points
 * @param {boolean} held
 */
function banner(points, held) {
  return h(
    "g",
    { class: "banner", transform: held ? "translate(2 -44) scale(.5)" : "translate(0 -4)" },
    h("path", { class: "banner-pole", d: "M-17 -30V36" }),
    h("path", { class: "banner-cloth", d: "M-17 -30c14-8 24 8 42 0v34c-18 8-28-8-42 0z" }),
    h("text", { class: "banner-points", x: 4, y: -2 }, points),
  );
}

// On whom may be attacked; a broken one where nobody here knows whether.
/**
 * @param {Grid} grid
 * @param {UnitView} unit
 * @param {Lit} lit
 */
function crosshair(grid, { id }, lit) {
  const isDoubtful = lit.doubtful.has(id);
  if (!isDoubtful && !lit.targets.has(id)) return null;
  return h(
    "g",
    { class: `lit-target ${isDoubtful ? "doubtful" : ""}` },
    h("polygon", { points: grid.corners(RADIUS - 5) }),
    h("path", { d: "M0 -57V-38M0 57V38M-50 0H-36M50 0H36" }),
  );
}
