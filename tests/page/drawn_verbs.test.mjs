// What a card does, as it is asked for verb by verb, and what each tap says of it.

import { test } from "node:test";

import { verbs } from "./browser.mjs";
import { kept, scenes, writingPage } from "./drawn.mjs";
import { grid, unit } from "./made.mjs";

const { drawEffects } = await import("../../companion/web/static/game/builder.mjs");
const { fresh } = await import("../../companion/web/static/game/verbs.mjs");

const UNITS = [unit("guard-1", "A1"), unit("hero-1", "B2", { seat: "north" }), unit("guard-2", null)];

test("what a card does is built from verbs, each asked for by its fields", async (t) => {
  const around = {
    units: UNITS,
    fight: null,
    has_lore_cards: true,
    verbs,
    faces: ["strike", "lore"],
    traits: { infantry: "infantry", cavalry: "cavalry" },
    grid: grid(),
  };
  const forms = [];
  for (const verb of Object.keys(verbs)) {
    const page = writingPage({});
    const draft = { does: [], verb: fresh(verb, verbs) };
    forms.push([verb, drawEffects(around, draft, (part) => page.changed(part), { lore: true }), page]);
  }
  const page = writingPage({});
  const said = {
    does: [
      { verb: "gain_lore", count: 1 },
      { verb: "draw_lore", count: 2 },
    ],
    verb: null,
  };
  const change = (part) => page.changed(part);
  forms.push(["said", drawEffects(around, said, change), page]);
  forms.push(["on a card", drawEffects(around, said, change, { isCard: true }), page]);
  forms.push(["in a fight", drawEffects({ ...around, fight: {}, has_lore_cards: false }, said, change, { lore: true }), page]); // prettier-ignore
  kept(t, await scenes(forms));
});
