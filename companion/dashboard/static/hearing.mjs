// What is heard at the table: the last words again, and how much is said.

import { button, el } from "./dom.mjs";
import { post } from "./send.mjs";

const LEVELS = {
  score: "Score only", standard: "Retreats, losses and lore too", everything: "Everything", blind: "To play without seeing",
};

// Nothing where no voice was asked for, or where this device only looks on.
export function drawHearing(page) {
  const { voice } = page.view;
  if (!voice?.level || !page.canPlay) return null;
  const now = page.level ?? voice.level;
  return el(
    "div",
    { class: "row wrap", role: "group", "aria-label": "What is said" },
    button("Say again", () => ask(page, "/voice/again", {}), { key: "say again" }),
    Object.entries(LEVELS).map(([level, text]) =>
      button(text, () => ask(page, "/voice/level", { level }), { kind: "toggle", key: `level ${level}`, pressed: level === now ? "true" : "false" })),
  );
}

async function ask(page, address, message) {
  const answer = await post(address, message);
  if (!answer.ok) page.say(answer.trouble ?? "Nothing was done.", { bad: true });
  else if (answer.level) page.set({ level: answer.level });
}
