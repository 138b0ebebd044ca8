"""Each ruling that a table may decide otherwise, in a position whose answer it changes (docs/rulings.md)."""

from collections.abc import Callable
from functools import cache

import pytest
from msgspec.structs import replace

from rules.first.edition import FIRST
from rules.first.messages.arms import FinishDeployment
from rules.first.messages.commands import CountLoreDeck, IgnoreFlags
from rules.first.messages.waits import FlagsWait, LandmarkWait, RetreatWait
from rules.first.play.asking import boldness
from rules.first.printed.lore import GivenCouncil, LaidAdventure
from rules.first.printed.rulings import ReadOtherwise
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.catalogue import Catalogue, ConfigError, parse_catalogue
from rules.kernel.decide import options
from rules.kernel.evolve import evolve
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import Seat, UnitId
from tests.rules.first.adapter import BOARD
from tests.rules.first.engine import printed_texts
from tests.rules.first.test_abilities import attack, drawn, goals, roll, unit
from tests.rules.first.test_call_to_arms import levied
from tests.rules.first.test_commanding import done

RED = "[hobgoblin_foot]\nbanner = 'red'"


@cache
def catalogue_with(reading: str) -> Catalogue:
    """Return the catalogue with a pack that plays *reading*, or where it is none all of ours."""
    told = {"pack/rulings.toml": f"[{reading}]\nplayed = true"} if reading else {}
    return parse_catalogue({**printed_texts(), "pack/units.toml": RED, **told}, FIRST)


def retreat(game: Game, attacker: str, target: str, *faces: str) -> RetreatWait:
    """Return what is waited for once *target* has flags against it."""
    wait = roll(attack(game, attacker, target), *faces).state.wait
    assert isinstance(wait, RetreatWait)
    return wait


def mounted_go_back(catalogue: Catalogue) -> object:
    game = drawn("south human_blue_foot E5, north human_blue_mounted E6", catalogue=catalogue)
    wait = retreat(game, "human_blue_foot", "human_blue_mounted", "flag", "lore", "lore")
    return {way.hexes for way in wait.ways}


def is_seen_between_units(catalogue: Catalogue) -> object:
    units = "south human_green_archers E3, south human_blue_foot D4, south human_red_foot E4, north ogres E5"
    game = drawn(units, catalogue=catalogue)
    archers = unit(game, "human_green_archers").id
    return any(isinstance(each, m.Attack) and each.unit == archers for each in options(game))


def who_leads(catalogue: Catalogue) -> object:
    game = drawn("south human_blue_foot E5, north human_blue_mounted E6", catalogue=catalogue)
    return retreat(game, "human_blue_foot", "human_blue_mounted", "flag", "lore", "lore").seat


def shot_gains_ground(catalogue: Catalogue) -> object:
    return followed_shot(catalogue, terrain="")


def followed_shot(catalogue: Catalogue, *, terrain: str) -> tuple[Hex, ...]:
    """Return where archers may go whose target, two hexes away, has gone back."""
    units = "south human_green_archers E3, north human_blue_foot E5"
    game = drawn(units, terrain=terrain, catalogue=catalogue)
    game = roll(attack(game, "human_green_archers", "human_blue_foot"), "flag", "lore")
    wait = done(game, options(game)[0]).state.wait
    return wait.to if isinstance(wait, m.AdvanceWait) else ()


def red_rushes(catalogue: Catalogue) -> object:
    return "E5" in goals(
        drawn("south hobgoblin_foot E3, north ogres E6", catalogue=catalogue), "hobgoblin_foot"
    )


def bonus_is_battled_back(catalogue: Catalogue) -> object:
    units = "south human_blue_mounted E5, north human_green_archers E6, north dwarf_swordsmen F7"
    game = attack(drawn(units, catalogue=catalogue), "human_blue_mounted", "human_green_archers")
    game = roll(game, "flag", "lore", "lore")
    game = done(game, m.Advance(to=Hex("E6")))
    game = attack(game, "human_blue_mounted", "dwarf_swordsmen")
    return isinstance(roll(game, "lore", "lore", "lore").state.wait, m.CounterWait)


def left_levies(catalogue: Catalogue) -> object:
    game = levied()
    game = Game(Ruleset(FIRST, catalogue, game.ruleset.board, game.ruleset.scenario), game.state)
    game = done(game, FinishDeployment(), m.PlaceUnit(unit=UnitId("human_green_archers-1"), at=Hex("G2")))
    game = done(game, FinishDeployment())
    return [unit.id for unit in game.state.army(Seat.SOUTH) if unit.at == Hex("M1")]


def medieval(catalogue: Catalogue) -> Game:
    """Return a Medieval Lore game whose adventure gives a Commander of level 3."""
    scenario = catalogue.scenarios["war_council"]
    assert isinstance(scenario, LaidAdventure)
    given = {Seat.SOUTH: GivenCouncil(commander=3), Seat.NORTH: GivenCouncil(commander=1)}
    scenario = replace(scenario, councils=given, variants=("medieval_lore",))
    return new_game(Ruleset(FIRST, catalogue, BOARD, scenario))


def strongholds(catalogue: Catalogue) -> object:
    game = done(medieval(catalogue), CountLoreDeck())
    return game.state.wait.landmarks if isinstance(game.state.wait, LandmarkWait) else ()


def dwarves_on_a_landmark(catalogue: Catalogue) -> object:
    game = drawn("south dwarf_swordsmen E5", terrain="E5 landmark", catalogue=catalogue)
    return boldness(game, unit(game, "dwarf_swordsmen")).total


def retreat_onto_a_landmark(catalogue: Catalogue) -> object:
    units = "south human_blue_foot E4, north goblinoid_blue_foot E5"
    game = drawn(units, terrain="D6 landmark", catalogue=catalogue)
    wait = retreat(game, "human_blue_foot", "goblinoid_blue_foot", "flag", "lore", "lore")
    return {(str(way.to), way.missing) for way in wait.ways}


CASES: dict[ReadOtherwise, tuple[Callable[[Catalogue], object], object, object]] = {
    ReadOtherwise.MOUNTED_RETREAT_TWO: (mounted_go_back, {1}, {2}),
    ReadOtherwise.UNITS_BESIDE_LINE_IGNORED: (is_seen_between_units, False, True),
    ReadOtherwise.ACTING_PLAYER_LEADS_RETREAT: (who_leads, Seat.NORTH, Seat.SOUTH),
    ReadOtherwise.RANGED_GAINS_GROUND: (shot_gains_ground, (), (Hex("E5"),)),
    ReadOtherwise.ONLY_BLUE_RUSH: (red_rushes, True, False),
    ReadOtherwise.BONUS_NOT_BATTLED_BACK: (bonus_is_battled_back, True, False),
    ReadOtherwise.LEVIES_STAY: (left_levies, [], ["human_blue_foot-1"]),
    ReadOtherwise.MEDIEVAL_STRONGHOLD: (strongholds, (), ("stronghold",)),
    ReadOtherwise.LANDMARK_BOLD_ONCE: (dwarves_on_a_landmark, 2, 1),
    ReadOtherwise.LANDMARK_STOPS_RETREAT: (
        retreat_onto_a_landmark,
        {("D7", 0), ("E7", 0), ("F7", 0)},
        {("D6", 1), ("E7", 0), ("F7", 0)},
    ),
}


@pytest.mark.parametrize("reading", ReadOtherwise)
def test_a_pack_plays_the_other_reading_of_a_ruling(reading: ReadOtherwise) -> None:
    answer, ours, other = CASES[reading]
    assert answer(catalogue_with("")) == ours
    assert answer(catalogue_with(reading)) == other


def test_who_acts_leads_a_unit_back_once_its_player_has_said_how_many_flags_it_ignores() -> None:
    catalogue = catalogue_with(ReadOtherwise.ACTING_PLAYER_LEADS_RETREAT)
    units = "south human_blue_foot E5, north human_blue_mounted E6, north ogres D6, north ogres F6"
    game = attack(drawn(units, catalogue=catalogue), "human_blue_foot", "human_blue_mounted")
    asked = roll(game, "flag", "lore", "lore")
    assert isinstance(asked.state.wait, FlagsWait) and asked.state.wait.seat is Seat.NORTH
    assert options(asked) == (IgnoreFlags(flags=1), IgnoreFlags(flags=0))
    led = done(asked, IgnoreFlags(flags=0)).state.wait
    assert isinstance(led, RetreatWait) and led.seat is Seat.SOUTH
    assert {str(way.to) for way in led.ways} == {"E7", "F7"}
    stands = done(asked, IgnoreFlags(flags=1))
    assert not isinstance(stands.state.wait, RetreatWait | FlagsWait)
    assert unit(stands, "human_blue_mounted").at == Hex("E6")
    refused = play(asked, IgnoreFlags(flags=2))[1]
    assert isinstance(refused, m.Refusal) and refused.limit == 1


def test_its_player_is_asked_how_many_flags_a_unit_ignores_once_friends_have_come_to_support_it() -> None:
    catalogue = catalogue_with(ReadOtherwise.ACTING_PLAYER_LEADS_RETREAT)
    units = "south human_blue_foot E5, north human_blue_mounted E6, north ogres A9, north ogres B9"
    game = attack(drawn(units, catalogue=catalogue), "human_blue_foot", "human_blue_mounted")
    game = roll(game, "flag", "lore", "lore")
    assert game.state.wait.seat is Seat.SOUTH
    for number, at in enumerate(("E7", "F7"), start=1):
        game = done(game, m.CorrectUnit(unit=UnitId(f"ogres-{number}"), at=Hex(at), figures=3))
    wait = game.state.wait
    assert isinstance(wait, FlagsWait) and wait.seat is Seat.NORTH
    assert {way.counted for way in wait.ways} == {0, 1}


def test_what_its_player_has_said_of_a_units_flags_holds_through_corrections() -> None:
    catalogue = catalogue_with(ReadOtherwise.ACTING_PLAYER_LEADS_RETREAT)
    units = "south human_blue_foot E5, north human_blue_mounted E6, north ogres D6, north ogres F6"
    game = attack(drawn(units, catalogue=catalogue), "human_blue_foot", "human_blue_mounted")
    said = done(roll(game, "flag", "lore", "lore"), IgnoreFlags(flags=0))
    after = done(said, m.CorrectUnit(unit=UnitId("human_blue_foot-1"), at=Hex("E5"), figures=2))
    assert after.state.wait == said.state.wait
    for at in ("E7", "F7"):
        after = done(after, m.CorrectUnit(unit=UnitId("ogres-2"), at=Hex(at), figures=3))
        assert isinstance(after.state.wait, RetreatWait)
        assert at not in {way.to for way in after.state.wait.ways}


def test_a_player_who_has_said_that_more_is_ignored_than_can_be_is_asked_anew() -> None:
    catalogue = catalogue_with(ReadOtherwise.ACTING_PLAYER_LEADS_RETREAT)
    units = "south human_blue_foot E5, north dwarf_swordsmen E6, north ogres D6, north ogres F6"
    game = attack(drawn(units, catalogue=catalogue), "human_blue_foot", "dwarf_swordsmen")
    said = done(roll(game, "flag", "flag", "flag"), IgnoreFlags(flags=2))
    wait = done(said, m.CorrectUnit(unit=UnitId("ogres-1"), at=Hex("A9"), figures=3)).state.wait
    assert isinstance(wait, FlagsWait) and wait.seat is Seat.NORTH


def test_ground_is_gained_at_range_only_where_an_open_way_leads_there() -> None:
    catalogue = catalogue_with(ReadOtherwise.RANGED_GAINS_GROUND)
    assert followed_shot(catalogue, terrain="E4 waterway") == (Hex("E5"),)
    assert followed_shot(catalogue, terrain="D4 waterway, E4 waterway") == ()


@pytest.mark.parametrize(("begun", "resumed"), [("medieval_stronghold", ""), ("", "medieval_stronghold")])
def test_a_game_is_opened_whose_strongholds_have_been_read_otherwise_since(begun: str, resumed: str) -> None:
    game = medieval(catalogue_with(begun))
    events: list[m.Event] = []
    for _ in range(2):
        game, decision = play(game, options(game)[0])
        assert not isinstance(decision, m.Refusal)
        events += decision
    opened = medieval(catalogue_with(resumed))
    for event in events:
        opened = opened._replace(state=evolve(opened.state, event))
    assert opened.state.wait == game.state.wait
    assert table(opened.state).placed == table(game.state).placed


def test_a_reading_that_nothing_plays_is_an_error() -> None:
    with pytest.raises(
        ConfigError, match=r"rulings.toml: \[mounted_retreat_three\] no rule is read otherwise"
    ):
        catalogue_with("mounted_retreat_three")
