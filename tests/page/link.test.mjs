// What goes between the page and the table, and between the tabs of a browser.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { drawnAnew, openDocument, tableOf } from "./document.mjs";

const { page: opened, document } = openDocument([]);
const told = {};
const done = tableOf(told);
let clock = 100_000;
Date.now = () => clock;
mock.timers.enable({ apis: ["setInterval"] });

const channels = [];
globalThis.BroadcastChannel = class {
  constructor() {
    this.sent = [];
    channels.push(this);
  }
  addEventListener(_, hear) {
    this.hear = (data) => hear({ data });
  }
  postMessage({ from: _, ...message }) {
    this.sent.push(message);
  }
};
globalThis.EventSource = class {
  static open = 0;
  constructor() {
    globalThis.EventSource.open += 1;
  }
  addEventListener() {}
  close() {}
};
const at = (name) => `../../companion/web/static/${name}.mjs`;
const { Share } = await import(at("link/share"));
const { sharePicture } = await import(at("link/share_picture"));
const { handIn } = await import(at("link/handing"));
const { awake, keepAwake } = await import(at("link/awake"));
const { tryWays } = await import(at("link/ways"));
const { drawLost } = await import(at("link/offline"));
const { soundChanges } = await import(at("voice/sounds"));
const { askBoard } = await import(at("board/questions"));
const { closesWithEscape, entersDice, keepFocus } = await import(at("parts/keys"));
const { words } = await import("./made.mjs");

// A tab that shares its line, with a number between 0 and 1 that is its own.
function tab(random = 0.5) {
  mock.method(Math, "random", () => random);
  const taken = [];
  const share = new Share("name", "/events", (message) => taken.push(message));
  const channel = channels.at(-1);
  channel.sent.length = 0;
  return { share, channel, taken };
}
const passed = (share, ms) => {
  clock += ms;
  share.watch();
  return Boolean(share.wire);
};

test("a tab takes the line where no other answers in time, and says that it has it each second", () => {
  const { share, channel } = tab();
  assert.deepEqual([passed(share, 600), passed(share, 1)], [false, true]);
  const says = (ms) => {
    channel.sent.length = 0;
    passed(share, ms);
    return [...channel.sent];
  };
  assert.deepEqual([says(399), says(1), says(1000), says(1)], [[], [{ has: true }], [], [{ has: true }]]);
  share.giveUp();
});

test("a tab that hears of another waits for it, takes what it tells, and follows where it is gone", () => {
  const { share, channel, taken } = tab();
  channel.hear({ from: 0.1, has: true, told: { kind: "up" } });
  channel.hear({ from: 0.1, has: true });
  channel.hear({ from: 0.1, ask: true });
  assert.deepEqual(taken, [{ kind: "up" }]);
  assert.deepEqual([passed(share, 5000), passed(share, 1)], [false, true]);
  share.giveUp();
  channel.hear({ from: 0.1, has: true });
  channel.hear({ from: 0.1, bye: true });
  assert.deepEqual([passed(share, 200), passed(share, 1)], [false, true]);
  share.giveUp();
});

test("of two tabs that have the line the one with the lower number keeps it", () => {
  const { share, channel } = tab();
  passed(share, 601);
  channel.hear({ from: 0.5, has: true });
  channel.hear({ from: 0.6, has: true });
  assert.ok(share.wire);
  channel.hear({ from: 0.4, has: true });
  assert.equal(share.wire, null);
  assert.equal(passed(share, 5000), false);
});

test("a tab is asked to try again, and gives the line up when it goes", async () => {
  const { share, channel } = tab();
  share.retry();
  assert.deepEqual(channel.sent, [{ retry: true }]);
  share.leave();
  assert.equal(channel.sent.length, 1);
  passed(share, 601);
  const before = globalThis.EventSource.open;
  share.retry();
  channel.hear({ from: 0.9, retry: true });
  assert.equal(globalThis.EventSource.open, before + 2);
  await opened.happens("pagehide");
  assert.deepEqual([share.wire, channel.sent.at(-1)], [null, { bye: true }]);
});

// A page that hands taps in.
function handing(part = {}) {
  const said = [];
  const page = {
    view: { game_id: "g", seq: 3 },
    down: null,
    busy: false,
    hush: () => said.push("hush"),
    ...part,
  };
  return Object.assign(page, {
    said,
    act: (command) => said.push(command),
    say: (text, more = {}) =>
      said.push([text, more.bad ?? false, (more.offers ?? []).length, Boolean(more.why)]),
  });
}
const MOVE = { do: "move" };
const hand = (page, command = MOVE) =>
  handIn(page, { address: "/do", message: (seen) => ({ seen }), command });

test("a tap is handed in with what the page shows, once at a time, and not without a table", async () => {
  done.length = 0;
  told["/do"] = { ok: true, told: "Told." };
  const page = handing();
  const both = [hand(page), hand(page)];
  assert.deepEqual([page.busy, (await Promise.all(both))[1]], [true, null]);
  assert.deepEqual(done, ['/do {"game":"g","seen":3}']);
  assert.deepEqual([page.busy, page.said], [false, ["hush", ["Told.", false, 0, false]]]);
  for (const part of [{ down: {} }, { view: null }]) {
    const cut = handing(part);
    assert.equal(await hand(cut), null);
    assert.equal(cut.said[0][1], true);
  }
});

test("a refusal is said with its rule, and with what the table may rule where it may", async () => {
  const answered = async (answer, command) => {
    told["/do"] = { ok: false, ...answer };
    const page = handing();
    await hand(page, command);
    return page.said.slice(1);
  };
  const refused = { text: "No.", rule: "orders", can_overrule: true };
  assert.deepEqual(await answered({ refused }), [["No.", true, 1, true]]);
  assert.deepEqual(await answered({ refused }, { do: "overrule", command: MOVE }), [["No.", true, 0, true]]);
  assert.deepEqual(await answered({ refused }, null), [["No.", true, 0, true]]);
  assert.deepEqual(await answered({ refused: { ...refused, can_overrule: false, rule: "" } }), [
    ["No.", true, 0, false],
  ]);
  assert.deepEqual(await answered({ trouble: "Broken." }), [["Broken.", true, 0, false]]);
  assert.deepEqual(await answered({ fallen: {} }), []);
});

test("a screen stays on where the browser lets it, and says why where it does not", async () => {
  const states = [];
  const changed = () => states.push(`${awake.on} ${awake.badge}`);
  keepAwake(changed);
  changed();
  globalThis.isSecureContext = true;
  keepAwake(changed);
  changed();
  let released = null;
  const lock = { addEventListener: (_, hear) => (released = hear) };
  const request = async () => (isRefused ? Promise.reject(new Error("no")) : lock);
  let isRefused = false;
  Object.defineProperty(globalThis, "navigator", { value: { wakeLock: { request } }, configurable: true });
  keepAwake(changed);
  await drawnAnew();
  released();
  document.visibilityState = "hidden";
  await document.happens("visibilitychange");
  await drawnAnew();
  document.visibilityState = "visible";
  await document.happens("visibilitychange");
  await drawnAnew();
  isRefused = true;
  await document.happens("visibilitychange");
  await drawnAnew();
  const sleeps = "false Screen may sleep";
  assert.deepEqual(states, [
    `${sleeps}: no https`,
    sleeps,
    "true Screen stays on",
    sleeps,
    "true Screen stays on",
    sleeps,
  ]);
});

test("other addresses are tried but for the one that is here, and none by https", async () => {
  const ways = () => [{ url: "http://a", here: true }, { url: "http://b" }, { url: "http://c" }];
  const tried = async (protocol) => {
    told["/ways"] = { ways: ways() };
    told["http://b/open"] = {};
    globalThis.location.protocol = protocol;
    const page = { set: (part) => Object.assign(page, part) };
    await tryWays(page);
    return page.ways.map(({ open }) => open);
  };
  assert.deepEqual(await tried("http:"), [undefined, true, false]);
  assert.deepEqual(await tried("https:"), [undefined, undefined, undefined]);
});

test("a tablet that is cut off counts the seconds, or is told of the secure address", () => {
  const lost = (down) => words(drawLost({ down }));
  assert.equal(lost(null), "");
  assert.match(lost({ attempt: 2, retryAt: clock + 2001 }), /Try 2: again in 3 s\./);
  assert.match(lost({ attempt: 2, retryAt: clock }), /Try 2: connecting now\./);
  assert.match(lost({ isSecure: true }), /https:\/\/table\//);
});

test("what is asked of the board is said and heard, or why it is not", async () => {
  const asked = async () => {
    const said = [];
    await askBoard({ hush: () => said.push("hush"), say: (...words) => said.push(words) }, "near", "C3");
    return said;
  };
  told["/board/answer"] = { text: "Two Guards." };
  assert.deepEqual(await asked(), ["hush", ["Two Guards."]]);
  delete told["/board/answer"];
  assert.deepEqual((await asked())[1][1], { bad: true });
});

test("a blow sounds where this device wants it, falling and dying away", () => {
  const heard = [];
  const node = (name) =>
    new Proxy(
      {},
      {
        get: (_, key) => (key === "connect" ? (to) => to : sounding(`${name}.${String(key)}`)),
        set: (_, key, value) => heard.push(`${name}.${key} ${value}`),
      },
    );
  const sounding = (name) =>
    Object.assign((...numbers) => heard.push(`${name} ${numbers.join(" ")}`), {
      setValueAtTime: (...n) => heard.push(`${name} at ${n.join(" ")}`),
      exponentialRampToValueAtTime: (...n) => heard.push(`${name} to ${n.join(" ")}`),
    });
  globalThis.AudioContext = class {
    currentTime = 2;
    destination = {};
    resume = async () => {};
    createOscillator = () => node("tone");
    createGain = () => node("gain");
  };
  const view = (at, figures = 3) => ({ game: { units: [{ id: "a", at, figures, damage: 0 }] } });
  let looks = { sounds: false };
  globalThis.herald = { looks: () => looks };
  soundChanges(view("A1"), view(null));
  looks = { sounds: true };
  soundChanges(null, view(null));
  soundChanges(view("A1"), view("A1"));
  assert.deepEqual(heard, []);
  soundChanges(view("A1"), view("A1", 2));
  assert.deepEqual(heard, [
    "tone.type triangle",
    "tone.frequency at 150 2",
    "tone.frequency to 70 2.14",
    "gain.gain at 0.35 2",
    "gain.gain to 0.001 2.14",
    "tone.start 2",
    "tone.stop 2.14",
  ]);
});

test("a picture is shared by the device, or saved as a file; where it cannot be drawn nothing comes of it", async () => {
  const steps = [];
  globalThis.Image = class {
    naturalWidth = 3;
    naturalHeight = 2;
    decode = async () => steps.push(this.src);
  };
  let blob = new Blob(["x"]);
  document.createElement = (name) => ({
    getContext: () => ({ drawImage: (_, ...at) => steps.push(`draws ${at}`) }),
    toBlob: (done) => done(blob),
    click: () => steps.push(`clicks ${name}`),
  });
  URL.createObjectURL = () => "blob:x";
  mock.method(globalThis, "setTimeout", (_, ms) => steps.push(`forgets after ${ms}`));
  const can = (canShare) =>
    Object.defineProperty(globalThis, "navigator", {
      value: { canShare, share: async ({ files }) => steps.push(`shares ${files[0].name}`) },
      configurable: true,
    });
  can(() => true);
  assert.equal(await sharePicture("/a.svg"), true);
  can(undefined);
  assert.equal(await sharePicture("/b.svg"), true);
  blob = null;
  assert.equal(await sharePicture("/c.svg"), false);
  setTimeout.mock.restore();
  assert.deepEqual(steps, [
    "/a.svg",
    "draws 0,0",
    "shares battle.png",
    "/b.svg",
    "draws 0,0",
    "clicks a",
    "forgets after 60000",
    "/c.svg",
    "draws 0,0",
  ]);
});

test("Escape closes the sheet and gives the focus back, or lets go of what is chosen", async () => {
  const done = [];
  const opener = Object.assign(new globalThis.HTMLElement("button"), { focus: () => done.push("focus") });
  const page = {
    view: {},
    sheet: { name: "log" },
    hush: () => done.push("hush"),
    set: (part) => done.push(part),
  };
  closesWithEscape(page, { querySelector: (asked) => (asked.includes("log") ? opener : null) });
  const press = (key, part = {}) => document.happens("keydown", { key, ...part });
  await press("x");
  await press("Escape", { defaultPrevented: true });
  const shut = { sheet: null, draft: null, looked: null, place: null, sure: false };
  await press("Escape");
  page.sheet = null;
  await press("Escape");
  page.view = null;
  await press("Escape");
  assert.deepEqual(done, ["hush", shut, "focus", "hush", { ...shut, selected: null, through: null }]);
});

test("dice are entered by keys but not while something is typed, nor with Ctrl", async () => {
  const done = [];
  const answers = {
    querySelector: (asked) => (asked.includes('"2"') ? { click: () => done.push("2") } : null),
  };
  globalThis.CSS = { escape: (text) => text };
  entersDice(answers, () => done.push("back"));
  const target = (isField) => ({ target: { matches: () => isField } });
  const press = (key, part = {}, isField = false) =>
    opened.happens("keydown", { key, ...target(isField), ...part });
  await press("2");
  await press("3");
  await press("Backspace");
  await press("2", {}, true);
  for (const held of ["ctrlKey", "altKey", "metaKey"]) await press("2", { [held]: true });
  assert.deepEqual(done, ["2", "back"]);
});

test("the focus goes to the headline where what had it is gone, or where that is wanted", () => {
  const restored = (isIn, part, isWanted) => {
    const done = [];
    const place = (holds) => ({
      contains: () => holds,
      querySelector: () => ({ setAttribute() {}, focus: () => done.push(1) }),
    });
    document.activeElement = part && { isConnected: true, matches: () => false, ...part };
    keepFocus(place(isIn === "ask"), place(isIn === "tools")).restore(isWanted);
    return done.length === 1;
  };
  assert.equal(restored("ask", {}, false), false);
  assert.equal(restored("ask", {}, true), true);
  assert.equal(restored("ask", { isConnected: false }, false), true);
  assert.equal(restored("tools", { matches: () => true }, false), true);
  assert.equal(restored("", { isConnected: false }, false), false);
});
