// The red banner of a tablet that is cut off.

import { button, el, fill } from "./dom.mjs";

export function drawLost(place, page) {
  const { down } = page;
  place.hidden = !down;
  if (!down) return;
  const seconds = Math.max(0, Math.ceil((down.retryAt - Date.now()) / 1000));
  fill(
    place,
    el("p", {}, el("b", {}, "No connection to the table. "), "What you see may be old, and taps are not sent. ", `Try ${down.attempt}: ${seconds > 0 ? `again in ${seconds} s` : "connecting now"}.`),
    button("Retry now", () => page.retry(), { key: "retry" }),
  );
}
