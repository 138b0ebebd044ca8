"""Whether a table is at rest in small, dark and noisy pictures, and whether a change is still seen there."""

from collections.abc import Sequence

import pytest

from vision.board.plan import BoardPlan, TagBook
from vision.eyes import Eyes
from vision.health import EyeState
from vision.rest.glance import changes, glance
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
