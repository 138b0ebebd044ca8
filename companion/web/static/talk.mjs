// The Talk button: held down, it opens the microphone of the table's computer; below it what was heard.

/** @import { Outcome } from "../types/page.js" */
import { button, byId, keyed, show } from "./parts/dom.mjs";
import { t } from "./parts/language.mjs";
import { answerHere } from "./voice/speaker.mjs";
import { createRef, h } from "./vendor/preact.mjs";

const PATIENCE = 12000; // longer than anybody is listened to
const isEnglish = document.documentElement.lang === "en";

/** @type {import("./vendor/preact.mjs").RefObject<HTMLButtonElement | null>} */
const hold = createRef();
let isListening = false;
/** @type {Outcome} */
let outcome = {};

function draw() {
  show(byId("talk"), [
    h(
      "button",
      {
        type: "button",
        class: "hold",
        ...keyed("talk"),
        ref: hold,
        "aria-pressed": isListening,
        "aria-describedby": isEnglish ? null : "talk-english",
        onPointerDown: press,
        onPointerUp: letGo,
        onPointerCancel: letGo,
        onContextMenu: (/** @type {Event} */ event) => event.preventDefault(),
        onKeyDown: keyDown,
        onKeyUp: (/** @type {KeyboardEvent} */ event) => isKey(event) && letGo(),
      },
      t`Hold to talk`,
    ),
    !isEnglish &&
      h("p", { id: "talk-english" }, t`Spoken commands are understood in English only; each has its button.`),
    h("div", { role: "status" }, isListening ? h("p", {}, t`Listening…`) : told(outcome)),
  ]);
}

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
  draw();
  outcome = await send("/listen");
  isListening = false;
  if (outcome.is_aside && outcome.text) answerHere(outcome.text);
  draw();
}

function letGo() {
  if (isListening) send("/listen/stop");
}

/** @param {Outcome} outcome */
function told({ heard, text, offer, result, trouble }) {
  const refused = result && !result.ok ? (result.refused?.text ?? result.conflict) : null;
  const lines = [heard && t`Heard: “${heard}”.`, trouble ?? text, refused].filter(Boolean);
  return [lines.map((line) => h("p", {}, line)), offer && offers(offer)];
}

// One thing is asked with yes and no; of several, each has its button.
/** @param {{ id: number; choices: string[] }} parts */
function offers({ id, choices }) {
  /** @param {number} choice */
  const choose = (choice) => async () => {
    hold.current?.focus({ preventScroll: true }); // the buttons go away with the answer
    outcome = await send("/listen/choice", { id, choice });
    draw();
  };
  const isOne = choices.length === 1;
  const named = choices.map((text, at) =>
    button(isOne ? t`Yes` : text, choose(at + 1), {
      key: `talk ${at + 1}`,
      label: isOne ? `${t`Yes`}: ${text}` : null,
    }),
  );
  return h(
    "div",
    { class: "row wrap" },
    named,
    button(isOne ? t`No` : t`None of these`, choose(0), { key: "talk none" }),
  );
}

/** @param {PointerEvent} event */
function press(event) {
  event.preventDefault();
  hold.current?.setPointerCapture(event.pointerId);
  listen();
}

/** @param {KeyboardEvent} event */
const isKey = (event) => event.key === " " || event.key === "Enter";

/** @param {KeyboardEvent} event */
function keyDown(event) {
  if (!isKey(event)) return;
  event.preventDefault();
  if (!event.repeat) listen();
}

draw();
