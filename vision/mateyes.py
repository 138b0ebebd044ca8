"""Eyes for a dice mat alone: a second camera, or a mat so far from the board that no mark of it is seen.

Knows the printed mat's size; places are in mm from its south-west mark.
"""

from dataclasses import replace
from typing import NamedTuple

from vision.board.calibrate import Registration, is_mirrored, register
from vision.board.plan import BoardMark, BoardPlan, Tray
from vision.dice.mat import FAMILY, MARKS, ROOM_MM, SIZE_MM
from vision.health import EyeState
from vision.reading import DiceEyes, Reading
from vision.rest.glance import MOVING_PX, Glance, changes, glance
from vision.sightings import DieSeen
from vision.source.frames import Frame

ACROSS_MM, UP_MM = 148.0, 168.0  # between the marks' centres; must agree with printables.marks
INSET_MM = SIZE_MM / 2 + ROOM_MM
CORNERS = ((0.0, UP_MM), (ACROSS_MM, UP_MM), (ACROSS_MM, 0.0), (0.0, 0.0))
TRAY = Tray(from_mm=(INSET_MM, INSET_MM), to_mm=(ACROSS_MM - INSET_MM, UP_MM - INSET_MM))
PLAN = BoardPlan(
    width_mm=ACROSS_MM,
    height_mm=UP_MM,
    rows=(1,),
    hex_width_mm=SIZE_MM,
    marker=tuple(
        BoardMark(family=FAMILY, id=mark.id, centre_mm=centre, size_mm=SIZE_MM)
        for mark, centre in zip(MARKS, CORNERS, strict=True)
    ),
    tray=TRAY,
)
LOOKS = 3
"""So often dice at rest are read, and the last time counts: a first picture may still be blurred."""


class MatReading(NamedTuple):
    """What one frame says of the mat; unless *state* is quiet, *dice* are those known before.

    *stirs* counts how often something on the mat changed.  Where the picture *is_mirrored*, its mirror
    image would be read.
    """

    state: EyeState
    registration: Registration | None
    dice: tuple[DieSeen, ...]
    stirs: int
    is_mirrored: bool = False

    def onto(self, reading: Reading) -> Reading:
        """Return the board's *reading* with the mat's dice; it is no rest while the mat is stirred."""
        is_stirred = self.state is EyeState.CHANGING and reading.state is EyeState.QUIET
        state = EyeState.CHANGING if is_stirred else reading.state
        return replace(reading, state=state, dice=self.dice, stirs=reading.stirs + self.stirs)


class MatEyes:
    """Looks at frames of one mat through a camera of its own."""

    def __init__(self, dice: DiceEyes) -> None:
        self._dice_eyes = dice
        self._registration: Registration | None = None
        self._before: Glance | None = None
        self._rest: Glance | None = None
        self._dice: tuple[DieSeen, ...] = ()
        self._stirs = 0
        self._looks = 0

    def look(self, frame: Frame) -> MatReading:
        """Return what *frame* says, given what the frames before it said."""
        state = self._state(frame)
        is_turned = state is EyeState.NO_MARKS and is_mirrored(frame.gray, PLAN.marker)
        return MatReading(state, self._registration, self._dice, self._stirs, is_turned)

    def _state(self, frame: Frame) -> EyeState:
        seen, before = glance(frame), self._before
        self._before = seen
        if not frame.still and (before is None or _differs(before, seen)):
            return EyeState.CHANGING
        if self._rest is None or _differs(self._rest, seen):
            found = register(frame.gray, PLAN, self._registration)
            if found is None:
                return EyeState.NO_MARKS
            self._registration, self._rest = found, seen
            self._stirs, self._looks = self._stirs + 1, 0
        if self._looks < (1 if frame.still else LOOKS):
            assert self._registration is not None, "there is no rest without the marks"
            self._looks += 1
            self._dice = self._dice_eyes.read(frame.image, self._registration, TRAY)
        return EyeState.QUIET


def _differs(one: Glance, other: Glance) -> bool:
    return one.small.shape != other.small.shape or int(changes(one, other).sum()) >= MOVING_PX
