// What is heard at the table: who speaks, whether they can, the last words again, and how much is said.

/** @import { HeardNow, Page, SpeakerPlace } from "../../types/page.js" */
import { button, explain } from "../parts/dom.mjs";
import { post, troubleOf } from "../parts/send.mjs";
import { t } from "../parts/language.mjs";
import { LEVEL_NAMES } from "../parts/levels.mjs";
import { h } from "../vendor/preact.mjs";

/** @typedef {NonNullable<Page["speaker"]>} Speaker */

const COMPUTER = "computer";

// This tablet before the table has heard of it.
/** @type {Omit<SpeakerPlace, "id">} */
const UNKNOWN = {
  name: "",
  chosen: false,
  speaks: false,
  light: "untested",
  at: 0,
  trouble: "",
  awake: true,
  ready: true,
};

// Only why there is none where no voice was asked for.
/** @param {Page} page */
export function drawHearing(page) {
  const { voice, speaker } = page;
  if (!voice || !speaker) return explain(page.view.voice.reason);
  return h(
    "div",
    { class: "stack hearing", role: "group", "aria-label": t`What is said` },
    explain(voiceText(voice)),
    voice.details &&
      h("details", { class: "note", key: "details" }, h("summary", {}, t`Details`), explain(voice.details)),
    page.canPlay &&
      voice.state !== "off" &&
      h(
        "ul",
        { class: "speakers" },
        speakersShown(voice, speaker).map((each) => speakerLine(page, { voice, speaker }, each)),
      ),
    h(
      "div",
      { class: "row wrap" },
      page.canPlay && button(t`Say again`, () => ask(page, "/voice/again", {}), { key: "say again" }),
      captionsButton(page, speaker),
    ),
    page.canPlay &&
      h(
        "div",
        { class: "row wrap", role: "group", "aria-label": t`How much is said` },
        Object.entries(LEVEL_NAMES).map(([level, text]) =>
          button(text, () => ask(page, "/voice/level", { level }), {
            kind: "toggle",
            key: `level ${level}`,
            pressed: level === voice.level,
          }),
        ),
      ),
  );
}

// Who speaks, or why nobody does and what helps.
/** @param {HeardNow} voice */
export function voiceText(voice) {
  if (voice.state === "off") return [voice.reason, voice.remedy].filter(Boolean).join(" ");
  if (voice.who)
    return [voice.who, voice.state === "ready" && voice.reason, voice.trouble].filter(Boolean).join(" ");
  return [t`Nobody speaks.`, voice.reason, voice.trouble, voice.remedy].filter(Boolean).join(" ");
}

// The computer, this tablet (also before the table has heard of it), and those that are there.
/**
 * @param {HeardNow} voice
 * @param {{ device: string; me: SpeakerPlace | null }} speaker
 * @returns {SpeakerPlace[]}
 */
function speakersShown({ speakers }, { device, me }) {
  const [computer, ...tablets] = speakers;
  const others = tablets.filter((each) => each.id !== device && (each.awake || each.chosen));
  return [computer, me ?? { ...UNKNOWN, id: device }, ...others];
}

/**
 * @param {Page} page
 * @param {{ voice: HeardNow, speaker: Speaker }} heard
 * @param {SpeakerPlace} each
 */
function speakerLine(page, { voice, speaker }, each) {
  const isMe = each.id === speaker.device;
  /**
   * @param {boolean} speaks
   * @param {boolean} [alone]
   */
  const choose = (speaks, alone) =>
    isMe && speaks
      ? speaker.enable(alone)
      : isMe
        ? speaker.silence()
        : ask(page, "/voice/speaker", { speaker: each.id, speaks, alone });
  const name = isMe ? t`This tablet` : each.name;
  return h(
    "li",
    { key: each.id, class: each.chosen ? "chosen" : "" },
    h(
      "div",
      { class: "speaker-name" },
      h("b", {}, name),
      h("span", { class: `light ${each.light}` }, lightText(each, voice)),
    ),
    h(
      "div",
      { class: "row wrap" },
      button(t`Test: say something`, () => speaker.test(each.id), {
        key: `test ${each.id}`,
        label: t`Test: say something. ${name}`,
      }),
      each.chosen
        ? button(t`Be silent`, () => choose(false), {
            key: `silence ${each.id}`,
            label: t`Be silent. ${name}`,
          })
        : [
            button(isMe ? t`Speak on this tablet` : t`Speak there`, () => choose(true, true), {
              kind: "primary",
              key: isMe ? "speak here" : `speak ${each.id}`,
              label: t`Speak there, nowhere else. ${name}`,
            }),
            voice.who &&
              button(t`There too`, () => choose(true, false), {
                key: `too ${each.id}`,
                label: t`Speak there too. ${name}`,
              }),
          ],
    ),
  );
}

/**
 * @param {SpeakerPlace} place
 * @param {HeardNow} voice
 */
function lightText({ id, light, at, trouble, awake, ready, chosen }, voice) {
  if (light === "waiting") return t`◌ asked to speak…`;
  if (light === "silent") return t`✕ silent: ${trouble}`;
  if (id === COMPUTER && voice.state !== "ready") return `✕ ${voice.reason}`;
  if (id !== COMPUTER && !awake) return t`✕ gives no sign`;
  if (chosen && !ready) return t`○ tap that tablet once, so that its browser lets it speak`;
  if (light === "heard") return t`● heard it start at ${clock(at)}`;
  return t`○ not tested yet`;
}

/** @param {number} seconds */
const clock = (seconds) =>
  new Date(1000 * seconds).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

/**
 * @param {Page} page
 * @param {Speaker} speaker
 */
function captionsButton(page, speaker) {
  const flip = () => {
    speaker.showCaptions(!speaker.showsCaptions);
    page.set({});
  };
  return button(t`Captions`, flip, {
    kind: "toggle",
    key: "captions",
    pressed: speaker.showsCaptions,
    label: t`Captions: what is said, in writing`,
  });
}

/**
 * @param {Page} page
 * @param {string} address
 * @param {object} message
 */
async function ask(page, address, message) {
  const answer = await post(address, message);
  if (!answer.ok) page.say(troubleOf(answer), { bad: true });
}
