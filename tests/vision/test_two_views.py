"""What two cameras read, made one: the better view speaks, and where neither sees nothing is said."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from rules.kernel.hexes import Hex
from vision.board.calibrate import Registration
from vision.board.plan import BoardPlan
from vision.health import EyeState
from vision.reading import Reading
from vision.sightings import DieSeen, SpotCount
from vision.two_views import TwoViews, merged

A, B, C = Hex("A1"), Hex("B2"), Hex("C3")
DIE = DieSeen(face="lore", at_mm=(0.0, 0.0), confidence=0.9)


def reading(scale: float = 1.0, **told: Any) -> Reading:
    """Return a quiet reading by a camera to which a millimetre has *scale* pixels."""
    nothing: dict[str, Any] = {
        "sightings": (),
        "tags": {},
        "pieces": {},
        "doubtful": (),
        "twice": (),
        "dice": (),
    }
    empty = Reading(
        frame=1,
        name=None,
        at=0.0,
        still=False,
        state=EyeState.QUIET,
        registration=Registration(np.diag((scale, scale, 1.0)), 0.0, (0.0, 0.0), 1000.0, 0.0),
        tray=None,
        stirs=0,
        reason=None,
        ms=0.0,
        **nothing,
    )
    return replace(empty, **told)


def test_what_one_sees_counts_where_the_other_sees_nothing(plan: BoardPlan) -> None:
    west = reading(pieces={"one": A}, unseen=(C,), doubtful=(C,))
    both = merged(west, reading(pieces={"other": C}, unseen=(A,), doubtful=(A,)), plan)
    assert (both.pieces, both.doubtful, both.unseen) == ({"one": A, "other": C}, (), ())


def test_of_what_neither_sees_nothing_is_said(plan: BoardPlan) -> None:
    west, east = reading(unseen=(B, C), doubtful=(B, C)), reading(unseen=(A, B), doubtful=(A, B))
    both = merged(west, east, plan)
    assert (both.doubtful, both.unseen) == ((B,), (B,))


def test_a_piece_that_the_two_see_in_two_places_is_doubted_in_both(plan: BoardPlan) -> None:
    both = merged(reading(pieces={"one": A}), reading(pieces={"one": B}), plan)
    assert (both.pieces, both.doubtful, both.twice) == ({}, (A, B), ("one",))


@pytest.mark.parametrize(
    ("of_the_sure", "doubtful"), [((), ()), ((A,), (A,))], ids=["sees where it was", "does not"]
)
def test_a_piece_that_one_has_in_doubt_is_where_the_other_is_sure_of_it(
    of_the_sure: tuple[Hex, ...], doubtful: tuple[Hex, ...], plan: BoardPlan
) -> None:
    unsure = reading(pieces={"one": A}, doubtful=(A,), tags={"ONE": A})
    sure = reading(pieces={"one": B}, doubtful=of_the_sure, tags={"ONE": B})
    for pair in ((unsure, sure), (sure, unsure)):
        both = merged(*pair, plan)
        assert (both.pieces, both.tags, both.twice) == ({"one": B}, {"ONE": B}, ())
        assert both.doubtful == doubtful


@pytest.mark.parametrize(("scales", "told"), [((2.0, 1.0), "one"), ((1.0, 2.0), "other")])
def test_of_two_pieces_in_one_hex_the_better_view_tells(
    scales: tuple[float, float], told: str, plan: BoardPlan
) -> None:
    first, second = reading(scales[0], pieces={"one": A}), reading(scales[1], pieces={"other": A})
    assert merged(first, second, plan).pieces == {told: A}


def test_something_framed_that_one_cannot_read_is_doubted_though_the_other_sees_nothing(
    plan: BoardPlan,
) -> None:
    assert merged(reading(), reading(doubtful=(A,)), plan).doubtful == (A,)


def test_a_reflection_hides_nothing_from_the_camera_that_has_none(plan: BoardPlan) -> None:
    both = merged(reading(glare=(A,), doubtful=(A,)), reading(), plan)
    assert (both.doubtful, both.glare) == ((), ())


@pytest.mark.parametrize("busy", [EyeState.CHANGING, EyeState.COVERED])
def test_a_hand_before_either_camera_is_no_rest(busy: EyeState, plan: BoardPlan) -> None:
    for pair in ((reading(state=busy), reading()), (reading(), reading(state=busy))):
        assert merged(*pair, plan).state is busy


@pytest.mark.parametrize("trouble", [EyeState.NO_MARKS, EyeState.DARK, EyeState.FROZEN])
def test_who_sees_nothing_leaves_its_part_unknown_and_the_dice_as_they_lay(
    trouble: EyeState, plan: BoardPlan
) -> None:
    well = reading(pieces={"one": A}, unseen=(C,), doubtful=(C,), sees_tray=False)
    ill = reading(state=trouble, pieces={"other": C}, dice=(DIE,), sees_tray=True)
    for pair in ((well, ill), (ill, well)):
        both = merged(*pair, plan)
        assert (both.state, both.pieces, both.doubtful) == (EyeState.QUIET, {"one": A}, (C,))
        assert both.dice == (DIE,)
        assert (both.registration is None) is (pair[0] is ill), (
            "the second's tells nothing of the first's picture"
        )


def test_of_spots_on_a_tray_and_cards_beside_the_board_what_either_sees_counts(
    plan: BoardPlan,
) -> None:
    none, two = SpotCount(spots=3, seen=0), SpotCount(spots=3, seen=2)
    one = reading(spots={"a-1": none, "b-1": two}, beside=("wedge-1",))
    other = reading(spots={"a-1": two, "b-1": none}, beside=("onslaught-1", "wedge-1"))
    both = merged(one, other, plan)
    assert both.spots == {"a-1": two, "b-1": two} and both.beside == ("onslaught-1", "wedge-1")


def test_the_dice_are_those_of_the_camera_that_sees_the_tray(plan: BoardPlan) -> None:
    blind, seeing = reading(sees_tray=False), reading(sees_tray=True, dice=(DIE,), stirs=2)
    for pair in ((blind, seeing), (seeing, blind)):
        both = merged(*pair, plan)
        assert (both.dice, both.stirs) == ((DIE,), 2)


CHANGES: tuple[dict[str, Any], ...] = (
    {},
    {"pieces": {"one": B}, "tags": {"ONE": B}},
    {"pieces": {}},
    {"doubtful": (A, B)},
    {"unseen": (A,), "doubtful": (A,)},
    {"dice": (DIE,), "stirs": 3},
    {"stirs": 4},
    {"state": EyeState.COVERED},
    {"state": EyeState.DARK},
    {"still": True},
    {"sees_tray": False},
    {"is_unsteady": True},
    {"glare": (A,), "doubtful": (A,)},
    {"twice": ("one",)},
    {"spots": {"one": SpotCount(spots=3, seen=1)}},
    {"beside": ("wedge-1",)},
)


def test_one_camera_after_the_other_changes_and_both_are_told_as_they_are_now(plan: BoardPlan) -> None:
    views, usual = TwoViews(plan), reading(pieces={"one": A}, tags={"ONE": A})
    other = reading(2.0, pieces={"other": C})
    for number, change in enumerate((*CHANGES, *reversed(CHANGES))):
        for pair in ((replace(usual, **change), other), (usual, replace(other, **change))):
            one = replace(pair[0], frame=number, at=number / 10, ms=7.0)
            both, anew = views.merged(one, pair[1]), merged(one, pair[1], plan)
            for field in fields(Reading):
                assert getattr(both, field.name) == getattr(anew, field.name), (change, field.name)
            assert (both.frame, both.at, both.ms) == (number, number / 10, 7.0)


def test_while_neither_camera_says_anything_new_what_both_said_is_kept(plan: BoardPlan) -> None:
    views, one, other = TwoViews(plan), reading(pieces={"one": A}), reading(pieces={"other": C})
    first = views.merged(one, other)
    later = views.merged(replace(one, frame=2, pieces={**one.pieces}), replace(other, frame=2))
    assert later.frame == 2 and later.pieces is first.pieces
