// Asking the table, and handing it a tap.  A tap is sent once, or not at all: never kept for later.

/** @import { Answer } from "../../types/page.js" */
import { t } from "./language.mjs";

const PATIENCE = 6000;

// Why nothing was done, in words.
/** @param {Answer} answer */
export function troubleOf(answer) {
  return answer.refused?.text ?? answer.conflict ?? answer.trouble ?? t`Nothing was done.`;
}

// What *address* tells; null where it does not, or says why not.
/** @param {string} address */
export async function fetched(address) {
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

/**
 * @param {string} address
 * @param {object} message
 * @returns {Promise<Answer>}
 */
export async function post(address, message) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
      signal: stop.signal,
    });
    return await answer.json();
  } catch {
    return { ok: false, trouble: t`No answer from the table. Look at the board before you tap again.` };
  } finally {
    clearTimeout(timer);
  }
}
