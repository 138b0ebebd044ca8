// This tablet as one of the table's speakers: takes in what is its own to say, gives signs of life, and
// shows what is said.

/** @import { HeardNow, HeardSentence, Page } from "../../types/page.js" */
import { button, placesOf, show } from "../parts/dom.mjs";
import { Drawing } from "../parts/render_loop.mjs";
import { Mouth } from "./tablet_speech.mjs";
import { post, troubleOf } from "../parts/send.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

const BEAT = 4000; // between signs of life of a tablet that speaks
const FROZEN = 6000; // without a tick the page was asleep: what waited meanwhile is stale
const THAW = 1500;
const CAPTIONS = 2;
const SHOWN = "herald captions";

/** @type {Speaker | null} */
let here = null;

// Have *text* said by this tablet, and by no other, where it speaks at all.
/** @param {string} text */
export const answerHere = (text) => here?.answer(text);

export class Speaker {
  /**
   * @param {Page} page
   * @param {string} device
   */
  constructor(page, device) {
    this.page = page;
    this.device = device;
    this.tab = Math.random().toString(36).slice(2, 10); // of this browser's tabs one speaks
    this.ready = false; // touched, so that the browser lets it speak
    this.wants = false; // asked to speak, here
    this.heard = false; // something was heard to begin since this page was opened
    this.last = 0;
    this.captioned = 0;
    /** @type {{ number: number, text: string }[]} */
    this.captions = [];
    /** @type {HeardSentence[]} */
    this.lately = [];
    this.drawing = new Drawing(() => this.draw());
    this.tick = Date.now();
    this.awoke = 0;
    this.beaten = 0;
    this.mouth = new Mouth((number, progress, trouble = "") => this.report(number, progress, trouble));
    this.places = placesOf("invite", "captions");
    setInterval(() => this.beat(), 1000);
    for (const tap of ["pointerup", "keydown"]) addEventListener(tap, () => this.touchedAnywhere(), true);
    addEventListener("pagehide", () => this.leave());
    here = this;
  }

  get me() {
    return this.page.voice?.speakers.find((speaker) => speaker.id === this.device) ?? null;
  }

  // ---- taking in ---------------------------------------------------------------------------

  /** @param {HeardNow} voice */
  take(voice) {
    if (voice.said < this.last) this.last = 0; // the table's computer has begun anew
    if (voice.said < this.captioned) this.captioned = 0;
    if (!this.beaten) this.beat();
    this.mouth.hush(voice.void);
    this.lately = voice.sentences;
    for (const said of voice.sentences) {
      if (said.number <= this.last) continue;
      this.last = said.number;
      const isMine = this.page.canPlay && said.by[this.device] === this.tab;
      if (isMine && said.number > voice.void && said.left > 0 && !this.wasAsleep()) {
        this.report(said.number, "waiting");
        this.mouth.add(said);
      }
    }
    this.drawing.schedule();
  }

  /** @param {string} text */
  answer(text) {
    if (this.me?.chosen) this.mouth.answer(text);
  }

  wasAsleep() {
    const now = Date.now();
    if (now - this.tick > FROZEN) this.awoke = now;
    this.tick = now;
    return now - this.awoke < THAW;
  }

  /**
   * @param {number} number
   * @param {string | null} progress
   * @param {string} [trouble]
   */
  report(number, progress, trouble = "") {
    if (progress === "heard") {
      this.heard = true;
      this.drawing.schedule();
    }
    post("/voice/spoken", { tab: this.tab, number, progress, trouble });
  }

  // ---- signs of life -----------------------------------------------------------------------

  beat() {
    const now = Date.now();
    if (now - this.tick > FROZEN) this.awoke = now;
    this.tick = now;
    if (!this.page.canPlay || !this.page.voice || this.page.voice.state === "off") return;
    if (this.beaten && !(this.ready || this.me?.chosen)) return;
    if (now - this.beaten >= BEAT) this.sign();
  }

  sign() {
    this.beaten = Date.now();
    post("/voice/here", { tab: this.tab, ready: this.ready, wants: this.wants });
  }

  leave() {
    if (!this.beaten) return;
    navigator.sendBeacon(
      "/voice/leave",
      new Blob([JSON.stringify({ tab: this.tab })], { type: "application/json" }),
    );
    this.beaten = 0;
  }

  // ---- what is tapped ----------------------------------------------------------------------

  unlock() {
    this.mouth.unlock();
    this.ready = true;
  }

  // A tablet that is to speak may do so after any tap on the page.
  touchedAnywhere() {
    if (this.ready || !this.me?.chosen) return;
    this.unlock();
    this.sign();
  }

  // Speak here, alone or beside the others, and say so aloud.
  /** @param {boolean} [alone] */
  async enable(alone = true) {
    this.unlock();
    this.wants = true;
    const answer = await this.send("/voice/speaker", {
      speaker: this.device,
      speaks: true,
      alone,
      tab: this.tab,
    });
    if (answer.ok) await this.send("/voice/test", { speaker: this.device, tab: this.tab });
  }

  async silence() {
    this.wants = false;
    await this.send("/voice/speaker", { speaker: this.device, speaks: false });
  }

  /** @param {string} speaker */
  async test(speaker) {
    const isMe = speaker === this.device;
    if (isMe) this.unlock();
    await this.send("/voice/test", { speaker, tab: isMe ? this.tab : "" });
  }

  /**
   * @param {string} address
   * @param {object} message
   */
  async send(address, message) {
    const answer = await post(address, message);
    if (!answer.ok) this.page.say(troubleOf(answer), { bad: true });
    return answer;
  }

  // ---- what is shown -----------------------------------------------------------------------

  draw() {
    this.lately.forEach((said) => this.caption(said));
    show(
      this.places.captions,
      this.showsCaptions && this.captions.map(({ number, text }) => h("p", { key: number }, text)),
    );
    this.drawInvite();
  }

  // The way to a voice stays until something was heard: where nobody speaks, and where this tablet is to.
  drawInvite() {
    const { voice, canPlay } = this.page;
    const isMine = this.me?.chosen && !this.heard;
    const isOffered = canPlay && voice && voice.state !== "off" && (isMine || (!voice.who && !this.heard));
    show(
      this.places.invite,
      isOffered &&
        button(t`♪ Tap to enable the voice on this tablet`, () => this.enable(), {
          kind: "primary grow",
          key: "enable voice",
        }),
    );
  }

  get showsCaptions() {
    return localStorage.getItem(SHOWN) !== "off";
  }

  /** @param {boolean} on */
  showCaptions(on) {
    localStorage.setItem(SHOWN, on ? "on" : "off");
    this.draw();
  }

  /** @param {{ number: number; text: string }} parts */
  caption({ number, text }) {
    if (number <= this.captioned) return;
    this.captioned = number;
    if (this.captions.at(-1)?.text === text) return; // begun anew, or said again at once
    this.captions = [...this.captions, { number, text }].slice(-CAPTIONS);
  }
}
