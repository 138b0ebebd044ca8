// The games that are kept: who played, who won, when; to go on with, read, take along, rename and put away.

/** @import { HomePage, PastGame } from "../../types/page.js" */
import { button, explain, row, typed } from "../parts/dom.mjs";
import { counted, t } from "../parts/language.mjs";
import { CAMPS } from "../parts/seats.mjs";
import { sharePicture } from "../link/share_picture.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {HomePage} page */
export function pastGames(page) {
  const { past, deleted } = page;
  if (!past) return explain(t`Looking at the shelf.`);
  return [
    past.games.length > 0 &&
      row(button(t`Statistics of all games`, () => page.go("statistics"), { key: "to statistics" })),
    past.games.length === 0 && explain(t`No game is kept yet: each is kept from its first move on.`),
    list(page, past.games, kept),
    past.more && button(t`Older games`, page.fetchMore, { key: "older" }),
    Boolean(deleted?.games.length) &&
      h(
        "details",
        { class: "note", key: "deleted" },
        h(
          "summary",
          { "data-key": "deleted" },
          counted(deleted?.games.length ?? 0, "{1} deleted game", "{1} deleted games"),
        ),
        list(page, deleted?.games ?? [], gone),
      ),
  ];
}

/**
 * @param {HomePage} page
 * @param {PastGame[]} games
 * @param {(page: HomePage, game: PastGame) => any} opened
 */
const list = (page, games, opened) =>
  h(
    "ul",
    { class: "home-past" },
    games.map((game) => {
      const isOpen = page.opened === game.id;
      return h(
        "li",
        { key: game.id, "data-game": game.id },
        button(
          [
            h("b", {}, game.title),
            h("time", {}, dateOf(game)),
            h("span", {}, scoreOf(game)),
            h("small", {}, howItStands(page, game)),
          ],
          () => page.set({ opened: isOpen ? null : game.id, title: game.title }),
          { kind: "home-past-game", key: `game ${game.id}`, "aria-expanded": isOpen },
        ),
        isOpen && opened(page, game),
      );
    }),
  );

/** @param {PastGame} game */
export const scoreOf = (game) =>
  CAMPS.filter((camp) => game.sides[camp])
    .map((camp) => `${game.sides[camp].name || game.sides[camp].faction} ${game.sides[camp].points}`)
    .join(" – ");

/** @param {PastGame} game */
export const dateOf = ({ started }) =>
  new Date(started * 1000).toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });

/**
 * @param {HomePage} page
 * @param {PastGame} game
 */
function howItStands({ home }, game) {
  if (game.trouble) return t`It cannot be opened here: ${game.trouble}`;
  const where = game.title === game.scenario ? game.edition : `${game.edition}, ${game.scenario}`;
  const winner = game.winner && game.sides[game.winner];
  if (winner) return t`${where}. Won by ${winner.name || winner.faction}.`;
  if (home.has_begun && home.game.id === game.id) return t`${where}. On the table now.`;
  return t`${where}. Turn ${game.turn}.`;
}

/**
 * @param {HomePage} page
 * @param {PastGame} game
 */
function kept(page, game) {
  const query = `game=${encodeURIComponent(game.id)}`;
  const isHere = page.home.has_begun && page.home.game.id === game.id;
  const isFine = !game.trouble;
  return [
    row(
      isFine &&
        (isHere
          ? h("a", { class: "button primary", href: "/" }, t`To the table`)
          : button(game.is_over ? t`Open` : t`Go on with it`, () => page.change({ game: game.id }, true), {
              kind: "primary",
              key: "open game",
            })),
      isFine &&
        h("a", { class: "button", href: `/home/report?${query}`, target: "_blank" }, t`Battle report`),
      isFine && button(t`Picture to share`, () => share(page, query), { key: "share picture" }),
      isFine &&
        game.is_over &&
        h("a", { class: "button", href: `/home/export?${query}`, download: "" }, t`Export`),
      !isHere && button(t`Delete`, () => put(page, game, true), { key: "delete game" }),
    ),
    h(
      "form",
      {
        class: "row",
        /** @param {Event} event */
        onSubmit: (event) => {
          event.preventDefault();
          rename(page, game);
        },
      },
      h(
        "label",
        { class: "field", style: { flex: "1 1 220px" } },
        t`Its name`,
        h("input", {
          value: page.title,
          maxLength: 40,
          autocomplete: "off",
          /** @param {Event} event */
          onInput: (event) => page.set({ title: typed(event) }),
        }),
      ),
      h("button", { type: "submit", "data-key": "rename" }, t`Rename`),
    ),
  ];
}

/**
 * @param {HomePage} page
 * @param {string} query
 */
async function share(page, query) {
  const isShared = await sharePicture(`/home/picture.svg?${query}`);
  if (!isShared) page.say(t`The picture could not be made.`, { bad: true });
}

/**
 * @param {HomePage} page
 * @param {PastGame} game
 */
const gone = (page, game) =>
  row(button(t`Bring it back`, () => put(page, game, false), { kind: "primary", key: "bring back" }));

/**
 * @param {HomePage} page
 * @param {PastGame} game
 * @param {boolean} isDeleted
 */
async function put(page, game, isDeleted) {
  const answer = await page.send("/home/delete", { game: game.id, is_deleted: isDeleted });
  if (!answer.ok) return;
  page.set({ opened: null });
  await page.fetchPast();
  if (isDeleted)
    page.say(t`${game.title} is deleted.`, {
      offers: [button(t`Bring it back`, () => put(page, game, false), { key: "undo delete" })],
    });
}

/**
 * @param {HomePage} page
 * @param {PastGame} game
 */
async function rename(page, game) {
  const title = page.title.trim() === game.scenario ? "" : page.title;
  const answer = await page.send("/home/title", { game: game.id, title });
  if (answer.ok) await page.fetchPast();
}
