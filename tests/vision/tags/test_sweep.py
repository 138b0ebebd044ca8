"""The sweep of sizes counts what a reader got right, missed and got wrong."""

from benchmarks.recall import Laid, lay_out, load
from benchmarks.sweep import ROWS, Cell, counted
from rules.kernel.hexes import Hex
from vision.simulate.table import SimulatedTable


def test_a_tag_in_the_wrong_hex_counts_as_wrong_and_not_as_read() -> None:
    laid = lay_out(*load(25.0), ROWS["tilt 25"], 3000, (640, 360))
    piece, other, *_ = laid.in_sight
    truth = {name: at for name, (at, _) in laid.in_sight.items()}
    assert counted(laid, truth) == Cell(seen=len(truth), read=len(truth), wrong=0)
    swapped = truth | {piece: truth[other]}
    assert counted(laid, swapped) == Cell(seen=len(truth), read=len(truth) - 1, wrong=1)


def test_a_piece_that_is_not_on_the_table_counts_as_wrong() -> None:
    plan, book = load(25.0)
    laid = Laid(table := SimulatedTable(plan, book, size=(640, 360)), table.read().image, {})
    assert counted(laid, {"citadel_guard-1": Hex("E5")}) == Cell(seen=0, read=0, wrong=1)
