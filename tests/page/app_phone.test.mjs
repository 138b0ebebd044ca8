// The table's page on a phone: what it scrolls to when something is asked anew, by who holds it.

import { mock, test } from "node:test";

import { drawnAnew, lineOf, openDocument, tableOf } from "./document.mjs";
import { kept } from "./drawn.mjs";
import { offer, unit, view } from "./made.mjs";

const PLACES = ["scores", "hand", "state", "ask", "errands", "news", "tools", "spoken", "far"];
const REST = ["board", "lost", "notices", "change", "toast", "invite", "captions"];
const { places, document } = openDocument([...PLACES, ...REST], {
  body: { role: "south", section: "", camera: "no", device: "here" },
});
globalThis.matchMedia = () => ({ matches: true, addEventListener() {} });
globalThis.herald = { looks: () => ({}) };
globalThis.Audio = class {};
const scrolled = [];
globalThis.scrollTo = () => scrolled.push("to the top");
globalThis.scrollBy = () => scrolled.push("by a little");
Object.getPrototypeOf(places.ask).scrollIntoView = function into() {
  scrolled.push(`to ${this.id || this.getAttribute("class")}`);
};
tableOf({
  "/rules.json": { subjects: [], chapters: [] },
  "/past/log": { lines: [], pictures: [], earlier: 0 },
});
mock.timers.enable({ apis: ["setInterval"] });

const choice = offer({ do: "move", unit: "guard-1", to: "B1" }, { is_answered_on_board: true });
const asked = (wait, seat, seq, choices = [choice], more = {}) =>
  view(
    { units: [unit("guard-1", "A1")], wait: { wait, seat } },
    {},
    { seq, ask: { headline: `Asks ${wait}`, about: "", hint: "", sum: "", choices, places: [] }, ...more },
  );

// What a phone of *role* scrolls to with each view.
async function scrolls(role) {
  const line = lineOf();
  document.body.dataset.role = role;
  await import(`../../companion/web/static/app.mjs?${role}`);
  const lines = [];
  const shows = async (name, shown) => {
    scrolled.length = 0;
    await line.show(shown);
    for (let n = 0; n < 3; n += 1) await drawnAnew();
    lines.push(`${role}, ${name}: ${scrolled.join(", ")}; ${places.toast.textContent}`);
  };
  const tap = async (place, key) => {
    await places[place].keyed(key).happens("click");
    for (let n = 0; n < 3; n += 1) await drawnAnew();
  };
  await shows("at first", asked("orders_wait", "south", 1));
  await shows("the same", asked("orders_wait", "south", 2));
  await shows("own, by buttons", asked("odd_wait", "south", 3, [offer({ do: "go" })]));
  await shows("the other's, on the board", asked("orders_wait", "north", 4));
  await shows("the other's, by buttons", asked("odd_wait", "north", 5, [offer({ do: "go" })]));
  await shows(
    "a question",
    asked("odd_wait", "north", 6, [], { question: { id: 1, text: "Which?", choices: [] } }),
  );
  await tap("tools", "log");
  await shows("under a sheet", asked("orders_wait", "south", 7));
  await shows("under a sheet, the other's", asked("odd_wait", "north", 8, [offer({ do: "go" })]));
  return lines.join("\n");
}

test("a phone shows what is asked of who holds it, else the board where that answers", async (t) => {
  const told = [];
  for (const role of ["south", "both", "watch"]) told.push(await scrolls(role));
  kept(t, told.join("\n"));
});
