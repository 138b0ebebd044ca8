// The dice of a roll: as the camera reads them, each to be mended by a tap, or entered by big buttons.

import { button, el } from "./dom.mjs";
import { faceGlyph, icon } from "./glyphs.mjs";
import { count, t } from "./tongue.mjs";
import { FACES, listOf } from "./words.mjs";

let chosen = null; // the place whose die is mended next
let mended = new Set(); // places of which somebody has said what lies there

// What lies in the *needed* places: what was entered, or else what the camera reads, as far as that may be it.
function lying(faces, needed, seen) {
  const known = faces.length > 0 || !seen || seen.faces.length > needed ? faces : seen.faces;
  return Array.from({ length: needed }, (_, n) => (FACES[known[n]] ? known[n] : null));
}

const isDoubtful = (n, seen) => Boolean(seen?.doubtful[n]) && !mended.has(n);

// Where the next face goes: to the chosen die, one that is doubtful, or an empty place; -1: nowhere.
function target(dice, seen) {
  if (chosen !== null && dice[chosen]) return chosen;
  const doubted = dice.findIndex((face, n) => face && isDoubtful(n, seen));
  return doubted >= 0 ? doubted : dice.indexOf(null);
}

// *change* is handed what makes the new faces out of those that there are by then: quick taps all count.
// *mending*: die *at* alone is mended, and its new face is taken at once.
export function dicePad(faces, needed, seen, { change, confirm, mending = null }) {
  if (faces.length === 0) mended = new Set();
  if (mending) chosen = mending.at;
  const read = seen && seen.faces.length <= needed ? seen : null;
  const dice = lying(faces, needed, read);
  const next = target(dice, read);
  const entered = dice.filter(Boolean).length;
  const put = (face) => {
    change((now) => {
      const made = lying(now, needed, read);
      const place = target(made, read);
      if (place < 0) return now;
      mended.add(place);
      chosen = null;
      made[place] = face;
      mending?.done(made);
      return made;
    });
  };
  const choose =
    mending?.choose ??
    ((n) => {
      chosen = chosen === n ? null : n;
      change((now) => [...now]);
    });
  return el(
    "div",
    { class: "dice" },
    note(seen, needed, faces),
    el(
      "div",
      { class: "dice-places" },
      dice.map((face, n) =>
        place(face, n, {
          doubtful: isDoubtful(n, read),
          pressed: n === next && (chosen !== null || Boolean(face)),
          choose,
        }),
      ),
    ),
    el(
      "div",
      { class: "dice-faces" },
      Object.entries(FACES).map(([face, name]) =>
        el(
          "button",
          {
            type: "button",
            class: "face",
            "data-face": face,
            "data-key": `face ${face}`,
            disabled: next < 0,
            onclick: () => put(face),
          },
          icon(faceGlyph(face), "face-icon"),
          el("span", {}, name),
        ),
      ),
    ),
    !mending &&
      el(
        "div",
        { class: "row foot" },
        button(
          read && faces.length > 0 ? t`As read` : t`Clear`,
          () => {
            chosen = null;
            change(() => []);
          },
          { key: "Clear", disabled: faces.length === 0 },
        ),
        button(
          entered === needed ? t`These are the dice` : t`${entered} of ${needed} entered`,
          () => {
            chosen = null;
            confirm(dice);
          },
          { kind: "primary grow", key: "roll", disabled: entered < needed },
        ),
      ),
  );
}

function note(seen, needed, faces) {
  if (!seen || faces.length > 0) return null;
  if (seen.faces.length > needed)
    return el(
      "p",
      { class: "explain" },
      t`${count(seen.faces.length, "die", "dice")} lie in the tray, ${needed} are rolled: enter them.`,
    );
  const words = seen.doubtful.some(Boolean)
    ? t`As the camera reads them. A die with a mark is not sure: tap its face.`
    : t`As the camera reads them. Tap a die that is wrong, then its face.`;
  return el("p", { class: "explain" }, words);
}

function place(face, n, { doubtful, pressed, choose }) {
  if (!face) return el("span", { class: "die empty", role: "img", "aria-label": t`a die to enter` });
  return el(
    "button",
    {
      type: "button",
      class: `die ${doubtful ? "doubtful" : ""}`,
      "data-key": `die ${n}`,
      "aria-pressed": pressed ? "true" : "false",
      "aria-label": doubtful
        ? t`${FACES[face]}, not sure: choose its face`
        : t`${FACES[face]}: choose another face`,
      onclick: () => choose(n),
    },
    icon(faceGlyph(face), "die-icon"),
  );
}

const RECENT = 2; // entries after a roll in which its dice are still shown

// The dice that count, as long as what they brought about is what the game is at: a tap mends one.
export function drawRolled(page) {
  const { roll, seq, game } = page.view;
  if (!roll || seq - roll.seq > RECENT || game.wait.wait === "dice_wait") return null;
  const names = listOf(roll.faces.map((face) => FACES[face]));
  if (!page.canPlay)
    return el(
      "div",
      { class: "rolled", role: "img", "aria-label": t`Rolled: ${names}` },
      roll.faces.map((face) => el("span", { class: "die" }, icon(faceGlyph(face), "die-icon"))),
    );
  const mend = (n) => page.set({ sheet: { name: "dice", at: n }, draft: null });
  return el(
    "div",
    { class: "rolled", role: "group", "aria-label": t`Rolled: ${names}` },
    el("span", {}, t`Rolled`),
    roll.faces.map((face, n) =>
      el(
        "button",
        {
          type: "button",
          class: "die",
          "data-key": `rolled ${n}`,
          "aria-label": t`${FACES[face]}: it lay otherwise`,
          onclick: () => mend(n),
        },
        icon(faceGlyph(face), "die-icon"),
      ),
    ),
  );
}
