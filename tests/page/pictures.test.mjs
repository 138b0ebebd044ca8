// The little pictures as they were looked at: no line of them moves unseen.

import { test } from "node:test";

import "./browser.mjs";
import { digest, kept, outline } from "./drawn.mjs";
import { grid } from "./made.mjs";

const { drawTile, tileGlyph, tileSign } = await import("../../companion/web/static/board/terrain.mjs");
const { kindGlyph, peopleOf } = await import("../../companion/web/static/board/unit_glyphs.mjs");
const { faceGlyph, glyphAt, icon, markGlyph, sideIcon, sideShape } =
  await import("../../companion/web/static/parts/glyphs.mjs");
const { drawHow, drawMarks } = await import("../../companion/web/static/setup/assistant_art.mjs");
const { drawCompass } = await import("../../companion/web/static/board/compass.mjs");
const { drawMark } = await import("../../companion/web/static/board/differences.mjs");
const source = async (name) =>
  (await import("node:fs")).readFileSync(
    new URL(`../../companion/web/static/${name}.mjs`, import.meta.url),
    "utf8",
  );

// The names of what a module lists in its table *table*.
async function listed(name, table) {
  const [, entries] = (await source(name)).match(new RegExp(`const ${table} = \\{\\n(.*?)\\n\\};`, "s"));
  return [...entries.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key);
}

const told = (names, glyph) => names.map((name) => `${name} ${digest(glyph(name))}\n`).join("");
const SEATS = ["south", "north", "south_ally", "north_ally"];

test("every terrain has the picture that was drawn for it", async (t) => {
  const names = [
    ...(await listed("board/terrain", "TILES")),
    ...(await listed("board/terrain", "LIKE")),
    "?",
  ];
  kept(t, told(names, tileGlyph));
});

test("every kind of unit has the picture that was drawn for it, and its people's", async (t) => {
  const plain = { traits: [], abilities: [], range: null };
  const kinds = told(await listed("board/unit_glyphs", "KINDS"), (id) => kindGlyph(id, plain));
  const traits = told([...(await listed("board/unit_glyphs", "TRAITS")), "mounted"], (trait) =>
    kindGlyph("own", { ...plain, traits: [trait] }),
  );
  const peoples = told(await listed("board/unit_glyphs", "PEOPLES"), (race) => peopleOf(["red", race]));
  const others = [
    undefined,
    plain,
    { ...plain, range: [1, 4] },
    { ...plain, abilities: [{ name: "flying" }] },
  ];
  kept(t, kinds + traits + peoples + told(others, (kind) => kindGlyph("own", kind)));
});

test("every face and mark has the picture that was drawn for it", async (t) => {
  const faces = told([...(await listed("parts/glyphs", "FACES")), "green", "blue", "red"], faceGlyph);
  kept(t, faces + told([...(await listed("parts/glyphs", "MARKS")), "strike"], markGlyph));
});

test("a picture stands with its middle where it is put, and each side has its own shape", (t) => {
  const glyph = [["M0 0"], ["M1 1"]];
  const inlaid = [["M0 0"], ["M1 1"], true];
  const shapes = SEATS.map((seat) => [sideShape(seat, 10), sideIcon(seat)]);
  kept(t, outline([glyphAt(glyph, 10, 20, 12), glyphAt(inlaid, 0, 0, 24), icon(glyph), shapes]));
});

test("a tile is drawn with its token and its owner, and under a unit as a sign", (t) => {
  const hill = { kind: "hill", token: null, site: null, owner: null };
  const ford = { ...hill, kind: "river", token: "ford" };
  const tent = { ...hill, kind: "command_tent", owner: "north" };
  const drawn = [hill, ford, tent].flatMap((tile) => [
    drawTile(grid(), tile, false),
    drawTile(grid(), tile, true),
    tileSign(tile, false),
    tileSign(tile, true),
  ]);
  kept(t, outline(drawn));
});

test("each mark of what differs has its shape and its sign", (t) => {
  kept(t, outline(["astray", "expected", "doubt", "ignored"].map((mark) => drawMark(grid(), mark))));
});

test("what hands do with the sheets is drawn step by step, with stickers only where there are some", (t) => {
  kept(t, outline([drawHow(true), drawHow(false)]));
});

test("the corner marks are drawn where the camera has them, those that it misses named", (t) => {
  const corners = [[10, 10], [590, 10], [590, 390], [10, 390]]; // prettier-ignore
  const marks = (...seen) =>
    drawMarks({ board: [600, 400], marks: corners.map((at, n) => ({ at, seen: seen[n] })) });
  kept(
    t,
    outline([
      marks(true, true, true, true),
      marks(false, true, true, true),
      marks(true, false, false, false),
    ]),
  );
});

test("the compass shows the ways as the board is shown, the chosen one and those that are taken", (t) => {
  const taken = new Set(["D3"]);
  kept(
    t,
    outline([
      drawCompass("Way", "east", () => {}, grid(), { from: "C3", taken }),
      drawCompass("Way", null, () => {}, grid({ turned: true }), { from: null, taken }),
    ]),
  );
});
