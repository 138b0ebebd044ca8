"""Where tags may lie and what is read there.

Two things give a tag away: its dark frame (a square on the board's plane), and, where a
figure's foot breaks the frame, the finder patterns of its code (rings at the right
distances).  Either only proposes a pose; what lies there is said by the matcher.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import hypot, sqrt
from types import MappingProxyType
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from vision.board.calibrate import Gray, Registration
from vision.board.plan import TagBook
from vision.board.plane import Area, Sheet, flatten
from vision.sightings import Pose
from vision.tags.correlation import Floats
from vision.tags.frames import FRAMED
from vision.tags.matcher import Clue, Matcher, TagMatch
from vision.tags.rings import SAME_SPOT, RingLayout, Told, ringed
from vision.tags.squares import WINDOWS_MM, Squares

SIZES_MM = (12.0, 42.0)  # tags that are looked for while their size is not known
LIKELY_MM = (18.0, 20.0, 22.0, 25.0, 30.0, 15.0)  # tried where no frame tells the size
SIZE_SLACK = 0.13  # how far an outline may be off the known size
RING_SLACK = 0.04  # how far a size may be off that at which its finder patterns are sought
ANY_SIZE: Mapping[str, float] = MappingProxyType({})
SHEET_SCALE = 2.0  # px/mm
SURROUNDINGS_MM, MIDDLE_GRAY = 60.0, 110.0
CLEAR, LIKE_A_TAG = 0.62, 0.4  # a lower score counts only where so much of what all tags share is seen
IN_FULL_SIGHT = 0.75  # score from which nothing hides a part of a tag
SHARP = 0.85  # score that three quarters of the tags of a sharp picture reach
WORTH_A_LOOK = 0.3  # score from which an unread square may be a tag
HALF_LIKE_A_TAG = 0.35  # correlation with that of a tag which is half covered
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
        sizes_mm: Mapping[str, float],
        *,
        known: Sequence[Pose] = (),
        scores: Sequence[float] = (),
        thorough: bool = True,
    ) -> Scan:
        """Search *area* for tags, each as large as *sizes_mm* says of its payload, or else all alike.

        What lies at a *known* pose need not be read again; *scores* tell how clear such tags are.
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
        sizes_mm: Mapping[str, float],
        *,
        known: Sequence[Pose] = (),
        scores: Sequence[float] = (),
        thorough: bool = True,
    ) -> Scan:
        """Search *area*; *thorough* also looks for tags whose frame is broken."""
        matcher, found = self.matcher, _FoundTags(gray, registration, self.matcher, known, scores, sizes_mm)
        sheet = evenly_lit(flatten(gray, registration, area, SHEET_SCALE))
        sizes = sorted({*sizes_mm.values()})
        low, high = (sizes[0] * (1 - SIZE_SLACK), sizes[-1] * (1 + SIZE_SLACK)) if sizes else SIZES_MM
        squares = Squares(sheet, low / max(matcher.outlines), high)
        by = Clue.SIZED_FRAME if sizes else Clue.FRAME
        for window in WINDOWS_MM:
            found.try_all(_framed(squares.find(window, found.whole), matcher.outlines, sizes), by)
        if not sizes_mm:
            sizes = found.keep_common_size()
        if thorough:
            layout = RingLayout(matcher.side, matcher.finder)
            for size in _spread(sizes) or LIKELY_MM:
                found.try_all(ringed(sheet, layout, size, Told(found.whole, found.partly_hidden)), Clue.HINT)
            for size in [] if found.is_sharp else _spread(sizes):
                found.try_all(found.framed_among(matcher.frame.blurred(sheet, size)), Clue.FRAME)
        return Scan(found.read, found.doubts())

    def verify(self, gray: Gray, registration: Registration, pose: Pose, payload: str) -> TagMatch | None:
        """Return the known tag *payload* at *pose* if it still lies there, else None."""
        return self.matcher.verify(gray, registration, pose, payload)


def evenly_lit(sheet: Sheet) -> Sheet:
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


@dataclass(frozen=True, slots=True)
class _FoundTags:
    """The matches so far in one picture *gray* (h, w), beside tags *known* before, as clear as *scores* tell.

    *sizes_mm* are by payload, of no tag where they are not known; *framed* has of the matches that a frame
    gave away where the frame is.
    """

    gray: Gray
    registration: Registration
    matcher: Matcher
    known: Sequence[Pose]
    scores: Sequence[float]
    sizes_mm: Mapping[str, float]
    read: list[TagMatch] = field(default_factory=list)
    unread: list[TagMatch] = field(default_factory=list)
    framed: dict[Pose, Pose] = field(default_factory=dict)

    @property
    def poses(self) -> list[Pose]:
        """Return where tags are known or were read."""
        return [*self.known, *(one.pose for one in self.read)]

    @property
    def whole(self) -> list[Pose]:
        """Return where tags were read that nothing hides."""
        return [one.pose for one in self.read if one.score >= IN_FULL_SIGHT]

    @property
    def partly_hidden(self) -> list[Pose]:
        """Return where tags are known, or were read that something may hide a part of."""
        return [*self.known, *(one.pose for one in self.read if one.score < IN_FULL_SIGHT)]

    def try_all(self, poses: Iterable[Pose], by: Clue) -> None:
        """Take what the matcher says of *poses*, MOST_POSES at most; none is tried where one was read."""
        left = [*islice(poses, MOST_POSES)]
        while left:
            left = [
                pose for pose, is_read in zip(left, _are_near(left, self.poses), strict=True) if not is_read
            ]
            now, left = _first_of_each_spot(left)
            matches = self.matcher.match_all(self.gray, self.registration, now, by=by)
            for pose, match in zip(now, matches, strict=True):
                (self.read if self._is_read(match, by) else self.unread).append(match)
                if by is not Clue.HINT:
                    self.framed[match.pose] = pose

    @property
    def is_sharp(self) -> bool:
        """Return whether most of what was read is so clear that no frame beside it can be a blur."""
        scores = [*self.scores, *(one.score for one in self.read)]
        return bool(scores) and float(np.percentile(scores, 25)) >= SHARP

    def framed_among(self, poses: Iterable[Pose]) -> list[Pose]:
        """Return those of *poses*, moved a little, where a frame is seen and nothing was read."""
        some = [*islice(poses, MOST_POSES)]
        left = [pose for pose, is_read in zip(some, _are_near(some, self.poses), strict=True) if not is_read]
        return self.matcher.frame.seen_near(self.gray, self.registration, left)

    def _is_read(self, match: TagMatch, by: Clue) -> bool:
        """Return whether *match* is a tag: without a frame of its size a weak one must also look like one."""
        if not self.matcher.is_sure(match) or not _is_as_large(match, self.sizes_mm.get(match.payload)):
            return False
        is_clear = by is Clue.SIZED_FRAME or match.score >= CLEAR
        return is_clear or bool(self._likeness([match])[0] >= LIKE_A_TAG)

    def _likeness(self, matches: Sequence[TagMatch]) -> Floats:
        return self.matcher.likeness(self.gray, self.registration, [match.pose for match in matches])

    def doubts(self) -> list[TagMatch]:
        """Return what was not read and looks like a tag: covered, blurred, of no book."""
        maybe = [one for one in self.unread if one.score >= WORTH_A_LOOK or one.pose in self.framed]
        is_near = _are_near([one.pose for one in maybe], self.poses)
        left = [one for one, is_read in zip(maybe, is_near, strict=True) if not is_read]
        likeness = self._likeness(left).tolist()
        return [one for one, like in zip(left, likeness, strict=True) if self._is_doubt(one, like)]

    def _is_doubt(self, match: TagMatch, likeness: float) -> bool:
        is_hidden = match.is_hidden_tag(len(self.matcher.patterns))
        is_seen = match.pose in self.framed or likeness >= HALF_LIKE_A_TAG
        return (is_hidden and is_seen) or likeness >= LOOKS_LIKE_A_TAG or self._has_frame(match)

    def _has_frame(self, match: TagMatch) -> bool:
        """Return whether a frame was seen around *match* and is that of a tag, though its code is mush."""
        frame = self.framed.get(match.pose)
        return frame is not None and self.matcher.frame.fit(self.gray, self.registration, frame) >= FRAMED

    def keep_common_size(self) -> list[float]:
        """Forget what was read at another size than most, and return it: tags of one game are equal."""
        size_mm = common_size(one.pose.size_mm for one in self.read)
        self.read[:] = [one for one in self.read if _is_as_large(one, size_mm)]
        return [] if size_mm is None else [size_mm]


def _is_as_large(match: TagMatch, size_mm: float | None) -> bool:
    """Return whether *match* may be a tag of *size_mm*, where that is known."""
    return size_mm is None or abs(match.pose.size_mm / size_mm - 1) < SIZE_SLACK


def is_same_spot(one: Pose, other: Pose) -> bool:
    """Return whether two poses are of one tag."""
    (x, y), (u, v) = one.centre_mm, other.centre_mm
    return hypot(x - u, y - v) < SAME_SPOT * other.size_mm


def _are_near(poses: Sequence[Pose], others: Sequence[Pose]) -> list[bool]:
    """Return of each of *poses* whether it is in the same spot as any of *others*."""
    if not poses or not others:
        return [False] * len(poses)
    here = np.array([pose.centre_mm for pose in poses])
    there = np.array([pose.centre_mm for pose in others])
    reach = SAME_SPOT * np.array([pose.size_mm for pose in others])
    apart = np.hypot(*(here[:, None] - there).transpose(2, 0, 1))
    return [bool(is_near) for is_near in (apart < reach).any(axis=1)]


def _first_of_each_spot(poses: Sequence[Pose]) -> tuple[list[Pose], list[Pose]]:
    """Return those of *poses* that are no second one in any spot, and the others."""
    first, later = list[Pose](), list[Pose]()
    is_taken = np.zeros(len(poses), np.bool_)
    centres = np.array([pose.centre_mm for pose in poses]).reshape(-1, 2)
    for row, pose in enumerate(poses):
        if is_taken[row]:
            later.append(pose)
        else:
            first.append(pose)
            is_taken |= np.hypot(*(centres - centres[row]).T) < SAME_SPOT * pose.size_mm
    return first, later


def _framed(squares: Iterable[Pose], outlines: Sequence[float], sizes: Sequence[float]) -> Iterator[Pose]:
    """Yield the poses of tags whose frame's outer or inner outline may be one of *squares*.

    They are of one of *sizes* (mm), the likeliest first, or of any where there is none; *outlines* are the
    matcher's.
    """
    for square in squares:
        sides = [square.size_mm * ratio for ratio in outlines]
        if not sizes:
            low, high = SIZES_MM
            yield from (square._replace(size_mm=side) for side in sides if low <= side <= high)
            continue
        nearest = sorted(min((abs(side / size - 1), size) for size in sizes) for side in sides)
        for size in dict.fromkeys(size for off, size in nearest if off <= SIZE_SLACK):
            yield square._replace(size_mm=size)


def _spread(sizes: Iterable[float]) -> list[float]:
    """Return the sizes from which none of *sizes*, ascending, is farther away than RING_SLACK."""
    groups = list[tuple[float, float]]()
    for size in sizes:
        if groups and size <= groups[-1][0] * (1 + RING_SLACK) ** 2:
            groups[-1] = groups[-1][0], size
        else:
            groups.append((size, size))
    return [sqrt(least * most) for least, most in groups]
