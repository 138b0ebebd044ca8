// Sheets that lie over the question: corrections, the log, more tablets.

/** @import { HexSheet, Page, Sheet } from "../../types/page.js" */
import { drawArranging } from "./arranging.mjs";
import { drawBuilder } from "../game/builder.mjs";
import { correctSheet, diceSheet, handSheet, scoreSheet, unitSheet } from "./corrections.mjs";
import { drawDifferencesSheet } from "../board/differences.mjs";
import { drawHearing } from "../voice/hearing.mjs";
import { drawHexSheet } from "../board/hexsheet.mjs";
import { drawLog } from "./log.mjs";
import { drawMend } from "./mend.mjs";
import { drawBack, drawPast } from "./history.mjs";
import { drawErrandList } from "../game/errands.mjs";
import { drawDiscard, drawLoreSheet } from "../game/lore.mjs";
import { ruleSheet } from "./rulesheet.mjs";
import { framed } from "../parts/sheet.mjs";
import { tabletSheet } from "./tablets.mjs";
import { t } from "../parts/language.mjs";

/**
 * @param {Page} page
 * @param {Sheet} sheet
 */
export function drawSheet(page, sheet) {
  switch (sheet.name) {
    case "correct":
      return correctSheet(page);
    case "unit":
      return unitSheet(page, sheet);
    case "score":
      return scoreSheet(page, sheet);
    case "dice":
      return diceSheet(page, sheet);
    case "log":
      return drawLog(page);
    case "past":
      return drawPast(page, sheet);
    case "back":
      return drawBack(page, sheet);
    case "mend":
      return drawMend(page, sheet);
    case "tablets":
      return tabletSheet(page);
    case "differences":
      return framed(page, t`Table and books`, drawDifferencesSheet(page));
    case "voice":
      return framed(page, t`Voice`, drawHearing(page));
    case "arranging":
      return framed(page, t`Save this board`, drawArranging(page));
    case "rules":
      return framed(page, sheet.ids ? t`Why?` : t`Rules`, ruleSheet(page, sheet));
    case "hand":
      return handSheet(page, sheet);
    case "unlisted":
      return framed(page, t`A card that is not in the list`, drawBuilder(page));
    case "hex":
      return framed(page, hexTitle(page, sheet), drawHexSheet(page, sheet));
    case "todo":
      return drawErrandList(page);
    case "lore":
      return framed(page, t`Lore card`, drawLoreSheet(page, sheet));
    case "discard":
      return framed(page, t`Lore cards`, drawDiscard(page, sheet));
    default:
      return null;
  }
}

/**
 * @param {Page} page
 * @param {HexSheet} sheet
 */
function hexTitle(page, { hex, brush }) {
  if (brush) return t`Every hex I tap gets the same`;
  return `${hex}: ${page.view.game.terrain[hex]?.name ?? t`clear ground`}`;
}
