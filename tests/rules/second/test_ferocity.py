"""The Obscenes counter before they retreat (Ref, Ferocity; F1).  A pack gives them 2 hexes and 3 dice."""

import pytest

from rules.kernel import messages as m
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import AbilityId, Cause, Seat
from rules.second import messages as second
from tests.rules.drawn import after, at, attack, drawn as plainly_drawn, faces, figures, tags, u, waits
from tests.rules.packs import KNOWN, UNITS, packed

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
EARLY = m.CounterWait(seat=NORTH, unit=u("OB"), target=u("CG"), early=True)
LATE = m.CounterWait(seat=NORTH, unit=u("OB"), target=u("CG"))
NOTHING = faces("pierce pierce pierce")


def with_abilities(*more: str) -> Ruleset:
    """Return the pack with *more* abilities on the Obscenes' card."""
    abilities = ", ".join(('{ name = "ferocity" }', *more))
    return packed(UNITS.replace("[obscenes]", f"[obscenes]\nabilities = [{abilities}]"))


def drawn(rows: str, active: Seat = SOUTH, **more: object) -> Game:
    """Return the drawn position, with the numbers of the pack."""
    return plainly_drawn(rows, active=active, **{"rules": KNOWN, **more})


def driven(rows: str = "5 .. .. .. CG OB", roll: str = "morale cleave pierce") -> Game:
    """Return the guards' attack upon the Obscenes after the roll."""
    return after(drawn(rows), attack("CG", "OB"), faces(roll))[0]


def test_it_may_counter_after_the_damage_and_before_the_retreats() -> None:
    """Ref, Ferocity."""
    game = driven()
    assert game.state.wait == EARLY
    assert (at(game, "OB"), figures(game, "OB")) == ("E5", 2)
    game, events = after(game, m.Counter())
    assert isinstance(events[0], m.AttackDeclared)
    assert (events[0].counter, events[0].dice) == (True, 3)
    game, events = after(game, faces("cleave lore pierce"))
    assert tags(events) == ["rolled", "damaged", "lore_gained", "combat_ended", "retreat_forced", "retreated"]
    assert (figures(game, "CG"), at(game, "OB")) == (2, "F5")


def test_the_attack_goes_on_after_the_counter_with_lore_and_advance() -> None:
    """Ref, Ferocity: any steps of combat that follow."""
    game = driven(roll="morale lore pierce")
    assert game.state.sides[SOUTH].lore == 0
    game, events = after(game, m.Counter(), NOTHING)
    assert "lore_gained" in tags(events)
    assert game.state.sides[SOUTH].lore == 1
    assert isinstance(game.state.wait, m.AdvanceWait)
    game, events = after(game, m.Advance(to=Hex("E5")))
    assert at(game, "CG") == "E5"
    assert game.state.fights == ()


def test_without_a_retreat_it_counters_in_its_usual_place() -> None:
    """RB p. 10; Ref, Ferocity."""
    game, _ = after(drawn("5 .. .. .. CG OB"), attack("CG", "OB"), faces("cleave lore pierce"))
    assert game.state.wait == LATE
    assert game.state.sides[SOUTH].lore == 1


def test_retreats_of_abilities_count_as_well() -> None:
    """Unit card: Citadel Guard; the strike is committed to Superior Tactics."""
    game = driven(roll="strike pierce pierce")
    game, _ = after(game, second.Commit(dice={AbilityId("superior_tactics"): 1}))
    assert game.state.wait == EARLY


def test_who_declines_the_early_counter_retreats_and_is_no_longer_adjacent() -> None:
    """RB p. 10."""
    game, events = after(driven(), m.Decline())
    assert m.Declined(seat=NORTH, what="counter_wait") in events
    assert at(game, "OB") == "F5"
    assert waits(game) == "advance_wait"


@pytest.mark.parametrize("rows", ["5 .. .. .. .. .. .. .. .. .. .. CG OB", "5 .. .. .. CG OB OB"])
def test_who_declines_it_and_stays_may_counter_in_the_usual_place(rows: str) -> None:
    """RB p. 10: blocked, or supported; still adjacent."""
    game, _ = after(driven(rows), m.Decline())
    assert game.state.wait == LATE
    game, events = after(game, m.Counter(), NOTHING)
    assert tags(events)[-2:] == ["combat_ended", "combat_ended"]
    assert waits(game) == "orders_wait"


def test_there_is_one_counter_not_two() -> None:
    """RB p. 10: blocked by the board's edge it stays adjacent, but it has countered."""
    game = driven("5 .. .. .. .. .. .. .. .. .. .. CG OB")
    assert game.state.wait == EARLY
    game, _ = after(game, m.Counter(), NOTHING)
    assert (at(game, "OB"), figures(game, "OB")) == ("L5", 1)
    assert waits(game) == "orders_wait"


def test_it_may_counter_though_the_retreats_would_eliminate_it() -> None:
    """Ref, Ferocity."""
    game = driven("5 .. .. .. .. .. .. .. .. .. .. CG OB1", roll="morale pierce pierce")
    assert game.state.wait == EARLY
    game, _ = after(game, m.Counter(), faces("strike pierce pierce"))
    assert (figures(game, "CG"), at(game, "OB")) == (2, None)


def test_who_is_eliminated_by_the_damage_does_not_counter() -> None:
    """Ref, Ferocity: the retreats come after the damage, and so does its counter."""
    game, _ = after(drawn("5 .. .. .. CG OB1 .. OB"), attack("CG", "OB"), faces("morale cleave pierce"))
    assert at(game, "OB") is None
    assert waits(game) == "advance_wait"


def test_an_attacker_that_the_counter_drives_back_neither_advances_nor_pursues() -> None:
    """F1.  The retreats of its own roll follow all the same."""
    game, events = after(driven(), m.Counter(), faces("morale pierce pierce"))
    assert (at(game, "CG"), at(game, "OB")) == ("C5", "F5")
    assert waits(game) == "orders_wait"
    assert "advanced" not in tags(events)


def test_it_neither_advances_nor_pursues_itself() -> None:
    """Ref, Ferocity; RB p. 10: with a Pursue of a pack's."""
    rules = with_abilities('{ name = "pursue", number = 2 }')
    for roll in ("morale pierce pierce", "strike strike strike"):
        game = drawn("5 .. CG .. CG OB", rules=rules)
        game, _ = after(game, attack("CG2", "OB"), faces("morale pierce pierce"), m.Counter())
        game, _ = after(game, faces(roll))
        assert at(game, "OB") == "F5"
        assert waits(game) == "orders_wait"


def test_an_attacker_that_was_forced_to_retreat_does_not_advance_even_if_it_could_not_go() -> None:
    """Ref, Retreat: who is blocked is forced all the same (docs/rulings.md 32 and 53)."""
    game = driven("5 CG OB", roll="morale pierce pierce")
    game, _ = after(game, m.Counter(), faces("morale pierce pierce"))
    assert (at(game, "CG"), figures(game, "CG"), at(game, "OB")) == ("A5", 2, "C5")
    assert waits(game) == "orders_wait"


def test_an_attacker_that_was_supported_ignored_its_retreat_and_may_advance() -> None:
    """RB p. 10: a retreat that is ignored forces nobody."""
    game = driven("5 YA CG OB", roll="morale pierce pierce")
    game, _ = after(game, m.Counter(), faces("morale pierce pierce"))
    assert (at(game, "CG"), figures(game, "CG"), at(game, "OB")) == ("B5", 3, "D5")
    assert isinstance(game.state.wait, m.AdvanceWait)


def test_an_attacker_that_the_counter_eliminates_is_gone_and_its_roll_still_holds() -> None:
    """Ref, Ferocity: the steps that follow are resolved, but nobody advances."""
    game, _ = after(drawn("5 CG .. .. CG1 OB"), attack("CG2", "OB"), faces("morale pierce lore"))
    game, _ = after(game, m.Counter(), faces("strike pierce pierce"))
    assert (at(game, "CG2"), at(game, "OB")) == (None, "F5")
    assert game.state.sides[SOUTH].lore == 1
    assert waits(game) == "orders_wait"


def test_the_last_attacker_that_falls_to_the_counter_loses_the_game_before_the_retreats() -> None:
    """RB p. 7: at once."""
    game, events = after(driven("5 .. .. .. CG1 OB"), m.Counter(), faces("strike pierce pierce"))
    assert events[-2] == m.GameWon(seat=NORTH, elimination=True)
    assert at(game, "OB") == "E5"


def test_nobody_counters_the_vigilant_not_even_early() -> None:
    """Unit card: Riverwatch Riders."""
    game, _ = after(drawn("5 .. .. .. RR OB"), attack("RR", "OB"), faces("morale pierce"))
    assert at(game, "OB") == "F5"
    assert waits(game) == "advance_wait"


def test_the_stunned_do_not_counter_early_even_if_this_roll_stuns_them() -> None:
    """Ref, Stun."""
    game, _ = after(drawn("5 .. .. .. CG OBs"), attack("CG", "OB"), faces("morale pierce pierce"))
    assert (figures(game, "OB"), waits(game)) == (2, "orders_wait")
    game, _ = after(drawn("5 .. .. .. RG OB"), attack("RG", "OB"), faces("morale heroic pierce"))
    assert (figures(game, "OB"), waits(game)) == (2, "orders_wait")


def test_only_attacks_are_countered_early() -> None:
    """RB p. 10: a counter cannot trigger another one."""
    game = drawn("5 .. .. .. CG OB", NORTH)
    game, _ = after(game, attack("OB", "CG"), NOTHING, m.Counter(), faces("morale pierce pierce"))
    assert at(game, "OB") == "F5"
    assert waits(game) == "orders_wait"


def test_only_neighbours_are_countered() -> None:
    """RB p. 10: archers next to it are, archers further away are not."""
    near, _ = after(drawn("5 .. .. .. YA OB"), attack("YA", "OB"), faces("morale lore"))
    assert near.state.wait == m.CounterWait(seat=NORTH, unit=u("OB"), target=u("YA"), early=True)
    far, _ = after(drawn("5 .. .. .. YA .. OB"), attack("YA", "OB"), faces("morale lore"))
    assert at(far, "OB") == "G5"
    assert waits(far) == "extra_attack_wait"  # Double Shot


def test_immovable_ignores_its_retreat_after_the_early_counter() -> None:
    """Ref, Immovable: of two forced retreats one is ignored; the counter comes before."""
    game = drawn("5 .. .. .. CG OB", rules=with_abilities('{ name = "immovable", number = 1 }'))
    game, _ = after(game, attack("CG", "OB"), faces("morale morale pierce"))
    assert game.state.wait == EARLY
    game, events = after(game, m.Counter(), NOTHING)
    assert [(event.hexes, event.cause) for event in events if isinstance(event, m.RetreatIgnored)] == [
        (1, Cause.ABILITY)
    ]
    assert at(game, "OB") == "F5"


def test_ones_own_immovable_holds_against_the_early_counter() -> None:
    """Unit card: Rune Golems: they stay, and may advance."""
    game, _ = after(drawn("5 .. .. .. RG OB"), attack("RG", "OB"), faces("morale pierce pierce"))
    game, _ = after(game, m.Counter(), faces("morale pierce pierce"))
    assert at(game, "RG") == "D5"
    assert waits(game) == "advance_wait"


def test_an_attacker_that_the_early_counter_stuns_does_not_advance() -> None:
    """Ref, Stun: it cannot move; with a Stunning Blow of a pack's."""
    game = drawn("5 .. .. .. CG OB", rules=with_abilities('{ name = "stunning_blow" }'))
    game, _ = after(game, attack("CG", "OB"), faces("morale pierce pierce"), m.Counter())
    game, _ = after(game, faces("heroic pierce pierce"))
    assert (at(game, "OB"), at(game, "CG"), waits(game)) == ("F5", "D5", "orders_wait")


def test_a_building_spares_damage_in_each_of_the_two_combats() -> None:
    """RB p. 13: the attack and its early counter are fought out each for itself."""
    game, _ = after(drawn("5 .. .. .. CG/bb OB/bb"), attack("CG", "OB"), faces("morale cleave cleave"))
    assert figures(game, "OB") == 2
    game, _ = after(game, m.Counter(), faces("strike strike pierce"))
    assert figures(game, "CG") == 2


def test_an_attacker_that_the_counter_stuns_does_not_advance() -> None:
    """Ref, Stun: a stunned unit cannot be moved."""
    game = drawn("5 .. .. .. CG OB", rules=with_abilities('{ name = "stunning_blow" }'))
    game, _ = after(game, attack("CG", "OB"), faces("morale lore pierce"), m.Counter())
    game, events = after(game, faces("heroic pierce pierce"))
    assert "retreated" in tags(events)
    assert waits(game) == "orders_wait"
