// What the page of packs knows, and how it is told and drawn.

/** @import { PackFile, Shelf, ToastOptions } from "../../types/page.js" */
import { byId } from "../parts/dom.mjs";
import { showToast } from "../parts/toast.mjs";
import { t } from "../parts/language.mjs";

/** @typedef {{ text: string, file: string, name?: string, replace?: boolean }} Taken */

export const place = byId("packs");
const toast = byId("toast");

export const page = {
  /** Parts are drawn once it is here. */
  shelf: /** @type {Shelf} */ (/** @type {unknown} */ (null)),
  /** The entry that is open; null in it: a new one. */
  open: /** @type {{ file: PackFile, entry: string | null, draft: { [field: string]: any } } | null} */ (
    null
  ),
  /** The pack that is read as text; without a name: a new one. */
  text: /** @type {{ name: string | null, value: string } | null} */ (null),
  /** The pack that somebody is about to throw away. */
  sure: /** @type {string | null} */ (null),
  all: false,
  /** The sorts of things whose entries are shown. */
  unfolded: /** @type {Set<string>} */ (new Set()),
  /** A pack that has the name of one that is here. */
  taken: /** @type {(Taken & { trouble: string }) | null} */ (null),
  draw() {},
};

/** @param {Partial<typeof page>} part */
export function set(part) {
  Object.assign(page, part);
  page.draw();
}

/**
 * @param {string} text
 * @param {ToastOptions} [more]
 */
export const say = (text, more) => showToast(toast, text, more);

export async function fetchShelf() {
  try {
    set({ shelf: await (await fetch("/packs.json")).json() });
  } catch {
    say(t`No answer from the table. Load the page again.`, { bad: true });
  }
}
