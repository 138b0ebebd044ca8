// Keeping the screen on, and saying so honestly where the browser does not let us.

const INSECURE = "it may go dark. Browsers keep a screen on only for secure (https) addresses, and this one is not. Start “herald play --https” on the computer, or set the tablet's own sleep time to “never” for the evening.";
const UNABLE = "it may go dark: this browser cannot keep it on. Set the tablet's own sleep time to “never” for the evening.";
const REFUSED = "it may go dark: the browser refused to keep it on, perhaps to spare the battery. Plug the tablet in, or set its sleep time to “never”.";

export const awake = { on: false, text: UNABLE };

export function keepAwake(changed) {
  if (!("wakeLock" in navigator)) {
    awake.text = isSecureContext ? UNABLE : INSECURE;
    return;
  }
  const ask = async () => {
    try {
      const lock = await navigator.wakeLock.request("screen");
      Object.assign(awake, { on: true, text: "it stays on while this page is open." });
      lock.addEventListener("release", () => { Object.assign(awake, { on: false, text: REFUSED }); changed(); });
    } catch {
      Object.assign(awake, { on: false, text: REFUSED });
    }
    changed();
  };
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") ask(); });
  ask();
}
