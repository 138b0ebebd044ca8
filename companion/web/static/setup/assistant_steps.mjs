// What each step of getting ready shows: the camera, the grid, the voice.  Printing and deployment have modules
// of their own.

/** @import { StartPage, StartStep, StartVoice } from "../../types/page.js" */
/** @import { ComponentChildren } from "../vendor/preact.mjs" */
import { drawMarks } from "./assistant_art.mjs";
import { deploy, deployActs } from "./assistant_deploy.mjs";
import { game } from "./assistant_game.mjs";
import { fold, link, stateOf } from "./assistant_parts.mjs";
import { print, printActs } from "./assistant_print.mjs";
import { button, explain, row, stack } from "../parts/dom.mjs";
import { nextPicture } from "../parts/picture.mjs";
import { fetched, post, troubleOf } from "../parts/send.mjs";
import { t } from "../parts/language.mjs";
import { Component, h } from "../vendor/preact.mjs";

export const panels = { game, print, camera, grid, voice, deploy };

// What a step offers in the page's foot.
/** @type {{ [step in StartStep]?: (page: StartPage) => ComponentChildren }} */
export const acts = {
  print: (page) => (page.start.camera ? printActs(page) : null),
  grid: gridActs,
  voice: voiceActs,
  deploy: deployActs,
};

// ---- the camera ------------------------------------------------------------------------------

/** @type {{ [finding: string]: string }} */
const WHAT = {
  marks: t`Corner marks`,
  light: t`Light`,
  focus: t`Sharpness`,
  tags: t`Tags`,
  second_camera: t`Second camera`,
};
const LEVELS = { good: ["✓", t`good`], warning: ["!", t`could be better`], bad: ["✕", t`look here`] };
const STILL_PAUSE = 400;

// The camera's pictures, one after the other, as long as they are shown.
/** @extends {Component<{}, { width: number, height: number, href: string | null }>} */
class Still extends Component {
  state = { width: 1, height: 1, href: /** @type {string | null} */ (null) };
  isShown = true;

  componentDidMount() {
    this.run();
  }

  componentWillUnmount() {
    this.isShown = false;
  }

  async run() {
    while (this.isShown) {
      const next = await nextPicture();
      if (next) this.setState({ width: next.naturalWidth, height: next.naturalHeight, href: next.src });
      await new Promise((done) => setTimeout(done, STILL_PAUSE));
    }
  }

  render() {
    const { width, height } = this.state;
    return h(
      "div",
      { class: "start-still" },
      h(
        "svg",
        { role: "img", "aria-label": t`What the camera sees`, viewBox: `0 0 ${width} ${height}` },
        h("image", this.state),
      ),
    );
  }
}

const byTouch = () =>
  stack(
    h(
      "p",
      { class: "lead" },
      t`No camera is looking, and none is needed: you play by touch. One that is there is chosen by a tap.`,
    ),
    row(link(t`Choose a camera…`, "/home#camera")),
  );

/** @param {StartPage} page */
function camera(page) {
  const { camera: seen } = page.start;
  if (!seen) return byTouch();
  return h(
    "div",
    { class: "start-columns" },
    stack(h(Still, {}), explain(h("b", {}, t`This camera: `), seen.label)),
    stack(
      h(
        "p",
        {},
        t`High above the table, looking straight down if you can. It must see the whole board and the dice.`,
      ),
      h(
        "ul",
        { class: "start-findings" },
        seen.findings.map(([what, level, text]) => finding(what, level, text)),
      ),
      seen.marks.length > 0 && drawMarks(seen),
      link(t`Another camera…`, "/home#camera"),
    ),
  );
}

/**
 * @param {string} what
 * @param {keyof typeof LEVELS} level
 * @param {string} text
 */
function finding(what, level, text) {
  const [sign, word] = LEVELS[level];
  return h(
    "li",
    { class: level, "data-finding": what, "data-level": level },
    h("b", { class: "start-sign", title: word }, sign),
    h("span", {}, h("b", {}, WHAT[what] ?? what), ` ${text}`),
  );
}

// ---- the grid --------------------------------------------------------------------------------

/** @param {StartPage} page */
function grid(page) {
  const { grid: seen } = page.start;
  if (!seen) return byTouch();
  return h(
    "div",
    { class: "start-columns wide" },
    h(Still, {}),
    stack(
      h(
        "p",
        {},
        seen.found
          ? t`The grey lines are where herald takes the hexes to be. Look at the corners of the board: do they lie on the printed lines?`
          : t`The board is not found in the picture. Clear its corner marks, or tap the board's corners if it has none.`,
      ),
      explain(
        seen.tray
          ? t`The blue frame is where dice count. If yours lies elsewhere, draw it there too, or lay the printed mat.`
          : t`No place for dice is known: draw the tray there too, or lay the printed mat.`,
      ),
    ),
  );
}

/** @param {StartPage} page */
function gridActs(page) {
  const { grid: seen } = page.start;
  if (!seen) return null;
  const isAsked = stateOf(page, "grid") === "look";
  return [
    link(seen.found ? t`Drag the lines` : t`Tap the board's corners`, "/camera?from=start", {
      kind: seen.found ? "" : "primary grow",
      key: "drag",
    }),
    seen.found &&
      isAsked &&
      button(t`The lines fit`, () => keepGrid(page), { kind: "primary grow", key: "lines fit" }),
  ];
}

// Keep the grid where it lies now: it has been looked at.
/** @param {StartPage} page */
async function keepGrid(page) {
  const { corners, tray, board } = (await fetched("/camera/grid")) ?? {};
  if (!board) {
    page.say(t`The board is not found in the picture. Nothing was kept.`, { bad: true });
    return;
  }
  const kept = await page.send("/camera/fit", { corners, tray });
  if (kept.ok) page.next();
}

// ---- the voice -------------------------------------------------------------------------------

/** @param {StartPage} page */
function voice(page) {
  const { voice: known } = page.start;
  if (!known)
    return h(
      "p",
      { class: "lead" },
      t`No voice was asked for. Start herald without --no-voice to hear what happens.`,
    );
  const isReady = known.state === "ready";
  const speak = async () => {
    const answer = await post("/voice/test", { speaker: "computer" });
    if (answer.ok) page.choose({ spoken: true });
    else page.say(troubleOf(answer), { bad: true });
  };
  return h(
    "div",
    { class: "stack start-voice" },
    h("p", { class: "lead" }, t`herald says what happens, so that nobody has to look at a screen.`),
    button(t`♪ Say a sentence`, speak, {
      kind: page.choice.spoken ? "big" : "primary big",
      key: "speak",
      disabled: !isReady,
    }),
    !isReady && h("p", { class: "trouble" }, [known.reason, known.remedy].filter(Boolean).join(" ")),
    known.details && fold("details", t`Details`, explain(known.details)),
    isReady && page.choice.spoken && h("p", { role: "status", "data-light": known.light }, lightText(known)),
    !isReady && link(t`Let a tablet speak: the voice on the table's page`, "/", { key: "speak elsewhere" }),
    page.choice.deaf &&
      h(
        "p",
        { class: "note" },
        known.trouble,
        " ",
        t`Turn the loudspeaker of the computer up, or choose another sound device in its settings, then try again. A tablet can be the loudspeaker too: Menu, then Voice, on the table's page.`,
      ),
  );
}

/** @param {StartVoice} parts */
function lightText({ light, went_wrong: trouble }) {
  if (light === "heard") return t`● The computer has said it. Do you hear it?`;
  return light === "silent" ? t`✕ It could not be said: ${trouble}` : t`◌ asked to speak…`;
}

/** @param {StartPage} page */
function voiceActs(page) {
  if (page.start.voice?.state !== "ready" || !page.choice.spoken) return null;
  return [
    button(t`I hear nothing`, () => page.choose({ deaf: true }), { key: "deaf" }),
    stateOf(page, "voice") === "look" &&
      button(t`I hear it`, () => page.tellAndGo("done"), { kind: "primary grow", key: "heard" }),
  ];
}
