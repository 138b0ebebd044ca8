// The line to the table: one event stream, watched, and opened again when it breaks.
// Runs in the page or, where the browser can, in a worker that its tabs share.

/** @import { WireMessage } from "../../types/page.js" */
const SILENCE = 4500; // the table beats every two seconds
const LONGEST_WAIT = 8000;

export class Wire {
  /**
   * @param {(message: WireMessage) => void} tell
   * @param {string} address
   */
  constructor(tell, address) {
    this.tell = tell;
    this.address = address;
    this.attempt = 0;
    /** @type {string | null} */
    this.scenario = null; // what never changes in a game
    /** @type {string | null} */
    this.newest = null;
    /** @type {string | null} */
    this.voice = null; // the newest of what is heard
    /** @type {WireMessage | null} */
    this.changes = null; // the game that somebody wants instead, with when it was told
    /** @type {number | null} */
    this.retryAt = null;
    this.heardAt = 0;
    /** @type {EventSource | null} */
    this.source = null;
    this.isSecure = false; // the table is served by https now, and this page came by http
    this.open();
    this.timer = setInterval(() => this.watch(), 500);
  }

  open() {
    this.retryAt = null;
    this.heardAt = Date.now();
    this.source?.close();
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener("scenario", (event) => {
      this.scenario = event.data;
      this.tell({ kind: "scenario", text: event.data });
    });
    source.addEventListener("view", (event) => this.heard(event.data));
    source.addEventListener("voice", (event) => {
      this.voice = event.data;
      this.heard(null);
      this.tell({ kind: "voice", text: event.data });
    });
    source.addEventListener("changes", (event) => {
      this.changes = { kind: "changes", text: event.data, at: Date.now() };
      this.heard(null);
      this.tell(this.changes);
    });
    source.addEventListener("beat", () => this.heard(null));
    source.addEventListener("error", () => {
      if (source === this.source) this.lost();
    });
  }

  close() {
    clearInterval(this.timer);
    this.source?.close();
    this.source = null;
  }

  /** @param {string | null} text */
  heard(text) {
    this.heardAt = Date.now();
    this.attempt = 0;
    this.isSecure = false;
    if (text !== null) this.newest = text;
    this.tell(text === null ? { kind: "up" } : { kind: "view", text });
  }

  lost() {
    this.source?.close();
    this.source = null;
    this.changes = null; // another game may lie there by now, whose pages would begin anew again and again
    this.attempt += 1;
    this.retryAt = Date.now() + Math.min(LONGEST_WAIT, 500 * 2 ** Math.min(this.attempt, 5));
    this.report();
    this.askWhetherJoined();
  }

  // Tell all that is known: to the first who hears it, or to one who comes later.
  report() {
    if (this.scenario !== null) this.tell({ kind: "scenario", text: this.scenario });
    if (this.retryAt !== null)
      this.tell({ kind: "down", attempt: this.attempt, retryAt: this.retryAt, isSecure: this.isSecure });
    else if (this.newest !== null) this.tell({ kind: "view", text: this.newest });
    if (this.voice !== null) this.tell({ kind: "voice", text: this.voice });
    if (this.changes !== null) this.tell(this.changes);
  }

  async askWhetherJoined() {
    try {
      const answer = await fetch("/links", { cache: "no-store", redirect: "manual" });
      if (answer.status === 403) this.tell({ kind: "out" });
      this.isSecure = answer.type === "opaqueredirect";
      if (this.isSecure) this.report();
    } catch {
      // not reachable: the retry will find out
    }
  }

  watch() {
    if (this.retryAt !== null && Date.now() >= this.retryAt) this.open();
    else if (this.source && Date.now() - this.heardAt > SILENCE) this.lost();
  }
}
