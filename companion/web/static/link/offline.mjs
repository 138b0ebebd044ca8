// The red banner of a tablet that is cut off.

/** @import { Down } from "../../types/page.js" */
import { button, keyed } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {{ down: Down | null, retry: () => void }} page */
export function drawLost(page) {
  const { down } = page;
  if (!down) return null;
  if (down.isSecure) {
    const address = `https://${location.host}/`;
    return [
      h(
        "p",
        {},
        h("b", {}, t`The table is at a secure address now.`),
        " ",
        t`What you see is old: open the new one.`,
      ),
      h("a", { class: "button", href: address, ...keyed("secure") }, address),
    ];
  }
  const seconds = Math.max(0, Math.ceil((down.retryAt - Date.now()) / 1000));
  return [
    h(
      "p",
      {},
      h("b", {}, t`No connection to the table.`),
      " ",
      t`What you see may be old, and taps are not sent.`,
      " ",
      seconds > 0 ? t`Try ${down.attempt}: again in ${seconds} s.` : t`Try ${down.attempt}: connecting now.`,
    ),
    button(t`Retry now`, () => page.retry(), { key: "retry" }),
  ];
}
