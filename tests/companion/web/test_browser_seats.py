"""Redo, changing seats and leaving the table, by touch in a real browser."""

import pytest

from rules.kernel.messages import PlayCard
from rules.kernel.values import CardId
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser


def test_what_is_taken_back_is_done_again_by_touch(tablet: Tablet, table: World) -> None:
    table.start()
    table.say(PlayCard(card=CardId("line_advance")))
    state = table.table.game.state
    tablet.join(table.access.codes.join)
    tablet.touch('#tools [data-key="undo"]')
    tablet.wait(lambda: tablet.find('#tools [data-key="redo"]'), "the way back")
    assert table.table.game.state != state
    tablet.touch('#tools [data-key="redo"]')
    tablet.wait(lambda: "done again" in tablet.text("#toast"), "the sentence")
    assert table.table.game.state == state
    tablet.wait(lambda: not tablet.find('#tools [data-key="redo"]'), "nothing more to do again")


@pytest.mark.journey
def test_a_seat_is_changed_and_left_only_after_a_question_and_seen_by_others(
    tablet: Tablet, table: World
) -> None:
    tablet.join(table.access.codes.join, "south")
    tablet.wait(lambda: tablet.find("#tools"), "the table")
    table.device("south")
    tablet.wait(lambda: "One more device has joined" in tablet.text("#toast"), "the news")
    tablet.touch('#tools [data-key="tablets"]')
    tablet.touch('[data-key="leave the table"]')
    tablet.wait(lambda: "Shall it leave that seat?" in tablet.text("#toast"), "the question")
    tablet.touch('#toast [data-key="leave"]')
    tablet.wait(lambda: tablet.find("#join"), "the doorway")
