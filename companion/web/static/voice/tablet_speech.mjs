// This tablet's mouth: says its own sentences one by one, each once, by a voice of the browser or, where
// it has none for the language, as sound from the table's computer.

/** @import { HeardSentence } from "../../types/page.js" */
import { t } from "../parts/language.mjs";

/** @typedef {HeardSentence & { until: number }} Said */

const START = 4000; // until a voice, or a sound, must have begun
const AFTER_CANCEL = 50; // what comes sooner after a cancel is dropped by some browsers
const LETTERS = 130; // of one utterance: longer ones are cut off by some voices
const SLOW = 6; // letters a second of the slowest voice
const ANSWER = Infinity; // the number of what the table has not said: no undo silences it
const FRESH = 20; // seconds for which an answer may wait for what is being said
const SILENCE = new URL("./silence.wav", import.meta.url);

export class Mouth {
  // *report* is handed (number, progress, trouble); progress null: done.  Of answers it is told nothing.
  /** @param {(number: number, progress: string | null, trouble?: string) => void} report */
  constructor(report) {
    /** @type {typeof report} */
    this.report = (number, ...how) => number === ANSWER || report(number, ...how);
    this.sound = new Audio(); // one element: a tap lets this one play, and no other
    /** @type {Said[]} */
    this.queue = [];
    /** @type {Said | null} */
    this.current = null;
    /** @type {(() => void) | null} */
    this.stopping = null; // ends what is being said
    this.cancelled = 0;
    this.isDumb = false; // the browser's own voice has failed here
  }

  // To be called in a tap, which lets the browser speak from then on.
  unlock() {
    this.isDumb = false;
    this.sound.src = SILENCE.href;
    this.sound.play().catch(() => {});
    if ("speechSynthesis" in window) speechSynthesis.speak(new SpeechSynthesisUtterance(""));
  }

  // Say *said* after what waits; what is urgent ends what is being said.
  /** @param {HeardSentence} said */
  add(said) {
    if (said.urgent) this.stop();
    this.queue.push({ ...said, until: Date.now() + 1000 * said.left });
    if (!this.current) this.run();
  }

  // Say *text*, which somebody here has asked for, before what waits; it takes the place of an older answer.
  /** @param {string} text */
  answer(text) {
    this.queue = this.queue.filter((said) => said.number !== ANSWER);
    if (this.current?.number === ANSWER) this.stop();
    const { lang } = document.documentElement;
    const until = Date.now() + 1000 * FRESH;
    this.queue.unshift({ number: ANSWER, text, lang, by: {}, left: FRESH, urgent: false, until });
    if (!this.current) this.run();
  }

  // Forget every sentence up to number *last*, as after an undo.
  /** @param {number} last */
  hush(last) {
    this.queue = this.queue.filter((said) => said.number > last);
    if (this.current && this.current.number <= last) this.stop();
  }

  stop() {
    this.stopping?.();
  }

  async run() {
    while (this.queue.length) {
      const said = /** @type {Said} */ (this.queue.shift());
      this.current = said;
      const { number, until } = said;
      const trouble = Date.now() > until ? null : await this.say(said);
      if (trouble) this.report(number, "silent", trouble);
      else this.report(number, null);
    }
    this.current = null;
  }

  // Returns why *said* was not heard, or null.
  /** @param {Said} said */
  async say(said) {
    const voice = this.isDumb ? null : voiceFor(said.lang);
    if (voice) {
      const trouble = await this.bySpeech(said, voice);
      if (!trouble || trouble === "stopped") return null;
      this.isDumb = true;
    }
    if (said.number === ANSWER) return null; // which the table's computer could not make sound of
    const trouble = await this.bySound(said);
    return trouble === "stopped" ? null : trouble;
  }

  /**
   * @param {Said} said
   * @param {SpeechSynthesisVoice} voice
   */
  async bySpeech(said, voice) {
    for (const [n, piece] of pieces(said.text).entries()) {
      const wait = this.cancelled + AFTER_CANCEL - Date.now();
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
      const trouble = await this.utter(piece, voice, () => {
        if (n === 0) this.report(said.number, "heard");
      });
      if (trouble) return n === 0 ? trouble : "stopped"; // half a sentence is not said twice
    }
    return null;
  }

  /**
   * @param {string} text
   * @param {SpeechSynthesisVoice} voice
   * @param {() => void} started
   */
  utter(text, voice, started) {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    return this.until(
      (done) => {
        let timer = setTimeout(() => done("late"), START);
        utterance.onstart = () => {
          clearTimeout(timer);
          timer = setTimeout(() => done(null), START + (1000 * text.length) / SLOW);
          started();
        };
        utterance.onend = () => done(null);
        utterance.onerror = ({ error }) => done(error);
        speechSynthesis.speak(utterance);
        return () => {
          clearTimeout(timer);
          utterance.onend = utterance.onerror = utterance.onstart = null;
        };
      },
      () => {
        this.cancelled = Date.now();
        speechSynthesis.cancel();
      },
    );
  }

  /** @param {Said} said */
  bySound(said) {
    const { sound } = this;
    return this.until(
      (done) => {
        let timer = setTimeout(() => done(t`The sound from the table's computer did not begin.`), START);
        sound.onplaying = () => {
          clearTimeout(timer);
          timer = setTimeout(() => done(null), START + (1000 * said.text.length) / SLOW);
          this.report(said.number, "heard");
        };
        sound.onended = () => done(null);
        sound.onerror = () =>
          done(
            t`The table's computer could not make the sound, and this browser has no voice of its own for the language.`,
          );
        sound.src = `/speech.wav?id=${said.number}`;
        sound.play().catch(({ name }) => {
          if (name === "NotAllowedError") done(t`This browser speaks only after a tap on the page.`);
        });
        return () => {
          clearTimeout(timer);
          sound.onplaying = sound.onended = sound.onerror = null;
        };
      },
      () => sound.pause(),
    );
  }

  // Wait for what *begin* begins; it is handed what ends the wait, and returns what tidies up.
  /**
   * @param {(done: (trouble: string | null) => void) => () => void} begin
   * @param {() => void} silence
   * @returns {Promise<string | null>}
   */
  until(begin, silence) {
    return new Promise((resolve) => {
      let tidy = () => {};
      /** @param {string | null} trouble */
      const done = (trouble) => {
        tidy();
        this.stopping = null;
        if (trouble) silence();
        resolve(trouble);
      };
      this.stopping = () => done("stopped");
      tidy = begin(done);
    });
  }
}

// Voices that are fetched from elsewhere stop in the middle, or need the internet: only local ones.
/** @param {string} lang */
function voiceFor(lang) {
  if (!("speechSynthesis" in window)) return null;
  const own = speechSynthesis
    .getVoices()
    .filter((voice) => voice.localService && voice.lang.split(/[-_]/)[0].toLowerCase() === lang);
  return own.find((voice) => voice.default) ?? own[0] ?? null;
}

// *text* in parts of at most LETTERS, cut after sentences, else after commas, else between words.
/** @param {string} text */
export function pieces(text) {
  const found = [];
  let rest = text;
  while (rest.length > LETTERS) {
    const head = rest.slice(0, LETTERS);
    const end = [". ", "! ", "? ", "; ", ", ", " "]
      .map((sign) => head.lastIndexOf(sign))
      .find((place) => place > 0);
    const cut = end === undefined ? LETTERS : end + 1;
    found.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest ? [...found, rest] : found;
}
