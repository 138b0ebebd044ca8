"""How long the eyes take: a quiet frame, a changed hex, a whole board; against OpenCV's own readers.

Run with ``python -m benchmarks.vision``.  Times are medians of process CPU milliseconds in
one thread, so that neighbours on the machine count little.
"""

import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np

from rules.kernel.hexes import Hex
from vision.board.calibrate import Gray, Registration, register
from vision.board.plan import BoardPlan, TagBook, parse_book, parse_plan, payload_of
from vision.dice.stickers.reader import StickerReader
from vision.eyes import Eyes
from vision.reading import Reading
from vision.settle import Settler
from vision.simulate.table import SimulatedTable
from vision.source.frames import Frame
from vision.source.pictures import Picture
from vision.tags.tag_tracker import TagTracker

CONFIG = Path(__file__).parent.parent / "config"
ROUNDS = 15
QUIET, EMPTY, NEW = "quiet frame, every tag verified", "changed hex, empty", "changed hex, tag new"
WHOLE, ARUCO, QR = "whole board", "cv2 ArUco, tuned", "cv2 QRCodeDetector multi"
PLAIN = "cv2 ArUco, as it comes"
RATIOS = ((WHOLE, PLAIN), (QUIET, ARUCO), (QUIET, QR), (QUIET, WHOLE), (NEW, WHOLE), (EMPTY, WHOLE))


def side_by_side(works: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Return the median CPU milliseconds of each of *works*, taken in turns."""
    times: dict[str, list[float]] = {what: [] for what in works}
    for _ in range(ROUNDS + 1):
        for what, work in works.items():
            start = time.process_time()
            work()
            times[what].append((time.process_time() - start) * 1000)
    return {what: statistics.median(some[1:]) for what, some in times.items()}


def tuned_aruco(family: int = cv2.aruco.DICT_5X5_50) -> cv2.aruco.ArucoDetector:
    """Return OpenCV's ArUco reader of *family* with the settings that read most small tags."""
    settings = cv2.aruco.DetectorParameters()
    settings.errorCorrectionRate = 1.0
    settings.minMarkerPerimeterRate = 4 * 8 / 1920
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = 5, 21
    settings.adaptiveThreshWinSizeStep, settings.adaptiveThreshConstant = 8, 5
    settings.polygonalApproxAccuracyRate = 0.04
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(family), settings)


def crowded(count: int) -> tuple[BoardPlan, TagBook, list[Picture]]:
    """Return a table at rest with *count* tags, one a hex, as four pictures of 1920 x 1080."""
    plan = parse_plan((CONFIG / "boards" / "second.toml").read_text(), "second.toml")
    tags = {payload_of(f"T{number}"): f"piece-{number}" for number in range(1, 61)}
    book = TagBook(tags=tags, size_mm=22.0)
    table = SimulatedTable(plan, book, size=(1920, 1080), seed=1)
    hexes = np.random.default_rng(1).permutation(plan.board.hexes)[:count].tolist()
    for piece, name in zip(list(tags.values()), hexes, strict=False):
        table.place(piece, name)
        table.figures(piece, 0)
    return plan, book, [table.read().image for _ in range(4)]


def measure(count: int) -> dict[str, float]:
    """Return the times of everything on a table of *count* tags, in milliseconds."""
    plan, book, pictures = crowded(count)
    gray = np.asarray(cv2.cvtColor(pictures[0], cv2.COLOR_BGR2GRAY), np.uint8)
    registration = register(gray, plan)
    assert registration is not None
    eyes, numbers = Eyes(plan, book), iter(range(1_000_000))

    def quiet() -> Reading:
        number = next(numbers)
        return eyes.look(Frame(pictures[number % 4], number, number / 10))

    for _ in range(6):
        seen = quiet()
    roster, fresh = TagTracker(plan, book), TagTracker(plan, book)
    roster.look_everywhere(gray, registration)
    filled = roster.sightings[0].hex
    empty = next(name for name in plan.board.hexes if name not in roster.report().pieces.values())

    def whole_board() -> None:
        fresh.sightings = []
        fresh.look_everywhere(gray, registration)

    aruco, qr = tuned_aruco(), cv2.QRCodeDetector()
    plain = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50))
    decoded = qr.detectAndDecodeMulti(gray)[1]
    print(f"  read: {len(seen.tags)} tags by the eyes, {sum(map(bool, decoded))} by cv2.QRCodeDetector")
    return side_by_side(
        {
            QUIET: quiet,
            "changed hex, tag still there": lambda: roster.look_at([filled], gray, registration),
            EMPTY: lambda: roster.look_at([empty], gray, registration),
            NEW: lambda: _new_tag(roster, filled, gray, registration),
            "marks and lens": lambda: register(gray, plan),
            WHOLE: whole_board,
            PLAIN: lambda: plain.detectMarkers(gray),
            ARUCO: lambda: aruco.detectMarkers(gray),
            QR: lambda: qr.detectAndDecodeMulti(gray),
        }
    )


def _new_tag(roster: TagTracker, filled: Hex, gray: Gray, registration: Registration) -> None:
    roster.sightings = [one for one in roster.sightings if one.hex != filled]
    roster.look_at([filled], gray, registration)


def frames_to_observation() -> int:
    """Return how many frames pass from the first one at rest to the observation of a move."""
    plan = parse_plan((CONFIG / "boards" / "second.toml").read_text(), "second.toml")
    book = parse_book((CONFIG / "tags" / "second.toml").read_text(), "tags.toml")
    table, eyes, settler = SimulatedTable(plan, book), Eyes(plan, book, StickerReader()), Settler()
    table.place("citadel_guard-1", plan.board.hexes[30])
    for _ in range(5):
        settler.feed(eyes.look(table.read()))
    table.place("citadel_guard-1", plan.board.hexes[50])
    for count in range(1, 20):
        if settler.feed(eyes.look(table.read())) is not None:
            return count
    return 20


def main() -> None:
    """Print the times, and the ratios that matter."""
    cv2.setNumThreads(1)
    for count in (10, 40, 60):
        print(f"{count} tags (1920 x 1080)")
        times = measure(count)
        for what, ms in times.items():
            print(f"  {what:44} {ms:8.2f} ms")
        for what, other in RATIOS:
            print(f"  {what} / {other:30} {times[what] / times[other]:8.3f}")
    print(f"frames from rest to observation: {frames_to_observation()} (the settling window is 3)")


if __name__ == "__main__":
    main()
