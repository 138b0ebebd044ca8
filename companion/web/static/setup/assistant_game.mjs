// The first step of getting ready: every edition with its scenarios, and which of them is played.

/** @import { GameChoice, OfferedGame, StartPage } from "../../types/page.js" */
import { button, explain, stack } from "../parts/dom.mjs";
import { stateOf } from "./assistant_parts.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

/** @type {GameChoice | null} */
let offered = null;
let isAsked = false;

/** @param {StartPage} page */
export function game(page) {
  if (!isAsked) fetchOffered(page);
  if (!offered) return explain(t`Looking at the shelf.`);
  const hasBegun = page.view.seq > 0;
  return stack(
    hasBegun &&
      h(
        "p",
        { class: "lead" },
        t`This game has begun. For another one press Ctrl-C on the computer and start “herald” again; this one is kept.`,
      ),
    h(
      "div",
      { class: "start-columns" },
      offered.editions.map((edition) =>
        h(
          "section",
          { class: "start-edition", "data-edition": edition.id, "aria-label": edition.name },
          h("h3", {}, edition.name),
          edition.games.map((one) => choice(page, one, hasBegun)),
        ),
      ),
    ),
  );
}

/**
 * @param {StartPage} page
 * @param {OfferedGame} one
 * @param {boolean} hasBegun
 */
function choice(page, one, hasBegun) {
  const isPlayed = one.scenario === offered?.scenario;
  return button(
    [h("b", {}, one.name), h("small", {}, t`${one.sides.south} against ${one.sides.north}. ${one.wins}`)],
    () => choose(page, one),
    {
      kind: "start-game",
      key: `play ${one.scenario}`,
      pressed: isPlayed && stateOf(page, "game") === "done",
      disabled: hasBegun,
    },
  );
}

// Another game's table comes to the same address: the page loads itself anew once it is there.
/**
 * @param {StartPage} page
 * @param {OfferedGame} one
 */
async function choose(page, { scenario, name }) {
  const answer = await page.send("/start/game", { scenario });
  if (!answer.ok) return;
  if (scenario === offered?.scenario) page.next();
  else {
    history.replaceState(null, "", location.pathname);
    page.say(t`${name} is laid out.`);
  }
}

/** @param {StartPage} page */
async function fetchOffered(page) {
  isAsked = true;
  const answer = await fetch("/start/games.json", { cache: "no-store" }).catch(() => null);
  offered = answer?.ok ? await answer.json().catch(() => null) : null;
  isAsked = Boolean(offered);
  page.set({});
}
