// The red banner of a tablet that is cut off.

/** @import { Down } from "../types/page.js" */
import { button, keyed } from "./dom.mjs";
import { t } from "./tongue.mjs";
import { h, render } from "./vendor/preact.mjs";

/**
 * @param {HTMLElement} place
 * @param {{ down: Down | null, retry: () => void }} page
 */
export function drawLost(place, page) {
  const { down } = page;
  place.hidden = !down;
  if (!down) return;
  if (down.isSecure) {
    const address = `https://${location.host}/`;
    render(
      [
        h(
          "p",
          {},
          h("b", {}, t`The table is at a secure address now.`),
          " ",
          t`What you see is old: open the new one.`,
        ),
        h("a", { class: "button", href: address, ...keyed("secure") }, address),
      ],
      place,
    );
    return;
  }
  const seconds = Math.max(0, Math.ceil((down.retryAt - Date.now()) / 1000));
  render(
    [
      h(
        "p",
        {},
        h("b", {}, t`No connection to the table.`),
        " ",
        t`What you see may be old, and taps are not sent.`,
        " ",
        seconds > 0
          ? t`Try ${down.attempt}: again in ${seconds} s.`
          : t`Try ${down.attempt}: connecting now.`,
      ),
      button(t`Retry now`, () => page.retry(), { key: "retry" }),
    ],
    place,
  );
}
