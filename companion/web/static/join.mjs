// The doorway: hands the code in, and says in words what came of it.

import { byId } from "./parts/dom.mjs";
import { post } from "./parts/send.mjs";
import { t } from "./parts/language.mjs";

const form = /** @type {HTMLFormElement} */ (byId("join"));
const trouble = byId("trouble");
const submit = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
/** @type {string | null} */
let asked = null; // the role that was asked about: sent once more, it moves there

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble.hidden = true;
  const fields = new FormData(form);
  /** @param {string} name */
  const field = (name) => String(fields.get(name) ?? "").trim();
  const role = form.dataset.watch === "yes" ? "watch" : field("role");
  const answer = await post("/join", {
    code: field("code"),
    role,
    name: field("name"),
    moves: asked === role,
  });
  if (answer.ok) {
    location.assign("/");
    return;
  }
  if (answer.question) {
    asked = role;
    submit.textContent = t`Yes`;
  }
  trouble.textContent = answer.trouble ?? "";
  trouble.hidden = false;
});
