"""Two simulated cameras over one large table, each over its half of the board, with a seam that both see.

Both are cut out of one picture of all the table, so they see the same moment.  Knows nothing of how
what they see is made one.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np

from vision.board.plan import BoardPlan, TagBook
from vision.simulate.conditions import Condition
from vision.simulate.scenery import Picture
from vision.simulate.table import SimulatedTable
from vision.source.frames import Frame

SEAM_MM = 150.0
"""How far each sees beyond where the halves meet: the marks there, and a dice tray that lies across."""


class HalfCamera:
    """Sees *part*, rows and columns, of every picture of *table*."""

    label = "simulated camera over half of the board"

    def __init__(self, table: SimulatedTable, part: tuple[slice, slice]) -> None:
        self.part = part
        self._table, self._number = table, 0

    def read(self) -> Frame:
        """Return its part of the table's newest picture, or of the next one where it has had that."""
        frame = self._table.newest
        if frame is None or frame.number == self._number:
            frame = self._table.read()
        self._number = frame.number
        return replace(frame, picture=np.ascontiguousarray(frame.image[self.part]))

    def close(self) -> None:
        """Do nothing: a simulated camera holds no device."""


class Halves(NamedTuple):
    """A table and its two cameras: over the west and the east half, or the north and the south one."""

    table: SimulatedTable
    one: HalfCamera
    other: HalfCamera


def halves_of(
    plan: BoardPlan,
    book: TagBook,
    *,
    size: tuple[int, int] = (1280, 720),
    seed: int = 0,
    dice: Literal["stickers", "symbols"] | Mapping[str, Picture] = "stickers",
    condition: Condition = Condition(),
) -> Halves:
    """Return a table of *plan*, and two cameras over it that send pictures of *size* (width, height).

    *dice* are as the table takes them: a name, or pictures (h, w, 3) by face.  A lens's bend is left away: it
    would be around the middle of both pictures together, which is neither's.
    """
    axis = 0 if plan.width_mm >= plan.height_mm else 1
    times = (2, 1) if axis == 0 else (1, 2)
    lens = condition.lens._replace(focal=condition.lens.focal / times[0], bend=0.0)
    table = SimulatedTable(
        plan,
        book,
        size=(size[0] * times[0], size[1] * times[1]),
        seed=seed,
        dice=dice,
        condition=condition._replace(lens=lens),
    )
    low, high = _seam_px(table, axis)
    starts = max(0, high - size[axis]), min(low, size[axis])
    one, other = (HalfCamera(table, _part(axis, start, size[axis])) for start in starts)
    return Halves(table, one, other)


def _part(axis: int, start: int, length: int) -> tuple[slice, slice]:
    """Return the rows and columns of *length* px from *start* along *axis* (0 across, 1 down)."""
    some, every = slice(start, start + length), slice(None)
    return (every, some) if axis == 0 else (some, every)


def _seam_px(table: SimulatedTable, axis: int) -> tuple[int, int]:
    """Return between which pixels along *axis* lies what both cameras see of the board."""
    ends_mm, middle = np.repeat(table.plan.corners_mm[[0, 2]], 2, axis=0), table.plan.corners_mm[2] / 2
    ends_mm[:, axis] = middle[axis] + np.array([-SEAM_MM, SEAM_MM, -SEAM_MM, SEAM_MM])
    along = table.to_pixels(ends_mm)[:, axis]
    return int(along.min()), int(along.max()) + 1
