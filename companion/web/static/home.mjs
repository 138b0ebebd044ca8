// The home page: go on, begin another game, look at past ones, and settle how the table is seen and spoken to.

/** @import { HomePage, HomeRoom, LinkMessage, Links } from "../types/page.js" */
/** @import { ComponentChildren } from "./vendor/preact.mjs" */
import { button, placesOf, show } from "./parts/dom.mjs";
import { Drawing } from "./parts/render_loop.mjs";
import { Asking } from "./home/asking.mjs";
import { askForPictures } from "./home/keptpictures.mjs";
import { camera, settings } from "./home/settings.mjs";
import { newGame } from "./home/newgame.mjs";
import { dateOf, pastGames, scoreOf } from "./home/pastgames.mjs";
import { statistics } from "./home/statistics.mjs";
import { joinCodes } from "./link/joincodes.mjs";
import { connectPage, drawAlerts, say, sendOne } from "./link/page_shell.mjs";
import { fetched } from "./parts/send.mjs";
import { t } from "./parts/language.mjs";
import { h } from "./vendor/preact.mjs";

const places = placesOf("bar", "home");
const NOTHING = /** @type {any} */ (null); // before anything has come from the table

/** @type {{ [room in HomeRoom]: { name: string, draw: (page: HomePage) => ComponentChildren } }} */
const ROOMS = {
  "": { name: "herald", draw: drawTiles },
  new: { name: t`New game`, draw: newGame },
  past: { name: t`Past games`, draw: pastGames },
  camera: { name: t`Camera`, draw: camera },
  settings: { name: t`Settings`, draw: settings },
  statistics: { name: t`Statistics`, draw: statistics },
};
const roomInAddress = () => {
  const named = location.hash.slice(1);
  return named in ROOMS ? /** @type {HomeRoom} */ (named) : "";
};

const newestHome = newest("/home.json");
const newestPictures = newest("/home/pictures.json");

// Everything the page knows, and what its parts may ask of it.
/** @type {HomePage} */
const page = {
  view: null,
  home: NOTHING,
  links: null,
  room: roomInAddress(),
  down: null,
  busy: false,
  offered: null,
  cameras: null,
  address: "",
  past: null,
  deleted: null,
  together: null,
  opened: null,
  title: "",
  draft: {
    scenario: new URLSearchParams(location.search).get("play") ?? "",
    names: null,
    language: null,
    level: null,
    largeBoard: null,
  },
  names: null,
  pictures: null,
  asking: new Asking(),

  set(part) {
    Object.assign(page, part);
    drawing.schedule();
  },
  go(room) {
    history.pushState(null, "", room ? `/home#${room}` : "/home");
    enter(room);
  },
  say,
  send: (address, message) => sendOne(page, address, message),
  // It may lie there before the answer comes.
  async change(wanted, goes) {
    page.asking.goes = goes;
    const answer = await page.send("/home/change", wanted);
    if (!answer.ok) page.asking.goes = false;
  },
  async fetchPast() {
    const [past, deleted] = await Promise.all([
      fetched("/home/past.json"),
      fetched("/home/past.json?deleted"),
    ]);
    page.set({ past, deleted });
  },
  async fetchMore() {
    const games = page.past?.games ?? [];
    const older = await fetched(`/home/past.json?first=${games.length}`);
    if (older) page.set({ past: { games: [...games, ...older.games], more: older.more } });
  },
  async fetchCameras() {
    page.set({ cameras: await fetched("/home/cameras.json") });
  },
  async fetchPictures() {
    const pictures = await newestPictures();
    if (pictures) page.set({ pictures });
  },
  retry: () => link.retry(),
};

/** @param {HomeRoom} room */
async function enter(room) {
  page.set({ room, opened: null });
  scrollTo(0, 0);
  if (room === "new" && !page.offered) page.set({ offered: await fetched("/home/games.json") });
  if (room === "past") await page.fetchPast();
  if (!room || room === "settings") await page.fetchPictures();
  if (room === "camera") await page.fetchCameras();
  if (room === "statistics") page.set({ together: await fetched("/home/statistics.json") });
}

// ---- drawing: once for many changes, never under a finger --------------------------------------

const drawing = new Drawing(draw);

function draw() {
  drawAlerts(page);
  if (!page.home) return;
  const { name, draw: drawRoom } = ROOMS[page.room];
  show(places.bar, [
    page.room
      ? button(t`Back`, () => page.go(page.room === "statistics" ? "past" : ""), { key: "home" })
      : page.home.is_chosen && h("a", { class: "button", href: "/", "data-key": "table" }, t`To the table`),
    h("h1", {}, name),
  ]);
  show(
    places.home,
    page.room
      ? h("section", { class: "home-panel", "data-room": page.room, "aria-label": name }, drawRoom(page))
      : drawRoom(page),
  );
}

/** @param {HomePage} page */
function drawTiles(page) {
  const { home, links } = page;
  return [askForPictures(page), h("div", { class: "home-tiles" }, tiles(home)), links && moreTablets(links)];
}

/** @param {Links} links */
const moreTablets = (links) =>
  h(
    "section",
    { class: "home-panel", "aria-label": t`More tablets` },
    h("h2", {}, t`More tablets`),
    joinCodes(links),
  );

/** @param {HomePage["home"]} home */
const tiles = (home) => [
  goOn(home),
  tile("new", t`New game`, t`Edition, scenario, names, language`, !home.go_on),
  tile("past", t`Past games`, t`Read, open, rename, export`),
  tile("camera", t`Camera`, t`Which one looks at the board`),
  tile("settings", t`Settings`, t`Language, names, colours`),
  h(
    "a",
    { class: "button home-tile", href: "/start#print", "data-key": "print" },
    h("b", {}, t`Print`),
    h("small", {}, t`Tags, marks, dice stickers`),
  ),
];

/** @param {HomePage["home"]} home */
function goOn({ go_on: game, game: present }) {
  if (!game) return null;
  const words = [
    h("b", {}, t`Continue`),
    h("span", {}, `${game.title}: ${scoreOf(game)}`),
    h("small", {}, dateOf(game)),
  ];
  const kind = "home-tile go-on primary";
  if (game.id === present.id)
    return h("a", { class: `button ${kind}`, href: "/", "data-key": "continue" }, words);
  return button(words, () => page.change({ game: game.id }, true), { kind, key: "continue" });
}

/**
 * @param {HomeRoom} room
 * @param {string} name
 * @param {string} about
 * @param {boolean} isFirst
 */
const tile = (room, name, about, isFirst = false) =>
  button([h("b", {}, name), h("small", {}, about)], () => page.go(room), {
    kind: `home-tile ${isFirst ? "primary" : ""}`,
    key: `to ${room}`,
  });

// ---- taking in ---------------------------------------------------------------------------------

// Fetches what is at an address; of several answers only the one to the last question is told.
/** @param {string} address */
function newest(address) {
  let asked = 0;
  return async () => {
    const mine = ++asked;
    const answer = await fetched(address);
    return mine === asked ? answer : null;
  };
}

async function look() {
  const home = await newestHome();
  if (home) page.set({ home });
}

const showsPictures = () => page.room === "settings" || (!page.room && page.pictures?.is_asked);

/** @param {LinkMessage} message */
function takeIn(message) {
  if (message.kind === "view") {
    const isNew = message.view.number !== page.view?.number;
    if (isNew || !page.home) look();
    if (isNew && page.view && showsPictures()) page.fetchPictures(); // another device may have said it
    page.set({ view: message.view, down: null });
  } else if (message.kind === "changes") {
    page.asking.take(message.changes);
    page.set({});
  }
}

function anew() {
  if (page.asking.goes) location.replace("/");
  else location.reload();
}

const link = connectPage(page, takeIn, { shown: Infinity, anew });
addEventListener("popstate", () => enter(roomInAddress()));
enter(page.room);
fetched("/links").then((links) => page.set({ links }));
