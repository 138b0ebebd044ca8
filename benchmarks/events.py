"""Whether what happens to tags is told rightly, and nothing else: in simulated videos.

    python -m benchmarks.events [--runs N] [--first NUMBER] [--only KIND]

Of each kind N runs, each on a board of 14 pieces in one of the conditions of a living room, with 1080p and
22 mm tags or 720p and 25 mm by turns.  A run is right where a second after its end every piece that was known
before stands in its right hex, or its hex is doubted where something lies on it, and nothing was told that
was not so.  A piece is lost where it is told as gone without a doubt of its hex.

- exchanged: two tags change places behind a hand, each within 0.5 mm and 1 degree of where the other lay
- replaced: a tag that was not on the board lies within 1 mm of where one lay
- covered: a card, white, brown or dark, is laid over a tag and taken away again
- alike: so is a card as grey as the ground around the tag
- removed: a unit is taken off the board
- fallen: a figure falls over a tag, and is set upright again
- hunting: the lens loses its focus within a second (sigma 4 px) and finds it again
- pumping: the exposure goes up and down by 0.9 EV in two seconds
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np

from benchmarks.recall import load
from rules.kernel.hexes import Hex
from vision.board.plan import tag_modules
from vision.eyes import Eyes
from vision.settle import Settler
from vision.sightings import Observation
from vision.simulate.conditions import CONDITIONS
from vision.simulate.objects import at_height, square, turned
from vision.simulate.scenery import Shape, Sprite, lay, sprite_of_shapes
from vision.simulate.table import SimulatedTable
from vision.source.frames import Frame
from vision.source.pictures import Picture

SECOND = 10  # frames
PIECES = 14
VIEWS = (((1920, 1080), 22.0), ((1280, 720), 25.0))
CARD_MM = (63.0, 44.0)
CARD_COLOURS = ((225.0, 230.0, 232.0), (48.0, 74.0, 108.0), (44.0, 40.0, 42.0))
AROUND = (1.1, 1.8)  # of a tag's side: its ground
HUNT_PX = 4.0
PUMP_EV, PUMP_FRAMES, PUMPS = 0.9, 20, 2
COLOURS = ("blue", "red", "tan")
Change = Callable[[Picture], Picture]


def as_it_is(image: Picture) -> Picture:
    """Return *image* itself."""
    return image


class Run:
    """One board with eyes over it, and what they have told."""

    def __init__(self, number: int) -> None:
        self.rng, self.number = np.random.default_rng([number, 13]), number
        size, tag_mm = VIEWS[number % len(VIEWS)]
        plan, book = load(tag_mm)
        condition = list(CONDITIONS.values())[number // len(VIEWS) % len(CONDITIONS)]
        self.table = SimulatedTable(plan, book, size=size, seed=number, condition=condition)
        self.eyes, self.settler = Eyes(plan, book), Settler()
        self.told: list[Observation] = []
        pieces = self.rng.permutation(sorted(book.pieces.values())).tolist()
        for piece, at in zip(pieces[:PIECES], self.rng.permutation(plan.board.hexes).tolist(), strict=False):
            self.table.place(piece, Hex(at))
            self.table.figures(
                piece, int(self.rng.integers(0, 4)), str(self.rng.choice(["blue", "red", "tan"]))
            )
        self.spare = pieces[PIECES]
        self.watch(SECOND)
        self.before = dict(self.told[-1].pieces) if self.told else {}
        self.told.clear()

    def watch(self, frames: int, change: Change = as_it_is) -> None:
        """Look at so many frames, each after *change*."""
        for _ in range(frames):
            frame = self.table.read()
            image = change(frame.image)
            seen = self.settler.feed(self.eyes.look(Frame(image, frame.number, frame.at)))
            if seen is not None:
                self.told.append(seen)

    def known(self, count: int) -> list[str]:
        """Return *count* pieces that were told and of whose tags nothing is hidden."""
        whole = [piece for piece in self.before if self.table.visible(piece) > 0.995]
        return [str(piece) for piece in self.rng.permutation(whole)[:count]]

    def lay_as(self, piece: str, other: str, near_mm: float) -> None:
        """Lay *piece*'s tag within *near_mm* and 1 degree of where *other*'s tag lies."""
        corners, book = self.table.tag_corners_mm(other), self.table.book
        way = corners[1] - corners[0]
        payload = next(payload for payload, name in book.tags.items() if name == piece)
        turn = float(np.arctan2(way[1], way[0]) + self.rng.uniform(-1, 1) * np.pi / 180)
        at = corners.mean(axis=0) + self.rng.uniform(-near_mm, near_mm, 2) / np.sqrt(2)
        modules = tag_modules(payload, book.layout)
        self.table.lay(piece, modules, at, turn=turn, size_mm=book.size_mm or 22.0)

    def hand_over(self, at: Hex) -> None:
        """Hold a hand over hex *at* for a moment."""
        self.table.hand(at)
        self.watch(4)
        self.table.hand(None)


class Verdict(NamedTuple):
    """How a run ended: all *right*, so many pieces *lost*, and *other* things told that were not so."""

    is_right: bool
    lost: int
    other: int
    doubts: int


def judged(run: Run, truth: dict[str, Hex], hidden: frozenset[str] = frozenset()) -> Verdict:
    """Return how *run* ended, whose pieces lie as in *truth*; those of *hidden* ones may be doubted."""
    last = run.told[-1] if run.told else None
    pieces = run.before if last is None else last.pieces
    doubtful = frozenset() if last is None else frozenset(last.doubtful)
    wrong = [piece for piece, at in truth.items() if pieces.get(piece) != at]
    wrong = [piece for piece in wrong if piece not in hidden or truth[piece] not in doubtful]
    wrong += [piece for piece in run.before if piece in pieces and piece not in truth]
    lost = sum(
        piece not in seen.pieces and not {run.before.get(piece, at), at} & {*seen.doubtful}
        for seen in run.told
        for piece, at in truth.items()
        if piece in run.before
    )
    lies = run.table.pieces | truth
    other = sum(
        at not in (run.before.get(piece), lies.get(piece))
        for seen in run.told
        for piece, at in seen.pieces.items()
    )
    return Verdict(not wrong, lost, other, len(doubtful - {truth[piece] for piece in hidden}))


def exchanged(run: Run) -> Iterator[Verdict]:
    """Exchange two tags."""
    one, other = run.known(2)
    first, second = run.before[one], run.before[other]
    run.table.hand(first)
    run.watch(4)
    run.lay_as(run.spare, one, 0.0)
    run.lay_as(one, other, 0.5)
    run.lay_as(other, run.spare, 0.5)
    run.table.remove(run.spare)
    run.table.hand(None)
    run.watch(SECOND)
    yield judged(run, run.before | {one: second, other: first})


def replaced(run: Run) -> Iterator[Verdict]:
    """Lay another tag where one lay."""
    [one] = run.known(1)
    if run.rng.random() < 0.5:
        run.hand_over(run.before[one])
    run.lay_as(run.spare, one, 1.0)
    run.table.remove(one)
    run.watch(SECOND)
    truth = {piece: at for piece, at in run.before.items() if piece != one}
    yield judged(run, truth | {run.spare: run.before[one]})


def covered(run: Run) -> Iterator[Verdict]:
    """Lay a card over a tag, and take it away."""
    [one] = run.known(1)
    return under_card(run, one, CARD_COLOURS[run.number % len(CARD_COLOURS)])


def alike(run: Run) -> Iterator[Verdict]:
    """Lay a card as grey as the ground over a tag, and take it away."""
    [one] = run.known(1)
    image, tag = run.table.read().image, run.table.tag_corners_mm(one)
    inner, outer = (
        run.table.camera.project(at_height((tag - tag.mean(axis=0)) * wide + tag.mean(axis=0), 0.0))
        for wide in AROUND
    )
    ring = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(ring, np.rint(outer).astype(np.int32), (1,))
    cv2.fillConvexPoly(ring, np.rint(inner).astype(np.int32), (0,))
    grey = float(np.median(image[ring > 0].mean(axis=1)))
    return under_card(run, one, (grey, grey, grey))


def under_card(run: Run, one: str, colour: tuple[float, float, float]) -> Iterator[Verdict]:
    """Lay a card of *colour* over the tag of *one*, and take it away."""
    at_mm = run.table.tag_corners_mm(one).mean(axis=0)
    corners = turned(square(1.0) * CARD_MM, float(run.rng.uniform(0, np.pi))) + at_mm
    card = Shape(run.table.camera.project(at_height(corners, 1.0)), colour)
    sprite = sprite_of_shapes([card], np.ones(3))
    run.hand_over(run.before[one])
    run.watch(2 * SECOND, lambda image: with_sprite(image, sprite))
    yield judged(run, run.before, frozenset([one]))
    run.hand_over(run.before[one])
    run.watch(SECOND)
    yield judged(run, run.before)


def removed(run: Run) -> Iterator[Verdict]:
    """Take a unit off the board."""
    [one] = run.known(1)
    if run.rng.random() < 0.5:
        run.hand_over(run.before[one])
    run.table.remove(one)
    run.watch(SECOND)
    yield judged(run, {piece: at for piece, at in run.before.items() if piece != one})


def with_sprite(image: Picture, sprite: Sprite) -> Picture:
    """Return a copy of *image* with *sprite* on it."""
    image = image.copy()
    lay(image, sprite)
    return image


def fallen(run: Run) -> Iterator[Verdict]:
    """Let a figure fall over a tag, and set it upright."""
    [one] = run.known(1)
    is_pushed = run.rng.random() < 0.5
    if is_pushed:
        run.hand_over(run.before[one])
    x, y = run.rng.uniform(-4, 4, 2).tolist()
    run.table.fall(one, (x, y), float(run.rng.uniform(0, 2 * np.pi)))
    run.watch(2 * SECOND)
    yield judged(run, run.before, frozenset([one]))
    run.hand_over(run.before[one])
    run.table.set_upright(one)
    run.watch(SECOND)
    yield judged(run, run.before)


def blurred(sigma: float, image: Picture) -> Picture:
    """Return *image* out of focus by *sigma* pixels."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)


def brightened(gain: float, image: Picture) -> Picture:
    """Return *image* exposed *gain* times as long."""
    return np.asarray(cv2.convertScaleAbs(image, alpha=gain), np.uint8)


def hunting(run: Run) -> Iterator[Verdict]:
    """Let the lens lose its focus within a second, and find it again."""
    for sigma in (*np.linspace(0.4, HUNT_PX, SECOND), *np.linspace(HUNT_PX, 0.4, SECOND)):
        run.watch(1, partial(blurred, sigma))
    run.watch(SECOND)
    yield judged(run, run.before)


def pumping(run: Run) -> Iterator[Verdict]:
    """Let the exposure go up and down."""
    for step in range(PUMPS * PUMP_FRAMES):
        gain = 2 ** (PUMP_EV / 2 * np.sin(2 * np.pi * step / PUMP_FRAMES))
        run.watch(1, partial(brightened, gain))
    run.watch(SECOND)
    yield judged(run, run.before)


KINDS = {
    each.__name__: each for each in (exchanged, replaced, covered, alike, removed, fallen, hunting, pumping)
}


def score(kind: str, runs: int, first: int) -> None:
    """Print how *runs* of *kind* ended, the *first* having that number."""
    found = Counter[str]()
    for number in range(first, first + runs):
        run = Run(number)
        if len(run.known(2)) < 2:
            found["too few tags in sight"] += 1
            continue
        verdicts = [*KINDS[kind](run)]
        found["runs"] += 1
        found["right"] += all(each.is_right for each in verdicts)
        found["pieces lost"] += max(each.lost for each in verdicts)
        found["told otherwise"] += max(each.other for each in verdicts)
        found["doubts left"] += verdicts[-1].doubts
        if not all(each.is_right and not each.lost + each.other for each in verdicts):
            print(f"  {kind} {number}: {verdicts}", flush=True)
    print(f"{kind}: " + ", ".join(f"{what} {count}" for what, count in found.items()), flush=True)


def main() -> None:
    """Print the scores of all kinds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--first", type=int, default=70_000)
    parser.add_argument("--only", choices=[*KINDS], action="append")
    given = parser.parse_args()
    for kind in given.only or KINDS:
        score(kind, given.runs, given.first)


if __name__ == "__main__":
    main()
