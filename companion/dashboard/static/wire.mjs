// The line to the table: one event stream, watched, and opened again when it breaks.
// Runs in the page or, where the browser can, in a worker that its tabs share.

const SILENCE = 4500; // the table beats every two seconds
const LONGEST_WAIT = 8000;

export class Wire {
  // *tell* is handed {kind: "view", text}, {kind: "up"}, {kind: "down", attempt, retryAt} and {kind: "out"}.
  constructor(tell) {
    this.tell = tell;
    this.attempt = 0;
    this.newest = null;
    this.retryAt = null;
    this.open();
    setInterval(() => this.watch(), 500);
  }

  open() {
    this.retryAt = null;
    this.heardAt = Date.now();
    this.source?.close();
    const source = new EventSource("/events");
    this.source = source;
    source.addEventListener("view", (event) => this.heard(event.data));
    source.addEventListener("beat", () => this.heard(null));
    source.addEventListener("error", () => { if (source === this.source) this.lost(); });
  }

  heard(text) {
    this.heardAt = Date.now();
    this.attempt = 0;
    if (text !== null) this.newest = text;
    this.tell(text === null ? { kind: "up" } : { kind: "view", text });
  }

  lost() {
    this.source?.close();
    this.source = null;
    this.attempt += 1;
    this.retryAt = Date.now() + Math.min(LONGEST_WAIT, 500 * 2 ** Math.min(this.attempt, 5));
    this.report();
    this.askWhetherJoined();
  }

  report() {
    if (this.retryAt !== null) this.tell({ kind: "down", attempt: this.attempt, retryAt: this.retryAt });
    else if (this.newest !== null) this.tell({ kind: "view", text: this.newest });
  }

  async askWhetherJoined() {
    try {
      const answer = await fetch("/links", { cache: "no-store" });
      if (answer.status === 403) this.tell({ kind: "out" });
    } catch {
      // not reachable: the retry will find out
    }
  }

  watch() {
    if (this.retryAt !== null && Date.now() >= this.retryAt) this.open();
    else if (this.source && Date.now() - this.heardAt > SILENCE) this.lost();
  }
}
