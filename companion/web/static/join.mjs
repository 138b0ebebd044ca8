// The doorway: hands the code in, and says in words what came of it.

import { post } from "./send.mjs";
import { t } from "./tongue.mjs";

const form = document.getElementById("join");
const trouble = document.getElementById("trouble");
const submit = form.querySelector("button[type=submit]");
let asked = null; // the role that was asked about: sent once more, it moves there

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble.hidden = true;
  const fields = new FormData(form);
  const role = form.dataset.watch === "yes" ? "watch" : fields.get("role");
  const answer = await post("/join", {
    code: fields.get("code").trim(),
    role,
    name: (fields.get("name") ?? "").trim(),
    moves: asked === role,
  });
  if (answer.ok) {
    location.assign("/");
    return;
  }
  if (answer.question) {
    asked = role;
    submit.textContent = t`Yes, change seats`;
  }
  trouble.textContent = answer.trouble;
  trouble.hidden = false;
});
