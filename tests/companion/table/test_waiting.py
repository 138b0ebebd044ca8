"""Who is not asked is told what the others are at, and offered nothing."""

from pathlib import Path

from msgspec.structs import replace

from companion.words.names import wording_of
from companion.words.wait_words import orders_text
from rules.kernel.messages import GrantOrders, Order, PlayCard
from rules.kernel.ruleset import Game
from rules.kernel.values import CardId, Seat, Section, UnitId
from tests.companion.dashboard_world import world
from tests.rules.drawn import drawn


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


def test_orders_of_two_cards_that_are_alike_are_told_as_one_sum() -> None:
    game = drawn("5 .. CG")
    center, left = GrantOrders(count=3, section=Section.CENTER), GrantOrders(count=1, section=Section.LEFT)
    grants = (center, left, replace(center, count=2))
    game = Game(game.ruleset, replace(game.state, grants=grants))
    assert (
        orders_text(wording_of(game, None, spoken=False), game)
        == "5 units in the center and 1 unit on the left"
    )
