// What other parts of the page draw for waits of their own: a wait's name, and what draws its answers.
// A part says panels.set("muster_wait", (page, wait) => element) and is loaded by app.mjs; null: as usual.

/** @import { Page } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */

/** @type {Map<string, (page: Page, wait: any) => ComponentChildren>} */
export const panels = new Map();
