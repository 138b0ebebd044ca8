// What is to be done by hand: one line beside the question, and the list that it opens.

/** @import { GameView, Page } from "../../types/page.js" */
import { button, explain } from "../parts/dom.mjs";
import { whyButton } from "../parts/glossary.mjs";
import { count, t } from "../parts/language.mjs";
import { framed } from "../parts/sheet.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {Page} page */
export function drawErrands(page) {
  const { errands } = page.view;
  if (!errands.length || page.sheet) return null;
  return button(
    [
      h("b", {}, t`✎ ${errands.length} to do`),
      h("span", { class: "errand-text" }, errands[0].text),
      h("span", { "aria-hidden": "true" }, "▸"),
    ],
    () => page.open("todo"),
    { kind: "errands-line", key: "todo", label: todo(page) },
  );
}

// All of it for the ear; the eye sees as much as there is room for.
/** @param {Page} page */
function todo({ view: { errands } }) {
  return `${count(errands.length, "thing to do by hand", "things to do by hand")}: ${errands.map(({ text }) => text).join("; ")}`;
}

// Whether by *next* nothing is left of the list that *page* shows: it goes, and what is asked is seen again.
/**
 * @param {Page} page
 * @param {GameView} next
 */
export const areWorkedOff = ({ view, sheet }, next) =>
  sheet?.name === "todo" && view.errands.length > 0 && next.errands.length === 0;

/** @param {Page} page */
export function drawErrandList(page) {
  const { errands } = page.view;
  const allDone = async () => {
    for (const { id } of errands) await page.tick(id);
  };
  return framed(
    page,
    t`To do on the board`,
    errands.length === 0 && explain(t`Nothing is left to do by hand.`),
    h(
      "ul",
      { class: "errand-list" },
      errands.map(({ id, text, rule }) =>
        h(
          "li",
          { key: id },
          h("span", {}, text),
          whyButton(page, [rule], `errand ${id}`),
          page.canPlay && button(t`Done`, () => page.tick(id), { key: `errand ${id}` }),
        ),
      ),
    ),
    page.canPlay &&
      errands.length > 1 &&
      button(t`All done`, allDone, { kind: "primary grow", key: "all done" }),
  );
}
