"""Whether a table is at rest in small, dark and noisy pictures, and whether a change is still seen there."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from rules.kernel.hexes import Hex
from vision.board.calibrate import Registration
from vision.board.plan import BoardPlan, TagBook
from vision.eyes import Eyes
from vision.health import EyeState
from vision.rest.glance import Zones, changes, glance, glance_size
from vision.simulate.conditions import Condition, Lighting, Optics
from vision.simulate.table import SimulatedTable

DIM = Condition(Optics(noise=4.0), Lighting(0.4, 0.3))
LAID = ("citadel_guard-1", "citadel_guard-2", "viper_legion-1", "viper_legion-2")


def laid(plan: BoardPlan, book: TagBook, condition: Condition) -> SimulatedTable:
    table = SimulatedTable(plan, book, size=(640, 480), seed=1, condition=condition)
    for piece, at in zip(LAID, plan.board.hexes[20::6], strict=False):
        table.place(piece, at)
        table.figures(piece, 0)
    return table


@pytest.mark.parametrize(
    ("condition", "least"),
    [pytest.param(Condition(), 12, marks=pytest.mark.journey), (DIM, 10)],
    ids=["in daylight", "dim"],
)
def test_a_table_at_rest_is_at_rest_in_pictures_of_640_by_480(
    plan: BoardPlan, book: TagBook, condition: Condition, least: int
) -> None:
    table, eyes = laid(plan, book, condition), Eyes(plan, book)
    states: Sequence[EyeState] = [eyes.look(table.read()).state for _ in range(12)]
    assert states.count(EyeState.QUIET) >= least, states


def test_a_tag_taken_away_changes_a_small_dark_glance(plan: BoardPlan, book: TagBook) -> None:
    table = laid(plan, book, DIM)
    before, again = glance(table.read()), glance(table.read())
    table.remove(LAID[0])
    assert changes(before, glance(table.read())).sum() > 5 * changes(before, again).sum() + 40


TABLE_PX = 600
FROM_ABOVE = Registration(np.array([(1, 0, TABLE_PX), (0, 1, 0), (0, 0, 1.0)]), 0.0, (0.0, 0.0), 1000.0, 0.0)
"""A millimetre is a pixel, and west of the board there is so much of the table."""


def shape_until(plan: BoardPlan, name: Hex) -> tuple[int, int, int]:
    """Return the shape of a picture that ends in the middle of hex *name*."""
    return round(plan.height_mm), TABLE_PX + round(plan.centre_mm(name)[0]), 3


@pytest.mark.parametrize(("changed", "is_hand"), [("G5", False), ("GF5", False), ("GFED5", True)])
def test_a_unit_where_a_picture_ends_amid_the_board_is_no_hand(
    plan: BoardPlan, changed: str, *, is_hand: bool
) -> None:
    shape = shape_until(plan, Hex("G5"))
    width, height = glance_size(shape)
    mask = np.zeros((height, width), np.uint8)
    for column in changed[:-1]:
        outline = FROM_ABOVE.to_pixels(plan.outline_mm(Hex(column + changed[-1]))) * width / shape[1]
        cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 1)
    assert Zones(plan, FROM_ABOVE, shape).is_reached_into(mask) == is_hand


def test_a_hex_is_as_large_in_a_picture_of_a_small_part_of_the_board(plan: BoardPlan) -> None:
    shapes = [shape_until(plan, Hex(name)) for name in ("L5", "D5")]
    whole, part = (Zones(plan, FROM_ABOVE, shape).hex_px * (shape[1] / 480) ** 2 for shape in shapes)
    assert part == pytest.approx(whole, rel=0.1)
