// The camera's picture with what is read drawn in, live or held; the grid, the tray and the board's corners are
// set on it.

/** @import { Point } from "../types/page.js" */
/** @import { RefObject } from "./vendor/preact.mjs" */
import { placesOf, show } from "./parts/dom.mjs";
import { nextPicture } from "./parts/picture.mjs";
import { post, troubleOf } from "./parts/send.mjs";
import { t } from "./parts/language.mjs";
import { createRef, h } from "./vendor/preact.mjs";

const CORNERS = [t`top left`, t`top right`, t`bottom right`, t`bottom left`];
const PAUSE = 300; // ms between two pictures; the next is asked for only when the last is here
const RETRY = 1500;
const TOUCH = 46; // px on the screen; 44 is the least for a finger
const BEYOND = 1.5; // pictures; a corner that lies farther off stays out of reach
const ROOM = 0.1; // of the picture around such a corner
/** @type {{ [mode: string]: string }} */
const HELP = {
  look: t`What the camera sees and reads. Drag the grid if its lines lie beside the printed ones.`,
  lost: t`The board is not found in the picture. Clear its corner marks, or tap the board's corners if it has none.`,
  grid: t`Drag each round handle onto the middle of its corner hex: 1 is the first hex of the row farthest from the south edge, 2 its last, 3 the last and 4 the first hex of row 1.`,
  pin: t`Tap the board's four corners: 1 north-west, 2 north-east, 3 south-east, 4 south-west. South is the edge where row 1 lies. Then drag them until they fit.`,
  tray: t`Press on one corner of the dice tray and drag to the opposite one.`,
};
/** @type {{ [mode: string]: [string, string] }} */
const KEEP = {
  grid: [t`Keep this grid`, "/camera/fit"],
  tray: [t`Keep this tray`, "/camera/fit"],
  pin: [t`Keep these corners`, "/camera/corners"],
};
const places = placesOf(
  "help",
  "view",
  "trouble",
  "buttons",
  "beside",
  "second",
  "said",
  "freeze",
  "grid",
  "tray",
  "pin",
  "keep",
  "leave",
);
/** @typedef {"look" | "grid" | "pin" | "tray"} Mode */
/** @typedef {{ at: Point, name: string, text: string | number, label: string }} Handle */

/**
 * What /camera/grid tells, in pixels of the picture.
 *
 * @typedef {{
 *   trouble?: string, width: number, height: number,
 *   corners: Point[] | null, board: Point[] | null, tray: Point[] | null, has_second: boolean,
 *   second_said: string,
 * }} Seen
 */

const fit = {
  corners: /** @type {Point[]} */ ([]),
  board: /** @type {Point[]} */ ([]),
  tray: /** @type {Point[] | null} */ (null),
  isFound: false,
  width: 0,
  height: 0,
  shown: { x: 0, y: 0, width: 0, height: 0 },
  mode: /** @type {Mode} */ ("look"),
  isHeld: false,
  hasSecond: false,
  dragged: /** @type {string | null} */ (null),
};
/** @type {RefObject<SVGSVGElement | null>} */
const drawing = createRef();
let picture = ""; // the address of the newest picture

/** @param {string | null} text */
function say(text) {
  places.trouble.textContent = text ?? "";
  places.trouble.hidden = !text;
  places.help.hidden = Boolean(text) && places.view.hidden; // nothing is looked for where there is nothing
}

/** @returns {Promise<Seen>} */
async function ask() {
  const answer = await fetch("/camera/grid", { cache: "no-store" }).catch(() => null);
  const seen = await answer?.json().catch(() => null);
  return seen ?? { trouble: t`No answer from the table.` };
}

/** @param {Seen} seen */
function take(seen) {
  /** @param {Point[] | null} points */
  const copy = (points) => points?.map((at) => /** @type {Point} */ ([...at])) ?? null;
  Object.assign(fit, {
    width: seen.width,
    height: seen.height,
    corners: copy(seen.corners),
    board: copy(seen.board) ?? [],
    tray: copy(seen.tray),
    isFound: Boolean(seen.board),
    hasSecond: seen.has_second,
  });
  fit.shown = around([]);
  places.said.textContent = seen.second_said;
  places.said.hidden = !seen.second_said;
}

async function begin() {
  const seen = await ask();
  if (seen.trouble) {
    say(seen.trouble);
    setTimeout(begin, RETRY);
    return;
  }
  say(null);
  take(seen);
  places.view.hidden = places.buttons.hidden = false;
  new ResizeObserver(draw).observe(places.view);
  enter("look");
  runPictures();
  setTimeout(watchBoard, RETRY);
}

// One picture after the other, and none while nobody looks.
async function runPictures() {
  let pause = PAUSE;
  if (!fit.isHeld && !fit.dragged) {
    if (fit.hasSecond) showSecond(await nextPicture("second"));
    const next = await nextPicture();
    if (next && !fit.isHeld) {
      picture = next.src;
      draw();
    }
    if (!next) pause = RETRY;
  }
  setTimeout(runPictures, pause);
}

/** @param {HTMLImageElement | null} next */
function showSecond(next) {
  if (next && !fit.isHeld) places.second.setAttribute("src", next.src);
  places.second.hidden = !places.second.hasAttribute("src");
  places.beside.hidden = places.second.hidden && places.said.hidden;
}

async function watchBoard() {
  if (fit.mode === "look" && document.visibilityState === "visible") {
    const seen = await ask();
    if (fit.mode === "look" && !seen.trouble) {
      take(seen);
      showButtons();
    }
  }
  setTimeout(watchBoard, RETRY);
}

/** @param {Mode} mode */
function enter(mode) {
  fit.mode = mode;
  fit.shown = around(mode === "grid" ? fit.corners : mode === "pin" ? fit.board : []);
  if (mode === "pin") fit.board = [];
  if (mode === "tray") fit.tray = null;
  showButtons();
  draw();
}

// The picture, and beside it where *points* lie that it does not see: of a large board one camera may have but a half.
/** @param {Point[]} points */
function around(points) {
  const { width, height } = fit;
  const [left, right] = reach(
    points.map(([x]) => x),
    width,
  );
  const [top, bottom] = reach(
    points.map(([, y]) => y),
    height,
  );
  return { x: left, y: top, width: right - left, height: bottom - top };
}

// From where to where *places* reach beyond 0 and *size*, with room around the outermost.
/**
 * @param {number[]} places
 * @param {number} size
 */
function reach(places, size) {
  const beyond = places
    .filter((at) => at < 0 || at > size)
    .map((at) => Math.min(Math.max(at, -BEYOND * size), (1 + BEYOND) * size));
  const room = ROOM * size;
  return [Math.min(0, ...beyond.map((at) => at - room)), Math.max(size, ...beyond.map((at) => at + room))];
}

function showButtons() {
  const isLooking = fit.mode === "look";
  places.help.textContent = HELP[isLooking && !fit.isFound ? "lost" : fit.mode];
  places.grid.hidden = places.tray.hidden = !isLooking || !fit.isFound;
  places.pin.hidden = !isLooking;
  places.leave.hidden = isLooking;
  places.keep.hidden =
    isLooking || (fit.mode === "pin" && fit.board.length < 4) || (fit.mode === "tray" && !fit.tray);
  places.keep.textContent = KEEP[fit.mode]?.[0] ?? "";
}

function handles() {
  if (fit.mode === "pin")
    return fit.board.map((at, n) => ({
      at,
      name: `board ${n}`,
      text: n + 1,
      label: t`Corner of the board, ${CORNERS[n]}`,
    }));
  if (fit.mode === "grid")
    return fit.corners.map((at, n) => ({
      at,
      name: `corner ${n}`,
      text: n + 1,
      label: t`Corner hex, ${CORNERS[n]}`,
    }));
  if (fit.mode === "tray")
    return (fit.tray ?? []).map((at, n) => ({
      at,
      name: `tray ${n}`,
      text: "",
      label: t`Corner of the dice tray`,
    }));
  return [];
}

function draw() {
  const { width, height, shown } = fit;
  const perPixel = shown.width / Math.max(1, (drawing.current ?? places.view).getBoundingClientRect().width);
  const corners = fit.mode === "grid" ? fit.corners : fit.mode === "pin" ? fit.board : [];
  show(
    places.view,
    h(
      "svg",
      {
        ref: drawing,
        viewBox: `${shown.x} ${shown.y} ${shown.width} ${shown.height}`,
        style: { "--ratio": shown.width / shown.height },
        onPointerDown: press,
        onPointerMove: drag,
        onPointerUp: letGo,
        onPointerCancel: letGo,
      },
      h("image", { width, height, href: picture || null }),
      corners.length > 1 &&
        h("path", {
          class: "grid-line",
          d: `M${corners.map((at) => at.join(" ")).join("L")}${corners.length === 4 ? "Z" : ""}`,
        }),
      fit.mode === "tray" && fit.tray && h("rect", { class: "tray", ...box(fit.tray) }),
      handles().map((one) => handle(one, perPixel)),
    ),
  );
}

/** @param {Point[]} parts */
function box([[x1, y1], [x2, y2]]) {
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x1 - x2), height: Math.abs(y1 - y2) };
}

/**
 * @param {Handle} parts
 * @param {number} perPixel
 */
function handle({ at: [x, y], name, text, label }, perPixel) {
  const radius = (TOUCH / 2) * perPixel;
  const isAtTop = y < fit.shown.y + radius * 3;
  return h(
    "g",
    {
      key: name,
      class: `handle ${fit.mode}-handle`,
      "data-handle": name,
      transform: `translate(${x} ${y})`,
      role: "slider",
      tabindex: 0,
      "aria-label": label,
      "aria-valuetext": `${Math.round(x)}, ${Math.round(y)}`,
      onKeyDown: nudge,
    },
    h("circle", { r: radius }),
    h("circle", { r: 2 * perPixel }),
    h("text", { "font-size": 22 * perPixel, y: (isAtTop ? 1 : -1) * (radius + 14 * perPixel) }, text),
  );
}

/** @param {string} name */
function target(name) {
  const [kind, n] = name.split(" ");
  const points = { corner: fit.corners, board: fit.board, tray: fit.tray ?? [] };
  return points[/** @type {keyof typeof points} */ (kind)][Number(n)];
}

/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 */
function moveTo(name, x, y) {
  const at = target(name);
  const { shown } = fit;
  at[0] = Math.min(shown.x + shown.width, Math.max(shown.x, x));
  at[1] = Math.min(shown.y + shown.height, Math.max(shown.y, y));
  draw();
}

/** @type {{ [key: string]: Point }} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {KeyboardEvent} event */
function nudge(event) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const name = /** @type {SVGElement} */ (event.currentTarget).dataset.handle ?? "";
  const [x, y] = target(name);
  const far = event.shiftKey ? 10 : 1;
  moveTo(name, x + step[0] * far, y + step[1] * far);
}

/**
 * @param {PointerEvent} event
 * @returns {Point}
 */
function onPicture(event) {
  const frame = /** @type {SVGSVGElement} */ (drawing.current).getBoundingClientRect();
  const { shown } = fit;
  return [
    shown.x + ((event.clientX - frame.left) / frame.width) * shown.width,
    shown.y + ((event.clientY - frame.top) / frame.height) * shown.height,
  ];
}

/** @param {PointerEvent} event */
function press(event) {
  if (fit.mode === "look") return;
  drawing.current?.setPointerCapture(event.pointerId);
  const at = onPicture(event);
  const touched =
    /** @type {Element} */ (event.target).closest("[data-handle]")?.getAttribute("data-handle") ?? null;
  if (fit.mode === "tray" && !fit.tray) {
    fit.tray = [at, [at[0], at[1]]];
    fit.dragged = "tray 1";
  } else if (fit.mode === "pin" && !touched && fit.board.length < 4) {
    fit.board.push(at);
    fit.dragged = `board ${fit.board.length - 1}`;
  } else {
    fit.dragged = touched;
  }
  showButtons();
  draw();
}

/** @param {PointerEvent} event */
function drag(event) {
  if (!fit.dragged) return;
  const [x, y] = onPicture(event);
  moveTo(fit.dragged, x, y);
}

function letGo() {
  fit.dragged = null;
}

places.freeze.addEventListener("click", () => {
  fit.isHeld = !fit.isHeld;
  places.freeze.textContent = fit.isHeld ? t`Let the picture run` : t`Hold the picture still`;
  places.freeze.setAttribute("aria-pressed", String(fit.isHeld));
});
for (const mode of /** @type {const} */ (["grid", "tray", "pin"])) {
  places[mode].addEventListener("click", () => {
    say(null);
    enter(mode);
  });
}
places.leave.addEventListener("click", async () => {
  const seen = await ask();
  if (!seen.trouble) take(seen);
  say(null);
  enter("look");
});
places.keep.addEventListener("click", async () => {
  /** @param {Point[] | null} points */
  const round = (points) => points?.map((at) => at.map((value) => Math.round(value * 10) / 10)) ?? null;
  const message =
    fit.mode === "pin"
      ? { corners: round(fit.board) }
      : { corners: round(fit.corners), tray: round(fit.tray) };
  const answer = await post(KEEP[fit.mode][1], message);
  say(answer.ok ? t`Kept. The camera reads the board like this from now on.` : troubleOf(answer));
  if (answer.ok) enter("look");
});

begin();
