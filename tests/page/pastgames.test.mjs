// The games that are kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.mjs";
import { elements, keyed } from "./made.mjs";

const { pastGames } = await import("../../companion/web/static/home/pastgames.mjs");

const kept = (id) => ({ id, title: id, scenario: id, edition: "Second", sides: {}, started: 0, turn: 3 });

test("the game on the table leads back there and cannot be deleted; another is opened, or deleted", () => {
  const opened = (id) => {
    const home = { has_begun: true, game: { id: "here" } };
    const drawn = pastGames({ home, past: { games: ["here", "other"].map(kept) }, opened: id });
    const leads = elements(drawn).some(({ props }) => props.href === "/");
    return [leads, ...["open game", "delete game"].map((key) => Boolean(keyed(drawn, key)))];
  };
  assert.deepEqual(opened("here"), [true, false, false]);
  assert.deepEqual(opened("other"), [false, true, true]);
});
