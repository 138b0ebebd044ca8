import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { entry, search, words } = await import("../../companion/web/static/parts/glossary.mjs");

const subject = (id, title, part = {}) => ({
  id,
  title,
  also: [],
  text: [""],
  page: "RB p. 1",
  see: [],
  ...part,
});
const SUBJECTS = [
  subject("retreat", "Retreat", { also: ["Withdrawal"], text: ["A unit moves towards its own edge."] }),
  subject("ignoring", "Ignoring retreats", { text: ["Some units hold their ground."] }),
  subject("morale", "Morale", { text: ["Each morale face forces a retreat."] }),
  subject("edge", "Edge of the board", {}),
];
const found = (text) => search(SUBJECTS, text).map(({ id }) => id);

test("words are compared without accents, apostrophes and case", () => {
  assert.deepEqual(words("Y’llan's ÎNĂLȚIME"), ["yllans", "inaltime"]);
  assert.deepEqual(words("  —  "), []);
});

test("a letter that is written with a combining mark is the same word", () => {
  assert.deepEqual(words("re\u0301treat"), words("rétreat"));
});

test("the entry of that very name comes first, then names that begin so, then what only tells of it", () => {
  assert.deepEqual(found("retreat"), ["retreat", "ignoring", "morale"]);
});

test("what is found comes in the same order whatever stood first, and of equals the shorter name", () => {
  const answer = (subjects, text) => search(subjects, text).map(({ id }) => id);
  assert.deepEqual(answer([...SUBJECTS].reverse(), "retreat"), ["retreat", "ignoring", "morale"]);
  const named = ["Line of sight again", "Line of sight", "Lines"].map((title) => subject(title, title));
  for (const subjects of [named, [...named].reverse()])
    assert.deepEqual(answer(subjects, "lin"), ["Lines", "Line of sight", "Line of sight again"]);
});

test("another name leads to the entry as well", () => {
  assert.deepEqual(found("withdrawal"), ["retreat"]);
});

test("each word that is typed is the beginning of one that stands there", () => {
  assert.deepEqual(found("own edg"), ["retreat"]);
  assert.deepEqual(found("edge swims"), []);
});

test("of what only tells of it the order stays", () => {
  const told = ["Lines of sight and cover", "Lines"].map((title) =>
    subject(title, title, { text: ["Hills."] }),
  );
  assert.deepEqual(search(told, "hills"), told);
});

test("an entry is open where it was opened or found, and closed elsewhere", () => {
  const isOpen = (how) => entry({ at: new Map() }, SUBJECTS[0], { show() {}, ...how }).props.open;
  assert.deepEqual([isOpen({}), isOpen({ open: true }), isOpen({ found: true })], [false, true, true]);
});

test("nothing typed shows everything", () => {
  assert.equal(search(SUBJECTS, "  ").length, SUBJECTS.length);
});
