// A new game: which one, who plays it, in which language, and how much is said.

/** @import { HomePage, LargeBoard, OfferedEdition, OfferedGame } from "../../types/page.js" */
import { button, explain, row, typed } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { LEVEL_NAMES } from "../parts/levels.mjs";
import { listOf } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {HomePage} page */
export function newGame(page) {
  const { offered, draft } = page;
  if (!offered) return explain(t`Looking at the shelf.`);
  const games = offered.flatMap((edition) => edition.games);
  const chosen = games.find(({ scenario }) => scenario === draft.scenario);
  return [
    h(
      "div",
      { class: "home-columns" },
      offered.map((edition) => editionGames(page, edition)),
      chosen &&
        button(t`Another game`, () => page.set({ draft: { ...page.draft, scenario: "" } }), {
          kind: "home-other",
          key: "other game",
        }),
    ),
    chosen &&
      h(
        "div",
        { class: "home-details" },
        variants(page, chosen, games),
        largeBoard(page, chosen, games),
        details(page, chosen),
      ),
    chosen && h("div", { class: "row home-foot" }, beginning(page, chosen)),
  ];
}

/**
 * @param {HomePage} page
 * @param {OfferedEdition} edition
 */
function editionGames(page, edition) {
  const { games } = edition;
  const alike = new Set(games.map(sidesOf)).size === 1;
  /** @param {OfferedGame} game */
  const told = (game) => [
    !alike && `${sidesOf(game)}. `,
    game.wins,
    game.has_lore && ` ${t`With Lore cards.`}`,
    game.is_free && ` ${t`You set the board up.`}`,
  ];
  /** @param {OfferedGame} game */
  const choice = (game) =>
    button(
      [h("b", {}, game.name), h("small", {}, told(game))],
      () => page.set({ draft: { ...page.draft, scenario: game.scenario } }),
      {
        kind: "home-game",
        key: `play ${game.scenario}`,
        pressed: baseOf(page.draft.scenario) === game.scenario,
      },
    );
  return h(
    "section",
    { class: "home-edition", "data-edition": edition.id, "aria-label": edition.name },
    h("h2", {}, edition.name),
    alike && explain(`${sidesOf(games[0])}.`),
    games.filter(({ scenario }) => baseOf(scenario) === scenario).map(choice),
  );
}

/** @param {OfferedGame} game */
const sidesOf = ({ sides }) => t`${sides.south} against ${sides.north}`;

// The scenario that is played with variants: they stand behind its name.
/** @param {string} scenario */
const baseOf = (scenario) => scenario.split(".")[0];

// What a scenario may be played with, where there is anything: nothing else, or variants.
/**
 * @param {HomePage} page
 * @param {OfferedGame} chosen
 * @param {OfferedGame[]} games
 */
function variants(page, chosen, games) {
  const base = baseOf(chosen.scenario);
  const plain = games.find(({ scenario }) => scenario === base);
  const ways = games.filter(({ scenario }) => baseOf(scenario) === base);
  if (!plain || ways.length < 2) return null;
  return group(
    t`Played with`,
    ways.map(({ scenario, name }) =>
      button(
        scenario === base ? t`the base game alone` : name.replace(`${plain.name}, `, ""),
        () => page.set({ draft: { ...page.draft, scenario } }),
        { kind: "toggle", key: `variant ${scenario}`, pressed: scenario === chosen.scenario },
      ),
    ),
  );
}

// Which way the group's large board lies, as far as it is known.
/** @param {HomePage} page */
const ownBoard = ({ draft, home }) => draft.largeBoard ?? home.large_board;

// Asked once, where a game is laid on a large board; and again where it is laid on one that lies the other way.
/**
 * @param {HomePage} page
 * @param {OfferedGame} chosen
 * @param {OfferedGame[]} games
 */
function largeBoard(page, chosen, games) {
  const needed = chosen.large_board;
  const own = ownBoard(page);
  if (!needed || page.home.large_board === needed) return null;
  /** @type {[LargeBoard, string][]} */
  const ways = [
    ["wide", t`17 hexes wide, 13 deep`],
    ["deep", t`13 hexes wide, 17 deep`],
  ];
  const fit = games.filter(({ scenario, large_board: way }) => way === own && baseOf(scenario) === scenario);
  const told = t`${chosen.name} is laid on a board that lies the other way. On yours: ${listOf(fit.map(({ name }) => name))}.`;
  return [
    group(
      t`Your large board, seen from a player's side`,
      ways.map(([way, name]) =>
        button(name, () => page.set({ draft: { ...page.draft, largeBoard: way } }), {
          kind: "toggle",
          key: `large ${way}`,
          pressed: way === own,
        }),
      ),
    ),
    own && own !== needed && explain(told),
  ];
}

/**
 * @param {HomePage} page
 * @param {OfferedGame} game
 */
function details(page, { sides }) {
  const { home, draft } = page;
  const language = draft.language ?? home.language;
  const level = draft.level ?? home.level;
  const names = draft.names ?? [home.names.south ?? "", home.names.north ?? ""];
  return [
    nameFields(names, [sides.south, sides.north], (changed) =>
      page.set({ draft: { ...page.draft, names: changed } }),
    ),
    languages(page, language, (id) => page.set({ draft: { ...page.draft, language: id } })),
    group(
      t`How much is said`,
      home.levels.map((id) =>
        button(LEVEL_NAMES[id], () => page.set({ draft: { ...page.draft, level: id } }), {
          kind: "toggle",
          key: `level ${id}`,
          pressed: id === level,
        }),
      ),
    ),
  ];
}

// The button says itself that it has been heard: what is told above may be out of sight.
/**
 * @param {HomePage} page
 * @param {OfferedGame} chosen
 */
export function beginning(page, { name, large_board: needed }) {
  const { waits, isAsked } = page.asking;
  return button(
    waits && isAsked ? t`${name}: the other side is asked.` : t`Begin: ${name}`,
    () => begin(page),
    { kind: "primary grow", key: "begin", disabled: waits || Boolean(needed && ownBoard(page) !== needed) },
  );
}

/** @param {HomePage} page */
const begin = (page) => {
  const { scenario, names, language, level, largeBoard: way } = page.draft;
  return page.change(
    {
      scenario,
      ...(names && { names }),
      ...(way && { large_board: way }),
      ...(language && { language }),
      ...(level && { level: /** @type {any} */ (level) }),
    },
    true,
  );
};

/**
 * @param {string[]} names
 * @param {string[]} sides
 * @param {(names: [string, string]) => void} change
 */
export function nameFields(names, sides, change) {
  /** @param {number} n */
  const field = (n) =>
    h(
      "label",
      { class: "field" },
      n ? t`Who plays north (${sides[1]})` : t`Who plays south (${sides[0]})`,
      h("input", {
        id: `name-${n}`,
        value: names[n],
        maxLength: 24,
        autocomplete: "off",
        /** @param {Event} event */
        onInput: (event) => change(n ? [names[0], typed(event)] : [typed(event), names[1]]),
      }),
    );
  return h("div", { class: "home-fields" }, field(0), field(1));
}

/**
 * @param {HomePage} page
 * @param {string} language
 * @param {(id: string) => void} choose
 */
export const languages = (page, language, choose) =>
  group(
    t`Language`,
    page.home.languages.map(({ id, name }) =>
      button(h("span", { lang: id }, name), () => choose(id), {
        kind: "toggle",
        key: `language ${id}`,
        pressed: id === language,
      }),
    ),
  );

/**
 * @param {string} name
 * @param {import("../vendor/preact.mjs").ComponentChildren} content
 */
export const group = (name, content) =>
  h("fieldset", { class: "home-choice" }, h("legend", {}, name), row(content));
