// What people do with their hands, step by step.

/** @import { Child } from "../types/page.js" */
import { el } from "./dom.mjs";

/** @param {...Child} lines */
export function todo(...lines) {
  return el(
    "ol",
    { class: "todo-list" },
    lines.filter(Boolean).map((line) => el("li", {}, line)),
  );
}
