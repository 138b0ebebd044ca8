"""How long the eyes take: a quiet frame, a changed hex, a whole board; against OpenCV's own readers.

Run with ``python -m benchmarks.vision``.  Times are medians of process CPU milliseconds in
one thread, so that neighbours on the machine count little.
"""

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from rules.hexes import Hex
from vision.calibrate import Gray, Registration, register
from vision.dice import DiceReader
from vision.eyes import Eyes
from vision.frames import Frame, Picture, read_picture
from vision.plan import parse_book, parse_plan
from vision.roster import Roster
from vision.settle import Settler
from vision.simulate import SimulatedTable

CASES = Path(__file__).parent.parent / "tests" / "cases" / "stills"
ROUNDS = 9


def cpu_ms(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the median CPU time of *work* in milliseconds, after one round to warm up."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


def tuned_aruco() -> cv2.aruco.ArucoDetector:
    """Return OpenCV's ArUco reader with the settings that read most small tags."""
    settings = cv2.aruco.DetectorParameters()
    settings.errorCorrectionRate = 1.0
    settings.minMarkerPerimeterRate = 4 * 8 / 1920
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = 5, 21
    settings.adaptiveThreshWinSizeStep, settings.adaptiveThreshConstant = 8, 5
    settings.polygonalApproxAccuracyRate = 0.04
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50), settings)


def measure(image: Picture) -> dict[str, float]:
    """Return the times of everything on *image*, in milliseconds."""
    plan = parse_plan((CASES / "board.toml").read_text(), "board.toml")
    book = parse_book((CASES / "tags.toml").read_text(), "tags.toml")
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    registration = register(gray, plan)
    assert registration is not None
    eyes = Eyes(plan, book)
    rng = np.random.default_rng(1)
    noisy = [np.clip(image + rng.normal(0, 2, image.shape), 0, 255).astype(np.uint8) for _ in range(4)]
    numbers = iter(range(1_000_000))

    def quiet() -> object:
        number = next(numbers)
        return eyes.look(Frame(noisy[number % 4], number, number / 10))

    for _ in range(6):
        quiet()
    roster, fresh = Roster(plan, book), Roster(plan, book)
    roster.look_everywhere(gray, registration)
    filled = roster.sightings[0].hex
    empty = next(name for name in plan.board.hexes if name not in roster.pieces.values())

    def whole_board() -> None:
        fresh.sightings = []
        fresh.look_everywhere(gray, registration)

    aruco, qr = tuned_aruco(), cv2.QRCodeDetector()
    decoded = qr.detectAndDecodeMulti(gray)[1]
    print(f"  read: {len(roster.tags)} tags by the eyes, {sum(map(bool, decoded))} by cv2.QRCodeDetector")
    return {
        "quiet frame": cpu_ms(quiet, 30),
        "changed hex, tag still there": cpu_ms(lambda: roster.look_at([filled], gray, registration), 20),
        "changed hex, empty": cpu_ms(lambda: roster.look_at([empty], gray, registration), 20),
        "changed hex, tag new": cpu_ms(lambda: _new_tag(roster, filled, gray, registration), 20),
        "marks and lens": cpu_ms(lambda: register(gray, plan)),
        "whole board, 22 tags": cpu_ms(whole_board),
        "cv2 ArUco, tuned, whole frame": cpu_ms(lambda: aruco.detectMarkers(gray)),
        "cv2 QRCodeDetector multi, whole frame": cpu_ms(lambda: qr.detectAndDecodeMulti(gray), 3),
    }


def _new_tag(roster: Roster, filled: Hex, gray: Gray, registration: Registration) -> None:
    roster.sightings = [one for one in roster.sightings if one.hex != filled]
    roster.look_at([filled], gray, registration)


def frames_to_observation() -> int:
    """Return how many frames pass from the first one at rest to the observation of a move."""
    config = Path(__file__).parent.parent / "config"
    plan = parse_plan((config / "boards" / "second.toml").read_text(), "second.toml")
    book = parse_book((config / "tags.toml").read_text(), "tags.toml")
    table, eyes, settler = SimulatedTable(plan, book), Eyes(plan, book, DiceReader.stickers()), Settler()
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
    for name in ("still_overhead.jpg", "still_oblique.jpg"):
        print(f"{name} (1920 x 1080)")
        times = measure(read_picture(CASES / name))
        for what, ms in times.items():
            print(f"  {what:40} {ms:8.2f} ms")
        whole, aruco = times["whole board, 22 tags"], times["cv2 ArUco, tuned, whole frame"]
        qr = times["cv2 QRCodeDetector multi, whole frame"]
        print(f"  whole board / ArUco tuned                {whole / aruco:8.2f}")
        print(f"  whole board / QRCodeDetector             {whole / qr:8.2f}")
        print(f"  quiet frame / whole board                {times['quiet frame'] / whole:8.3f}")
        print(f"  changed hex (new tag) / whole board      {times['changed hex, tag new'] / whole:8.3f}")
    print(f"frames from rest to observation: {frames_to_observation()} (the settling window is 3)")


if __name__ == "__main__":
    main()
