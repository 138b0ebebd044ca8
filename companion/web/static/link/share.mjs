// One line to the table for all tabs of a browser without shared workers: one tab has it and tells the others.

/** @import { WireMessage } from "../../types/page.js" */
/** @typedef {{ ask?: boolean, retry?: boolean, bye?: boolean, has?: boolean, told?: WireMessage }} ShareMessage */
/** @typedef {ShareMessage & { from: number }} ToldMessage */
import { Wire } from "./event_stream.mjs";

const BEAT = 1000; // who has the line says so
const SILENCE = 5000; // and is taken for asleep after so long
const ANSWER = 400; // how long a new tab waits for one that has it

export class Share {
  /**
   * @param {string} name
   * @param {string} address
   * @param {(message: WireMessage) => void} take
   */
  constructor(name, address, take) {
    this.address = address;
    this.take = take;
    this.id = Math.random();
    /** @type {Wire | null} */
    this.wire = null; // only the tab that has the line has one
    this.channel = new BroadcastChannel(name);
    this.channel.addEventListener("message", ({ data }) => this.heard(data));
    this.patience = ANSWER * (1 + Math.random()); // two that begin together do not both take it
    this.heardAt = Date.now();
    this.toldAt = 0;
    this.tell({ ask: true });
    setInterval(() => this.watch(), 100);
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload();
    });
  }

  retry() {
    if (this.wire) this.wire.open();
    else this.tell({ retry: true });
  }

  /** @param {object} message */
  tell(message) {
    this.toldAt = Date.now();
    this.channel.postMessage({ ...message, from: this.id });
  }

  /** @param {ToldMessage} message */
  heard({ from, ask, retry, bye, has, told }) {
    if (this.wire) {
      if (ask) this.wire.report();
      if (retry) this.wire.open();
      if (has && from < this.id) this.giveUp(); // two have it: one is enough
      return;
    }
    if (bye) this.patience = ANSWER * Math.random();
    if (!has) return;
    this.heardAt = Date.now();
    this.patience = SILENCE;
    if (told) this.take(told);
  }

  watch() {
    const now = Date.now();
    if (this.wire && now - this.toldAt > BEAT) this.tell({ has: true });
    if (!this.wire && now - this.heardAt > this.patience) {
      this.wire = new Wire((told) => {
        this.take(told);
        this.tell({ has: true, told });
      }, this.address);
    }
  }

  giveUp() {
    this.wire?.close();
    this.wire = null;
    this.heardAt = Date.now();
    this.patience = SILENCE;
  }

  leave() {
    if (!this.wire) return;
    this.giveUp();
    this.tell({ bye: true });
  }
}
