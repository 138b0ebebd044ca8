"""Special rules that only scenarios and scenario cards of the Second Edition have.

Values only.  This module knows no rule.
"""

from rules.kernel.messages import GainLore, GainPoints, SharedSpecial, Special
from rules.kernel.values import KindId, TerrainId


class HoldTerrain(Special, frozen=True, kw_only=True, tag="hold_terrain"):
    """In the Victory Point Step the owner does *does* if his units hold *count* hexes of each of *kinds*.

    ``clear`` is a kind too.  Where *unit* is told only such units count, where *own_half*
    only hexes on rows 1 to 5 of his own.
    """

    kinds: tuple[TerrainId, ...]
    count: int = 1
    unit: KindId | None = None
    own_half: bool = False
    does: tuple[GainPoints | GainLore, ...]

    @property
    def grounds(self) -> tuple[TerrainId, ...]:
        """Return the kinds of terrain that it names."""
        return self.kinds

    @property
    def kind(self) -> KindId | None:
        """Return the kind of units that it names."""
        return self.unit


class PointsForEliminating(Special, frozen=True, kw_only=True, tag="points_for_eliminating"):
    """The owner gains *points* whenever an enemy unit in or next to *near* is eliminated."""

    near: tuple[TerrainId, ...]
    points: int

    @property
    def grounds(self) -> tuple[TerrainId, ...]:
        """Return the kinds of terrain that it names."""
        return self.near


SecondSpecial = SharedSpecial | HoldTerrain | PointsForEliminating
