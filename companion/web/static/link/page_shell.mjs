// What the pages at the table have in common: the line to it, what stands in red above all else, and one toast.

/** @import { Answer, Down, GameView, LinkMessage, ToastOptions } from "../../types/page.js" */
import { ChangeStrip } from "../parts/changestrip.mjs";
import { placesOf, show } from "../parts/dom.mjs";
import { drawNotices } from "../parts/notices.mjs";
import { post, troubleOf } from "../parts/send.mjs";
import { closeToast, showToast } from "../parts/toast.mjs";
import { connect } from "./link.mjs";
import { drawLost } from "./offline.mjs";

/**
 * What a page knows for that.
 *
 * @typedef {{
 *   view: GameView | null, down: Down | null, busy: boolean,
 *   set: (part: { down?: Down | null }) => void, retry: () => void,
 * }} AtTable
 */

const places = placesOf("lost", "notices", "change", "toast");
const { role, device = "" } = document.body.dataset;
const canPlay = role !== "watch";

/**
 * @param {string} text
 * @param {ToastOptions} [more]
 */
export const say = (text, more) => showToast(places.toast, text, more);

export function hush() {
  closeToast(places.toast);
}

// Whether the toast says what matters only until the game goes on.
export const isPassing = () => places.toast.dataset.passes === "yes";

// Send something, one thing at a time; a refusal is said.
/**
 * @param {{ busy: boolean }} page
 * @param {string} address
 * @param {object} message
 * @returns {Promise<Answer>}
 */
export async function sendOne(page, address, message) {
  if (page.busy) return { ok: false };
  page.busy = true;
  const answer = await post(address, message);
  page.busy = false;
  if (!answer.ok) say(troubleOf(answer), { bad: true });
  return answer;
}

/** @param {AtTable} page */
export function drawAlerts(page) {
  show(places.lost, drawLost(page));
  if (!page.view) return;
  /** @param {string} id */
  const dismiss = (id) => sendOne(page, "/notice", { id });
  show(places.notices, drawNotices(page.view.notices, canPlay ? dismiss : null));
}

// Connect *page*, which is handed what comes and is told where the line is down.  For *shown* s a game that was
// changed is offered back; where another one has been laid out the page begins *anew*.
/**
 * @param {AtTable} page
 * @param {(message: LinkMessage) => void} hear
 * @param {{ shown?: number, anew?: () => void }} [more]
 */
export function connectPage(page, hear, { shown, anew = () => location.reload() } = {}) {
  const strip = new ChangeStrip(places.change, device, { canPlay, say }, shown);
  setInterval(() => {
    if (page.down) page.set({});
  }, 500);
  return connect(device, (message) => {
    hear(message);
    if (message.kind === "changes") strip.take(message.changes, message.at);
    else if (message.kind === "anew") anew();
    else if (message.kind === "up") page.down && page.set({ down: null });
    else if (message.kind === "out") location.assign("/");
    else if (message.kind === "down") page.set({ down: message });
  });
}
