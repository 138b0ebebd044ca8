// Where each unit goes, one by one or all at once; the camera ticks them off.

/** @import { Hex, Seat, StartPage, UnitView } from "../../types/page.js" */
import { Board } from "../board/board.mjs";
import { button, keyed, row, stack } from "../parts/dom.mjs";
import { sideIcon } from "../parts/glyphs.mjs";
import { unitIcon } from "../board/tokens.mjs";
import { Grid } from "../board/grid.mjs";
import { unlit } from "../board/light.mjs";
import { seatsOf, sitsNorth } from "../parts/seats.mjs";
import { t } from "../parts/language.mjs";
import { sideName } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

export const narrow = matchMedia("(max-width: 640px) and (max-aspect-ratio: 1/1)");
const SIGNS = { right: "✓", wrong: "▲", twice: "▲", unread: "▲", away: "○" };

/** @param {StartPage} page */
export function deploy(page) {
  const { game } = page.view;
  if (game.step !== "set_up") return h("p", { class: "lead" }, t`The game has begun.`);
  if (!isPlacing(page))
    return h(
      "p",
      { class: "lead" },
      t`${page.view.ask.headline}: that is done on the table's page. Come back here to put the units down.`,
    );
  return h("div", { class: "start-deploy" }, stack(map(page), banners(page)), side(page));
}

/** @param {StartPage} page */
export function deployActs(page) {
  const { game, scenario } = page.view;
  if (!isPlacing(page) || scenario.open || scenario.muster)
    return h("a", { class: "button primary grow", href: "/", ...keyed("table") }, t`Go on at the table`);
  const { wait } = game;
  const isReady = wait.wait === "set_up_wait" && wait.banners === 0 && wait.units === 0;
  const areRight = !page.start.camera || units(page).every((unit) => stands(page, unit));
  const begin = async () => {
    if ((await page.act({ do: "start_game" })).ok) location.assign("/");
  };
  return button(areRight ? t`Start the game` : t`Start the game all the same`, begin, {
    kind: areRight ? "primary grow" : "grow",
    key: "start",
    disabled: !isReady,
  });
}

/** @param {StartPage} page */
const isPlacing = (page) => page.view.game.wait.wait === "set_up_wait";

/** @param {StartPage} page */
function bannersLeft({ view: { game } }) {
  return game.wait.wait === "set_up_wait" ? game.wait.banners : 0;
}

/** @typedef {UnitView & { at: Hex }} Placed */

// The units that have a place, where they belong.
/**
 * @param {StartPage} page
 * @returns {Placed[]}
 */
const units = (page) =>
  page.view.game.units.flatMap((unit) =>
    unit.at ? [{ ...unit, at: placeOf(page, unit)?.home ?? unit.at }] : [],
  );

/**
 * @param {StartPage} page
 * @param {UnitView} unit
 */
const placeOf = (page, unit) => page.start.puts[unit.id] ?? null;
/**
 * @param {StartPage} page
 * @param {UnitView} unit
 */
const stands = (page, unit) => placeOf(page, unit)?.place === "right";

// The unit that is put down now: the one that was tapped, or else the first that does not stand right.
/** @param {StartPage} page */
function current(page) {
  const open = units(page).filter((unit) => !stands(page, unit));
  return open.find((unit) => unit.id === page.choice.looked) ?? open[0] ?? null;
}

/** @param {StartPage} page */
function map(page) {
  const { game, scenario } = page.view;
  const board = new Grid(scenario.rows, scenario.section_lines, {
    turned: sitsNorth(page),
    onSide: narrow.matches,
  });
  const isSeen = Boolean(page.start.camera);
  const now = page.choice.single ? current(page) : null;
  const lit = {
    ...unlit(),
    looked: page.choice.looked ?? null,
    selected: now?.id ?? null,
    ready: new Set(
      isSeen
        ? units(page)
            .filter((unit) => !stands(page, unit))
            .map((unit) => unit.id)
        : [],
    ),
  };
  return h(
    "section",
    { class: "board", "aria-label": t`Map` },
    h(Board, {
      grid: board,
      game: { ...game, units: units(page) },
      kinds: scenario.kinds,
      lit,
      tapped: (/** @type {Hex} */ hex) => tapped(page, hex),
    }),
  );
}

/**
 * @param {StartPage} page
 * @param {Hex} hex
 */
function tapped(page, hex) {
  const { game } = page.view;
  const unit = units(page).find((each) => each.at === hex);
  if (unit) page.choose({ looked: unit.id });
  else if (bannersLeft(page) > 0 || game.banners[hex])
    page.act({ do: game.banners[hex] ? "remove_banner" : "place_banner", at: hex });
}

/** @param {StartPage} page */
function side(page) {
  const { scenario } = page.view;
  const placed = units(page);
  return h(
    "section",
    { class: "stack start-side" },
    placed.length > 0 && ways(page),
    (scenario.open || scenario.muster) &&
      h("p", {}, t`Units that have no place yet are put on the board on the table's page.`),
    page.choice.single && placed.length > 0 ? single(page, placed) : all(page, placed),
  );
}

/** @param {StartPage} page */
function ways(page) {
  /**
   * @param {boolean} isSingle
   * @param {string} text
   */
  const way = (isSingle, text) =>
    button(text, () => page.choose({ single: isSingle }), {
      kind: "toggle grow",
      key: isSingle ? "one by one" : "all",
      pressed: Boolean(page.choice.single) === isSingle,
    });
  return h(
    "div",
    { class: "row", role: "group", "aria-label": t`How` },
    way(false, t`All at once`),
    way(true, t`One by one`),
  );
}

// One unit, large, with the way to the next.
/**
 * @param {StartPage} page
 * @param {Placed[]} placed
 */
function single(page, placed) {
  const now = current(page);
  if (!now) return h("p", { class: "lead" }, t`All stand right.`);
  const open = placed.filter((unit) => !stands(page, unit));
  const at = open.findIndex((unit) => unit.id === now.id);
  /** @param {number} by */
  const go = (by) => page.choose({ looked: open[(at + by + open.length) % open.length].id });
  return h(
    "div",
    { class: `chosen ${now.seat}`, "data-now": now.id },
    h(
      "p",
      { class: "lead" },
      unitIcon(page.view.scenario.kinds, now.kind, now.seat),
      " ",
      h("b", {}, now.name),
      " ",
      h("small", {}, t`${at + 1} of ${open.length}`),
    ),
    h("p", { class: "start-hex" }, now.at),
    h("p", {}, t`Row ${now.at.slice(1)} counted from the south edge, hex ${now.at[0]} of it.`),
    remark(page, now),
    row(
      button(t`The one before`, () => go(-1), { key: "before", disabled: open.length < 2 }),
      button(t`The next`, () => go(1), { kind: "primary grow", key: "after", disabled: open.length < 2 }),
    ),
  );
}

// Both armies as lists; what is wrong first, with what helps.
/**
 * @param {StartPage} page
 * @param {Placed[]} placed
 */
function all(page, placed) {
  const wrong = placed.filter((unit) => SIGNS[placeOf(page, unit)?.place] === "▲");
  return [
    wrong.length > 0 &&
      h(
        "ul",
        { class: "start-wrong" },
        wrong.map((unit) =>
          h("li", { "data-wrong": unit.id }, h("b", {}, unit.name), " ", remark(page, unit)),
        ),
      ),
    h(
      "div",
      { class: "start-armies" },
      seatsOf(page.view.game).map((seat) =>
        army(
          page,
          seat,
          placed.filter((unit) => unit.seat === seat),
        ),
      ),
    ),
  ];
}

/**
 * @param {StartPage} page
 * @param {Seat} seat
 * @param {Placed[]} own
 */
function army(page, seat, own) {
  if (own.length === 0) return null;
  return h(
    "div",
    {},
    h("h3", {}, sideIcon(seat), " ", sideName(page.view.game, seat)),
    h(
      "ul",
      { class: "start-units" },
      own.map((unit) =>
        h(
          "li",
          { key: unit.id },
          button(
            [
              sign(page, unit),
              h("span", {}, unitIcon(page.view.scenario.kinds, unit.kind, seat), unit.name),
              h("b", {}, unit.at),
            ],
            () => page.choose({ looked: unit.id }),
            {
              kind: `start-unit ${placeOf(page, unit)?.place ?? ""}`,
              key: `unit ${unit.id}`,
              pressed: page.choice.looked === unit.id,
            },
          ),
        ),
      ),
    ),
  );
}

const WORDS = {
  right: t`stands right`,
  wrong: t`stands wrong`,
  twice: t`seen twice`,
  unread: t`cannot be read`,
  away: t`not seen yet`,
};

/**
 * @param {StartPage} page
 * @param {UnitView} unit
 */
function sign(page, unit) {
  const put = placeOf(page, unit);
  return (
    put && h("span", { class: "start-sign", role: "img", "aria-label": WORDS[put.place] }, SIGNS[put.place])
  );
}

/**
 * @param {StartPage} page
 * @param {UnitView} unit
 */
function remark(page, unit) {
  const put = placeOf(page, unit);
  switch (put?.place) {
    case "right":
      return h("span", {}, t`✓ The camera sees it there.`);
    case "wrong":
      return h("span", {}, t`stands on ${put.seen}: move it to ${unit.at}.`);
    case "twice":
      return h("span", {}, t`is seen in two places: take one of its tags away.`);
    case "unread":
      return h(
        "span",
        {},
        t`cannot be read on ${unit.at}: its tag must lie flat, face up, clear of figures and glare.`,
      );
    case "away":
      return h("span", {}, t`The camera does not see it yet.`);
    default:
      return null;
  }
}

/** @param {StartPage} page */
function banners(page) {
  const { game, scenario } = page.view;
  const left = bannersLeft(page);
  if (left === 0) return null;
  const standIn = (scenario.banners?.stand_in ?? []).filter((hex) => !game.banners[hex]).slice(0, left);
  return h(
    "div",
    { class: "note" },
    h(
      "p",
      {},
      t`Lay the banner markers, and tap their hexes on the map (rulebook p. 5). Still to lay: ${left}.`,
    ),
    standIn.length > 0 &&
      button(t`Use our own choice: ${standIn.join(", ")}`, () => layAll(page, standIn), { key: "stand in" }),
  );
}

/**
 * @param {StartPage} page
 * @param {Hex[]} hexes
 */
async function layAll(page, hexes) {
  for (const at of hexes) {
    const { seq } = page.view;
    if (!(await page.act({ do: "place_banner", at })).ok) return;
    while (page.view.seq === seq) await new Promise((done) => setTimeout(done, 20));
  }
}
