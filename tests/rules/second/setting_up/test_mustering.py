"""RB p. 16-17, and the example of p. 18."""

import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.catalogue import parse_catalogue
from rules.kernel.decide import checks
from rules.kernel.game import new_game, play
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import Cause, KindId, UnitId, Why
from rules.second import messages as second
from rules.second.edition import SECOND
from rules.second.printed import ArmyCard, MusterRules
from rules.second.setting_up.mustering import (
    check_army,
    costs_unknown,
    decoys_of,
    known_points,
    lore_of,
    points_of,
    units_held,
)
from rules.second.state.game import Army, setting_in
from tests.rules.drawn import after, tags, why
from tests.rules.fielding import (
    HORDE,
    NORTH,
    RULEBOOK_ARMY,
    SOUTH,
    army,
    battle_rules,
    to_muster,
    to_pieces,
)
from tests.rules.shelf import printed_texts

RULES = battle_rules(maps=True)
GAME = to_muster(RULES)
VIPERS = second.Muster(
    seat=NORTH, units={KindId("viper_legion"): 5, KindId("chaos_lord"): 1}, points=50, tent=True
)
MOUNTED_ASSAULT = army("citadel_guard 3, yeoman_archers 5, riverwatch_riders 3")


def refused(game: Game, command: m.Command) -> m.Refusal:
    """Return the refusal of *command*."""
    _, decision = play(game, command)
    assert isinstance(decision, m.Refusal)
    return decision


def test_the_rulebooks_army_costs_47_and_takes_6_decoys_and_3_lore() -> None:
    """RB p. 18: 16 + 12 + 12 + 12 - 5; twelve cards; three points left."""
    assert points_of(GAME, RULEBOOK_ARMY) == 47
    game, events = after(GAME, RULEBOOK_ARMY)
    assert events[0] == second.Mustered(seat=SOUTH, units=RULEBOOK_ARMY.units, tent=True, decoys=6, lore=3)
    setting = setting_in(game.state)
    assert setting is not None
    assert setting.armies == {SOUTH: Army(units=RULEBOOK_ARMY.units, tent=True, decoys=6, lore=3)}
    assert game.state.wait == second.MusterWait(missing=(NORTH,))


def test_an_army_card_is_worth_50_points_and_filled_up_with_decoys() -> None:
    """RB p. 17: Mounted Assault, 12 + 20 + 18."""
    (card,) = RULES.catalogue.of(ArmyCard).values()
    assert card.units == MOUNTED_ASSAULT.units
    _, events = after(GAME, MOUNTED_ASSAULT)
    assert events[0] == second.Mustered(seat=SOUTH, units=card.units, tent=False, decoys=7, lore=0)
    assert points_of(GAME, MOUNTED_ASSAULT) == card.total == 50


@pytest.mark.parametrize("told", [0, 2, 3])
def test_an_army_cards_lore_tokens_are_unspent_points(told: int) -> None:
    """RB p. 17: 50 points in all, of which 47 are spent."""
    _, events = after(GAME, replace(RULEBOOK_ARMY, lore=told))
    assert isinstance(events[0], second.Mustered)
    assert events[0].lore == 3


def test_no_lore_token_comes_on_top_of_fifty_points_unless_the_table_wants_it() -> None:
    """RB p. 17: an army card is worth 50 points, its lore counted."""
    command = replace(MOUNTED_ASSAULT, lore=1)
    refusal = refused(GAME, command)
    assert (refusal.why, refusal.rule, refusal.limit) == (Why.TOO_MANY_POINTS, "army_cards", 50)
    _, events = after(GAME, m.Overrule(command=command))
    assert isinstance(events[1], second.Mustered)
    assert events[1].lore == 1


@pytest.mark.parametrize(("spent", "lore"), [(50, 0), (49, 1), (46, 4), (45, 5), (44, 5), (10, 5)])
def test_an_unspent_point_gives_a_lore_token_but_five_at_most(spent: int, lore: int) -> None:
    """RB p. 17."""
    command = second.Muster(seat=NORTH, units={KindId("viper_legion"): 2}, points=spent)
    assert lore_of(GAME, command) == lore


@pytest.mark.parametrize(
    ("command", "reason", "page", "limit"),
    [
        (army("citadel_guard 5, yeoman_archers 5, riverwatch_riders 2"), Why.TOO_MANY_POINTS, "RB p. 17", 50),
        (
            army("citadel_guard 5, yeoman_archers 5, riverwatch_riders 3", tent=True),
            Why.TOO_MANY_POINTS,
            "RB p. 17",
            50,
        ),
        (army("citadel_guard 5, rune_golems 1"), Why.WRONG_NUMBER_OF_CARDS, "RB p. 17", 18),
        (army("citadel_guard 5", tent=True), Why.WRONG_NUMBER_OF_CARDS, "RB p. 17", 18),
        (army("blood_harvesters 3, citadel_guard 5", points=40), Why.WRONG_FACTION, "RB p. 17", None),
        (
            army("rune_golems 3, citadel_guard 5"),
            Why.TOO_FEW_IN_BOX,
            "Ref, Playing with Extra Core Games",
            2,
        ),
        (army("hill_trolls 3"), Why.NO_SUCH_UNIT, "RB p. 17", None),
        (army("citadel_guard -1"), Why.IMPOSSIBLE_NUMBER, "RB p. 17", 0),
        (replace(MOUNTED_ASSAULT, points=49), Why.IMPOSSIBLE_NUMBER, "RB p. 17", 50),
        (replace(MOUNTED_ASSAULT, points=51), Why.IMPOSSIBLE_NUMBER, "RB p. 17", 50),
        (replace(MOUNTED_ASSAULT, lore=-1), Why.IMPOSSIBLE_NUMBER, "RB p. 17", 0),
        (replace(MOUNTED_ASSAULT, lore=6), Why.IMPOSSIBLE_NUMBER, "RB p. 17", 5),
        (replace(VIPERS, points=None), Why.POINTS_NOT_TOLD, "RB p. 17", 50),
        (replace(VIPERS, points=51), Why.TOO_MANY_POINTS, "RB p. 17", 50),
        (replace(VIPERS, points=2), Why.IMPOSSIBLE_NUMBER, "RB p. 17", 3),
    ],
)
def test_an_army_is_refused_for_its_reason(
    command: second.Muster, reason: Why, page: str, limit: int | None
) -> None:
    """RB p. 17."""
    refusal = refused(GAME, command)
    assert (refusal.why, refusal.page, refusal.limit) == (reason, page, limit)


def test_an_army_of_exactly_11_decoys_is_the_smallest_and_of_none_the_largest() -> None:
    """RB p. 17: 18 cards, decoys from eleven."""
    smallest = army("citadel_guard 5, rune_golems 2")
    assert decoys_of(GAME, smallest) == 11
    assert why(GAME, smallest) is None
    two = to_muster(battle_rules(core_sets=2))
    largest = army("citadel_guard 8, yeoman_archers 10")
    assert decoys_of(two, largest) == 0
    assert [each.why for each in _all(two, largest)] == [Why.TOO_MANY_POINTS]
    assert Why.WRONG_NUMBER_OF_CARDS in {each.why for each in _all(two, replace(largest, tent=True))}


def _all(game: Game, command: second.Muster) -> list[m.Refusal]:
    return list(checks(game, command))


def test_two_core_sets_hold_twice_the_units_and_an_expansion_stays_one() -> None:
    """Ref, Playing with Extra Core Games: as many as there are deployment cards."""
    two = to_muster(battle_rules(core_sets=2))
    assert units_held(two, KindId("rune_golems")) == 4
    assert units_held(two, KindId("ironbound")) == 2
    command = army("rune_golems 4, yeoman_archers 5")
    assert why(two, command) is None
    assert refused(GAME, command).unit == UnitId("rune_golems-3")


def test_a_cost_that_is_not_known_is_told_by_the_players() -> None:
    """The Uthuk's costs lie between 4 and 6: no source read has them."""
    assert costs_unknown(GAME, VIPERS.units) == (KindId("viper_legion"),)
    assert known_points(GAME, VIPERS) == 3
    assert points_of(GAME, VIPERS) == 50
    assert points_of(GAME, replace(VIPERS, points=None)) is None


def test_the_table_may_let_an_army_pass_without_counting_it() -> None:
    untold = replace(VIPERS, points=None)
    _, events = after(GAME, m.Overrule(command=untold))
    assert events[:2] == (
        m.Overruled(why=Why.POINTS_NOT_TOLD, page="RB p. 17"),
        second.Mustered(seat=NORTH, units=VIPERS.units, tent=True, decoys=11, lore=0),
    )


def test_an_army_with_too_many_cards_has_no_decoys_where_the_table_lets_it_pass() -> None:
    game = to_muster(battle_rules(core_sets=4))
    _, events = after(game, m.Overrule(command=army("citadel_guard 20")))
    assert isinstance(events[1], second.Mustered)
    assert (events[1].decoys, events[1].lore) == (0, 0)


def test_kinds_of_which_there_are_none_are_left_out() -> None:
    _, events = after(
        GAME, replace(MOUNTED_ASSAULT, units={**MOUNTED_ASSAULT.units, KindId("rune_golems"): 0})
    )
    assert isinstance(events[0], second.Mustered)
    assert events[0].units == MOUNTED_ASSAULT.units


def test_an_army_can_be_mustered_anew_until_the_other_one_is_too() -> None:
    game, _ = after(GAME, MOUNTED_ASSAULT, RULEBOOK_ARMY)
    assert game.state.wait == second.MusterWait(missing=(NORTH,))
    game, _ = after(game, VIPERS)
    assert game.state.wait == second.RevealWait()
    assert why(game, MOUNTED_ASSAULT) is Why.NOT_NOW


def test_the_armies_are_revealed_together_with_lore_and_units_the_first_players_first() -> None:
    """RB p. 17; the Uthuk are first (RB p. 18)."""
    mustered, _ = after(GAME, RULEBOOK_ARMY, replace(VIPERS, points=46))
    assert mustered.state.units == {}
    assert why(GAME, second.RevealArmies()) is Why.NOT_NOW
    game, events = after(mustered, second.RevealArmies())
    assert events[:3] == (
        second.ArmiesRevealed(),
        m.LoreGained(seat=NORTH, count=4, total=4, cause=Cause.MUSTER),
        m.LoreGained(seat=SOUTH, count=3, total=3, cause=Cause.MUSTER),
    )
    assert tags(events[3:]) == ["unit_joined"] * 17
    assert [event.unit for event in events[3:9] if isinstance(event, m.UnitJoined)] == [
        *(f"viper_legion-{number}" for number in range(1, 6)),
        "chaos_lord-1",
    ]
    assert game.state.wait == m.SetUpWait(banners=0, units=17)
    lord, guard = (game.state.units[UnitId(name)] for name in ("chaos_lord-1", "citadel_guard-4"))
    assert (lord.seat, lord.figures, lord.health, lord.at) == (NORTH, 1, 6, None)
    assert (guard.seat, guard.figures, guard.health, guard.at) == (SOUTH, 3, None, None)


def test_a_unit_of_a_kind_that_both_have_gets_a_name_of_its_own() -> None:
    """Only where the table wants it so: armies are of different factions (Ref)."""
    turncoat = second.Muster(seat=NORTH, units={KindId("citadel_guard"): 1}, points=4)
    game = to_pieces(RULES, south=RULEBOOK_ARMY, north=turncoat)
    seats = {name: unit.seat for name, unit in game.state.units.items() if unit.kind == "citadel_guard"}
    assert sorted(seats.values()).count(SOUTH) == 4
    assert [name for name, seat in seats.items() if seat is NORTH] == ["citadel_guard-1"]


def test_both_armies_may_have_no_unspent_points() -> None:
    game = to_pieces(RULES, south=MOUNTED_ASSAULT, north=replace(HORDE, points=50))
    assert {side.lore for side in game.state.sides.values()} == {0}


def test_an_army_waits_until_scenario_cards_terrain_and_fords_are_done() -> None:
    assert why(new_game(RULES), RULEBOOK_ARMY) is Why.NOT_NOW
    assert GAME.state.wait == second.MusterWait(missing=(SOUTH, NORTH))


def test_points_that_add_up_and_five_lore_tokens_are_no_reason_to_refuse() -> None:
    assert why(GAME, replace(MOUNTED_ASSAULT, points=50)) is None
    assert why(GAME, replace(army("citadel_guard 5, yeoman_archers 5"), lore=5)) is None


def test_the_lore_of_unspent_points_is_added_to_what_a_player_has() -> None:
    """RB p. 17: he "receives" it."""
    game, _ = after(GAME, m.CorrectScore(seat=SOUTH, lore=2), RULEBOOK_ARMY, VIPERS, second.RevealArmies())
    assert game.state.sides[SOUTH].lore == 5


def test_an_army_can_be_reckoned_up_at_any_time() -> None:
    game = new_game(RULES)
    assert [each.why for each in check_army(game, RULEBOOK_ARMY)] == []
    assert [each.why for each in check_army(game, army("citadel_guard 5"))] == [Why.WRONG_NUMBER_OF_CARDS]


def test_a_pack_tells_of_more_core_sets_in_one_line() -> None:
    catalogue = parse_catalogue(
        {**printed_texts(), "pack/scenarios.toml": "[battle.muster]\ncore_sets = 3\n"}, SECOND
    )
    muster = catalogue.scenarios["battle"].muster
    assert muster == MusterRules(core_sets=3)
    assert (MusterRules().points, MusterRules().cards, MusterRules().decoys) == (50, 18, 11)


def test_units_of_which_no_source_tells_how_many_there_are_may_be_any_number() -> None:
    kinds = RULES.catalogue.kinds
    guard = replace(kinds[KindId("citadel_guard")], units=None)
    catalogue = replace(RULES.catalogue, kinds={**kinds, guard.id: guard})
    game = Game(Ruleset(RULES.edition, catalogue, RULES.board, RULES.scenario), GAME.state)
    assert units_held(game, guard.id) is None
    assert why(game, army("citadel_guard 12")) is None
