// This tablet as one of the table's speakers: what is its own to say, its signs of life, and what is shown of it.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { drawnAnew, openDocument, tableOf } from "./document.mjs";

const { places, page: opened } = openDocument(["invite", "captions"]);
const done = tableOf({});
let clock = 100_000;
Date.now = () => clock;
Object.defineProperty(globalThis, "navigator", { value: { sendBeacon: (to) => done.push(`beacon ${to}`) } });
globalThis.Audio = class {
  play = async () => {};
  pause() {}
};
mock.timers.enable({ apis: ["setInterval"] });
const stored = { value: null };
globalThis.localStorage = { getItem: () => stored.value, setItem: (_, value) => (stored.value = value) };
const { Speaker, answerHere } = await import("../../companion/web/static/voice/speaker.mjs");

const me = (part = {}) => ({ id: "here", chosen: true, ...part });
const said = (number, part = {}) => ({
  number,
  text: `Said ${number}`,
  by: { here: "tab" },
  left: 9,
  lang: "en",
  urgent: false,
  ...part,
});
const heard = (part = {}) => ({
  speakers: [me()],
  state: "ready",
  who: "Here",
  said: 9,
  void: 0,
  sentences: [],
  ...part,
});

function speaking(voice = heard(), part = {}) {
  const page = { canPlay: true, voice, said: [], say: (...words) => page.said.push(words), ...part };
  const speaker = new Speaker(page, "here");
  const mouth = [];
  Object.assign(speaker, { tab: "tab" });
  const telling =
    (name) =>
    (...told) =>
      mouth.push([name, ...told]);
  speaker.mouth = Object.fromEntries(
    ["add", "answer", "hush", "unlock", "stop"].map((name) => [name, telling(name)]),
  );
  speaker.shows = mouth;
  done.length = 0;
  return Object.assign(speaker, { spoken: mouth });
}
const added = (speaker) => speaker.spoken.filter(([name]) => name === "add").map(([, { number }]) => number);
const take = (speaker, voice) => {
  speaker.page.voice = voice;
  speaker.take(voice);
};

test("what is this tab's own is said, once, unless it was taken back or is over", () => {
  const sentences = [
    said(1),
    said(2),
    said(3, { by: { here: "other" } }),
    said(4, { left: 0 }),
    said(5),
    said(6, { by: {} }),
  ];
  const speaker = speaking();
  take(speaker, heard({ sentences, void: 1 }));
  assert.deepEqual(added(speaker), [2, 5]);
  assert.deepEqual(speaker.spoken[0], ["hush", 1]);
  take(speaker, heard({ sentences }));
  assert.deepEqual(added(speaker), [2, 5]);
  const waiting = done
    .filter((each) => each.includes("waiting"))
    .map((each) => JSON.parse(each.split(" ")[1]));
  assert.deepEqual(waiting[0], { tab: "tab", number: 2, progress: "waiting", trouble: "" });
});

test("nothing is said for an onlooker, nor what came while the page slept", () => {
  const onlooker = speaking(heard(), { canPlay: false });
  take(onlooker, heard({ sentences: [said(1)] }));
  assert.deepEqual(added(onlooker), []);
  const speaker = speaking();
  clock += 6001;
  take(speaker, heard({ sentences: [said(1)] }));
  clock += 1499;
  take(speaker, heard({ sentences: [said(2)] }));
  clock += 1;
  take(speaker, heard({ sentences: [said(3)] }));
  assert.deepEqual(added(speaker), [3]);
  clock += 6000;
  take(speaker, heard({ sentences: [said(4)] }));
  assert.deepEqual(added(speaker), [3, 4]);
});

test("a table that has begun anew counts from its beginning", () => {
  const speaker = speaking();
  take(speaker, heard({ sentences: [said(7)], said: 7 }));
  take(speaker, heard({ sentences: [said(1)], said: 7 }));
  take(speaker, heard({ sentences: [said(1)], said: 1 }));
  assert.deepEqual(added(speaker), [7, 1]);
});

test("a sign of life is given at first, then by a tablet that speaks or may, every four seconds", () => {
  const signs = (speaker, ms) => {
    done.length = 0;
    clock += ms;
    speaker.beat();
    return done.filter((each) => each.startsWith("/voice/here")).length;
  };
  const speaker = speaking();
  assert.deepEqual(
    [signs(speaker, 0), signs(speaker, 3999), signs(speaker, 1), signs(speaker, 0)],
    [1, 0, 1, 0],
  );
  const other = speaking(heard({ speakers: [me({ chosen: false })] }));
  assert.deepEqual([signs(other, 0), signs(other, 4000)], [1, 0]);
  other.unlock();
  assert.equal(signs(other, 4000), 1);
  for (const silent of [
    speaking(heard(), { canPlay: false }),
    speaking(null),
    speaking(heard({ state: "off" })),
  ])
    assert.equal(signs(silent, 4000), 0);
});

test("the clock of a second gives signs of life too, and whoever leaves says so once", async () => {
  const speaker = speaking();
  mock.timers.tick(1000);
  assert.ok(done.some((each) => each.startsWith("/voice/here")));
  assert.equal(speaker.beaten, clock);
  done.length = 0;
  speaker.leave();
  speaker.leave();
  assert.deepEqual(done, ["beacon /voice/leave"]);
});

test("any tap lets a tablet speak that is to, and no other", async () => {
  const chosen = speaking();
  const other = speaking(heard({ speakers: [me({ chosen: false })] }));
  await opened.happens("pointerup");
  assert.deepEqual([chosen.ready, other.ready], [true, false]);
  assert.deepEqual(chosen.spoken, [["unlock"]]);
  await opened.happens("keydown");
  assert.deepEqual(chosen.spoken, [["unlock"]]);
});

test("speaking here is asked of the table and tried aloud, and a refusal is said", async () => {
  const speaker = speaking();
  await speaker.enable();
  await speaker.enable(false);
  await speaker.test("here");
  await speaker.test("other");
  await speaker.silence();
  const asked = done.filter((each) => !each.startsWith("/voice/here"));
  assert.deepEqual(asked, [
    '/voice/speaker {"speaker":"here","speaks":true,"alone":true,"tab":"tab"}',
    '/voice/test {"speaker":"here","tab":"tab"}',
    '/voice/speaker {"speaker":"here","speaks":true,"alone":false,"tab":"tab"}',
    '/voice/test {"speaker":"here","tab":"tab"}',
    '/voice/test {"speaker":"here","tab":"tab"}',
    '/voice/test {"speaker":"other","tab":""}',
    '/voice/speaker {"speaker":"here","speaks":false}',
  ]);
  assert.equal(speaker.wants, false);
  assert.equal(speaker.spoken.length, 3);
  globalThis.fetch = async () => ({ json: async () => ({ ok: false, trouble: "No." }) });
  await speaker.enable();
  assert.deepEqual([speaker.wants, speaker.page.said], [true, [["No.", { bad: true }]]]);
  tableOf({});
});

test("an answer is said here only where this tablet is to speak", () => {
  const speaker = speaking();
  answerHere("Two.");
  speaking(heard({ speakers: [me({ chosen: false })] }));
  answerHere("Three.");
  assert.deepEqual(speaker.spoken, [["answer", "Two."]]);
});

test("the last two sentences are shown, none twice in a row, and none where nobody wants them", async () => {
  const speaker = speaking();
  take(speaker, heard({ sentences: [said(1), said(2, { text: "Said 1" }), said(3), said(4)] }));
  await drawnAnew();
  assert.equal(places.captions.textContent, "Said 3Said 4");
  assert.equal(places.captions.hidden, false);
  speaker.showCaptions(false);
  assert.deepEqual([stored.value, places.captions.hidden], ["off", true]);
  speaker.showCaptions(true);
  assert.deepEqual([stored.value, places.captions.hidden], ["on", false]);
});

test("a voice is offered where nobody speaks, and here until it was heard", () => {
  const isOffered = (voice, part) => {
    const speaker = speaking(voice, part);
    speaker.draw();
    const before = !places.invite.hidden;
    speaker.report(1, "heard");
    speaker.draw();
    return [before, !places.invite.hidden];
  };
  const other = [me({ chosen: false })];
  assert.deepEqual(isOffered(heard()), [true, false]);
  assert.deepEqual(isOffered(heard({ speakers: other })), [false, false]);
  assert.deepEqual(isOffered(heard({ speakers: other, who: "" })), [true, false]);
  assert.deepEqual(isOffered(heard({ state: "off" })), [false, false]);
  assert.deepEqual(isOffered(heard(), { canPlay: false }), [false, false]);
  assert.deepEqual(isOffered(null), [false, false]);
});
