// The camera's picture with the grid over it: drag the four corner hexes and, if wanted, the dice tray.

import { el, svg } from "./dom.mjs";
import { post } from "./send.mjs";

const ROW_NAMES = ["top left", "top right", "bottom right", "bottom left"];
const REFRESH = 1500;
const places = Object.fromEntries(["view", "trouble", "buttons", "freeze", "tray", "keep"].map((id) => [id, document.getElementById(id)]));
const fit = { corners: null, tray: null, width: 0, height: 0, held: false, drawingTray: false, dragged: null };
let picture = null;
let overlay = null;

function say(text) {
  places.trouble.textContent = text ?? "";
  places.trouble.hidden = !text;
}

async function begin() {
  const answer = await fetch("/camera/grid", { cache: "no-store" }).catch(() => null);
  const seen = answer ? await answer.json() : { trouble: "No answer from the table." };
  if (seen.trouble) {
    say(seen.trouble);
    setTimeout(begin, REFRESH);
    return;
  }
  say(null);
  Object.assign(fit, { width: seen.width, height: seen.height, corners: seen.corners.map((at) => [...at]), tray: seen.tray?.map((at) => [...at]) ?? null });
  picture = svg("image", { href: `/camera.jpg?${Date.now()}`, width: seen.width, height: seen.height });
  overlay = svg("g");
  const drawing = svg("svg", { viewBox: `0 0 ${seen.width} ${seen.height}`, width: seen.width, height: seen.height }, picture, overlay);
  drawing.addEventListener("pointerdown", press);
  drawing.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) drawing.addEventListener(end, () => { fit.dragged = null; });
  places.view.replaceChildren(drawing);
  places.view.hidden = false;
  places.buttons.hidden = false;
  draw();
  setInterval(refresh, REFRESH);
}

function refresh() {
  if (!fit.held && !fit.dragged && document.visibilityState === "visible") picture.setAttribute("href", `/camera.jpg?${Date.now()}`);
}

function draw() {
  const size = fit.width / 70;
  const outline = `M${fit.corners.map((at) => at.join(" ")).join("L")}Z`;
  overlay.replaceChildren(
    svg("path", { class: "grid-line", d: outline }),
    ...(fit.tray ? [svg("rect", { class: "tray", ...box(fit.tray) }), ...fit.tray.map((at, n) => handle("tray-handle", at, `tray ${n}`, "", size))] : []),
    ...fit.corners.map((at, n) => handle("", at, `corner ${n}`, n + 1, size)),
  );
}

function box([[x1, y1], [x2, y2]]) {
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x1 - x2), height: Math.abs(y1 - y2) };
}

function handle(kind, [x, y], name, text, size) {
  const label = name.startsWith("corner") ? `Corner hex, ${ROW_NAMES[Number(name.at(-1))]}` : "Corner of the dice tray";
  return svg("g", { class: `handle ${kind}`, "data-handle": name, transform: `translate(${x} ${y})`, role: "slider", tabindex: 0, "aria-label": label, "aria-valuetext": `${Math.round(x)}, ${Math.round(y)}`, onkeydown: nudge },
    svg("circle", { r: size * 1.4 }), svg("circle", { r: size / 6 }), svg("text", { "font-size": size, y: -size * 2 }, text));
}

function target(name) {
  const n = Number(name.at(-1));
  return name.startsWith("corner") ? fit.corners[n] : fit.tray[n];
}

function moveTo(name, x, y) {
  const at = target(name);
  at[0] = Math.min(fit.width, Math.max(0, x));
  at[1] = Math.min(fit.height, Math.max(0, y));
  draw();
}

function nudge(event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!step) return;
  event.preventDefault();
  const name = event.currentTarget.dataset.handle;
  const [x, y] = target(name);
  const far = event.shiftKey ? 10 : 1;
  moveTo(name, x + step[0] * far, y + step[1] * far);
  overlay.querySelector(`[data-handle="${name}"]`).focus();
}

function onPicture(event) {
  const frame = event.currentTarget.getBoundingClientRect();
  return [((event.clientX - frame.left) / frame.width) * fit.width, ((event.clientY - frame.top) / frame.height) * fit.height];
}

function press(event) {
  event.currentTarget.setPointerCapture(event.pointerId);
  const at = onPicture(event);
  if (fit.drawingTray) {
    fit.tray = [[...at], [...at]];
    fit.drawingTray = false;
    fit.dragged = "tray 1";
    return;
  }
  fit.dragged = event.target.closest("[data-handle]")?.dataset.handle ?? null;
}

function drag(event) {
  if (fit.dragged) moveTo(fit.dragged, ...onPicture(event));
}

places.freeze.addEventListener("click", () => {
  fit.held = !fit.held;
  places.freeze.textContent = fit.held ? "Let the picture run" : "Hold the picture still";
});
places.tray.addEventListener("click", () => {
  fit.drawingTray = true;
  say("Press on one corner of the dice tray and drag to the opposite one.");
});
places.keep.addEventListener("click", async () => {
  const round = (points) => points?.map((at) => at.map((value) => Math.round(value * 10) / 10)) ?? null;
  const answer = await post("/camera/fit", { corners: round(fit.corners), tray: round(fit.tray) });
  say(answer.ok ? "Kept. The camera reads the board with this grid from now on." : answer.trouble);
});

document.getElementById("help").after(el("p", { class: "explain" }, "1 is the first hex of the row farthest from the south edge, 2 the last one of that row, 3 the last and 4 the first hex of row 1."));
begin();
