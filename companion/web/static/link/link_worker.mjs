// One line to the table for all tabs of this browser: browsers allow few lines to one server.

import { Wire } from "./event_stream.mjs";

/** @type {Set<MessagePort>} */
const ports = new Set();
const [address] = self.name.split(" ");
const wire = new Wire((message) => ports.forEach((port) => port.postMessage(message)), address);

self.addEventListener("connect", (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  port.addEventListener("message", ({ data }) => {
    if (data === "retry") wire.open();
    if (data === "bye") ports.delete(port);
  });
  port.start();
  ports.add(port);
  wire.report();
});
