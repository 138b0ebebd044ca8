"""Errands: what hands must do so that the table is as the journal says, found by comparing two moments."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.library.library import Library
from companion.reconcile.errand_list import ErrandList
from companion.reconcile.errands import Errand, ErrandKind, errands_between
from companion.reconcile.referee import try_all
from rules.kernel.game import Game, new_game
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Command,
    CorrectUnit,
    Entry,
    Event,
    PlaceBanner,
    PlaceTerrain,
    Refusal,
    RemoveBanner,
    Retracted,
    TerrainPlaced,
    TerrainRemoved,
)
from rules.kernel.state import Unit
from rules.kernel.values import Cause, KindId, Marker, Seat, TerrainId, Tile, UnitId
from rules.kernel.view import unit_name
from rules.second.messages import RevealArmies

CG4, BH4 = UnitId("citadel_guard-4"), UnitId("blood_harvesters-4")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The set-up of the learning scenario: CG4 in F4, BH4 in F6, three figures each."""
    return new_game(Library(tmp_path_factory.mktemp("none")).ruleset("learning"))


def after(game: Game, *commands: Command) -> Game:
    result = try_all(game, commands)
    assert not isinstance(result, Refusal), result
    return result


def corrected(at: str | None, figures: int, *markers: Marker) -> CorrectUnit:
    return CorrectUnit(unit=CG4, at=None if at is None else Hex(at), figures=figures, markers=markers)


@pytest.mark.parametrize(
    ("before", "change", "texts"),
    [
        (corrected("F4", 3), corrected("F4", 3), []),
        (corrected("F4", 3), corrected("F4", 2), ["Take one figure from Citadel Guard 4 in F4"]),
        (corrected("F4", 3), corrected("F4", 1), ["Take two figures from Citadel Guard 4 in F4"]),
        (corrected("F4", 1), corrected("F4", 2), ["Add one figure to Citadel Guard 4 in F4"]),
        (corrected("F4", 3), corrected("G3", 3), ["Move Citadel Guard 4 from F4 to G3"]),
        (
            corrected("F4", 3),
            corrected("G3", 2),
            ["Take one figure from Citadel Guard 4 in F4", "Move Citadel Guard 4 from F4 to G3"],
        ),
        (corrected("F4", 1), corrected(None, 0), ["Take Citadel Guard 4 from F4"]),
        (corrected(None, 0), corrected("F4", 1), ["Put Citadel Guard 4 on F4"]),
        (
            corrected("F4", 3),
            corrected("F4", 3, Marker.POISON),
            ["Put a poison marker beside Citadel Guard 4"],
        ),
        (
            corrected("F4", 3, Marker.POISON),
            corrected("F4", 3),
            ["Take the poison marker from Citadel Guard 4"],
        ),
        (corrected("F4", 1, Marker.POISON), corrected(None, 0), ["Take Citadel Guard 4 from F4"]),
    ],
)
def test_each_change_has_its_errands(
    game: Game, before: CorrectUnit, change: CorrectUnit, texts: list[str]
) -> None:
    earlier = after(game, before)
    later = after(earlier, change)
    assert [errand.text for errand in errands_between(earlier, later, first=1)] == texts


def test_an_undo_has_the_errands_of_going_back(game: Game) -> None:
    later = after(game, corrected("G3", 2))
    assert [errand.text for errand in errands_between(later, game, first=1)] == [
        "Add one figure to Citadel Guard 4 in G3",
        "Move Citadel Guard 4 from G3 to F4",
    ]


def test_banner_markers_are_put_and_taken(game: Game) -> None:
    put = after(game, PlaceBanner(at=Hex("C5")))
    moved = after(put, RemoveBanner(at=Hex("C5")), PlaceBanner(at=Hex("F5")))
    assert [errand.text for errand in errands_between(game, put, first=1)] == ["Put a banner marker on C5"]
    assert {errand.text for errand in errands_between(put, moved, first=1)} == {
        "Put a banner marker on F5",
        "Take the banner marker from C5",
    }


FORD = Tile(kind=TerrainId("river"), token=TerrainId("ford"))
RIVER, FOREST = Tile(kind=TerrainId("river")), Tile(kind=TerrainId("forest"))
TENT = Tile(kind=TerrainId("command_tent"), owner=Seat.SOUTH)


@pytest.mark.parametrize(
    ("before", "now", "texts"),
    [
        ({}, {"C5": FOREST}, ["Put the forest on C5"]),
        ({"C5": TENT}, {}, ["Take the command tent of the Daqan Lords from C5"]),
        ({"C5": RIVER}, {"C5": FORD}, ["Put the ford on C5"]),
        ({"C5": FORD}, {"C5": RIVER}, ["Take the ford from C5"]),
        ({}, {"C5": FORD}, ["Put the river on C5", "Put the ford on C5"]),
        ({"C5": FORD}, {}, ["Take the ford from C5", "Take the river from C5"]),
        (
            {"C5": FOREST, "D5": RIVER},
            {"D5": FOREST},
            ["Take the forest from C5", "Take the river from D5", "Put the forest on D5"],
        ),
        ({"C5": FOREST}, {"C5": FOREST}, []),
    ],
)
def test_terrain_is_laid_and_taken(
    game: Game, before: dict[Hex, Tile], now: dict[Hex, Tile], texts: list[str]
) -> None:
    earlier, later = (game._replace(state=replace(game.state, terrain=terrain)) for terrain in (before, now))
    found = errands_between(earlier, later, first=1)
    assert [errand.text for errand in found] == texts
    assert {errand.kind for errand in found} <= {ErrandKind.TERRAIN}


def test_who_joins_is_put_with_its_figures_and_taken_when_that_is_undone(game: Game) -> None:
    guards = Unit(
        id=UnitId("citadel_guard-6"),
        kind=KindId("citadel_guard"),
        seat=Seat.SOUTH,
        at=Hex("A1"),
        figures=3,
    )
    lord = Unit(
        id=UnitId("chaos_lord-1"),
        kind=KindId("chaos_lord"),
        seat=Seat.NORTH,
        at=Hex("A9"),
        figures=1,
        health=6,
    )
    waiting = replace(guards, id=UnitId("citadel_guard-7"), at=None)
    units = {**game.state.units, **{unit.id: unit for unit in (guards, lord, waiting)}}
    joined = game._replace(state=replace(game.state, units=units))
    assert [errand.text for errand in errands_between(game, joined, first=1)] == [
        "Put Citadel Guard 6 on A1 with three figures",
        "Put Chaos Lord 1 on A9",
    ]
    assert [errand.text for errand in errands_between(joined, game, first=1)] == [
        "Take Citadel Guard 6 from A1",
        "Take Chaos Lord 1 from A9",
    ]


def entry(command: Command | None, *events: Event) -> Entry:
    return Entry(seq=1, at=0.0, by="test", frame=None, command=command, events=events)


def test_terrain_that_people_tell_lies_there_and_a_captured_tent_is_to_be_taken(game: Game) -> None:
    told = game._replace(state=replace(game.state, terrain={Hex("C5"): TENT}))
    place = entry(PlaceTerrain(at=Hex("C5"), tile=TENT), TerrainPlaced(at=Hex("C5"), tile=TENT))
    todo = ErrandList()
    todo.change(game, told, (place,), checked=())
    assert todo.open == ()
    captured = entry(RevealArmies(), TerrainRemoved(at=Hex("C5"), tile=TENT, cause=Cause.TENT))
    todo.change(told, game, (captured,), checked=())
    assert [errand.text for errand in todo.open] == ["Take the command tent of the Daqan Lords from C5"]
    todo.change(game, told, (entry(None, Retracted(to=1)),), checked=())  # nobody has taken it yet
    assert todo.open == ()


def test_a_unit_is_still_to_be_put_where_people_tell_of_the_terrain(game: Game) -> None:
    moved = after(game, corrected("G3", 3))
    todo = ErrandList()
    todo.change(game, moved, (entry(None),), checked=(ErrandKind.PLACE,))
    assert [errand.at for errand in todo.open] == ["G3"]
    told = moved._replace(state=replace(moved.state, terrain={Hex("G3"): FOREST}))
    place = entry(PlaceTerrain(at=Hex("G3"), tile=FOREST), TerrainPlaced(at=Hex("G3"), tile=FOREST))
    todo.change(moved, told, (place,), checked=(ErrandKind.PLACE,))
    assert [errand.text for errand in todo.open] == ["Move Citadel Guard 4 from F4 to G3"]


def test_a_unit_that_joined_and_was_taken_back_before_it_was_put_asks_for_nothing(game: Game) -> None:
    unit = Unit(
        id=UnitId("citadel_guard-6"),
        kind=KindId("citadel_guard"),
        seat=Seat.SOUTH,
        at=Hex("A1"),
        figures=3,
    )
    joined = game._replace(state=replace(game.state, units={**game.state.units, unit.id: unit}))
    todo = ErrandList()
    todo.change(game, joined, (entry(RevealArmies()),), checked=())
    assert [errand.text for errand in todo.open] == ["Put Citadel Guard 6 on A1 with three figures"]
    todo.change(joined, game, (entry(None, Retracted(to=1)),), checked=())
    assert todo.open == ()


def test_errands_are_numbered_on(game: Game) -> None:
    found = errands_between(game, after(game, corrected("G3", 2)), first=7)
    assert [errand.id for errand in found] == [7, 8]


PLACE = Errand(id=1, kind=ErrandKind.PLACE, text="", unit=CG4, at=Hex("G3"))
REMOVE = Errand(id=2, kind=ErrandKind.REMOVE, text="", unit=CG4, at=Hex("F4"))
FIGURES = Errand(id=3, kind=ErrandKind.FIGURES, text="", unit=CG4, at=Hex("F4"))


@pytest.mark.parametrize(
    ("errand", "seen", "is_done"),
    [
        (PLACE, {CG4: Hex("G3")}, True),
        (PLACE, {CG4: Hex("F4")}, False),
        (PLACE, {}, False),  # not read: who knows
        (REMOVE, {}, True),
        (REMOVE, {CG4: Hex("F4")}, False),
        (REMOVE, {CG4: Hex("G3")}, False),  # put elsewhere is not taken away
        (FIGURES, {CG4: Hex("F4")}, False),
    ],
)
def test_the_camera_sees_places_done_and_nothing_else(
    errand: Errand, seen: dict[UnitId, Hex], is_done: bool
) -> None:
    assert errand.is_done(seen) is is_done


def test_units_are_called_as_people_call_them(game: Game, tmp_path: Path) -> None:
    assert unit_name(game, BH4) == "Blood Harvesters 4"
