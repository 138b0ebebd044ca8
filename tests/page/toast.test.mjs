// One sentence above everything else, and what stands in red: how they come, and how they go.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { drawnAnew, openDocument, tableOf } from "./document.mjs";
import { kept } from "./drawn.mjs";

const { places, text } = openDocument(["lost", "notices", "change", "toast"], {
  body: { role: "both", device: "here" },
});
const told = {};
const done = tableOf(told);
let closed = null;
globalThis.sessionStorage = { getItem: () => closed, setItem: (_, value) => (closed = value) };
mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
const port = {
  heard: [],
  addEventListener: (_, hear) => port.heard.push(hear),
  start() {},
  postMessage() {},
};
globalThis.SharedWorker = class {
  port = port;
};
const at = (name) => `../../companion/web/static/${name}.mjs`;
const { closeToast, showToast } = await import(at("parts/toast"));
const { connectPage, drawAlerts, hush, isPassing, say, sendOne } = await import(at("link/page_shell"));
const { button } = await import(at("parts/dom"));

const tell = async (data) => {
  port.heard.forEach((hear) => hear({ data }));
  await drawnAnew();
};

test("a sentence goes after a while, later where something is offered, and by a tap", async () => {
  const passes = (options, ms) => {
    showToast(places.toast, "Said.", options);
    mock.timers.tick(ms);
    return places.toast.hidden;
  };
  assert.deepEqual([passes({}, 8999), passes({}, 9000)], [false, true]);
  const offers = [button("Do it", () => {})];
  assert.deepEqual([passes({ offers }, 14999), passes({ offers }, 15000)], [false, true]);
  showToast(places.toast, "Said.");
  showToast(places.toast, "Said again.");
  mock.timers.tick(9000);
  showToast(places.toast, "Said.");
  places.toast.onclick({ target: {} });
  assert.equal(places.toast.hidden, false);
  places.toast.onclick({ target: places.toast.keyed("close toast") });
  assert.equal(places.toast.hidden, true);
  showToast(places.toast, "Said.");
  await places.toast.keyed("close toast").happens("click");
  assert.equal(places.toast.hidden, true);
  closeToast(places.toast);
});

test("a sentence is red where something went wrong, and known where the rules refused", (t) => {
  const shown = ["", { bad: true }, { passes: true, why: "why?" }].map((options) => {
    say("Said.", options || undefined);
    return `${places.toast.className} ${isPassing()}\n${text("toast")}`;
  });
  hush();
  kept(t, [...shown, text("toast")].join("---\n"));
});

test("one thing is sent at a time, and a refusal is said", async () => {
  const page = { busy: false };
  told["/a"] = { ok: false, trouble: "Broken." };
  const [first, second] = await Promise.all([sendOne(page, "/a", {}), sendOne(page, "/a", {})]);
  assert.deepEqual([first.ok, second, page.busy, done.length], [false, { ok: false }, false, 1]);
  assert.match(places.toast.textContent, /Broken\./);
});

test("what stands in red is read and gone, the line is told, and a change of games is offered back", async (t) => {
  const parts = [];
  const gone = [];
  Object.assign(globalThis.location, { reload: () => gone.push("anew"), assign: (to) => gone.push(to) });
  const page = { view: null, down: null, busy: false, retry: () => gone.push("retry") };
  page.set = (part) => {
    Object.assign(page, part);
    gone.push(`set ${JSON.stringify(part)}`);
    drawAlerts(page);
  };
  connectPage(page, ({ kind }) => gone.push(kind));
  const shows = (what) =>
    parts.push(`== ${what}\n${text("lost", "notices", "change")}${gone.splice(0).join("\n")}`);
  await tell({ kind: "down", attempt: 2, retryAt: Date.now() + 1500 });
  shows("down");
  mock.timers.tick(1000);
  shows("a second later");
  await places.lost.keyed("retry").happens("click");
  await tell({ kind: "up" });
  await tell({ kind: "up" });
  shows("up");
  const notice = (id, can_dismiss) => ({ id, text: `Notice ${id}.`, remedy: "Mend it.", can_dismiss });
  page.view = { notices: [notice("over", true), notice("open", false)] };
  drawAlerts(page);
  shows("notices");
  done.length = 0;
  await places.notices.keyed("notice over").happens("click");
  parts.push(done.join("\n"));
  page.view.notices = [];
  drawAlerts(page);
  shows("none");
  const changes = (part) =>
    tell({
      kind: "changes",
      at: Date.now(),
      text: JSON.stringify({ laid: "g1", open: null, last: null, ...part }),
    });
  await changes({
    open: { number: 1, text: "New game", who: "Ana", by: "other", asked: ["here"], left: 20 },
  });
  shows("asked");
  mock.timers.tick(1000);
  shows("asked, a second later");
  await changes({ last: { text: "New game", who: "Ana", ago: 5 } });
  shows("changed");
  mock.timers.tick(9000);
  shows("changed, later");
  mock.timers.tick(1000);
  shows("changed, long ago");
  await changes({ last: { text: "Other game", who: "Ana", ago: 0 } });
  done.length = 0;
  await places.change.keyed("take back").happens("click");
  await places.change.keyed("close change").happens("click");
  parts.push(done.join("\n"));
  shows("closed");
  await changes({ last: { text: "Other game", who: "Ana", ago: 0 } });
  shows("told again");
  await changes({ laid: "g2" });
  await tell({ kind: "out" });
  shows("another game");
  kept(t, parts.join("\n"));
});
