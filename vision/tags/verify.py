"""Whether known tags still lie where they were read: all of them at once, without searching.

The picture is sampled only at the known poses and each tag compared with its own pattern,
so that all tags of a quiet table are verified in each frame for less than one tag's search.
Those that look weak, and a few others in turn, are compared with the whole book.  Where all are surely
there in the picture's draft, no more of it is unpacked.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Registration
from vision.sightings import Sighting
from vision.source.frames import Frame
from vision.source.pictures import Picture
from vision.tags.correlation import Floats, fits, normal
from vision.tags.matcher import KNOWN_SCORE, Matcher

FAINT_SCORE, FAINT_GAP = 0.30, 0.05  # below these a tag is no longer recognised at its pose
OWN_SCORE = 0.30  # with its own modules alone: finder patterns, which all tags have, make up half of a score
SURE_SCORE, SURE_GAP = 0.6, 0.15  # above these a tag is there, though only a draft is looked at
IN_TURN = 8  # looks until every tag has been compared with the whole book
TOGETHER = 8  # tags compared at once, which takes hardly longer than one: the book has to be read for it
FAINT_LOOKS = 3  # in a row without being recognised, and a tag is faint
BRIGHTNESS = np.array((0.114, 0.587, 0.299), np.float32)  # of blue, green and red


class _Group(NamedTuple):
    """The tags of one kind: who reads them, their rows in the whole list, and for each its pattern's column,
    its pattern, that without the modules that all tags share, and the pixels (n, 2) where it is sampled.
    """

    matcher: Matcher
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    patterns: Floats
    own: Floats
    places: Floats


class TagVerifier:
    """Watches *sightings*, each read by the matcher at its place, in pictures of one registration."""

    def __init__(
        self, registration: Registration, sightings: Sequence[Sighting], matchers: Sequence[Matcher]
    ) -> None:
        self._registration, self._sightings = registration, tuple(sightings)
        self._looks = 0
        self._at_once = max(TOGETHER, -(-len(sightings) // IN_TURN))
        self._missed = np.zeros(len(sightings), np.int64)
        self.faint = frozenset[Sighting]()
        """The tags that were not recognised in any of the last looks."""
        self._groups = []
        for matcher in {id(matcher): matcher for matcher in matchers}.values():
            rows = [row for row, other in enumerate(matchers) if other is matcher]
            places = [matcher.places(registration, sightings[row].pose) for row in rows]
            columns = np.array([4 * matcher.payloads.index(sightings[row].payload) for row in rows])
            patterns = matcher.patterns[columns]
            own = _within(patterns, matcher.varied[columns % 4])
            self._groups.append(_Group(matcher, np.array(rows), columns, patterns, own, np.array(places)))

    @property
    def is_wavering(self) -> bool:
        """Return whether a tag was not recognised in the last look that is not faint yet."""
        return bool(((self._missed > 0) & (self._missed < FAINT_LOOKS)).any())

    def is_of(self, sightings: Sequence[Sighting], registration: Registration) -> bool:
        """Return whether this is the watch over just these *sightings*."""
        return self._registration is registration and self._sightings == tuple(sightings)

    def look(self, frame: Frame) -> None:
        """Verify every tag in *frame*."""
        self._looks += 1
        due = np.arange(len(self._sightings)) // self._at_once == self._looks % IN_TURN
        if not self._missed.any() and self._are_sure(frame, due):
            return
        for group in self._groups:
            seen = self._seen(group, frame.image, (due | (self._missed > 0))[group.rows])
            self._missed[group.rows] = np.where(seen, 0, self._missed[group.rows] + 1)
        faint = np.flatnonzero(self._missed >= FAINT_LOOKS)
        self.faint = frozenset(self._sightings[row] for row in faint)

    def _are_sure(self, frame: Frame, due: NDArray[np.bool_]) -> bool:
        """Return whether the draft of *frame* is enough to be sure of every tag, the *due* ones compared."""
        scale = frame.draft.shape[1] / frame.shape[1]
        if scale == 1:
            return False
        for group in self._groups:
            samples = _samples(frame.draft, group.places, scale)
            if (_own_scores(group, samples) < SURE_SCORE).any() or _are_others(group, samples).any():
                return False
            _, gaps = _compared(group, samples, np.flatnonzero(due[group.rows]))
            if (gaps < SURE_GAP).any():
                return False
        return True

    def _seen(self, group: _Group, image: Picture, due: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which tags of *group* lie in *image* where they were read, (n,); compares the *due* ones."""
        samples = _samples(image, group.places)
        is_weak = (_own_scores(group, samples) < KNOWN_SCORE) | _are_others(group, samples)
        doubted = np.flatnonzero(due | is_weak)
        own, gaps = _compared(group, samples, doubted)
        seen = np.ones(len(group.rows), np.bool_)
        seen[doubted] = (own >= FAINT_SCORE) & (gaps >= FAINT_GAP)
        for row in np.flatnonzero(~seen):
            seen[row] = group.matcher.half_fit(samples[row : row + 1], int(group.columns[row])).is_seen
        return seen


def _samples(image: Picture, places: Floats, scale: float = 1.0) -> Floats:
    """Return the brightness at *places* (n, m, 2) in *image*, which is *scale* times the size, (n, m)."""
    at = ((places + 0.5) * scale - 0.5).astype(np.float32)
    colours = cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    return np.asarray(colours.astype(np.float32) @ BRIGHTNESS, np.float32)


def _own_scores(group: _Group, samples: Floats) -> Floats:
    """Return how well each tag's sample agrees with its own pattern, (n,)."""
    return np.asarray((normal(samples) * group.patterns).sum(axis=1), np.float32)


def _are_others(group: _Group, samples: Floats) -> NDArray[np.bool_]:
    """Return which samples agree with their tags in what all tags share alone, (n,)."""
    own = _within(samples, group.own != 0)
    return np.asarray((own * group.own).sum(axis=1) < OWN_SCORE, np.bool_)


def _within(rows: Floats, modules: NDArray[np.bool_]) -> Floats:
    """Return *rows* (m, n) each with mean 0 and length 1 in its *modules* (m, n), and 0 elsewhere."""
    mean = (rows * modules).sum(axis=1, keepdims=True) / np.maximum(modules.sum(axis=1, keepdims=True), 1)
    centred = (rows - mean) * modules
    length = np.sqrt((centred * centred).sum(axis=1, keepdims=True))
    return np.asarray(centred / np.maximum(length, 1e-3), np.float32)


def _compared(group: _Group, samples: Floats, rows: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return the scores of the tags in *rows*, compared with the whole book, and the gaps to the next tag."""
    if not len(rows):
        return np.empty(0, np.float32), np.empty(0, np.float32)
    return fits(group.matcher.scores(samples[rows]), group.columns[rows])
