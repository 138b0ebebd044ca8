"""A free battle of the First Edition: put on the table, played, saved, and played again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.library.library import Library
from companion.library.packs import Packs
from companion.library.save_scenario import save_scenario
from companion.library.settings import Settings
from companion.reconcile.referee import Explained, explain, try_all
from companion.table.requests import Submit
from companion.words.announcer import command_text
from rules.first.messages import ChooseCouncil, PlaceLandmark
from rules.first.messages.allies import PlaceAllianceToken
from rules.first.messages.arms import ModeWait
from rules.first.messages.waits import LandmarkWait
from rules.first.printed.lore import GivenCouncil
from rules.kernel.decide import options
from rules.kernel.game import Game, new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    CardWait,
    ChooseFirst,
    Command,
    CorrectUnit,
    PlaceTerrain,
    PlaceUnit,
    PlayCard,
    Refusal,
    SetUpWait,
    StartGame,
)
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import CardId, Seat, TerrainId, Tile, UnitId, Why
from tests.companion.sent_view import sent_view
from tests.companion.table.test_free_battle import lay, look
from tests.rules.first.test_call_to_arms import at_specialists

UNITS = {
    UnitId("human_blue_foot-2"): Hex("D2"),
    UnitId("dwarf_swordsmen-1"): Hex("G2"),
    UnitId("hill_giant-1"): Hex("F1"),
    UnitId("human_blue_foot-11"): Hex("D8"),
    UnitId("goblinoid_blue_foot-13"): Hex("H8"),
}
WATER = PlaceTerrain(at=Hex("C5"), tile=Tile(kind=TerrainId("waterway")))
WOOD = PlaceTerrain(at=Hex("E5"), tile=Tile(kind=TerrainId("wooded")))


def after(game: Game, *commands: Command) -> Game:
    result = try_all(game, commands)
    assert not isinstance(result, Refusal), result
    return result


def free(*commands: Command, scenario: str = "free_first", data: Path = Path("none")) -> Game:
    return after(new_game(Library(data).ruleset(scenario)), *commands)


def put(unit: str, at: str) -> PlaceUnit:
    return PlaceUnit(unit=UnitId(unit), at=Hex(at))


def camps(game: Game) -> dict[UnitId, tuple[Seat, Hex | None]]:
    return {name: (unit.seat, unit.at) for name, unit in game.state.units.items()}


def test_units_of_both_camps_join_by_being_put_on_the_board_each_its_camps_by_its_number() -> None:
    game = free(*(PlaceUnit(unit=unit, at=at) for unit, at in UNITS.items()))
    north = {name for name, unit in game.state.units.items() if unit.seat is Seat.NORTH}
    assert north == {"human_blue_foot-11", "goblinoid_blue_foot-13"}
    assert {name: unit.at for name, unit in game.state.units.items()} == UNITS
    assert [unit.figures for unit in game.state.units.values()] == [4, 4, 1, 4, 4]


def test_the_pieces_stand_before_councils_seat_a_creature_and_a_stronghold_goes_under_a_unit() -> None:
    """War Councils; Landmarks: the pieces come first where people put them on the board."""
    rules = Library(Path("none")).ruleset("free_council")
    laid = replace(rules.scenario, landmarks=True)
    game = new_game(Ruleset(rules.edition, rules.catalogue, rules.board, laid))
    game = after(game, *(PlaceUnit(unit=unit, at=at) for unit, at in UNITS.items()))
    assert isinstance(game.state.wait, SetUpWait)
    with_giant = GivenCouncil(commander=3, masters={"wizard": 2}, creatures={"hill_giant": 1})
    without = GivenCouncil(commander=2, masters={"rogue": 2, "cleric": 2})
    game = after(
        game,
        StartGame(),
        ChooseCouncil(seat=Seat.SOUTH, council=with_giant),
        ChooseCouncil(seat=Seat.NORTH, council=without),
        PlaceLandmark(seat=Seat.SOUTH, landmark="stronghold", at=Hex("D2")),
    )
    assert isinstance(game.state.wait, SetUpWait)
    game = after(game, StartGame())
    assert isinstance(game.state.wait, CardWait)
    assert game.state.terrain[Hex("D2")].owner is Seat.SOUTH


def test_a_creature_that_people_put_on_the_board_has_its_lair_and_the_start_says_that_it_comes_next() -> None:
    """Setup; Lairs: it is known which Creatures there are once the pieces stand."""
    rules = Library(Path("none")).ruleset("free_first")
    laid = replace(rules.scenario, lairs=True)
    game = new_game(Ruleset(rules.edition, rules.catalogue, rules.board, laid))
    stands = after(game, *(PlaceUnit(unit=unit, at=at) for unit, at in UNITS.items()))
    assert command_text(StartGame(), stands) == "The pieces stand: Landmarks or Lairs next"
    game = after(stands, StartGame())
    assert game.state.wait == LandmarkWait(seat=Seat.SOUTH, landmarks=("creature_lair",))
    game = after(game, next(each for each in options(game) if isinstance(each, PlaceLandmark)))
    assert isinstance(game.state.wait, SetUpWait)
    assert isinstance(after(game, StartGame()).state.wait, CardWait)


def test_who_is_first_is_asked_only_where_the_table_says_it() -> None:
    """Epic Game Set-Up: whoever has most green banners begins."""
    asked = {
        scenario: [each for each in options(free(scenario=scenario)) if isinstance(each, ChooseFirst)]
        for scenario in ("free_first", "free_epic")
    }
    assert asked == {"free_first": [ChooseFirst(seat=Seat.NORTH)], "free_epic": []}


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (put("balrog-1", "D2"), Why.NO_SUCH_UNIT),
        (put("human_blue_foot", "D2"), Why.NO_SUCH_UNIT),
        (put("human_blue_foot-0", "D2"), Why.NO_SUCH_UNIT),
        (put("human_blue_foot-3", "Z9"), Why.OFF_BOARD),
        (put("human_blue_foot-3", "F1"), Why.OCCUPIED),
        (put("human_blue_foot-3", "C5"), Why.IMPASSABLE),
        (StartGame(), Why.UNITS_MISSING),
    ],
)
def test_what_cannot_stand_in_a_free_battle_is_refused(command: Command, why: Why) -> None:
    decision = play(free(WATER, put("hill_giant-1", "F1")), command).decision
    assert isinstance(decision, Refusal)
    assert decision.why == why


def test_the_table_says_who_begins_a_free_battle_but_neither_an_adventure_nor_an_epic_one() -> None:
    laid = free(*(PlaceUnit(unit=unit, at=at) for unit, at in UNITS.items()))
    assert options(laid) == (ChooseFirst(seat=Seat.NORTH), StartGame())
    ours = after(laid, ChooseFirst(seat=Seat.NORTH))
    assert options(ours) == (ChooseFirst(seat=Seat.SOUTH), StartGame())
    assert after(ours, StartGame()).state.wait == CardWait(seat=Seat.NORTH)
    for scenario in ("first_steps", "free_epic"):
        decision = play(free(scenario=scenario), ChooseFirst(seat=Seat.NORTH)).decision
        assert isinstance(decision, Refusal) and decision.why == Why.FIRST_IS_KNOWN


def test_nobody_joins_an_adventure_whose_units_are_given() -> None:
    for scenario in ("first_steps", "free_first.call_to_arms"):
        ruleset = Library(Path("none")).ruleset(scenario)
        decision = play(new_game(ruleset), put("human_red_foot-1", "D4")).decision
        assert isinstance(decision, Refusal)


def test_a_unit_taken_off_and_put_back_has_all_its_figures() -> None:
    unit = UnitId("human_blue_foot-11")
    off = CorrectUnit(unit=unit, at=None, figures=0)
    game = free(put(unit, "D8"), off, put(unit, "E8"))
    assert (game.state.units[unit].at, game.state.units[unit].figures) == ("E8", 4)
    assert game.state.units[unit].seat is Seat.NORTH


def test_units_of_both_camps_that_the_camera_sees_join() -> None:
    verdict = explain(free(), UNITS)
    assert isinstance(verdict, Explained)
    assert {name: unit.at for name, unit in after(free(), *verdict.commands).state.units.items()} == UNITS


@pytest.mark.parametrize(
    "scenario", ["free_first", "free_epic_deep", "free_epic.reluctant_allies", "three_fronts"]
)
def test_a_free_battle_is_saved_and_played_again(tmp_path: Path, scenario: str) -> None:
    is_free = scenario.startswith("free")
    laid: list[Command] = [PlaceUnit(unit=unit, at=at) for unit, at in UNITS.items()] if is_free else []
    if "allies" in scenario:
        laid += [PlaceAllianceToken(unit=UnitId(unit)) for unit in ("hill_giant-1", "goblinoid_blue_foot-13")]
    before = free(WOOD, *laid, StartGame(), scenario=scenario) if laid else free(WOOD, scenario=scenario)
    saved = save_scenario(before, "Our Ford", Packs(Library(tmp_path), "first"))
    again = free(scenario=saved, data=tmp_path)
    assert camps(again) == camps(before)
    assert again.state.terrain == before.state.terrain
    assert again.ruleset.edition.played == before.ruleset.edition.played
    assert not again.ruleset.scenario.open


def test_armies_that_have_come_together_are_saved_as_they_stand_and_called_no_more(tmp_path: Path) -> None:
    before = at_specialists()
    saved = save_scenario(before, "Our Ford", Packs(Library(tmp_path), "first"))
    again = free(scenario=saved, data=tmp_path)
    assert camps(again) == camps(before) and again.state.first is before.state.first
    assert isinstance(free(StartGame(), scenario=saved, data=tmp_path).state.wait, CardWait)
    assert isinstance(free(scenario=f"{saved}.call_to_arms", data=tmp_path).state.wait, ModeWait)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    settings = Settings(data=tmp_path, scenario="free_first", camera="simulated", voice=False)
    opened = services_of(create_app(settings, seed=5))
    yield opened
    opened.close()


@pytest.mark.journey
def test_what_is_put_on_the_table_is_read_and_played_with(services: Services) -> None:
    simulated, table = services.simulated, services.table
    assert simulated is not None
    lay(simulated, "wooded-1", "E5")
    for name, at in UNITS.items():
        simulated.place(name, at)
    look(services, 10)
    state = table.game.state
    assert {at: tile.kind for at, tile in state.terrain.items()} == {"E5": "wooded"}
    assert {name: unit.at for name, unit in state.units.items()} == UNITS
    for command in (StartGame(), PlayCard(card=CardId("patrol_left"))):
        assert table.ask(Submit(command=command, by="south")).seq is not None
    view = sent_view(table)
    assert view["table"]["state"] == "in_step"
    assert view["question"] is None
