"""What of a page must be whole on the screen, at every size and with everything else there is to show."""

from collections.abc import Iterable, Iterator

from tests.companion.browser import Tablet

SIZES = ("1280x800", "1024x768", "1280x690", "800x1280", "390x844")
EVERYTHING = """
const long = "Recoltatorii de sânge 4 nu pot ataca Garda Cetății 4: nu e destul de aproape (regulament p. 8)";
const put = (id, html) => {
  const place = document.getElementById(id);
  place.hidden = false;
  place.innerHTML = html;
};
put("captions", `<p>${long}</p><p>${long}</p>`);
put("invite", "<button type='button'>Să vorbească această tabletă?</button>");
const line = `<b>✎ 3 de făcut</b><span class="errand-text">${long}</span><span>▸</span>`;
const made = `<div class="errands" data-made><button class="errands-line">${line}</button></div>`;
document.querySelector("[data-made]")?.remove();
const errands = document.getElementById("errands"); // which the page itself hides as often as it draws
if (errands.hidden) errands.insertAdjacentHTML("afterend", made);
put("toast", `<span>${long}</span><button type="button" class="close">✕</button>`);
scrollTo(0, 0);
return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
"""
ASKED_ABOUT_THE_BOARD = """
const asked = document.createElement("div");
asked.className = "question";
const answers = ["S-a mutat la F5", "E la loc, pe F2", "Altceva"].map((text) => `<button>${text}</button>`);
const stack = `<div class="stack">${answers.join("")}</div>`;
asked.innerHTML = `<h2>Pe tablă: Garda Cetății 4 pe F5, în joc pe F2. Ce e adevărat?</h2>${stack}`;
document.querySelector(".ask > .asked-head").before(asked);
"""
CUT = """
return [...document.querySelectorAll(".score > span > span, .score > span:not(.score-name)")]
  .filter((node) => {
    const [inner, outer] = [node, node.closest(".score")].map((each) => each.getBoundingClientRect());
    const isAcross = inner.left >= outer.left && inner.right <= outer.right;
    return !isAcross || inner.top < outer.top || inner.bottom > outer.bottom;
  })
  .map((node) => `of the score: ${node.className} ${node.textContent}`)
"""
HIDDEN = """
const asked = ".asked-head h2, .question h2, .question button, .answers :is(button, input, output)";
return [...document.querySelectorAll(`${asked}, .errands button, #tools button`)].filter((node) => {
  const box = node.getBoundingClientRect();
  const isOn = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
  const inset = Math.min(6, box.height / 2); // first and last line are looked at, not the middle alone
  const heights = [box.top + inset, box.y + box.height / 2, box.bottom - inset];
  const tops = heights.map((y) => document.elementFromPoint(box.x + box.width / 2, y));
  return !isOn || !tops.every((top) => node.contains(top));
}).map((node) => node.textContent || node.dataset.key)
"""
SPILT = """
return [...document.querySelectorAll("#tools button, .answers button, .alerts button")].filter((node) => {
  const words = document.createRange();
  words.selectNodeContents(node);
  const [inner, outer] = [words.getBoundingClientRect(), node.getBoundingClientRect()];
  const isAcross = inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
  return outer.width > 0 && !(isAcross && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1);
}).map((node) => `out of its button: ${node.textContent}`)
"""
HALF = """
const beside = ".side > :is(.state, .captions, .invite, .news) > *";
return [...document.querySelectorAll(beside)].filter((node) => {
  const [inner, outer] = [node, node.parentElement].map((each) => each.getBoundingClientRect());
  const across = Math.min(inner.right, outer.right) - Math.max(inner.left, outer.left);
  const shown = Math.min(inner.bottom, outer.bottom) - Math.max(inner.top, outer.top);
  return across > 1 && shown > 1 && shown < inner.height - 1;
}).map((node) => `half of: ${node.textContent}`)
"""


def hidden(tablet: Tablet, sizes: Iterable[str]) -> Iterator[str]:
    """Yield at each of *sizes* what is cut off or covered, while all is shown, of what must be in sight."""
    for size in sizes:
        tablet.shape(size)
        tablet.driver.execute_script(EVERYTHING)
        assert tablet.find(".asked-head h2") and tablet.find("#tools button")
        for look in (HIDDEN, CUT, SPILT, HALF):
            for cut in tablet.driver.execute_script(look):
                yield f"{size}: {cut}"
