// Gives the page its line to the table, which the tabs of a browser share: it allows few to one server.

import { Share } from "./share.mjs";
import { Wire } from "./wire.mjs";

// *hear* is handed {kind: "view", view}, {kind: "voice", voice}, {kind: "up"}, {kind: "down", …} and {kind: "out"}.
export function connect(device, hear, address = "/events") {
  const name = `${address} ${location.host} ${device}`; // what is shared among whom; the address comes first
  const take = reader(hear);
  if (typeof SharedWorker !== "undefined") return byWorker(name, take);
  if (typeof BroadcastChannel !== "undefined") return new Share(name, address, take);
  const wire = new Wire(take, address);
  return { retry: () => wire.open() };
}

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

// What never changes comes once, before the first view; the page sees it in each.
function reader(hear) {
  let scenario = null;
  return ({ kind, text, ...more }) => {
    if (kind === "scenario") scenario = JSON.parse(text);
    else if (kind === "view" && scenario) hear({ kind, view: { ...JSON.parse(text), scenario } });
    else if (kind === "voice") hear({ kind, voice: JSON.parse(text) });
    else hear({ kind, ...more });
  };
}
