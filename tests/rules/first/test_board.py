"""The First Edition's board file: its hexes, its sections, and both parities."""

from importlib import resources

import pytest

from rules.kernel.hexes import Hex
from vision.board.plan import parse_plan

FILE = resources.files("config") / "boards" / "first.toml"
PLAN = parse_plan(FILE.read_text(encoding="utf-8"), "first.toml")


def test_it_is_thirteen_wide_and_nine_deep_and_every_other_row_one_shorter() -> None:
    assert PLAN.board.rows == (13, 12, 13, 12, 13, 12, 13, 12, 13)
    assert len(PLAN.board.hexes) == 113


@pytest.mark.parametrize(
    ("name", "sections"),
    [("D4", {0, 1}), ("C4", {0}), ("E4", {1}), ("D5", {0}), ("E5", {1}), ("I4", {1, 2}), ("J6", {2})],
)
def test_hexes_on_a_section_line_are_in_both_sections(name: str, sections: set[int]) -> None:
    """Rules summary, Order."""
    assert PLAN.board.sections(Hex(name)) == sections


@pytest.mark.parametrize("rows", [PLAN.rows, (12, 13, 12, 13, 12, 13, 12, 13, 12)])
def test_in_both_parities_the_fourth_and_ninth_hexes_of_the_short_rows_are_in_two(
    rows: tuple[int, ...],
) -> None:
    board = type(PLAN.board)(rows, PLAN.section_lines)
    straddling = {name for name in board.hexes if len(board.sections(name)) == 2}
    assert straddling == {
        f"{letter}{row + 1}" for row, length in enumerate(rows) if length == 12 for letter in "DI"
    }
    assert all(len(board.sections(name)) in (1, 2) for name in board.hexes)


def test_no_mark_lies_on_a_hex() -> None:
    for mark in PLAN.marker:
        x, y = mark.centre_mm
        half = mark.size_mm / 2
        corners = [(x + u * half, y + v * half) for u in (-0.99, 0.99) for v in (-0.99, 0.99)]
        assert all(PLAN.hex_at(corner) is None for corner in corners)
        assert half < x < PLAN.width_mm - half and half < y < PLAN.height_mm - half


LARGE = {"epic_wide": (17, 13, 215), "epic_deep": (13, 17, 213)}


@pytest.mark.parametrize(("name", "size"), LARGE.items())
def test_the_large_boards_are_two_boards_backs_either_way(name: str, size: tuple[int, int, int]) -> None:
    """Epic Adventures; docs/rulings.md, F34."""
    file = resources.files("config") / "boards" / f"{name}.toml"
    plan = parse_plan(file.read_text(encoding="utf-8"), file.name)
    assert (max(plan.rows), len(plan.rows), len(plan.board.hexes)) == size
    assert len({mark.id for mark in plan.marker}) == 6
    for mark in plan.marker:
        assert 0 < mark.centre_mm[0] < plan.width_mm
        assert 0 < mark.centre_mm[1] < plan.height_mm


def test_on_the_wide_board_the_sixth_and_twelfth_hexes_of_the_long_rows_are_in_two_sections() -> None:
    file = resources.files("config") / "boards" / "epic_wide.toml"
    board = parse_plan(file.read_text(encoding="utf-8"), file.name).board
    straddling = {name for name in board.hexes if len(board.sections(name)) == 2}
    assert straddling == {f"{letter}{row}" for row in range(1, 14, 2) for letter in "FL"}
