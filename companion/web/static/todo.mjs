// What people do with their hands, step by step.

/** @import { ComponentChildren } from "./vendor/preact.mjs" */
import { el } from "./dom.mjs";

/** @param {...ComponentChildren} lines */
export function todo(...lines) {
  return el(
    "ol",
    { class: "todo-list" },
    lines.filter(Boolean).map((line) => el("li", {}, line)),
  );
}
