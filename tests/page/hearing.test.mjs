// The sheet of what is said.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { keyed } from "./made.mjs";

const { drawHearing } = await import("../../companion/web/static/voice/hearing.mjs");

test("captions that are shown are taken away by a tap, and come again by the next", () => {
  const shown = [];
  const speaker = {
    showsCaptions: true,
    showCaptions: (are) => shown.push((speaker.showsCaptions = are)),
  };
  const page = { voice: { state: "off" }, speaker, canPlay: false, set() {} };
  for (let tap = 0; tap < 2; tap++) keyed(drawHearing(page), "captions").props.onClick();
  assert.deepEqual(shown, [false, true]);
});
