// Packs as files: taken in, passed on, read and written as text, thrown away.

/** @import { Taken } from "./packstate.mjs" */
import { button, explain, keyed, row, typed } from "../parts/dom.mjs";
import { fetchShelf, page, say, set } from "./packstate.mjs";
import { post, troubleOf } from "../parts/send.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

const LONGEST = 60000; // characters that the table takes in one message

export function drawPacks() {
  const { edition, packs, warnings } = page.shelf;
  return h(
    "section",
    { class: "shelf", "aria-label": t`Packs` },
    h("h2", {}, t`Packs to pass on`),
    explain(
      t`What is filled in above is kept in the pack “own”. A pack is one file: send it to friends, or take in theirs. New terrain, scenarios and special rules are written in it as text.`,
    ),
    warnings.map((warning) => h("p", { class: "trouble", key: warning }, warning)),
    Object.keys(packs).length === 0 && h("p", {}, t`There is no pack yet.`),
    h(
      "ul",
      {},
      Object.entries(packs).map(([name, counts]) => packRow(name, counts)),
    ),
    page.text && textForm(page.text),
    page.taken && takenForm(page.taken),
    row(
      h(
        "label",
        { class: "button" },
        t`Take in a pack…`,
        h("input", {
          type: "file",
          accept: ".toml,text/plain",
          class: "file",
          ...keyed("import"),
          onChange: (event) => readFile(/** @type {HTMLInputElement} */ (event.currentTarget)),
        }),
      ),
      !page.text &&
        button(
          t`Write a pack as text`,
          () => set({ text: { name: null, value: `[pack]\nname = "mine"\nedition = "${edition}"\n\n` } }),
          { key: "write" },
        ),
    ),
  );
}

/**
 * @param {string} name
 * @param {{ [file: string]: number }} counts
 */
function packRow(name, counts) {
  const held = Object.entries(counts)
    .map(([file, number]) => t`${number} in ${file.replaceAll("_", " ")}`)
    .join(", ");
  return h(
    "li",
    { key: name, class: "pack", "data-pack": name },
    h("div", {}, h("b", {}, name), h("small", {}, ` ${held}`)),
    row(
      h(
        "a",
        {
          class: "button",
          href: `/packs/${name}.toml?save`,
          download: `${name}.toml`,
          ...keyed(`export ${name}`),
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

// Another pack has its name.
/** @param {Taken & { trouble: string }} taken */
function takenForm(taken) {
  return h(
    "div",
    { class: "note" },
    h("p", {}, taken.trouble),
    row(
      button(t`Take it in as “${freeName()}”`, () => takeIn({ ...taken, name: freeName() }), {
        kind: "primary",
        key: "another name",
      }),
      button(t`Put it in the other's place, which is lost`, () => takeIn({ ...taken, replace: true }), {
        key: "replace",
      }),
      button(t`Leave it`, () => set({ taken: null }), { key: "leave" }),
    ),
  );
}

/** @param {{ name: string | null, value: string }} text */
function textForm(text) {
  const { name, value } = text;
  return h(
    "div",
    { class: "note" },
    h(
      "label",
      { class: "field" },
      name ? t`The pack ${name} as text` : t`A new pack as text`,
      h("textarea", {
        rows: 16,
        spellcheck: false,
        ...keyed("pack text"),
        value,
        onInput: (/** @type {Event} */ event) => {
          text.value = typed(event);
        },
      }),
    ),
    row(
      button(t`Leave it`, () => set({ text: null }), { key: "leave text" }),
      button(
        t`Check and keep`,
        () => takeIn({ text: text.value, file: t`the text`, replace: name !== null }),
        { kind: "primary grow", key: "keep text" },
      ),
    ),
  );
}

/** @param {string} name */
async function openText(name) {
  try {
    const answer = await fetch(`/packs/${name}.toml`);
    set({ text: { name, value: await answer.text() } });
  } catch {
    say(t`No answer from the table.`, { bad: true });
  }
}

/** @param {HTMLInputElement} input */
async function readFile(input) {
  const file = input.files?.[0];
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

/** @param {Taken} asked */
async function takeIn(asked) {
  const { text, file, name = null, replace = false } = asked;
  const answer = await post("/packs/import", { text, file, name, replace });
  if (!answer.ok) {
    const { is_there: isThere } = answer;
    set({ taken: isThere ? { text, file, trouble: troubleOf(answer) } : null });
    if (!isThere) say(troubleOf(answer), { bad: true });
    return;
  }
  Object.assign(page, { taken: null, text: null });
  await fetchShelf();
  say(t`The pack ${answer.name} is kept. It holds for games that begin from now on.`);
}

/** @param {string} name */
async function remove(name) {
  const answer = await post("/packs/remove", { name });
  page.sure = null;
  if (!answer.ok) say(troubleOf(answer), { bad: true });
  await fetchShelf();
}
