// A hex: what lies on it and what that means, and the sheet that lays terrain, banners and units by tapping.

/** @import { Command, GameView, Hex, HexSheet, Kind, Page, Seat } from "../../types/page.js" */
/** @import { Terrain, Tile, View } from "../../types/page.js" */
import { button, explain, row, stack } from "../parts/dom.mjs";
import { icon, sideIcon } from "../parts/glyphs.mjs";
import { campOf, seatsOf } from "../parts/seats.mjs";
import { glyphOfTile, tileGlyph } from "./terrain.mjs";
import { unitIcon } from "./tokens.mjs";
import { count, t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

const TENT = "command_tent";
const NORTH_FROM = 11; // must agree with rules/kernel/catalogue.py

// What is known of the terrain on *hex*, in words, with its page; null for clear ground.
/**
 * @param {Page} page
 * @param {Hex} hex
 */
export function terrainWords(page, hex) {
  const tile = page.view.game.terrain[hex];
  if (!tile) return null;
  const found = page.view.scenario.terrain.find((kind) => kind.id === (tile.token ?? tile.kind));
  if (!found) return [tile.name, "", ""];
  const whose = tile.owner ? t` of ${page.view.game.scores[tile.owner].name}` : "";
  return [`${tile.name}${whose}`, found.summary, `${found.page}.${doubt(found)}`];
}

/** @param {Terrain} kind */
function doubt(kind) {
  if (kind.confidence === "certain") return "";
  return kind.confidence === "likely" ? t` Likely, not certain.` : t` Not known: look at your card.`;
}

// The line about the terrain that a unit stands on.
/**
 * @param {Page} page
 * @param {Hex | null} hex
 */
export function groundLine(page, hex) {
  const words = hex && terrainWords(page, hex);
  return words && h("small", { "data-ground": hex }, h("b", {}, words[0]), ` ${words[1]} ${words[2]}`);
}

// The card of a hex that was tapped.
/**
 * @param {Page} page
 * @param {Hex} hex
 */
export function placeCard(page, hex) {
  const words = terrainWords(page, hex);
  const points = page.view.game.banners[hex];
  const tile = page.view.game.terrain[hex];
  return h(
    "div",
    { class: "chosen place", "data-place": hex },
    h(
      "div",
      { class: "chosen-head" },
      icon(tile ? glyphOfTile(tile) : tileGlyph("clear")),
      h("b", {}, words ? words[0] : t`Clear ground`),
      h("span", {}, hex),
      page.canPlay && button(t`Terrain…`, () => openHex(page, hex), { kind: "quiet", key: `terrain ${hex}` }),
      button("✕", () => page.set({ place: null }), {
        kind: "close",
        key: "let go hex",
        label: t`Let go of this hex`,
      }),
    ),
    h(
      "div",
      { class: "card-text" },
      words && h("small", {}, words[1], " ", h("span", { class: "page" }, words[2])),
      points && h("small", {}, t`A banner worth ${count(points, "point")}.`),
    ),
  );
}

/**
 * @param {Page} page
 * @param {Hex} hex
 */
export function openHex(page, hex) {
  page.set({
    sheet: { name: "hex", hex, brush: null },
    draft: null,
    selected: null,
    looked: null,
    place: null,
  });
}

// ---- the sheet -------------------------------------------------------------------------------

/** @typedef {Partial<Tile> & { kind: string }} Laid */

/**
 * @param {Page} page
 * @param {HexSheet} sheet
 */
export function drawHexSheet(page, sheet) {
  const { hex, brush } = sheet;
  const tile = brush ? brush.tile : (page.view.game.terrain[hex] ?? null);
  /** @param {Laid | null} laid */
  const lay = (laid) =>
    brush ? page.set({ sheet: { ...sheet, brush: { tile: laid } } }) : page.act(laying(hex, laid));
  return h(
    "div",
    { class: "stack", "data-hex-sheet": hex },
    explain(
      brush
        ? t`Choose what lies there, then tap every hex on the board that gets it.`
        : t`Tap what lies on this hex; tap another hex on the board to go on there.`,
    ),
    h(
      "div",
      { class: "row wrap" },
      button(
        t`Every hex I tap gets the same`,
        () => page.set({ sheet: { ...sheet, brush: brush ? null : { tile } } }),
        { kind: "toggle grow", key: "brush", pressed: Boolean(brush) },
      ),
      !brush && bannerButton(page, hex),
    ),
    h("div", { class: "tiles" }, tiles(page, tile, lay)),
    waterTokens(page, tile, lay),
    !brush && page.view.game.step === "set_up" && units(page, hex),
  );
}

/**
 * @param {Page} page
 * @param {Hex} at
 */
function bannerButton(page, at) {
  return page.view.game.banners[at]
    ? button(t`Take the banner away`, () => page.act({ do: "remove_banner", at }), {
        kind: "grow",
        key: "no banner",
      })
    : button(t`A banner lies here`, () => page.act({ do: "place_banner", at }), {
        kind: "grow",
        key: "banner",
      });
}

// The command that lays *tile* on *at*, or clears it.
/**
 * @param {Hex} at
 * @param {Laid | null} tile
 * @returns {Command}
 */
function laying(at, tile) {
  return tile
    ? {
        do: "place_terrain",
        at,
        tile: { kind: tile.kind, token: tile.token ?? null, owner: tile.owner ?? null },
      }
    : { do: "remove_terrain", at };
}

// Lay *tile* on *hex*: a tap with the brush.
/**
 * @param {Page} page
 * @param {{ tile: Laid | null }} brush
 * @param {Hex} hex
 */
export function brushed(page, { tile }, hex) {
  if (tile || page.view.game.terrain[hex]) page.act(laying(hex, tile));
}

/**
 * @param {Page} page
 * @param {Laid | null} tile what lies there now
 * @param {(laid: Laid | null) => unknown} lay
 */
function tiles(page, tile, lay) {
  const { game, scenario } = page.view;
  const kinds = scenario.terrain.filter((kind) => kind.on.length === 0);
  /**
   * @param {string} kind
   * @param {string} name
   * @param {Seat | null} [owner]
   */
  const one = (kind, name, owner = null) => {
    const on = kind === "clear" ? !tile : tile?.kind === kind && (tile.owner ?? null) === owner;
    const act = () => lay(kind === "clear" ? null : { kind, owner });
    return button(
      [
        h("span", { class: `swatch ${kind}` }, icon(tileGlyph(kind)), owner && sideIcon(owner)),
        h("span", {}, name),
      ],
      act,
      {
        kind: "tile-choice",
        key: `tile ${kind}${owner ? ` ${owner}` : ""}`,
        pressed: on,
        disabled: kind === "clear" && !tile,
      },
    );
  };
  return [
    one("clear", t`Clear ground`),
    kinds.map((kind) =>
      kind.id === TENT
        ? seatsOf(game).map((seat) => one(TENT, t`Tent of ${game.scores[seat].name}`, seat))
        : one(kind.id, kind.name),
    ),
  ];
}

/**
 * @param {Page} page
 * @param {Laid | null} tile
 * @param {(laid: Laid | null) => unknown} lay
 */
function waterTokens(page, tile, lay) {
  if (!tile) return null;
  const tokens = page.view.scenario.terrain.filter((kind) => kind.on.includes(tile.kind));
  if (tokens.length === 0) return null;
  /**
   * @param {string | null} token
   * @param {string} name
   */
  const one = (token, name) =>
    button(name, () => lay({ kind: tile.kind, token }), {
      kind: "toggle grow",
      key: `token ${token ?? "none"}`,
      pressed: (tile.token ?? null) === token,
    });
  return row(
    one(null, t`Open water`),
    tokens.map((kind) => one(kind.id, kind.name)),
  );
}

// The units that can be put on this hex while the board is set up: those that have no place yet and,
// in a free battle, the next one of each kind.
/**
 * @param {Page} page
 * @param {Hex} hex
 */
function units(page, hex) {
  const { game, scenario } = page.view;
  const waiting = game.units
    .filter((unit) => !unit.at && unit.figures > 0)
    .map(({ id, name, seat, kind }) => ({ id, name, seat, kind }));
  const fresh = scenario.open ? joining(page.view) : [];
  const standing = game.units.find((unit) => unit.at === hex);
  if (waiting.length + fresh.length === 0) return null;
  return stack(
    explain(standing ? t`${standing.name} stands here.` : t`Who stands here?`),
    standing
      ? button(
          t`It is off the board`,
          () => page.act({ do: "correct_unit", unit: standing.id, at: null, figures: 0 }),
          { key: "off" },
        )
      : h(
          "div",
          { class: "row wrap" },
          [...waiting, ...fresh].map(({ id, name, seat, kind }) =>
            button(
              [unitIcon(scenario.kinds, kind, seat), name],
              () => page.act({ do: "place_unit", unit: id, at: hex }),
              { key: `put ${id}` },
            ),
          ),
        ),
  );
}

// The next unit of each kind, for each seat that fields it: of no faction, any does.
/** @param {GameView} view */
export function joining({ game, scenario }) {
  return Object.values(scenario.kinds).flatMap((kind) =>
    seatsOf(game)
      .filter((seat) => !kind.faction || scenario.sides[seat] === kind.faction)
      .map((seat) => ({ id: next(game, kind, seat), name: kind.name, seat, kind: kind.id })),
  );
}

// The lowest number that no unit of the kind on the board has: where both sides field it, of the seat's own numbers.
/**
 * @param {View} game
 * @param {Kind} kind
 * @param {Seat} seat
 */
function next(game, kind, seat) {
  const taken = new Set(game.units.filter((unit) => unit.at).map((unit) => unit.id));
  let number = kind.faction || campOf(seat) === "south" ? 1 : NORTH_FROM;
  while (taken.has(`${kind.id}-${number}`)) number += 1;
  return `${kind.id}-${number}`;
}
