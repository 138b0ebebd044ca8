// When a page is drawn: once for many changes, and never under a finger.

import { changing, guardTaps } from "./deadtaps.mjs";

// A finger's click comes some time after it was lifted: what it touched must still be there.
const LIFTED = 300;
let isPressing = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let release;

/** @param {number} milliseconds */
function hold(milliseconds) {
  clearTimeout(release);
  release = setTimeout(() => {
    isPressing = false;
  }, milliseconds);
}

addEventListener(
  "pointerdown",
  () => {
    clearTimeout(release);
    isPressing = true;
  },
  true,
);
addEventListener("pointerup", () => hold(LIFTED), true);
guardTaps();
for (const end of ["click", "pointercancel"]) addEventListener(end, () => hold(0), true);

export class Drawing {
  // *draw* is called in the frame after ``schedule``, or once the finger has gone.
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    this.isWaiting = false;
  }

  schedule() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => this.frame());
  }

  frame() {
    if (isPressing) {
      requestAnimationFrame(() => this.frame());
      return;
    }
    this.isWaiting = false;
    changing(this.draw);
  }
}
