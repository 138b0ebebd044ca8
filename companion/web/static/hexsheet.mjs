// A hex: what lies on it and what that means, and the sheet that lays terrain, banners and units by tapping.

import { button, el } from "./dom.mjs";
import { icon, sideIcon } from "./glyphs.mjs";
import { tileGlyph } from "./terrain.mjs";
import { count, t } from "./tongue.mjs";

const TENT = "command_tent";

// What is known of the terrain on *hex*, in words, with its page; null for clear ground.
export function terrainWords(page, hex) {
  const tile = page.view.game.terrain[hex];
  if (!tile) return null;
  const found = page.view.scenario.terrain.find((kind) => kind.id === (tile.token ?? tile.kind));
  const whose = tile.owner ? t` of ${page.view.game.scores[tile.owner].name}` : "";
  return [`${tile.name}${whose}`, found.summary, `${found.page}.${doubt(found)}`];
}

function doubt(kind) {
  if (kind.confidence === "certain") return "";
  return kind.confidence === "likely" ? t` Likely, not certain.` : t` Not known: look at your card.`;
}

// The line about the terrain that a unit stands on.
export function groundLine(page, hex) {
  const words = hex && terrainWords(page, hex);
  return words && el("small", { "data-ground": hex }, el("b", {}, words[0]), ` ${words[1]} ${words[2]}`);
}

// The card of a hex that was tapped.
export function placeCard(page, hex) {
  const words = terrainWords(page, hex);
  const points = page.view.game.banners[hex];
  const tile = page.view.game.terrain[hex];
  return el(
    "div",
    { class: "chosen place", "data-place": hex },
    el(
      "div",
      { class: "chosen-head" },
      icon(tileGlyph(tile?.token ?? tile?.kind ?? "clear")),
      el("b", {}, words ? words[0] : t`Clear ground`),
      el("span", {}, hex),
      page.canPlay && button(t`Terrain…`, () => openHex(page, hex), { kind: "quiet", key: `terrain ${hex}` }),
      button("✕", () => page.set({ place: null }), {
        kind: "close",
        key: "let go hex",
        label: t`Let go of this hex`,
      }),
    ),
    el(
      "div",
      { class: "card-text" },
      words && el("small", {}, words[1], " ", el("span", { class: "page" }, words[2])),
      points && el("small", {}, t`A banner worth ${count(points, "point")}.`),
    ),
  );
}

export function openHex(page, hex) {
  page.set({
    sheet: { name: "hex", hex, brush: false },
    draft: null,
    selected: null,
    looked: null,
    place: null,
  });
}

// ---- the sheet -------------------------------------------------------------------------------

export function drawHexSheet(page) {
  const { hex, brush } = page.sheet;
  const { game } = page.view;
  const tile = game.terrain[hex];
  return el(
    "div",
    { class: "stack", "data-hex-sheet": hex },
    el("p", { class: "explain" }, t`Tap what lies on this hex; tap another hex on the board to go on there.`),
    el("div", { class: "tiles" }, tiles(page, hex, tile)),
    waterTokens(page, hex, tile),
    el(
      "div",
      { class: "row wrap" },
      button(t`Every hex I tap gets the same`, () => page.set({ sheet: { ...page.sheet, brush: !brush } }), {
        kind: "toggle grow",
        key: "brush",
        pressed: brush ? "true" : "false",
      }),
      game.banners[hex]
        ? button(t`Take the banner away`, () => page.act({ do: "remove_banner", at: hex }), {
            kind: "grow",
            key: "no banner",
          })
        : button(t`A banner lies here`, () => page.act({ do: "place_banner", at: hex }), {
            kind: "grow",
            key: "banner",
          }),
    ),
    game.step === "set_up" && units(page, hex),
  );
}

// The command that lays *tile* on *at*, or clears it.
function laying(at, tile) {
  return tile
    ? {
        do: "place_terrain",
        at,
        tile: {
          kind: tile.kind,
          ...(tile.token && { token: tile.token }),
          ...(tile.owner && { owner: tile.owner }),
        },
      }
    : { do: "remove_terrain", at };
}

// Lay on *hex* what lies on the sheet's hex: a tap with the brush.
export function brushed(page, hex) {
  const tile = page.view.game.terrain[page.sheet.hex];
  if (tile || page.view.game.terrain[hex]) page.act(laying(hex, tile));
}

function tiles(page, hex, tile) {
  const { game, scenario } = page.view;
  const kinds = scenario.terrain.filter((kind) => kind.on.length === 0);
  const one = (kind, name, owner = null) => {
    const on = kind === "clear" ? !tile : tile?.kind === kind && (tile.owner ?? null) === owner;
    const act = () => page.act(laying(hex, kind === "clear" ? null : { kind, owner }));
    return el(
      "button",
      {
        type: "button",
        class: "tile-choice",
        "data-key": `tile ${kind}${owner ? ` ${owner}` : ""}`,
        "aria-pressed": on ? "true" : "false",
        disabled: kind === "clear" && !tile,
        onclick: act,
      },
      el("span", { class: `swatch ${kind}` }, icon(tileGlyph(kind)), owner && sideIcon(owner)),
      el("span", {}, name),
    );
  };
  return [
    one("clear", t`Clear ground`),
    kinds.map((kind) =>
      kind.id === TENT
        ? Object.keys(game.scores).map((seat) => one(TENT, t`Tent of ${game.scores[seat].name}`, seat))
        : one(kind.id, kind.name),
    ),
  ];
}

function waterTokens(page, hex, tile) {
  const tokens = page.view.scenario.terrain.filter((kind) => tile && kind.on.includes(tile.kind));
  if (tokens.length === 0) return null;
  const one = (token, name) =>
    button(name, () => page.act(laying(hex, { kind: tile.kind, token })), {
      kind: "toggle grow",
      key: `token ${token ?? "none"}`,
      pressed: (tile.token ?? null) === token ? "true" : "false",
    });
  return el(
    "div",
    { class: "row" },
    one(null, t`Open water`),
    tokens.map((kind) => one(kind.id, kind.name)),
  );
}

// The units that can be put on this hex while the board is set up: those that have no place yet and,
// in a free battle, the next one of each kind.
function units(page, hex) {
  const { game, scenario } = page.view;
  const waiting = game.units
    .filter((unit) => !unit.at && unit.figures > 0)
    .map((unit) => [unit.id, unit.name, unit.seat]);
  const fresh = scenario.open
    ? Object.values(scenario.kinds).map((kind) => [next(game, kind.id), kind.name, seatOf(scenario, kind)])
    : [];
  const standing = game.units.find((unit) => unit.at === hex);
  if (waiting.length + fresh.length === 0) return null;
  return el(
    "div",
    { class: "stack" },
    el("p", { class: "explain" }, standing ? t`${standing.name} stands here.` : t`Who stands here?`),
    standing
      ? button(
          t`It is off the board`,
          () => page.act({ do: "correct_unit", unit: standing.id, at: null, figures: 0 }),
          { key: "off" },
        )
      : el(
          "div",
          { class: "row wrap" },
          [...waiting, ...fresh].map(([id, name, seat]) =>
            button([sideIcon(seat), name], () => page.act({ do: "place_unit", unit: id, at: hex }), {
              key: `put ${id}`,
            }),
          ),
        ),
  );
}

// The lowest number that no unit of the kind on the board has.
function next(game, kind) {
  const taken = new Set(game.units.filter((unit) => unit.at).map((unit) => unit.id));
  let number = 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

const seatOf = (scenario, kind) =>
  Object.keys(scenario.sides).find((seat) => scenario.sides[seat] === kind.faction);
