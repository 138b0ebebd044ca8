"""What one picture of the table says of camera, light and tags, for the doctor and the page alike."""

from collections.abc import Collection
from statistics import median
from typing import NamedTuple

from companion.preparation.checks import (
    CheckLevel,
    Finding,
    check_focus,
    check_light,
    check_marks,
    check_shown,
    check_tags,
)
from vision.board.calibrate import find_marks
from vision.board.plan import BoardMark, BoardPlan, TagBook
from vision.board.sharpness import steepness
from vision.reading import Reading
from vision.source.frames import Frame
from vision.tags.advice import Advice, advise

TAGS_LEAST = 3


class Examined(NamedTuple):
    """What a picture says: a finding for each thing that was looked at, the marks that are *seen*.

    *advice* is which tags can be read so; None while the board is not found.  *size_mm* is how
    large the tags are that lie there, or else those of the tag book.
    """

    findings: tuple[Finding, ...]
    seen: frozenset[BoardMark]
    advice: Advice | None
    size_mm: float | None


def examine(
    frame: Frame,
    reading: Reading,
    plan: BoardPlan,
    book: TagBook,
    *,
    elsewhere: Collection[BoardMark] = (),
) -> Examined:
    """Return what *frame*, of which *reading* was read, says of marks, light, focus and tags.

    Marks that another camera sees *elsewhere* need not be seen here.
    """
    gray = frame.gray
    registration = reading.registration
    seen = frozenset(one.mark for one in find_marks(gray, plan.marker))
    found = [
        _marks(reading, len(seen), len(seen | ({*plan.marker} - {*elsewhere}))),
        check_light(float(gray.mean())),
        check_focus(None if registration is None else steepness(gray, registration)),
    ]
    if registration is None:
        return Examined(tuple(found), seen, None, book.size_mm)
    advice, size_mm = advise(registration, plan, frame.shape), _printed_mm(reading) or book.size_mm
    return Examined((*found, check_tags(advice.px_per_mm, size_mm)), seen, advice, size_mm)


def _marks(reading: Reading, seen: int, of: int) -> Finding:
    if reading.is_mirrored and reading.reason is not None:
        return Finding("marks", CheckLevel.BAD, reading.reason)
    if reading.registration is not None and not reading.registration.marks:
        return check_shown()
    return check_marks(seen, of, reading.error_mm)


def _printed_mm(reading: Reading) -> float | None:
    """Return how large the tags are that are read, in whole mm; None for too few to tell."""
    sides = [one.pose.size_mm for one in reading.sightings]
    return float(round(median(sides))) if len(sides) >= TAGS_LEAST else None
