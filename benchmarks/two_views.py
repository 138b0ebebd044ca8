"""Two cameras over one board, each over its half with a seam that both see: what they read together.

    python -m benchmarks.two_views [--pictures N] [--moves N] [--first NUMBER]

Each camera sends 1080p.  N times 60 tags of 25 mm lie on the board, seen from 0 to 35 degrees in the
conditions of a living room: whatever is read in another hex is wrong.  Then N units are moved across the
seam, one each time, behind a hand: each is one change.  Last one camera is dark for 60 seconds: of its half
no event may come, and a move in the other is told.  What a quiet look of both costs is told beside that of
one: each with what is made of its reading.
"""

import argparse
import statistics
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.library.library import Library
from rules.kernel.hexes import Hex
from vision.eyes import Eyes
from vision.reading import Reading
from vision.settle import Settler
from vision.sightings import Observation
from vision.simulate.conditions import CONDITIONS
from vision.simulate.halves import SEAM_MM, halves_of
from vision.two_views import TwoViews

BOARD = "epic_wide"  # with marks along its seam
SIZE, TAG_MM = (1920, 1080), 25.0
PIECES, FEW = 60, 12
TILTS = (0.0, 12.0, 24.0, 35.0)
LAYOUTS, LOOKS = 10, 2  # how often a table is laid anew, and is then looked at
FRAMES_OFF = 600  # a minute, ten pictures a second
MOVED_AT = 300  # of these pictures
QUIET_LOOKS = 60


class Pair:
    """Two cameras with their eyes, over the halves of one large board."""

    def __init__(self, number: int) -> None:
        self._rng, library = np.random.default_rng([number, 17]), Library(Path("nowhere"))
        self.plan = library.plan(BOARD)
        self._book = msgspec.structs.replace(library.book("first"), size_mm=TAG_MM)
        condition = list(CONDITIONS.values())[number % len(CONDITIONS)]
        tilt = TILTS[(number + number // len(CONDITIONS)) % len(TILTS)]  # in time each with each condition
        tilted = condition._replace(lens=condition.lens._replace(tilt=tilt))
        self.table, *self.cameras = halves_of(self.plan, self._book, size=SIZE, seed=number, condition=tilted)

    def lay_out(self, pieces: int) -> None:
        """Lay so many other *pieces*, anywhere, and look at them with eyes that know nothing."""
        for piece in self.table.pieces:
            self.table.remove(piece)
        self.eyes, self.settler = [Eyes(self.plan, self._book) for _ in self.cameras], Settler()
        self.both = TwoViews(self.plan)
        names = self._rng.permutation(sorted(set(self._book.tags.values()))).tolist()[:pieces]
        for name, at in zip(names, self._rng.permutation(self.plan.board.hexes).tolist(), strict=False):
            self.place(name, Hex(at))

    def place(self, piece: str, at: Hex) -> None:
        """Lay *piece* in hex *at*."""
        self.table.place(piece, at)
        self.table.figures(piece, 0)

    def carry(self, piece: str, to: Hex, *, dark: int | None = None) -> None:
        """Lay *piece* in hex *to* under a hand that both see, or but one where the other is *dark*."""
        self.table.hand(to)
        for _ in range(4):
            self.look(dark=dark)
        self.place(piece, to)
        self.table.hand(None)

    def look(self, *, dark: int | None = None) -> tuple[Reading, Observation | None]:
        """Look once with both, of which number *dark* sees nothing; return what they say together."""
        frames = [camera.read() for camera in self.cameras]
        if dark is not None:
            frames[dark] = replace(frames[dark], picture=np.zeros_like(frames[dark].image))
        one, other = (eyes.look(frame) for eyes, frame in zip(self.eyes, frames, strict=True))
        both = self.both.merged(one, other)
        return both, self.settler.feed(both)


def pictures(count: int, first: int) -> None:
    """Print how many tags of *count* pictures are read together, and how many in a wrong hex."""
    found = Counter({"wrong hex": 0})
    for number in range(count):
        if number % LAYOUTS == 0:
            pair = Pair(first + number // LAYOUTS)
        pair.lay_out(PIECES)
        for _ in range(LOOKS):
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
        if number % 50 == 49:
            print(f"  {number + 1} so far: {dict(found)}", flush=True)
    print(f"{count} pictures: {dict(found)}", flush=True)


def moves(count: int, first: int) -> None:
    """Print how many of *count* units moved across the seam are told as one change."""
    found, number = Counter[str](), first
    while found["moves"] < count:
        pair, number = Pair(number), number + 1
        pair.lay_out(FEW)
        for _ in range(8):
            both, _ = pair.look()
        middle = pair.plan.width_mm / 2
        for piece, start in list(both.pieces.items()):
            x, y = pair.plan.centre_mm(start)
            goal = pair.plan.place((2 * middle - x, y)).nearest
            if goal in both.pieces.values() or goal in both.unseen or goal == start:
                continue
            pair.carry(piece, goal)
            told = [seen for seen in (pair.look()[1] for _ in range(10)) if seen is not None]
            both = pair.look()[0]
            found["moves"] += 1
            is_told = any(seen.pieces.get(piece) == goal for seen in told)
            ways = {tuple(sorted(seen.pieces.items())) for seen in told}
            found["told as one change"] += is_told and len(ways) == 1
            found["told at all"] += is_told
            if not is_told or len(ways) != 1:
                print(f"  table {number - 1}: {piece} from {start} to {goal}: told {len(ways)}", flush=True)
    print(f"across the seam: {dict(found)}", flush=True)


def a_minute_off(first: int) -> None:
    """Print what is told while one camera is dark for a minute, amid which a unit of the other half moves."""
    pair = Pair(first)
    pair.lay_out(FEW)
    for _ in range(8):
        both, _ = pair.look()
    lie, told = dict(both.pieces), list[Observation]()
    beyond = pair.plan.width_mm / 2 - SEAM_MM
    west = [at for at in pair.plan.board.hexes if pair.plan.centre_mm(at)[0] < beyond]
    mover = next(piece for piece, at in lie.items() if at in west)
    for step in range(FRAMES_OFF):
        if step == MOVED_AT:
            lie[mover] = next(at for at in west if at not in lie.values())
            pair.carry(mover, lie[mover], dark=1)
        _, seen = pair.look(dark=1)
        told += [] if seen is None else [seen]
    if not told:
        print("a minute off: nothing was told, not the unit either that moved in the other half", flush=True)
        return
    last = told[-1]
    wrong = [
        piece for seen in told for piece, at in seen.pieces.items() if piece != mover and at != lie[piece]
    ]
    lost = [piece for piece, at in lie.items() if piece not in last.pieces and at not in last.doubtful]
    print(f"a minute off: {len(told)} told; in other places {wrong}, lost {lost};", end=" ")
    print(f"the unit that moved is seen: {last.pieces.get(mover) == lie[mover]}", flush=True)
    for _ in range(8):
        both, _ = pair.look()
    print(f"afterwards all are where they lie: {both.pieces == lie}", flush=True)


def quiet_cost(first: int) -> None:
    """Print what a quiet look costs with one camera and with both, each with what is made of its reading."""
    pair, settler, cost, alone = Pair(first), Settler(), list[float](), list[float]()
    pair.lay_out(30)
    for _ in range(12):
        pair.look()
    for _ in range(QUIET_LOOKS):
        frames, start = [camera.read() for camera in pair.cameras], time.process_time()
        one = pair.eyes[0].look(frames[0])
        middle = time.process_time()
        pair.settler.feed(pair.both.merged(one, pair.eyes[1].look(frames[1])))
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
    quiet_cost(given.first)


if __name__ == "__main__":
    main()
