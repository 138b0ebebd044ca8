// How table and books agree, what the referee asks, and what happened last.

/** @import { Page, PlainSheet } from "../../types/page.js" */
import { differencesBadge, drawDifferences } from "../board/differences.mjs";
import { rolled } from "./blows.mjs";
import { button, stack } from "../parts/dom.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

const SIGNS = {
  in_step: ["●", t`Board is right`],
  settling: ["◌", t`Looking…`],
  out_of_step: ["▲", t`Board is not right`],
  errands: ["✎", t`Waiting for your hands`],
  no_camera: ["○", t`No camera`],
  camera_lost: ["▲", t`Board not seen`],
  not_kept: ["▲", t`Not kept`],
};

// How the camera finds the board, as a sign and in a word or two.
/** @param {Page} page */
export const tableSign = ({ view: { table } }) => SIGNS[table.state] ?? ["○", table.state];

/** @param {Page} page */
export function drawState(page) {
  const { table } = page.view;
  const [sign, name] = tableSign(page);
  const rows = drawDifferences(page);
  const calm =
    !rows && (["no_camera", "settling"].includes(table.state) || (table.state === "in_step" && !table.text));
  const told = h(
    "p",
    { class: `table-state ${table.state}`, role: "status" },
    h("b", {}, `${sign} ${name}`),
    table.text && !calm && !rows && h("span", { title: table.text }, table.text),
  );
  if (calm && !page.view.demo) return h("div", { class: "state-line" }, told, badges(page, { few: false }));
  return [
    told,
    page.view.demo &&
      h(
        "p",
        { class: "demo" },
        h("b", {}, t`This is a demo.`),
        " ",
        t`herald plays both sides by itself, on a simulated board.`,
      ),
    rows,
    badges(page, { few: Boolean(rows) }),
  ];
}

// Beside the rows there is room for *few* only.
/**
 * @param {Page} page
 * @param {{ few: boolean }} parts
 */
function badges(page, { few }) {
  const voice = page.voice ?? page.view.voice;
  const silent = voice && !voice.who;
  /**
   * @param {string} key
   * @param {boolean} on
   * @param {string} text
   * @param {PlainSheet} opens
   */
  const badge = (key, on, text, opens) =>
    button(text, () => page.open(opens), { kind: `badge ${on ? "" : "off"}`, key });
  return h(
    "div",
    { class: "badges" },
    differencesBadge(page),
    !few &&
      voice &&
      badge(
        "voice badge",
        !silent,
        silent ? (voice.state === "off" ? t`Voice off` : t`Voice silent`) : t`Voice on`,
        "voice",
      ),
    !few && badge("awake badge", page.awake.on, page.awake.badge, "tablets"),
    !page.canPlay && h("span", { class: "badge" }, t`Looking on`),
  );
}

/** @param {Page} page */
export function drawQuestion(page) {
  const { question } = page.view;
  if (!question) return null;
  return h(
    "div",
    { class: "question", key: "question", role: "alertdialog", "aria-label": t`A question about the board` },
    h("h2", {}, question.text),
    page.canPlay &&
      stack(
        question.choices.map((choice) =>
          button(choice.text, () => page.answer(question.text, choice.id), {
            key: `choice ${choice.id}`,
            kind: "choice",
          }),
        ),
      ),
  );
}

// What happened last, in a line; a battle is told by its own picture.
/** @param {Page} page */
export function drawNews(page) {
  if (rolled(page.view.blows).length > 0) return null;
  const last = page.view.log.findLast((line) => line.text);
  return last && h("li", {}, last.text);
}
