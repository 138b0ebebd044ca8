"""Stickers on the plane of the tops: which are tops, which are sides of dice that stand there."""

import numpy as np
import pytest

from vision.dice.stickers.sides import Points, ReadOn, ReadSticker, tops_among
from vision.dice.tray import TrayView
from vision.sightings import SURE

DIE_MM = 16.0
FOOT = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, -DIE_MM], [0.0, 0.0, 1.0]])
VIEW = TrayView(np.identity(3), FOOT, np.zeros(2), np.full(2, 200.0), 1.0)
"""From the south at 45 degrees: the middle of a die's side seems to lie a die's side south of its top's."""


def sticker(north: float, *, face: str = "lore") -> ReadSticker:
    return ReadSticker(face, np.array((100.0, north)), 0.0, 0.95, 0.4)


def is_bare(at_mm: Points) -> bool:
    return True


def none_but(*norths: float, score: float = 0.95) -> ReadOn:
    """Return what reads a sticker on sides whose middles lie at *norths* (mm), and none elsewhere."""

    def read_on(side: Points, *, is_turn_known: bool = True) -> ReadSticker | None:
        is_there = any(abs(side[1, 2] - north) < 1 for north in norths)
        return sticker(side[1, 2])._replace(score=score) if is_there else None

    return read_on


def test_what_lies_where_a_side_is_seen_is_that_side_though_an_edge_lies_below_it() -> None:
    kept = tops_among([sticker(100), sticker(84)], VIEW, DIE_MM, none_but(), is_bare)
    assert [float(top.at_mm[1]) for top in kept] == [100]


def test_a_die_before_another_has_a_side_of_its_own() -> None:
    kept = tops_among([sticker(100), sticker(84)], VIEW, DIE_MM, none_but(68), is_bare)
    assert [(float(top.at_mm[1]), top.confidence >= SURE) for top in kept] == [(100, True), (84, True)]


@pytest.mark.parametrize(
    ("as_side", "told"),
    [
        (0.90, [(100, True), (84, True), (68, True)]),
        (0.95, [(100, True), (84, False), (68, True)]),
        (0.99, [(100, True), (68, True)]),
    ],
    ids=["it looks like a top", "it looks like either", "it looks like a side"],
)
def test_a_die_whose_side_another_hides_is_asked_for_where_it_may_be_a_side(
    as_side: float, told: list[tuple[float, bool]]
) -> None:
    def read_on(side: Points, *, is_turn_known: bool = True) -> ReadSticker | None:
        return none_but(52)(side) or none_but(84, score=as_side)(side)

    kept = tops_among([sticker(100), sticker(84), sticker(68)], VIEW, DIE_MM, read_on, is_bare)
    assert [(float(top.at_mm[1]), top.confidence >= SURE) for top in kept] == told


@pytest.mark.parametrize(("as_side", "told"), [(0.74, [(100, True), (84, False)]), (0.9, [(100, True)])])
def test_what_fits_far_worse_as_the_side_of_the_die_behind_it_is_asked_for(
    as_side: float, told: list[tuple[float, bool]]
) -> None:
    """Its own sides are not read: of black dice on wood a top was taken for a side without a word."""
    read_on = none_but(84, score=as_side)
    kept = tops_among([sticker(100), sticker(84)], VIEW, DIE_MM, read_on, is_bare)
    assert [(float(top.at_mm[1]), top.confidence >= SURE) for top in kept] == told


@pytest.mark.parametrize("beside", [0.0, 6.0])
def test_sides_hide_no_sides_of_each_other(beside: float) -> None:
    east = ReadSticker("lore", np.array((116.0, 92.0 + beside)), 0.0, 0.95, 0.4)
    side = east._replace(at_mm=east.at_mm - (0, 16))
    kept = tops_among([sticker(100), sticker(84), east, side], VIEW, DIE_MM, none_but(), is_bare)
    assert sorted(float(top.at_mm[1]) for top in kept) == sorted([100.0, 92.0 + beside])


def test_a_sticker_that_is_seen_twice_is_one_die() -> None:
    again = sticker(101)._replace(score=0.7)
    [top] = tops_among([again, sticker(100)], VIEW, DIE_MM, none_but(), is_bare)
    assert top.score == 0.95


def test_a_top_that_is_read_much_less_surely_than_its_side_is_asked_for() -> None:
    top = sticker(100)._replace(score=0.75)
    [kept] = tops_among([top, sticker(84)], VIEW, DIE_MM, none_but(), is_bare)
    assert float(kept.at_mm[1]) == 100
    assert kept.confidence < SURE


def either_way(side: Points, *, is_turn_known: bool = True) -> ReadSticker | None:
    """Read the sticker in the middle, though it is a side there."""
    return sticker(100) if abs(side[1, 2] - 100) < 1 else None


def test_a_lone_sticker_that_may_be_the_side_of_an_unread_die_is_asked_for() -> None:
    [kept] = tops_among([sticker(100)], VIEW, DIE_MM, either_way, is_bare)
    assert kept.confidence < SURE


def test_a_lone_sticker_above_a_side_of_its_own_is_a_top() -> None:
    def read_on(side: Points, *, is_turn_known: bool = True) -> ReadSticker | None:
        return either_way(side) or none_but(84)(side)

    [kept] = tops_among([sticker(100)], VIEW, DIE_MM, read_on, is_bare)
    assert kept.confidence >= SURE


@pytest.mark.parametrize("is_bare_behind", [True, False])
def test_where_a_die_hides_the_side_of_another_bare_ground_behind_it_tells_a_top(
    is_bare_behind: bool,
) -> None:
    east = sticker(82)._replace(at_mm=np.array((110.0, 82.0)))
    places = list[float]()

    def is_bare_there(at_mm: Points) -> bool:
        places.append(float(at_mm[1]))
        return is_bare_behind

    kept = tops_among([sticker(100), east], VIEW, DIE_MM, either_way, is_bare_there)
    assert places == [116]
    assert [top.confidence >= SURE for top in kept] == [is_bare_behind, True]


def test_a_side_that_the_die_before_it_covers_in_part_is_no_top() -> None:
    """It fits worse as a side than as a top, but two tops have no room there."""
    nearer = sticker(74)._replace(at_mm=np.array((106.0, 74.0)))
    kept = tops_among([sticker(100), sticker(84), nearer], VIEW, DIE_MM, none_but(84, score=0.85), is_bare)
    assert sorted(float(top.at_mm[1]) for top in kept) == [74, 100]
