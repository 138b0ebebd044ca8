// What people do with their hands, step by step.

/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { h } from "../vendor/preact.mjs";

/** @param {...ComponentChildren} lines */
export function todo(...lines) {
  return h(
    "ol",
    { class: "todo-list" },
    lines.filter(Boolean).map((line) => h("li", {}, line)),
  );
}
