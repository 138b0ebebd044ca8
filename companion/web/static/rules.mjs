// The page of rules: a field to search by, all entries, and an address for each: /rules#flanking.

import { readRules, rulebook } from "./glossary.mjs";
import { button, byId, el } from "./dom.mjs";
import { t } from "./tongue.mjs";

const place = byId("rules");

function opened() {
  return decodeURIComponent(location.hash.slice(1));
}

// Open the entry that the address names; it is not among the answers to a search for something else.
/** @param {ReturnType<typeof rulebook>} book */
function turnTo(book) {
  const id = opened();
  if (!id) return;
  book.field.value = "";
  book.draw();
  const found = book.list.querySelector(`[data-rule="${CSS.escape(id)}"]`);
  if (!found) return;
  found.closest(".rule-chapter")?.setAttribute("open", "");
  found.setAttribute("open", "");
  found.classList.add("found");
  found.scrollIntoView({ block: "center" });
}

async function draw() {
  place.replaceChildren(el("p", { class: "lead" }, t`Opening the rules.`));
  try {
    const rules = await readRules();
    /** @param {string} id */
    const show = (id) => {
      if (opened() === id) turnTo(book);
      else location.hash = id;
    };
    const book = rulebook(rules, { show });
    place.replaceChildren(book.node);
    addEventListener("hashchange", () => turnTo(book));
    turnTo(book);
  } catch {
    place.replaceChildren(
      el("p", { class: "lead" }, t`The rules did not come from the table.`),
      button(t`Try again`, draw),
    );
  }
}

draw();
