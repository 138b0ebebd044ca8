"""How many of a tray's spots are seen: a figure stands on each of the others, or before it.

A spot is a black ring on the tray's white paper.  It is compared with what it must look like where
the tray's own tags say that it lies, all around: a figure's dark base has no white within, a figure
or its shadow over a part of it leaves a part that fits badly.  Knows no figure and no game.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import dist
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kernel.hexes import Hex
from vision.board.calibrate import Gray, Registration
from vision.board.plan import TagBook
from vision.sightings import Point, Sighting, SpotCount
from vision.tags.poses import turned
from vision.tags.spot_pattern import (
    SIDE,
    Floats,
    SpotPattern,
    fit_spots,
    rough_fits,
    spot_pixels,
    usual_pattern,
)

WHOLE, WORST = 0.62, 0.4  # above these a spot is seen: open ones have 0.73 and 0.66, others 0.51 and 0.17
FAINT_WHOLE, FAINT_WORST = 0.5, 0.1  # above these it may be
ROUGH = 0.3  # so much another fit, without looking for a spot nearby, is a change
CONTRAST = 0.12  # of the tray's own tag, at the least: a spot may lie in a shadow and the tag not
SAME_SPOT_MM = 4.0
SAME_TRAY_MM = 6.0  # between where two tags of one tray say that its middle is


class TraySeen(NamedTuple):
    """Where spots of a tray are seen, mm, and how many of them; in which *hexes* its tags lie.

    *places* (n, SIDE, SIDE, 2) are the pixels where its spots are sampled, and *rough* (n,) is how
    well they fitted the *pattern* there.
    """

    seen: tuple[Point, ...]
    shown: SpotCount
    hexes: frozenset[Hex]
    places: Floats
    pattern: SpotPattern
    rough: Floats


class _TrayPose(NamedTuple):
    """A tray: a tag of it, its middle (2,) mm and its turn by all tags that are read."""

    tag: Sighting
    middle: NDArray[np.float64]
    turn: float


class SpotReader:
    """Reads the spots of all trays of *book*; what was seen of one is kept while it is doubtful."""

    def __init__(self, book: TagBook) -> None:
        self._listed = {
            payload: part.spots
            for part in book.parts
            if part.spots is not None
            for payload in part.spots.figures
        }
        self._trays: dict[str, TraySeen] = {}
        self.counts: Mapping[str, SpotCount] = {}

    def look(
        self,
        gray: Gray,
        registration: Registration,
        sightings: Iterable[Sighting],
        hexes: Collection[Hex] | None = None,
        *,
        hidden: Collection[Hex] = (),
    ) -> None:
        """Read in *gray* (h, w) the spots of the trays among *sightings*, of those in *hexes* if told.

        Of a tray that is not among them nothing is known any more; what lies in *hidden* hexes is kept.
        """
        tags: dict[str, list[Sighting]] = {}
        for one in sightings:
            if one.payload in self._listed:
                tags.setdefault(one.piece, []).append(one)
        self._trays = {
            piece: self._trays[piece]
            if piece in self._trays and _is_kept(ones, hexes, hidden)
            else self._read(ones, self._trays.get(piece), gray, registration)
            for piece, ones in tags.items()
        }
        self.counts = {piece: tray.shown for piece, tray in self._trays.items()}

    def _read(
        self, tags: Sequence[Sighting], before: TraySeen | None, gray: Gray, registration: Registration
    ) -> TraySeen:
        tray, spots = self._tray(tags), self._listed[tags[0].payload]
        old = () if before is None else before.seen
        contrast = CONTRAST * _contrast(gray, registration, tray.tag)
        places = spots.spots_mm(tray.tag.payload, tray.middle, tray.turn)
        seen, doubtful = list[Point](), 0
        for at, fit in zip(places, fit_spots(gray, registration, spots, places), strict=True):
            spot = (float(at[0]), float(at[1]))
            is_seen = fit.whole >= WHOLE and fit.worst >= WORST and fit.contrast >= contrast
            is_faint = not is_seen and fit.whole >= FAINT_WHOLE and fit.worst >= FAINT_WORST
            doubtful += is_faint
            if is_seen or (is_faint and any(dist(spot, one) < SAME_SPOT_MM for one in old)):
                seen.append(spot)
        sampled = spot_pixels(registration, spots, places, SIDE)
        return TraySeen(
            tuple(seen),
            SpotCount(spots=len(places), seen=len(seen), doubtful=doubtful),
            frozenset(one.hex for one in tags),
            sampled,
            usual_pattern(spots),
            rough_fits(gray, sampled, usual_pattern(spots)),
        )

    def stale_hexes(self, gray: Gray) -> set[Hex]:
        """Return the hexes of trays that show other spots in *gray* (h, w) than when they were read.

        A grey figure on a black ring on white may change no smaller picture of the table.
        """
        alike: dict[int, list[TraySeen]] = {}
        for tray in self._trays.values():
            alike.setdefault(id(tray.pattern), []).append(tray)
        changed = set[Hex]()
        for trays in alike.values():
            ends = np.cumsum([len(tray.places) for tray in trays])[:-1]
            fits = rough_fits(gray, np.concatenate([tray.places for tray in trays]), trays[0].pattern)
            for tray, now in zip(trays, np.split(fits, ends), strict=True):
                if (np.abs(now - tray.rough) >= ROUGH).any():
                    changed |= tray.hexes
        return changed

    def _tray(self, tags: Sequence[Sighting]) -> _TrayPose:
        """Return the tray with these *tags*, as most of them have it; they are turned by thirds."""
        middles = [self._listed[tag.payload].tray_mm(tag.pose.centre_mm, tag.pose.turn) for tag in tags]
        near = [[float(np.hypot(*(one - other))) < SAME_TRAY_MM for other in middles] for one in middles]
        most = int(np.argmax([sum(row) for row in near]))
        agreeing = [tag for tag, is_near in zip(tags, near[most], strict=True) if is_near]
        middle = np.mean([one for one, is_near in zip(middles, near[most], strict=True) if is_near], axis=0)
        turns = sum(np.exp(3j * tag.pose.turn) for tag in agreeing)
        return _TrayPose(tags[most], middle, float(np.angle(turns)) / 3)


def _is_kept(tags: Sequence[Sighting], hexes: Collection[Hex] | None, hidden: Collection[Hex]) -> bool:
    """Return whether the tray with these *tags* lies in no hex that is looked at, or in a hidden one."""
    is_asked = hexes is None or any(one.hex in hexes for one in tags)
    return not is_asked or any(one.hex in hidden for one in tags)


def _contrast(gray: Gray, registration: Registration, tag: Sighting) -> float:
    """Return how many grey levels the paper of a tag is above its ink."""
    along = (np.arange(16) + 0.5) / 16 - 0.5
    grid = np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2).astype(np.float32)
    places = grid @ turned(tag.pose.turn) * tag.pose.size_mm + tag.pose.centre_mm
    at = registration.to_pixels(places.astype(np.float64)).astype(np.float32)
    seen = cv2.remap(gray, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    dark, light = np.percentile(seen, (15, 85))
    return float(light - dark)
