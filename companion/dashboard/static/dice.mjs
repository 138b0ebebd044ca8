// Entering a roll by big buttons: one for each face, one place for each die.

import { button, el } from "./dom.mjs";
import { faceGlyph, icon } from "./glyphs.mjs";
import { FACES, listOf } from "./words.mjs";

export function dicePad(faces, needed, seen, { change, confirm }) {
  const full = faces.length === needed;
  const places = Array.from({ length: needed }, (_, n) => place(faces, n, change));
  const seenFaces = seen?.faces ?? [];
  return el(
    "div",
    { class: "dice" },
    el("div", { class: "dice-places" }, places),
    seenFaces.length === needed && faces.length === 0 &&
      button(`Take what the camera reads: ${listOf(seenFaces.map((face) => FACES[face] ?? face))}`, () => change([...seenFaces]), { key: "seen" }),
    el(
      "div",
      { class: "dice-faces" },
      Object.entries(FACES).map(([face, name]) =>
        el(
          "button",
          { type: "button", class: "face", "data-face": face, "data-key": `face ${face}`, disabled: full, onclick: () => change([...faces, face]) },
          icon(faceGlyph(face), "face-icon"),
          el("span", {}, name),
        ),
      ),
    ),
    el(
      "div",
      { class: "row foot" },
      button("Clear", () => change([]), { disabled: faces.length === 0 }),
      button(full ? "These are the dice" : `${faces.length} of ${needed} entered`, () => confirm(faces), { kind: "primary grow", key: "roll", disabled: !full }),
    ),
  );
}

function place(faces, n, change) {
  const face = faces[n];
  if (!face) return el("span", { class: "die empty", "aria-label": "a die to enter" });
  return el(
    "button",
    {
      type: "button", class: "die", "data-key": `die ${n}`, title: "Tap to take this die back",
      "aria-label": `${FACES[face]}: take back`,
      onclick: () => change(faces.filter((_, other) => other !== n)),
    },
    icon(faceGlyph(face), "die-icon"),
  );
}
