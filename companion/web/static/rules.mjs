// The page of rules: a field to search by, all entries, and an address for each: /rules#flanking.

/** @import { Rules } from "../types/page.js" */
import { Rulebook, readRules } from "./glossary.mjs";
import { button, byId } from "./dom.mjs";
import { t } from "./tongue.mjs";
import { h, render } from "./vendor/preact.mjs";

const place = byId("rules");
let turned = 0; // how often the book was turned to what the address names

function opened() {
  return decodeURIComponent(location.hash.slice(1));
}

/** @param {Rules} rules */
function turn(rules) {
  turned += 1;
  /** @param {string} id */
  const show = (id) => {
    if (opened() === id) turn(rules);
    else location.hash = id;
  };
  render(h(Rulebook, { rules, show, found: opened(), turned }), place);
  place.querySelector(".found")?.scrollIntoView({ block: "center" });
}

async function draw() {
  render(h("p", { class: "lead" }, t`Opening the rules.`), place);
  try {
    const rules = await readRules();
    addEventListener("hashchange", () => opened() && turn(rules));
    turn(rules);
  } catch {
    render(
      [h("p", { class: "lead" }, t`The rules did not come from the table.`), button(t`Try again`, draw)],
      place,
    );
  }
}

draw();
