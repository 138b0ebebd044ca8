// Saving the board as a scenario to begin other games with.

/** @import { Page } from "../../types/page.js" */
import { button, explain, keyed, row, typed } from "../parts/dom.mjs";
import { post } from "../parts/send.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

const LONGEST = 40;

/** @param {Page} page */
export function drawArranging(page) {
  const { name = "" } = /** @type {{ name?: string }} */ (page.draft ?? {});
  return [
    explain(
      t`Units, terrain and banners are kept as they are now; units come back in full strength. A game of it is begun on the home page, under “New game”.`,
    ),
    h(
      "label",
      { class: "field" },
      t`Name of the scenario`,
      h("input", {
        value: name,
        maxlength: LONGEST,
        ...keyed("scenario name"),
        onInput: (event) => page.set({ draft: { name: typed(event) } }),
      }),
    ),
    row(button(t`Save`, () => save(page, name), { kind: "primary grow", key: "save scenario" })),
  ];
}

/**
 * @param {Page} page
 * @param {string} name
 */
async function save(page, name) {
  const answer = await post("/scenario", { name });
  if (!answer.ok) {
    page.say(answer.trouble ?? t`Nothing was saved.`, { bad: true });
    return;
  }
  page.set({ sheet: null, draft: null });
  page.say(t`Saved. A game of it is begun on the home page, under “New game”.`);
}
