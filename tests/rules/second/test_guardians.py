"""The abilities of the Hernfar Guardians: Ironbound and Greyhaven Battlemages (their unit cards)."""

import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import AbilityId, Cause, Marker, Seat, Section, Why
from rules.second import messages as second
from tests.rules.drawn import (
    RULES,
    after,
    attack,
    card,
    drawn,
    faces,
    figures,
    move,
    order,
    tags,
    u,
    why,
)

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
POISON = AbilityId("poison")
WITH_LORE = Ruleset(RULES.edition, RULES.catalogue, RULES.board, replace(RULES.scenario, lore_hand=2))


@pytest.mark.parametrize(
    ("harvesters", "roll", "left"),
    [
        ("BH", "cleave pierce pierce", 3),
        ("BH", "cleave cleave pierce", 2),  # one die of each combat
        ("BH", "strike pierce pierce", 2),  # cleaves only
        ("BH", "strike cleave pierce", 2),
        ("BH1", "cleave cleave pierce pierce strike", 2),  # a weak unit's cleaves do nothing anyway
    ],
)
def test_armor_ignores_one_cleave_of_each_combat(harvesters: str, roll: str, left: int) -> None:
    """Unit card: Ironbound."""
    game = drawn(f"5 .. .. .. {harvesters} IB", active=NORTH)
    game, _ = after(game, attack("BH", "IB"), faces(roll))
    assert figures(game, "IB") == left


def test_armor_holds_in_the_attack_and_again_in_the_counter() -> None:
    """Unit card: Ironbound: each combat; arrows are not stopped by it."""
    game, _ = after(drawn("5 .. .. .. IB BH"), attack("IB", "BH"), faces("pierce pierce pierce pierce"))
    game, _ = after(game, m.Counter(), faces("cleave cleave pierce"))
    assert figures(game, "IB") == 2
    game, _ = after(drawn("5 .. .. .. VL IB", active=NORTH), attack("VL", "IB"), faces("pierce cleave"))
    assert figures(game, "IB") == 2


def test_automaton_orders_for_lore_as_if_in_any_section() -> None:
    """Unit card: Ironbound: the card's order is used up, its section does not count, one hex more."""
    left = m.GrantOrders(count=1, section=Section.LEFT)
    game = drawn("5 CG .. .. .. .. .. .. .. .. .. .. IB", ordered=False, lore=1, grants=(left,))
    paid = m.Order(unit=u("IB"), paid=True)
    assert why(game, order("IB")) is Why.WRONG_SECTION
    game, events = after(game, paid)
    assert events[:2] == (
        m.LoreSpent(seat=SOUTH, count=1, total=0, cause=Cause.AUTOMATON, abilities=(AbilityId("automaton"),)),
        m.Ordered(unit=u("IB"), grant=0, fits=(0,), paid=True),
    )
    assert why(game, order("CG")) is Why.NO_ORDERS_LEFT
    assert why(game, move("IB", "J5")) is None
    assert why(game, move("IB", "I5")) is Why.TOO_FAR


def test_automaton_is_refused_for_its_reason() -> None:
    """Unit card: Ironbound."""
    grant = m.GrantOrders(count=1)
    rows, paid = "5 IB CG .. BH", m.Order(unit=u("IB"), paid=True)
    poor = drawn(rows, ordered=False, grants=(grant,))
    assert why(poor, paid) is Why.TOO_LITTLE_LORE
    rich = drawn(rows, ordered=False, lore=3, grants=(grant,))
    assert why(rich, m.Order(unit=u("CG"), paid=True)) is Why.NO_SUCH_ABILITY
    spent, _ = after(rich, order("CG"))
    assert why(spent, paid) is Why.NO_ORDERS_LEFT
    archers = drawn(rows, ordered=False, lore=3, grants=(m.GrantOrders(count=1, traits=("archer",)),))
    assert why(archers, paid) is Why.WRONG_TRAIT
    far = (m.GrantOrders(count=1, section=Section.RIGHT, traits=("archer",)),)
    elsewhere = drawn(rows, ordered=False, lore=1, grants=far)
    assert why(elsewhere, order("IB")) is Why.WRONG_SECTION
    assert why(elsewhere, paid) is Why.WRONG_TRAIT  # the section does not count


def test_without_lore_the_ironbound_move_one_hex_and_the_payment_lasts_a_turn() -> None:
    """Unit card: Ironbound."""
    game = drawn("5 IB .. .. .. BH", ordered=False, lore=1, grants=(m.GrantOrders(count=1),))
    plain, _ = after(game, order("IB"))
    assert why(plain, move("IB", "C5")) is Why.TOO_FAR
    game, _ = after(game, m.Order(unit=u("IB"), paid=True), m.EndMainPhase())
    game, _ = after(game, m.PlayUnlistedCard(name="Wait", does=()), m.EndMainPhase())
    assert not game.state.units[u("IB")].paid
    game, _ = after(game, card("patrol_left", anywhere=True), order("IB"))
    assert why(game, move("IB", "C5")) is Why.TOO_FAR


MAGES = "6 .. .. .. CG\n5 .. .. .. GB .. BH\n1 CG"


def test_rune_shield_goes_to_a_friend_within_one_hex() -> None:
    """Unit card: Greyhaven Battlemages: itself or a neighbour, whoever is chosen."""
    game, _ = after(drawn(MAGES), attack("GB", "BH"), faces("heroic pierce strike"))
    assert game.state.wait == second.ShieldWait(seat=SOUTH, unit=u("GB"), units=(u("CG"), u("GB")))
    assert why(game, second.Shield(unit=u("CG2"))) is Why.NOT_AN_OPTION
    game, _ = after(game, second.Shield(unit=u("CG")))
    assert game.state.units[u("CG")].markers == (Marker.SHIELD,)
    assert figures(game, "BH") == 2  # the roll takes its effect afterwards


def test_rune_shield_is_given_once_and_not_to_the_shielded() -> None:
    """Unit card: two heroic dice, one shield; with one unit to give it to nobody is asked."""
    game, events = after(drawn("5 .. .. CGh GB .. BH"), attack("GB", "BH"), faces("heroic heroic strike"))
    assert game.state.units[u("GB")].markers == (Marker.SHIELD,)
    assert tags(events).count("marked") == 1


def test_a_shield_takes_one_damage_of_the_next_attack_and_is_gone() -> None:
    """Unit card: Greyhaven Battlemages."""
    game, events = after(
        drawn("5 .. .. .. BH CGh", active=NORTH), attack("BH", "CG"), faces("strike cleave pierce")
    )
    assert (figures(game, "CG"), game.state.units[u("CG")].markers) == (2, ())
    assert m.Unmarked(unit=u("CG"), marker=Marker.SHIELD, cause=Cause.SHIELD) in events
    assert m.DamageIgnored(unit=u("CG"), damage=1, cause=Cause.SHIELD) in events
    game, _ = after(
        drawn("5 .. .. .. BH CGh", active=NORTH), attack("BH", "CG"), faces("pierce pierce pierce")
    )
    assert (figures(game, "CG"), game.state.units[u("CG")].markers) == (3, ())


def test_a_shield_outlasts_a_counter_and_damage_of_cards() -> None:
    """Unit card: when a shielded unit is attacked; a counter is no attack (docs/rulings.md)."""
    game, _ = after(drawn("5 .. .. .. CGh BH"), attack("CG", "BH"), faces("pierce pierce pierce"))
    game, _ = after(game, m.Counter(), faces("cleave pierce pierce"))
    assert (figures(game, "CG"), game.state.units[u("CG")].markers) == (2, (Marker.SHIELD,))


def test_a_shield_and_a_building_take_one_damage_each() -> None:
    """Unit card; RB p. 13."""
    game, _ = after(
        drawn("5 .. .. .. BH CGh/bb", active=NORTH), attack("BH", "CG"), faces("strike cleave strike")
    )
    assert figures(game, "CG") == 2


def test_catalyst_draws_a_lore_card_and_gains_a_lore() -> None:
    """Unit card: Greyhaven Battlemages, for each lore die; a committed die gives no other lore (RB p. 10)."""
    game, events = after(
        drawn("5 .. .. .. GB .. BH", rules=WITH_LORE), attack("GB", "BH"), faces("lore lore pierce")
    )
    side = game.state.sides[SOUTH]
    assert (side.lore, side.lore_cards) == (2, 2)
    by = (AbilityId("catalyst"),)
    assert m.LoreGained(seat=SOUTH, count=2, total=2, cause=Cause.ABILITY, abilities=by) in events


def test_catalyst_is_not_for_games_without_lore_cards() -> None:
    """RB p. 9: in the learning scenario lore dice give lore."""
    game, events = after(drawn("5 .. .. .. GB .. BH"), attack("GB", "BH"), faces("lore lore pierce"))
    assert (game.state.sides[SOUTH].lore, "committed" in tags(events)) == (2, False)


def test_catalyst_or_poison_is_the_players_choice_and_never_both() -> None:
    """RB p. 10: a die is committed to one ability; every offer is legal."""
    game, _ = after(
        drawn("5 .. .. .. GB .. BHp", rules=WITH_LORE), attack("GB", "BH"), faces("lore lore pierce")
    )
    catalyst = AbilityId("catalyst")
    assert isinstance(game.state.wait, second.CommitWait)
    assert game.state.wait.most == {catalyst: 2, POISON: 2}
    offers = options(game)
    assert len(offers) == 6  # none, one or two of the two dice to either
    assert all(why(game, offer) is None for offer in offers)
    game, _ = after(game, second.Commit(dice={catalyst: 1, POISON: 1}))
    side = game.state.sides[SOUTH]
    assert (figures(game, "BH"), side.lore, side.lore_cards) == (1, 1, 1)


def test_catalyst_is_taken_where_the_poison_is_not_needed() -> None:
    """One sensible answer: the target is eliminated anyway."""
    game, _ = after(
        drawn("5 .. .. .. GB .. BH1p .. BH", rules=WITH_LORE), attack("GB", "BH"), faces("lore strike pierce")
    )
    assert game.state.sides[SOUTH].lore_cards == 1
