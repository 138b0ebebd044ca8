import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.chapters.movement import reachable
from rules.kernel.hexes import Hex
from rules.kernel.values import Seat, Step, UnitId, Why
from tests.rules.drawn import after, at, attack, card, drawn, faces, move, order, started, u, waits, why

CROWD = """
6 BH BH .. VL
5 .. CG BH .. .. CGs
4 YA
"""


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (move("CG", "A5"), None),
        (move("CG", "B4"), None),
        (move("CG", "B3"), None),
        (move("CG", "D4"), Why.TOO_FAR),
        (move("CG", "C6"), Why.WAY_BLOCKED),  # two hexes off, but every way leads through the enemy
        (move("CG", "C5"), Why.OCCUPIED),
        (move("CG", "A4"), Why.OCCUPIED),
        (move("CG", "B5"), Why.ALREADY_THERE),
        (move("CG", "M5"), Why.OFF_BOARD),
        (move("CG", "L4"), Why.OFF_BOARD),  # the half hex at the edge of a short row
        (move("CG2", "G5"), Why.IS_STUNNED),
        (move("BH", "A7"), Why.NOT_YOUR_UNIT),
        (m.Move(unit=UnitId("troll-1"), to=Hex("A1")), Why.NO_SUCH_UNIT),
    ],
)
def test_a_move_is_refused_for_its_reason(command: m.Move, reason: Why | None) -> None:
    """RB p. 6."""
    assert why(drawn(CROWD), command) is reason


def test_units_are_not_passed_through_be_they_friends_or_enemies() -> None:
    """RB p. 6: A1's two neighbours are full, so nothing can be reached."""
    for stopper in ("YA", "BH"):
        game = drawn(f"2 {stopper}\n1 CG {stopper}")
        assert reachable(game, game.state.units[u("CG")], 2) == set()


def test_movement_counts_hexes_around_an_obstacle() -> None:
    game = drawn("5 CG BH")
    there = reachable(game, game.state.units[u("CG")], 2)
    assert there == {"A6", "A4", "A7", "B7", "A3", "B3", "B6", "B4"}


def test_a_unit_moves_once_and_only_if_ordered() -> None:
    game, _ = after(drawn("5 CG"), move("CG", "B5"))
    assert why(game, move("CG", "C5")) is Why.ALREADY_MOVED
    assert why(drawn("5 CG", ordered=False), move("CG", "B5")) is Why.NOT_ORDERED


def test_each_kind_moves_as_far_as_its_card_says() -> None:
    """Unit cards."""
    for code, seat, reach in (
        ("CG", Seat.SOUTH, 2),
        ("RR", Seat.SOUTH, 4),
        ("FB", Seat.NORTH, 3),
        ("CL", Seat.NORTH, 1),
    ):
        game = drawn(f"5 {code}", active=seat)
        row = "BCDEF"
        assert why(game, move(code, f"{row[reach - 1]}5")) is None
        assert why(game, move(code, f"{row[reach]}5")) is Why.TOO_FAR


def test_onslaught_moves_infantry_once_more_in_the_attack_step() -> None:
    """Ref, Onslaught."""
    game, _ = after(started(), card("onslaught"), order("BH4"), order("BH1"), move("BH4", "F5"))
    assert game.state.step is Step.ORDER
    game, events = after(game, move("BH4", "E5"))
    assert isinstance(events[0], m.StepStarted)
    assert game.state.step is Step.ATTACK
    assert at(game, "BH4") == "E5"
    assert why(game, move("BH4", "E6")) is Why.ATTACKS_HAVE_BEGUN
    assert why(game, move("BH1", "B6")) is Why.TOO_FAR
    game, _ = after(game, move("BH1", "C6"))
    assert why(game, move("BH3", "C6")) is Why.ATTACKS_HAVE_BEGUN  # not ordered


def test_onslaughts_hex_does_not_spoil_double_shot() -> None:
    """Ref, Onslaught: it is no movement of the Move Step."""
    game = drawn("5 YA .. .. .. .. VL VL")
    extra = (m.GrantExtraMove(trait="infantry", hexes=1),)
    game = game._replace(state=replace(game.state, extras=extra))
    assert why(game, m.StartAttacks()) is None
    game, _ = after(game, m.StartAttacks(), move("YA", "B5"), attack("YA", "VL"), faces("pierce lore"))
    assert waits(game) == "extra_attack_wait"


def test_the_attack_step_is_opened_by_hand_only_for_such_a_card() -> None:
    assert why(drawn("5 CG"), m.StartAttacks()) is Why.NOT_AN_OPTION
