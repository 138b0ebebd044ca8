"""How many of a tray's spots are seen: a figure stands on each of the others, or before it.

A spot is a black ring on the tray's white paper.  It is compared with what it must look like where
the tray's own tags say that it lies, all around: a figure's dark base has no white within, a figure
or its shadow over a part of it leaves a part that fits badly.  Knows no figure and no game.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from math import dist
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kernel.hexes import Hex
from vision.board.calibrate import Gray, Registration
from vision.board.figure_spots import FigureSpots
from vision.board.plan import TagBook
from vision.sightings import Point, Sighting, SpotCount
from vision.tags.poses import turned

Floats = NDArray[np.float32]

BLUR_PX, LEAST_BLUR_MM, MOST_BLUR_MM = 0.7, 0.25, 1.0
WHITE_MM = 0.9  # of the paper around a spot, that is looked at too
SIDE = 21  # samples
REACH = 2  # samples, each way: how far off a spot is looked for
SECTORS = 8

WHOLE, WORST = 0.62, 0.4  # above these a spot is seen: open ones have 0.73 and 0.66, others 0.51 and 0.17
FAINT_WHOLE, FAINT_WORST = 0.5, 0.1  # above these it may be
ROUGH, USUAL_BLUR_MM = 0.3, 0.5  # so much another fit, without looking for a spot nearby, is a change
CONTRAST = 0.12  # of the tray's own tag, at the least: a spot may lie in a shadow and the tag not
SAME_SPOT_MM = 4.0
SAME_TRAY_MM = 6.0  # between where two tags of one tray say that its middle is


class SpotFit(NamedTuple):
    """How well a place fits a spot: all of it, and its worst part; how far its ink is from its paper.

    *contrast* is in grey levels.
    """

    whole: float
    worst: float
    contrast: float


class _Pattern(NamedTuple):
    """A spot as a camera sees it, (n,), and which samples are in each of its parts, (1 + SECTORS, n).

    The first part is all of it.  *paper* and *ink* (n,) are means over either.
    """

    drawn: Floats
    parts: Floats
    paper: Floats
    ink: Floats


@lru_cache(32)
def _pattern(spot_mm: float, hole_mm: float, blur_mm: float) -> _Pattern:
    reach, fine = spot_mm / 2 + WHITE_MM, 4
    along = ((np.arange(SIDE * fine) + 0.5) / (SIDE * fine) * 2 - 1) * reach
    out = np.hypot(along[None], along[:, None])
    ink = np.where((out > hole_mm / 2) & (out < spot_mm / 2), -1, 1).astype(np.float32)
    sigma = blur_mm / (2 * reach) * SIDE * fine
    drawn = cv2.resize(cv2.GaussianBlur(ink, (0, 0), sigma), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    mids = ((np.arange(SIDE) + 0.5) / SIDE * 2 - 1) * reach
    turns = np.floor((np.arctan2(mids[:, None], mids[None]) / (2 * np.pi) % 1) * SECTORS)
    disc = np.hypot(mids[None], mids[:, None]) <= reach
    parts = np.array([disc, *(disc & (turns == part) for part in range(SECTORS))], np.float32)
    means = [(disc & (drawn > 0.5)), (disc & (drawn < -0.5))]
    paper, dark = ((mask / max(1, mask.sum())).astype(np.float32).ravel() for mask in means)
    return _Pattern(np.asarray(drawn, np.float32).ravel(), parts.reshape(len(parts), -1), paper, dark)


def fit_spots(
    gray: Gray, registration: Registration, spots: FigureSpots, at_mm: NDArray[np.float64]
) -> list[SpotFit]:
    """Return how well *gray* (h, w) shows spots at *at_mm* (n, 2) on the board's plane, or near them."""
    places = _pixels(registration, spots, at_mm, SIDE + 2 * REACH)
    step = places[0, :2, :2].astype(np.float64)
    right, down = step[0, 1] - step[0, 0], step[1, 0] - step[0, 0]
    least = abs(float(right[0] * down[1] - right[1] * down[0])) / max(np.hypot(*right), np.hypot(*down), 1e-6)
    scale = max(least * SIDE / (spots.spot_mm + 2 * WHITE_MM), 0.1)
    pattern = _pattern(
        spots.spot_mm, spots.hole_mm, round(min(max(BLUR_PX / scale, LEAST_BLUR_MM), MOST_BLUR_MM), 1)
    )
    flat = places.reshape(-1, SIDE + 2 * REACH, 2)
    seen = cv2.remap(gray, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR)
    seen = np.asarray(seen.reshape(places.shape[:-1]), np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(seen, (SIDE, SIDE), axis=(1, 2))
    samples = np.asarray(windows, np.float32).reshape(len(at_mm), -1, SIDE * SIDE)
    scores = _agreement(samples, pattern)
    best = scores[..., 0].argmax(axis=1)
    rows = np.arange(len(at_mm))
    taken = samples[rows, best]
    contrast = taken @ (pattern.paper - pattern.ink)
    return [
        SpotFit(float(fit[0]), float(fit[1:].min()), float(levels))
        for fit, levels in zip(scores[rows, best], contrast, strict=True)
    ]


def _agreement(samples: Floats, pattern: _Pattern) -> Floats:
    """Return the correlation of *samples* (..., n) with each part of *pattern*, (..., 1 + SECTORS)."""
    even = samples - samples.mean(axis=-1, keepdims=True)
    counts, masks = pattern.parts.sum(axis=1), pattern.parts.T
    sums, squares = even @ masks, even**2 @ masks
    products = even @ (pattern.parts * pattern.drawn).T
    drawn, drawn_squares = pattern.drawn @ masks, pattern.drawn**2 @ masks
    spread = np.maximum(squares - sums**2 / counts, 0) * (drawn_squares - drawn**2 / counts)
    return np.asarray((products - sums * drawn / counts) / np.maximum(np.sqrt(spread), 1e-3), np.float32)


def _pixels(registration: Registration, spots: FigureSpots, at_mm: NDArray[np.float64], side: int) -> Floats:
    """Return where *side* samples each way are taken around spots at *at_mm* (n, 2): (n, side, side, 2) px.

    So small a place is seen without perspective.
    """
    half = spots.spot_mm / 2
    around = np.array([(half, 0), (-half, 0), (0, half), (0, -half)])
    east, west, north, south = registration.to_pixels(at_mm + around[:, None])
    along = (np.arange(side) - (side - 1) / 2) * (spots.spot_mm + 2 * WHITE_MM) / SIDE / spots.spot_mm
    across = along[None, None, :, None] * (east - west)[:, None, None]
    up = along[None, :, None, None] * (north - south)[:, None, None]
    middle = (east + west + north + south)[:, None, None] / 4
    return np.asarray(middle + across + up, np.float32)


class TraySeen(NamedTuple):
    """Where spots of a tray are seen, mm, and how many of them; in which *hexes* its tags lie.

    *places* (n, SIDE, SIDE, 2) are the pixels where its spots are sampled, and *rough* (n,) is how
    well they fitted there.
    """

    seen: tuple[Point, ...]
    shown: SpotCount
    hexes: frozenset[Hex]
    places: Floats
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
        sampled = _pixels(registration, spots, places, SIDE)
        return TraySeen(
            tuple(seen),
            SpotCount(spots=len(places), seen=len(seen), doubtful=doubtful),
            frozenset(one.hex for one in tags),
            sampled,
            self._rough_fits(gray, sampled),
        )

    def stale_hexes(self, gray: Gray) -> set[Hex]:
        """Return the hexes of trays that show other spots in *gray* (h, w) than when they were read.

        A grey figure on a black ring on white may change no smaller picture of the table.
        """
        if not self._trays:
            return set()
        trays = list(self._trays.values())
        ends = np.cumsum([len(tray.places) for tray in trays])[:-1]
        fits = np.split(self._rough_fits(gray, np.concatenate([tray.places for tray in trays])), ends)
        changed = [
            tray.hexes
            for tray, now in zip(trays, fits, strict=True)
            if (np.abs(now - tray.rough) >= ROUGH).any()
        ]
        return set[Hex]().union(*changed)

    def _rough_fits(self, gray: Gray, places: Floats) -> Floats:
        """Return how *places* (n, SIDE, SIDE, 2) fit a spot without looking for it beside them, (n,)."""
        flat = places.reshape(-1, SIDE, 2)
        samples = cv2.remap(gray, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR).astype(np.float32)
        spots = next(iter(self._listed.values()))
        pattern = _pattern(spots.spot_mm, spots.hole_mm, USUAL_BLUR_MM)
        return np.asarray(_agreement(samples.reshape(-1, SIDE * SIDE), pattern)[:, 0], np.float32)

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
