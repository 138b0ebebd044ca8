// The page of the camera: the picture with what is read drawn in, and the handles that set it right.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { openDocument, drawnAnew } from "./document.mjs";
import { kept } from "./drawn.mjs";

const IDS = ["help", "view", "trouble", "buttons", "beside", "second", "said", "freeze", "grid", "tray", "pin", "keep", "leave"]; // prettier-ignore
const { places, text } = openDocument(IDS);
for (const id of ["view", "buttons", "said", "trouble"]) places[id].hidden = true;

const corners = [[10, 20], [790, 20], [790, 580], [10, 580]]; // prettier-ignore
const SEEN = {
  width: 800,
  height: 600,
  corners,
  board: corners,
  tray: null,
  has_second: true,
  second_said: "The second sees well.",
};
const asked = [];
let seen = { trouble: "No camera." };
let answer = { ok: true };
globalThis.fetch = async (address, { method, body } = {}) => {
  asked.push(method === "POST" ? `${address} ${body}` : address);
  const told = method === "POST" ? answer : seen;
  return { ok: true, json: async () => told };
};
globalThis.Image = class {
  decode = async () => {
    if (!isPictured) throw new Error("none");
  };
};
let isPictured = true;

mock.timers.enable({ apis: ["setTimeout"] });
await import("../../companion/web/static/camera.mjs");
await drawnAnew();

const svg = () => places.view.children[0];
const handles = () => svg().children.filter((each) => each.hasAttribute("data-handle"));
const pointer = (clientX, clientY, target = svg()) => ({ clientX, clientY, pointerId: 1, target });
const passed = async (ms) => {
  mock.timers.tick(ms);
  await drawnAnew();
};

test("what is not looked at is said, and tried again until it comes", async (t) => {
  const told = [text()];
  seen = SEEN;
  await passed(1499);
  const before = asked.length;
  await passed(1);
  assert.equal(asked.length > before, true);
  kept(t, [...told, text()].join("---\n"));
});

test("the grid's corners are dragged, moved by arrows within the picture, and kept", async (t) => {
  await places.grid.happens("click");
  const told = [text()];
  await svg().happens("pointerdown", pointer(5, 10, handles()[0]));
  await svg().happens("pointermove", pointer(100, 100));
  told.push(text("view"));
  await svg().happens("pointermove", pointer(-50, 900));
  told.push(text("view"));
  await svg().happens("pointerup", {});
  await svg().happens("pointermove", pointer(200, 200));
  const [, , third] = handles();
  third.dataset = { handle: third.getAttribute("data-handle") };
  for (const [key, shiftKey] of [["ArrowLeft", false], ["ArrowUp", true], ["ArrowRight", true], ["ArrowDown", false], ["x", false]]) await third.happens("keydown", { key, shiftKey }); // prettier-ignore
  told.push(text("view"));
  answer = { ok: false, trouble: "It does not fit." };
  await places.keep.happens("click");
  told.push(text("trouble"));
  answer = { ok: true };
  await places.keep.happens("click");
  told.push(text(), asked.filter((each) => each.includes(" ")).join("\n"));
  kept(t, told.join("---\n"));
});

test("the tray is drawn from corner to corner", async (t) => {
  asked.length = 0;
  await places.tray.happens("click");
  const told = [text()];
  await svg().happens("pointerdown", pointer(300, 200));
  await svg().happens("pointermove", pointer(100, 50));
  told.push(text("view", "keep"));
  await svg().happens("pointercancel", {});
  await places.keep.happens("click");
  kept(t, [...told, ...asked].join("---\n"));
});

test("the board's corners are tapped one by one, and no more than four", async (t) => {
  asked.length = 0;
  await places.pin.happens("click");
  const told = [];
  for (const [x, y] of [[10, 10], [390, 10.06], [390, 290], [10, 290], [200, 200]]) {
    await svg().happens("pointerdown", pointer(x, y));
    await svg().happens("pointerup", {});
    told.push(text("view", "keep"));
  } // prettier-ignore
  await places.keep.happens("click");
  kept(t, [...told, ...asked].join("---\n"));
});

test("whoever leaves sees what is read again", async (t) => {
  await places.pin.happens("click");
  seen = { ...SEEN, board: null, corners: null, second_said: "" };
  await places.leave.happens("click");
  kept(t, text());
});

test("the picture runs until it is held still, and the second camera beside it", async (t) => {
  const told = [];
  const ran = async (ms) => {
    asked.length = 0;
    await passed(ms);
    told.push(`${asked}\n${text("view", "second", "beside", "freeze")}`);
  };
  await ran(300);
  await places.freeze.happens("click");
  await ran(300);
  await places.freeze.happens("click");
  isPictured = false;
  await ran(300);
  await ran(1500);
  seen = SEEN;
  await ran(1500);
  kept(t, told.join("---\n").replace(/at=\d+/g, "at=now"));
});

test("corners that another camera sees lie beside the picture, and can be dragged there", async () => {
  await places.leave.happens("click");
  const half = [[10, 20], [1500, 20], [4000, 580], [10, 580]]; // prettier-ignore
  seen = { ...SEEN, corners: half, board: half };
  await places.leave.happens("click");
  assert.equal(svg().getAttribute("viewBox"), "0 0 800 600", "looked at is the picture alone");
  await places.grid.happens("click");
  const [x, y, width, height] = svg().getAttribute("viewBox").split(" ").map(Number);
  assert.deepEqual([x, y, width, height], [0, 0, 2080, 600], "no farther than a picture and a half beyond");
  const second = handles()[1];
  await svg().happens("pointerdown", pointer(5, 10, second));
  await svg().happens("pointermove", pointer(1e6, 5));
  const at = () => handles()[1].getAttribute("transform");
  assert.match(at(), /^translate\(2080 /);
  await svg().happens("pointerup", {});
  await places.leave.happens("click");
  await places.pin.happens("click");
  assert.equal(svg().getAttribute("viewBox"), "0 0 2080 600", "so do the board's own");
  seen = SEEN;
  await places.leave.happens("click");
});
