"""What one frame says of the table: the value that the eyes make of every picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from rules.kernel.hexes import Hex
from rules.kernel.translatable import Message
from vision.board.calibrate import Registration
from vision.board.plan import Tray
from vision.health import EyeState
from vision.sightings import DieSeen, Sighting, SpotCount
from vision.source.pictures import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one frame says.  Unless *state* is quiet, what lies on the table is what was known before.

    *tray* is where dice count: between the marks of a mat, or else where the plan says.
    *stirs* counts how often something in the tray changed; *twice* names pieces seen in
    more than one place; *glare* are hexes where a reflection hides what lies there, in which
    what was known is kept; *reason* is told to people where the state asks for it.  Where
    the picture *is_mirrored*, its mirror image would be read.  While pictures jump, *is_unsteady*, those at
    rest among them are read all the same.  *unseen* are the hexes that lie outside the picture, doubtful
    ones as well; *sees_tray*: the tray lies inside.  *spots* are of the pieces whose tray lies there,
    *beside* are the pieces that lie beside the board, *carried* how often each was laid elsewhere there.
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
    reason: Message | None
    ms: float
    glare: tuple[Hex, ...] = ()
    is_mirrored: bool = False
    is_unsteady: bool = False
    unseen: tuple[Hex, ...] = ()
    sees_tray: bool = True
    spots: Mapping[str, SpotCount] = field(default_factory=dict)
    beside: tuple[str, ...] = ()
    carried: Mapping[str, int] = field(default_factory=dict)

    @property
    def english_reason(self) -> str:
        """Return the reason in English, "" where there is none."""
        return "" if self.reason is None else str(self.reason)

    @property
    def error_mm(self) -> float | None:
        """Return how well the marks fit the plan, or None while the board is not found."""
        return None if self.registration is None else self.registration.error_mm


class DiceEyes(Protocol):
    """Reads the dice in the tray."""

    def read(self, image: Picture, registration: Registration, tray: Tray) -> tuple[DieSeen, ...]:
        """Return every die that lies in *tray* in *image* (h, w, 3) BGR, its place in mm."""
