"""What the camera tells the table, as values."""

import msgspec

from companion.reconcile.grid_check import GridOff, LayGrid
from companion.reconcile.moment import CameraState
from vision.sightings import Observation


class BoardSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The board has come to rest anew."""

    observation: Observation


class CameraNews(msgspec.Struct, frozen=True):
    """How the camera is doing; *alarm* ("": none) names what people must look up for, which is said once."""

    state: CameraState
    text: str = ""
    alarm: str = ""


class GridDoubted(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the grid seems to lie *off* the printed one (None: it does not); *lay* lays it elsewhere."""

    off: GridOff | None
    lay: LayGrid


CameraReport = BoardSeen | CameraNews | GridDoubted
