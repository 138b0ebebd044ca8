// Gives the page its line to the table, which the tabs of a browser share: it allows few to one server.

/** @import { GameView, LinkMessage, ScenarioView, ShownGameChanges, WireMessage } from "../../types/page.js" */
import { Share } from "./share.mjs";
import { Wire } from "./event_stream.mjs";

// *hear* is handed {kind: "view", view}, {kind: "voice", voice}, {kind: "changes", changes},
// {kind: "anew"}, {kind: "up"}, {kind: "down", …} and {kind: "out"}.
/**
 * @param {string} device
 * @param {(message: LinkMessage) => void} hear
 * @param {string} [address]
 */
export function connect(device, hear, address = "/events") {
  const name = `${address} ${location.host} ${device}`; // what is shared among whom; the address comes first
  const take = reader(hear, document.body.dataset.laid);
  if (typeof SharedWorker !== "undefined") return byWorker(name, take);
  if (typeof BroadcastChannel !== "undefined") return new Share(name, address, take);
  const wire = new Wire(take, address);
  return { retry: () => wire.open() };
}

/**
 * @param {string} name
 * @param {(message: WireMessage) => void} take
 */
function byWorker(name, take) {
  const worker = new SharedWorker(new URL("./link_worker.mjs", import.meta.url), { type: "module", name });
  worker.port.addEventListener("message", ({ data }) => take(data));
  worker.port.start();
  addEventListener("pagehide", () => worker.port.postMessage("bye"));
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  return { retry: () => worker.port.postMessage("retry") };
}

// What never changes comes once, before the first view; the page sees it in each.  Where another game has
// been laid out than the one whose page this is, *laid*, or the same one in other words, it is to begin anew.
/**
 * @param {(message: LinkMessage) => void} hear
 * @param {string} [laid]
 */
export function reader(hear, laid) {
  /** @type {ScenarioView | null} */
  let scenario = null;
  /** @type {string | null} */
  let game = null;
  /** @param {GameView} view */
  const take = (view) => {
    game ??= view.game_id;
    hear(view.game_id === game ? { kind: "view", view } : { kind: "anew" });
  };
  /**
   * @param {ShownGameChanges} changes
   * @param {number} at when they were told, by this device's clock: a line that is shared tells them again
   */
  const takeChanges = (changes, at) => {
    laid ??= changes.laid;
    hear(changes.laid === laid ? { kind: "changes", changes, at } : { kind: "anew" });
  };
  return (/** @type {WireMessage} */ message) => {
    if (message.kind === "scenario") scenario = JSON.parse(message.text);
    else if (message.kind === "voice") hear({ kind: "voice", voice: JSON.parse(message.text) });
    else if (message.kind === "changes") takeChanges(JSON.parse(message.text), message.at);
    else if (message.kind !== "view") hear(message);
    else if (scenario) take({ ...JSON.parse(message.text), scenario });
  };
}
