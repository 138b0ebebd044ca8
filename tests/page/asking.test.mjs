// Whether a page that has asked for another game goes to the table, and how its line tells that one lies there.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";

const { Asking } = await import("../../companion/web/static/home/asking.mjs");
const { beginning } = await import("../../companion/web/static/home/newgame.mjs");
const { reader } = await import("../../companion/web/static/link/link.mjs");

const open = { number: 2 };
const asked = { open, is_granted: false };
const granted = { open: null, is_granted: true };
const nothing = { open: null, is_granted: false };

function told(...changes) {
  const asking = new Asking();
  asking.take(nothing);
  asking.goes = true;
  for (const each of changes) asking.take(each);
  return asking;
}

test("who asked goes to the game once it lies there: agreed to, granted by silence, or asked of nobody", () => {
  for (const way of [[asked, granted], [asked], [granted], []]) assert.equal(told(...way).goes, true);
});

test("who asked stays where the other side says no, and does not go to a later game", () => {
  assert.equal(told(asked, nothing).goes, false);
  assert.equal(told(asked, nothing, asked, granted).goes, false);
});

test("it is awaited from the question on until the game lies there", () => {
  assert.deepEqual(
    [told(), told(asked), told(asked, granted), told(asked, nothing)].map(({ waits }) => waits),
    [false, true, true, false],
  );
});

test("the button that begins a game says that the other side is asked, and is not pressed again meanwhile", () => {
  const drawn = (...changes) => beginning({ asking: told(...changes) }, { name: "Full battle" }).props;
  const { children, disabled } = drawn(asked);
  assert.deepEqual([children, disabled], ["Full battle: the other side is asked.", true]);
  for (const changes of [[], [asked, nothing]])
    assert.deepEqual([drawn(...changes).children, drawn(...changes).disabled], ["Begin: Full battle", false]);
  assert.equal(drawn(granted).disabled, true);
});

test("what is told again by a line that is shared is as old as when it was told first", () => {
  const heard = [];
  const take = reader((message) => heard.push(message));
  const changes = { kind: "changes", text: JSON.stringify({ laid: "1" }), at: 100_000 };
  for (const message of [changes, changes]) take(message);
  assert.deepEqual(
    heard.map(({ at }) => at),
    [100_000, 100_000],
  );
});

test("a page that the former game's app wrote begins anew though its line opens when the next one lies there", () => {
  const kinds = [];
  const take = reader(({ kind }) => kinds.push(kind), "1");
  for (const laid of ["2", "1"]) take({ kind: "changes", text: JSON.stringify({ laid }) });
  assert.deepEqual(kinds, ["anew", "changes"]);
});

test("a page is told to begin anew by another game and by the same one laid out anew, and by nothing else", () => {
  const kinds = [];
  const take = reader(({ kind }) => kinds.push(kind));
  const view = (id) => ({ kind: "view", text: JSON.stringify({ game_id: id }) });
  const changes = (laid) => ({ kind: "changes", text: JSON.stringify({ laid }) });
  take({ kind: "scenario", text: "{}" });
  for (const message of [view("a"), changes("1"), view("a"), changes("1"), changes("2"), view("b")])
    take(message);
  assert.deepEqual(kinds, ["view", "changes", "view", "changes", "anew", "anew"]);
});
