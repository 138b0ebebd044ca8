"""Whether known tags still lie where they were read: all of them at once, without searching.

The picture is sampled only at the known poses and each tag compared with its own pattern,
so that all tags of a quiet table are verified in each frame for less than one tag's search.
Those that look weak, and a few others in turn, are compared with the whole book.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Registration
from vision.sightings import Sighting
from vision.source.frames import Picture
from vision.tags.matcher import KNOWN_SCORE, Floats, Matcher, fits, normal

FAINT_SCORE, FAINT_GAP = 0.30, 0.05  # below these a tag is no longer recognised at its pose
IN_TURN = 8  # looks until every tag has been compared with the whole book
FAINT_LOOKS = 3  # in a row without being recognised, and a tag is faint
BRIGHTNESS = np.array((0.114, 0.587, 0.299), np.float32)  # of blue, green and red


class _Group(NamedTuple):
    """The tags of one kind: who reads them, their rows in the whole list, and for each its pattern's column,
    its pattern and the pixels (n, 2) where it is sampled.
    """

    matcher: Matcher
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    patterns: Floats
    places: Floats


class Vigil:
    """Watches *sightings*, each read by the matcher at its place, in pictures of one registration."""

    def __init__(
        self, registration: Registration, sightings: Sequence[Sighting], matchers: Sequence[Matcher]
    ) -> None:
        self._registration, self._sightings = registration, tuple(sightings)
        self._looks = 0
        self._missed = np.zeros(len(sightings), np.int64)
        self.faint = frozenset[Sighting]()
        """The tags that were not recognised in any of the last looks."""
        self._groups = []
        for matcher in {id(matcher): matcher for matcher in matchers}.values():
            rows = [row for row, other in enumerate(matchers) if other is matcher]
            places = [matcher.places(registration, sightings[row].pose) for row in rows]
            columns = np.array([4 * matcher.payloads.index(sightings[row].payload) for row in rows])
            patterns = matcher.patterns[columns]
            self._groups.append(_Group(matcher, np.array(rows), columns, patterns, np.array(places)))

    def is_of(self, sightings: Sequence[Sighting], registration: Registration) -> bool:
        """Return whether this is the watch over just these *sightings*."""
        return self._registration is registration and self._sightings == tuple(sightings)

    def look(self, image: Picture) -> None:
        """Verify every tag in *image* (h, w, 3)."""
        self._looks += 1
        for group in self._groups:
            places = group.places
            colours = cv2.remap(image, places[..., 0], places[..., 1], cv2.INTER_LINEAR)
            samples = colours.astype(np.float32) @ BRIGHTNESS
            weak = (normal(samples) * group.patterns).sum(axis=1) < KNOWN_SCORE
            doubted = np.flatnonzero(weak | ((group.rows + self._looks) % IN_TURN == 0))
            seen = np.ones(len(group.rows), np.bool_)
            if len(doubted):
                own, gaps = fits(group.matcher.scores(samples[doubted]), group.columns[doubted])
                seen[doubted] = (own >= FAINT_SCORE) & (gaps >= FAINT_GAP)
            for row in np.flatnonzero(~seen):
                half = group.matcher.half_fit(samples[row : row + 1], int(group.columns[row]))
                seen[row] = half.is_seen
            self._missed[group.rows] = np.where(seen, 0, self._missed[group.rows] + 1)
        if self._missed.any() or self.faint:
            faint = np.flatnonzero(self._missed >= FAINT_LOOKS)
            self.faint = frozenset(self._sightings[row] for row in faint)
