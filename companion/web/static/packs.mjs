// The page of packs: what stands on the owners' cards and nowhere else is filled in here.

/** @import { EntryChange, PackEntry, PackFile } from "../types/page.js" */
/** @import { ComponentChildren } from "./vendor/preact.mjs" */
import { button, explain, row, show } from "./parts/dom.mjs";
import { OF_FILE, TYPES, drawFields, freshFields, startForm } from "./cards/cardforms.mjs";
import { CHOICES, FIELDS, idOf } from "./cards/packwords.mjs";
import { post, troubleOf } from "./parts/send.mjs";
import { fetchShelf, page, place, say, set } from "./cards/packstate.mjs";
import { drawPacks } from "./cards/packtexts.mjs";
import { t } from "./parts/language.mjs";
import { TRAITS } from "./parts/words.mjs";
import { h } from "./vendor/preact.mjs";

// Each file's title, and what a new entry of it is.
/** @type {[PackFile, string, string][]} */
const FILES = [
  ["units", t`Units`, t`unit`],
  ["creatures", t`Creatures`, t`Creature`],
  ["weapons", t`Weapons`, t`weapon`],
  ["lore", t`Lore cards`, t`lore card`],
  ["scenario_cards", t`Scenario cards`, t`scenario card`],
  ["cards", t`Command cards`, t`command card`],
  ["armies", t`Army cards`, t`army card`],
  ["terrain", t`Terrain`, t`terrain`],
  ["landmarks", t`Landmarks`, t`Landmark`],
  ["adventures", t`Adventures`, t`adventure`],
  ["banners", t`Banners`, ""],
  ["races", t`Peoples`, t`people`],
  ["classes", t`Lore Masters`, ""],
  ["commander_levels", t`Levels of the Commander`, ""],
  ["master_levels", t`Levels of the Lore Masters`, ""],
  ["deployment_cards", t`Deployment cards`, ""],
  ["specialists", t`Specialists`, t`Specialist`],
  ["dice", t`Faces of the dice`, ""],
  ["rulings", t`Rules that can be read in two ways`, ""],
];
// Those that this edition has, with a form for each entry.
const files = () =>
  FILES.filter(([file]) => file in page.shelf.entries && (file in page.shelf.forms || file in OF_FILE));
function draw() {
  const { shelf } = page;
  if (!shelf) return;
  if (shelf.trouble) {
    show(place, h("p", { class: "trouble" }, shelf.trouble));
    return;
  }
  show(place, [
    h(
      "p",
      { class: "lead" },
      t`What herald does not know stands on your cards. Fill it in once; it is kept on the computer that runs the table.`,
    ),
    explain(
      t`It holds for games that begin later. The game that lies on the table goes on by the rules it began with.`,
    ),
    row(
      button(page.all ? t`Show only what is missing` : t`Show everything`, () => set({ all: !page.all }), {
        key: "all",
        pressed: page.all,
      }),
    ),
    page.shelf.told.length > 0 && drawTold(),
    files().map(([file, title, one]) => section(file, title, one)),
    drawScenarios(),
    drawPacks(),
  ]);
}

// What the players of the game on the table have read off their cards.
function drawTold() {
  /**
   * @param {string} field
   * @param {any} value
   */
  const told = (field, value) => {
    if (field === "troops")
      return value
        .map((/** @type {string} */ kind) => page.shelf.entries.units[kind]?.name ?? kind)
        .join(", ");
    if (field === "places")
      return Object.entries(value)
        .map(([section, hexes]) => `${CHOICES[section]} ${/** @type {string[]} */ (hexes).join(", ")}`)
        .join("; ");
    if (field !== "traits") return field === "range" ? value.join("–") : value;
    return TYPES.filter((type) => value.includes(type))
      .map((type) => TRAITS[type])
      .join(", ");
  };
  /** @param {{ [field: string]: any }} fields */
  const read = (fields) =>
    Object.entries(fields)
      .map(([field, value]) => `${FIELDS[field] ?? field} ${told(field, value)}`)
      .join(", ");
  return h(
    "section",
    { class: "shelf", "aria-label": t`Told at the table` },
    h("h2", {}, t`Told at the table`),
    explain(
      t`This was told in the game that lies on the table. What is kept is not asked again in games that begin later.`,
    ),
    h(
      "ul",
      {},
      page.shelf.told.map((one) =>
        h(
          "li",
          { key: one.entry, "data-told": one.entry },
          h("div", {}, h("b", {}, one.name), " ", h("small", {}, read(one.fields))),
          button(t`Keep`, () => send(one.file, one.entry, one.fields), {
            kind: "primary",
            key: `keep told ${one.entry}`,
          }),
        ),
      ),
    ),
  );
}

function drawScenarios() {
  const scenarios = Object.entries(page.shelf.scenarios);
  return folded("scenarios", t`Scenarios`, String(scenarios.length), [
    explain(t`A game of them is begun on the home page. The game on the table is kept.`),
    h(
      "ul",
      {},
      scenarios.map(([id, name]) =>
        h("li", { "data-scenario": id }, h("a", { class: "button", href: `/home?play=${id}#new` }, name)),
      ),
    ),
  ]);
}

// One sort of things under its title and what there is to do: it opens by a tap, and where an entry is filled in.
/**
 * @param {string} sort
 * @param {string} title
 * @param {string} told
 * @param {ComponentChildren} content
 */
function folded(sort, title, told, content) {
  return h(
    "details",
    {
      class: "shelf",
      key: sort,
      "data-file": sort,
      open: page.unfolded.has(sort) || page.open?.file === sort,
      onToggle: (/** @type {Event} */ { currentTarget }) => {
        const { open: isUnfolded } = /** @type {HTMLDetailsElement} */ (currentTarget);
        page.unfolded[isUnfolded ? "add" : "delete"](sort);
      },
    },
    h("summary", { "data-key": `unfold ${sort}` }, h("h2", {}, title), h("small", {}, told)),
    content,
  );
}

// ---- entries -----------------------------------------------------------------------------

/**
 * @param {PackFile} file
 * @param {string} title
 * @param {string} one
 */
function section(file, title, one) {
  const gaps = new Map(
    page.shelf.gaps.filter((gap) => gap.file === file).map((gap) => [gap.entry, gap.fields]),
  );
  const own = page.shelf.own[file] ?? {};
  const shown = Object.values(page.shelf.entries[file]).filter(
    (entry) =>
      page.all || "played" in entry || gaps.has(entry.id) || entry.id in own || isOpen(file, entry.id),
  );
  if (shown.length === 0 && !one) return null; // nothing is missing, and nothing can be added
  const told = gaps.size > 0 ? t`${gaps.size} to fill in` : "";
  return folded(file, title, told, [
    shown.length === 0 && explain(t`Nothing is missing here.`),
    h(
      "ul",
      {},
      shown.map((entry) => entryRow(file, entry, gaps.get(entry.id) ?? [], entry.id in own)),
    ),
    page.open && isOpen(file, null)
      ? form(file, null, page.open.draft)
      : one !== "" &&
        canAdd(file) &&
        button(t`+ Unknown to herald: ${one}`, () => open(file, null, freshFields(file, page.shelf)), {
          key: `new ${file}`,
        }),
  ]);
}

/** @param {PackFile} file */
function canAdd(file) {
  const { forms } = page.shelf;
  return file in forms ? forms[file].fresh !== null : true;
}

/**
 * @param {PackFile} file
 * @param {string | null} entry
 * @param {{ [field: string]: any }} draft
 */
function open(file, entry, draft) {
  startForm();
  set({ open: { file, entry, draft } });
}

/**
 * @param {PackFile} file
 * @param {string | null} entry
 */
const isOpen = (file, entry) => page.open?.file === file && page.open.entry === entry;

// Both Camps have Deployment cards of one letter and number.
/** @param {PackEntry} entry */
function titleOf({ name, set }) {
  const held = page.shelf.entries.deployment_sets?.[set];
  return held ? `${page.shelf.factions[held.faction]} ${name}` : name;
}

/**
 * @param {PackFile} file
 * @param {PackEntry} entry
 * @param {string[]} missing
 * @param {boolean} isOwn
 */
function entryRow(file, entry, missing, isOwn) {
  const isShown = isOpen(file, entry.id);
  const whole = "played" in entry ? (entry.played ? t`Played.` : t`Not played.`) : t`Nothing is missing.`;
  return h(
    "li",
    { key: entry.id, class: isShown ? "open" : "", "data-entry": entry.id },
    button(
      [
        h("b", {}, titleOf(entry)),
        isOwn && h("span", { class: "tag" }, t`filled in`),
        h(
          "small",
          {},
          missing.length
            ? t`Look at your card: ${missing.map((field) => FIELDS[field] ?? field).join(", ")}.`
            : whole,
        ),
      ],
      () => (isOpen(file, entry.id) ? set({ open: null }) : open(file, entry.id, {})),
      { kind: "entry", key: `open ${file} ${entry.id}`, "aria-expanded": isShown },
    ),
    isShown && page.open && form(file, entry, page.open.draft),
  );
}

/**
 * @param {PackFile} file
 * @param {PackEntry | null} entry
 * @param {{ [field: string]: any }} draft
 */
function form(file, entry, draft) {
  /** @type {EntryChange} */
  const change = (part, { quiet = false } = {}) => {
    Object.assign(draft, part);
    if (!quiet) draw();
  };
  const own = entry && page.shelf.own[file]?.[entry.id];
  const forgotten = Object.fromEntries(Object.keys(own ?? {}).map((field) => [field, null]));
  return h(
    "div",
    { class: "note form" },
    drawFields(file, { id: "", name: "", ...entry, ...draft }, change, page.shelf, { isNew: !entry }),
    row(
      own && button(t`Forget what was filled in`, () => keep(file, entry.id, forgotten), { key: "forget" }),
      button(t`Keep`, () => keep(file, entry?.id ?? idOf(draft.name), draft), {
        kind: "primary grow",
        key: "keep",
      }),
    ),
  );
}

/**
 * @param {PackFile} file
 * @param {string} entry
 * @param {{ [field: string]: any }} fields
 */
async function keep(file, entry, fields) {
  if (!entry) {
    say(t`Give it a name first.`, { bad: true });
    return;
  }
  if (!page.open?.entry && entry in page.shelf.entries[file]) {
    say(
      t`There is a ${page.shelf.entries[file][entry].name} already: change that one, or choose another name.`,
      { bad: true },
    );
    return;
  }
  await send(file, entry, fields);
}

/**
 * @param {PackFile} file
 * @param {string} entry
 * @param {{ [field: string]: any }} fields
 */
async function send(file, entry, fields) {
  const answer = await post("/packs/entry", { file, entry, fields });
  if (!answer.ok) {
    say(troubleOf(answer), { bad: true });
    return;
  }
  page.open = null;
  await fetchShelf();
  say(t`Kept. It holds for games that begin from now on.`);
}

page.draw = draw;
fetchShelf();
