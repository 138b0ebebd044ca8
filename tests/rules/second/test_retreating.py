import pytest

from rules.kernel import messages as m
from rules.kernel.catalogue import ConfigError
from rules.kernel.decide import options
from rules.kernel.hexes import Direction
from rules.kernel.values import Cause, Seat, Step, Why
from rules.second import messages as second
from tests.rules.drawn import after, at, attack, drawn, faces, figures, tags, u, waits, why
from tests.rules.packs import packed


@pytest.mark.parametrize(
    ("rows", "ends"),  # the guards stand on F5; each harvester row puts one beside it
    [
        ("5 .. .. .. .. BH CG", "H5"),  # from the west to the east
        ("5 .. .. .. .. .. CG BH", "D5"),
        ("6 .. .. .. .. .. BH\n5 .. .. .. .. .. CG", "E3"),  # from the north-east to the south-west
        ("6 .. .. .. .. BH\n5 .. .. .. .. .. CG", "G3"),
        ("5 .. .. .. .. .. CG\n4 .. .. .. .. BH", "G7"),
        ("5 .. .. .. .. .. CG\n4 .. .. .. .. .. BH", "E7"),
    ],
)
def test_a_melee_retreat_goes_directly_away_hex_by_hex(rows: str, ends: str) -> None:
    """RB p. 10."""
    game = drawn(rows, active=Seat.NORTH)
    game, events = after(game, attack("BH", "CG"), faces("morale morale heroic"), second.Commit(dice={}))
    assert at(game, "CG") == ends
    assert [event.hexes for event in events if isinstance(event, m.RetreatForced)] == [2]


@pytest.mark.parametrize(
    ("rows", "ends"),
    [
        # Straight along the row, and along a line of hexes: one edge, the far one.
        ("5 .. .. .. VL .. CG", "G5"),
        ("7 .. .. .. .. VL\n5 .. .. .. .. .. CG", "F4"),
        # B6 (x 3) to F5 (x 10), one row down: the line meets F5 low on its west side.
        ("6 .. VL\n5 .. .. .. .. .. CG", "G5"),
        # E8 (x 9, three rows up) comes in through the north-western edge, left of the corner.
        ("8 .. .. .. .. VL\n5 .. .. .. .. .. CG", "F4"),
    ],
)
def test_a_ranged_retreat_goes_away_from_the_edge_where_the_sight_came_in(rows: str, ends: str) -> None:
    """Ref, Retreat."""
    game, _ = after(drawn(rows, active=Seat.NORTH), attack("VL", "CG"), faces("morale strike"))
    assert at(game, "CG") == ends
    assert waits(game) == "orders_wait"


CORNER = "7 .. .. .. .. .. VL\n5 .. .. .. .. .. CG"  # F7 is straight north of F5: in by the top corner


def test_at_a_corner_the_acting_player_chooses_the_way() -> None:
    """Ref, Timing."""
    game, _ = after(drawn(CORNER, active=Seat.NORTH), attack("VL", "CG"), faces("morale lore"))
    assert game.state.wait == second.WayWait(
        seat=Seat.NORTH,
        unit=u("CG"),
        ways=(Direction.SOUTH_WEST, Direction.SOUTH_EAST),
        usual=Direction.SOUTH_WEST,
    )
    assert game.state.sides[Seat.NORTH].lore == 0  # lore comes after the retreats (RB p. 9; Ref)
    assert why(game, second.ChooseWay(way=Direction.EAST)) is Why.NOT_AN_OPTION
    for way, place in ((Direction.SOUTH_WEST, "E4"), (Direction.SOUTH_EAST, "F4")):
        there, _ = after(game, second.ChooseWay(way=way))
        assert at(there, "CG") == place
        assert there.state.sides[Seat.NORTH].lore == 1


def test_at_a_corner_nobody_is_asked_where_both_ways_end_alike() -> None:
    """South of row 1 there is no board: either way the retreat is blocked."""
    rows = "3 .. .. .. .. .. VL\n1 .. .. .. .. .. CG"
    game, events = after(drawn(rows, active=Seat.NORTH), attack("VL", "CG"), faces("morale heroic"))
    assert waits(game) == "orders_wait"
    assert figures(game, "CG") == 2
    assert "retreated" not in tags(events)


@pytest.mark.parametrize(
    ("rows", "place", "left"),
    [
        ("5 CG BH", "A5", 1),  # the board's edge: two retreats, two damage
        ("5 .. CG BH", "A5", 2),  # one hex, then the edge
        ("5 BH .. CG BH", "B5", 2),  # one hex, then an enemy
        ("5 .. .. .. .. .. .. .. .. .. BH CG", "L5", 2),
    ],
)
def test_a_blocked_retreat_costs_a_figure_for_each_hex_not_gone(rows: str, place: str, left: int) -> None:
    """RB p. 10."""
    attacker = "BH2" if rows.count("BH") == 2 else "BH"
    game = drawn(rows, active=Seat.NORTH)
    game, events = after(game, attack(attacker, "CG"), faces("morale morale pierce"))
    assert (at(game, "CG"), figures(game, "CG")) == (place, left)
    assert Cause.BLOCKED_RETREAT in [event.cause for event in events if isinstance(event, m.Damaged)]


def test_a_blocked_retreat_can_eliminate() -> None:
    """RB p. 10."""
    game, events = after(
        drawn("5 CG1 BH .. CG", active=Seat.NORTH), attack("BH", "CG"), faces("morale pierce pierce")
    )
    assert at(game, "CG") is None
    assert tags(events)[-2:] == ["damaged", "eliminated"]
    assert waits(game) == "advance_wait"


@pytest.mark.parametrize(
    ("rows", "place", "ignored"),
    [
        ("5 .. CG2 CG BH", "C5", 2),  # a friend in the next hex: nothing happens at all
        ("5 CG2 .. CG BH", "B5", 1),  # one hex, then the friend
    ],
)
def test_a_supported_unit_ignores_its_retreats_hex_by_hex(rows: str, place: str, ignored: int) -> None:
    """RB p. 10."""
    game, events = after(drawn(rows, active=Seat.NORTH), attack("BH", "CG2"), faces("morale morale pierce"))
    assert (at(game, "CG2"), figures(game, "CG2")) == (place, 3)
    supported = [event for event in events if isinstance(event, m.RetreatIgnored)]
    assert [(event.hexes, event.cause) for event in supported] == [(ignored, Cause.SUPPORTED)]


def test_all_damage_is_suffered_before_any_retreat() -> None:
    """RB p. 9."""
    game = drawn("5 .. .. .. .. BH CG2 .. CG", active=Seat.NORTH)
    game, events = after(game, attack("BH", "CG"), faces("morale strike cleave"))
    assert at(game, "CG") is None
    assert "retreat_forced" not in tags(events)


def test_a_stunned_unit_suffers_instead_of_retreating() -> None:
    """Ref, Stun."""
    game = drawn("5 .. .. .. .. BH CGs", active=Seat.NORTH)
    game, _ = after(game, attack("BH", "CG"), faces("morale pierce pierce"))
    assert (at(game, "CG"), figures(game, "CG")) == ("F5", 2)
    supported = drawn("5 .. .. .. .. BH CGs CG", active=Seat.NORTH)
    supported, _ = after(supported, attack("BH", "CG"), faces("morale pierce pierce"))
    assert (at(supported, "CG"), figures(supported, "CG")) == ("F5", 3)


ASKED = packed(abilities="[immovable]\nasked = true\n")


@pytest.mark.parametrize(("ignored", "ends"), [(1, "G5"), (0, "H5")])
def test_a_table_that_wants_it_is_asked_whether_immovable_is_used(ignored: int, ends: str) -> None:
    """Ref, Immovable: it may (docs/rulings.md 11)."""
    game = drawn("5 .. .. .. .. BH RG", active=Seat.NORTH, rules=ASKED)
    game, _ = after(game, attack("BH", "RG"), faces("morale morale pierce"))
    assert game.state.wait == second.IgnoreWait(seat=Seat.SOUTH, unit=u("RG"), most=1, usual=1)
    assert options(game) == (second.IgnoreRetreats(hexes=1), second.IgnoreRetreats(hexes=0))
    assert why(game, second.IgnoreRetreats(hexes=2)) is Why.IMPOSSIBLE_NUMBER
    ruled, _ = after(game, m.Overrule(command=second.IgnoreRetreats(hexes=2)))
    assert at(ruled, "RG") == "F5"
    assert why(game, m.Overrule(command=second.IgnoreRetreats(hexes=3))) is Why.IMPOSSIBLE_NUMBER
    game, _ = after(game, second.IgnoreRetreats(hexes=ignored))
    assert (at(game, "RG"), figures(game, "RG")) == (ends, 3)


@pytest.mark.parametrize("rows", ["5 .. .. .. .. BH RG VL", "5 .. .. .. .. BH RG CG", "5 .. .. .. .. BH RGs"])
def test_nobody_is_asked_about_immovable_where_the_unit_would_stay_anyway(rows: str) -> None:
    """RB p. 10; Ref, Stun: blocked, supported, stunned."""
    game = drawn(rows, active=Seat.NORTH, rules=ASKED)
    game, _ = after(game, attack("BH", "RG"), faces("morale pierce pierce"))
    assert (at(game, "RG"), figures(game, "RG")) == ("F5", 3)
    assert waits(game) in ("counter_wait", "orders_wait")


def test_a_pack_asks_about_no_ability_that_leaves_no_choice() -> None:
    with pytest.raises(ConfigError, match=r"\[vigilant\] nobody can be asked"):
        packed(abilities="[vigilant]\nasked = true\n")


def test_an_immovable_unit_ignores_one_retreat_of_each_combat() -> None:
    """Unit card: Rune Golems."""
    game = drawn("5 .. .. .. .. BH RG", active=Seat.NORTH, step=Step.ATTACK)
    game, _ = after(game, attack("BH", "RG"), faces("morale morale pierce"))
    assert at(game, "RG") == "G5"
