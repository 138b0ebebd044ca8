// Call to Arms: sets of cards are taken, Guards and what else there is laid in secret, units and Levy tokens deployed.

/** @import { ArmsRules, DeployWait, DeploymentPart, LevyWait, LineupWait } from "../../types/page.js" */
/** @import { Page, Seat, Section, SetsWait, SpecialistWait } from "../../types/page.js" */
import { choosable, choose, chosen } from "../board/deploying.mjs";
import { unitIcon } from "../board/tokens.mjs";
import { drawChoices } from "../game/ask.mjs";
import { button, explain, keyed, row, stack } from "../parts/dom.mjs";
import { sideIcon } from "../parts/glyphs.mjs";
import { count, t } from "../parts/language.mjs";
import { panels } from "../parts/panels.mjs";
import { ownSeat, seatsOf } from "../parts/seats.mjs";
import { firstTable } from "../parts/stored.mjs";
import { sideName } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

/** @type {{ [gameAndSeat: string]: { [slot: string]: string } }} */
const drafts = {};
/** @type {Seat | null} */
let side = null; // whose cards are being laid here
/** @type {string[]} */
let taken = []; // the sets that are about to be taken

panels.set("sets_wait", { stage: drawSets, answers: takeSets });
panels.set("lineup_wait", { stage: drawLineups, answers: openers });
panels.set("deploy_wait", { stage: drawDeployment, answers: tellsOnBoard });
panels.set("levy_wait", { stage: drawTroops, answers: tellsOnBoard });
panels.set("specialist_wait", { stage: drawSpecialists, answers: drawChoices });

/** @param {Page} page */
const rulesOf = (page) => /** @type {ArmsRules} */ (page.view.scenario.arms);

// The parts of an army for each of which a card is laid.
/** @param {Page} page */
const slotsOf = (page) => /** @type {DeploymentPart[]} */ (Object.keys(rulesOf(page).parts));

/** @param {Page} page */
const armsOf = (page) => firstTable(page.view.game)?.arms ?? null;

// --- sets of cards

/**
 * @param {Page} page
 * @param {SetsWait} wait
 */
function drawSets(page, wait) {
  const { sets } = rulesOf(page);
  taken = taken.filter((set) => wait.sets.includes(set));
  return row(
    wait.sets.map((set) =>
      button(
        sets[set],
        () => {
          const others = taken.filter((each) => each !== set).slice(1 - wait.count || taken.length);
          taken = taken.includes(set) ? taken.filter((each) => each !== set) : [...others, set];
          page.set({});
        },
        { kind: "toggle", key: `set ${set}`, pressed: taken.includes(set) },
      ),
    ),
  );
}

/**
 * @param {Page} page
 * @param {SetsWait} wait
 */
function takeSets(page, wait) {
  const take = async () => {
    const answer = await page.act({ do: "choose_sets", seat: /** @type {Seat} */ (wait.seat), sets: taken });
    if (answer?.ok) taken = [];
  };
  return button(t`Take them and draw ${count(slotsOf(page).length, "card")}`, take, {
    kind: "primary grow",
    key: "take sets",
    disabled: taken.length !== wait.count,
  });
}

// --- cards in secret

/**
 * @param {Page} page
 * @param {LineupWait} wait
 */
function drawLineups(page, wait) {
  const own = ownSeat(page);
  return stack(
    !own &&
      explain(t`On one tablet: one player chooses while the other looks away; or join with a device each.`),
    seatsOf(page.view.game).map((seat) => laidAside(page, wait, seat)),
    side && builder(page, side),
  );
}

/**
 * @param {Page} page
 * @param {LineupWait} wait
 */
function openers(page, wait) {
  const own = ownSeat(page);
  return stack(
    (own ? [own] : seatsOf(page.view.game)).map((seat) => {
      const isMissing = wait.missing.includes(seat);
      const open = () => {
        side = seat;
        page.set({});
      };
      const what = isMissing ? t`Lay ${rulesOf(page).lineup}` : t`Lay them anew`;
      return button(own ? what : [sideIcon(seat), `${sideName(page.view.game, seat)}: ${what}`], open, {
        kind: isMissing ? "primary" : "",
        key: `lineup ${seat}`,
      });
    }),
  );
}

// Cards that have been laid: their own player's device shows which, any other only that they lie there.
/**
 * @param {Page} page
 * @param {LineupWait} wait
 * @param {Seat} seat
 */
function laidAside(page, wait, seat) {
  if (wait.missing.includes(seat)) return null;
  const own = page.role === seat && cardsText(page, seat);
  return h(
    "p",
    { class: "note", "data-laid-aside": seat },
    h("b", {}, t`${sideName(page.view.game, seat)}: ${rulesOf(page).lineup} lie face down.`),
    own && h("span", {}, own),
  );
}

// Which cards a side has laid, as far as whoever looks may know them.
/**
 * @param {Page} page
 * @param {Seat} seat
 */
function cardsText(page, seat) {
  const cards = armsOf(page)?.cards[seat] ?? {};
  const { parts } = rulesOf(page);
  return slotsOf(page)
    .filter((slot) => cards[slot])
    .map((slot) => `${parts[slot]}: ${nameOf(page, cards[slot] ?? "")}`)
    .join(", ");
}

/**
 * @param {Page} page
 * @param {string} card
 */
function nameOf(page, card) {
  const found = Object.values(rulesOf(page).cards).find((cards) => card in cards);
  return found?.[card] ?? card;
}

// The builder lies over the whole page: it needs no board, and nobody looks on by chance.
/**
 * @param {Page} page
 * @param {Seat} seat
 */
function builder(page, seat) {
  const key = `${page.view.game_id} ${seat}`;
  const draft = (drafts[key] ??= {});
  const { lineup } = rulesOf(page);
  const slots = slotsOf(page);
  const laid = slots.filter((slot) => draft[slot]).length;
  const close = () => {
    side = null;
    page.set({});
  };
  const lay = async () => {
    const { reserve, scout, ...guards } = draft;
    const answer = await page.act({
      do: "lay_lineup",
      seat,
      guards: /** @type {{ [section in Section]: string }} */ (guards),
      reserve,
      scout,
    });
    if (!answer?.ok) return;
    if (!ownSeat(page)) delete drafts[key]; // a tablet on the table is opened by the other player next
    close();
  };
  return h(
    "div",
    {
      class: `army ${seat}`,
      "data-lineup": seat,
      role: "dialog",
      "aria-label": lineup,
      key: seat,
    },
    h(
      "div",
      { class: "army-head" },
      h("h2", {}, sideIcon(seat), `${lineup}: ${sideName(page.view.game, seat)}`),
      button(t`Back to the board`, close, { key: "back" }),
    ),
    explain(t`Nobody else sees them until they are revealed. Tap the number of the card that lies there.`),
    h(
      "div",
      { class: "army-kinds" },
      slots.map((slot) => slotRow(page, seat, draft, slot)),
    ),
    h(
      "div",
      { class: "army-sum", role: "status" },
      h("p", {}, h("b", {}, t`${laid} of ${slots.length} cards laid.`)),
      button(t`Lay them face down`, lay, {
        kind: "primary",
        key: "lay lineup",
        disabled: laid < slots.length,
      }),
    ),
  );
}

/**
 * @param {Page} page
 * @param {Seat} seat
 * @param {{ [slot: string]: string }} draft
 * @param {DeploymentPart} slot
 */
function slotRow(page, seat, draft, slot) {
  const { cards, parts } = rulesOf(page);
  const sets = armsOf(page)?.sets[seat] ?? [];
  /** @param {string} card */
  const lay = (card) => {
    for (const other of slotsOf(page)) if (draft[other] === card) delete draft[other];
    draft[slot] = card;
    page.set({});
  };
  return h(
    "div",
    { class: "army-kind", "data-slot": slot },
    h("b", {}, parts[slot]),
    sets.map((set) =>
      h(
        "div",
        { class: "row wrap card-numbers", ...keyed(set) },
        sets.length > 1 && h("small", {}, rulesOf(page).sets[set]),
        Object.entries(cards[set]).map(([card, name]) =>
          button(name, () => lay(card), {
            kind: "toggle",
            key: `${slot} ${card}`,
            pressed: draft[slot] === card,
            label: `${parts[slot]}: ${rulesOf(page).sets[set]}, ${name}`,
          }),
        ),
      ),
    ),
  );
}

// --- units on the board

/**
 * @param {Page} page
 * @param {DeployWait} wait
 */
function drawDeployment(page, wait) {
  const isOrganized = armsOf(page)?.mode === "organized";
  return stack(
    drawTroops(page, wait),
    isOrganized && wait.part !== "reserve" && levies(page),
    page.hasCamera && explain(t`What carries a tag the camera reads by itself.`),
  );
}

/**
 * @param {Page} page
 * @param {DeployWait | LevyWait} wait
 */
function drawTroops(page, wait) {
  const { kinds } = page.view.scenario;
  const seat = /** @type {Seat} */ (wait.seat);
  const shown = choosable(page, wait);
  return h(
    "div",
    { class: "row wrap troops", "data-troops": wait.wait },
    shown.map((kind) =>
      button([unitIcon(kinds, kind, seat), kinds[kind].name], () => choose(page, kind), {
        kind: "toggle",
        key: `troop ${kind}`,
        pressed: chosen() === kind,
      }),
    ),
  );
}

// What the next tap on the board deploys, above the buttons, so that a phone shows it too.
/**
 * @param {Page} page
 * @param {DeployWait | LevyWait} wait
 */
function tellsOnBoard(page, wait) {
  choosable(page, wait);
  return stack(
    wait.hexes.length > 0 &&
      h(
        "p",
        { class: "lead", "data-deploying": chosen() },
        sideIcon(/** @type {Seat} */ (wait.seat)),
        t` Tap the hex of ${chosenName(page)}.`,
      ),
    drawChoices(page),
  );
}

/** @param {Page} page */
function chosenName(page) {
  const [, colour] = chosen().split(" ");
  if (colour) return t`a Levy token: ${rulesOf(page).banners[colour]}`;
  return page.view.scenario.kinds[chosen()].name;
}

/** @param {Page} page */
function levies(page) {
  const { banners } = rulesOf(page);
  return row(
    h("b", {}, t`No figures? A Levy token:`),
    Object.entries(banners).map(([colour, name]) =>
      button(name, () => choose(page, `levy ${colour}`), {
        kind: "toggle",
        key: `levy ${colour}`,
        pressed: chosen() === `levy ${colour}`,
      }),
    ),
  );
}

// --- Specialists

/**
 * @param {Page} page
 * @param {SpecialistWait} wait
 */
function drawSpecialists(page, wait) {
  const { specialists } = rulesOf(page);
  return h(
    "dl",
    { class: "plain-list" },
    wait.cards.map((card) => [
      h("dt", {}, h("b", {}, specialists[card].name)),
      h("dd", {}, specialists[card].summary),
    ]),
  );
}
