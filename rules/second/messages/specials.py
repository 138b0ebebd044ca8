"""Special rules that only scenarios and scenario cards of the Second Edition have.

Values only.  This module knows no rule.
"""

from collections.abc import Collection

from rules.kernel.messages import GainLore, GainPoints, Shot, Special
from rules.kernel.values import KindId, TerrainId


class MayEnter(Special, frozen=True, kw_only=True, tag="may_enter"):
    """The owner's units with *trait* may enter and stand in impassable *terrain*."""

    trait: str
    terrain: tuple[TerrainId, ...]

    @property
    def grounds(self) -> tuple[TerrainId, ...]:
        """Return the kinds of terrain that it names."""
        return self.terrain

    def lets_enter(self, traits: Collection[str], ground: TerrainId) -> bool:
        """Return whether *ground* is its terrain and its trait among *traits*."""
        return self.trait in traits and ground in self.terrain


class NoStop(Special, frozen=True, kw_only=True, tag="no_stop"):
    """The owner's units need not end their movement on entering *terrain*."""

    terrain: tuple[TerrainId, ...]

    @property
    def grounds(self) -> tuple[TerrainId, ...]:
        """Return the kinds of terrain that it names."""
        return self.terrain

    def lets_pass(self, ground: TerrainId) -> bool:
        """Return whether *ground* is its terrain."""
        return ground in self.terrain


class Volley(Special, frozen=True, kw_only=True, tag="volley"):
    """An unmoved *unit* of the owner's on *terrain* may attack at *range* with *dice* instead of normally."""

    unit: KindId
    terrain: TerrainId
    dice: int
    range: tuple[int, int]

    @property
    def grounds(self) -> tuple[TerrainId, ...]:
        """Return the kinds of terrain that it names."""
        return (self.terrain,)

    @property
    def kind(self) -> KindId | None:
        """Return the kind of units that it names."""
        return self.unit

    def shot(self, kind: KindId, ground: TerrainId) -> Shot | None:
        """Return its volley for its own kind of unit on its terrain."""
        return Shot(self.range, self.dice) if (kind, ground) == (self.unit, self.terrain) else None


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


SecondSpecial = MayEnter | NoStop | Volley | HoldTerrain | PointsForEliminating
