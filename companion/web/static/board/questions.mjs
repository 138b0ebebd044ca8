// What is asked of the board by those who hear it.  The answer is this tablet's alone: it shows it, for a screen
// reader to read, and says it where it speaks.

/** @import { BoardAnswer, BoardQuestion, Hex, Page } from "../../types/page.js" */
import { fetched } from "../parts/send.mjs";
import { t } from "../parts/language.mjs";
import { answerHere } from "../voice/speaker.mjs";

/**
 * @param {Pick<Page, "hush" | "say">} page
 * @param {BoardQuestion} what
 * @param {Hex} hex
 */
export async function askBoard(page, what, hex) {
  page.hush(); // what is answered twice in the same words is read twice
  /** @type {BoardAnswer | null} */
  const answer = await fetched(`/board/answer?${new URLSearchParams({ what, hex })}`);
  if (!answer)
    return page.say(t`No answer from the table. Look at the board before you tap again.`, { bad: true });
  page.say(answer.text);
  answerHere(answer.text);
}
