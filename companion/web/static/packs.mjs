// The page of packs: what stands on the owners' cards and nowhere else is filled in here.

import { button, el, fill } from "./dom.mjs";
import { TYPES, drawFields, freshFields, idOf, startForm } from "./cardforms.mjs";
import { post } from "./send.mjs";
import { showToast } from "./toast.mjs";
import { t } from "./tongue.mjs";
import { TRAITS } from "./words.mjs";

const FILES = [
  ["units", t`Units`, t`unit`],
  ["lore", t`Lore cards`, t`lore card`],
  ["scenario_cards", t`Scenario cards`, t`scenario card`],
  ["cards", t`Command cards`, t`command card`],
  ["armies", t`Army cards`, t`army card`],
];
const GAPS = {
  cost: t`cost`,
  move: t`move`,
  combat: t`combat`,
  units: t`number in the box`,
  traits: t`attack type`,
  copies: t`copies`,
  windows: t`when it is played`,
  range: t`range`,
  does: t`what it does`,
  initiative: t`initiative`,
  terrain: t`map`,
  deployment: t`deployment hexes`,
};
const LONGEST = 60000; // characters that the table takes in one message

const place = document.getElementById("packs");
const toast = document.getElementById("toast");

// *open*: {file, entry (null: a new one), draft}; *text*: {name, value} of the pack that is read as text.
const page = { shelf: null, open: null, text: null, sure: null, all: false, taken: null };

function set(part) {
  Object.assign(page, part);
  draw();
}

const say = (text, more) => showToast(toast, text, more);

function draw() {
  const { shelf } = page;
  if (!shelf) return;
  if (shelf.trouble) {
    fill(place, el("p", { class: "trouble" }, shelf.trouble));
    return;
  }
  fill(
    place,
    el(
      "p",
      { class: "lead" },
      t`What herald does not know stands on your cards. Fill it in once; it is kept on the computer that runs the table.`,
    ),
    el(
      "p",
      { class: "explain" },
      t`It holds for games that begin later. The game that lies on the table goes on by the rules it began with.`,
    ),
    el(
      "div",
      { class: "row" },
      button(page.all ? t`Show only what is missing` : t`Show everything`, () => set({ all: !page.all }), {
        key: "all",
        pressed: page.all ? "true" : "false",
      }),
    ),
    page.shelf.told.length > 0 && drawTold(),
    FILES.map(([file, title, one]) => section(file, title, one)),
    drawScenarios(),
    drawPacks(),
  );
}

// What the players of the game on the table have read off their cards.
function drawTold() {
  const told = (field, value) => {
    if (field === "traits")
      return value
        .filter((trait) => TYPES.includes(trait))
        .map((trait) => TRAITS[trait])
        .join(", ");
    return field === "range" ? value.join("–") : value;
  };
  const read = (fields) =>
    Object.entries(fields)
      .map(([field, value]) => `${GAPS[field] ?? field} ${told(field, value)}`)
      .join(", ");
  return el(
    "section",
    { class: "shelf", "aria-label": t`Told at the table` },
    el("h2", {}, t`Told at the table`),
    el(
      "p",
      { class: "explain" },
      t`This was told in the game that lies on the table. What is kept is not asked again in games that begin later.`,
    ),
    el(
      "ul",
      {},
      page.shelf.told.map((one) =>
        el(
          "li",
          { "data-told": one.entry },
          el("div", {}, el("b", {}, one.name), " ", el("small", {}, read(one.fields))),
          button(t`Keep`, () => send(one.file, one.entry, one.fields), {
            kind: "primary",
            key: `keep told ${one.entry}`,
          }),
        ),
      ),
    ),
  );
}

// A game is begun where herald runs: the table keeps one game at a time.
function drawScenarios() {
  return el(
    "section",
    { class: "shelf", "aria-label": t`Scenarios` },
    el("h2", {}, t`Scenarios`),
    el(
      "p",
      { class: "explain" },
      t`To begin another game, press Ctrl-C on the computer that runs the table and start it with the scenario's name. The game on the table is kept.`,
    ),
    el(
      "ul",
      {},
      Object.entries(page.shelf.scenarios).map(([id, name]) =>
        el(
          "li",
          { "data-scenario": id },
          el("div", {}, el("b", {}, name), " ", el("code", {}, t`herald play --scenario ${id}`)),
        ),
      ),
    ),
  );
}

// ---- entries -----------------------------------------------------------------------------

function section(file, title, one) {
  const gaps = new Map(
    page.shelf.gaps.filter((gap) => gap.file === file).map((gap) => [gap.entry, gap.fields]),
  );
  const own = page.shelf.own[file] ?? {};
  const shown = Object.values(page.shelf.entries[file]).filter(
    ({ id }) => page.all || gaps.has(id) || id in own || isOpen(file, id),
  );
  return el(
    "section",
    { class: "shelf", "data-file": file, "aria-label": title },
    el("h2", {}, title),
    shown.length === 0 && el("p", { class: "explain" }, t`Nothing is missing here.`),
    el(
      "ul",
      {},
      shown.map((entry) => row(file, entry, gaps.get(entry.id) ?? [], entry.id in own)),
    ),
    isOpen(file, null)
      ? form(file, null)
      : button(t`+ Unknown to herald: ${one}`, () => open(file, null, freshFields(file, page.shelf)), {
          key: `new ${file}`,
        }),
  );
}

function open(file, entry, draft) {
  startForm();
  set({ open: { file, entry, draft } });
}

const isOpen = (file, entry) => page.open?.file === file && page.open.entry === entry;

function row(file, entry, missing, isOwn) {
  const isShown = isOpen(file, entry.id);
  return el(
    "li",
    { class: isShown ? "open" : "", "data-entry": entry.id },
    el(
      "button",
      {
        type: "button",
        class: "entry",
        "data-key": `open ${file} ${entry.id}`,
        "aria-expanded": isShown ? "true" : "false",
        onclick: () => (isOpen(file, entry.id) ? set({ open: null }) : open(file, entry.id, {})),
      },
      el("b", {}, entry.name),
      isOwn && el("span", { class: "tag" }, t`filled in`),
      el(
        "small",
        {},
        missing.length
          ? t`Look at your card: ${missing.map((field) => GAPS[field] ?? field).join(", ")}.`
          : t`Nothing is missing.`,
      ),
    ),
    isShown && form(file, entry),
  );
}

function form(file, entry) {
  const { draft } = page.open;
  const change = (part, { quiet = false } = {}) => {
    Object.assign(draft, part);
    if (!quiet) draw();
  };
  const own = entry ? page.shelf.own[file]?.[entry.id] : null;
  return el(
    "div",
    { class: "note form" },
    drawFields(file, { ...entry, ...draft }, change, page.shelf, { isNew: !entry }),
    el(
      "div",
      { class: "row" },
      own &&
        button(
          t`Forget what was filled in`,
          () => keep(file, entry.id, Object.fromEntries(Object.keys(own).map((field) => [field, null]))),
          { key: "forget" },
        ),
      button(t`Keep`, () => keep(file, entry?.id ?? idOf(draft.name), draft), {
        kind: "primary grow",
        key: "keep",
      }),
    ),
  );
}

async function keep(file, entry, fields) {
  if (!entry) {
    say(t`Give it a name first.`, { bad: true });
    return;
  }
  if (!page.open.entry && entry in page.shelf.entries[file]) {
    say(
      t`There is a ${page.shelf.entries[file][entry].name} already: change that one, or choose another name.`,
      { bad: true },
    );
    return;
  }
  await send(file, entry, fields);
}

async function send(file, entry, fields) {
  const answer = await post("/packs/entry", { file, entry, fields });
  if (!answer.ok) {
    say(answer.trouble, { bad: true });
    return;
  }
  page.open = null;
  await fetchShelf();
  say(t`Kept. It holds for games that begin from now on.`);
}

// ---- packs -------------------------------------------------------------------------------

function drawPacks() {
  const { packs } = page.shelf;
  return el(
    "section",
    { class: "shelf", "aria-label": t`Packs` },
    el("h2", {}, t`Packs to pass on`),
    el(
      "p",
      { class: "explain" },
      t`What is filled in above is kept in the pack “own”. A pack is one file: send it to friends, or take in theirs. New terrain, scenarios and special rules are written in it as text.`,
    ),
    Object.keys(packs).length === 0 && el("p", {}, t`There is no pack yet.`),
    el(
      "ul",
      {},
      Object.entries(packs).map(([name, counts]) => packRow(name, counts)),
    ),
    page.text && textForm(),
    page.taken &&
      el(
        "div",
        { class: "note" },
        el("p", {}, page.taken.trouble),
        el(
          "div",
          { class: "row" },
          button(t`Take it in as “${freeName()}”`, () => takeIn({ ...page.taken, name: freeName() }), {
            kind: "primary",
            key: "another name",
          }),
          button(
            t`Put it in the other's place, which is lost`,
            () => takeIn({ ...page.taken, replace: true }),
            { key: "replace" },
          ),
          button(t`Leave it`, () => set({ taken: null }), { key: "leave" }),
        ),
      ),
    el(
      "div",
      { class: "row" },
      el(
        "label",
        { class: "button" },
        t`Take in a pack…`,
        el("input", {
          type: "file",
          accept: ".toml,text/plain",
          class: "file",
          "data-key": "import",
          onchange: (event) => readFile(event.target),
        }),
      ),
      !page.text &&
        button(
          t`Write a pack as text`,
          () => set({ text: { name: null, value: '[pack]\nname = "mine"\nedition = "second"\n\n' } }),
          { key: "write" },
        ),
    ),
  );
}

function packRow(name, counts) {
  const held = Object.entries(counts)
    .map(([file, number]) => t`${number} in ${file.replaceAll("_", " ")}`)
    .join(", ");
  return el(
    "li",
    { class: "pack", "data-pack": name },
    el("div", {}, el("b", {}, name), el("small", {}, ` ${held}`)),
    el(
      "div",
      { class: "row" },
      el(
        "a",
        {
          class: "button",
          href: `/packs/${name}.toml?save`,
          download: `${name}.toml`,
          "data-key": `export ${name}`,
        },
        t`Export`,
      ),
      button(t`As text`, () => openText(name), { key: `text ${name}` }),
      page.sure === name
        ? button(t`Throw it away for good`, () => remove(name), { kind: "primary", key: `sure ${name}` })
        : button(t`Throw away`, () => set({ sure: name }), { key: `remove ${name}` }),
    ),
  );
}

function textForm() {
  const { name, value } = page.text;
  return el(
    "div",
    { class: "note" },
    el(
      "label",
      { class: "field" },
      name ? t`The pack ${name} as text` : t`A new pack as text`,
      el(
        "textarea",
        {
          rows: 16,
          spellcheck: "false",
          "data-key": "pack text",
          oninput: (event) => {
            page.text.value = event.target.value;
          },
        },
        value,
      ),
    ),
    el(
      "div",
      { class: "row" },
      button(t`Leave it`, () => set({ text: null }), { key: "leave text" }),
      button(
        t`Check and keep`,
        () => takeIn({ text: page.text.value, file: t`the text`, replace: name !== null }),
        { kind: "primary grow", key: "keep text" },
      ),
    ),
  );
}

async function openText(name) {
  try {
    const answer = await fetch(`/packs/${name}.toml`);
    set({ text: { name, value: await answer.text() } });
  } catch {
    say(t`No answer from the table.`, { bad: true });
  }
}

async function readFile(input) {
  const [file] = input.files;
  if (!file) return;
  if (file.size > LONGEST) {
    say(
      t`That file is too long to be sent. On the computer that runs the table: herald packs import ${file.name}`,
      { bad: true },
    );
    return;
  }
  await takeIn({ text: await file.text(), file: file.name });
}

// A name for a pack from elsewhere that no pack here has.
function freeName() {
  let number = 1;
  while (`friends_${number}` in page.shelf.packs) number += 1;
  return `friends_${number}`;
}

async function takeIn(asked) {
  const { text, file, name = null, replace = false } = asked;
  const answer = await post("/packs/import", { text, file, name, replace });
  if (!answer.ok) {
    const isThere = answer.trouble?.includes("already");
    set({ taken: isThere ? { text, file, trouble: answer.trouble } : null });
    if (!isThere) say(answer.trouble, { bad: true });
    return;
  }
  Object.assign(page, { taken: null, text: null });
  await fetchShelf();
  say(t`The pack ${answer.name} is kept. It holds for games that begin from now on.`);
}

async function remove(name) {
  const answer = await post("/packs/remove", { name });
  page.sure = null;
  if (!answer.ok) say(answer.trouble, { bad: true });
  await fetchShelf();
}

async function fetchShelf() {
  try {
    set({ shelf: await (await fetch("/packs.json")).json() });
  } catch {
    say(t`No answer from the table. Load the page again.`, { bad: true });
  }
}

fetchShelf();
