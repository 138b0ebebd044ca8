import pytest

from rules.kernel import messages as m
from rules.kernel.hexes import Hex
from rules.kernel.values import AbilityId, AttackType, Seat, Step, Why
from tests.rules.drawn import after, at, attack, drawn, faces, figures, move, tags, u, waits, why

DUEL = "5 .. .. .. .. BH CG"
NOTHING = faces("pierce pierce pierce")


def test_a_surviving_neighbour_may_counter_and_may_let_it_be() -> None:
    """RB p. 10."""
    game, _ = after(drawn(DUEL, active=Seat.NORTH), attack("BH", "CG"), NOTHING)
    assert game.state.wait == m.CounterWait(seat=Seat.SOUTH, unit=u("CG"), target=u("BH"))
    quiet, events = after(game, m.Decline())
    assert events[0] == m.Declined(seat=Seat.SOUTH, what="counter_wait")
    assert waits(quiet) == "orders_wait"
    game, events = after(game, m.Counter())
    declared = events[0]
    assert isinstance(declared, m.AttackDeclared)
    assert (declared.counter, declared.unit, declared.target) == (True, u("CG"), u("BH"))
    game, events = after(game, faces("cleave pierce heroic"))
    assert figures(game, "BH") == 2
    assert waits(game) == "orders_wait"  # a counter is not countered
    assert tags(events)[-2:] == ["combat_ended", "combat_ended"]
    assert game.state.fights == ()


def test_no_counter_after_a_retreat_nor_from_the_dead_nor_from_the_stunned() -> None:
    """RB p. 10; Ref, Stun."""
    for rows, roll in (
        ("5 .. .. .. .. BH CG", "morale pierce pierce"),
        ("5 .. .. .. .. BH CG1 .. CG", "strike pierce pierce"),
        ("5 .. .. .. .. BH CGs", "strike pierce pierce"),
    ):
        _, events = after(drawn(rows, active=Seat.NORTH), attack("BH", "CG"), faces(roll))
        assert not any(isinstance(event, m.CounterWait) for event in events[-1].waits)


def test_a_blocked_or_supported_unit_stays_and_may_counter() -> None:
    """RB p. 10: it is still adjacent."""
    for rows in ("5 CG BH", "5 .. .. .. CG2 CG BH"):
        target = "CG2" if "CG2" in rows else "CG"
        game, _ = after(drawn(rows, active=Seat.NORTH), attack("BH", target), faces("morale pierce pierce"))
        assert waits(game) == "counter_wait"


def test_an_adjacent_archer_counters_with_arrows_and_a_far_one_not_at_all() -> None:
    """Reference sheet 6.2: with its own attack type."""
    game, _ = after(drawn("5 .. .. .. .. BH YA", active=Seat.NORTH), attack("BH", "YA"), NOTHING)
    game, events = after(game, m.Counter())
    assert isinstance(events[0], m.AttackDeclared)
    assert (events[0].kind, events[0].dice) == (AttackType.RANGED, 2)
    game, _ = after(game, faces("strike pierce"))
    assert figures(game, "BH") == 2
    far, _ = after(drawn("5 .. .. .. VL .. YA", active=Seat.NORTH), attack("VL", "YA"), faces("pierce lore"))
    assert waits(far) == "orders_wait"
    near, _ = after(drawn("5 .. .. .. .. VL CG", active=Seat.NORTH), attack("VL", "CG"), faces("pierce lore"))
    assert waits(near) == "counter_wait"  # shot at from the next hex


def test_vigilant_units_are_not_countered() -> None:
    """Unit card: Riverwatch Riders."""
    game, _ = after(drawn("5 .. .. .. .. BH RR"), attack("RR", "BH"), faces("strike pierce"))
    assert waits(game) == "orders_wait"


def test_a_counter_can_drive_the_attacker_off_and_never_advances() -> None:
    """RB p. 10."""
    game, _ = after(drawn(DUEL, active=Seat.NORTH), attack("BH", "CG"), NOTHING)
    game, events = after(game, m.Counter(), faces("morale pierce pierce"))
    assert at(game, "BH") == "D5"
    assert at(game, "CG") == "F5"
    assert waits(game) == "orders_wait"
    assert "advanced" not in tags(events)


@pytest.mark.parametrize("roll", ["morale pierce pierce", "strike cleave strike"])
def test_the_attacker_may_advance_into_the_hex_left_by_an_adjacent_target(roll: str) -> None:
    """RB p. 10."""
    game, _ = after(drawn("5 .. .. .. .. BH CG .. CG", active=Seat.NORTH), attack("BH", "CG"), faces(roll))
    assert game.state.wait == m.AdvanceWait(seat=Seat.NORTH, unit=u("BH"), to=(Hex("F5"),), pursuit=False)
    assert why(game, m.Advance(to=Hex("E6"))) is Why.NOT_AN_OPTION
    assert why(game, m.Advance(to=Hex("Z9"))) is Why.OFF_BOARD
    assert why(game, m.Advance(to=Hex("H5"))) is Why.OCCUPIED
    stays, _ = after(game, m.Decline())
    goes, events = after(game, m.Advance(to=Hex("F5")))
    assert (at(stays, "BH"), at(goes, "BH")) == ("E5", "F5")
    assert events[0] == m.Advanced(unit=u("BH"), start=Hex("E5"), to=Hex("F5"), pursuit=False)
    assert not goes.state.units[u("BH")].moved


def test_no_advance_after_shooting_from_afar_but_after_shooting_a_neighbour() -> None:
    """RB p. 10: an adjacent target."""
    for rows, what in (("5 .. .. .. VL .. CG", "orders_wait"), ("5 .. .. .. .. VL CG", "advance_wait")):
        game, _ = after(drawn(rows, active=Seat.NORTH), attack("VL", "CG"), faces("morale lore"))
        assert waits(game) == what


PURSUIT = """
5 .. .. .. .. CG BH .. BH
4 .. .. .. .. .. .. BH
"""


def test_pursue_moves_on_and_attacks_again() -> None:
    """Ref, Pursue."""
    game, _ = after(drawn(PURSUIT), attack("CG", "BH"), faces("cleave cleave cleave"))
    assert game.state.wait == m.AdvanceWait(seat=Seat.SOUTH, unit=u("CG"), to=(Hex("F5"),), pursuit=True)
    game, events = after(game, m.Advance(to=Hex("F5")))
    assert events[0] == m.Advanced(
        unit=u("CG"), start=Hex("E5"), to=Hex("F5"), pursuit=True, abilities=(AbilityId("pursue"),)
    )
    assert waits(game) == "orders_wait"  # F5 touches neither H5 nor G4: there is nothing to attack


def test_pursue_asks_for_the_extra_attack_and_comes_once_a_turn() -> None:
    """Ref, Pursue; Unit Abilities: another target, before any other unit's attack."""
    game = drawn("5 .. .. .. .. CG BH BH BH\n3 YA .. VL")
    game, _ = after(game, attack("CG", "BH"), faces("cleave cleave cleave"), m.Advance(to=Hex("F5")))
    assert game.state.wait == m.ExtraAttackWait(seat=Seat.SOUTH, unit=u("CG"))
    assert why(game, attack("YA", "VL")) is Why.NOT_NOW
    assert why(game, m.EndMainPhase()) is Why.NOT_NOW
    declined, _ = after(game, m.Decline())
    assert why(declined, attack("CG", "BH2")) is Why.ALREADY_ATTACKED
    assert why(declined, attack("YA", "VL")) is None
    game, events = after(game, attack("CG", "BH2"), faces("cleave cleave cleave"))
    declared = events[0]
    assert isinstance(declared, m.AttackDeclared)
    assert declared.additional
    assert game.state.wait == m.AdvanceWait(seat=Seat.SOUTH, unit=u("CG"), to=(Hex("G5"),), pursuit=False)
    game, _ = after(game, m.Advance(to=Hex("G5")))
    assert waits(game) == "orders_wait"


def test_pursue_two_goes_on_from_the_hex_left_and_never_back() -> None:
    """Ref, Pursue: first into the target's hex, not to where the unit started."""
    game = drawn("6 .. .. .. .. CG\n5 .. .. .. .. FB CG .. CG", active=Seat.NORTH)
    game, _ = after(game, attack("FB", "CG2"), faces("strike strike strike"))
    assert isinstance(game.state.wait, m.AdvanceWait)
    # F5 and around it: not E5 (start), not E6 (a guard); E4, F4, G5, F6 are free.
    assert game.state.wait.to == ("F5", "E4", "F4", "G5", "F6")
    game, _ = after(game, m.Advance(to=Hex("G5")))
    assert game.state.wait == m.ExtraAttackWait(seat=Seat.NORTH, unit=u("FB"))


def test_double_shot_needs_a_unit_that_did_not_move() -> None:
    """Unit card: Yeoman Archers."""
    game = drawn("5 YA .. .. VL VL")
    still, _ = after(game, attack("YA", "VL"), faces("pierce lore"))
    assert still.state.wait == m.ExtraAttackWait(seat=Seat.SOUTH, unit=u("YA"))
    still, _ = after(still, attack("YA", "VL"), faces("pierce pierce"))
    assert at(still, "VL") is None
    assert waits(still) == "orders_wait"
    moved, _ = after(game, move("YA", "B5"), attack("YA", "VL"), faces("pierce lore"))
    assert waits(moved) == "orders_wait"


def test_an_additional_attack_without_a_target_is_not_asked_for() -> None:
    """Ref, Unit Abilities."""
    game, _ = after(drawn("5 YA .. .. VL1 .. .. .. .. .. BH"), attack("YA", "VL"), faces("pierce lore"))
    assert waits(game) == "orders_wait"
    assert game.state.step is Step.ATTACK


def test_lore_comes_after_retreats_and_before_the_counter() -> None:
    """RB p. 9-10, reference sheet 6.2."""
    game, events = after(drawn("5 CG BH", active=Seat.NORTH), attack("BH", "CG"), faces("morale lore pierce"))
    assert tags(events) == [
        "step_started",
        "attack_declared",
        "rolled",
        "retreat_forced",
        "damaged",
        "lore_gained",
    ]
    assert waits(game) == "counter_wait"
