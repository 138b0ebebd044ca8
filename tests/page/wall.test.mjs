// The wall screen: the board, the scores and what happened, to be read from the sofa.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { lineOf, openDocument } from "./document.mjs";
import { kept } from "./drawn.mjs";
import { offer, view } from "./made.mjs";

const { text } = openDocument(["lost", "notices", "scores", "board", "strip", "wait", "result", "caption"]);
const line = lineOf();
const gone = [];
Object.assign(globalThis.location, { assign: (to) => gone.push(to), reload: () => gone.push("anew") });
mock.timers.enable({ apis: ["setTimeout"] });
await import("../../companion/web/static/wall.mjs");

const PARTS = ["lost", "notices", "scores", "strip", "wait", "result", "caption"];
const shown = async (...what) => {
  await line.show(view(...what));
  return text(...PARTS);
};

test("the wall shows scores, the turn, what is asked, and what happened last", async (t) => {
  const { scores } = view().game;
  const four = { ...scores, south_ally: { ...scores.south, name: "Ally", points: 1, lore: 2 } };
  const table = (state) => ({ table: { state, text: `It is ${state}.`, differences: [], ignored: [] } });
  const die = (face, is_used) => ({ face, is_used, did: `${face} did` });
  const blows = [
    { dice: [], lines: [] },
    { dice: [die("strike", true), die("lore", false)], lines: ["One.", "Two"] },
  ];
  const log = [{ text: "First." }, { text: "Second." }, { text: "" }];
  const headline = (length) => ({
    ask: { ...view().ask, headline: "x".repeat(length), choices: [offer({ do: "go" })] },
  });
  const parts = [
    await shown({}, {}, { log, notices: [{ id: "a", text: "Red.", remedy: "Mend it.", can_dismiss: true }], toasts: [{ id: 9, text: "Told before this wall was there." }] }), // prettier-ignore
    await shown({ step: "set_up" }, {}, table("out_of_step")),
    await shown({ winner: "north" }, {}, { ...table("not_kept"), question: { text: "Which?" } }),
    await shown({ active: "south_ally", scores: four }, {}, { ...table("camera_lost"), log, blows }),
    await shown(
      { setting: { markers: ["south", "north"], rack: ["raid"] } },
      { cards: [{ id: "raid", name: "Raid", summary: "Raids.", does: [] }] },
      headline(44),
    ),
    await shown({ step: "odd" }, {}, headline(45)),
    text("board"),
  ];
  kept(t, parts.join("---\n"));
});

test("what the table was told of itself is shown for a while, then what is heard", async (t) => {
  const parts = [
    await shown({}, {}, { log: [{ text: "Before." }], toasts: [{ id: 1, text: "Somebody came." }] }),
  ];
  mock.timers.tick(7999);
  parts.push(text("caption"));
  await line.tell("voice", {
    sentences: [
      { number: 1, text: "One." },
      { number: 2, text: "Said." },
    ],
  });
  mock.timers.tick(1);
  parts.push(text("caption"));
  parts.push(await shown({}, {}, { toasts: [{ id: 1, text: "Somebody came." }] }));
  await line.tell("voice", { sentences: [] });
  parts.push(text("caption"));
  await line.lost({ attempt: 1, retryAt: 0 });
  parts.push(text("lost"));
  await line.tell("out");
  await line.tell("anew");
  kept(t, [...parts, ...gone].join("---\n"));
});

test("what was taken back is told until the next act, on the wall as well", async () => {
  const log = [{ text: "A card is played." }];
  const undone = { id: 20, text: "Ana took this back: a move.", passes: true };
  const said = { sentences: [{ number: 7, text: undone.text }] };
  await shown({}, {}, { log, seq: 30 });
  await shown({}, {}, { log, seq: 31, toasts: [undone] });
  await line.tell("voice", said);
  assert.match(text("caption"), /Ana took this back: a move/);
  await shown({}, {}, { log: [...log, { text: "A unit is ordered." }], seq: 32, toasts: [undone] });
  await line.tell("voice", said);
  assert.match(text("caption"), /"A unit is ordered\."/);
});
