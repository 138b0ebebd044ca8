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

BLUR_PX = 0.7
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
    """A spot as a camera sees it, (n, n), what of that is looked at, and its parts' masks (SECTORS, n, n)."""

    drawn: Floats
    mask: NDArray[np.bool_]
    sectors: NDArray[np.bool_]


@lru_cache(32)
def _pattern(spot_mm: float, hole_mm: float, blur_mm: float) -> _Pattern:
    reach = spot_mm / 2 + WHITE_MM
    fine = 4
    along = ((np.arange(SIDE * fine) + 0.5) / (SIDE * fine) * 2 - 1) * reach
    out = np.hypot(along[None], along[:, None])
    ink = np.where((out > hole_mm / 2) & (out < spot_mm / 2), -1, 1).astype(np.float32)
    sigma = blur_mm / (2 * reach) * SIDE * fine
    blurred = cv2.resize(cv2.GaussianBlur(ink, (0, 0), sigma), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    mids = ((np.arange(SIDE) + 0.5) / SIDE * 2 - 1) * reach
    away = np.hypot(mids[None], mids[:, None])
    turns = np.floor((np.arctan2(mids[:, None], mids[None]) / (2 * np.pi) % 1) * SECTORS)
    mask = away <= reach
    sectors = np.array([mask & (turns == part) for part in range(SECTORS)])
    return _Pattern(np.asarray(blurred, np.float32), mask, sectors)


def fit_spot(
    gray: Gray, registration: Registration, spots: FigureSpots, at_mm: NDArray[np.float64]
) -> SpotFit:
    """Return how well *gray* (h, w) shows a spot at *at_mm* (2,) on the board's plane, or near it."""
    pattern = _pattern_at(registration, spots, at_mm)
    places = registration.to_pixels(_grid(spots, SIDE + 2 * REACH) + at_mm).astype(np.float32)
    seen = cv2.remap(gray, places[..., 0], places[..., 1], cv2.INTER_LINEAR).astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(seen, (SIDE, SIDE)).reshape(-1, SIDE, SIDE)
    drawn = pattern.drawn[pattern.mask]
    scores = _agreement(windows[:, pattern.mask], drawn)
    best = int(np.argmax(scores))
    window = windows[best]
    parts = [_agreement(window[sector][None], pattern.drawn[sector])[0] for sector in pattern.sectors]
    paper, ink = window[pattern.mask & (pattern.drawn > 0.5)], window[pattern.mask & (pattern.drawn < -0.5)]
    return SpotFit(float(scores[best]), float(min(parts)), float(paper.mean() - ink.mean()))


def _pattern_at(registration: Registration, spots: FigureSpots, at_mm: NDArray[np.float64]) -> _Pattern:
    """Return a spot at *at_mm* (2,) as sharp as a camera sees it there."""
    blur = round(min(max(BLUR_PX / max(registration.scale(at_mm), 0.1), 0.25), 1.0), 1)
    return _pattern(spots.spot_mm, spots.hole_mm, blur)


def _grid(spots: FigureSpots, side: int) -> NDArray[np.float64]:
    """Return where *side* samples each way are taken around a spot's middle, (side, side, 2) mm."""
    along = (np.arange(side) - (side - 1) / 2) * (spots.spot_mm + 2 * WHITE_MM) / SIDE
    return np.stack(np.meshgrid(along, along), axis=-1)


def _agreement(samples: Floats, pattern: Floats) -> Floats:
    """Return the correlation of each of *samples* (m, n) with *pattern* (n,), (m,)."""
    even = samples - samples.mean(axis=1, keepdims=True)
    drawn = pattern - pattern.mean()
    length = np.sqrt((even**2).sum(axis=1) * (drawn**2).sum())
    return np.asarray(even @ drawn / np.maximum(length, 1e-6), np.float32)


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
        """Read the spots of the trays among *sightings*, of those in *hexes* if told.

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
        for at in places:
            fit, spot = fit_spot(gray, registration, spots, at), (float(at[0]), float(at[1]))
            is_seen = fit.whole >= WHOLE and fit.worst >= WORST and fit.contrast >= contrast
            is_faint = not is_seen and fit.whole >= FAINT_WHOLE and fit.worst >= FAINT_WORST
            doubtful += is_faint
            if is_seen or (is_faint and any(dist(spot, one) < SAME_SPOT_MM for one in old)):
                seen.append(spot)
        sampled = registration.to_pixels(_grid(spots, SIDE) + places[:, None, None]).astype(np.float32)
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
        return _agreement(samples.reshape(-1, SIDE, SIDE)[:, pattern.mask], pattern.drawn[pattern.mask])

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
