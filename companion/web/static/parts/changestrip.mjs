// Which game somebody wants instead: asked of the other side, waited for, and for a while taken back by a tap.

/** @import { ShownChangedGame, ShownGameChanges, ShownGameProposal } from "../../types/page.js" */
import { changing } from "./deadtaps.mjs";
import { button, show } from "./dom.mjs";
import { post, troubleOf } from "./send.mjs";
import { t } from "./language.mjs";
import { h } from "../vendor/preact.mjs";

const SHOWN = 15; // s for which a change that was made is told over a game
const CLOSED = "closed change"; // where this tab keeps which change it need not be told of any more
const SAME = 5000; // ms by which two reckonings of when one change was made may differ

/** @typedef {{ text: string, made: number }} Change what was changed, and when by this device's clock */

// Whether *closed*, as it was kept, is *change*.
/**
 * @param {string | null} closed
 * @param {Change} change
 */
export function isClosed(closed, { text, made }) {
  const known = /** @type {Change | null} */ (closed && JSON.parse(closed));
  return known !== null && known.text === text && Math.abs(known.made - made) < SAME;
}

export class ChangeStrip {
  /**
   * @param {HTMLElement} place
   * @param {string} device
   * @param {{ canPlay: boolean, say: (text: string, more?: { bad?: boolean }) => void }} page
   * @param {number} [shown]
   */
  constructor(place, device, { canPlay, say }, shown = SHOWN) {
    this.shown = shown;
    this.place = place;
    this.device = device;
    this.canPlay = canPlay;
    this.say = say;
    /** @type {ShownGameChanges | null} */
    this.changes = null;
    this.at = 0;
    setInterval(() => this.changes && this.draw(), 1000);
  }

  /**
   * @param {ShownGameChanges} changes
   * @param {number} at
   */
  take(changes, at) {
    this.changes = changes;
    this.at = at;
    this.draw();
  }

  // Seconds since the table told.
  get since() {
    return (Date.now() - this.at) / 1000;
  }

  draw() {
    changing(() => this.drawNow());
  }

  drawNow() {
    const { open, last } = this.changes ?? {};
    if (open) show(this.place, this.asked(open));
    else if (last && this.canPlay && !this.isClosed(last) && last.ago + this.since < this.shown)
      show(this.place, [
        h("p", {}, t`${last.text} (${last.who})`),
        button(t`Take it back`, () => this.send("/home/back", {}), { key: "take back" }),
        button("✕", () => this.close(last), { kind: "close", key: "close change", label: t`Close` }),
      ]);
    else show(this.place, null);
  }

  /** @param {ShownGameProposal} open */
  asked({ number, text, who, by, asked, left }) {
    const seconds = Math.max(0, Math.ceil(left - this.since));
    /** @param {boolean} agrees */
    const answer = (agrees) => () => this.send("/home/answer", { number, agrees });
    if (asked.includes(this.device))
      return [
        h(
          "p",
          {},
          h("b", {}, t`${who} asks: ${text}?`),
          " ",
          t`Without an answer it is done in ${seconds} s.`,
        ),
        button(t`Yes`, answer(true), { kind: "primary", key: "agree" }),
        button(t`No, go on as it is`, answer(false), { key: "disagree" }),
      ];
    return [
      h("p", {}, t`${text}: the other side is asked, for ${seconds} s.`),
      by === this.device && button(t`Give it up`, answer(false), { key: "give up" }),
    ];
  }

  // What was closed on one page is closed on all that this tab shows.
  /** @param {ShownChangedGame} last */
  isClosed(last) {
    return isClosed(sessionStorage.getItem(CLOSED), this.changeOf(last));
  }

  /** @param {ShownChangedGame} last */
  close(last) {
    sessionStorage.setItem(CLOSED, JSON.stringify(this.changeOf(last)));
    this.draw();
  }

  /**
   * @param {ShownChangedGame} last
   * @returns {Change}
   */
  changeOf({ text, ago }) {
    return { text, made: this.at - 1000 * ago };
  }

  /**
   * @param {string} address
   * @param {object} message
   */
  async send(address, message) {
    const answer = await post(address, message);
    if (!answer.ok) this.say(troubleOf(answer), { bad: true });
  }
}
