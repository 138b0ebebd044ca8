// What a command card orders, as a sign: how many units in which section.

/** @import { CommandCard, GrantOrders } from "../../types/page.js" */
import { h } from "../vendor/preact.mjs";

const SECTIONS = ["left", "center", "right"];

// The orders that *card* gives, where it does nothing else and any unit will do; null: only its words tell.
/** @param {CommandCard} card */
export function grantsOf({ does }) {
  const verbs = /** @type {GrantOrders[]} */ (does);
  const isPlain = verbs.every(
    (verb) => verb.verb === "grant_orders" && !verb.traits?.length && !verb.not_weak && verb.section,
  );
  return isPlain && verbs.length > 0 ? verbs : null;
}

// How many units on the left, in the center and on the right.
/** @param {GrantOrders[]} grants */
export function sign(grants) {
  return h(
    "span",
    { class: "sections", "aria-hidden": "true" },
    SECTIONS.map((section) => {
      const count = grants
        .filter((grant) => grant.section === section)
        .reduce((sum, grant) => sum + grant.count, 0);
      return h("i", { class: count ? "some" : "" }, count || "");
    }),
  );
}
