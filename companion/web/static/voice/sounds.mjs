// Short sounds of a battle, where this device wants them.  They are made here, none is fetched.

/** @import { GameView, Looks, UnitView } from "../../types/page.js" */
import { hurtUnits } from "../board/motion.mjs";

/** @typedef {{ from: number, to: number, seconds: number }} Tone */
const HIT = { from: 150, to: 70, seconds: 0.14 }; // Hz
const FALL = { from: 260, to: 55, seconds: 0.5 };
const LOUD = 0.35;

/** @type {AudioContext | null} */
let context = null; // browsers let a page sound only once it was touched

// What is heard as the units change.
/**
 * @param {UnitView[]} before
 * @param {UnitView[]} now
 */
export function soundOf(before, now) {
  const { fallen, hit } = hurtUnits(before, now);
  return fallen.length > 0 ? FALL : hit.length > 0 ? HIT : null;
}

/**
 * @param {GameView | null} before
 * @param {GameView} now
 */
export function soundChanges(before, now) {
  /** @type {Looks} */
  const looks = /** @type {any} */ (window).herald.looks();
  const tone = before && looks.sounds ? soundOf(before.game.units, now.game.units) : null;
  if (tone) play(tone);
}

/** @param {Tone} tone */
function play({ from, to, seconds }) {
  context ??= new AudioContext();
  context.resume().catch(() => {});
  const start = context.currentTime;
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = "triangle";
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + seconds);
  volume.gain.setValueAtTime(LOUD, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}
