// The doorway: hands the code in, and says in words what came of it.

import { post } from "./send.mjs";

const form = document.getElementById("join");
const trouble = document.getElementById("trouble");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble.hidden = true;
  const fields = new FormData(form);
  const role = form.dataset.watch === "yes" ? "watch" : fields.get("role");
  const answer = await post("/join", { code: fields.get("code").trim(), role, name: (fields.get("name") ?? "").trim() });
  if (answer.ok) {
    location.assign("/");
    return;
  }
  trouble.textContent = answer.trouble;
  trouble.hidden = false;
});
