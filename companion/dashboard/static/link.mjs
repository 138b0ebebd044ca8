// Gives the page its line to the table, shared between tabs where the browser can.

import { Wire } from "./wire.mjs";

export function connect(device, hear) {
  if (typeof SharedWorker === "undefined") return alone(hear);
  const worker = new SharedWorker(new URL("./link_worker.mjs", import.meta.url), { type: "module", name: device });
  worker.port.addEventListener("message", ({ data }) => hear(data));
  worker.port.start();
  addEventListener("pagehide", () => worker.port.postMessage("bye"));
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  return { retry: () => worker.port.postMessage("retry") };
}

function alone(hear) {
  const wire = new Wire(hear);
  return { retry: () => wire.open() };
}
