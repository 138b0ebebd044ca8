"""Where the board lies in the picture: from millimetres to pixels and back, by its corner marks.

The camera is a homography and a lens: a measured one, or one coefficient of distortion
around the picture's middle.  Knows no tags and no hexes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.camera_motion import Anchor, anchor_of, motion_since
from vision.board.lens import Lens
from vision.board.plan import BoardMark, BoardPlan, family_of
from vision.sightings import Point

Points = NDArray[np.float64]
Gray = NDArray[np.uint8]
Floats = NDArray[np.float32]

ENOUGH = 3  # marks
MISFIT_MM = 0.5  # above it one of four marks is suspected to lie wrong
MOST_MISFIT_MM = 10.0  # above it what is seen of a board that is known are not its marks
STILL_PX = 1.5  # marks that moved less have not moved
STILL_HAND_PX = 3.0  # a board without marks is followed less exactly
K1_PRIOR = 0.25  # how far distortion is believed to stray from none
KNOWN_K1_PRIOR = 0.002  # and from what was measured
NO_LENS = Lens(k1=0.0, k2=0.0, middle=(0.5, 0.5), error_px=0.0)
NW_TO_SW = [3, 2, 1, 0]  # of a plan's corners
SHRINK_PRIOR = 0.05  # blur makes black look smaller; print scale may be off
TURN_PRIOR = 0.03  # radians that a mark may be stuck on askew
NOISE_PX = 0.1  # of a corner
MOST_REFINED_PX = 6.0
SURROUNDINGS_PX = 14  # of a mark, as far as it is measured


class PriorView(NamedTuple):
    """What is known of how a camera looks at the board before its marks are sought.

    *corners_px* are the board's corners NW, NE, SE, SW as people tapped them, for a board
    without marks.
    """

    lens: Lens | None = None
    corners_px: tuple[Point, Point, Point, Point] | None = None


UNKNOWN_VIEW = PriorView()


class SeenMark(NamedTuple):
    """A mark of the plan and its corners in the picture, (4, 2) px, clockwise from its own top left."""

    mark: BoardMark
    corners_px: Points


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """A camera's view of the board's plane.

    *matrix* (3, 3) carries millimetres to undistorted pixels; a pixel at radius r from
    *middle_px* (in picture widths) is then moved outwards by the factor 1 + *k1* r² + *k2* r⁴.
    *error_mm* is the root mean square misfit of the marks' corners.
    """

    matrix: Points
    k1: float
    middle_px: tuple[float, float]
    width_px: float
    error_mm: float
    marks: tuple[SeenMark, ...] = field(default=())
    k2: float = 0.0
    anchor: Anchor | None = None

    def to_pixels(self, at_mm: Points) -> Points:
        """Carry (..., 2) millimetres to (..., 2) pixels."""
        flat = np.asarray(at_mm, np.float64).reshape(-1, 2)
        straight = flat @ self.matrix[:, :2].T + self.matrix[:, 2]
        straight = straight[:, :2] / straight[:, 2:]
        return _distort(straight, self).reshape(np.shape(at_mm))

    def to_mm(self, at_px: Points) -> Points:
        """Carry (..., 2) pixels to (..., 2) millimetres."""
        flat = _straighten(np.asarray(at_px, np.float64).reshape(-1, 2), self)
        back = np.linalg.inv(self.matrix)
        plane = flat @ back[:, :2].T + back[:, 2]
        return np.asarray((plane[:, :2] / plane[:, 2:]).reshape(np.shape(at_px)), np.float64)

    def scale(self, at_mm: Points) -> float:
        """Return pixels a millimetre at *at_mm*, in the direction that has fewest."""
        x, y = np.asarray(at_mm, np.float64)
        px = self.to_pixels(np.array([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)], np.float64))
        jacobian = np.stack([px[1] - px[0], px[3] - px[2]]) / 2
        return float(np.linalg.svd(jacobian, compute_uv=False)[-1])


def _distort(straight: Points, lens: Registration) -> Points:
    """Carry (n, 2) pixels as a lens without distortion sees them to (n, 2) as *lens* does."""
    offset = (straight - lens.middle_px) / lens.width_px
    return np.asarray(offset * _stretch(offset, lens) * lens.width_px + lens.middle_px, np.float64)


def _stretch(offset: Points, lens: Registration) -> Points:
    """Return the factor (n, 1) by which *lens* moves *offset* (n, 2; picture widths) outwards."""
    square = (offset**2).sum(axis=1, keepdims=True)
    return np.asarray(1 + lens.k1 * square + lens.k2 * square**2, np.float64)


def _straighten(bent: Points, lens: Registration) -> Points:
    """Carry (n, 2) pixels as *lens* sees them to (n, 2) without distortion."""
    target = (bent - lens.middle_px) / lens.width_px
    offset = target.copy()
    for _ in range(8):
        offset = target / np.maximum(_stretch(offset, lens), 0.2)
    return np.asarray(offset * lens.width_px + lens.middle_px, np.float64)


@lru_cache(maxsize=8)
def _detector(family: str, width: int) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.errorCorrectionRate = 1.0
    settings.minMarkerPerimeterRate = min(0.03, 4 * 10 / width)
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = 7, 39
    settings.adaptiveThreshWinSizeStep = 16
    settings.adaptiveThreshConstant = 5
    settings.polygonalApproxAccuracyRate = 0.04
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.2
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    dictionary = family_of(family)
    assert dictionary is not None, f"{family} was checked when the plan was read"
    return cv2.aruco.ArucoDetector(dictionary, settings)


def find_marks(gray: Gray, marks: tuple[BoardMark, ...]) -> tuple[SeenMark, ...]:
    """Return those of *marks* that are seen in *gray* (h, w), corners to sub-pixels.

    Of two marks that claim the same id the larger counts: a tag's code may look like a small one.
    """
    found: dict[BoardMark, Points] = {}
    for family in {mark.family for mark in marks}:
        wanted = {mark.id: mark for mark in marks if mark.family == family}
        corners, ids, _ = _detector(family, gray.shape[1]).detectMarkers(gray)
        for shape, number in zip(corners, [] if ids is None else ids.ravel(), strict=True):
            mark, quad = wanted.get(int(number)), np.asarray(shape, np.float32).reshape(4, 2)
            if mark is not None and (mark not in found or _area(found[mark]) < _area(quad)):
                found[mark] = quad.astype(np.float64)
    bright = gray.astype(np.float32)
    return tuple(SeenMark(mark, _refined(bright, quad)) for mark, quad in sorted(found.items(), key=_by_id))


def is_mirrored(gray: Gray, marks: tuple[BoardMark, ...]) -> bool:
    """Return whether enough of *marks* are seen in the mirror image of *gray* (h, w)."""
    return len(find_marks(np.asarray(cv2.flip(gray, 1), np.uint8), marks)) >= ENOUGH


def _by_id(entry: tuple[BoardMark, Points]) -> tuple[str, int]:
    return entry[0].family, entry[0].id


def _area(quad: NDArray[np.floating]) -> float:
    """Return the area of *quad* (4, 2), in its units squared."""
    return float(cv2.contourArea(quad.astype(np.float32)))


def _refined(bright: Floats, quad: Points) -> Points:
    """Return where straight lines fitted to the four dark sides of *quad* (4, 2) cross, (4, 2)."""
    for _ in range(2):
        lines = [_side(bright, quad[side], quad[(side + 1) % 4]) for side in range(4)]
        if not all(np.isfinite(line).all() for line in lines):
            break
        crossed = np.cross(np.roll(lines, 1, axis=0), lines)
        better = crossed[:, :2] / crossed[:, 2:]
        if not np.isfinite(better).all() or np.abs(better - quad).max() > MOST_REFINED_PX:
            break
        quad = better
    return quad


def _side(bright: Floats, start: Points, end: Points) -> Points:
    """Return the line (a, b, c), ax + by + c = 0, along which dark turns bright between two corners."""
    way = end - start
    length = float(np.hypot(*way))
    out = np.array((way[1], -way[0])) / length  # corners run clockwise in the picture
    reach = float(np.clip(length / 13, 1.5, 6))
    across = np.arange(-reach, reach + 0.01, 0.25)
    along = np.linspace(0.08, 0.92, int(np.clip(length / 2, 8, 40)))
    base = start + along[:, None] * way
    at = (base[:, None] + across[:, None] * out).astype(np.float32)
    profile = cv2.remap(bright, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    rise = np.maximum(np.diff(profile, axis=1), 0)
    total = rise.sum(axis=1)
    good = total > max(4.0, 0.4 * float(np.median(total)))
    if int(good.sum()) < 5:
        return np.full(3, np.nan)
    offset = (rise[good] * (across[:-1] + 0.125)).sum(axis=1) / total[good]
    edge = base[good] + offset[:, None] * out
    a, b, x, y = cv2.fitLine(edge.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array((b, -a, a * y - b * x), np.float64)


def register(
    gray: Gray, plan: BoardPlan, last: Registration | None = None, view: PriorView = UNKNOWN_VIEW
) -> Registration | None:
    """Return how the board of *plan* lies in *gray* (h, w), or None where it is not seen.

    Any three marks are enough.  Where fewer are seen, or none has moved, *last* still holds.  A die or a tag
    may look like a mark: three of which one is none tell nothing of a board that *last* tells well.
    Without any mark it lies where *view* says, and is followed from there.
    """
    seen = find_marks(gray, plan.marker)
    if last is not None and seen and _is_unmoved(seen, last):
        return last
    if len(seen) < ENOUGH:
        return None if seen or view.corners_px is None else _by_hand(gray, plan, last, view)
    known = view.lens or _lens_of(last, seen)
    best = _fit(seen, gray.shape, known)
    if best.error_mm > MISFIT_MM and len(seen) > ENOUGH:
        fewer = (_fit(some, gray.shape, known) for some in combinations(seen, len(seen) - 1))
        alternative = min(fewer, key=lambda fit: fit.error_mm)
        best = alternative if alternative.error_mm < best.error_mm / 3 else best
    return None if last is not None and last.error_mm <= MOST_MISFIT_MM < best.error_mm else best


def _lens_of(last: Registration | None, seen: tuple[SeenMark, ...]) -> Lens | None:
    """Return the lens as more marks than are *seen* now told it: a bump does not change it."""
    if last is None or len(last.marks) <= len(seen):
        return None
    return Lens(k1=last.k1, k2=last.k2, middle=(0.5, 0.5), error_px=0.0)


def _by_hand(gray: Gray, plan: BoardPlan, last: Registration | None, view: PriorView) -> Registration | None:
    """Return the board between the corners of *view*, or as it moved since *last* was seen.

    *gray* is (h, w).
    """
    assert view.corners_px is not None
    lens = view.lens or NO_LENS
    corners = np.array(view.corners_px, np.float64)
    if last is not None and last.anchor is not None:
        motion = motion_since(last.anchor, gray)
        if motion is None:
            return None
        before = last.to_pixels(plan.corners_mm[NW_TO_SW])
        corners = np.asarray(cv2.perspectiveTransform(before[None], motion)[0], np.float64)
        if np.abs(corners - before).max() < STILL_HAND_PX:
            return last
    width, middle = float(gray.shape[1]), lens.middle_px(gray.shape)
    bent = Registration(np.eye(3), lens.k1, middle, width, 0.0, k2=lens.k2)
    start, end = plan.corners_mm[NW_TO_SW].astype(np.float32), bent.to_mm(corners).astype(np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(start, end), np.float64)
    return replace(bent, matrix=matrix, anchor=anchor_of(gray))


def has_moved(gray: Gray, registration: Registration) -> bool:
    """Return whether the marks of *registration* lie elsewhere in *gray* (h, w); a hand on one is no move.

    Costs a small part of finding them: they are measured only where they were.
    """
    moved = [_creep(gray, one.corners_px) >= STILL_PX for one in registration.marks]
    return sum(moved) > 1


def _creep(gray: Gray, quad: Points) -> float:
    """Return how many pixels a corner of the mark that was at *quad* (4, 2) has moved at most."""
    west, north = np.maximum(quad.min(axis=0).astype(int) - SURROUNDINGS_PX, 0)
    east, south = quad.max(axis=0).astype(int) + SURROUNDINGS_PX
    around = gray[north:south, west:east].astype(np.float32)
    corner = np.array((west, north), np.float64)
    return float(np.abs(_refined(around, quad - corner) + corner - quad).max()) if around.size else 0.0


def _is_unmoved(seen: tuple[SeenMark, ...], last: Registration) -> bool:
    before = {one.mark: one.corners_px for one in last.marks}
    moved = [np.abs(one.corners_px - before[one.mark]).max() for one in seen if one.mark in before]
    known_all = len(seen) <= len(last.marks) and all(one.mark in before for one in seen)
    return known_all and bool(moved) and max(moved) < STILL_PX


def _fit(seen: tuple[SeenMark, ...], shape: tuple[int, ...], known: Lens | None) -> Registration:
    """Return the camera that explains all marks' corners best, by damped least squares.

    A *known* lens is believed; else one coefficient is found too.

    Besides the camera each mark may be turned a little, and all may look a little small
    (blur eats black), so that in the end it is the marks' centres that count.
    """
    lens, k1_prior = (NO_LENS, K1_PRIOR) if known is None else (known, KNOWN_K1_PRIOR)
    middle, width = lens.middle_px(shape), float(shape[1])
    centres = np.array([one.mark.centre_mm for one in seen])
    corners = _corners(seen)
    target = np.stack([one.corners_px for one in seen])
    straight = Registration(np.eye(3), lens.k1, middle, width, 0.0, k2=lens.k2).to_mm(target)
    start, _ = cv2.findHomography((centres[:, None] + corners).reshape(-1, 2), straight.reshape(-1, 2))
    into = _into_unit(centres)
    plane = np.asarray(start, np.float64) @ np.linalg.inv(into)

    def camera(values: Points, error: float = 0.0) -> Registration:
        change = np.eye(3) + np.append(values[:8], 0.0).reshape(3, 3)
        matrix = plane @ change @ into
        k1 = lens.k1 + float(values[8])
        return Registration(matrix / matrix[2, 2], k1, middle, width, error, seen, lens.k2)

    def model(values: Points) -> Points:
        cos, sin = np.cos(values[10:]), np.sin(values[10:])
        turns = np.stack([np.stack([cos, sin], -1), np.stack([-sin, cos], -1)], 1)
        return np.asarray(centres[:, None] + corners @ turns * (1 + values[9]), np.float64)

    def misfit(values: Points) -> Points:
        return np.asarray((camera(values).to_pixels(model(values)) - target).ravel(), np.float64)

    prior = np.concatenate(
        [np.zeros(8), [1 / k1_prior, 1 / SHRINK_PRIOR], np.full(len(seen), 1 / TURN_PRIOR)]
    )
    values = least_squares(misfit, np.zeros(10 + len(seen)), prior * NOISE_PX)
    off = camera(values).to_mm(target) - model(values)
    return camera(values, float(np.sqrt((off**2).sum(axis=-1).mean())))


def _into_unit(points: Points) -> Points:
    """Return the (3, 3) scaling that brings *points* (n, 2) to about -1 to 1."""
    middle, half = (points.min(axis=0) + points.max(axis=0)) / 2, np.ptp(points, axis=0).max() / 2
    return np.array(
        [(1 / half, 0, -middle[0] / half), (0, 1 / half, -middle[1] / half), (0, 0, 1)], np.float64
    )


def _corners(seen: tuple[SeenMark, ...]) -> Points:
    """Return where each mark's own corners lie around its centre, (n, 4, 2) mm.

    A mark may have been laid down with any of its sides to the north.
    """
    centres = np.array([one.mark.centre_mm for one in seen], np.float32)
    middles = np.array([one.corners_px.mean(axis=0) for one in seen], np.float32)
    if len(seen) == ENOUGH:
        guess = np.vstack([cv2.getAffineTransform(centres, middles), (0, 0, 1)])
    else:
        guess = np.asarray(cv2.findHomography(centres, middles)[0], np.float64)
    square = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])
    shapes = []
    for one in seen:
        turned = [np.roll(square, turns, axis=0) * one.mark.size_mm for turns in range(4)]
        places = [cv2.perspectiveTransform((shape + one.mark.centre_mm)[None], guess)[0] for shape in turned]
        shapes.append(turned[int(np.argmin([np.abs(place - one.corners_px).sum() for place in places]))])
    return np.stack(shapes)


def least_squares(misfit: Callable[[Points], Points], start: Points, prior: Points) -> Points:
    """Return the (n,) values that make *misfit* (m,) and *prior* x values smallest (Levenberg-Marquardt)."""

    def off(values: Points) -> Points:
        return np.concatenate([misfit(values), prior * values])

    values, rest, damping = start, off(start), 1e-3
    for _ in range(40):
        steps = np.eye(len(values)) * 1e-6
        slope = np.stack([(off(values + step) - rest) / 1e-6 for step in steps], axis=1)
        square = slope.T @ slope
        change = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-9), -slope.T @ rest)
        trial = off(values + change)
        if trial @ trial > rest @ rest:
            damping *= 8
            continue
        gain = rest @ rest - trial @ trial
        values, rest, damping = values + change, trial, damping / 4
        if gain < 1e-9 * (rest @ rest + 1e-9):
            break
    return values
