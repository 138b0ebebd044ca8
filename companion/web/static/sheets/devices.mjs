// How each device does: cameras, loudspeaker, microphone, this screen, the tablets at the table.

/** @import { Page } from "../../types/page.js" */
import { tableSign } from "../game/status.mjs";
import { voiceText } from "../voice/hearing.mjs";
import { seatsOf } from "../parts/seats.mjs";
import { count, t } from "../parts/language.mjs";
import { sideName } from "../parts/words.mjs";
import { h } from "../vendor/preact.mjs";

const WELL = "●";
const NOT = "○";

/** @param {Page} page */
export function drawDevices(page) {
  const { view, voice, awake } = page;
  const [sign, state] = tableSign(page);
  return h("ul", { class: "devices" }, [
    device(sign, t`Camera`, state, view.table.state === "no_camera" ? "" : view.table.text),
    page.links?.cameras?.map(({ name, sees, text }) =>
      device(sees ? WELL : NOT, name, sees ? t`it sees what it watches` : text),
    ),
    voice
      ? device(voice.who ? WELL : NOT, t`Loudspeaker`, voiceText(voice))
      : device(NOT, t`Loudspeaker`, view.voice.reason),
    microphone(),
    device(awake.on ? WELL : NOT, t`This screen`, awake.text),
    tablets(page),
  ]);
}

// Spoken commands: whoever may give them has the button to hold.
function microphone() {
  const isOpen = Boolean(document.getElementById("talk"));
  return device(
    isOpen ? WELL : NOT,
    t`Microphone`,
    isOpen ? t`it listens while a Talk button is held.` : t`off: herald play --listen opens it.`,
  );
}

// How many are awake, by what they play for.
/** @param {Page} page */
function tablets({ view, links }) {
  const awake = links?.awake;
  if (!awake) return null;
  const told = [
    ...seatsOf(view.game).map((seat) => [sideName(view.game, seat), awake[seat]]),
    [t`both sides`, awake.both],
  ].flatMap(([name, number]) => (number ? [t`${name}: ${number}`] : []));
  const all = Object.values(awake).reduce((sum, number) => sum + (number ?? 0), 0);
  return device(WELL, t`Tablets`, count(all, "is awake", "are awake"), told.join(", "));
}

/**
 * @param {string} sign
 * @param {string} name
 * @param {string} state
 * @param {string} [more]
 */
const device = (sign, name, state, more) =>
  h(
    "li",
    { key: name },
    h("span", { "aria-hidden": "true" }, sign),
    h("span", {}, h("b", {}, name), `: ${state}`),
    more && h("small", {}, more),
  );
