import pytest

from rules.kernel import messages as m
from rules.kernel.hexes import Hex
from rules.kernel.values import AttackType, Cause, Marker, Seat, Step, UnitId, Why
from rules.second import messages as second
from tests.rules.drawn import after, at, attack, drawn, faces, figures, move, tags, u, waits, why

DUEL = "5 .. .. .. .. BH CG"


@pytest.mark.parametrize(
    ("roll", "left"),
    [
        ("strike strike heroic", 1),
        ("cleave pierce pierce", 2),
        ("strike cleave pierce", 1),
        ("strike cleave strike", 0),
        ("pierce pierce lore", 3),
    ],
)
def test_strike_and_cleave_damage_in_melee_and_pierce_does_not(roll: str, left: int) -> None:
    """RB p. 9."""
    game, _ = after(drawn(DUEL, active=Seat.NORTH), attack("BH", "CG"), faces(roll))
    if waits(game) == "commit_wait":
        game, _ = after(game, second.Commit(dice={}))
    assert figures(game, "CG") == left


@pytest.mark.parametrize(("roll", "left"), [("strike cleave", 3), ("pierce strike", 2), ("pierce pierce", 1)])
@pytest.mark.parametrize("rows", ["5 .. .. .. .. VL CG", "5 .. VL .. .. .. CG"])
def test_only_pierce_damages_in_a_ranged_attack_even_from_the_next_hex(
    rows: str, roll: str, left: int
) -> None:
    """RB p. 8-9; reference sheet 6.2."""
    game, events = after(drawn(rows, active=Seat.NORTH), attack("VL", "CG"), faces(roll))
    assert figures(game, "CG") == left
    declared = next(event for event in events if isinstance(event, m.AttackDeclared))
    assert declared.kind is AttackType.RANGED


def test_a_weak_units_cleave_does_nothing_and_its_strike_still_does() -> None:
    """RB p. 9: what counts is the unit that rolls."""
    game, _ = after(drawn("5 .. .. .. .. BH CG1"), attack("CG", "BH"), faces("cleave cleave strike"))
    game, _ = after(game, second.Commit(dice={}))
    assert figures(game, "BH") == 2
    game, _ = after(drawn("5 .. .. .. .. BH1 CG2"), attack("CG", "BH"), faces("cleave pierce pierce"))
    assert at(game, "BH") is None


def test_a_unit_with_damage_tokens_is_never_weak_and_dies_at_its_health() -> None:
    """RB p. 13."""
    game = drawn("5 .. .. .. .. CL1 CG", active=Seat.NORTH)
    game, _ = after(game, attack("CL", "CG"), faces("cleave cleave pierce pierce"))
    assert figures(game, "CG") == 1
    game, events = after(drawn("5 .. .. .. .. CL2 CG"), attack("CG", "CL"), faces("cleave pierce pierce"))
    assert game.state.units[u("CL")].damage == 5
    assert at(game, "CL") == "E5"
    assert [event.left for event in events if isinstance(event, m.Damaged)] == [1]
    game, _ = after(drawn("5 .. .. .. .. CL1 CG"), attack("CG", "CL"), faces("cleave pierce pierce"))
    assert at(game, "CL") is None


def test_damage_is_never_more_than_what_is_left() -> None:
    """RB p. 9, 13."""
    _game, events = after(
        drawn("5 .. .. .. .. BH CG1 .. CG", active=Seat.NORTH),
        attack("BH", "CG"),
        faces("strike cleave strike"),
    )
    assert [event.damage for event in events if isinstance(event, m.Damaged)] == [1]
    assert tags(events)[:5] == ["step_started", "attack_declared", "rolled", "damaged", "eliminated"]


def test_each_uncommitted_lore_die_gives_its_roller_a_lore() -> None:
    """RB p. 9."""
    game, _ = after(drawn(DUEL, active=Seat.NORTH), attack("BH", "CG"), faces("lore lore pierce"))
    assert waits(game) == "counter_wait"
    game, events = after(game, m.Counter(), faces("lore pierce pierce"))
    assert {seat: side.lore for seat, side in game.state.sides.items()} == {Seat.NORTH: 2, Seat.SOUTH: 1}
    assert [event.cause for event in events if isinstance(event, m.LoreGained)] == [Cause.DICE]


FIELD = """
6 .. .. .. .. .. BH
5 .. .. .. .. .. CG YA .. .. .. VL
4 .. .. .. .. .. .. .. .. VL
3 CG .. .. .. ..
"""


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (attack("CG", "BH"), None),
        (attack("CG", "VL"), Why.NOT_ADJACENT),
        (attack("CG2", "BH"), Why.NOT_ADJACENT),
        (attack("YA", "BH"), None),
        (attack("YA", "VL"), None),  # K5 is four hexes from G5
        (attack("YA", "VL2"), None),
        (attack("CG", "YA"), Why.NOT_AN_ENEMY),
        (attack("CG", "CG"), Why.NOT_AN_ENEMY),
        (attack("BH", "CG"), Why.NOT_YOUR_UNIT),
        (m.Attack(unit=UnitId("troll-1"), target=u("BH")), Why.NO_SUCH_UNIT),
        (m.Attack(unit=u("CG"), target=UnitId("troll-1")), Why.NO_SUCH_UNIT),
        (m.Counter(), Why.NOT_NOW),
        (faces("strike"), Why.NOT_NOW),
    ],
)
def test_an_attack_is_refused_for_its_reason(command: m.Command, reason: Why | None) -> None:
    """RB p. 7-8."""
    assert why(drawn(FIELD), command) is reason


def test_an_archer_needs_range_and_sight() -> None:
    """RB p. 8."""
    row = "5 YA .. .. .. VL VL"
    assert why(drawn(row), attack("YA", "VL")) is None  # four hexes
    assert why(drawn(row), attack("YA", "VL2")) is Why.OUT_OF_RANGE  # five, and behind the other
    between = drawn("5 YA .. CG .. VL")
    assert why(between, attack("YA", "VL")) is Why.SIGHT_BLOCKED
    assert why(drawn("5 YA .. .. .. VL\n4 .. CG CG"), attack("YA", "VL")) is None


def test_only_ordered_units_attack_and_only_once() -> None:
    """RB p. 7."""
    assert why(drawn(DUEL, active=Seat.NORTH, ordered=False), attack("BH", "CG")) is Why.NOT_ORDERED
    game, _ = after(
        drawn(DUEL, active=Seat.NORTH), attack("BH", "CG"), faces("pierce pierce pierce"), m.Decline()
    )
    assert why(game, attack("BH", "CG")) is Why.ALREADY_ATTACKED
    assert why(drawn("5 BHs CG", active=Seat.NORTH), attack("BH", "CG")) is Why.IS_STUNNED


def test_the_first_attack_ends_orders_and_moves() -> None:
    """RB p. 6: all units move before any attacks."""
    game = drawn("5 .. .. .. .. BH CG .. BH", active=Seat.NORTH)
    game, _ = after(game, attack("BH", "CG"), faces("pierce pierce pierce"), m.Decline())
    assert game.state.step is Step.ATTACK
    assert why(game, move("BH2", "G5")) is Why.ATTACKS_HAVE_BEGUN
    assert why(game, m.Order(unit=u("BH2"))) is Why.ATTACKS_HAVE_BEGUN
    assert why(game, second.Cure(unit=u("BH2"), marker=Marker.POISON)) is Why.ATTACKS_HAVE_BEGUN


@pytest.mark.parametrize("count", [0, 2, 4])
def test_as_many_dice_as_the_combat_value_are_rolled(count: int) -> None:
    """RB p. 9."""
    game, _ = after(drawn(DUEL, active=Seat.NORTH), attack("BH", "CG"))
    assert game.state.wait == m.DiceWait(seat=Seat.NORTH, count=3, unit=u("BH"))
    assert why(game, faces("strike " * count)) is Why.WRONG_NUMBER_OF_DICE


def test_eliminating_the_last_enemy_wins_at_once_whatever_the_points() -> None:
    """RB p. 7."""
    game = drawn("5 .. .. .. .. BH CG1", active=Seat.NORTH, points=(99, 0))
    game, events = after(game, attack("BH", "CG"), faces("strike lore morale"))
    assert tags(events)[-3:] == ["damaged", "eliminated", "game_won"]
    assert events[-2] == m.GameWon(seat=Seat.NORTH, elimination=True)
    assert game.state.wait == m.OverWait(seat=Seat.NORTH)
    assert game.state.fights == ()
    for command in (m.EndMainPhase(), m.Decline(), m.Advance(to=Hex("F5")), attack("BH", "CG")):
        assert why(game, command) in (Why.GAME_IS_OVER, Why.NO_SUCH_UNIT)
