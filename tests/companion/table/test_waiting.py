"""Who is not asked is told what the others are at, and offered nothing."""

from pathlib import Path

from rules.kernel.messages import Order, PlayCard
from rules.kernel.values import CardId, Seat, UnitId
from tests.companion.dashboard_world import world


def test_the_other_s_screen_says_which_orders_are_left_and_offers_none(tmp_path: Path) -> None:
    with world(tmp_path) as table:
        table.start()
        table.say(PlayCard(card=CardId("line_advance")), Order(unit=UnitId("blood_harvesters-4")))
        own, other, wall = (table.table.view(seat).ask for seat in (Seat.NORTH, Seat.SOUTH, None))
        assert other.headline == wall.headline == own.headline == "Uthuk: give orders and move"
        assert other.about == "Still to order: 1 unit on the left and 1 unit on the right."
        assert (other.choices, other.hint) == ((), "")
        assert own.choices
        assert own.hint.startswith("Tap a unit")
