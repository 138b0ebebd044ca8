// What each step of getting ready shows: printing, the camera, the grid, the voice.  Deployment is its own module.

import { drawHow, drawMarks } from "./assistant_art.mjs";
import { deploy, deployActs } from "./assistant_deploy.mjs";
import { button, el, svg } from "./dom.mjs";
import { post } from "./send.mjs";
import { t } from "./tongue.mjs";

export const panels = { print, camera, grid, voice, deploy };

// What a step offers in the page's foot.
export const acts = {
  print: (page) => (page.start.camera ? printActs(page) : null),
  grid: gridActs,
  voice: voiceActs,
  deploy: deployActs,
};

const link = (text, href, { kind = "", key = text, blank = false } = {}) =>
  el(
    "a",
    {
      class: `button ${kind}`,
      href,
      "data-key": key,
      target: blank ? "_blank" : null,
      rel: blank ? "noopener" : null,
    },
    text,
  );

// What can be opened stays open when the page is drawn anew.
const fold = (page, key, text, ...content) =>
  el(
    "details",
    {
      class: "note",
      open: page.choice[key],
      ontoggle: (event) => {
        page.choice[key] = event.target.open;
      },
    },
    el("summary", { "data-key": key }, text),
    content,
  );

// ---- print -----------------------------------------------------------------------------------

const PAPERS = { a4: "A4", letter: "Letter" };

const orderOf = (page) => ({
  paper: "a4",
  size: page.start.print.size,
  dice: page.start.print.dice,
  left: [],
  added: [],
  ...page.choice,
});

function print(page) {
  const { print: known, camera: seen } = page.start;
  const chosen = orderOf(page);
  const sheets = wanted(known, chosen);
  const box = (each) => sheetBox(page, chosen, each);
  const ordering = el(
    "div",
    { class: "stack" },
    el(
      "fieldset",
      { class: "start-kinds" },
      el("legend", {}, t`On the sheets`),
      sheets.filter(([, , , isUsual]) => isUsual).map(box),
    ),
    choices(
      page,
      t`Dice`,
      [
        ["stickers", t`Stickers on our dice`],
        ["own", t`I teach the game's own dice`],
        ["typed", t`We type the dice`],
      ],
      chosen.dice,
      (dice) => page.choose({ dice }),
    ),
    chosen.dice === "own" &&
      el(
        "p",
        { class: "explain" },
        t`Show each face a few times on the computer, then start with the set:`,
        " ",
        el("code", {}, "herald teach our.dice --source 0"),
        " · ",
        el("code", {}, "herald --dice our.dice"),
      ),
    choices(page, t`Paper`, Object.entries(PAPERS), chosen.paper, (paper) => page.choose({ paper })),
    sizes(page, known, chosen, Boolean(seen)),
    fold(
      page,
      "more",
      t`More sheets`,
      el("div", { class: "start-kinds" }, sheets.filter(([, , , isUsual]) => !isUsual).map(box)),
    ),
    !seen && el("div", { class: "row" }, printActs(page)),
  );
  const columns = el("div", { class: "start-columns" }, ordering, drawHow(chosen.dice === "stickers"));
  return seen
    ? columns
    : fold(page, "all the same", t`Print the sheets all the same, to play with a camera later`, columns);
}

function printActs(page) {
  const { print: known } = page.start;
  const chosen = orderOf(page);
  const kinds = wanted(known, chosen)
    .filter(([, , isOn]) => isOn)
    .map(([kind]) => kind);
  const address = `/start/sheets.pdf?${new URLSearchParams({ kinds: kinds.join(), paper: chosen.paper, ...(chosen.size && { size: chosen.size }) })}`;
  const isAsked = page.start.steps[0].state === "look";
  return [
    kinds.length > 0 &&
      link(t`Open the sheets (PDF)`, address, {
        kind: isAsked ? "primary grow" : "",
        key: "sheets",
        blank: true,
      }),
    isAsked &&
      button(t`They are printed and cut`, () => page.tellAndGo("done"), { kind: "grow", key: "printed" }),
  ];
}

// Each sheet that may be wanted: its kind, what it is called, whether it is, and whether it usually is.
function wanted({ counts, lays_terrain: laysTerrain }, { dice, left, added }) {
  const sheet = (kind, name, isUsual) => [
    kind,
    name,
    added.includes(kind) || (isUsual && !left.includes(kind)),
    isUsual,
  ];
  return [
    sheet("marks", t`4 corner marks for the board`, true),
    sheet("tags", t`Tags of the units: ${counts.tags}`, true),
    counts.banners > 0 && sheet("banners", t`Tags of banner markers: ${counts.banners}`, true),
    dice === "stickers" && sheet("dice", t`Stickers for the dice`, true),
    dice !== "typed" && sheet("tray", t`A mat to roll the dice on`, true),
    counts.terrain > 0 && sheet("terrain", t`Tags of terrain: ${counts.terrain}`, laysTerrain),
    counts.tokens > 0 && sheet("tokens", t`Tags of tokens: ${counts.tokens}`, false),
    sheet("calibration", t`A sheet to try the camera with`, false),
  ].filter(Boolean);
}

function sheetBox(page, { left, added }, [kind, name, isOn]) {
  const without = (list) => list.filter((each) => each !== kind);
  const flip = () =>
    page.choose(
      isOn
        ? { left: [...left, kind], added: without(added) }
        : { left: without(left), added: [...added, kind] },
    );
  return el(
    "label",
    { class: "start-kind" },
    el("input", { type: "checkbox", checked: isOn, "data-key": `sheet ${kind}`, onchange: flip }),
    el("span", {}, name),
  );
}

function choices(page, name, all, now, choose) {
  return el(
    "div",
    { class: "start-choice", role: "group", "aria-label": name },
    el("span", { class: "start-label" }, name),
    el(
      "div",
      { class: "row" },
      all.map(([each, text]) =>
        button(text, () => choose(each), {
          kind: "toggle",
          key: `${name} ${each}`,
          pressed: each === now ? "true" : "false",
        }),
      ),
    ),
  );
}

// How large the tags are, and what the camera's view says of it.
function sizes(page, { sizes: all, advised, scenario }, chosen, hasCamera) {
  const usual = t`22 mm suit a camera of 1080 lines that sees the whole board; take 25 mm for 720 lines or a low angle.`;
  const measured = () =>
    advised.qr
      ? t`Measured through your camera: tags of ${advised.qr} mm and more are read well.`
      : t`Seen through your camera, no tag of this kind is large enough: bring it nearer, or print small marks at the computer:`;
  return [
    choices(
      page,
      t`Side of a tag, in mm`,
      all.map((each) => [each, each]),
      chosen.size,
      (size) => page.choose({ size }),
    ),
    el(
      "p",
      { class: "explain" },
      advised ? measured() : usual,
      !advised && hasCamera && [" ", t`Lay the corner marks first, and the right size is measured here.`],
      advised &&
        !advised.qr &&
        advised.aruco && [
          " ",
          el(
            "code",
            {},
            `herald print tags --tag aruco --size ${advised.aruco} --scenario ${scenario} --book tags.toml -o tags.pdf`,
          ),
        ],
    ),
  ];
}

// ---- the camera ------------------------------------------------------------------------------

const WHAT = { marks: t`Corner marks`, light: t`Light`, focus: t`Sharpness`, tags: t`Tags` };
const LEVELS = { good: ["✓", t`good`], warning: ["!", t`could be better`], bad: ["✕", t`look here`] };
const STILL_PAUSE = 400;

// One picture after the other, as long as it is shown.
const still = svg("image", { width: 1, height: 1 });
const stillFrame = el(
  "div",
  { class: "start-still" },
  svg("svg", { role: "img", "aria-label": t`What the camera sees` }, still),
);
let isRunning = false;

async function runStill() {
  if (isRunning) return;
  isRunning = true;
  do {
    const next = new Image();
    next.src = `/camera.jpg?${Date.now()}`;
    if (
      document.visibilityState === "visible" &&
      (await next.decode().then(
        () => true,
        () => false,
      ))
    ) {
      const [width, height] = [next.naturalWidth, next.naturalHeight];
      still.parentNode.setAttribute("viewBox", `0 0 ${width} ${height}`);
      for (const [name, value] of Object.entries({ width, height, href: next.src }))
        still.setAttribute(name, value);
    }
    await new Promise((done) => {
      setTimeout(done, STILL_PAUSE);
    });
  } while (still.isConnected);
  isRunning = false;
}

function showStill() {
  requestAnimationFrame(runStill);
  return stillFrame;
}

const byTouch = () =>
  el(
    "p",
    { class: "lead" },
    t`No camera is looking, and none is needed: you play by touch. One that is plugged in is found by itself, unless herald was started with --no-camera.`,
  );

function camera(page) {
  const { camera: seen } = page.start;
  if (!seen) return byTouch();
  return el(
    "div",
    { class: "start-columns" },
    el(
      "div",
      { class: "stack" },
      showStill(),
      el("p", { class: "explain" }, el("b", {}, t`This camera: `), seen.label),
    ),
    el(
      "div",
      { class: "stack" },
      el(
        "p",
        {},
        t`High above the table, looking straight down if you can. It must see the whole board and the dice.`,
      ),
      el(
        "ul",
        { class: "start-findings" },
        seen.findings.map(([what, level, text]) => finding(what, level, text)),
      ),
      seen.marks.length > 0 && drawMarks(seen),
      others(page, seen.others),
    ),
  );
}

function finding(what, level, text) {
  const [sign, word] = LEVELS[level];
  return el(
    "li",
    { class: level, "data-finding": what, "data-level": level },
    el("b", { class: "start-sign", title: word }, sign),
    el("span", {}, el("b", {}, WHAT[what] ?? what), ` ${text}`),
  );
}

function others(page, all) {
  return fold(
    page,
    "another",
    t`Another camera`,
    el(
      "p",
      {},
      t`Press Ctrl-C on the computer and start this game again with the other one, and with whatever else you gave:`,
    ),
    all.length > 0
      ? el(
          "ul",
          { class: "plain-list" },
          all.map(({ name, command }) => el("li", {}, el("b", {}, name), " ", el("code", {}, command))),
        )
      : el(
          "p",
          {},
          el("code", {}, "herald --camera 1"),
          " ",
          t`(1 is the second camera; a number, a device or an address).`,
        ),
  );
}

// ---- the grid --------------------------------------------------------------------------------

function grid(page) {
  const { grid: seen } = page.start;
  if (!seen) return byTouch();
  return el(
    "div",
    { class: "start-columns wide" },
    showStill(),
    el(
      "div",
      { class: "stack" },
      el(
        "p",
        {},
        seen.found
          ? t`The grey lines are where herald takes the hexes to be. Look at the corners of the board: do they lie on the printed lines?`
          : t`The board is not found in the picture. Clear its corner marks, or tap the board's corners if it has none.`,
      ),
      el(
        "p",
        { class: "explain" },
        seen.tray
          ? t`The blue frame is where dice count. If yours lies elsewhere, draw it there too, or lay the printed mat.`
          : t`No place for dice is known: draw the tray there too, or lay the printed mat.`,
      ),
    ),
  );
}

function gridActs(page) {
  const { grid: seen } = page.start;
  if (!seen) return null;
  const isAsked = page.start.steps[2].state === "look";
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
async function keepGrid(page) {
  const answer = await fetch("/camera/grid", { cache: "no-store" }).catch(() => null);
  const { corners, tray, board } = (await answer?.json().catch(() => null)) ?? {};
  if (!board) {
    page.say(t`The board is not found in the picture. Nothing was kept.`, { bad: true });
    return;
  }
  const kept = await page.send("/camera/fit", { corners, tray });
  if (kept.ok) page.next();
}

// ---- the voice -------------------------------------------------------------------------------

function voice(page) {
  const { voice: known } = page.start;
  if (!known)
    return el(
      "p",
      { class: "lead" },
      t`No voice was asked for. Start herald without --no-voice to hear what happens.`,
    );
  const isReady = known.state === "ready";
  const speak = async () => {
    const answer = await post("/voice/test", { speaker: "computer" });
    if (answer.ok) page.choose({ spoken: true });
    else page.say(answer.trouble, { bad: true });
  };
  return el(
    "div",
    { class: "stack start-voice" },
    el("p", { class: "lead" }, t`herald says what happens, so that nobody has to look at a screen.`),
    button(t`♪ Say a sentence`, speak, {
      kind: page.choice.spoken ? "big" : "primary big",
      key: "speak",
      disabled: !isReady,
    }),
    !isReady && el("p", { class: "trouble" }, [known.reason, known.remedy].filter(Boolean).join(" ")),
    isReady && page.choice.spoken && el("p", { role: "status", "data-light": known.light }, lightText(known)),
    !isReady && link(t`Let a tablet speak: the voice on the table's page`, "/", { key: "speak elsewhere" }),
    page.choice.deaf &&
      el(
        "p",
        { class: "note" },
        known.trouble,
        " ",
        t`Turn the loudspeaker of the computer up, or choose another sound device in its settings, then try again. A tablet can be the loudspeaker too: Tablets, then Voice, on the table's page.`,
      ),
  );
}

function lightText({ light, went_wrong: trouble }) {
  if (light === "heard") return t`● The computer has said it. Do you hear it?`;
  return light === "silent" ? t`✕ It could not be said: ${trouble}` : t`◌ asked to speak…`;
}

function voiceActs(page) {
  if (page.start.voice?.state !== "ready" || !page.choice.spoken) return null;
  return [
    button(t`I hear nothing`, () => page.choose({ deaf: true }), { key: "deaf" }),
    page.start.steps[3].state === "look" &&
      button(t`I hear it`, () => page.tellAndGo("done"), { kind: "primary grow", key: "heard" }),
  ];
}
