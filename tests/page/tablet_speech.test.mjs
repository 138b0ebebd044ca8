import assert from "node:assert/strict";
import { mock, test } from "node:test";

import "./browser.mjs";

const { Mouth, pieces } = await import("../../companion/web/static/voice/tablet_speech.mjs");

test("a short sentence is said in one piece", () => {
  assert.deepEqual(pieces("Daqan Lords have won."), ["Daqan Lords have won."]);
  assert.deepEqual(pieces(""), []);
});

test("a long text is cut after a sentence, so that no piece is longer than voices can", () => {
  const sentence = "Citadel Guard 2 attacks Blood Harvesters 1 and hits twice.";
  assert.deepEqual(pieces([sentence, sentence, sentence].join(" ")), [`${sentence} ${sentence}`, sentence]);
});

test("where no sentence ends in time it is cut after a comma, and else between words", () => {
  const list = `${"archers and riders ".repeat(4)}stand, ${"guards ".repeat(12)}`;
  assert.equal(pieces(list)[0], `${"archers and riders ".repeat(4)}stand,`);
  const long = "word ".repeat(60).trim();
  assert.ok(pieces(long).every((piece) => piece.length <= 130 && !/^\S*wo$/.test(piece)));
  assert.equal(pieces(long).join(" "), long);
});

test("a word without an end is cut at last", () => {
  assert.deepEqual(
    pieces("x".repeat(300)).map((piece) => piece.length),
    [130, 130, 40],
  );
});

// A mouth of a browser whose own voice says everything at once.
function mouth({ hasVoice = true } = {}) {
  const spoken = [];
  const told = [];
  globalThis.Audio = class {
    play = () => assert.fail("the table's computer was asked for the sound");
    pause() {}
  };
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  const voice = { lang: "en", localService: true };
  globalThis.window = { speechSynthesis: true };
  globalThis.speechSynthesis = {
    getVoices: () => (hasVoice ? [voice] : []),
    cancel() {},
    speak(utterance) {
      spoken.push(utterance.text);
      utterance.onstart();
      utterance.onend();
    },
  };
  return { spoken, told, own: new Mouth((...how) => told.push(how)) };
}

const settled = () => new Promise((done) => setTimeout(done));

test("an answer is said here, before what waits, and the table is told nothing of it", async () => {
  const { spoken, told, own } = mouth();
  own.add({ number: 7, text: "First.", lang: "en", by: {}, left: 20, urgent: false });
  own.add({ number: 8, text: "Later.", lang: "en", by: {}, left: 20, urgent: false });
  own.answer("Old answer.");
  own.answer("My hand: Wedge.");
  await settled();
  assert.deepEqual(spoken, ["First.", "My hand: Wedge.", "Later."]);
  assert.deepEqual([...new Set(told.map(([number]) => number))], [7, 8]);
});

test("an answer for which this tablet has no voice is left to the screen reader", async () => {
  const { spoken, told, own } = mouth({ hasVoice: false });
  own.answer("My hand: Wedge.");
  await settled();
  assert.deepEqual([spoken, told], [[], []]);
});

test("an undo silences what the table said, and no answer", async () => {
  const { spoken, own } = mouth();
  own.add({ number: 7, text: "First.", lang: "en", by: {}, left: 20, urgent: false });
  own.add({ number: 8, text: "Later.", lang: "en", by: {}, left: 20, urgent: false });
  own.answer("Near.");
  own.hush(8);
  await settled();
  assert.deepEqual(spoken, ["First.", "Near."]);
});

test("after what is cut off the next is said a moment later: some browsers drop what comes sooner", async () => {
  const { spoken, own } = mouth();
  const atOnce = globalThis.speechSynthesis.speak;
  globalThis.speechSynthesis.speak = ({ text }) => spoken.push(text); // and goes on saying it
  own.add({ number: 7, text: "First.", lang: "en", by: {}, left: 20, urgent: false });
  globalThis.speechSynthesis.speak = atOnce;
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
  own.add({ number: 8, text: "Urgent.", lang: "en", by: {}, left: 20, urgent: true });
  await new Promise(setImmediate);
  assert.deepEqual(spoken, ["First."]);
  mock.timers.tick(50);
  await new Promise(setImmediate);
  mock.timers.reset();
  assert.deepEqual(spoken, ["First.", "Urgent."]);
});
