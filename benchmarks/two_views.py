"""Two cameras over one board, each over its half with a seam that both see: what they read together.

    python -m benchmarks.two_views [--pictures N] [--moves N] [--first NUMBER]

Each camera sends 1080p.  On N boards lie 60 tags of 25 mm, seen from 0 to 35 degrees in the conditions of a
living room: whatever is read in another hex is wrong.  Then N units are moved across the seam, one each time,
behind a hand: each is one change.  Last one camera is dark for 60 seconds: of its half no event may come.
What a quiet look of both costs is told beside that of one: each with what is made of its reading.
"""

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.library.library import Library
from rules.kernel.hexes import Hex
from vision.eyes import Eyes
from vision.health import EyeState
from vision.reading import Reading
from vision.settle import Settler
from vision.sightings import Observation
from vision.simulate.conditions import CONDITIONS
from vision.simulate.halves import halves_of
from vision.source.frames import Frame
from vision.two_views import merged

BOARD = "epic_wide"  # with marks along its seam
SIZE, TAG_MM = (1920, 1080), 25.0
PIECES = 60
TILTS = (0.0, 12.0, 24.0, 35.0)
FRAMES_OFF = 600  # a minute, ten pictures a second
QUIET_LOOKS = 60
OFF_STEP = 12  # pictures of the minute that are looked at one by one


class Pair:
    """Two cameras with their eyes, over the halves of one large board."""

    def __init__(self, number: int, pieces: int) -> None:
        rng, library = np.random.default_rng([number, 17]), Library(Path("nowhere"))
        self.plan = library.plan(BOARD)
        book = msgspec.structs.replace(library.book("first"), size_mm=TAG_MM)
        condition = list(CONDITIONS.values())[number % len(CONDITIONS)]
        tilted = condition._replace(lens=condition.lens._replace(tilt=TILTS[number % len(TILTS)]))
        self.table, *self.cameras = halves_of(self.plan, book, size=SIZE, seed=number, condition=tilted)
        self.eyes, self.settler = [Eyes(self.plan, book) for _ in self.cameras], Settler()
        names = rng.permutation(sorted(set(book.tags.values()))).tolist()[:pieces]
        for name, at in zip(names, rng.permutation(self.plan.board.hexes).tolist(), strict=False):
            self.place(name, Hex(at))

    def place(self, piece: str, at: Hex) -> None:
        """Lay *piece* in hex *at*."""
        self.table.place(piece, at)
        self.table.figures(piece, 0)

    def halves(self) -> list[Frame]:
        """Return what the two cameras see now."""
        return [camera.read() for camera in self.cameras]

    def look(
        self, off: int | None = None, last: Sequence[Reading] = ()
    ) -> tuple[Reading, Observation | None]:
        """Look once with both, or without camera *off*, whose *last* reading counts; return what they say."""
        readings = [
            last[index] if index == off else eyes.look(frame)
            for index, (eyes, frame) in enumerate(zip(self.eyes, self.halves(), strict=True))
        ]
        both = merged(readings[0], readings[1], self.plan)
        return both, self.settler.feed(both)


def pictures(count: int, first: int) -> None:
    """Print how many tags of *count* boards are read together, and how many in a wrong hex."""
    found = Counter({"wrong hex": 0})
    for number in range(first, first + count):
        pair = Pair(number, PIECES)
        for _ in range(3):
            both, _ = pair.look()
        found["without a board"] += both.registration is None
        lies = pair.table.pieces
        found["tags"] += len(lies)
        found["in view"] += sum(at not in both.unseen for at in lies.values())
        found["read"] += len(both.pieces)
        for piece, at in both.pieces.items():
            if lies[piece] != at:
                found["wrong hex"] += 1
                print(f"  picture {number}: {piece} in {at}, lies in {lies[piece]}", flush=True)
    print(f"{count} boards: {dict(found)}", flush=True)


def moves(count: int, first: int) -> None:
    """Print how many of *count* units moved across the seam are told as one change."""
    found, number = Counter[str](), first
    while found["moves"] < count:
        pair, number = Pair(number, 12), number + 1
        for _ in range(8):
            both, _ = pair.look()
        middle = pair.plan.width_mm / 2
        for piece, start in list(both.pieces.items())[:6]:
            x, y = pair.plan.centre_mm(start)
            goal = pair.plan.place((2 * middle - x, y)).nearest
            if goal in both.pieces.values() or goal in both.unseen or goal == start:
                continue
            pair.table.hand(goal)
            for _ in range(4):
                pair.look()
            pair.place(piece, goal)
            pair.table.hand(None)
            told = [seen for seen in (pair.look()[1] for _ in range(10)) if seen is not None]
            both = pair.look()[0]
            found["moves"] += 1
            is_told = any(seen.pieces.get(piece) == goal for seen in told)
            ways = {tuple(sorted(seen.pieces.items())) for seen in told}
            found["told as one change"] += is_told and len(ways) == 1
            found["told at all"] += is_told
    print(f"across the seam: {dict(found)}", flush=True)


def a_minute_off(first: int) -> None:
    """Print what is told of the half of a camera that is off for a minute, and what both cost."""
    pair, cost, alone = Pair(first, 30), list[float](), list[float]()
    for _ in range(12):
        both, _ = pair.look()
    before = dict(both.pieces)
    readings = [eyes.look(frame) for eyes, frame in zip(pair.eyes, pair.halves(), strict=True)]
    dark = [replace(each, state=EyeState.DARK) for each in readings]
    told = []
    for step in range(FRAMES_OFF // OFF_STEP):
        both, seen = pair.look(1, dark)
        told += [] if seen is None else [seen]
        lost = [piece for piece in before if piece not in both.pieces and before[piece] not in both.doubtful]
        if lost:
            print(f"  lost while one is off, look {step}: {lost}")
    gone = [seen for seen in told if any(seen.pieces.get(p, at) != at for p, at in before.items())]
    print(f"a minute off: {len(told)} told, of other places {len(gone)}")
    settler = Settler()
    for _ in range(QUIET_LOOKS):
        frames, start = pair.halves(), time.process_time()
        one = pair.eyes[0].look(frames[0])
        middle = time.process_time()
        pair.settler.feed(merged(one, pair.eyes[1].look(frames[1]), pair.plan))
        end = time.process_time()
        settler.feed(one)
        cost.append(end - start)
        alone.append(middle - start + time.process_time() - end)
    one_ms, both_ms = (1000 * statistics.median(some) for some in (alone, cost))
    print(f"quiet look: one camera {one_ms:.1f} ms, both {both_ms:.1f} ms, {both_ms / one_ms:.2f} of one")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pictures", type=int, default=20)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--first", type=int, default=80_000)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    pictures(given.pictures, given.first)
    moves(given.moves, given.first)
    a_minute_off(given.first)


if __name__ == "__main__":
    main()
