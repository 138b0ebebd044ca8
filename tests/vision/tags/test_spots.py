"""Figures counted: the spots of simulated trays as the eyes see them, and when they say nothing."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from rules.kernel.hexes import Hex
from tests.vision.conftest import with_trays
from vision.board.calibrate import Registration
from vision.board.figure_spots import FigureSpots
from vision.board.plan import BoardPlan, TagBook
from vision.eyes import MARK_CHECK, Eyes
from vision.reading import Reading
from vision.settle import Settler
from vision.sightings import Pose, Sighting, SpotCount
from vision.simulate.conditions import Condition, Hardship, Lighting, Optics
from vision.simulate.table import SimulatedTable
from vision.tags.spot_reader import SpotReader

LAID: Mapping[str, tuple[Hex, tuple[int, ...]]] = {
    "citadel_guard-1": (Hex("B1"), (0, 1, 2)),
    "citadel_guard-2": (Hex("C2"), ()),
    "viper_legion-1": (Hex("B3"), (1,)),
    "viper_legion-2": (Hex("C4"), (0, 2)),
}
NEAR = Condition(Optics(tilt=0.0, blur=0.9))


@pytest.fixture(scope="module")
def small(plan: BoardPlan) -> BoardPlan:
    """Return a board of a few hexes, so that few pixels show it well."""
    corners = ((30.0, 250.0), (270.0, 250.0), (270.0, 30.0), (30.0, 30.0))
    marks = tuple(
        replace(mark, centre_mm=at, size_mm=30.0) for mark, at in zip(plan.marker, corners, strict=True)
    )
    return BoardPlan(width_mm=300.0, height_mm=280.0, rows=(4, 3, 4, 3), hex_width_mm=54.0, marker=marks)


def laid(plan: BoardPlan, book: TagBook, condition: Condition, *, is_dark: bool = False) -> SimulatedTable:
    table = SimulatedTable(plan, book, size=(800, 600), seed=1, condition=condition)
    for piece, (at, stand) in LAID.items():
        table.place_tray(piece, at)
        table.stand(piece, stand)
        table.figures(piece, 3, (32.0, 30.0, 30.0) if is_dark else "grey")
    return table


def look(eyes: Eyes, table: SimulatedTable, times: int = 2) -> Reading:
    return [eyes.look(table.read()) for _ in range(times)][-1]


@pytest.mark.parametrize(
    "condition",
    [
        pytest.param(NEAR, marks=pytest.mark.journey),
        Condition(Optics(tilt=45.0, blur=0.7), Lighting(0.5, 0.3), Hardship(shadows=2, sharpen=0.5)),
    ],
    ids=["from above", "at 45 degrees in shadows"],
)
def test_each_spot_in_view_is_seen_and_none_on_which_a_figure_stands(
    small: BoardPlan, trays: TagBook, condition: Condition
) -> None:
    table = laid(small, trays, condition, is_dark=condition.lens.tilt > 0)
    seen = look(Eyes(small, trays), table).spots
    for piece, shares in table.visible_spots().items():
        assert seen[piece].spots == 3
        assert sum(share > 0.95 for share in shares) <= seen[piece].seen <= 3 - len(LAID[piece][1])


def test_a_figure_taken_away_and_put_back_is_observed_once_each(small: BoardPlan, trays: TagBook) -> None:
    table, eyes, settler = laid(small, trays, NEAR), Eyes(small, trays), Settler()
    told: list[list[int]] = []
    for stand, frames in (((0, 1, 2), 8), ((0,), 8), ((0, 1, 2), MARK_CHECK + 4)):
        table.stand("citadel_guard-1", stand)
        seen = [settler.feed(eyes.look(table.read())) for _ in range(frames)]
        told.append([one.spots["citadel_guard-1"].seen for one in seen if one is not None])
    assert told == [[0], [2], [0]]


def test_four_figures_have_a_spot_in_the_middle_too(small: BoardPlan, book: TagBook) -> None:
    trays = with_trays(book, figures=4)
    table = laid(small, trays, NEAR)
    seen = look(Eyes(small, trays), table).spots
    assert seen["citadel_guard-1"] == SpotCount(spots=4, seen=1)
    assert seen["citadel_guard-2"] == SpotCount(spots=4, seen=4)


@pytest.mark.journey
def test_without_listed_spots_nothing_is_said_of_figures(small: BoardPlan, trays: TagBook) -> None:
    table = laid(small, trays, NEAR)
    reading = look(Eyes(small, replace(trays, spots=None)), table)
    assert len(reading.pieces) == 4 and not reading.spots


@pytest.mark.journey
def test_loose_tags_of_the_same_book_show_no_spots(small: BoardPlan, trays: TagBook) -> None:
    table = SimulatedTable(small, trays, size=(800, 600), seed=2)
    for piece, (at, _) in LAID.items():
        table.place(piece, at)
    reading = look(Eyes(small, trays), table)
    assert len(reading.pieces) == 4
    assert {count.seen for count in reading.spots.values()} == {0}


def test_a_figure_put_on_a_tray_is_noticed_whatever_size_the_spots_of_other_trays_have() -> None:
    printed = {"reach_mm": 14.0, "out_mm": 14.0}
    large = FigureSpots(spot_mm=22.0, hole_mm=12.0, figures={"0": 3}, **printed)
    small = FigureSpots(spot_mm=8.0, hole_mm=4.0, figures={"1": 3}, **printed)
    book = TagBook(tags={"0": "other"}, spots=large, also=(TagBook(tags={"1": "unit"}, spots=small),))
    scale, paper = 5, np.full((300, 300), 220, np.uint8)
    registration = Registration(np.diag([scale, scale, 1.0]), 0.0, (150.0, 150.0), 300.0, 0.0)
    tag = Sighting(payload="1", piece="unit", pose=Pose((30.0, 16.0), 0.0, 10.0), hex=Hex("A1"),
                   margin_mm=9.0, score=0.9, gap=0.5)  # fmt: skip
    spots = small.spots_mm("1", small.tray_mm(tag.at_mm, 0.0), 0.0) * scale
    for across, down in np.rint(spots).astype(int).tolist():
        cv2.circle(paper, (across, down), 4 * scale, (30,), -1)
        cv2.circle(paper, (across, down), 2 * scale, (220,), -1)
    reader = SpotReader(book)
    reader.look(paper, registration, [tag])
    assert reader.stale_hexes(paper) == set()
    cv2.circle(paper, (round(spots[0][0]), round(spots[0][1])), 5 * scale, (120,), -1)
    assert reader.stale_hexes(paper) == {Hex("A1")}
