// What people must know beside the game: in red, above everything, until it is mended or somebody has read it.

/** @import { ShownNotice } from "../../types/page.js" */
import { button } from "./dom.mjs";
import { t } from "./language.mjs";
import { h } from "../vendor/preact.mjs";

// *dismiss* takes the id of a notice that was read; null where this screen changes nothing.
/**
 * @param {ShownNotice[]} notices
 * @param {((id: string) => void) | null} [dismiss]
 */
export function drawNotices(notices, dismiss = null) {
  if (!notices.length) return null;
  // What is not over comes first.
  const ordered = [...notices].sort((one, other) => Number(one.can_dismiss) - Number(other.can_dismiss));
  return ordered.map((notice) =>
    h(
      "div",
      { class: "notice", "data-notice": notice.id, key: notice.id },
      h("p", {}, h("b", {}, notice.text), " ", notice.remedy),
      dismiss &&
        notice.can_dismiss &&
        button(t`I have read it`, () => dismiss(notice.id), { key: `notice ${notice.id}` }),
    ),
  );
}
