// Fingers on the page: taps that come too late, when it is drawn, how far a phone scrolls, the compass by keys.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { openDocument } from "./document.mjs";
import { elements, grid } from "./made.mjs";

const { page, document } = openDocument([]);
const at = (name) => `../../companion/web/static/${name}.mjs`;
const { changing } = await import(at("parts/deadtaps"));
const { Drawing } = await import(at("parts/render_loop"));
const { bringInSight, turnToAsked, scrollFor } = await import(at("board/insight"));
const { drawCompass } = await import(at("board/compass"));

const { Element } = globalThis;
const boxed = (box, part = {}) =>
  Object.assign(new Element("button"), part, {
    getBoundingClientRect: () => ({ width: box.right - box.left, height: box.bottom - box.top, ...box }),
  });
const box = (left, top, side = 50) => ({ left, top, right: left + side, bottom: top + side });

let now = 1000;
performance.now = () => now;

// Whether a tap at *x*, *y* on *target* comes through.
async function tapped(x, y, target = null, detail = 1) {
  const on = target && Object.assign(target, { closest: () => target });
  await page.happens("pointerdown", { clientX: x, clientY: y, target: on });
  let isThrough = true;
  await page.happens("click", { detail, stopImmediatePropagation: () => (isThrough = false) });
  return isThrough;
}

// What is on the page before and after a change.
function changed(before, after) {
  let shown = before;
  document.querySelectorAll = () => shown;
  changing(() => (shown = after));
}

test("a tap on what has just gone does nothing for a moment, at its place alone and once", async () => {
  const gone = boxed(box(0, 0));
  const other = boxed(box(0, 0));
  changed([gone], [other]);
  assert.equal(await tapped(25, 25, other), false);
  assert.equal(await tapped(50, 50, other), false);
  assert.equal(await tapped(51, 25, other), true);
  assert.equal(await tapped(25, 25, other, 0), true); // a key
  now += 399;
  assert.equal(await tapped(0, 0, other), false);
  now += 1;
  assert.equal(await tapped(25, 25, other), true);
});

test("what is known by its key is the same though it is drawn anew, and what is unseen was not there", async () => {
  const keyed = () => boxed(box(100, 0), { dataset: { key: "yes" } });
  const drawn = keyed();
  changed([keyed()], [drawn]);
  assert.equal(await tapped(125, 25, drawn), true);
  const far = [boxed(box(200, 600)), boxed(box(200, -50)), boxed({ left: 0, right: 0, top: 0, bottom: 9 })];
  changed(far, []);
  assert.equal(await tapped(225, 625), true);
  assert.equal(await tapped(225, -25), true);
  assert.equal(await tapped(0, 5), true);
  changed([boxed(box(300, 599))], []);
  assert.equal(await tapped(325, 610), false);
});

test("a board that moved swallows a tap on it, and who turns the screen looks anew", async () => {
  const board = boxed(box(0, 100));
  const moved = boxed(box(0, 100));
  moved.classList.contains = () => true;
  changed([board], [moved]);
  assert.equal(await tapped(25, 125, moved), false);
  changed([boxed(box(0, 300))], []);
  await page.happens("resize");
  assert.equal(await tapped(25, 325), true);
});

test("a page is drawn once for many changes, and never under a finger", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  document.querySelectorAll = () => [];
  await page.happens("click", { detail: 0 });
  mock.timers.tick(1); // no finger is on the page
  let drawn = 0;
  const frames = [];
  globalThis.requestAnimationFrame = (draw) => frames.push(draw);
  const frame = () => frames.splice(0).forEach((draw) => draw());
  const drawing = new Drawing(() => (drawn += 1));
  drawing.schedule();
  drawing.schedule();
  assert.deepEqual([frames.length, drawing.isWaiting], [1, true]);
  frame();
  assert.deepEqual([drawn, drawing.isWaiting], [1, false]);
  const after = async (name, ms) => {
    await page.happens("pointerdown", { target: null });
    drawing.schedule();
    frame();
    const before = drawn;
    await page.happens(name, { detail: 0 });
    mock.timers.tick(ms - 1);
    frame();
    const isEarly = drawn > before;
    mock.timers.tick(1);
    frame();
    return [isEarly, drawn > before];
  };
  assert.deepEqual(await after("pointerup", 300), [false, true]);
  assert.deepEqual(await after("click", 1), [true, true]);
  assert.deepEqual(await after("pointercancel", 1), [true, true]);
  mock.timers.reset();
});

test("a page is scrolled as far as is needed and possible, with some room", () => {
  const span = (top, bottom) => ({ top, bottom });
  const sight = span(100, 400);
  const told = [
    [span(106, 394)],
    [span(105, 200)],
    [span(300, 395)],
    [span(100, 388)],
    [span(100, 389)],
    [span(0, 50)],
    [span(390, 450), span(300, 310)],
  ];
  assert.deepEqual(
    told.map((spans) => scrollFor(spans, sight)),
    [0, -1, 1, -6, 0, -106, 56],
  );
});

// A phone's page with what is *lit*, under the answers at 400.
function phone({ lit = {}, arrow = null, question = false, answers = true, title = null } = {}) {
  const scrolled = [];
  globalThis.scrollBy = ({ top }) => scrolled.push(top);
  globalThis.getComputedStyle = () => ({ position: title });
  const node = (hex, top) =>
    Object.assign(boxed(box(0, top, 20)), { closest: () => ({ getAttribute: () => hex }) });
  const nodes = (asked) =>
    asked.split(", ").flatMap((name) => (lit[name] ?? []).map((top) => node(name + top, top)));
  const board = {
    querySelector: (asked) =>
      asked === "[data-arrow]" ? arrow && { dataset: { arrow } } : (nodes(asked)[0] ?? null),
    querySelectorAll: nodes,
  };
  const head = boxed(box(0, 0, 30), { nextElementSibling: boxed(box(0, 80)) });
  head.scrollIntoView = () => scrolled.push("into view");
  const held = {
    ".answers": answers && boxed(box(0, 400)),
    ".question": question && {},
    ".asked-head": title && head,
  };
  const ask = { firstElementChild: head, querySelector: (asked) => held[asked] || null };
  return { board, ask, scrolled };
}
const seen = (asks, part) => {
  document.body.dataset.asks = asks;
  const places = phone(part);
  turnToAsked(places);
  const [, ...more] = places.scrolled;
  bringInSight(places);
  return [places.scrolled[0], ...more, places.scrolled.length];
};

test("a phone shows what is meant: who is looked at, what is lit, or both sides of a fight", () => {
  const meant = (asks, lit, arrow) => seen(asks, { lit, arrow })[1];
  assert.equal(meant("a", { ".lit-looked": [450], ".lit-selected": [400], ".lit-move": [900] }), 76);
  assert.equal(meant("orders_wait", { ".lit-selected": [450], ".lit-move": [460] }), 0);
  assert.equal(meant("b", { ".lit-selected": [450], ".lit-target": [460] }), 86);
  assert.equal(meant("c", { ".lit-selected": [450], '[data-hex="C3"] .hit': [470] }, "B2 C3"), 96);
  assert.equal(meant("d", {}), 0);
});

test("a phone scrolls once for what is meant, and not where the table asks about its book or nothing is answered", () => {
  const lit = { ".lit-move": [450] };
  assert.deepEqual(seen("e", { lit }), ["into view", 76, 2]);
  assert.deepEqual(seen("f", { lit, question: true }), ["into view", 1]);
  assert.deepEqual(seen("g", { lit, answers: false }), ["into view", 1]);
  assert.deepEqual(seen("h", { lit: { ".lit-move": [10] }, title: "sticky" }), [50, -26, 2]);
  assert.deepEqual(seen("i", { lit: { ".lit-move": [10] }, title: "static" }), ["into view", 0, 2]);
});

test("a way of the compass is chosen by a tap, by Enter and by the space bar, which scrolls nothing", () => {
  const done = [];
  const drawn = drawCompass("Way", null, (way) => done.push(way), grid(), { from: "C3", taken: new Set() });
  const way = elements(drawn).find(({ props }) => props["data-key"] === "way east").props;
  way.onClick();
  for (const key of ["Enter", " ", "n"]) way.onKeyDown({ key, preventDefault: () => done.push(key) });
  assert.deepEqual(done, ["east", "Enter", "east", " ", "east"]);
});
