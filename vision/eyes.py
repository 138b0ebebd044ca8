"""One picture after the other, made into readings: is the table at rest, and what lies on it.

A quiet picture costs one glance.  Only hexes that changed are read again; a hand over
the board, a bump or a change of the light never changes what is known.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter
from typing import Protocol

import cv2
import msgspec
import numpy as np

from rules.hexes import Hex
from vision.arms import is_arm_across
from vision.calibrate import Gray, Registration, find_marks, register
from vision.frames import Frame, Picture
from vision.mat import find_mat
from vision.plan import BoardPlan, TagBook, Tray
from vision.quiet import Glance, Mask, Zones, changes, glance, overlap
from vision.roster import Roster
from vision.sighting import DieSeen, Sighting

SURE_LOOKS = 2  # more looks at what changed, so that one bad picture is outvoted
FROZEN_FRAMES, FROZEN_S = 20, 2.0
DARK = 10.0  # of 255, on average
SAME_COVER = 0.9  # of two masks, to be the same thing lying there
LIGHT_SHARE = 0.5  # of the board: as much changes at once only with the light
LIGHT_PATIENCE, COVER_PATIENCE, STILL_PATIENCE = 12, 150, 3  # frames, frames, photographs
RESTS_KEPT = 3


class EyeState(StrEnum):
    """What the eyes can say about the table at this moment."""

    QUIET = "quiet"
    CHANGING = "changing"
    COVERED = "covered"
    NO_MARKS = "no_marks"
    DARK = "dark"
    FROZEN = "frozen"


class DiceEyes(Protocol):
    """Reads the dice in the tray."""

    def read(self, image: Picture, registration: Registration, tray: Tray) -> tuple[DieSeen, ...]:
        """Return every die that lies in *tray*."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one frame says.  Unless *state* is quiet, what lies on the table is what was known before.

    *tray* is where dice count: between the marks of a mat, or else where the plan says.
    *stirs* counts how often something in the tray changed; *twice* names pieces seen in
    more than one place; *reason* is a sentence for people where the state asks for one.
    """

    frame: int
    name: str | None
    at: float
    still: bool
    state: EyeState
    registration: Registration | None
    tray: Tray | None
    sightings: tuple[Sighting, ...]
    tags: dict[str, Hex]
    pieces: dict[str, Hex]
    doubtful: tuple[Hex, ...]
    twice: tuple[str, ...]
    dice: tuple[DieSeen, ...]
    stirs: int
    reason: str
    ms: float

    @property
    def error_mm(self) -> float | None:
        """Return how well the marks fit the plan, or None while the board is not found."""
        return None if self.registration is None else self.registration.error_mm


class Eyes:
    """Looks at frames of one table through one camera."""

    def __init__(self, plan: BoardPlan, book: TagBook, dice: DiceEyes | None = None) -> None:
        self.plan = plan
        self._dice_eyes = dice
        self._roster = Roster(plan, book)
        self._registration: Registration | None = None
        self._zones: Zones | None = None
        self._tray = plan.tray
        self._shape: tuple[int, ...] = ()
        self._rests: list[Glance] = []  # what the table looked like at rest, newest first
        self._before: Glance | None = None
        self._again: dict[Hex, int] = {}
        self._hidden: set[Hex] = set()
        self._cover: Mask | None = None
        self._cover_frames = 0
        self._dice: tuple[DieSeen, ...] = ()
        self._dice_again = 0
        self._stirs = 0
        self._alike: tuple[Picture, float, int] | None = None

    def look(self, frame: Frame) -> Reading:
        """Return what *frame* says, given what the frames before it said."""
        start = perf_counter()
        state = self._state(frame)
        roster = self._roster
        return Reading(
            frame=frame.number,
            name=frame.name,
            at=frame.at,
            still=frame.still,
            state=state,
            registration=self._registration,
            tray=self._tray,
            sightings=tuple(roster.sightings),
            tags=roster.tags,
            pieces=roster.pieces,
            doubtful=tuple(sorted({*roster.doubtful, *self._hidden})),
            twice=roster.twice,
            dice=self._dice,
            stirs=self._stirs,
            reason=self._reason(state, frame),
            ms=(perf_counter() - start) * 1000,
        )

    def _state(self, frame: Frame) -> EyeState:
        if self._is_frozen(frame):
            return EyeState.FROZEN
        if float(frame.image[::16, ::16].mean()) < DARK:
            self._before = None
            return EyeState.DARK
        seen, before = glance(frame.image), self._before
        self._before = seen
        if frame.image.shape != self._shape:
            self._rests, self._registration, before = [], None, None
            self._shape = frame.image.shape
        if not self._rests or self._zones is None:
            is_moving = before is not None and not frame.still and _differs(before, seen)
            return EyeState.CHANGING if is_moving else self._begin(frame, seen)
        mask = min((changes(rest, seen) for rest in self._rests), key=lambda mask: int(mask.sum()))
        if not mask.any():
            return self._settle(frame, seen, set(), is_stirred=False)
        is_moving = before is not None and not frame.still and self._zones.is_moving(changes(before, seen))
        return EyeState.CHANGING if is_moving else self._judge(frame, seen, mask)

    def _begin(self, frame: Frame, seen: Glance) -> EyeState:
        """Find the board and read all of it."""
        gray = _gray(frame.image)
        registration = register(gray, self.plan, self._registration)
        if registration is None:
            self._registration, self._zones = None, None
            return EyeState.NO_MARKS
        if registration is not self._registration or self._zones is None:
            self._registration = registration
            self._tray = find_mat(gray, registration) or self.plan.tray
            self._zones = Zones(
                msgspec.structs.replace(self.plan, tray=self._tray), registration, frame.image.shape
            )
        is_covered = is_arm_across(seen, self.plan, registration, frame.image.shape[1])
        if is_covered and not self._is_patience_over(np.zeros_like(self._zones.board), frame):
            if frame.still:
                self._roster.look_everywhere(gray, registration)
                self._read_dice(frame)
            return EyeState.COVERED
        self._roster.look_everywhere(gray, registration)
        self._rests, self._hidden = [seen], set()
        self._again = {} if frame.still else {one.hex: SURE_LOOKS for one in self._roster.sightings}
        self._cover, self._cover_frames = None, 0
        self._stirs += 1
        self._dice_again = 0 if frame.still else SURE_LOOKS
        self._read_dice(frame)
        return EyeState.QUIET

    def _judge(self, frame: Frame, seen: Glance, mask: Mask) -> EyeState:
        """Return what a change against the table at rest means, and read what has to be read."""
        zones, registration = self._zones, self._registration
        assert zones is not None and registration is not None, "there is no rest without them"
        if zones.have_marks_changed(mask):
            found = register(_gray(frame.image), self.plan, registration)
            if found is not None and found is not registration:
                return self._begin(frame, seen)
            if found is None and not find_marks(_gray(frame.image), self.plan.marker):
                return EyeState.COVERED
        hexes = zones.changed_hexes(mask)
        if zones.is_reached_into(mask):
            share = int((mask & zones.board).sum()) / int(zones.board.sum())
            is_over = self._is_patience_over(mask, frame)
            is_light = share >= LIGHT_SHARE or self._cover_frames >= LIGHT_PATIENCE
            if is_light and not self._roster.is_still_true(hexes, _gray(frame.image), registration):
                is_light = False
            if not (is_over or is_light):
                return EyeState.COVERED
            if not is_light:
                self._hidden = zones.hexes_under(mask)
                hexes -= self._hidden
        elif self._hidden:
            self._hidden -= hexes
        return self._settle(frame, seen, hexes, is_stirred=zones.has_tray_changed(mask))

    def _settle(self, frame: Frame, seen: Glance, hexes: set[Hex], *, is_stirred: bool) -> EyeState:
        """Take *seen* as the table at rest after reading *hexes* and, if it was stirred, the tray."""
        registration = self._registration
        assert registration is not None
        self._cover, self._cover_frames = None, 0
        again = {name for name, looks in self._again.items() if looks > 0} - hexes
        if hexes or again:
            self._roster.look_at(hexes | again, _gray(frame.image), registration)
        self._again = {name: self._again[name] - 1 for name in again}
        looks = 0 if frame.still else SURE_LOOKS
        self._again.update(dict.fromkeys(hexes, looks))
        if is_stirred:
            self._stirs += 1
            self._dice_again = looks
            self._read_dice(frame)
        elif self._dice_again > 0:
            self._dice_again -= 1
            self._read_dice(frame)
        self._rests = (
            [seen, *self._rests[: RESTS_KEPT - 1]] if hexes or is_stirred else [seen, *self._rests[1:]]
        )
        return EyeState.QUIET

    def _read_dice(self, frame: Frame) -> None:
        if self._dice_eyes is not None and self._tray is not None and self._registration is not None:
            self._dice = self._dice_eyes.read(frame.image, self._registration, self._tray)

    def _is_patience_over(self, mask: Mask, frame: Frame) -> bool:
        """Return whether the same thing has covered the board for so long that it has come to stay."""
        is_same = self._cover is not None and overlap(self._cover, mask) >= SAME_COVER
        self._cover, self._cover_frames = mask, self._cover_frames + 1 if is_same else 1
        return self._cover_frames >= (STILL_PATIENCE if frame.still else COVER_PATIENCE)

    def _is_frozen(self, frame: Frame) -> bool:
        """Return whether a camera has sent the very same picture for some time: noise never repeats."""
        sample = frame.image[::16, ::16]
        if not frame.live or self._alike is None or not np.array_equal(sample, self._alike[0]):
            self._alike = (sample.copy(), frame.at, 0) if frame.live else None
            return False
        first, since, count = self._alike
        self._alike = (first, since, count + 1)
        return count + 1 >= FROZEN_FRAMES and frame.at - since >= FROZEN_S

    def _reason(self, state: EyeState, frame: Frame) -> str:
        match state:
            case EyeState.NO_MARKS:
                seen = {
                    (one.mark.family, one.mark.id) for one in find_marks(_gray(frame.image), self.plan.marker)
                }
                ids = [str(mark.id) for mark in self.plan.marker if (mark.family, mark.id) not in seen]
                return (
                    f"the board is not found: marks {', '.join(ids)} are not seen, and at least three must be"
                    if ids
                    else "the board is not found: its plan lists no marks"
                )
            case EyeState.DARK:
                return "the picture is dark: switch on a light or uncover the camera"
            case EyeState.FROZEN:
                return "the camera sends the same picture again and again: unplug it and plug it in again"
            case EyeState.COVERED:
                return "something lies over the board: waiting until it is gone"
            case _ if self._roster.twice:
                return f"seen in two places: {', '.join(self._roster.twice)}; take one of the tags away"
            case _:
                return ""


def _gray(image: Picture) -> Gray:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _differs(one: Glance, other: Glance) -> bool:
    return int(changes(one, other).sum()) >= 30


def look_once(
    plan: BoardPlan, book: TagBook, dice: DiceEyes | None, frames: Iterable[Frame]
) -> Iterable[Reading]:
    """Yield a reading for each of *frames*, each taken by itself, whatever table it shows."""
    for frame in frames:
        yield Eyes(plan, book, dice).look(frame)
