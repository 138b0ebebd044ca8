// The page of rules, the doorway and the Talk button.

import { test } from "node:test";

import { drawnAnew, openDocument, tableOf } from "./document.mjs";
import { kept } from "./drawn.mjs";

const { places, page, text } = openDocument(["rules", "join", "trouble", "talk", "sheet"]);
const rule = (id, part = {}) => ({
  id,
  title: `On ${id}`,
  chapter: "turn",
  also: [],
  text: [`About ${id}.`],
  page: "RB p. 3",
  confidence: "certain",
  see: [],
  ...part,
});
const RULES = {
  chapters: ["basics", "turn", "odd"],
  subjects: [
    rule("orders", { see: ["moves", "gone"] }),
    rule("moves", { chapter: "basics", confidence: "likely" }),
  ],
};
const told = {};
const done = tableOf(told);
const gone = [];
globalThis.location.assign = (to) => gone.push(to);
const submit = { textContent: "Join" };
places.join.querySelector = () => submit;
let filled = {};
globalThis.FormData = class {
  get = (name) => filled[name] ?? null;
};

const fetching = globalThis.fetch;
await import("../../companion/web/static/rules.mjs");
await drawnAnew();
await import("../../companion/web/static/join.mjs");
await import("../../companion/web/static/talk.mjs");

const tap = async (place, key) => {
  await places[place].keyed(key).happens("click");
  await drawnAnew();
};

test("the rules are opened, tried again where they did not come, searched and turned to", async (t) => {
  const parts = [text("rules")];
  told["/rules.json"] = RULES;
  await tap("rules", "Try again");
  parts.push(text("rules"));
  const type = async (value) => {
    await places.rules.keyed("rule field").happens("input", { currentTarget: { value } });
    await drawnAnew();
    parts.push(text("rules"));
  };
  for (const value of ["order", "moves", "nothing", ""]) await type(value);
  globalThis.location.hash = "#orders";
  await page.happens("hashchange");
  await drawnAnew();
  parts.push(text("rules"));
  await tap("rules", "orders see moves");
  parts.push(globalThis.location.hash);
  kept(t, parts.join("---\n"));
});

test("the rules about one thing are opened where they are few, with the way back", async (t) => {
  const { ruleSheet } = await import("../../companion/web/static/sheets/rulesheet.mjs");
  const { show } = await import("../../companion/web/static/parts/dom.mjs");
  const parts = [];
  const asked = [];
  const turn = async (ids, from) => {
    const opened = { why: (...said) => asked.push(said), set: (part) => asked.push(part) };
    show(places.sheet, ruleSheet(opened, { name: "rules", ids, from }));
    await drawnAnew();
    parts.push(text("sheet"));
  };
  await turn(["orders", "moves", "gone"], { name: "log" });
  for (const key of ["orders see moves", "rules back", "all rules"]) await tap("sheet", key);
  await turn(["moves", "orders", "moves", "orders"], null);
  await turn(null, null);
  kept(t, [...parts, JSON.stringify(asked)].join("---\n"));
});

test("a code is handed in at the door, twice where one moves, and what came of it is said", async (t) => {
  const parts = [];
  const enter = async (fields, answer) => {
    filled = fields;
    told["/join"] = answer;
    done.length = 0;
    await places.join.happens("submit");
    await drawnAnew();
    parts.push([...done, submit.textContent, text("trouble"), gone.splice(0)].join("\n"));
  };
  await enter({ code: " 12 ", role: "south", name: " Ana " }, { ok: false, trouble: "Wrong code." });
  await enter({ code: "12", role: "south" }, { ok: false, question: true, trouble: "Move there?" });
  await enter({ code: "12", role: "north" }, { ok: false });
  await enter({ code: "12", role: "south" }, { ok: true });
  places.join.dataset.watch = "yes";
  await enter({ code: "12", role: "south" }, { ok: true });
  kept(t, parts.join("---\n"));
});

test("the Talk button listens while it is held, and tells what was heard and asks", async (t) => {
  const parts = [text("talk")];
  const say = async (answer) => {
    told["/listen"] = answer;
    done.length = 0;
    await places.talk.keyed("talk").happens("pointerdown", { pointerId: 1 });
    parts.push(text("talk"));
    await drawnAnew();
    parts.push([...done, text("talk")].join("\n"));
  };
  await say({ heard: "move", text: "Moved." });
  await say({ heard: "odd", result: { ok: false, refused: { text: "Too far." } } });
  await say({ result: { ok: false, conflict: "Too late." } });
  await say({ heard: "x", trouble: "Not understood.", text: "no", result: { ok: true } });
  await say({ offer: { id: 4, choices: ["Move it"] } });
  told["/listen/choice"] = { text: "Done." };
  await tap("talk", "talk 1");
  parts.push([...done, text("talk")].join("\n"));
  await say({ offer: { id: 5, choices: ["This", "That"] } });
  await tap("talk", "talk none");
  await say({ offer: { id: 6, choices: ["This", "That"] } });
  await tap("talk", "talk 2");
  parts.push(done.join("\n"));
  kept(t, parts.join("---\n"));
});

test("the Talk button is held by a key as well, once, and let go", async (t) => {
  const button = places.talk.keyed("talk");
  const parts = [];
  const answers = [];
  globalThis.fetch = (address) => {
    parts.push(address);
    return new Promise((come) => answers.push(() => come({ json: async () => ({}) })));
  };
  await button.happens("pointerup");
  for (const [key, repeat] of [
    ["n", false],
    [" ", true],
    [" ", false],
    ["Enter", false],
  ]) {
    await button.happens("keydown", { key, repeat });
    parts.push(`down ${key} ${repeat}`);
  }
  await button.happens("keyup", { key: "n" });
  await button.happens("keyup", { key: "Enter" });
  await button.happens("pointercancel");
  answers.forEach((answer) => answer());
  await drawnAnew();
  await button.happens("pointerup");
  globalThis.fetch = fetching;
  kept(t, parts.join("\n"));
});
