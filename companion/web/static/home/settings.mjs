// How this table is spoken to and called, what looks at it, and how this device shows it.

/** @import { HomePage, Looks } from "../../types/page.js" */
import { button, explain, row, typed } from "../parts/dom.mjs";
import { group, languages, nameFields } from "./newgame.mjs";
import { keptPictures } from "./keptpictures.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/** @type {{ looks(): Looks, look(looks: Looks): void }} */
const device = /** @type {any} */ (window).herald;

/** @type {[Looks["scheme"] | "", string][]} */
const SCHEMES = [
  ["", t`As the device`],
  ["light", t`Light colours`],
  ["dark", t`Dark colours`],
];

/** @param {HomePage} page */
export function settings(page) {
  const { home } = page;
  const names = page.names ?? [home.names.south ?? "", home.names.north ?? ""];
  const sides = [home.game.sides.south?.faction, home.game.sides.north?.faction];
  return [
    h("h2", {}, t`The table`),
    languages(page, home.language, (language) => page.change({ language }, false)),
    nameFields(names, sides, (changed) => page.set({ names: changed })),
    row(
      button(t`Keep these names`, () => keepNames(page, names), {
        kind: "primary",
        key: "keep names",
        disabled: !page.names,
      }),
      h("a", { class: "button", href: "/#voice" }, t`Voice, captions, how much is said`),
    ),
    keptPictures(page),
    h("h2", {}, t`This device`),
    looks(page),
  ];
}

/** @param {HomePage} page */
function looks(page) {
  const now = device.looks();
  /** @param {Looks} changed */
  const look = (changed) => {
    device.look({ ...now, ...changed });
    page.set({});
  };
  return h(
    "div",
    { class: "home-looks" },
    group(
      t`Colours`,
      SCHEMES.map(([scheme, name]) =>
        button(name, () => look({ scheme: scheme || undefined }), {
          kind: "toggle",
          key: `scheme ${scheme}`,
          pressed: (now.scheme ?? "") === scheme,
        }),
      ),
    ),
    group(t`Motion`, [
      button(t`As the device`, () => look({ calm: false }), {
        kind: "toggle",
        key: "motion",
        pressed: !now.calm,
      }),
      button(t`None`, () => look({ calm: true }), {
        kind: "toggle",
        key: "calm",
        pressed: Boolean(now.calm),
      }),
    ]),
    group(
      t`Short sounds of blows`,
      [false, true].map((sounds) =>
        button(sounds ? t`On` : t`Off`, () => look({ sounds }), {
          kind: "toggle",
          key: `sounds ${sounds}`,
          pressed: Boolean(now.sounds) === sounds,
        }),
      ),
    ),
  );
}

/**
 * @param {HomePage} page
 * @param {string[]} names
 */
async function keepNames(page, names) {
  const answer = await page.send("/home/names", { names });
  if (!answer.ok) return;
  page.set({ names: null });
  page.say(t`From now on the sides are called so.`);
}

// Which camera looks at the table: those that are there, looked for again by a tap.
/** @param {HomePage} page */
export function camera(page) {
  const { cameras } = page;
  if (!cameras) return explain(t`Looking for cameras.`);
  const isUsed = cameras.used !== "none";
  const areThere = cameras.cameras.some(([id]) => !["any", "none"].includes(id));
  return [
    !areThere &&
      h(
        "p",
        { class: "lead" },
        t`No camera is seen. Plug one in at the computer that runs the table, then look again.`,
      ),
    h(
      "div",
      { class: "stack" },
      cameras.cameras.map(([id, name]) =>
        button(name, () => page.change({ camera: id }, false), {
          kind: "home-game",
          key: `camera ${id}`,
          pressed: id === cameras.used,
        }),
      ),
    ),
    row(
      button(t`Look again`, page.fetchCameras, { key: "look again" }),
      isUsed && h("a", { class: "button", href: "/start#camera" }, t`Place it, step by step`),
      isUsed && h("a", { class: "button", href: "/camera" }, t`What it sees, and the grid`),
    ),
    h(
      "form",
      {
        class: "row",
        /** @param {Event} event */
        onSubmit: (event) => {
          event.preventDefault();
          if (page.address.trim()) page.change({ camera: page.address.trim() }, false);
        },
      },
      h(
        "label",
        { class: "field", style: { flex: "1 1 260px" } },
        t`Or a camera in your network, by its address`,
        h("input", {
          type: "url",
          value: page.address,
          placeholder: "rtsp://192.168.1.20/stream",
          maxLength: 400,
          autocomplete: "off",
          "data-key": "address",
          /** @param {Event} event */
          onInput: (event) => page.set({ address: typed(event) }),
        }),
      ),
      h("button", { type: "submit", "data-key": "use address" }, t`Use it`),
    ),
    explain(t`Without a camera everything is told by touch.`),
  ];
}
