"""Where tags may lie and what is read there.

Two things give a tag away: its dark frame (a square on the board's plane), and, where a
figure's foot breaks the frame, the finder patterns of its code (rings at the right
distances).  Either only proposes a pose; what lies there is said by the matcher.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from math import hypot, pi, remainder
from typing import NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Registration
from vision.board.plan import TagBook
from vision.board.plane import Area, Sheet, flatten
from vision.sightings import Pose
from vision.tags.matcher import Matcher, TagMatch

SIZES_MM = (12.0, 42.0)  # tags that are looked for while their size is not known
LIKELY_MM = (18.0, 20.0, 22.0, 25.0, 30.0, 15.0)  # tried where no frame tells the size
SIZE_SLACK = 0.13  # how far an outline may be off the known size
SHEET_SCALE = 2.0  # px/mm
SURROUNDINGS_MM, MIDDLE_GRAY = 60.0, 110.0
WINDOWS_MM = (5.5, 11.0)  # of the adaptive threshold
THRESHOLD_BELOW = 5
SQUARENESS, FULLNESS = 0.8, 0.84  # least ratio of sides, least share of the enclosing square
RING_SCORE = 0.45  # correlation from which something may be a finder pattern
RING_SLACK = 0.12  # how far two finder patterns' distance may be off
SAME_SPOT = 0.3  # of a tag's side
SAME_TURN = 0.075  # radians
WORTH_A_LOOK = 0.3  # score from which an unread square may be a tag
LOOKS_LIKE_A_TAG = 0.6  # correlation with what all tags share, from which it is one
MOST_STRANGERS = 8
MOST_POSES = 400  # tried in one search; clutter must not stop the evening


class Scan(NamedTuple):
    """What a search gave: the tags that count, and the best guess where something only looks like a tag."""

    read: list[TagMatch]
    unread: list[TagMatch]


class TagReader(Protocol):
    """Reads the tags of one book, of whatever kind, in pictures *gray* (h, w).

    *matcher* knows what each of them looks like.
    """

    matcher: Matcher

    def scan(
        self,
        gray: Gray,
        registration: Registration,
        area: Area,
        size_mm: float | None,
        *,
        known: Sequence[Pose] = (),
        thorough: bool = True,
    ) -> Scan:
        """Search *area* for tags of *size_mm*, or of one common size where that is None.

        What lies at a *known* pose need not be read again.
        """

    def verify(self, gray: Gray, registration: Registration, pose: Pose, payload: str) -> TagMatch | None:
        """Return the known tag *payload* at *pose* if it still lies there, else None."""


class FramedReader:
    """Reads framed QR codes in pictures *gray* (h, w): proposes poses, the matcher says what lies there."""

    def __init__(self, book: TagBook, rivals: Sequence[str] = ()) -> None:
        self.matcher = Matcher(book, (*rivals, *_strangers(book, MOST_STRANGERS - len(rivals))))

    def scan(
        self,
        gray: Gray,
        registration: Registration,
        area: Area,
        size_mm: float | None,
        *,
        known: Sequence[Pose] = (),
        thorough: bool = True,
    ) -> Scan:
        """Search *area*; *thorough* also looks for tags whose frame is broken."""
        matcher, found = self.matcher, _FoundTags(known, [], [])
        sheet = _evenly_lit(flatten(gray, registration, area, SHEET_SCALE))
        _try_all(found, gray, registration, matcher, _framed(sheet, matcher, size_mm))
        if size_mm is None:
            size_mm = common_size(one.pose.size_mm for one in found.read)
            found.keep_size(size_mm)
        if thorough:
            for size in LIKELY_MM if size_mm is None else (size_mm,):
                _try_all(found, gray, registration, matcher, _ringed(sheet, matcher, size))
        return Scan(found.read, found.doubts(gray, registration, matcher))

    def verify(self, gray: Gray, registration: Registration, pose: Pose, payload: str) -> TagMatch | None:
        """Return the known tag *payload* at *pose* if it still lies there, else None."""
        return self.matcher.verify(gray, registration, pose, payload)


def _evenly_lit(sheet: Sheet) -> Sheet:
    """Return *sheet* as if every part of it were lit alike, so that thresholds hold in the evening too."""
    size = (int(SURROUNDINGS_MM * sheet.scale) | 1,) * 2
    around = cv2.blur(sheet.image, size, borderType=cv2.BORDER_REPLICATE)
    return replace(sheet, image=np.asarray(cv2.divide(sheet.image, around, scale=MIDDLE_GRAY), np.uint8))


def _strangers(book: TagBook, count: int) -> list[str]:
    """Return so many payloads of no book, so that a small book's tags too must be better than others."""
    length = len(next(iter(book.tags)))
    made_up = (str(number).zfill(length) for number in range(7, 10**length, 10**length // 97 + 1))
    return [each for each in islice(made_up, max(0, count)) if each not in book.tags]


def common_size(sizes_mm: Iterable[float]) -> float | None:
    """Return the side that all tags of one picture share (mm), or None where none was read."""
    sizes = list(sizes_mm)
    return float(np.median(sizes)) if sizes else None


class _FoundTags(NamedTuple):
    """The matches so far, beside the poses *known* before."""

    known: Sequence[Pose]
    read: list[TagMatch]
    unread: list[TagMatch]

    def has_read(self, pose: Pose) -> bool:
        """Return whether a tag was read where *pose* is."""
        return any(is_same_spot(pose, other) for other in (*self.known, *(one.pose for one in self.read)))

    def doubts(self, gray: Gray, registration: Registration, matcher: Matcher) -> list[TagMatch]:
        """Return what was not read in *gray* (h, w) and looks like a tag: covered, blurred, of no book."""
        left = [one for one in self.unread if one.score >= WORTH_A_LOOK and not self.has_read(one.pose)]
        return [
            one
            for one in left
            if one.is_hidden_tag(len(matcher.patterns))
            or matcher.likeness(gray, registration, one.pose) >= LOOKS_LIKE_A_TAG
        ]

    def keep_size(self, size_mm: float | None) -> None:
        """Forget what was read at another size than *size_mm*: tags of one game are equal."""
        if size_mm is not None:
            self.read[:] = [one for one in self.read if abs(one.pose.size_mm / size_mm - 1) < SIZE_SLACK]


def is_same_spot(one: Pose, other: Pose) -> bool:
    """Return whether two poses are of one tag."""
    (x, y), (u, v) = one.centre_mm, other.centre_mm
    return hypot(x - u, y - v) < SAME_SPOT * other.size_mm


def _try_all(
    found: _FoundTags, gray: Gray, registration: Registration, matcher: Matcher, poses: Iterator[Pose]
) -> None:
    """Put into *found* what the matcher says of *poses* in *gray* (h, w), MOST_POSES at most."""
    for count, pose in enumerate(poses):
        if count == MOST_POSES:
            break
        if found.has_read(pose):
            continue
        match = matcher.match(gray, registration, pose)
        (found.read if match.is_sure else found.unread).append(match)


def _framed(sheet: Sheet, matcher: Matcher, size_mm: float | None) -> Iterator[Pose]:
    """Yield the poses of tags whose frame's outer or inner outline may be a square of *sheet*."""
    low, high = (size_mm * (1 - SIZE_SLACK), size_mm * (1 + SIZE_SLACK)) if size_mm else SIZES_MM
    for square in _squares(sheet, low / max(matcher.outlines), high):
        for ratio in matcher.outlines:
            if low <= square.size_mm * ratio <= high:
                yield square._replace(size_mm=size_mm or square.size_mm * ratio)
                if size_mm:
                    break


def _squares(sheet: Sheet, low_mm: float, high_mm: float) -> Iterator[Pose]:
    low, high = low_mm * sheet.scale, high_mm * sheet.scale
    seen: list[tuple[float, float, float]] = []
    for window_mm in WINDOWS_MM:
        window = int(window_mm * sheet.scale) | 1
        method, kind = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV
        black = cv2.adaptiveThreshold(sheet.image, 255, method, kind, window, THRESHOLD_BELOW)
        for contour in cv2.findContours(black, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
            _, _, width, height = cv2.boundingRect(contour)
            if len(contour) < 4 or min(width, height) < low * 0.9 or max(width, height) > high * 1.6:
                continue
            (x, y), (p, q), degrees = cv2.minAreaRect(contour)
            side = float(np.sqrt(p * q))
            if min(p, q) < SQUARENESS * max(p, q) or not low <= side <= high:
                continue
            if cv2.contourArea(cv2.convexHull(contour)) < FULLNESS * p * q:
                continue
            if any(abs(x - u) + abs(y - v) < 1.5 and abs(side - w) < 1.5 for u, v, w in seen):
                continue
            seen.append((x, y, side))
            east, north = sheet.to_mm(np.array((x, y), np.float64))
            yield Pose((float(east), float(north)), -float(np.deg2rad(degrees)), side / sheet.scale)


@lru_cache(maxsize=16)
def _ring(module_px: float) -> NDArray[np.float32]:
    """Return a finder pattern, averaged over all turns: dark heart, white ring, dark ring, (n, n)."""
    reach, fine = round(3.5 * module_px), 8
    along = ((np.arange((2 * reach + 1) * fine) + 0.5) / fine - 0.5 - reach)[None] / module_px
    total = np.zeros((along.size, along.size), np.float32)
    for turn in np.deg2rad(np.arange(0, 90, 15)):
        across = along * np.cos(turn) + along.T * np.sin(turn)
        down = along.T * np.cos(turn) - along * np.sin(turn)
        out = np.maximum(np.abs(across), np.abs(down))
        total += ((out >= 1.5) & (out < 2.5)) | (out >= 3.5)
    blurred = cv2.GaussianBlur(total, (0, 0), 0.6 * module_px * fine)
    return np.asarray(cv2.resize(blurred, (2 * reach + 1,) * 2, interpolation=cv2.INTER_AREA), np.float32)


def _ringed(sheet: Sheet, matcher: Matcher, size_mm: float) -> Iterator[Pose]:
    """Yield the poses of tags of *size_mm* two of whose finder patterns may be seen in *sheet*."""
    side = size_mm * sheet.scale
    pattern = _ring(side / matcher.side)
    if min(sheet.image.shape) <= len(pattern):
        return
    score = cv2.matchTemplate(sheet.image.astype(np.float32), pattern, cv2.TM_CCOEFF_NORMED)
    around = np.ones((len(pattern) // 2 | 1,) * 2, np.uint8)
    rows, columns = np.nonzero((score == cv2.dilate(score, around)) & (score >= RING_SCORE))
    peaks = sorted(zip(-score[rows, columns], columns, rows, strict=True))[:MOST_POSES]
    spots = np.array([(x, y) for _, x, y in peaks], np.float64).reshape(-1, 2) + len(pattern) // 2
    edge, tried = 2 * matcher.finder * side, list[Pose]()
    for first, second in _pairs(spots, edge):
        for pose in _squares_through(spots[first], spots[second], edge, sheet, size_mm):
            if not any(is_same_spot(pose, other) and _is_same_turn(pose, other) for other in tried):
                tried.append(pose)
                yield pose


def _pairs(spots: NDArray[np.float64], edge: float) -> list[tuple[int, int]]:
    """Return which of *spots* (n, 2) lie as far apart as finder patterns do, *edge* or its diagonal."""
    apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1)) / edge
    fits = (np.abs(apart - 1) < RING_SLACK) | (np.abs(apart / np.sqrt(2) - 1) < RING_SLACK)
    return [(int(first), int(second)) for first, second in np.argwhere(np.triu(fits))]


def _squares_through(
    one: NDArray[np.float64], other: NDArray[np.float64], edge: float, sheet: Sheet, size_mm: float
) -> Iterator[Pose]:
    """Yield the tags with finder patterns at *one* and *other* (2,) sheet px, neighbours or opposite."""
    way = other - one
    turn = -float(np.arctan2(way[1], way[0]))
    middle, aside = (one + other) / 2, np.array((-way[1], way[0])) / 2
    if np.hypot(*way) < 1.2 * edge:
        centres = [middle + aside, middle - aside]
    else:
        centres, turn = [middle], turn + np.pi / 4
    for centre in centres:
        east, north = sheet.to_mm(centre)
        yield Pose((float(east), float(north)), turn, size_mm)


def _is_same_turn(one: Pose, other: Pose) -> bool:
    """Return whether two poses are turned alike but for quarter turns."""
    return abs(remainder(one.turn - other.turn, pi / 2)) < SAME_TURN
