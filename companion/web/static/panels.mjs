// What other parts of the page draw for waits of their own: a wait's name, and what draws its answers.
// A part says panels.set("muster_wait", (page, wait) => element) and is loaded by app.mjs; null: as usual.

/** @import { Child, Page } from "../types/page.js" */

/** @type {Map<string, (page: Page, wait: any) => Child>} */
export const panels = new Map();
