"""Which tag lies at a pose: recognition against the book, never decoding.

A pose is sampled module by module and correlated with every tag of the book in four
quarter turns.  It counts on its score and on the gap to the second best tag.  Knows no
hexes; where to look is the business of ``locate``.
"""

from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Registration
from vision.board.plan import Layout, TagBook, tag_modules
from vision.sightings import Pose

Floats = NDArray[np.float32]

BLUR_MODULES = 0.7  # what a lens does to a module at the sizes we read
COLD_SCORE, COLD_GAP = 0.5, 0.15  # a tag seen for the first time
KNOWN_SCORE, KNOWN_GAP = 0.42, 0.10  # a tag at the pose where it was last read
HALF_SCORE, HALF_GAP = 0.7, 0.08  # that tag's better half, the other being covered
DOUBTED_SCORE, DOUBTED_GAP = 0.45, 0.10  # what may be a tag that is half covered
DOUBTED_AMONG = 71 * 4  # patterns; by chance the best of more fits better
LIKELY = 12  # patterns that are still compared when the pose is refined
ONE_THREAD = 250_000  # multiplications; OpenBLAS does no more than 262 144 alone
LOCAL_MODULES = 7  # window in which contrast is evened out under a hard shadow


class TagMatch(NamedTuple):
    """The tag of the book that fits best, how well, and how far ahead of the next tag."""

    payload: str
    score: float
    gap: float
    pose: Pose

    @property
    def is_sure(self) -> bool:
        """Return whether this counts for a tag never seen before."""
        return self.score >= COLD_SCORE and self.gap >= COLD_GAP

    def is_hidden_tag(self, patterns: int) -> bool:
        """Return whether this, the best of so many *patterns*, may be a tag that is half covered."""
        luck = max(1.0, sqrt(log(patterns) / log(DOUBTED_AMONG)))
        return self.score >= DOUBTED_SCORE * luck and self.gap >= DOUBTED_GAP

    @property
    def is_still_there(self) -> bool:
        """Return whether this counts for a tag at the pose where it was last read."""
        return self.score >= KNOWN_SCORE and self.gap >= KNOWN_GAP


class Half(NamedTuple):
    """How well the better half of what lies at a known tag's pose agrees with it: it may be half covered."""

    score: float
    gap: float

    @property
    def is_seen(self) -> bool:
        """Return whether this counts for the tag that was last read there."""
        return self.score >= HALF_SCORE and self.gap >= HALF_GAP


class _Step(NamedTuple):
    """Small changes of a pose that are tried together: shifts in modules, sizes, turns in radians.

    Below *hopeless* a closer look does not help.
    """

    shift: float
    scale: float
    turn: float
    hopeless: float


SEARCH = (_Step(1.0, 0.045, 0.0, 0.30), _Step(0.5, 0.0, 0.045, 0.36), _Step(0.3, 0.02, 0.0, 0.0))
NEAR = (-1, 0, 1)
FOLLOW = (_Step(0.5, 0.0, 0.0, 0.0),)


@dataclass(frozen=True)
class Matcher:
    """Recognises the tags of *book* in pictures *gray* (h, w).

    They must be clearly better than *rivals*, which the book does not list.
    """

    book: TagBook
    rivals: tuple[str, ...] = ()

    @property
    def layout(self) -> Layout:
        """Return how the tags are drawn."""
        return self.book.layout

    @cached_property
    def payloads(self) -> tuple[str, ...]:
        """Return the payloads in the order of the patterns, the book's own first."""
        return (*self.book.tags, *self.rivals)

    @cached_property
    def side(self) -> int:
        """Return a whole tag's modules per side."""
        return len(tag_modules(self.payloads[0], self.layout))

    @cached_property
    def margin(self) -> int:
        """Return the modules around the code."""
        return self.layout.quiet + self.layout.frame + self.layout.rim

    @cached_property
    def outlines(self) -> tuple[float, ...]:
        """Return how much larger the tag is than each closed outline a threshold may find on it."""
        layout, side = self.layout, self.side
        edges = {side - 2 * layout.rim, side - 2 * layout.rim - 2 * layout.frame} if layout.frame else {side}
        return tuple(side / edge for edge in sorted(edges, reverse=True))

    @cached_property
    def grid(self) -> Floats:
        """Return the centres of the code's modules in tag sides around the tag's centre, (n, 2), y up."""
        inner = self.side - 2 * self.margin
        along = (np.arange(inner) + 0.5 - inner / 2) / self.side
        return np.stack(np.meshgrid(along, -along), axis=-1).reshape(-1, 2).astype(np.float32)

    @cached_property
    def finder(self) -> float:
        """Return how far a finder pattern lies from the code's middle lines, in tag sides."""
        return ((self.side - 2 * self.margin) / 2 - 3.5) / self.side

    @cached_property
    def _drawn(self) -> Floats:
        """Return every tag in four quarter turns as a camera sees its code, (tags * 4, n, n)."""
        inner = slice(self.margin, self.side - self.margin)
        drawn = []
        for payload in self.payloads:
            modules = np.where(tag_modules(payload, self.layout), -1, 1).astype(np.float32)
            fine = cv2.GaussianBlur(np.kron(modules, np.ones((4, 4), np.float32)), (0, 0), 4 * BLUR_MODULES)
            code = cv2.resize(fine, modules.shape, interpolation=cv2.INTER_AREA)[inner, inner]
            drawn += [np.rot90(code, turns) for turns in range(4)]
        return np.array(drawn, np.float32)

    @cached_property
    def patterns(self) -> Floats:
        """Return every tag in four quarter turns, each with mean 0 and length 1, (tags * 4, n)."""
        return normal(self._drawn.reshape(len(self._drawn), -1))

    @cached_property
    def _local_patterns(self) -> Floats:
        """Return ``patterns``, (tags * 4, n), with the same contrast everywhere."""
        return normal(_evened(self._drawn).reshape(len(self._drawn), -1))

    @cached_property
    def _tries(self) -> dict[_Step, tuple[tuple[Pose, ...], Floats]]:
        """Return for each step the changes it tries, and where they sample, (tries, n, 2) tag sides."""
        tries = {}
        for step in (*SEARCH, *FOLLOW):
            shifts = [(i * step.shift / self.side, j * step.shift / self.side) for i in NEAR for j in NEAR]
            scales = sorted({1 + i * step.scale for i in NEAR})
            turns = sorted({i * step.turn for i in NEAR})
            changes = tuple(Pose(at, turn, size) for size in scales for turn in turns for at in shifts)
            places = [self.grid @ turned(one.turn) * one.size_mm + one.centre_mm for one in changes]
            tries[step] = changes, np.array(places, np.float32)
        return tries

    def match(self, gray: Gray, registration: Registration, pose: Pose, *, cold: bool = True) -> TagMatch:
        """Return the best tag near *pose*; *cold* looks further around than where a tag is known to lie."""
        samples, best = np.empty((0, 0), np.float32), 0
        likely = np.arange(len(self.patterns))
        for step in SEARCH if cold else FOLLOW:
            changes, places = self._tries[step]
            samples = _sampled(gray, _view(registration, pose), places)
            scores = _products(normal(samples), self.patterns[likely])
            best = int(np.argmax(scores.max(axis=1)))
            pose = _changed(pose, changes[best])
            if scores[best].max() < step.hopeless:
                break
            likely = likely[np.argsort(scores[best])[-LIKELY:]]
        row = self.scores(samples[best : best + 1])[0]
        first = int(np.argmax(row[: 4 * len(self.book.tags)]))
        tag, quarters = divmod(first, 4)
        [score], [gap] = fits(row[None], np.array([first]))
        return TagMatch(
            self.payloads[tag], float(score), float(gap), pose._replace(turn=pose.turn + quarters * np.pi / 2)
        )

    def places(self, registration: Registration, pose: Pose) -> Floats:
        """Return the pixels at which a tag's code is sampled that lies at *pose*, (n, 2)."""
        return np.asarray(cv2.perspectiveTransform(self.grid[None], _view(registration, pose))[0], np.float32)

    def scores(self, samples: Floats) -> Floats:
        """Return how well each row of *samples* (m, n) agrees with every tag in four turns, (m, tags * 4)."""
        plain = _products(normal(samples), self.patterns)
        return np.maximum(plain, self._local_scores(samples))

    @cached_property
    def _shared(self) -> NDArray[np.bool_]:
        """Return which modules all QR codes share: the finder patterns with their white rims, (n, n)."""
        inner = self.side - 2 * self.margin
        shared = np.zeros((inner, inner), np.bool_)
        shared[:8, :8] = shared[:8, -8:] = shared[-8:, :8] = True
        return shared

    def likeness(self, gray: Gray, registration: Registration, pose: Pose) -> float:
        """Return how much what lies at *pose* looks like a tag of any book, -1 to 1."""
        sample = _sampled(gray, _view(registration, pose), self.grid[None])[0].reshape(self._shared.shape)
        best = -1.0
        for turns in range(4):
            shared, pattern = np.rot90(self._shared, turns), self._drawn[turns]
            pair = normal(np.stack([sample[shared], pattern[shared]]))
            best = max(best, float(pair[0] @ pair[1]))
        return best

    def verify(self, gray: Gray, registration: Registration, pose: Pose, payload: str) -> TagMatch | None:
        """Return the known tag *payload* at *pose* if it still lies there, else None."""
        found = self.match(gray, registration, pose, cold=False)
        if found.payload == payload and found.is_still_there:
            return found
        [step] = FOLLOW
        _, places = self._tries[step]
        samples = _sampled(gray, _view(registration, pose), places)
        half = self.half_fit(samples, 4 * self.payloads.index(payload))
        return TagMatch(payload, half.score, half.gap, pose) if half.is_seen else None

    def half_fit(self, samples: Floats, column: int) -> Half:
        """Return how well the better half of any row of *samples* (m, n) agrees with pattern *column*."""
        best = Half(-1.0, -1.0)
        for part, patterns in self._halves:
            rows = normal(samples[:, part])
            own = rows @ patterns[column]
            row = int(np.argmax(own))
            if own[row] > best.score:
                [score], [gap] = fits(rows[row : row + 1] @ patterns.T, np.array([column]))
                best = Half(float(score), float(gap))
        return best

    @cached_property
    def _halves(self) -> list[tuple[NDArray[np.intp], Floats]]:
        """Return the modules (n,) beside each of eight lines through a tag's middle, and all tags there.

        Tags are (tags * 4, n), as in ``patterns``.
        """
        ways = np.deg2rad(np.arange(0, 360, 45))
        beside = self.grid @ np.stack([np.cos(ways), np.sin(ways)])
        parts = [np.flatnonzero(side > 1.0 / self.side) for side in beside.T]
        drawn = self._drawn.reshape(len(self.patterns), -1)
        return [(part, normal(drawn[:, part])) for part in parts]

    def _local_scores(self, samples: Floats) -> Floats:
        """Return how *samples* (m, n) agree with ``_local_patterns``, (m, tags * 4)."""
        inner = self.side - 2 * self.margin
        even = normal(_evened(samples.reshape(-1, inner, inner)).reshape(len(samples), -1))
        return _products(even, self._local_patterns)


def fits(scores: Floats, columns: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return for each row of *scores* (m, tags * 4) the score at its column and the gap to the next tag.

    *columns* and both answers are (m,).  Where the book has no other tag the gap is 1.
    """
    own = np.take_along_axis(scores, columns[:, None], axis=1)[:, 0]
    is_own = np.arange(scores.shape[1]) // 4 == columns[:, None] // 4
    others = np.where(is_own, own[:, None] - 1, scores).max(axis=1)
    return own, own - others


def _changed(pose: Pose, change: Pose) -> Pose:
    """Return *pose* after *change*, which is in its own tag sides."""
    x, y = np.array(change.centre_mm) @ turned(pose.turn) * pose.size_mm + pose.centre_mm
    return Pose((float(x), float(y)), pose.turn + change.turn, pose.size_mm * change.size_mm)


def turned(angle: float) -> Floats:
    """Return the matrix that, on the right of rows (n, 2), turns them counter-clockwise by *angle*."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([(cos, sin), (-sin, cos)], np.float32)


def corners_mm(pose: Pose) -> NDArray[np.float64]:
    """Return a tag's corners on the plane, (4, 2): its own SW, SE, NE, NW."""
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * pose.size_mm
    return np.asarray(square @ turned(pose.turn) + pose.centre_mm, np.float64)


def _view(registration: Registration, pose: Pose) -> NDArray[np.float64]:
    """Return the (3, 3) from tag sides around *pose* to pixels; within a tag the lens bends nothing."""
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], np.float32)
    corners = registration.to_pixels(corners_mm(pose)).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, corners), np.float64)


def _sampled(gray: Gray, view: NDArray[np.float64], places: Floats) -> Floats:
    """Return the brightness of *gray* (h, w) at *places* (m, n, 2), (m, n), carried by *view* (3, 3)."""
    at = cv2.perspectiveTransform(places.reshape(1, -1, 2), view).reshape(places.shape)
    read = cv2.remap(gray, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(read, np.float32)


def normal(rows: Floats) -> Floats:
    """Return *rows* (m, n) each with mean 0 and length 1."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-3), np.float32)


def _products(rows: Floats, patterns: Floats) -> Floats:
    """Return the correlation of every row (m, n) with every pattern (p, n), (m, p).

    In pieces so small that numpy does them in one thread: waking the others takes a
    hundred times longer than the work when the machine is busy.  A single row would be
    another of its routines, which wakes them for less; so rows go in pairs.
    """
    count, width = rows.shape
    if count % 2:
        rows = np.concatenate([rows, rows[-1:]])
    wide = max(1, ONE_THREAD // (2 * width))
    tall = max(2, ONE_THREAD // (width * min(wide, len(patterns))) // 2 * 2)
    result = np.empty((len(rows), len(patterns)), np.float32)
    for row in range(0, len(rows), tall):
        for first in range(0, len(patterns), wide):
            part = rows[row : row + tall] @ patterns[first : first + wide].T
            result[row : row + tall, first : first + wide] = part
    return result[:count]


def _evened(codes: Floats) -> Floats:
    """Return *codes* (m, n, n) with the same contrast everywhere, so that a shadow's edge does not count."""
    window = (LOCAL_MODULES, LOCAL_MODULES)
    evened = []
    for code in codes:
        flat = code - cv2.blur(code, window)
        spread = np.sqrt(cv2.blur(flat * flat, window))
        evened.append(flat / np.maximum(spread, 0.15 * float(spread.max()) + 1e-3))
    return np.array(evened, np.float32)
