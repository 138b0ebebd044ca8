"""The frame of a tag with the white within it: how well it is seen, and where it is though blurred.

Where a lens leaves no edge there is no square, but a dark ring around a bright one still looks like a frame.
Knows no tag of any book.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Registration
from vision.board.plan import Layout
from vision.board.plane import Sheet
from vision.sightings import Pose
from vision.tags.correlation import Floats, correlations, normal
from vision.tags.poses import PoseRows, changed, pose_of, rows_of, sampled, turned, views_of

FRAMED = 0.6  # correlation with a frame from which it is one
SIDE_PX = 15  # of a tag in the picture that is searched
TURNS = np.deg2rad((0.0, 22.5, 45.0, 67.5))
MAYBE = 0.5  # correlation there from which a closer look is worth it
LEAST_CONTRAST = 4.0  # grey levels by which what may be one varies
FINE = 8  # parts of a pixel in which a frame is drawn
SIDES, SIDE_SHARE = 3, 0.4  # sides that must be seen, one may be covered; of the clearest one's contrast
SHIFT_MODULES, TWIST = 1.2, 0.13  # so far the closer look goes
NEAR = 0.3  # of a side: no two tags lie so near to each other


class _Drawn(NamedTuple):
    """A frame as it is looked for: what it *looks* like, and which *share* of each pixel is of it, (n, n)."""

    looks: Floats
    share: Floats


@dataclass(frozen=True)
class TagFrame:
    """The frame of all tags of a *layout* that are so many modules wide."""

    layout: Layout
    side: int

    @cached_property
    def _edges(self) -> tuple[float, float, float]:
        """Return the sides of the code, of the white around it, and of the frame, as shares of a tag's."""
        frame = self.side - 2 * self.layout.rim
        white = frame - 2 * self.layout.frame
        return (white - 2 * self.layout.quiet) / self.side, white / self.side, frame / self.side

    @cached_property
    def _modules(self) -> tuple[Floats, Floats]:
        """Return where white, frame and rim lie (n, 2; tag sides), and how they look, (1, n)."""
        along = (np.arange(self.side) + 0.5 - self.side / 2) / self.side
        places = np.stack(np.meshgrid(along, -along), axis=-1).reshape(-1, 2).astype(np.float32)
        out = np.abs(places).max(axis=1) * 2
        code, white, _ = self._edges
        places, out = places[out > code], out[out > code]
        return places, normal(np.where(out < white, 1, -1).astype(np.float32)[None])

    @cached_property
    def _tries(self) -> tuple[PoseRows, Floats]:
        """Return the changes that a closer look tries, and where each samples, (tries, n, 2) tag sides."""
        places, steps = self._modules[0], (-1, 0, 1)
        step = SHIFT_MODULES / self.side
        changes = [(x * step, y * step, turn * TWIST, 1.0) for turn in steps for x in steps for y in steps]
        moved = [places @ turned(turn) + (x, y) for x, y, turn, _ in changes]
        return np.array(changes, np.float64), np.array(moved, np.float32)

    def fit(self, gray: Gray, registration: Registration, pose: Pose) -> float:
        """Return how much what lies around *pose* in *gray* (h, w) looks like a frame, -1 to 1."""
        places, looks = self._modules
        samples = sampled(gray, views_of(registration, rows_of([pose])), places[None])
        return float(correlations(samples[0], looks)[0, 0])

    def seen_near(self, gray: Gray, registration: Registration, poses: Iterable[Pose]) -> list[Pose]:
        """Return those of *poses*, moved a little, where a frame is seen in *gray* (h, w)."""
        rows = rows_of([*poses])
        if not len(rows):
            return []
        changes, places = self._tries
        samples = sampled(gray, views_of(registration, rows), places)
        looks = self._modules[1]
        fits = correlations(samples.reshape(-1, samples.shape[2]), looks).reshape(len(rows), -1)
        best = fits.argmax(axis=1)
        moved, there = changed(rows, changes[best]), samples[np.arange(len(rows)), best]
        is_seen = (fits.max(axis=1) >= FRAMED) & self._has_sides(there)
        return [pose_of(row, 0) for row in moved[is_seen]]

    def _has_sides(self, samples: Floats) -> NDArray[np.bool_]:
        """Return of each of *samples* (m, n) whether SIDES of its sides are a frame's: of stripes two are."""
        places, looks = self._modules
        x, y = places.T
        ways = (x > np.abs(y), -x > np.abs(y), y > np.abs(x), -y > np.abs(x))
        rises = np.stack(
            [
                samples[:, way & (looks[0] > 0)].mean(axis=1) - samples[:, way & (looks[0] < 0)].mean(axis=1)
                for way in ways
            ],
            axis=1,
        )
        is_like = rises >= SIDE_SHARE * rises.max(axis=1, keepdims=True)
        return np.asarray(is_like.sum(axis=1) >= SIDES, np.bool_)

    def blurred(self, sheet: Sheet, size_mm: float) -> Iterator[Pose]:
        """Yield where a blurred frame of a tag of *size_mm* may be seen in *sheet*, the likeliest first.

        Nowhere where the tags have none.
        """
        if not (self.layout.frame and self.layout.quiet):
            return
        scale = min(SIDE_PX / size_mm, sheet.scale)
        height, width = (max(1, round(length * scale / sheet.scale)) for length in sheet.image.shape)
        image = cv2.resize(sheet.image, (width, height), interpolation=cv2.INTER_AREA)
        small = Sheet(np.asarray(image, np.uint8), sheet.area, scale)
        frames = [self._drawn(size_mm * scale, float(turn)) for turn in TURNS]
        fits = _fitted(small.image.astype(np.float32), frames)
        best = np.asarray(fits.max(axis=0), np.float32)
        around = cv2.dilate(best, np.ones((2 * int(NEAR * size_mm * scale) + 1,) * 2, np.uint8))
        rows, columns = np.nonzero((best == around) & (best >= MAYBE))
        for place in np.argsort(-best[rows, columns], kind="stable"):
            row, column = int(rows[place]), int(columns[place])
            east, north = small.to_mm(np.array((column, row), np.float64)).tolist()
            yield Pose((east, north), float(TURNS[fits[:, row, column].argmax()]), size_mm)

    def _drawn(self, side_px: float, turn: float) -> _Drawn:
        """Return a frame of *side_px* turned by *turn*; its looks have mean 0 and length 1."""
        reach = int(np.ceil(side_px * 0.75))
        along = ((np.arange((2 * reach + 1) * FINE) + 0.5) / FINE - 0.5 - reach)[None] / side_px
        across = along * np.cos(turn) - along.T * np.sin(turn)
        down = along.T * np.cos(turn) + along * np.sin(turn)
        out = 2 * np.maximum(np.abs(across), np.abs(down))
        code, white, frame = self._edges
        bright, dark = (
            cv2.resize(
                ((out >= start) & (out < end)).astype(np.float32),
                (2 * reach + 1,) * 2,
                interpolation=cv2.INTER_AREA,
            )
            for start, end in ((code, white), (white, frame))
        )
        share = bright + dark
        looks = bright - dark - share * ((bright - dark).sum() / share.sum())
        length = np.sqrt((looks[share > 0] ** 2 / share[share > 0]).sum())
        return _Drawn(np.asarray(looks / length, np.float32), np.asarray(share, np.float32))


def _fitted(image: Floats, frames: Sequence[_Drawn]) -> Floats:
    """Return how well each place of *image* (h, w) agrees with each of *frames*, (n, h, w).

    The contrast is that of all their shares together, for that costs least.
    """
    share = np.asarray(np.mean([frame.share for frame in frames], axis=0), np.float32)
    count = np.float32(share.sum())
    mean = cv2.filter2D(image, cv2.CV_32F, share) / count
    square = cv2.filter2D(image * image, cv2.CV_32F, share) / count
    spread = np.sqrt(np.maximum(square - mean * mean, np.float32(0.01)))
    products = np.stack([cv2.filter2D(image, cv2.CV_32F, frame.looks) for frame in frames])
    return np.asarray(np.where(spread >= LEAST_CONTRAST, products / (spread * np.sqrt(count)), 0), np.float32)
