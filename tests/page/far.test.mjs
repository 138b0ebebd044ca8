// The button that fills the screen: there where the browser can, gone in an installed app.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { fillButton } = await import("../../companion/web/static/game/far.mjs");

function screen({ can = true, isApp = false, isFull = false }) {
  const calls = [];
  globalThis.matchMedia = () => ({ matches: isApp || isFull });
  Object.assign(globalThis.document, {
    fullscreenEnabled: can,
    fullscreenElement: isFull ? {} : null,
    exitFullscreen: async () => calls.push("exit"),
    documentElement: { lang: "en", requestFullscreen: async () => calls.push("fill") },
  });
  return calls;
}

test("one tap fills the screen and one comes back", () => {
  const filled = screen({});
  fillButton().props.onClick();
  assert.deepEqual(filled, ["fill"]);
  const left = screen({ isFull: true });
  fillButton().props.onClick();
  assert.deepEqual(left, ["exit"]);
});

test("there is no such button where it could do nothing", () => {
  for (const one of [{ can: false }, { isApp: true }]) {
    screen(one);
    assert.equal(fillButton(), null);
  }
});
