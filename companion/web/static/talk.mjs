// The Talk button: held down, it opens the microphone of the table's computer; below it what was heard.

/** @import { Outcome } from "../types/page.js" */
import { button, byId, el } from "./dom.mjs";
import { t } from "./tongue.mjs";

const PATIENCE = 12000; // longer than anybody is listened to

const box = el("div", { class: "talk", id: "talk" });
const words = el("div", { role: "status" });
const hold = button(t`Hold to talk`, null, { kind: "hold", key: "talk", pressed: false });
box.append(hold);
if (document.documentElement.lang !== "en") {
  box.append(
    el("p", { id: "talk-english" }, t`Spoken commands are understood in English only; each has its button.`),
  );
  hold.setAttribute("aria-describedby", "talk-english");
}
box.append(words);
byId("tools").before(box);

let isListening = false;

/**
 * @param {string} address
 * @param {object} [message]
 * @returns {Promise<Outcome>}
 */
async function send(address, message = {}) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(PATIENCE),
    });
    return await answer.json();
  } catch {
    return { trouble: t`No answer from the table. Look at the board before you speak again.` };
  }
}

async function listen() {
  if (isListening) return;
  isListening = true;
  hold.setAttribute("aria-pressed", "true");
  words.replaceChildren(el("p", {}, t`Listening…`));
  show(await send("/listen"));
  isListening = false;
  hold.setAttribute("aria-pressed", "false");
}

function letGo() {
  if (isListening) send("/listen/stop");
}

/** @param {Outcome} outcome */
function show({ heard, text, offer, result, trouble }) {
  const refused = result && !result.ok ? (result.refused?.text ?? result.conflict) : null;
  const lines = [heard && t`Heard: “${heard}”.`, trouble ?? text, refused].filter(Boolean);
  words.replaceChildren(...lines.map((line) => el("p", {}, line)));
  if (offer) words.append(offers(offer));
}

// One thing is asked with yes and no; of several, each has its button.
/** @param {{ id: number; choices: string[] }} parts */
function offers({ id, choices }) {
  /** @param {number} choice */
  const choose = (choice) => async () => {
    hold.focus({ preventScroll: true }); // the buttons go away with the answer
    show(await send("/listen/choice", { id, choice }));
  };
  const isOne = choices.length === 1;
  const named = choices.map((text, at) =>
    button(isOne ? t`Yes` : text, choose(at + 1), {
      key: `talk ${at + 1}`,
      label: isOne ? `${t`Yes`}: ${text}` : null,
    }),
  );
  return el(
    "div",
    { class: "row wrap" },
    named,
    button(isOne ? t`No` : t`None of these`, choose(0), { key: "talk none" }),
  );
}

hold.addEventListener("pointerdown", (event) => {
  event.preventDefault();
  hold.setPointerCapture(event.pointerId);
  listen();
});
for (const end of ["pointerup", "pointercancel"]) hold.addEventListener(end, letGo);
hold.addEventListener("contextmenu", (event) => event.preventDefault());
/** @param {KeyboardEvent} event */
const isKey = (event) => event.key === " " || event.key === "Enter";
hold.addEventListener("keydown", (event) => {
  if (isKey(event)) {
    event.preventDefault();
    if (!event.repeat) listen();
  }
});
hold.addEventListener("keyup", (event) => {
  if (isKey(event)) letGo();
});
