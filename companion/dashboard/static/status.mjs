// How table and books agree, what is to be done by hand, what the referee asks, and what happened last.

import { button, el, fill } from "./dom.mjs";
import { whyButton } from "./glossary.mjs";
import { unitName } from "./words.mjs";

const SIGNS = {
  in_step: ["●", "Board is right"], settling: ["◌", "Looking…"], out_of_step: ["▲", "Board is not right"],
  errands: ["✎", "Waiting for your hands"], no_camera: ["○", "No camera"], camera_lost: ["▲", "Board not seen"],
};

export function drawState(place, page) {
  const { table, voice } = page.view;
  const [sign, name] = SIGNS[table.state] ?? ["○", table.state];
  const voiceQuiet = voice && voice.state !== "ready";
  const calm = ["no_camera", "settling"].includes(table.state) || (table.state === "in_step" && !table.text);
  place.classList.toggle("calm", calm && !page.view.demo);
  fill(
    place,
    el("p", { class: `table-state ${table.state}`, role: "status" }, el("b", {}, `${sign} ${name}`), table.text && !calm && el("span", { title: table.text }, table.text)),
    page.view.demo && el("p", { class: "demo" }, el("b", {}, "This is a demo. "), "herald plays both sides by itself, on a simulated board."),
    table.differences?.length > 0 && el("ul", { class: "differences" }, table.differences.map((each) => difference(each, page.view.game))),
    el("div", { class: "badges" },
      voice && el("button", { type: "button", class: `badge ${voiceQuiet ? "off" : ""}`, "data-key": "voice badge", onclick: () => page.open("tablets") }, voiceQuiet ? (voice.state === "off" ? "Voice off" : "Voice silent") : "Voice on"),
      el("button", { type: "button", class: `badge ${page.awake.on ? "" : "off"}`, "data-key": "awake badge", onclick: () => page.open("tablets") }, page.awake.on ? "Screen stays on" : "Screen may sleep"),
      !page.canPlay && el("span", { class: "badge" }, "Looking on")),
  );
}

function difference({ unit, expected, seen }, game) {
  return el("li", {}, el("b", {}, unitName(game, unit)),
    ` should stand ${expected ? `on ${expected}` : "beside the board"}; the camera sees it ${seen ? `on ${seen}` : "nowhere"}.`);
}

export function drawQuestion(page) {
  const { question } = page.view;
  if (!question) return null;
  return el(
    "div",
    { class: "question", role: "alertdialog", "aria-label": "A question about the board" },
    el("h2", {}, question.text),
    page.canPlay && el("div", { class: "stack" }, question.choices.map((choice) =>
      button(choice.text, () => page.answer(question.text, choice.id), { key: `choice ${choice.id}`, kind: "choice" }))),
  );
}

export function drawErrands(place, page) {
  const { errands } = page.view;
  place.hidden = !errands?.length || Boolean(page.sheet);
  if (place.hidden) return;
  const done = (errand, text) => page.canPlay && button(text, () => page.tick(errand.id), { key: `errand ${errand.id}` });
  fill(
    place,
    el("h3", {}, "To do on the board"),
    el("ul", {}, errands.map((errand) => el("li", {}, el("span", {}, errand.text), whyButton(page, [errand.rule], `errand ${errand.id}`), done(errand, "Done")))),
  );
}

export function drawNews(place, page) {
  const lines = page.view.log.filter((line) => line.text).slice(page.view.errands?.length ? -1 : -3).reverse();
  fill(place, ...lines.map((line, n) => el("li", { class: n ? "" : "newest" }, line.text)));
}
