import pytest

from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.evolve import evolve
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import AbilityId, Cause, Marker, Seat, Step, Why
from rules.second import messages as second
from rules.second.abilities import ABILITIES
from rules.second.faces import HEROIC, STRIKE
from tests.rules.drawn import (
    after,
    at,
    attack,
    card,
    drawn,
    faces,
    figures,
    move,
    order,
    tags,
    u,
    waits,
    why,
)
from tests.rules.packs import KNOWN, packed
from tests.rules.second import test_ferocity, test_flying, test_following, test_guardians, test_retreating

FRENZY, TACTICS, POISON = AbilityId("frenzy"), AbilityId("superior_tactics"), AbilityId("poison")
NORTH, SOUTH = Seat.NORTH, Seat.SOUTH


@pytest.mark.parametrize(("harvesters", "dice"), [("BH", 3), ("BH2", 4), ("BH1", 5)])
def test_rage_adds_a_die_for_each_missing_figure(harvesters: str, dice: int) -> None:
    """Unit card: Blood Harvesters; RB p. 11 has them roll five."""
    _game, events = after(drawn(f"5 .. .. .. .. {harvesters} CG", active=NORTH), attack("BH", "CG"))
    assert next(event.dice for event in events if isinstance(event, m.AttackDeclared)) == dice


def test_rage_counts_in_a_counter_after_the_damage() -> None:
    """Unit card: Blood Harvesters."""
    game, _ = after(drawn("5 .. .. .. .. BH CG"), attack("CG", "BH"), faces("cleave cleave pierce"))
    game, _ = after(game, m.Counter())
    assert game.state.wait == m.DiceWait(seat=NORTH, count=5, unit=u("BH"))


def test_frenzy_damages_for_figures_that_go_after_the_combat() -> None:
    """Unit card; Ref, Frenzy: removal is not damage, and comes after counter and advance."""
    game, _ = after(drawn("5 .. .. .. .. BH CG .. CG", active=NORTH), attack("BH", "CG"))
    game, _ = after(game, faces("strike heroic heroic"))
    assert game.state.wait == second.CommitWait(seat=NORTH, unit=u("BH"), most={FRENZY: 2}, usual={FRENZY: 2})
    game, events = after(game, second.Commit(dice={FRENZY: 2}))
    assert at(game, "CG") is None
    assert [(event.damage, event.cause) for event in events if isinstance(event, m.Damaged)] == [
        (1, Cause.DICE),
        (2, Cause.ABILITY),
    ]
    assert figures(game, "BH") == 3  # not yet
    game, events = after(game, m.Advance(to=Hex("F5")))
    assert tags(events) == ["advanced", "figures_removed", "combat_ended"]
    gone = m.FiguresRemoved(unit=u("BH"), count=2, left=1, cause=Cause.FRENZY, abilities=(FRENZY,))
    assert events[1] == gone
    assert figures(game, "BH") == 1


def test_frenzy_works_for_weak_units_and_may_eliminate_them() -> None:
    """Ref, Frenzy."""
    game, _ = after(
        drawn("5 .. .. .. .. BH1 CG .. BH", active=NORTH),
        attack("BH", "CG"),
        faces("heroic heroic cleave cleave morale"),
    )
    game, events = after(game, second.Commit(dice={FRENZY: 2}), m.Decline())
    assert figures(game, "CG") == 1
    assert at(game, "BH") is None
    assert tags(events)[-3:] == ["figures_removed", "eliminated", "combat_ended"]


def test_frenzy_that_removes_ones_last_unit_loses_the_game() -> None:
    """RB p. 7: all units gone, at once."""
    game, _ = after(
        drawn("5 .. .. .. .. BH1 CG", active=NORTH),
        attack("BH", "CG"),
        faces("heroic pierce pierce pierce pierce"),
    )
    game, events = after(game, second.Commit(dice={FRENZY: 1}), m.Decline())
    assert events[-2] == m.GameWon(seat=Seat.SOUTH, elimination=True)
    assert waits(game) == "over_wait"


def test_the_last_enemy_falls_before_frenzy_asks_its_price() -> None:
    """Ref, Timing."""
    game, _ = after(
        drawn("5 .. .. .. .. BH1 CG1", active=NORTH),
        attack("BH", "CG"),
        faces("heroic pierce pierce pierce pierce"),
    )
    game, _ = after(game, second.Commit(dice={FRENZY: 1}))
    assert game.state.winner is NORTH
    assert figures(game, "BH") == 1


def test_frenzy_in_a_counter_that_eliminates_the_counterer_gives_no_advance() -> None:
    """Ref, Frenzy; docs/rulings.md: the attack did not eliminate it."""
    game, _ = after(drawn("5 .. .. .. .. BH2 CG .. BH"), attack("CG", "BH"), faces("cleave pierce pierce"))
    game, _ = after(game, m.Counter(), faces("heroic pierce pierce pierce pierce"))
    game, events = after(game, second.Commit(dice={FRENZY: 1}))
    assert at(game, "BH") is None
    assert waits(game) == "orders_wait"
    assert tags(events)[-4:] == ["figures_removed", "eliminated", "combat_ended", "combat_ended"]


def test_superior_tactics_turns_a_strike_into_a_retreat() -> None:
    """Unit card: Citadel Guard."""
    game, _ = after(drawn("5 .. .. .. CG BH"), attack("CG", "BH"), faces("strike strike pierce"))
    assert game.state.wait == second.CommitWait(
        seat=Seat.SOUTH, unit=u("CG"), most={TACTICS: 2}, usual={TACTICS: 0}
    )
    none, _ = after(game, m.Decline())
    assert (at(none, "BH"), figures(none, "BH")) == ("E5", 1)
    one, events = after(game, second.Commit(dice={TACTICS: 1}))
    assert (at(one, "BH"), figures(one, "BH")) == ("F5", 2)
    assert second.Committed(unit=u("CG"), ability=TACTICS, face=STRIKE, count=1) in events
    two, _ = after(game, second.Commit(dice={TACTICS: 2}))
    assert (at(two, "BH"), figures(two, "BH")) == ("G5", 3)


def test_superior_tactics_is_asked_even_when_the_strikes_would_kill() -> None:
    """Unit card: Citadel Guard."""
    game, _ = after(drawn("5 .. .. .. CG BH1 .. BH"), attack("CG", "BH"), faces("strike pierce pierce"))
    assert waits(game) == "commit_wait"


@pytest.mark.parametrize(
    ("dice", "reason"),
    [
        ({TACTICS: 3}, Why.TOO_MANY_DICE),
        ({TACTICS: -1}, Why.IMPOSSIBLE_NUMBER),
        ({FRENZY: 1}, Why.NO_SUCH_ABILITY),
        ({POISON: 1}, Why.NO_SUCH_ABILITY),
    ],
)
def test_dice_that_are_not_there_cannot_be_committed(dice: dict[AbilityId, int], reason: Why) -> None:
    """RB p. 10."""
    game, _ = after(drawn("5 .. .. .. CG BH"), attack("CG", "BH"), faces("strike strike heroic"))
    assert why(game, second.Commit(dice=dice)) is reason
    assert why(game, m.Overrule(command=second.Commit(dice=dice))) is reason


def test_vipers_bite_poisons_by_itself_and_only_once() -> None:
    """Unit card: Viper Legion; Ref, Poison: a second poisoning has no effect."""
    rows = "5 .. .. .. VL .. CG"
    game, events = after(drawn(rows, active=NORTH), attack("VL", "CG"), faces("heroic heroic"))
    bites = [event for event in events if isinstance(event, second.Committed)]
    assert [(bite.ability, bite.count) for bite in bites] == [("vipers_bite", 1)]
    assert game.state.units[u("CG")].markers == (Marker.POISON,)
    _, events = after(drawn("5 .. .. .. VL .. CGp", active=NORTH), attack("VL", "CG"), faces("heroic heroic"))
    assert not any(isinstance(event, second.Committed | m.Marked) for event in events)


def test_lore_dice_hurt_a_poisoned_target_even_in_the_roll_that_poisons_it() -> None:
    """Ref, Poison; a committed lore die gives no lore (RB p. 10)."""
    game, _ = after(drawn("5 .. .. .. VL .. CG", active=NORTH), attack("VL", "CG"), faces("heroic lore"))
    assert game.state.wait == second.CommitWait(seat=NORTH, unit=u("VL"), most={POISON: 1}, usual={POISON: 1})
    keeps, _ = after(game, second.Commit(dice={POISON: 0}))
    assert (figures(keeps, "CG"), keeps.state.sides[NORTH].lore) == (3, 1)
    hurts, events = after(game, second.Commit(dice={POISON: 1}))
    assert (figures(hurts, "CG"), hurts.state.sides[NORTH].lore) == (2, 0)
    assert [event.cause for event in events if isinstance(event, m.Damaged)] == [Cause.POISON]


def test_any_unit_may_use_the_poison_in_its_target() -> None:
    """Ref, Poison."""
    game, _ = after(
        drawn("5 .. .. .. .. BH CGp", active=NORTH), attack("BH", "CG"), faces("lore lore heroic")
    )
    assert isinstance(game.state.wait, second.CommitWait)
    assert game.state.wait.most == {FRENZY: 1, POISON: 2}
    assert game.state.wait.usual == {FRENZY: 1, POISON: 2}
    assert why(game, second.Commit(dice={FRENZY: 1, POISON: 3})) is Why.TOO_MANY_DICE


def test_nothing_is_asked_when_the_dice_eliminate_the_target_anyway() -> None:
    """One sensible answer: the lore is kept, no figure is spent, nobody is poisoned for nothing."""
    game, events = after(
        drawn("5 .. .. .. .. BH CG1p .. CG", active=NORTH), attack("BH", "CG"), faces("strike heroic lore")
    )
    assert at(game, "CG") is None
    assert waits(game) == "advance_wait"
    assert game.state.sides[NORTH].lore == 1
    _, events = after(
        drawn("5 .. .. .. VL .. CG1 .. CG", active=NORTH), attack("VL", "CG"), faces("pierce heroic")
    )
    assert "marked" not in tags(events)


def test_the_poison_marker_goes_with_the_unit() -> None:
    """Ref, Poison."""
    game, _ = after(
        drawn("5 .. .. .. .. BH CG1p .. CG", active=NORTH), attack("BH", "CG"), faces("strike pierce pierce")
    )
    assert game.state.units[u("CG")].markers == ()


@pytest.mark.parametrize(
    ("rows", "dice"),
    [
        ("5 .. .. .. BH CG\n4 .. .. .. RR", 4),  # the riders on D4 touch the harvesters on D5
        ("6 .. .. .. RR\n5 .. .. .. BH CG\n4 .. .. .. RR", 4),  # two flankers are not better than one
        ("5 .. .. .. BH CG\n4 .. .. .. .. RR", 3),  # E4 does not touch D5
    ],
)
def test_flanking_adds_one_die_for_others(rows: str, dice: int) -> None:
    """Unit card: Riverwatch Riders; Ref, Flanking."""
    _, events = after(drawn(rows), attack("CG", "BH"))
    assert next(event.dice for event in events if isinstance(event, m.AttackDeclared)) == dice


def test_flanking_helps_arrows_but_not_the_flanker_himself() -> None:
    """Ref, Flanking."""
    rows = "5 .. .. .. BH .. YA\n4 .. .. .. RR"
    for attacker, dice in (("YA", 3), ("RR", 2)):
        _, events = after(drawn(rows), attack(attacker, "BH"))
        assert next(event.dice for event in events if isinstance(event, m.AttackDeclared)) == dice


def test_stunning_blow_stuns_and_the_rolls_retreats_become_damage() -> None:
    """Unit card: Rune Golems; Ref, Stun."""
    game, _events = after(drawn("5 .. .. .. .. BH RG"), attack("RG", "BH"), faces("heroic morale pierce"))
    assert game.state.units[u("BH")].markers == (Marker.STUN,)
    assert (at(game, "BH"), figures(game, "BH")) == ("E5", 2)
    assert waits(game) == "orders_wait"  # the stunned do not counter


def test_bloodthirst_hurts_only_the_hurt() -> None:
    """Unit card: Flesh Ripper Brutes."""
    for target, left in (("CG", 3), ("CG2", 1)):
        game, _ = after(
            drawn(f"5 .. .. .. .. FB {target}", active=NORTH),
            attack("FB", "CG"),
            faces("heroic pierce pierce"),
        )
        assert figures(game, "CG") == left


def test_terrify_drives_two_hexes_off_if_its_player_wants() -> None:
    """Unit card: Chaos Lord."""
    game, _ = after(
        drawn("5 .. .. .. .. CL CG", active=NORTH), attack("CL", "CG"), faces("heroic pierce pierce pierce")
    )
    game, _ = after(game, second.Commit(dice={AbilityId("terrify"): 1}))
    assert at(game, "CG") == "H5"


def test_the_massive_enter_no_building() -> None:
    """Unit card: Chaos Lord: neither moving, nor advancing, nor driven back."""
    assert why(drawn("5 .. .. .. CL bb", active=NORTH), move("CL", "E5")) is Why.TOO_MASSIVE
    assert why(drawn("5 .. .. .. CL ff", active=NORTH), move("CL", "E5")) is None
    assert why(drawn("5 .. .. .. CG bb"), move("CG", "E5")) is None
    game, _ = after(drawn("5 .. .. .. CL CG1/bb .. CG", active=NORTH), attack("CL", "CG"))
    game, _ = after(game, faces("strike cleave pierce pierce"))
    assert waits(game) == "orders_wait"


def test_the_massive_cannot_be_driven_into_a_building() -> None:
    """Unit card: Chaos Lord; Ref, Retreat: one retreat is ignored (Immovable), the other is damage."""
    game, _ = after(drawn("5 .. .. .. CG CL bb"), attack("CG", "CL"), faces("morale morale pierce"))
    assert (at(game, "CL"), game.state.units[u("CL")].damage) == ("E5", 1)


def test_the_massive_walk_round_a_building() -> None:
    """Unit card: it cannot move into it, so not through it either; with two hexes of a pack's."""
    game = drawn("2 CG\n1 CL bb", active=NORTH, rules=packed("[chaos_lord]\nmove = 2\n"))
    assert why(game, move("CL", "C1")) is Why.WAY_BLOCKED


def test_mobility_moves_ordered_units_after_the_attack_step() -> None:
    """Ref, Mobility: likely.  The pack gives it to the Lancers, who move two hexes then."""
    game = drawn("5 LA .. .. .. .. BH\n1 CG", rules=KNOWN)
    game, _ = after(game, move("LA", "D5"), m.EndMainPhase())
    assert (game.state.step, waits(game)) == (Step.LATE_MOVES, "orders_wait")
    for command, reason in (
        (move("LA", "G5"), Why.TOO_FAR),
        (move("CG", "B1"), Why.ATTACKS_HAVE_BEGUN),
        (order("CG"), Why.ATTACKS_HAVE_BEGUN),
        (m.StartAttacks(), Why.ATTACKS_HAVE_BEGUN),
    ):
        assert why(game, command) is reason
    game, _ = after(game, move("LA", "B5"))
    assert at(game, "LA") == "B5"
    assert why(game, move("LA", "C5")) is Why.ATTACKS_HAVE_BEGUN  # once only
    game, _ = after(game, m.EndMainPhase())
    assert game.state.active is NORTH


def test_nobody_attacks_any_more_when_the_late_moves_have_begun() -> None:
    """Ref, Mobility: after the Attack Step."""
    game, _ = after(drawn("5 LA BH", rules=KNOWN), m.EndMainPhase())
    assert why(game, attack("LA", "BH")) is Why.NOT_NOW


def test_late_moves_may_be_left_out_and_are_not_asked_of_others() -> None:
    """Ref, Mobility: an ordered unit, and one that is not stunned."""
    game, _ = after(drawn("5 LA .. .. .. .. BH", rules=KNOWN), m.EndMainPhase(), m.EndMainPhase())
    assert game.state.active is NORTH
    for rows, ordered in (("5 LA .. BH", False), ("5 LAs .. BH", True), ("5 CG .. BH", True)):
        game, _ = after(drawn(rows, ordered=ordered, rules=KNOWN), m.EndMainPhase())
        assert game.state.active is NORTH


def test_mobility_returns_every_turn() -> None:
    """Ref, Mobility."""
    game = drawn("5 LA .. .. .. .. BH", rules=KNOWN)
    game, _ = after(game, m.EndMainPhase(), move("LA", "B5"), m.EndMainPhase())
    game, _ = after(game, m.PlayUnlistedCard(name="Wait", does=()), m.EndMainPhase())
    game, _ = after(game, card("patrol_left", anywhere=True), order("LA"), m.EndMainPhase())
    assert why(game, move("LA", "C5")) is None


def test_a_late_move_stops_in_a_forest_too() -> None:
    """RB p. 13."""
    game, _ = after(drawn("2 CG\n1 LA ff .. .. BH", rules=KNOWN), m.EndMainPhase())
    assert why(game, move("LA", "C1")) is Why.WAY_BLOCKED
    assert why(game, move("LA", "B1")) is None


@pytest.mark.parametrize(
    ("unit", "target", "most"),
    [
        ("VL", "CG", {"vipers_bite": 1, "lore_card": 2}),
        ("VL", "CGp", {"lore_card": 2}),  # nobody is poisoned twice
        ("FB", "CG2", {"bloodthirst": 2, "lore_card": 2}),
        ("FB", "CG", {"lore_card": 2}),  # nothing to be thirsty for
    ],
)
def test_dice_that_a_lore_card_can_use_too_are_asked_about(
    unit: str, target: str, most: dict[str, int]
) -> None:
    """Ref, Fury of Y'llan; RB p. 10: to which of the two a die is committed is its player's choice."""
    game, _ = after(drawn(f"5 .. .. .. {unit} {target}", active=NORTH), attack(unit, "CG"))
    fury = second.FightChanged(unit=u(unit), by=second.FuelDamage(face=HEROIC))
    game = Game(game.ruleset, evolve(game.state, fury))
    roll = "heroic heroic" if unit == "VL" else "heroic heroic pierce"
    game, _ = after(game, faces(roll))
    assert isinstance(game.state.wait, second.CommitWait)
    assert game.state.wait.most == most
    assert all(why(game, offer) is None for offer in options(game))


TESTS = {
    "rage": test_rage_adds_a_die_for_each_missing_figure,
    "frenzy": test_frenzy_damages_for_figures_that_go_after_the_combat,
    "superior_tactics": test_superior_tactics_turns_a_strike_into_a_retreat,
    "pursue": test_following.test_pursue_moves_on_and_attacks_again,
    "double_shot": test_following.test_double_shot_needs_a_unit_that_did_not_move,
    "vipers_bite": test_vipers_bite_poisons_by_itself_and_only_once,
    "vigilant": test_following.test_vigilant_units_are_not_countered,
    "flanking": test_flanking_adds_one_die_for_others,
    "immovable": test_retreating.test_an_immovable_unit_ignores_one_retreat_of_each_combat,
    "stunning_blow": test_stunning_blow_stuns_and_the_rolls_retreats_become_damage,
    "bloodthirst": test_bloodthirst_hurts_only_the_hurt,
    "terrify": test_terrify_drives_two_hexes_off_if_its_player_wants,
    "flying": test_flying.test_it_moves_over_units_and_water,
    "ferocity": test_ferocity.test_it_may_counter_after_the_damage_and_before_the_retreats,
    "massive": test_the_massive_enter_no_building,
    "mobility": test_mobility_moves_ordered_units_after_the_attack_step,
    "armor": test_guardians.test_armor_ignores_one_cleave_of_each_combat,
    "automaton": test_guardians.test_automaton_orders_for_lore_as_if_in_any_section,
    "rune_shield": test_guardians.test_rune_shield_goes_to_a_friend_within_one_hex,
    "catalyst": test_guardians.test_catalyst_draws_a_lore_card_and_gains_a_lore,
}


def test_every_ability_that_the_engine_plays_has_a_test() -> None:
    assert set(TESTS) == ABILITIES.known
