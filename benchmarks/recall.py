"""How many tags are read, and how many wrongly: our eyes beside three other readers on the same pictures.

Run with ``python -m benchmarks.recall [--pictures N] [--size 1920x1080]``.  Every picture shows
the simulated table in one of the conditions of a living room.  ArUco tags lie in the
same places for OpenCV's reader.  Counted are tags in full sight.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from benchmarks.vision import CONFIG, tuned_aruco
from rules.kernel.hexes import Hex
from vision.board.plan import BoardPlan, Layout, TagBook, parse_book, parse_plan
from vision.eyes import Eyes
from vision.simulate.conditions import CONDITIONS, Condition
from vision.simulate.table import SimulatedTable
from vision.source.frames import Frame
from vision.source.pictures import Picture

SIZES_MM = (25.0, 20.0, 18.0, 15.0)
IN_FULL_SIGHT = 0.995
MODULES = 29
ARUCO = Layout(kind="aruco", family="DICT_5X5_100", quiet=1, frame=0)
VIDEO_FRAMES = 10


class Laid(NamedTuple):
    """A table, its newest picture, and where each piece in full sight lies, with its pixels a module."""

    table: SimulatedTable
    picture: Picture
    in_sight: dict[str, tuple[Hex, float]]


def load(size_mm: float) -> tuple[BoardPlan, TagBook]:
    """Return our own board, and its tag book printed at *size_mm*."""
    plan = parse_plan((CONFIG / "boards" / "second.toml").read_text(), "second.toml")
    book = parse_book((CONFIG / "tags" / "second.toml").read_text(), "tags.toml")
    return plan, msgspec.structs.replace(book, size_mm=size_mm)


def lay_out(
    plan: BoardPlan, book: TagBook, condition: Condition, seed: int, size: tuple[int, int], figures: int = 2
) -> Laid:
    """Return a table with every piece of *book* somewhere, most with up to *figures* figures."""
    table = SimulatedTable(plan, book, size=size, seed=seed, condition=condition)
    rng = np.random.default_rng([seed, 7])
    for piece, name in zip(book.pieces.values(), rng.permutation(plan.board.hexes), strict=False):
        table.place(piece, Hex(str(name)))
        table.figures(piece, int(rng.integers(0, figures + 1)))
    picture = table.read().image
    in_sight = {
        piece: (at, weakest_px(table, piece) / MODULES)
        for piece, at in table.pieces.items()
        if table.visible(piece) >= IN_FULL_SIGHT
    }
    return Laid(table, picture, in_sight)


def weakest_px(table: SimulatedTable, piece: str) -> float:
    """Return how many pixels wide a tag is in its weaker direction."""
    corners = table.tag_corners_mm(piece)
    centre, side = corners.mean(axis=0), float(np.hypot(*(corners[1] - corners[0])))
    px = table.to_pixels(centre + np.array([(-1, 0), (1, 0), (0, -1), (0, 1)]))
    jacobian = np.stack([px[1] - px[0], px[3] - px[2]]) / 2
    return float(np.linalg.svd(jacobian, compute_uv=False)[-1]) * side


def by_our_eyes(laid: Laid, frames: int = 1) -> dict[str, Hex]:
    """Return the pieces that our eyes see after so many pictures."""
    eyes = Eyes(laid.table.plan, laid.table.book)
    is_still = frames == 1
    reading = eyes.look(Frame(laid.picture, 0, 0.0, still=is_still))
    for _ in range(frames - 1):
        reading = eyes.look(laid.table.read())
    return reading.pieces


def by_zxing(laid: Laid) -> dict[str, Hex]:
    """Return the pieces that zxing-cpp reads in the whole picture."""
    pieces = laid.table.book.pieces
    found = {}
    for code in zxingcpp.read_barcodes(
        laid.picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    ):
        spots = (code.position.top_left, code.position.bottom_right)
        middle = np.mean([(spot.x, spot.y) for spot in spots], axis=0)
        if code.text in pieces:
            found[pieces[code.text]] = _hex_at(laid, middle)
    return found


def by_qr_detector(laid: Laid) -> dict[str, Hex]:
    """Return the pieces that cv2.QRCodeDetector reads in the whole picture."""
    pieces = laid.table.book.pieces
    _, texts, corners, _ = cv2.QRCodeDetector().detectAndDecodeMulti(laid.picture)
    found = {}
    for text, quad in zip(texts, () if corners is None else corners, strict=False):
        if text in pieces:
            found[pieces[text]] = _hex_at(laid, quad.mean(axis=0))
    return found


def by_aruco(laid: Laid) -> dict[str, Hex]:
    """Return the pieces that tuned ArUco reads; *laid* must be a table of ArUco tags."""
    pieces = laid.table.book.pieces
    corners, ids, _ = tuned_aruco(cv2.aruco.DICT_5X5_100).detectMarkers(
        cv2.cvtColor(laid.picture, cv2.COLOR_BGR2GRAY)
    )
    numbers = [] if ids is None else ids.ravel().tolist()
    return {
        pieces[str(number)]: _hex_at(laid, quad.reshape(4, 2).mean(axis=0))
        for number, quad in zip(numbers, corners, strict=True)
        if str(number) in pieces
    }


def _hex_at(laid: Laid, at_px: NDArray[np.floating]) -> Hex:
    x, y = laid.table.camera.on_plane(np.asarray(at_px, np.float64)[None])[0].tolist()
    return laid.table.plan.place((x, y)).nearest


class Tally:
    """Counts of one reader: tags in full sight and those read, by pixels a module; and wrong reads."""

    def __init__(self) -> None:
        self.seen: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self.wrong: list[str] = []

    def add(self, laid: Laid, found: Mapping[str, Hex], what: str) -> None:
        """Count what was *found* on one table."""
        for piece, (at, px) in laid.in_sight.items():
            count = self.seen[_band(px)]
            count[0] += found.get(piece) == at
            count[1] += 1
        truth = laid.table.pieces
        self.wrong += [f"{what}: {piece} in {at}" for piece, at in found.items() if truth.get(piece) != at]

    def share(self, band: str) -> str:
        """Return the share read in *band* in percent, or a dash where there was nothing."""
        good, count = self.seen.get(band, (0, 0))
        return f"{100 * good / count:6.1f}" if count else "     -"


BANDS = ("0.6-0.8", "0.8-1.0", "1.0-1.3", "1.3+")


def _band(px: float) -> str:
    limits = (0.6, 0.8, 1.0, 1.3)
    return ("under 0.6", *BANDS)[sum(px >= limit for limit in limits)]


READERS: Mapping[str, Callable[[Laid], dict[str, Hex]]] = {
    "our eyes, one still": by_our_eyes,
    "our eyes, one second": lambda laid: by_our_eyes(laid, VIDEO_FRAMES),
    "zxing-cpp": by_zxing,
    "cv2.QRCodeDetector": by_qr_detector,
    "cv2 ArUco 5x5, tuned": by_aruco,
}


def aruco_book(book: TagBook) -> TagBook:
    """Return *book* with ArUco tags of the same size in place of its own."""
    tags = {str(number): piece for number, piece in enumerate(book.pieces.values())}
    return TagBook(tags=tags, layout=ARUCO, size_mm=book.size_mm)


def main() -> None:
    """Print the recall by condition, reader and pixels a module, and every wrong read."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--pictures", type=int, default=4, help="pictures of each condition and size")
    asked.add_argument("--size", default="1920x1080", help="pixels of a picture")
    asked.add_argument("--ours", action="store_true", help="only our own eyes, on one still each")
    options = asked.parse_args()
    width, height = map(int, options.size.split("x"))
    readers = [*READERS][:1] if options.ours else [*READERS]
    total, wrong = {reader: Tally() for reader in readers}, 0
    for condition, setting in CONDITIONS.items():
        tallies = {reader: Tally() for reader in readers}
        for number in range(options.pictures * len(SIZES_MM)):
            plan, book = load(SIZES_MM[number % len(SIZES_MM)])
            ours = lay_out(plan, book, setting, number, (width, height))
            for reader in readers:
                is_aruco = READERS[reader] is by_aruco
                laid = lay_out(plan, aruco_book(book), setting, number, (width, height)) if is_aruco else ours
                found = READERS[reader](laid)
                for tally in (tallies[reader], total[reader]):
                    tally.add(laid, found, f"{condition} {number} {book.size_mm} mm")
        _print(condition, tallies)
    _print("all", total)
    for reader, tally in total.items():
        wrong += len(tally.wrong)
        print(f"{reader}: {len(tally.wrong)} wrong", *tally.wrong[:8], sep="\n  ")


def _print(title: str, tallies: Mapping[str, Tally]) -> None:
    print(f"{title:24}" + "".join(f"{band:>9}" for band in BANDS) + "  px a module, % read", flush=True)
    for reader, tally in tallies.items():
        print(f"  {reader:22}" + "".join(f"{tally.share(band):>9}" for band in BANDS), flush=True)


if __name__ == "__main__":
    main()
