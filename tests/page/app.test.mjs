// The table's page as a whole: what it takes in, how it is drawn, and what its parts ask of the table.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { drawnAnew, lineOf, openDocument, tableOf } from "./document.mjs";
import { kept } from "./drawn.mjs";
import { offer, unit, view } from "./made.mjs";

const DRAWN = ["scores", "hand", "state", "ask", "errands", "news", "tools", "spoken", "far"];
const REST = ["board", "lost", "notices", "change", "toast", "invite", "captions"];
const { places, text, document } = openDocument([...DRAWN, ...REST], {
  body: { role: "south", section: "", camera: "yes", device: "here" },
});
const line = lineOf();
globalThis.herald = { looks: () => ({}) };
globalThis.CSS = { escape: (text) => text };
globalThis.Audio = class {};
Math.random = () => 0.5; // by which a tab is called
const told = {
  "/rules.json": { subjects: [], chapters: [] },
  "/links": { join: "http://table/join/1", code: "1234" },
  "/ways": { ways: [] },
};
const done = tableOf(told);
mock.timers.enable({ apis: ["setInterval"] });
const atRest = []; // what the page does seconds after it has come
const { setTimeout: inTime } = globalThis;
globalThis.setTimeout = (act, ms, ...rest) => (ms < 3000 ? inTime(act, ms, ...rest) : atRest.push(act));
await import("../../companion/web/static/app.mjs");
await drawnAnew();

let before = [];
const shows = (what) => {
  const lines =
    `${text(...DRAWN, "toast")}${[...document.body.classes]} ${document.body.dataset.asks}\n`.split("\n");
  const come = lines.filter((each) => !before.includes(each)).map((each) => `+ ${each.trim()}`);
  const gone = before.filter((each) => !lines.includes(each)).map((each) => `- ${each.trim()}`);
  before = lines;
  return [`== ${what}`, ...gone, ...come, ...done.splice(0)].join("\n");
};
const settle = async () => {
  for (let n = 0; n < 3; n += 1) {
    await new Promise((ended) => setTimeout(ended, 20));
    await drawnAnew();
  }
};
const find = (key) => [...DRAWN, ...REST].map((id) => places[id].keyed(key)).find(Boolean);
const tap = async (key) => {
  await find(key).happens("click");
  await settle();
  return shows(key);
};
const tapHex = async (hex) => {
  await places.board
    .all()
    .find((each) => each.getAttribute("data-hex") === hex)
    .happens("click");
  await settle();
  return shows(hex);
};

const UNITS = [
  unit("guard-1", "A1", {
    ordered: true,
    card: { traits: [], abilities: [], confidence: "certain", move: 1, combat: 2, page: "Ref" },
  }),
  unit("reaver-1", "C1", {
    seat: "north",
    card: { traits: [], abilities: [], confidence: "certain", move: 1, combat: 2, page: "Ref" },
  }),
];
const ask = (choices, headline = "What now?") => ({
  ask: { headline, about: "", hint: "", sum: "", choices, places: [] },
});
const move = offer({ do: "move", unit: "guard-1", to: "B1" }, { is_answered_on_board: true });
const attack = offer(
  { do: "attack", unit: "guard-1", target: "reaver-1" },
  { hex: "C1", is_answered_on_board: true },
);

test("the rules are fetched once the table has had its time to be shown", async () => {
  assert.equal(done.splice(0).includes("/rules.json"), false);
  atRest.shift()();
  assert.deepEqual(done.splice(0), ["/rules.json"]);
});

test("a view is taken in and drawn, and news and what is asked are told to the ear", async (t) => {
  const parts = [shows("nothing yet")];
  await line.show(
    view(
      { units: UNITS },
      {},
      { ...ask([move, attack]), log: [{ text: "It began." }], toasts: [{ id: 1, text: "Old." }] },
    ),
  );
  parts.push(shows("a view"));
  parts.push(
    await tapHex("A1"),
    await tapHex("B1"),
    await tapHex("C1"),
    await tapHex("C1"),
    await tapHex("C1"),
  );
  await line.show(
    view({ units: UNITS }, {}, { ...ask([]), seq: 8, toasts: [{ id: 2, text: "New." }], redo: 1 }),
  );
  parts.push(shows("what is done is taken in"));
  await line.lost({ attempt: 2, retryAt: Date.now() + 3000 });
  await settle();
  parts.push(shows("lost"), text("lost"));
  await line.show(view({ units: UNITS }, {}, { ...ask([]), seq: 8 }));
  parts.push(shows("found again"));
  kept(t, parts.join("\n"));
});

test("sheets are opened and closed, and tools tell the table", async (t) => {
  await line.show(view({ units: UNITS }, {}, { ...ask([move]), seq: 9, redo: 1 }));
  shows("");
  const parts = [];
  for (const key of [
    "log",
    "log",
    "rules",
    "tablets",
    "voice",
    "correct",
    "score of south",
    "keep",
    "undo",
    "redo",
    "lore",
    "far",
    "lore",
  ])
    parts.push(await tap(key));
  kept(t, parts.join("\n").replace(/data-rule.*/g, ""));
});

test("the dice of an attack go to the table, one by one or all at once", async (t) => {
  const wait = { wait: "dice_wait", seat: "south", count: 2 };
  await line.show(
    view(
      { units: UNITS, wait },
      {},
      { ...ask([]), seq: 10, errands: [{ id: "e", text: "Do it", rule: null }] },
    ),
  );
  const parts = [shows("dice")];
  parts.push(await tap("roll for me"), await tap("face strike"), await tap("Clear"), await tap("face lore"));
  told["/do"] = { ok: false, refused: { text: "You may not.", can_overrule: true, rule: "dice" } };
  parts.push(await tap("face lore"), await tap("overrule"));
  told["/do"] = { ok: true, seq: 10, told: "It is told." };
  parts.push(await tap("roll"), await tap("todo"), await tap("errand e"), await tap("✕"));
  kept(t, parts.join("\n"));
});

test("the referee's question is answered, and what is heard is shown", async (t) => {
  const question = { id: 3, text: "Which?", choices: [{ id: "a", text: "This" }] };
  await line.show(
    view(
      { units: UNITS },
      {},
      { ...ask([]), seq: 11, question, table: { state: "odd", text: "", differences: [], ignored: ["A1"] } },
    ),
  );
  const parts = [
    shows("asked"),
    await tap("choice a"),
    await tap("differences badge"),
    await tap("look again A1"),
  ];
  const voice = {
    speakers: [],
    state: "ready",
    who: "",
    said: 1,
    void: 0,
    sentences: [],
    level: "all",
    reason: "",
    trouble: "",
    remedy: "",
  };
  await line.tell("voice", voice);
  await settle();
  parts.push(shows("voice"), text("invite", "captions"));
  await line.tell("voice", {
    ...voice,
    said: 2,
    sentences: [{ number: 2, text: "Heard.", by: {}, left: 1 }],
  });
  await settle();
  parts.push(shows("a sentence"), text("invite", "captions"));
  kept(t, parts.join("\n"));
});

test("who is not asked waits, and a unit stays chosen as long as it can do something", async (t) => {
  const wait = (seat, name = "orders_wait") => ({ wait: { wait: name, seat } });
  const parts = [];
  await line.show(view({ units: UNITS, ...wait("south") }, {}, { ...ask([move]), seq: 12 }));
  parts.push(shows("own"), await tapHex("A1"));
  await line.show(view({ units: UNITS, ...wait("south", "odd_wait") }, {}, { ...ask([move]), seq: 13 }));
  parts.push(shows("asked anew"));
  await line.show(view({ units: UNITS, ...wait("north") }, {}, { ...ask([]), seq: 14 }));
  parts.push(shows("the other's"), await tapHex("B1"));
  await line.show(
    view(
      { units: UNITS, ...wait("north") },
      {},
      {
        ...ask([]),
        seq: 15,
        blows: [{ seq: 1, dice: [{ face: "lore", did: "1", is_used: true }], text: "Blow", lines: ["One."] }],
      },
    ),
  );
  kept(t, [...parts, shows("a battle")].join("\n"));
});

test("what the table is told is shown, and not what is asked under a sheet that stays open", async () => {
  const asking = (name, more) =>
    line.show(view({ units: UNITS, wait: { wait: name, seat: "south" } }, {}, { ...ask([move]), ...more }));
  await asking("orders_wait", { seq: 16, toasts: [{ id: 3, text: "Known." }] });
  await tap("tablets");
  await asking("odd_wait", { seq: 17, toasts: [{ id: 4, text: "It comes no farther." }] });
  assert.match(text("toast"), /It comes no farther\./);
  assert.doesNotMatch(text("toast"), /What now/);
});

test("what was taken back is told without red, and goes with the next act", async () => {
  const toasts = [{ id: 90, text: "Ana took this back: a move.", passes: true }];
  const act = (seq) => line.show(view({ units: UNITS }, {}, { ...ask([move]), seq, toasts }));
  await act(90);
  assert.match(text("toast"), /Ana took this back/);
  assert.doesNotMatch(places.toast.className, /bad/);
  await act(91);
  assert.equal(places.toast.hidden, true);
});
