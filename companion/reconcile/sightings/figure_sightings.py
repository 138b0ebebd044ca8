"""What the spots on units' trays say of their figures: how many have gone at least.

A spot that is seen is a figure that has gone; one that is not seen says nothing, a figure may stand
before it.  So fewer spots than losses are no news, more are.  Knows no thread and no store.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from rules.kernel.game import Game
from rules.kernel.state import Unit
from rules.kernel.values import UnitId
from vision.sightings import Observation, SpotCount


class FiguresGone(NamedTuple):
    """Of a unit's figures so many are *seen* to have gone, more than are *lost* by the books."""

    unit: Unit
    seen: int
    lost: int
    left: int

    @property
    def id(self) -> str:
        """Return what names it as long as it is the same."""
        return f"figures:{self.unit.id}:{self.seen}"

    def on(self, unit: Unit) -> Unit:
        """Return *unit* as the table has it."""
        return replace(unit, figures=self.left)


class FigureSightings:
    """The spots seen last, how many there were before that, and people's word that they are no losses."""

    def __init__(self) -> None:
        self._spots: Mapping[str, SpotCount] = {}
        self._before: dict[str, int] = {}
        self._not_believed: dict[str, int] = {}

    def hear(self, observation: Observation) -> None:
        """Take in the spots that are seen; people's word holds until others are."""
        for piece, count in self._spots.items():
            now = observation.spots.get(piece)
            if now is not None and now.seen != count.seen:
                self._before[piece] = count.seen
        self._spots = observation.spots
        for piece, seen in list(self._not_believed.items()):
            if piece in self._spots and self._spots[piece].seen != seen:
                del self._not_believed[piece]

    def disbelieve(self, units: Iterable[UnitId]) -> None:
        """Take people's word that the spots seen now on the trays of *units* are no losses."""
        self._not_believed |= {unit: self._spots[unit].seen for unit in units if unit in self._spots}

    def is_done(self, unit: Unit, left: int) -> bool:
        """Return whether figures of *unit*, of which *left* stood on the table, are seen taken or added."""
        count = self._spots.get(unit.id)
        if count is None or unit.health is not None:
            return False
        lost = count.spots - unit.figures
        if unit.figures < left:
            return count.seen >= lost
        return count.seen <= lost < self._before.get(unit.id, 0) and not count.doubtful

    def gone(self, game: Game) -> list[FiguresGone]:
        """Return the units that have lost more figures than the books say."""
        found = []
        for name, unit in game.state.units.items():
            count = self._spots.get(name)
            if count is None or unit.health is not None or unit.at is None or name in self._not_believed:
                continue
            lost = max(0, count.spots - unit.figures)
            if count.seen > lost:
                found.append(FiguresGone(unit, count.seen, lost, count.spots - count.seen))
        return found
