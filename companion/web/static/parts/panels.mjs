// What parts of the page draw for a wait of their own: on the *stage*, which may scroll, and as its *answers*,
// which are always whole.  A part says panels.set("muster_wait", { stage: (page, wait) => element }) and is loaded
// by app.mjs; a wait without a panel is answered by its choices.

/** @import { Page } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */

/** @typedef {(page: Page, wait: any) => ComponentChildren} Draw */

/** @type {Map<string, { stage?: Draw, answers?: Draw }>} */
export const panels = new Map();
