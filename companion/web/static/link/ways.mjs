// The ways to the table: which networks it is in, and which of their addresses this tablet reaches.

/** @import { Page, Way } from "../../types/page.js" */
import { fetched } from "../parts/send.mjs";
import { t } from "../parts/language.mjs";
import { h } from "../vendor/preact.mjs";

const PATIENCE = 4000;

// By https each address has to be let in once, so that a try would say nothing.
/** @param {Page} page */
export async function tryWays(page) {
  /** @type {{ ways: Way[] } | null} */
  const told = await fetched("/ways");
  if (!told) return; // the page says by itself that the table is not reached
  const { ways } = told;
  page.set({ ways });
  if (location.protocol !== "http:") return;
  await Promise.all(
    ways
      .filter((way) => !way.here)
      .map(async (way) => {
        way.open = await fetch(`${way.url}/open`, {
          mode: "no-cors",
          cache: "no-store",
          credentials: "omit",
          signal: AbortSignal.timeout(PATIENCE),
        }).then(
          () => true,
          () => false,
        );
        page.set({ ways });
      }),
  );
}

/** @param {Way} way */
function light(way) {
  if (way.here) return t`✓ this tablet came by it`;
  if (way.open) return t`✓ this tablet reaches it`;
  if (way.tried) return t`✓ a tablet came by it`;
  return way.open === false ? t`✕ this tablet does not reach it` : t`not tried`;
}

/** @param {Page} page */
export function drawWays(page) {
  if (!page.ways || page.ways.length < 2) return null;
  return h(
    "details",
    { class: "ways" },
    h("summary", {}, t`Other addresses of the table`),
    h(
      "ul",
      {},
      page.ways.map((way, number) =>
        h(
          "li",
          {},
          h("b", {}, way.url),
          ` (${way.name}): `,
          light(way),
          " ",
          page.canPlay &&
            h("a", { class: "button", href: `/ways.svg?way=${number}`, target: "_blank" }, t`QR picture`),
        ),
      ),
    ),
  );
}
