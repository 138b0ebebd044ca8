// The menu: what else there is to go to, how each device does, and more tablets.

/** @import { Page } from "../../types/page.js" */
import { button, explain } from "../parts/dom.mjs";
import { post, troubleOf } from "../parts/send.mjs";
import { framed } from "../parts/sheet.mjs";
import { t } from "../parts/language.mjs";
import { drawDevices } from "./devices.mjs";
import { joinCodes } from "../link/joincodes.mjs";
import { drawWays } from "../link/ways.mjs";
import { h } from "../vendor/preact.mjs";

// Asked first by the table's own words, which say who is told.
/**
 * @param {Page} page
 * @param {boolean} [sure]
 */
async function leave(page, sure = false) {
  const answer = await post("/leave", { sure });
  if (answer.ok) location.assign("/join/");
  else
    page.say(answer.question ?? troubleOf(answer), {
      offers: answer.question ? [button(t`Leave`, () => leave(page, true), { key: "leave" })] : [],
    });
}

/** @param {Page} page */
export function tabletSheet(page) {
  const { links } = page;
  return framed(
    page,
    t`Menu`,
    // First, so that they stay put when the links below arrive.
    drawMenu(page),
    h("h3", {}, t`Devices`),
    drawDevices(page),
    page.canPlay && links && h("h3", {}, t`More tablets`),
    page.canPlay && links && joinCodes(links),
    drawWays(page),
    links?.wall && explain(t`On a television, to look on from afar: open ${links.wall}`),
  );
}

// Where else this device can go; to another seat with the code, which it knew.
/** @param {Page} page */
function drawMenu(page) {
  const { canPlay, links } = page;
  return h(
    "div",
    { class: "menu" },
    canPlay &&
      !page.view.demo &&
      h("a", { class: "button", href: "/home", "data-key": "home" }, t`Home: other games, settings`),
    canPlay && h("a", { class: "button", href: "/start" }, t`Get ready, step by step`),
    h("a", { class: "button", href: "/wall", target: "_blank" }, t`Wall screen`),
    button(t`Voice…`, () => page.open("voice"), { key: "voice" }),
    page.hasCamera && canPlay && h("a", { class: "button", href: "/camera" }, t`Camera and grid`),
    canPlay && h("a", { class: "button", href: "/packs" }, t`Packs: what your cards say`),
    canPlay &&
      button(t`Save this board…`, () => page.set({ sheet: { name: "arranging" }, draft: null }), {
        key: "arranging",
      }),
    h("a", { class: "button", href: `/join/${links?.code ?? ""}` }, t`Join with another seat`),
    canPlay && button(t`Leave the table…`, () => leave(page), { key: "leave the table" }),
  );
}
