"""Errands: what hands must do so that the table is as the books say, found by comparing before and after."""

from pathlib import Path

import pytest

from companion.errands import Errand, ErrandKind, errands_between
from companion.library import Library
from companion.referee import try_all
from rules.game import Game, new_game
from rules.hexes import Hex
from rules.messages import AnyCommand, CorrectUnit, PlaceBanner, Refusal, RemoveBanner
from rules.values import Marker, UnitId
from rules.view import unit_name

CG4, BH4 = UnitId("citadel_guard-4"), UnitId("blood_harvesters-4")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The set-up of the learning scenario: CG4 in F4, BH4 in F6, three figures each."""
    return new_game(Library(tmp_path_factory.mktemp("none")).ruleset("learning"))


def after(game: Game, *commands: AnyCommand) -> Game:
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
