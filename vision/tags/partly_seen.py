"""Whether something lies on a tag that is no longer recognised: a part is still to be seen, or no ground.

What was seen where it lay is compared with what is seen there now, in small parts: the tag's own print, in
this light and through this lens, which no ground resembles by chance.  Where none is left of it, the place
is compared with the ground around.  Knows no tag of any book.
"""

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.board.calibrate import Gray, Registration
from vision.sightings import Pose
from vision.source.frames import Frame
from vision.tags.correlation import Floats, normal
from vision.tags.ground import PlaceView, TagPlace, around_of, place_of
from vision.tags.poses import rows_of, sampled, views_of

SIDE = 29  # samples along a tag's side: one a module of the usual tags
PART, STEP = 8, 7  # samples along the side of a part, and from one part to the next
SAME = 0.8  # correlation of a part with what it was; the ground has 0.7 in 2 of 1,000 places
PRINTED = 0.12  # least contrast of what is printed; the ground's is mostly lower
FADED = 0.4  # of its former contrast, below which a part is another thing
AS_DARK = 5.0  # grey levels added to every mean, so that noise in the dark has no contrast
STRANGE = 0.4  # contrast of a whole place from which it is no ground, though nothing of the tag is seen


class Look(NamedTuple):
    """A picture (h, w), the *frame* that has its colours, and where the board lies in it."""

    gray: Gray
    frame: Frame
    registration: Registration


class Change(NamedTuple):
    """How the table looked *before* it changed, and how it looks *now*."""

    before: Look
    now: Look


class TagLook(NamedTuple):
    """How a tag looked when it was read: its parts (n, PART * PART), and what lay *around* it (m, 3)."""

    parts: Floats
    around: Floats


def look_of_tag(pose: Pose, look: Look) -> TagLook:
    """Return how the tag at *pose* looks."""
    return TagLook(_parts(_samples(pose, look, 0.0)[0]), around_of(_place_view(pose, look)))


def place_after(pose: Pose, before: TagLook, now: Look) -> TagPlace:
    """Return what lies *now* where a tag lay at *pose* that looked as *before* and is not read any more."""
    parts, others = before.parts, _samples(pose, now, 0.5)
    others_parts = [_parts(one) for one in others]
    contrast = _contrast(parts)
    for some in others_parts:
        alike = (normal(parts) * normal(some)).sum(axis=1)
        now_contrast = _contrast(some)
        is_printed = np.minimum(contrast, now_contrast) >= PRINTED
        if (is_printed & (alike >= SAME) & (now_contrast >= FADED * contrast)).any():
            return TagPlace.HIDDEN
    if _contrast(others[len(others) // 2].reshape(1, -1))[0] >= STRANGE:
        return TagPlace.HIDDEN
    return place_of(before.around, _place_view(pose, now))


def _place_view(pose: Pose, look: Look) -> PlaceView:
    return PlaceView(look.frame.image, views_of(look.registration, rows_of([pose])))


def _samples(pose: Pose, look: Look, shift: float) -> Floats:
    """Return the brightness at *pose* and at it moved by *shift* samples all around, (1 or 9, SIDE, SIDE)."""
    along = (np.arange(SIDE) + 0.5 - SIDE / 2) / SIDE
    grid = np.stack(np.meshgrid(along, -along), axis=-1).reshape(-1, 2)
    ways = (-shift, 0.0, shift) if shift else (0.0,)
    moved = [grid + np.array((x, y)) / SIDE for x in ways for y in ways]
    views = views_of(look.registration, rows_of([pose]))
    [samples] = sampled(look.gray, views, np.array(moved, np.float32))
    return np.asarray(samples.reshape(-1, SIDE, SIDE), np.float32)


def _parts(square: Floats) -> Floats:
    """Return the parts of *square* (SIDE, SIDE), (n, PART * PART)."""
    windows = sliding_window_view(square, (PART, PART))[::STEP, ::STEP]
    return np.asarray(windows.reshape(-1, PART * PART), np.float32)


def _contrast(rows: Floats) -> Floats:
    """Return how much each of *rows* (m, n) varies, as a share of its brightness, (m,)."""
    return np.asarray(rows.std(axis=1) / (rows.mean(axis=1) + AS_DARK), np.float32)
