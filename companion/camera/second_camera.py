"""A second camera over the board, for its other half or for all of it: both make one reading.

Where it is gone, covered or frozen, what it alone sees is unknown, never empty, and the first plays on;
where the first is gone, the second does.  Where both see the same part of the board and
nobody the rest, that is told.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from companion.camera.side_camera import NO_PICTURE, SideCamera
from rules.kernel.translatable import Message
from vision.board.plan import BoardPlan
from vision.eyes import Eyes
from vision.health import ACT, EyeState
from vision.overlay import drawn_jpeg
from vision.reading import Reading
from vision.source.frames import Frame, Source
from vision.two_views import TwoViews

NOTHING_MORE = 0.25
"""A second camera that sees less than this part of what the first one does not see helps with nothing."""
FEW = 0.1
"""So small a part of the board may lie outside of both pictures before people are told."""


class SecondCamera(SideCamera):
    """Looks at the board with the eyes that *make_eyes* returns for a plan of it."""

    called = Message("Second camera")

    def __init__(self, source: Source, plan: BoardPlan, make_eyes: Callable[[BoardPlan], Eyes]) -> None:
        super().__init__(source)
        self._plan, self._make_eyes = plan, make_eyes
        self._eyes, self._views = make_eyes(plan), TwoViews(plan)
        self._latest: Reading | None = None
        self._frame: Frame | None = None
        self._lost = NO_PICTURE
        self._alike: Message | None = None
        self.start()

    def sees(self) -> bool:
        """Return whether the board is seen: looks, where there is no thread that does."""
        if self._thread is None and self._latest is None:
            self._step()
        return self._latest is not None and self._latest.state not in ACT

    @property
    def said(self) -> Message | None:
        """Return what keeps it from seeing the board, None where nothing does."""
        if self._latest is None:
            return self._lost
        return self._latest.reason if self._latest.state in ACT else self._alike

    def use(self, plan: BoardPlan) -> None:
        """Look by *plan*, whose grid has been fitted anew."""
        self._plan, self._eyes, self._latest = plan, self._make_eyes(plan), None
        self._views = TwoViews(plan)

    def overlay(self) -> bytes | None:
        """Return the newest picture with what is read drawn over it, as JPEG; None while there is none."""
        frame, reading = self._frame, self._latest
        return None if frame is None or reading is None else drawn_jpeg(frame.image, reading, self._plan)

    def laid_onto(self, reading: Reading) -> Reading:
        """Return *reading* of the first camera, and this one's, as one."""
        latest = self._latest
        if latest is None:
            return replace(reading, reason=reading.reason or self.trouble)
        both = self._views.merged(reading, latest)
        self._alike = alike(reading, latest, self._plan)
        if self._alike is not None:
            return replace(both, reason=both.reason or self._alike)
        if latest.state in ACT and reading.reason is None and latest.reason is not None:
            return replace(both, reason=Message("the second camera: {1}", latest.reason))
        return both

    def look(self, frame: Frame) -> EyeState:
        """Read *frame*; return in what state the table is there."""
        reading = self._eyes.look(frame)
        self._latest, self._frame, self.trouble = reading, frame, None
        return reading.state

    def lose(self, trouble: Message) -> None:
        """Say nothing any more of what this camera alone sees."""
        self._latest = self._frame = None
        self._lost = trouble
        self.trouble = Message("the second camera: {1}", trouble)


def alike(one: Reading, other: Reading, plan: BoardPlan) -> Message | None:
    """Return that two cameras see the same part of the board of *plan* and neither the rest; None else."""
    if one.state in ACT or other.state in ACT:
        return None
    by_nobody = {*one.unseen} & {*other.unseen}
    is_nothing_more = len(one.unseen) - len(by_nobody) < NOTHING_MORE * len(one.unseen)
    if not is_nothing_more or len(by_nobody) < FEW * len(plan.board.hexes):
        return None
    places = {at: np.array(plan.centre_mm(at)) for at in sorted(by_nobody)}
    middle = np.mean([*places.values()], axis=0)
    at = min(places, key=lambda each: float(np.linalg.norm(places[each] - middle)))
    return Message("both cameras see the same part of the board: turn the second one until it sees {1}", at)
