"""How many tags are read by size, when one thing at a time gets worse: tilt, blur or light.

Run with ``python -m benchmarks.sweep [--pictures N] [--quick] [--size 1280x720] [--rows tilt]``.
Our eyes, on one still and after a second of video, beside three other readers on the same
pictures; ArUco tags of the same size lie in the same places.  Counted are tags in full sight.
"""

import argparse
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.recall import READERS, Laid, aruco_book, by_aruco, lay_out, load
from rules.kernel.hexes import Hex
from vision.simulate.conditions import Condition, Hardship, Lighting, Optics

SIZES_MM = (12.0, 15.0, 18.0, 20.0, 25.0)
FIRST_SEED = 3000
DIM = Lighting(0.3, 0.3)

ROWS: Mapping[str, Condition] = {
    "tilt 0": Condition(Optics(tilt=0.0)),
    "tilt 25": Condition(Optics(tilt=25.0)),
    "tilt 45": Condition(Optics(tilt=45.0)),
    "tilt 55": Condition(Optics(tilt=55.0)),
    "blur 0.5 px": Condition(Optics(blur=0.5)),
    "blur 1.0 px": Condition(Optics(blur=1.0)),
    "blur 1.5 px": Condition(Optics(blur=1.5)),
    "light dim and warm": Condition(Optics(noise=4.0), DIM),
    "light dim and warm, tilt 45": Condition(Optics(tilt=45.0, noise=4.0), DIM),
    "light with hard shadows": Condition(Optics(), Lighting(), Hardship(shadows=3, depth=0.6)),
    "camera shaking, 3 px": Condition(Optics(), Lighting(), Hardship(drag_px=3.0)),
}
"""Each row changes the usual table in one way; all else is as the demonstration shows it."""


class Cell(NamedTuple):
    """Tags in full sight and those of them that were read; *wrong* are read where they do not lie."""

    seen: int = 0
    read: int = 0
    wrong: int = 0

    def with_more(self, more: "Cell") -> "Cell":
        """Return this cell with what *more* counted."""
        return Cell(self.seen + more.seen, self.read + more.read, self.wrong + more.wrong)


def counted(laid: Laid, found: Mapping[str, Hex]) -> Cell:
    """Return what a reader that *found* these pieces got right and wrong on one table."""
    truth = laid.table.pieces
    return Cell(
        seen=len(laid.in_sight),
        read=sum(found.get(piece) == at for piece, (at, _) in laid.in_sight.items()),
        wrong=sum(truth.get(piece) != at for piece, at in found.items()),
    )


def measure(
    condition: Condition, size_mm: float, seeds: Sequence[int], size: tuple[int, int], readers: Sequence[str]
) -> tuple[dict[str, Cell], float]:
    """Return what each of *readers* reads of tags of *size_mm*, and their median pixels a module."""
    plan, book = load(size_mm)
    cells, scales = dict.fromkeys(readers, Cell()), list[float]()
    for seed in seeds:
        ours = lay_out(plan, book, condition, seed, size)
        scales += [px for _, px in ours.in_sight.values()]
        for reader in readers:
            is_aruco = READERS[reader] is by_aruco
            laid = lay_out(plan, aruco_book(book), condition, seed, size) if is_aruco else ours
            cells[reader] = cells[reader].with_more(counted(laid, READERS[reader](laid)))
    return cells, float(np.median(scales))


def print_row(name: str, results: Sequence[tuple[dict[str, Cell], float]]) -> None:
    """Print what was read of every size in one row of the sweep."""
    print(f"{name:24}" + "".join(f"{scale:8.2f}" for _, scale in results) + "  px a module")
    for reader in results[0][0]:
        cells = [cells[reader] for cells, _ in results]
        shares = "".join(f"{100 * cell.read / max(1, cell.seen):8.1f}" for cell in cells)
        wrong, tags = sum(cell.wrong for cell in cells), sum(cell.seen for cell in cells)
        print(f"  {reader:22}{shares}  {wrong} wrong, {tags} tags", flush=True)


def main() -> None:
    """Print the share read by row, reader and size of tag."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--pictures", type=int, default=3, help="pictures of each row and size")
    asked.add_argument("--size", default="1920x1080", help="pixels of a picture")
    asked.add_argument("--rows", default="", help="only rows whose name begins so")
    asked.add_argument("--quick", action="store_true", help="one picture each, our eyes on one still")
    options = asked.parse_args()
    width, height = map(int, options.size.split("x"))
    readers = [*READERS][:1] if options.quick else [*READERS]
    seeds = range(FIRST_SEED, FIRST_SEED + (1 if options.quick else options.pictures))
    print(f"{options.size}, % read{'':10}" + "".join(f"{size:5.0f} mm" for size in SIZES_MM))
    for name, condition in ROWS.items():
        if name.startswith(options.rows):
            sizes = [measure(condition, mm, seeds, (width, height), readers) for mm in SIZES_MM]
            print_row(name, sizes)


if __name__ == "__main__":
    main()
