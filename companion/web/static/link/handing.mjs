// Handing what is tapped to the table, and saying what came of it.

/** @import { Answer, Command, Page } from "../../types/page.js" */
import { button } from "../parts/dom.mjs";
import { whyButton } from "../parts/glossary.mjs";
import { post, troubleOf } from "../parts/send.mjs";
import { t } from "../parts/language.mjs";

const CATCH_UP = 1500;

/**
 * *message* is handed the newest entry that the page shows.  *overrule* is what the table may do all the same
 * where the rules refuse *command*.
 *
 * @typedef {{
 *   address: string, message: (seen: number) => object,
 *   command?: Command | null, overrule?: (overruled: Command) => void,
 * }} Tap
 */

// Hand one tap in.  The next one waits until the page shows what came of it.
/**
 * @param {Page} page
 * @param {Tap} tap
 * @returns {Promise<Answer | null>}
 */
export async function handIn(page, { address, message, command = null, overrule = page.act }) {
  if (page.down || !page.view) {
    page.say(t`Not connected to the table: that tap was not sent.`, { bad: true });
    return null;
  }
  if (page.busy) return null;
  page.busy = true;
  page.hush();
  const answer = await post(address, { game: page.view.game_id, ...message(page.view.seq) });
  if (answer.ok) await shown(page, answer.seq);
  page.busy = false;
  if (!answer.ok && !answer.fallen) explain(page, answer, command, overrule);
  if (answer.told) page.say(answer.told);
  return answer;
}

// Until something else has had its turn.
export const soon = () => new Promise((done) => setTimeout(done, 15));

/**
 * @param {Page} page
 * @param {number | null | undefined} seq
 */
async function shown(page, seq) {
  const end = Date.now() + CATCH_UP;
  while (seq && page.view.seq < seq && Date.now() < end) await soon();
}

/**
 * @param {Page} page
 * @param {Answer} answer
 * @param {Command | null} command
 * @param {(overruled: Command) => void} overrule
 */
function explain(page, answer, command, overrule) {
  const { refused } = answer;
  if (!refused) {
    page.say(troubleOf(answer), { bad: true });
    return;
  }
  const offers =
    refused.can_overrule && command && command.do !== "overrule"
      ? [
          button(t`The table rules otherwise: do it`, () => overrule({ do: "overrule", command }), {
            key: "overrule",
          }),
        ]
      : [];
  page.say(refused.text, {
    bad: true,
    passes: true,
    offers,
    why: whyButton(page, [refused.rule], "refused"),
  });
}
