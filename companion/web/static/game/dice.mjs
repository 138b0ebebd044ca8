// The dice of a roll: as the camera reads them, each to be mended by a tap, or entered by big buttons.

/** @import { DiceSeen, Face, ScenarioView } from "../../types/page.js" */
import { entered, isDoubtful, lying, target } from "./dicereading.mjs";
import { button, explain } from "../parts/dom.mjs";
import { faceGlyph, icon } from "../parts/glyphs.mjs";
import { count, t } from "../parts/language.mjs";
import { FACES } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @typedef {(Face | null)[]} Faces */

/**
 * What a pad tells, and of which *scenario*'s dice.  *change* is handed what makes the new faces out of
 * those that there are by then: quick taps all count.  *full* is handed the last of them where nothing is
 * read: a die that was entered wrongly is mended afterwards.  *rollForMe* has the computer roll.
 * *mending*: die *at* alone is mended, and its new face is taken at once.
 *
 * @typedef {{
 *   scenario: ScenarioView,
 *   change: (next: (now: Faces) => Faces) => void,
 *   confirm: (faces: Face[]) => void,
 *   full?: (faces: Face[]) => void,
 *   rollForMe?: () => void,
 *   mending?: { at: number, choose: (n: number) => void, done: (faces: Face[]) => void } | null,
 * }} DiceActs
 */

// The place whose die is mended next, and those of which somebody has said what lies there.
/** @type {{ chosen: number | null, mended: Set<number> }} */
const hand = { chosen: null, mended: new Set() };

/**
 * @param {Faces} faces
 * @param {number} needed
 * @param {DiceSeen | null} seen
 * @param {DiceActs} acts
 */
export function dicePad(faces, needed, seen, acts) {
  if (faces.length === 0) hand.mended = new Set();
  if (acts.mending) hand.chosen = acts.mending.at;
  const read = seen && seen.faces.length <= needed ? seen : null;
  const dice = lying(faces, needed, read);
  const next = target(dice, read, hand);
  return h(
    "div",
    { class: "dice" },
    note(seen, needed, faces),
    h(
      "div",
      { class: "dice-places" },
      dice.map((face, n) =>
        place(face, n, {
          doubtful: isDoubtful(n, read, hand.mended),
          pressed: n === next && (hand.chosen !== null || Boolean(face)),
          choose: (chosen) => choose(chosen, acts),
        }),
      ),
    ),
    faceButtons(acts.scenario, (face) => put(face, needed, read, acts), { disabled: next < 0 }),
    !acts.mending && foot(faces, dice, Boolean(read), acts),
  );
}

/**
 * @param {number} n
 * @param {DiceActs} acts
 */
function choose(n, { mending, change }) {
  if (mending) {
    mending.choose(n);
    return;
  }
  hand.chosen = hand.chosen === n ? null : n;
  change((now) => [...now]);
}

// Say that *face* lies where the next one goes.
/**
 * @param {Face} face
 * @param {number} needed
 * @param {DiceSeen | null} read
 * @param {DiceActs} acts
 */
function put(face, needed, read, { change, full, mending }) {
  change((now) => {
    const made = lying(now, needed, read);
    const place = target(made, read, hand);
    if (place < 0) return now;
    hand.mended.add(place);
    hand.chosen = null;
    made[place] = face;
    mending?.done(/** @type {Face[]} */ (made));
    const all = entered(made, needed, read);
    if (all) full?.(all);
    return made;
  });
}

// The faces of a die, which lie above the foot of a pad, and of an attack: there from the first die to the last.
/**
 * @param {ScenarioView} scenario
 * @param {(face: Face) => void} put
 * @param {{ disabled?: boolean, label?: string }} [how]
 */
export function faceButtons(scenario, put, { disabled = false, label } = {}) {
  const one = (/** @type {Face} */ face, /** @type {number} */ n) =>
    button([icon(faceGlyph(face), `face-icon ${face}`), h("span", {}, FACES[face])], () => put(face), {
      kind: "face",
      "data-face": face,
      "aria-keyshortcuts": String(n + 1),
      key: `face ${face}`,
      disabled,
    });
  return h(
    "div",
    { class: "dice-faces", ...(label && { role: "group", "aria-label": label }) },
    scenario.faces.map(one),
  );
}

/**
 * @param {Faces} faces
 * @param {Faces} dice
 * @param {boolean} isRead
 * @param {DiceActs} acts
 */
function foot(faces, dice, isRead, { change, confirm, rollForMe }) {
  const told = dice.filter(Boolean).length;
  const clear = () => {
    hand.chosen = null;
    change(() => []);
  };
  const roll = () => {
    hand.chosen = null;
    confirm(/** @type {Face[]} */ (dice));
  };
  return h(
    "div",
    { class: "row foot" },
    rollForMe && faces.length === 0
      ? button(t`Roll for me`, () => rollForMe(), { key: "roll for me" })
      : button(isRead && faces.length > 0 ? t`As read` : t`Clear`, clear, {
          key: "Clear",
          disabled: faces.length === 0,
        }),
    button(told === dice.length ? t`These are the dice` : t`${told} of ${dice.length} entered`, roll, {
      kind: "primary grow",
      key: "roll",
      disabled: told < dice.length,
    }),
  );
}

/**
 * @param {DiceSeen | null} seen
 * @param {number} needed
 * @param {(string | null)[]} faces
 */
function note(seen, needed, faces) {
  if (!seen || faces.length > 0) return null;
  if (seen.faces.length > needed)
    return explain(
      t`${count(seen.faces.length, "die", "dice")} lie in the tray, ${needed} are rolled: enter them.`,
    );
  const words = seen.doubtful.some(Boolean)
    ? t`As the camera reads them. A die with a mark is not sure: tap its face.`
    : t`As the camera reads them. Tap a die that is wrong, then its face.`;
  return explain(words);
}

/**
 * @param {string | null} face
 * @param {number} n
 * @param {{ doubtful: boolean; pressed: boolean; choose: (n: number) => void }} parts
 */
function place(face, n, { doubtful, pressed, choose }) {
  if (!face) return h("span", { class: "die empty", role: "img", "aria-label": t`a die to enter` });
  return button(icon(faceGlyph(face), `die-icon ${face}`), () => choose(n), {
    kind: `die ${doubtful ? "doubtful" : ""}`,
    key: `die ${n}`,
    pressed,
    label: doubtful ? t`${FACES[face]}, not sure: choose its face` : t`${FACES[face]}: choose another face`,
  });
}
