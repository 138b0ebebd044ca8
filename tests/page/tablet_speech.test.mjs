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

// A mouth whose voice and whose sound are told by the test what to do, with the clock in its hand.
function slowMouth({ voices = [{ lang: "en-GB", localService: true }], refusal = "" } = {}) {
  const made = { utterances: [], told: [], cancelled: 0, paused: 0 };
  globalThis.Audio = class {
    constructor() {
      made.sound = this;
    }
    play = async () => {
      if (refusal) throw Object.assign(new Error(refusal), { name: refusal });
    };
    pause = () => (made.paused += 1);
  };
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  globalThis.window = { speechSynthesis: true };
  globalThis.speechSynthesis = {
    getVoices: () => voices,
    cancel: () => (made.cancelled += 1),
    speak: (utterance) => made.utterances.push(utterance),
  };
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1000 });
  made.own = new Mouth((...how) => made.told.push(how));
  return made;
}
const sentence = (number, part = {}) => ({
  number,
  text: "x".repeat(60),
  lang: "en",
  by: {},
  left: 20,
  urgent: false,
  ...part,
});
const soon = async () => {
  for (let n = 0; n < 3; n += 1) await new Promise(setImmediate);
};
const later = async (ms) => {
  mock.timers.tick(ms);
  await soon();
};

test("a voice that does not begin in time gives way to the computer's sound, for good", async () => {
  const made = slowMouth();
  made.own.add(sentence(7));
  await later(3999);
  assert.equal(made.sound.src, undefined);
  await later(1);
  assert.deepEqual([made.sound.src, made.cancelled], ["/speech.wav?id=7", 1]);
  made.sound.onplaying();
  made.sound.onended();
  await soon();
  made.own.add(sentence(8));
  await soon();
  assert.deepEqual([made.sound.src, made.utterances.length], ["/speech.wav?id=8", 1]);
  assert.deepEqual(made.told, [[7, "heard"], [7, null]]); // prettier-ignore
  made.own.unlock();
  assert.deepEqual([made.own.isDumb, made.utterances.length], [false, 2]);
  assert.match(made.sound.src, /silence\.wav$/);
  mock.timers.reset();
});

test("a voice that has begun has as long as the slowest needs, and then is taken to have ended", async () => {
  const made = slowMouth();
  made.own.add(sentence(7));
  await later(3999);
  made.utterances[0].onstart();
  await later(13999);
  assert.deepEqual(made.told, [[7, "heard"]]);
  await later(1);
  assert.deepEqual(made.told.at(-1), [7, null]);
  mock.timers.reset();
});

test("a sound that does not begin, fails, or waits for a tap is told as silent, with why", async () => {
  const silent = async (part, happens) => {
    const made = slowMouth({ voices: [], ...part });
    made.own.add(sentence(7));
    await soon();
    await happens(made);
    await soon();
    mock.timers.reset();
    const [, how, why = ""] = made.told.at(-1) ?? [];
    return [how, why.split(" ").slice(0, 4).join(" "), made.paused];
  };
  assert.deepEqual(await silent({}, () => later(4000)), ["silent", "The sound from the", 1]);
  assert.deepEqual(await silent({}, ({ sound }) => sound.onerror()), [
    "silent",
    "The table's computer could",
    1,
  ]);
  assert.deepEqual(await silent({ refusal: "NotAllowedError" }, () => {}), [
    "silent",
    "This browser speaks only",
    1,
  ]);
  assert.deepEqual(await silent({ refusal: "AbortError" }, () => {}), [undefined, "", 0]);
  assert.deepEqual(await silent({}, ({ own }) => own.stop()), [null, "", 1]);
  const begun = async ({ sound }) => {
    sound.onplaying();
    await later(14000);
  };
  assert.deepEqual(await silent({}, begun), [null, "", 0]);
});

test("what waited too long is not said, and what is urgent ends what is being said", async () => {
  const made = slowMouth();
  made.own.add(sentence(7));
  made.own.add(sentence(8, { left: 1 }));
  made.own.add(sentence(9, { left: 2 }));
  await later(1001);
  made.utterances[0].onend();
  await soon();
  assert.deepEqual(made.told, [[7, null], [8, null]]); // prettier-ignore
  assert.equal(made.own.current.number, 9);
  made.own.add(sentence(10, { urgent: true }));
  await later(50);
  assert.deepEqual([made.cancelled, made.own.current.number], [1, 10]);
  made.own.hush(9);
  assert.equal(made.own.current.number, 10);
  made.own.hush(10);
  await soon();
  assert.equal(made.own.current, null);
  mock.timers.reset();
});

test("of local voices of the language the usual one speaks, and half a sentence is not said twice", async () => {
  const voice = (lang, part = {}) => ({ lang, localService: true, ...part });
  const voices = [
    voice("ro-RO", { default: true }),
    voice("en-US", { localService: false, default: true }),
    voice("en_GB"),
    voice("EN-IE", { default: true }),
  ];
  const made = slowMouth({ voices });
  made.own.add(sentence(7, { text: `${"a ".repeat(60)}b. ${"c ".repeat(30)}` }));
  await soon();
  assert.equal(made.utterances[0].lang, "EN-IE");
  made.utterances[0].onstart();
  made.utterances[0].onend();
  await soon();
  assert.equal(made.utterances.length, 2);
  made.utterances[1].onerror({ error: "network" });
  await soon();
  assert.deepEqual(made.told, [[7, "heard"], [7, null]]); // prettier-ignore
  mock.timers.reset();
});
