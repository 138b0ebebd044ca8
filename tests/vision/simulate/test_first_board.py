"""The First Edition's board of thirteen by nine with the tags that are printed for it, seen as any other."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from rules.kernel.hexes import Hex
from tests.shares import share
from vision.board.calibrate import register
from vision.board.plan import BoardPlan, TagBook, parse_book, parse_plan
from vision.eyes import Eyes
from vision.reading import Reading
from vision.simulate.table import SimulatedTable

CONFIG = Path(__file__).parents[3] / "config"
SIZE = (1920, 1080)
FRAMES = 10
BOARD = 13 * 5 + 12 * 4


@pytest.fixture(scope="module")
def plan() -> BoardPlan:
    return parse_plan((CONFIG / "boards" / "first.toml").read_text(), "first.toml")


@pytest.fixture(scope="module")
def book() -> TagBook:
    return parse_book((CONFIG / "tags" / "first.toml").read_text(), "first.toml")


def laid(
    plan: BoardPlan, book: TagBook, pieces: list[str], seed: int
) -> tuple[SimulatedTable, dict[str, Hex]]:
    """Return a table with *pieces* from the first hex on, one a hex."""
    table = SimulatedTable(plan, book, seed=seed, size=SIZE)
    at = dict(zip(pieces, plan.board.hexes, strict=False))
    for piece, hex in at.items():
        table.place(piece, hex)
    return table, at


def batches(book: TagBook) -> Iterator[list[str]]:
    pieces = list(book.tags.values())
    for start in range(0, len(pieces), BOARD):
        yield pieces[start : start + BOARD]


def read(plan: BoardPlan, book: TagBook, table: SimulatedTable, count: int) -> Reading:
    """Return what eyes say of *table* once they read *count* pieces, within a second."""
    eyes = Eyes(plan, book)
    readings = (eyes.look(table.read()) for _ in range(FRAMES))
    return next(reading for reading in readings if len(reading.pieces) >= count)


@pytest.mark.journey
def test_the_board_has_its_hexes_and_is_found_by_its_four_marks(plan: BoardPlan, book: TagBook) -> None:
    assert len(plan.board.hexes) == BOARD
    assert plan.corner_hexes == (Hex("A9"), Hex("M9"), Hex("M1"), Hex("A1"))
    picture = SimulatedTable(plan, book, seed=4, size=SIZE).read().image
    found = register(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), plan)
    assert found is not None and found.error_mm < 1.0


@pytest.mark.parametrize("part", share((0, 1), 0))
def test_every_tag_of_the_book_is_read_in_its_hex(plan: BoardPlan, book: TagBook, part: int) -> None:
    pieces = list(batches(book))[part]
    table, at = laid(plan, book, pieces, seed=part)
    seen = read(plan, book, table, len(at))
    assert seen.pieces == at
    assert not seen.doubtful and not seen.twice
