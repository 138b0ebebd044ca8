"""What the eyes say they have seen: small values that travel between the rooms of vision.

Knows no picture and no rule of the game.
"""

from collections.abc import Iterable
from math import dist
from typing import NamedTuple

import msgspec

from rules.kernel.hexes import Hex

Point = tuple[float, float]

COCKED, OFF_THE_TRAY = "cocked", "off the tray"
TROUBLES = (COCKED, OFF_THE_TRAY)
"""What may be wrong with a die: it leans on something, or it lies where no roll counts."""


SURE = 0.5
"""A die read with less confidence is there, but its face must be asked for."""


class DieSeen(msgspec.Struct, frozen=True, kw_only=True):
    """One die that lies still: its upper face, its place on the board's plane (mm), how sure (0-1).

    In a picture without a board the place is in pixels.  *trouble* says why a die must not
    count, as one of TROUBLES, or is empty.
    """

    face: str
    at_mm: Point
    confidence: float
    trouble: str = ""


SAME_DIE_MM = 6.0
SURE_FACE = 0.7


def is_same_die(one: DieSeen, other: DieSeen) -> bool:
    """Return whether a die lies where it lay; another face counts only if both were read surely."""
    is_other_face = one.face != other.face and min(one.confidence, other.confidence) >= SURE_FACE
    return lies_with(one, other) and not is_other_face


def lies_with(one: DieSeen, other: DieSeen) -> bool:
    """Return whether two dice lie so near to each other that nobody has thrown one of them since."""
    return dist(one.at_mm, other.at_mm) < SAME_DIE_MM


class Pose(NamedTuple):
    """How a tag lies on the board's plane: centre (mm), turn (radians, counter-clockwise), side (mm)."""

    centre_mm: Point
    turn: float
    size_mm: float


class Sighting(msgspec.Struct, frozen=True, kw_only=True):
    """One tag read: which, where, and how sure.

    *score* is the correlation with the tag's pattern, *gap* how far it is ahead of the
    next tag of the book.  *hex* is the hex nearest to the tag's centre, *margin_mm* how
    far inside its nearest side that centre is (below 0: off the grid).
    """

    payload: str
    piece: str
    pose: Pose
    hex: Hex
    margin_mm: float
    score: float
    gap: float

    @property
    def at_mm(self) -> Point:
        """Return the tag's centre on the board's plane."""
        return self.pose.centre_mm


def hexes_of(piece: str, sightings: Iterable[Sighting]) -> tuple[Hex, ...]:
    """Return the hexes in which tags of *piece* are among *sightings*."""
    return tuple(sorted({one.hex for one in sightings if one.piece == piece}))


class SpotCount(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit's tray shows: of its *spots* so many are *seen*, and *doubtful* ones may be."""

    spots: int
    seen: int
    doubtful: int = 0


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """The table at rest in a new way.

    A hex in *doubtful* says nothing: neither that a piece stands there nor that none does.
    *roll* is 0 before the first throw and grows by one each time newly thrown dice have
    come to rest; dice that go on lying keep it.  *dice* are all that lie in the tray,
    *fresh* those of them that came with this roll.  *spots* are of the pieces whose tray is seen,
    *beside* the pieces that lie beside the board, *carried* how often each was laid elsewhere there.
    """

    frame: int
    name: str | None
    at: float
    pieces: dict[str, Hex]
    doubtful: tuple[Hex, ...] = ()
    dice: tuple[DieSeen, ...] = ()
    fresh: tuple[DieSeen, ...] = ()
    roll: int = 0
    spots: dict[str, SpotCount] = {}
    beside: tuple[str, ...] = ()
    carried: dict[str, int] = {}
