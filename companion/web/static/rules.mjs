// The page of rules: a field to search by, all entries, and an address for each: /rules#flanking.

/** @import { Rules } from "../types/page.js" */
import { Rulebook, readRules } from "./parts/glossary.mjs";
import { button, byId, show } from "./parts/dom.mjs";
import { t } from "./parts/language.mjs";
import { h } from "./vendor/preact.mjs";

const place = byId("rules");
let turned = 0; // how often the book was turned to what the address names

function opened() {
  return decodeURIComponent(location.hash.slice(1));
}

/** @param {Rules} rules */
function turn(rules) {
  turned += 1;
  /** @param {string} id */
  const turnTo = (id) => {
    if (opened() === id) turn(rules);
    else location.hash = id;
  };
  show(place, h(Rulebook, { rules, show: turnTo, found: opened(), turned }));
  place.querySelector(".found")?.scrollIntoView({ block: "center" });
}

async function draw() {
  show(place, h("p", { class: "lead" }, t`Opening the rules.`));
  try {
    const rules = await readRules();
    addEventListener("hashchange", () => opened() && turn(rules));
    turn(rules);
  } catch {
    show(place, [
      h("p", { class: "lead" }, t`The rules did not come from the table.`),
      button(t`Try again`, draw),
    ]);
  }
}

draw();
