// The page that leads from the box to the first turn: six steps, how each of them stands, and the one that is open.

/** @import { Role, StartPage, StartStep, StepState } from "../types/page.js" */
import { narrow } from "./setup/assistant_deploy.mjs";
import { acts, panels } from "./setup/assistant_steps.mjs";
import { button, placesOf, show } from "./parts/dom.mjs";
import { Drawing } from "./parts/render_loop.mjs";
import { connectPage, drawAlerts, say, sendOne } from "./link/page_shell.mjs";
import { fetched } from "./parts/send.mjs";
import { t } from "./parts/language.mjs";
import { h } from "./vendor/preact.mjs";

const places = placesOf("steps", "step", "foot");
const PAUSE = 1000; // ms between two looks at how the steps stand; none while nobody looks
/** @type {{ [step in StartStep]: string }} */
const NAMES = {
  game: t`Game`,
  print: t`Print`,
  camera: t`Place the camera`,
  grid: t`Fit the grid`,
  voice: t`Test the voice`,
  deploy: t`Deploy`,
};
const ORDER = /** @type {StartStep[]} */ (Object.keys(NAMES));
/** @type {{ [state in StepState]: [string, string] }} */
const SIGNS = {
  done: ["✓", t`done`],
  look: ["", t`look here`],
  not_needed: ["–", t`not needed`],
  skipped: ["↷", t`left out`],
};

// The step that the page's address names.
const stepInAddress = () => ORDER.find((step) => step === location.hash.slice(1));

const NOTHING = /** @type {any} */ (null); // before anything has come from the table

// Everything the page knows, and what its parts may ask of it.
/** @type {StartPage} */
const page = {
  role: /** @type {Role} */ (document.body.dataset.role),
  view: NOTHING, // the table's
  start: NOTHING, // how the steps stand
  step: stepInAddress() ?? NOTHING,
  choice: {}, // what somebody chose on this device: sheets, how to deploy
  down: null,
  busy: false,

  set(part) {
    Object.assign(page, part);
    drawing.schedule();
  },
  choose: (part) => page.set({ choice: { ...page.choice, ...part } }),
  go(step) {
    history.replaceState(null, "", `#${step}`);
    page.set({ step });
    scrollTo(0, 0);
  },
  say,
  retry: () => link.retry(),
  // Send something; a refusal is said.  Returns the answer.
  async send(address, message) {
    const answer = await sendOne(page, address, message);
    await look();
    return answer;
  },
  act: (command) => page.send("/do", { game: page.view.game_id, seen: page.view.seq, command }),
  next: () => page.go(following()),
  told: (said, step = page.step) => page.send("/start/say", { step, said }),
  async tellAndGo(said) {
    const answer = await page.told(said);
    if (answer.ok) page.next();
  },
};

/** @param {StartStep} step */
const light = (step) =>
  page.start.steps.find((each) => each.step === step) ?? {
    step,
    state: /** @type {StepState} */ ("look"),
    text: "",
  };

// The next step that wants somebody, or else the last.
function following() {
  const later = ORDER.slice(ORDER.indexOf(page.step) + 1);
  return later.find((step) => light(step).state === "look") ?? "deploy";
}

// ---- drawing: once for many changes, never under a finger --------------------------------------

const drawing = new Drawing(draw);

function draw() {
  drawAlerts(page);
  if (!page.start || !page.view) return;
  page.step ??= ORDER.find((step) => light(step).state === "look") ?? "deploy";
  show(places.steps, h("ol", {}, ORDER.map(stepButton)));
  const { state, text } = light(page.step);
  show(places.step, [
    h(
      "div",
      { class: "start-head" },
      h("h2", {}, NAMES[page.step]),
      h("p", { class: `start-light ${state}`, role: "status" }, h("b", {}, signOf(state)), ` ${text}`),
    ),
    panels[page.step](page),
  ]);
  show(places.foot, foot(state));
}

/** @param {StepState} state */
const signOf = (state) => `${SIGNS[state][0] || "●"} ${SIGNS[state][1]}`;

/**
 * @param {StartStep} step
 * @param {number} n
 */
function stepButton(step, n) {
  const { state } = light(step);
  const isOpen = step === page.step;
  return h(
    "li",
    { class: `start-tab ${state}`, "data-step": step, "data-state": state },
    button(
      [
        h("span", { class: "start-number", "aria-hidden": "true" }, SIGNS[state][0] || n + 1),
        h("span", { class: "start-name" }, h("b", {}, NAMES[step]), h("small", {}, SIGNS[state][1])),
      ],
      () => page.go(step),
      { key: `step ${step}`, "aria-current": isOpen ? "step" : null },
    ),
  );
}

// What can be done now: leave the step, do what it asks for, or go on.
/** @param {StepState} state */
function foot(state) {
  const at = ORDER.indexOf(page.step);
  const next = following();
  return [
    at > 0 && button(t`Back`, () => page.go(ORDER[at - 1]), { key: "back" }),
    state === "look" &&
      page.step !== "game" &&
      page.step !== "deploy" &&
      button(t`Leave this out`, () => page.tellAndGo("skipped"), { key: "skip" }),
    state === "skipped" && button(t`Take it up again`, () => page.told(null), { key: "again" }),
    acts[page.step]?.(page),
    state !== "look" &&
      page.step !== "deploy" &&
      button(t`Next: ${NAMES[next]}`, () => page.go(next), { kind: "primary grow", key: "next" }),
  ];
}

addEventListener("hashchange", () => {
  const step = stepInAddress();
  if (step) page.set({ step });
});

// ---- taking in -------------------------------------------------------------------------------

async function look() {
  const start = await fetched("/start.json");
  if (start && JSON.stringify(start) !== JSON.stringify(page.start)) page.set({ start });
}

async function keepLooking() {
  if (document.visibilityState === "visible") await look();
  setTimeout(keepLooking, PAUSE);
}

const link = connectPage(page, (message) => {
  if (message.kind === "view") page.set({ view: message.view, down: null });
});
narrow.addEventListener("change", () => drawing.schedule());
keepLooking();
