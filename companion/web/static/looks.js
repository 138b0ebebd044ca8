// How this device shows every page: light or dark, how much moves, whether blows are heard.  Runs first of all.

/** @typedef {{ scheme?: "light" | "dark", calm?: boolean, sounds?: boolean }} Looks */

(() => {
  const KEY = "herald looks";

  /** @returns {Looks} */
  function read() {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "{}");
    } catch {
      return {}; // a browser that keeps nothing, or something else of that name
    }
  }

  /** @param {Looks} looks */
  function apply({ scheme, calm }) {
    const root = document.documentElement;
    const dark = /** @type {HTMLLinkElement} */ (document.getElementById("dark"));
    root.style.colorScheme = scheme ?? "";
    root.classList.toggle("calm", Boolean(calm));
    dark.media = scheme ? (scheme === "dark" ? "all" : "not all") : "(prefers-color-scheme: dark)";
  }

  apply(read());
  Object.assign(window, {
    herald: {
      looks: read,
      /** @param {Looks} looks */
      look(looks) {
        try {
          localStorage.setItem(KEY, JSON.stringify(looks));
        } catch {
          // it holds for this page at least
        }
        apply(looks);
      },
    },
  });
})();
