// The pictures of the board that are kept with the games: asked about once, switched and deleted later.

/** @import { HomePage } from "../../types/page.js" */
import { button, explain, row } from "../parts/dom.mjs";
import { group } from "./newgame.mjs";
import { counted, t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

const about = () =>
  t`With each entry of a game a small picture of the board can be kept, without the room around it. It stays on this computer.`;

// Asked once, on the first page.
/** @param {HomePage} page */
export function askForPictures(page) {
  if (!page.pictures?.is_asked) return null;
  return h(
    "section",
    { class: "home-panel", "aria-label": t`Pictures of the board` },
    h("h2", {}, t`Pictures of the board`),
    explain(about()),
    row(
      button(t`Keep them`, () => choose(page, true, true), { kind: "primary", key: "keep pictures" }),
      button(t`Keep none`, () => choose(page, false, true), { key: "keep no pictures" }),
    ),
  );
}

/** @param {HomePage} page */
export function keptPictures(page) {
  const { pictures } = page;
  if (!pictures) return null;
  return [
    h("h2", {}, t`Pictures of the board`),
    explain(about()),
    group(
      t`Pictures`,
      [true, false].map((isKept) =>
        button(isKept ? t`Kept` : t`Not kept`, () => choose(page, isKept), {
          kind: "toggle",
          key: `pictures ${isKept}`,
          pressed: pictures.is_kept === isKept,
        }),
      ),
    ),
    pictures.count > 0 &&
      row(
        button(
          counted(pictures.count, "Delete {1} picture", "Delete all {1} pictures"),
          () => offerToDelete(page),
          { key: "delete pictures" },
        ),
      ),
  ];
}

/** @param {HomePage} page */
const offerToDelete = (page) =>
  page.say(t`Deleted pictures do not come back. The games stay as they are.`, {
    offers: [button(t`Delete the pictures`, () => deleteAll(page), { key: "really delete pictures" })],
  });

/** @param {HomePage} page */
async function deleteAll(page) {
  const answer = await page.send("/home/pictures/delete", {});
  if (answer.ok) page.say(t`The pictures are deleted.`);
  await page.fetchPictures();
}

/**
 * @param {HomePage} page
 * @param {boolean} isKept
 * @param {boolean} [isFirst]
 */
async function choose(page, isKept, isFirst = false) {
  await page.send("/home/pictures", { is_kept: isKept, is_first: isFirst });
  await page.fetchPictures();
}
