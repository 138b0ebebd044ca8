// The first step of getting ready: which game is played, and the way to another one.

/** @import { StartPage } from "../../types/page.js" */
import { explain, row, stack } from "../parts/dom.mjs";
import { link, stateOf } from "./assistant_parts.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/** @param {StartPage} page */
export function game(page) {
  const { name, factions } = page.view.scenario;
  const isChosen = stateOf(page, "game") === "done";
  return stack(
    h("p", { class: "lead" }, t`${name}: ${factions.south} against ${factions.north}.`),
    row(
      link(isChosen ? t`Another game…` : t`Choose a game…`, "/home#new", {
        key: "choose game",
        kind: isChosen ? "" : "primary",
      }),
    ),
    explain(t`A game that has begun is kept: it goes on where it was.`),
  );
}
