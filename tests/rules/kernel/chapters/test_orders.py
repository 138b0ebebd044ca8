import pytest

from rules.kernel import messages as m
from rules.kernel.chapters.orders import orders_left
from rules.kernel.hexes import Hex
from rules.kernel.values import Cause, LoreChoice, Marker, Seat, Section, Step, UnitId, Why
from rules.second import messages as second
from tests.rules.drawn import RULES, after, card, drawn, move, order, started, u, why
from tests.rules.tricks import held, trick


def grant(count: int, section: Section | None = None, *traits: str, not_weak: bool = False) -> m.GrantOrders:
    return m.GrantOrders(count=count, section=section, traits=traits, not_weak=not_weak)


def test_sections_are_seen_from_the_acting_players_edge() -> None:
    """RB p. 6: south's left is the west, north's the east."""
    for seat, left, right in ((Seat.SOUTH, "A5", "L5"), (Seat.NORTH, "L5", "A5")):
        assert RULES.sections[seat][Hex(left)] == {Section.LEFT}
        assert RULES.sections[seat][Hex(right)] == {Section.RIGHT}
        assert RULES.sections[seat][Hex("F5")] == {Section.CENTER}


def test_a_hex_on_a_section_line_belongs_to_both() -> None:
    """RB p. 6; reference sheet section 1: the 4th and the 8th hex of the short rows."""
    assert RULES.sections[Seat.SOUTH][Hex("D4")] == {Section.LEFT, Section.CENTER}
    assert RULES.sections[Seat.SOUTH][Hex("H4")] == {Section.CENTER, Section.RIGHT}
    split = {place for place, sections in RULES.sections[Seat.SOUTH].items() if len(sections) == 2}
    assert split == {letter + row for letter in "DH" for row in "2468"}


def test_a_card_orders_units_of_its_section_only() -> None:
    """RB p. 6.  Uthuk's left is the east: BH2 I7, BH5 H6 (split), VL4 K7, VL2 H8 (split)."""
    game, _ = after(started(), card("patrol_left"))
    names = [f"BH{n}" for n in range(1, 6)] + [f"VL{n}" for n in range(1, 5)]
    assert [name for name in names if why(game, order(name)) is None] == ["BH2", "BH5", "VL2", "VL4"]
    assert why(game, order("BH1")) is Why.WRONG_SECTION
    assert why(game, order("CG1")) is Why.NOT_YOUR_UNIT
    assert why(game, m.Order(unit=UnitId("troll-1"))) is Why.NO_SUCH_UNIT
    game, events = after(game, order("BH2"), order("VL4"))
    assert [event.grant for event in events if isinstance(event, m.Ordered)] == [0, 0]
    assert why(game, order("BH5")) is Why.NO_ORDERS_LEFT
    assert why(game, order("BH2")) is Why.ALREADY_ORDERED


def test_a_unit_on_the_line_leaves_its_place_to_one_that_has_no_other() -> None:
    """Command card: Line Advance.  D6 is right and centre for the north; it must not shut out D7."""
    game, _ = after(started(), card("line_advance"), order("BH3"))
    assert orders_left(game) == (1, 0, 1)
    game, _ = after(game, order("BH4"))  # F6 is centre only: BH3 makes way
    assert orders_left(game) == (1, 0, 0)
    assert why(game, order("BH1")) is Why.NO_ORDERS_LEFT
    game, _ = after(game, order("BH5"))  # H6: centre and left
    assert orders_left(game) == (0, 0, 0)


def test_any_card_orders_one_unit_anywhere_instead() -> None:
    """RB p. 6."""
    game, events = after(started(), card("patrol_left", anywhere=True))
    assert m.OrdersGranted(grant=m.GrantOrders(count=1)) in events
    game, _ = after(game, order("BH1"))
    assert why(game, order("BH2")) is Why.NO_ORDERS_LEFT


def test_traits_and_weakness_are_heeded() -> None:
    """Command card: Battle March."""
    rows = "5 CG YA CG1"
    archers = drawn(rows, ordered=False, grants=(grant(3, None, "archer"),))
    assert why(archers, order("CG")) is Why.WRONG_TRAIT
    assert why(archers, order("YA")) is None
    marching = drawn(rows, ordered=False, grants=(grant(3, not_weak=True),))
    assert why(marching, order("CG2")) is Why.UNIT_IS_WEAK
    assert why(marching, order("CG")) is None
    both = drawn("5 CG .. .. .. .. YA", ordered=False, grants=(grant(1, Section.LEFT, "archer"),))
    assert why(both, order("CG")) is Why.WRONG_TRAIT  # the section would do
    assert why(both, order("YA")) is Why.WRONG_SECTION


def test_where_a_unit_stood_when_it_was_named_counts() -> None:
    """A unit that has moved into another section has used up the order of the first."""
    game = drawn("5 .. .. .. CG CG", ordered=False, grants=(grant(1, Section.LEFT), grant(1, Section.CENTER)))
    game, _ = after(game, order("CG"), move("CG", "D7"), order("CG2"))
    assert orders_left(game) == (0, 0)


def put(unit: str, to: str) -> m.PlayUnlistedLoreCard:
    return trick(Seat.SOUTH, m.PlaceAt(unit=u(unit), at=Hex(to)))


def test_a_unit_that_a_card_put_elsewhere_in_the_move_step_is_ordered_by_where_it_stood() -> None:
    """RB p. 6: all units are named before the first one moves (docs/rulings.md 3)."""
    start = held("5 CG CG .. .. .. .. .. .. .. .. .. YA", grants=(grant(2, Section.LEFT),), ordered=False)
    early, _ = after(start, order("CG"), put("YA", "C5"))
    assert why(early, order("YA")) is None
    late, _ = after(start, order("CG"), move("CG", "A6"), put("YA", "C5"))
    assert why(late, order("YA")) is Why.CAME_TOO_LATE
    away, _ = after(start, order("CG"), move("CG", "A6"), put("CG2", "F5"), order("CG2"))
    assert away.state.units[u("CG2")].ordered
    away, _ = after(away, m.EndMainPhase(), m.ReplenishLore(choice=LoreChoice.TOKENS))
    assert away.state.units[u("CG2")].stood is None


def test_orders_and_moves_may_be_mixed_and_come_to_the_same() -> None:
    """docs/rulings.md."""
    start, _ = after(started(), card("line_advance"))
    mixed, _ = after(start, order("BH4"), move("BH4", "F5"), order("BH1"), move("BH1", "C6"))
    apart, _ = after(start, order("BH4"), order("BH1"), move("BH4", "F5"), move("BH1", "C6"))
    assert mixed.state == apart.state


POISONED = "5 CGp CG"


def test_an_ordered_unit_is_cured_for_two_lore() -> None:
    """Ref, Poison."""
    cure = second.Cure(unit=u("CG"), marker=Marker.POISON)
    game, events = after(drawn(POISONED, lore=3), cure)
    assert events[:2] == (
        m.LoreSpent(seat=Seat.SOUTH, count=2, total=1, cause=Cause.CURE),
        m.Unmarked(unit=u("CG"), marker=Marker.POISON, cause=Cause.CURE),
    )
    assert game.state.units[u("CG")].markers == ()


@pytest.mark.parametrize(
    ("command", "lore", "ordered", "reason"),
    [
        (second.Cure(unit=u("CG"), marker=Marker.POISON), 1, True, Why.TOO_LITTLE_LORE),
        (second.Cure(unit=u("CG"), marker=Marker.STUN), 2, True, Why.NOT_MARKED),
        (second.Cure(unit=u("CG2"), marker=Marker.POISON), 2, True, Why.NOT_MARKED),
        (second.Cure(unit=u("CG"), marker=Marker.POISON), 2, False, Why.NOT_ORDERED),
        (second.Cure(unit=u("BH"), marker=Marker.POISON), 2, True, Why.NO_SUCH_UNIT),
    ],
)
def test_a_cure_is_refused_for_its_reason(
    command: second.Cure, lore: int, ordered: bool, reason: Why
) -> None:
    """Ref, Poison; Ref, Stun."""
    assert why(drawn(POISONED, lore=lore, ordered=ordered), command) is reason


def test_a_cure_comes_before_the_attacks() -> None:
    """Ref, Poison; Ref, Stun."""
    game = drawn(POISONED, lore=2, step=Step.ATTACK)
    assert why(game, second.Cure(unit=u("CG"), marker=Marker.POISON)) is Why.ATTACKS_HAVE_BEGUN
