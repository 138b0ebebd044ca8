"""Where a unit's tray has its spots: black rings, one under each figure, as the tag book lists them.

All numbers are those that were printed.  The three tags of a tray are alike, so are its three free
edges: which spot is which cannot be told, only how many are seen.
"""

from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

Millimetres = Annotated[float, msgspec.Meta(gt=0, le=1_000)]
FREE = np.deg2rad((60, 180, 300))  # from where a tag lies to the free edges, seen from the tray's middle


class FigureSpots(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The spots of a book's trays, in mm: *out_mm* from a tray's middle towards its free edges.

    A tag's middle is *reach_mm* from the tray's, its upper side towards it.  A spot is a black ring
    *spot_mm* across around a white hole of *hole_mm*.  *figures* stand on the tray of each payload;
    the fourth stands in the middle.
    """

    reach_mm: Millimetres
    out_mm: Millimetres
    spot_mm: Millimetres
    hole_mm: Millimetres
    figures: dict[str, Annotated[int, msgspec.Meta(ge=3, le=4)]]

    def tray_mm(self, tag_mm: tuple[float, float], turn: float) -> NDArray[np.float64]:
        """Return the middle (2,) of the tray whose tag lies at *tag_mm*, turned by *turn* radians."""
        return np.array(tag_mm) + self.reach_mm * np.array((-np.sin(turn), np.cos(turn)))

    def spots_mm(self, payload: str, middle: NDArray[np.float64], turn: float) -> NDArray[np.float64]:
        """Return where the spots (n, 2) of a tray are; its *middle* is at (2,), a tag's turn is *turn*."""
        ways = turn - np.pi / 2 + FREE
        spots = middle + self.out_mm * np.column_stack([np.cos(ways), np.sin(ways)])
        return spots if self.figures[payload] == len(spots) else np.vstack([spots, middle])
