// Keeping the screen on, and saying so honestly where the browser does not let us.

import { t } from "../parts/language.mjs";

const ON = { on: true, badge: t`Screen stays on`, text: t`it stays on while this page is open.` };
const INSECURE = {
  on: false,
  badge: t`Screen may sleep: no https`,
  text: t`it may go dark. Browsers keep a screen on only for secure (https) addresses, and this one is not. Start herald on the computer with --https, as in “herald play --https”, or set the tablet's own sleep time to “never” for the evening.`,
};
const UNABLE = {
  on: false,
  badge: t`Screen may sleep`,
  text: t`it may go dark: this browser cannot keep it on. Set the tablet's own sleep time to “never” for the evening.`,
};
const REFUSED = {
  on: false,
  badge: t`Screen may sleep`,
  text: t`it may go dark: the browser refused to keep it on, perhaps to spare the battery. Plug the tablet in, or set its sleep time to “never”.`,
};

export const awake = { ...UNABLE };

/** @param {() => void} changed */
export function keepAwake(changed) {
  if (!("wakeLock" in navigator)) {
    Object.assign(awake, isSecureContext ? UNABLE : INSECURE);
    return;
  }
  const ask = async () => {
    try {
      const lock = await navigator.wakeLock.request("screen");
      Object.assign(awake, ON);
      lock.addEventListener("release", () => {
        Object.assign(awake, REFUSED);
        changed();
      });
    } catch {
      Object.assign(awake, REFUSED);
    }
    changed();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") ask();
  });
  ask();
}
