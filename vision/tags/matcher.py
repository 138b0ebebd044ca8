"""Which tag lies at a pose: recognition against the book, never decoding.

A pose is sampled module by module and correlated with every tag of the book in four
quarter turns.  It counts on its score and on the gap to the second best tag.  Knows no
hexes; where to look is the business of ``locate``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import log, sqrt
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Registration
from vision.board.plan import Layout, TagBook, tag_modules
from vision.sightings import Pose
from vision.tags.correlation import Floats, correlations, evened, fits, normal, products
from vision.tags.frames import TagFrame
from vision.tags.poses import PoseRows, changed, pose_of, rows_of, sampled, turned, views_of

BLUR_MODULES = 0.7  # what a lens does to a module at the sizes we read
COLD_SCORE, COLD_GAP = 0.5, 0.15  # a tag seen for the first time
CLEAR_SCORE, CLEAR_GAP = 0.76, 0.12  # or so, a QR code; the best of no book have 0.74 and lead by 0.10
KNOWN_SCORE, KNOWN_GAP = 0.42, 0.10  # a tag at the pose where it was last read
HALF_SCORE, HALF_GAP = 0.7, 0.08  # that tag's better half, the other being covered
DOUBTED_SCORE, DOUBTED_GAP = 0.45, 0.10  # what may be a tag that is half covered
DOUBTED_AMONG = 71 * 4  # patterns; by chance the best of more fits better
LIKELY = 12  # patterns that are still compared when the pose is refined
LIKE_ANY, LIKE_ONE = 0.3, 0.42  # with what all tags share, and with any tag, where no more is tried
AT_ONCE = 48  # poses compared together


class TagMatch(NamedTuple):
    """The tag of the book that fits best, how well, and how far ahead of the next tag."""

    payload: str
    score: float
    gap: float
    pose: Pose

    def is_hidden_tag(self, patterns: int) -> bool:
        """Return whether this, the best of so many *patterns*, may be a tag that is half covered."""
        luck = max(1.0, sqrt(log(patterns) / log(DOUBTED_AMONG)))
        return self.score >= DOUBTED_SCORE * luck and self.gap >= DOUBTED_GAP

    @property
    def is_still_there(self) -> bool:
        """Return whether this counts for a tag at the pose where it was last read."""
        return self.score >= KNOWN_SCORE and self.gap >= KNOWN_GAP


class Clue(StrEnum):
    """Why a tag may lie at a pose: a frame of some size, one of the tags' size, or less, as finder patterns.

    Such hints are found in clutter too, so that what resembles no tag at first sight is left alone.
    """

    FRAME = "frame"
    SIZED_FRAME = "sized_frame"
    HINT = "hint"


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
SWIFT = (_Step(1.0, 0.0, 0.0, 0.0), SEARCH[1])  # by what all tags share
FOLLOW = (_Step(0.5, 0.0, 0.0, 0.0),)


@dataclass(frozen=True)
class Matcher:
    """Recognises the tags of *book* in pictures *gray* (h, w), whose lens blurs them by *blur* modules.

    They must be clearly better than *rivals*, which the book does not list.
    """

    book: TagBook
    rivals: tuple[str, ...] = ()
    blur: float = BLUR_MODULES

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
        inner = side - 2 * self.margin
        edges = {side - 2 * layout.rim, side - 2 * layout.rim - 2 * layout.frame} if layout.frame else {side}
        edges = {inner} if layout.kind == "aruco" else edges
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
        inner, fine = slice(self.margin, self.side - self.margin), np.kron(np.eye(self.side), np.ones((1, 4)))
        blurred = [cv2.GaussianBlur(module, (0, 0), 4 * self.blur) for module in fine.astype(np.float32)]
        seen = np.array(blurred).reshape(self.side, self.side, 4).mean(axis=2).T[inner]
        modules = np.array([np.where(tag_modules(each, self.layout), -1, 1) for each in self.payloads])
        codes = seen @ modules.astype(np.float32) @ seen.T
        turns = [np.rot90(codes, quarters, axes=(1, 2)) for quarters in range(4)]
        return np.stack(turns, axis=1).reshape(-1, *codes.shape[1:])

    @cached_property
    def patterns(self) -> Floats:
        """Return every tag in four quarter turns, each with mean 0 and length 1, (tags * 4, n)."""
        return normal(self._drawn.reshape(len(self._drawn), -1))

    @cached_property
    def _local_patterns(self) -> Floats:
        """Return ``patterns``, (tags * 4, n), with the same contrast everywhere."""
        return normal(evened(self._drawn).reshape(len(self._drawn), -1))

    @cached_property
    def _shared_patterns(self) -> Floats:
        """Return what all tags have in common in four quarter turns, of mean 0 and length 1, (4, n)."""
        inner = (self.side - 2 * self.margin) ** 2
        return normal(self._drawn.reshape(-1, 4, inner).mean(axis=0))

    @cached_property
    def varied(self) -> NDArray[np.bool_]:
        """Return which modules differ from tag to tag, in four quarter turns, (4, n)."""
        inner = (self.side - 2 * self.margin) ** 2
        spread = self._drawn.reshape(-1, 4, inner).std(axis=0)
        return np.asarray(spread > spread.max() / 2, np.bool_)

    @cached_property
    def _tries(self) -> dict[_Step, tuple[PoseRows, Floats]]:
        """Return for each step the changes it tries, and where they sample, (tries, n, 2) tag sides."""
        tries = {}
        for step in {*SEARCH, *SWIFT, *FOLLOW}:
            shifts = [(i * step.shift / self.side, j * step.shift / self.side) for i in NEAR for j in NEAR]
            scales = sorted({1 + i * step.scale for i in NEAR})
            turns = sorted({i * step.turn for i in NEAR})
            changes = [(*at, turn, size) for size in scales for turn in turns for at in shifts]
            places = [self.grid @ turned(turn) * size + (x, y) for x, y, turn, size in changes]
            tries[step] = np.array(changes, np.float64), np.array(places, np.float32)
        return tries

    def match(self, gray: Gray, registration: Registration, pose: Pose, *, cold: bool = True) -> TagMatch:
        """Return the best tag near *pose*; *cold* looks further around than where a tag is known to lie."""
        return self.match_all(gray, registration, [pose], cold=cold)[0]

    def match_all(
        self,
        gray: Gray,
        registration: Registration,
        poses: Sequence[Pose],
        *,
        cold: bool = True,
        by: Clue = Clue.FRAME,
    ) -> list[TagMatch]:
        """Return the best tag near each of *poses*, which are there *by* some clue, as ``match`` does.

        Where a tag lies is first told by what all tags have in common, for that costs least; what is then not
        read for sure is compared with the whole book in each step.
        """
        found: list[TagMatch] = []
        for first in range(0, len(poses), AT_ONCE):
            view, few = _View(gray, registration), rows_of(poses[first : first + AT_ONCE])
            if not cold:
                found += self._told(*self._followed(view, few))
                continue
            is_likely, some = self._placed(view, few, SEARCH[:2] if by is Clue.FRAME else SWIFT)
            unsure = [row for row in range(len(some)) if not self.is_sure(some[row])]
            if by is Clue.HINT:
                unsure = [row for row in unsure if is_likely[row]]
            if unsure:
                searched = self._told(*self._searched(view, few[unsure]))
                for row, match in zip(unsure, searched, strict=True):
                    some[row] = max(some[row], match, key=lambda each: (self.is_sure(each), each.score))
            found += some
        return found

    def _placed(
        self, view: "_View", poses: PoseRows, steps: Sequence[_Step]
    ) -> tuple[NDArray[np.bool_], list[TagMatch]]:
        """Return which of *poses* (k, 4) may be tags, and the best tag at each, by what all tags share."""
        for step in steps:
            poses, samples, shared = self._moved(view, poses, step, self._shared_patterns)
        scores = correlations(samples, self.patterns)
        is_likely = (shared.max(axis=1) >= LIKE_ANY) | (scores.max(axis=1) >= LIKE_ONE)
        rows = np.flatnonzero(is_likely)
        if len(rows):
            likely = self.patterns[_likeliest(scores[rows])]
            poses[rows], samples[rows], _ = self._moved(view, poses[rows], SEARCH[2], likely)
        return is_likely, self._told(poses, samples)

    def _searched(self, view: "_View", poses: PoseRows) -> tuple[PoseRows, Floats]:
        """Return *poses* (k, 4) moved to where any tag of the book fits, and the samples (k, n) there."""
        poses, samples, scores = self._moved(view, poses, SEARCH[0], self.patterns)
        likely, best = _likeliest(scores), scores.max(axis=1)
        for step, before in zip(SEARCH[1:], SEARCH, strict=False):
            rows = np.flatnonzero(best >= before.hopeless)
            if len(rows):
                patterns = self.patterns[likely[rows]]
                poses[rows], samples[rows], scores = self._moved(view, poses[rows], step, patterns)
                best[rows] = scores.max(axis=1)
        return poses, samples

    def _followed(self, view: "_View", poses: PoseRows) -> tuple[PoseRows, Floats]:
        """Return *poses* (k, 4) moved as little as a known tag moves, and the samples (k, n) there."""
        poses, samples, _ = self._moved(view, poses, FOLLOW[0], self.patterns)
        return poses, samples

    def _moved(
        self, view: "_View", poses: PoseRows, step: _Step, patterns: Floats
    ) -> tuple[PoseRows, Floats, Floats]:
        """Return *poses* (k, 4) each moved by the change of *step* that fits any of *patterns* best.

        These are (p, n), or each pose's own, (k, p, n).  Besides it returns the samples (k, n) and the
        scores (k, p) there.
        """
        changes, places = self._tries[step]
        samples = sampled(view.gray, views_of(view.registration, poses), places)
        count, tries, width = samples.shape
        rows = normal(samples.reshape(-1, width))
        if patterns.ndim == 2:
            scores = products(rows, patterns).reshape(count, tries, -1)
        else:
            scores = rows.reshape(samples.shape) @ patterns.swapaxes(1, 2)
        best, every = scores.max(axis=2).argmax(axis=1), np.arange(count)
        return changed(poses, changes[best]), samples[every, best], scores[every, best]

    def _told(self, poses: PoseRows, samples: Floats) -> list[TagMatch]:
        """Return the tags of the book that fit *samples* (k, n) best, read at *poses* (k, 4)."""
        scores = self.scores(samples)
        columns = scores[:, : 4 * len(self.book.tags)].argmax(axis=1)
        own, gaps = fits(scores, columns)
        return [
            TagMatch(self.payloads[column // 4], float(score), float(gap), pose_of(row, column % 4))
            for column, score, gap, row in zip(columns.tolist(), own, gaps, poses, strict=True)
        ]

    def is_sure(self, match: TagMatch) -> bool:
        """Return whether *match* counts for a tag never seen before."""
        if match.score >= COLD_SCORE and match.gap >= COLD_GAP:
            return True
        is_clear = match.score >= CLEAR_SCORE and match.gap >= CLEAR_GAP
        return is_clear and self.layout.kind == "framed_qr"

    def places(self, registration: Registration, pose: Pose) -> Floats:
        """Return the pixels at which a tag's code is sampled that lies at *pose*, (n, 2)."""
        [view] = views_of(registration, rows_of([pose]))
        return np.asarray(cv2.perspectiveTransform(self.grid[None], view)[0], np.float32)

    def scores(self, samples: Floats) -> Floats:
        """Return how well each row of *samples* (m, n) agrees with every tag in four turns, (m, tags * 4)."""
        plain = correlations(samples, self.patterns)
        return np.maximum(plain, self._local_scores(samples))

    @cached_property
    def _shared(self) -> list[tuple[NDArray[np.intp], Floats]]:
        """Return the modules (m,) that all QR codes share, in four quarter turns, and how they look (m,).

        They are the finder patterns with their white rims.
        """
        inner = self.side - 2 * self.margin
        shared = np.zeros((inner, inner), np.bool_)
        shared[:8, :8] = shared[:8, -8:] = shared[-8:, :8] = True
        parts = [np.flatnonzero(np.rot90(shared, turns)) for turns in range(4)]
        return [
            (part, normal(pattern.reshape(1, -1)[:, part])[0])
            for part, pattern in zip(parts, self._drawn, strict=False)
        ]

    def likeness(self, gray: Gray, registration: Registration, poses: Sequence[Pose]) -> Floats:
        """Return how much what lies at each of *poses* looks like a tag of any book, (n,) from -1 to 1."""
        if not poses:
            return np.empty(0, np.float32)
        samples = sampled(gray, views_of(registration, rows_of(poses)), self.grid[None])[:, 0]
        best = np.max([normal(samples[:, part]) @ pattern for part, pattern in self._shared], axis=0)
        return np.asarray(best, np.float32)

    @cached_property
    def frame(self) -> TagFrame:
        """Return the frame that all tags have."""
        return TagFrame(self.layout, self.side)

    def verify(self, gray: Gray, registration: Registration, pose: Pose, payload: str) -> TagMatch | None:
        """Return the known tag *payload* at *pose* if it still lies there, else None."""
        found = self.match(gray, registration, pose, cold=False)
        if found.payload == payload and found.is_still_there:
            return found
        [step] = FOLLOW
        _, places = self._tries[step]
        [samples] = sampled(gray, views_of(registration, rows_of([pose])), places)
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
        even = evened(samples.reshape(-1, inner, inner)).reshape(len(samples), -1)
        return correlations(even, self._local_patterns)


class _View(NamedTuple):
    """A picture (h, w) and where the board lies in it."""

    gray: Gray
    registration: Registration


def _likeliest(scores: Floats) -> NDArray[np.intp]:
    """Return for each row of *scores* (k, p) the columns of its best LIKELY, (k, LIKELY)."""
    return np.argsort(scores, axis=1)[:, -LIKELY:]
