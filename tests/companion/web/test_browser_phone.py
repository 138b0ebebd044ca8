"""A phone's page: the board stays where it is, and what is asked about lies in sight."""

import pytest

from rules.kernel.messages import PlayCard
from rules.kernel.values import CardId
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser
TOP = """
const [captions, text] = [document.getElementById("captions"), arguments[0]];
captions.hidden = false;
captions.innerHTML = `<p>${text}</p>`;
return document.querySelector("#board").getBoundingClientRect().top + scrollY;
"""


@pytest.fixture
def phone(tablet: Tablet, table: World) -> Tablet:
    """A phone at a table whose first turn begins."""
    tablet.shape("390x844")
    table.start()
    tablet.join(table.access.codes.join)
    tablet.until_wait("card_wait")
    return tablet


def test_the_board_stays_where_it_is_however_long_the_sentence_above_it(phone: Tablet, table: World) -> None:
    table.say(PlayCard(card=CardId("line_advance")))
    phone.until_wait("orders_wait")
    tops = {phone.driver.execute_script(TOP, "Recoltatorii atacă. " * times) for times in (1, 3, 12)}
    assert len(tops) == 1
