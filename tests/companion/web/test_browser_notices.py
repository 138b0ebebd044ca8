"""Notices in red on every screen: all can be read and put away, and none hides what is tapped."""

import pytest

from companion.journal.notices import Notices
from rules.kernel.translatable import Message
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World
from tests.shares import share

pytestmark = pytest.mark.browser
FOLDER = "/home/{0}/.local/share/herald"
COVERED = """
const reached = (node) => {
  const box = node.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return found !== null && node.contains(found);
};
return [...document.querySelectorAll(arguments[0])].filter((node) => {
  node.scrollIntoView({block: 'center'});
  return !reached(node);
}).map((node) => node.textContent);
"""
CUT_OFF = """
const place = document.querySelector('#notices').getBoundingClientRect();
return [...document.querySelectorAll('.notice p')].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.bottom > place.bottom || box.right > innerWidth || node.scrollWidth > node.clientWidth;
}).length
"""
OVERLAP = """
const words = document.querySelector('.wall-words').getBoundingClientRect();
return [...document.querySelectorAll('.wall-score, .wall-points, .wall-lore')]
  .some((node) => node.getBoundingClientRect().bottom > words.top + 1)
"""


def post_three(board: Notices) -> None:
    """Have two files damaged, and the disk full."""
    for number, who in enumerate(("somebody", "somebody-else")):
        folder = FOLDER.format(who)
        board.post(
            f"mended-{number}",
            Message(
                "{1}/games.sqlite was damaged and lies in {1}/games.damaged-20261128-120000.sqlite; "
                "the last backup is in use.",
                folder,
            ),
        )
    board.post(
        "writing",
        Message(
            "Nothing is kept any more. {1}/games.sqlite: nothing can be written "
            "(database or disk is full); check the disk.",
            FOLDER.format("me"),
        ),
        Message(
            "Make room: delete or move what is not needed. What the camera sees is then booked by itself; "
            "what was tapped meanwhile must be tapped again."
        ),
        can_dismiss=False,
    )


@pytest.mark.parametrize(
    "size", share(("1280x800", "1024x768", "800x1280", "390x844"), "1024x768", "390x844")
)
def test_notices_hide_no_button_and_can_be_put_away(tablet: Tablet, table: World, size: str) -> None:
    table.start()
    tablet.shape(size)
    tablet.join(table.access.codes.join)
    post_three(table.services.store.board)
    tablet.wait(lambda: len(tablet.find("#notices .notice")) == 3, "the notices")
    assert "Nothing is kept" in tablet.text("#notices .notice")  # what is not over comes first
    for buttons in ("#tools button", "#errands button", "#ask button", "#notices button"):
        assert tablet.driver.execute_script(COVERED, buttons) == [], buttons
    for left in (2, 1):
        tablet.touch("#notices button")
        tablet.wait(lambda: len(tablet.find("#notices .notice")) == left, "one less")  # noqa: B023


@pytest.mark.journey
def test_the_wall_shows_three_notices_whole(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.shape("1280x800")
    tablet.driver.get(f"{tablet.home}/wall/{table.access.codes.watch}")
    tablet.wait(lambda: tablet.find("#board svg"), "the board")
    post_three(table.services.store.board)
    tablet.wait(lambda: len(tablet.find("#notices .notice")) == 3, "the notices")
    assert tablet.driver.execute_script(CUT_OFF) == 0
    assert not tablet.driver.execute_script(OVERLAP)
