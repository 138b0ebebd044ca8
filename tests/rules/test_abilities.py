import pytest

from rules import messages as m
from rules.abilities import KNOWN_ABILITIES, LEFT_TO_THE_TABLE
from rules.values import AbilityId, Cause, Face, Marker, Seat, Why
from tests.rules import test_aftermath, test_retreat
from tests.rules.drawn import after, at, attack, drawn, faces, figures, tags, u, waits, why

FRENZY, TACTICS, POISON = AbilityId("frenzy"), AbilityId("superior_tactics"), AbilityId("poison")
NORTH = Seat.NORTH


@pytest.mark.parametrize(("harvesters", "dice"), [("BH", 3), ("BH2", 4), ("BH1", 5)])
def test_rage_adds_a_die_for_each_missing_figure(harvesters: str, dice: int) -> None:
    """Unit card: Blood Harvesters; RB p. 11 has them roll five."""
    _game, events = after(drawn(f"5 .. .. .. .. {harvesters} CG", active=NORTH), attack("BH", "CG"))
    assert next(event.dice for event in events if isinstance(event, m.AttackDeclared)) == dice


def test_rage_counts_in_a_counter_after_the_damage() -> None:
    game, _ = after(drawn("5 .. .. .. .. BH CG"), attack("CG", "BH"), faces("cleave cleave pierce"))
    game, _ = after(game, m.Counter())
    assert game.state.wait == m.DiceWait(seat=NORTH, count=5, unit=u("BH"))


def test_frenzy_damages_for_figures_that_go_after_the_combat() -> None:
    """Unit card; Ref, Frenzy: removal is not damage, and comes after counter and advance."""
    game, _ = after(drawn("5 .. .. .. .. BH CG .. CG", active=NORTH), attack("BH", "CG"))
    game, _ = after(game, faces("strike heroic heroic"))
    assert game.state.wait == m.CommitWait(seat=NORTH, unit=u("BH"), most={FRENZY: 2}, usual={FRENZY: 2})
    game, events = after(game, m.Commit(dice={FRENZY: 2}))
    assert at(game, "CG") is None
    assert [(event.damage, event.cause) for event in events if isinstance(event, m.Damaged)] == [
        (1, Cause.DICE),
        (2, Cause.ABILITY),
    ]
    assert figures(game, "BH") == 3  # not yet
    game, events = after(game, m.Advance(to=m.Hex("F5")))
    assert tags(events) == ["advanced", "figures_removed", "combat_ended"]
    assert events[1] == m.FiguresRemoved(unit=u("BH"), count=2, left=1, cause=Cause.FRENZY)
    assert figures(game, "BH") == 1


def test_frenzy_works_for_weak_units_and_may_eliminate_them() -> None:
    game, _ = after(
        drawn("5 .. .. .. .. BH1 CG .. BH", active=NORTH),
        attack("BH", "CG"),
        faces("heroic heroic cleave cleave morale"),
    )
    game, events = after(game, m.Commit(dice={FRENZY: 2}), m.Decline())
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
    game, events = after(game, m.Commit(dice={FRENZY: 1}), m.Decline())
    assert events[-2] == m.GameWon(seat=Seat.SOUTH, elimination=True)
    assert waits(game) == "over_wait"


def test_the_last_enemy_falls_before_frenzy_asks_its_price() -> None:
    game, _ = after(
        drawn("5 .. .. .. .. BH1 CG1", active=NORTH),
        attack("BH", "CG"),
        faces("heroic pierce pierce pierce pierce"),
    )
    game, _ = after(game, m.Commit(dice={FRENZY: 1}))
    assert game.state.winner is NORTH
    assert figures(game, "BH") == 1


def test_frenzy_in_a_counter_that_eliminates_the_counterer_gives_no_advance() -> None:
    """docs/rulings.md: the attack did not eliminate it."""
    game, _ = after(drawn("5 .. .. .. .. BH2 CG .. BH"), attack("CG", "BH"), faces("cleave pierce pierce"))
    game, _ = after(game, m.Counter(), faces("heroic pierce pierce pierce pierce"))
    game, events = after(game, m.Commit(dice={FRENZY: 1}))
    assert at(game, "BH") is None
    assert waits(game) == "orders_wait"
    assert tags(events)[-4:] == ["figures_removed", "eliminated", "combat_ended", "combat_ended"]


def test_superior_tactics_turns_a_strike_into_a_retreat() -> None:
    """Unit card: Citadel Guard."""
    game, _ = after(drawn("5 .. .. .. CG BH"), attack("CG", "BH"), faces("strike strike pierce"))
    assert game.state.wait == m.CommitWait(
        seat=Seat.SOUTH, unit=u("CG"), most={TACTICS: 2}, usual={TACTICS: 0}
    )
    none, _ = after(game, m.Decline())
    assert (at(none, "BH"), figures(none, "BH")) == ("E5", 1)
    one, events = after(game, m.Commit(dice={TACTICS: 1}))
    assert (at(one, "BH"), figures(one, "BH")) == ("F5", 2)
    assert m.Committed(unit=u("CG"), ability=TACTICS, face=Face.STRIKE, count=1) in events
    two, _ = after(game, m.Commit(dice={TACTICS: 2}))
    assert (at(two, "BH"), figures(two, "BH")) == ("G5", 3)


def test_superior_tactics_is_asked_even_when_the_strikes_would_kill() -> None:
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
    game, _ = after(drawn("5 .. .. .. CG BH"), attack("CG", "BH"), faces("strike strike heroic"))
    assert why(game, m.Commit(dice=dice)) is reason
    assert why(game, m.Overrule(command=m.Commit(dice=dice))) is reason


def test_vipers_bite_poisons_by_itself_and_only_once() -> None:
    """Unit card: Viper Legion; Ref, Poison: a second poisoning has no effect."""
    rows = "5 .. .. .. VL .. CG"
    game, events = after(drawn(rows, active=NORTH), attack("VL", "CG"), faces("heroic heroic"))
    bites = [event for event in events if isinstance(event, m.Committed)]
    assert [(bite.ability, bite.count) for bite in bites] == [("vipers_bite", 1)]
    assert game.state.units[u("CG")].markers == (Marker.POISON,)
    _, events = after(drawn("5 .. .. .. VL .. CGp", active=NORTH), attack("VL", "CG"), faces("heroic heroic"))
    assert not any(isinstance(event, m.Committed | m.Marked) for event in events)


def test_lore_dice_hurt_a_poisoned_target_even_in_the_roll_that_poisons_it() -> None:
    """Ref, Poison; a committed lore die gives no lore (RB p. 10)."""
    game, _ = after(drawn("5 .. .. .. VL .. CG", active=NORTH), attack("VL", "CG"), faces("heroic lore"))
    assert game.state.wait == m.CommitWait(seat=NORTH, unit=u("VL"), most={POISON: 1}, usual={POISON: 1})
    keeps, _ = after(game, m.Commit(dice={POISON: 0}))
    assert (figures(keeps, "CG"), keeps.state.sides[NORTH].lore) == (3, 1)
    hurts, events = after(game, m.Commit(dice={POISON: 1}))
    assert (figures(hurts, "CG"), hurts.state.sides[NORTH].lore) == (2, 0)
    assert [event.cause for event in events if isinstance(event, m.Damaged)] == [Cause.POISON]


def test_any_unit_may_use_the_poison_in_its_target() -> None:
    game, _ = after(
        drawn("5 .. .. .. .. BH CGp", active=NORTH), attack("BH", "CG"), faces("lore lore heroic")
    )
    assert isinstance(game.state.wait, m.CommitWait)
    assert game.state.wait.most == {FRENZY: 1, POISON: 2}
    assert game.state.wait.usual == {FRENZY: 1, POISON: 2}
    assert why(game, m.Commit(dice={FRENZY: 1, POISON: 3})) is Why.TOO_MANY_DICE


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
    game, _ = after(game, m.Commit(dice={AbilityId("terrify"): 1}))
    assert at(game, "CG") == "H5"


TESTS = {
    "rage": test_rage_adds_a_die_for_each_missing_figure,
    "frenzy": test_frenzy_damages_for_figures_that_go_after_the_combat,
    "superior_tactics": test_superior_tactics_turns_a_strike_into_a_retreat,
    "pursue": test_aftermath.test_pursue_moves_on_and_attacks_again,
    "double_shot": test_aftermath.test_double_shot_needs_a_unit_that_did_not_move,
    "vipers_bite": test_vipers_bite_poisons_by_itself_and_only_once,
    "vigilant": test_aftermath.test_vigilant_units_are_not_countered,
    "flanking": test_flanking_adds_one_die_for_others,
    "immovable": test_retreat.test_an_immovable_unit_ignores_one_retreat_of_each_combat,
    "stunning_blow": test_stunning_blow_stuns_and_the_rolls_retreats_become_damage,
    "bloodthirst": test_bloodthirst_hurts_only_the_hurt,
    "terrify": test_terrify_drives_two_hexes_off_if_its_player_wants,
}


def test_every_ability_that_the_engine_plays_has_a_test() -> None:
    assert set(TESTS) == KNOWN_ABILITIES - set(LEFT_TO_THE_TABLE)
