// The page that gets ready: six steps, which of them is open, and how each is left.

import { mock, test } from "node:test";

import { drawnAnew, lineOf, openDocument, tableOf } from "./document.mjs";
import { kept } from "./drawn.mjs";
import { view } from "./made.mjs";

const PLACES = ["steps", "step", "foot", "lost", "notices", "change", "toast"];
const { places, page, text, document } = openDocument(PLACES, { body: { role: "both" } });
const line = lineOf();
const steps = (states) =>
  Object.entries(states).map(([step, state]) => ({ step, state, text: `${step} is ${state}.` }));
const PRINT = { counts: {}, marks: 0, sizes: [22], size: 22, dice: "typed", advised: null };
const STATES = { game: "done", print: "skipped", camera: "not_needed", grid: "look", deploy: "look" };
const told = {
  "/start.json": { steps: steps(STATES), print: PRINT, camera: null, grid: null, voice: null, puts: {} },
};
const done = tableOf(told);
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
globalThis.history = { replaceState: (...said) => done.push(`goes to ${said[2]}`) };

await import("../../companion/web/static/assistant.mjs");
await drawnAnew();

const tap = async (place, key) => {
  await places[place].keyed(key).happens("click");
  await drawnAnew();
  return `== ${key}\n${done.splice(0).join("\n")}\n${text("steps", "step", "foot")}`;
};

test("the first step that wants somebody is opened, and each leads on to the next that does", async (t) => {
  const before = text();
  await line.show(
    view({ step: "set_up", wait: { wait: "set_up_wait", banners: 0, units: 0 } }, { name: "First" }),
  );
  const parts = [before, text(), done.splice(0).join("\n")];
  parts.push(await tap("steps", "step game"), await tap("foot", "next"), await tap("foot", "back"));
  parts.push(await tap("foot", "back"), await tap("foot", "back"), await tap("steps", "step voice"));
  parts.push(await tap("foot", "skip"), await tap("steps", "step deploy"), await tap("steps", "step camera"));
  kept(t, parts.join("---\n"));
});

test("a step that was left out is taken up again, and an address names its step", async (t) => {
  const parts = [await tap("steps", "step print"), await tap("foot", "again")];
  for (const hash of ["#grid", "#nothing"]) {
    globalThis.location.hash = hash;
    await page.happens("hashchange");
    await drawnAnew();
    parts.push(text("step", "foot"));
  }
  told["/start/say"] = { ok: false, trouble: "No." };
  parts.push(await tap("foot", "skip"), text("toast"));
  kept(t, parts.join("---\n"));
});

test("nobody is asked while nobody looks, and how the steps stand is drawn once it changes", async (t) => {
  done.length = 0;
  const parts = [];
  for (const [shown, ms] of [
    ["hidden", 1000],
    ["visible", 999],
    ["visible", 1],
  ]) {
    document.visibilityState = shown;
    mock.timers.tick(ms);
    await drawnAnew();
    parts.push(`${shown} ${ms}: ${done.splice(0)}`);
  }
  told["/start.json"] = { ...told["/start.json"], steps: steps({ ...STATES, grid: "done" }) };
  mock.timers.tick(1000);
  await drawnAnew();
  kept(t, [...parts, text("steps", "step", "foot")].join("\n"));
});
