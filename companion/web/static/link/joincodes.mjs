// How further devices come to the table: the pictures and the code that let them in.

/** @import { Links } from "../../types/page.js" */
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {Links} links */
export const joinCodes = (links) =>
  h(
    "div",
    { class: "qr" },
    h(
      "figure",
      {},
      h("img", {
        src: "/join.svg",
        alt: t`QR picture of the link for players`,
        width: 180,
        height: 180,
      }),
      h(
        "figcaption",
        {},
        t`To play: scan, or open`,
        " ",
        h("b", {}, links.join.replace(/\/join\/.*$/, "")),
        " ",
        t`and type`,
        " ",
        h("b", { class: "code" }, links.code),
      ),
    ),
    h(
      "figure",
      {},
      h("img", {
        src: "/watch.svg",
        alt: t`QR picture of the link for onlookers`,
        width: 180,
        height: 180,
      }),
      h("figcaption", {}, t`To look on only`),
    ),
  );
