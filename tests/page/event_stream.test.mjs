// The line to the table: when it counts as lost, and what somebody hears who comes late.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Wire } from "../../companion/web/static/link/event_stream.mjs";
import { Share } from "../../companion/web/static/link/share.mjs";

class Source extends EventTarget {
  static all = [];
  constructor(address) {
    super();
    Object.assign(this, { address, isClosed: false });
    Source.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
  send(kind, data) {
    this.dispatchEvent(Object.assign(new Event(kind), { data }));
  }
}

const newest = () => Source.all.at(-1);
let told;
let wire;
let answer;

beforeEach(() => {
  mock.timers.enable({ apis: ["setInterval", "Date"], now: 1_000_000 });
  globalThis.EventSource = Source;
  answer = { status: 200, type: "basic" };
  globalThis.fetch = async () => answer;
  Source.all.length = 0;
  told = [];
  wire = new Wire((message) => told.push(message), "/events");
});

afterEach(() => {
  wire.close();
  mock.timers.reset();
});

const kinds = () => told.map(({ kind }) => kind);
const settled = () => new Promise((done) => setImmediate(done));

test("what the table sends is told as it comes", () => {
  newest().send("scenario", "S");
  newest().send("view", "V");
  newest().send("beat");
  assert.deepEqual(told, [{ kind: "scenario", text: "S" }, { kind: "view", text: "V" }, { kind: "up" }]);
});

test("a table that beats is not lost, one that is silent for longer is", () => {
  for (let second = 0; second < 20; second += 2) {
    newest().send("beat");
    mock.timers.tick(2000);
  }
  assert.ok(!kinds().includes("down"));
  mock.timers.tick(3000);
  assert.equal(kinds().at(-1), "down");
  assert.equal(Source.all[0].isClosed, true);
});

test("whatever comes from the table is a sign of life", () => {
  for (const kind of ["view", "voice", "changes", "beat"]) {
    mock.timers.tick(3000);
    newest().send(kind, "{}");
  }
  mock.timers.tick(3000);
  assert.ok(!kinds().includes("down"));
});

test("a line that is lost is tried again later and later, but within eight seconds", () => {
  const waits = [];
  for (let attempt = 1; attempt < 7; attempt += 1) {
    newest().dispatchEvent(new Event("error"));
    const { retryAt } = told.findLast(({ kind }) => kind === "down");
    waits.push(retryAt - Date.now());
    mock.timers.tick(retryAt - Date.now() + 500);
    assert.equal(Source.all.length, attempt + 1);
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 8000, 8000]);
});

test("once something is heard again the next loss is the first", () => {
  newest().dispatchEvent(new Event("error"));
  wire.open();
  newest().send("view", "V");
  newest().dispatchEvent(new Event("error"));
  assert.equal(told.findLast(({ kind }) => kind === "down").attempt, 1);
});

test("an old line that ends does not end the new one", () => {
  const old = newest();
  wire.open();
  old.dispatchEvent(new Event("error"));
  assert.deepEqual(kinds(), []);
  assert.equal(newest().isClosed, false);
});

test("who comes late is told all that is known, the newest of each", () => {
  for (const [kind, text] of [
    ["scenario", "S"],
    ["view", "V1"],
    ["view", "V2"],
    ["voice", "T"],
  ])
    newest().send(kind, text);
  told.length = 0;
  wire.report();
  assert.deepEqual(told, [
    { kind: "scenario", text: "S" },
    { kind: "view", text: "V2" },
    { kind: "voice", text: "T" },
  ]);
});

test("who comes late to a lost line is told that it is lost, not what was last seen", () => {
  newest().send("view", "V");
  newest().dispatchEvent(new Event("error"));
  told.length = 0;
  wire.report();
  assert.deepEqual(kinds(), ["down"]);
});

test("a lost line tells no page which game lay there: the next one's would begin anew again and again", () => {
  newest().send("changes", "C");
  newest().dispatchEvent(new Event("error"));
  told.length = 0;
  wire.report();
  assert.deepEqual(kinds(), ["down"]);
});

test("a device that has been let go is told so", async () => {
  answer = { status: 403, type: "basic" };
  newest().dispatchEvent(new Event("error"));
  await settled();
  assert.equal(kinds().at(-1), "out");
});

test("a table that is served by https now is told as such", async () => {
  answer = { status: 0, type: "opaqueredirect" };
  newest().dispatchEvent(new Event("error"));
  await settled();
  assert.equal(told.at(-1).isSecure, true);
});

test("a line that is closed is not opened again", () => {
  wire.close();
  mock.timers.tick(20_000);
  assert.equal(Source.all.length, 1);
});

// What the tabs of one browser say to one another is heard by all others at once.
class Channel extends EventTarget {
  static all = [];
  constructor() {
    super();
    Channel.all.push(this);
  }
  postMessage(data) {
    for (const each of Channel.all)
      if (each !== this) each.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
}

test("of several tabs one has the line, and the others hear by it", () => {
  globalThis.BroadcastChannel = Channel;
  globalThis.addEventListener = () => {};
  wire.close();
  const heard = [[], [], []];
  const tabs = heard.map((each) => new Share("herald", "/events", (message) => each.push(message)));
  for (let tenths = 0; tenths < 100; tenths += 1) {
    mock.timers.tick(100);
    if (tenths % 20 === 0) newest().send("beat");
  }
  newest().send("view", "V");
  assert.equal(Source.all.filter(({ isClosed }) => !isClosed).length, 1);
  for (const each of heard) assert.deepEqual(each.at(-1), { kind: "view", text: "V" });
  tabs.forEach((tab) => tab.giveUp());
});
