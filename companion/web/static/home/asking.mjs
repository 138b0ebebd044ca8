// Another game that this page has asked for: whether it is awaited still, and whether the page goes to it then.

/** @import { ShownGameChanges } from "../../types/page.js" */

export class Asking {
  goes = false;
  isAsked = false; // the other side is asked
  isGranted = false;

  get waits() {
    return this.goes && (this.isAsked || this.isGranted);
  }

  // What the table tells.  What was awaited and is no more, and does not lie there, was refused or given up.
  /** @param {Pick<ShownGameChanges, "open" | "is_granted">} changes */
  take({ open, is_granted }) {
    const wasOn = this.isAsked || this.isGranted;
    this.isAsked = Boolean(open);
    this.isGranted = is_granted;
    if (wasOn && !this.isAsked && !this.isGranted) this.goes = false;
  }
}
