"""What the tags of markers and of Lore say that lie in a unit's hex: the unit has them.

One that is not seen says nothing, a figure may cover it.  Knows no thread and no store.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from companion.reconcile.editions.first_pieces import lore_beside
from companion.reconcile.errands import Errand, ErrandKind
from companion.reconcile.sightings.laid_tags import LORE
from rules.kernel.catalogue import kind_of
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.state import Unit
from rules.kernel.values import Marker, UnitId
from vision.sightings import Observation


class MarkerSeen(NamedTuple):
    """In the hex of *unit* lies a *marker* that it does not have by the books."""

    unit: Unit
    marker: Marker

    @property
    def id(self) -> str:
        """Return what names it as long as it is the same."""
        return f"marker:{self.unit.id}:{self.marker}"

    def on(self, unit: Unit) -> Unit:
        """Return *unit* as the table has it."""
        return replace(unit, markers=(*unit.markers, self.marker))


class MarkerSightings:
    """The tags that lie there, and those of which people say that they mean nothing."""

    def __init__(self) -> None:
        self._seen: dict[str, Hex] = {}
        self._not_believed: dict[str, Hex] = {}

    def hear(self, observation: Observation) -> None:
        """Take in where the tags lie; people's word holds until one is seen elsewhere."""
        named = {piece: kind_of(UnitId(piece)) for piece in observation.pieces}
        self._seen = {
            piece: at for piece, at in observation.pieces.items() if named[piece] in {LORE, *Marker}
        }
        for piece, at in list(self._not_believed.items()):
            if self._seen.get(piece, at) != at:
                del self._not_believed[piece]

    def disbelieve(self, hexes: Collection[Hex | None]) -> None:
        """Take people's word that what lies in *hexes* means nothing there."""
        self._not_believed |= {piece: at for piece, at in self._seen.items() if at in hexes}

    def is_done(self, errand: Errand, game: Game, left: Game) -> bool:
        """Return whether what *errand* asks to be put beside a unit of *game*, since *left*, lies there."""
        unit = None if errand.unit is None else game.state.units.get(errand.unit)
        if unit is None or unit.at is None:
            return False
        lying = self._lying(unit.at)
        if errand.kind is ErrandKind.LORE:
            was, lore = (lore_beside(each.state).get(unit.id, 0) for each in (left, game))
            return was < lore <= lying.count(LORE)
        return errand.marker in unit.markers and errand.marker in lying

    def unbooked(self, game: Game, where: Mapping[UnitId, Hex]) -> Iterable[MarkerSeen]:
        """Yield the markers that lie in a unit's hex and are not its own by the books.

        Of units seen elsewhere, *where* they are, nothing is said.
        """
        for unit in game.state.units.values():
            lying = () if where.get(unit.id, unit.at) != unit.at else self._lying(unit.at)
            for marker in Marker:
                if marker in lying and marker not in unit.markers:
                    yield MarkerSeen(unit, marker)

    def _lying(self, at: Hex | None) -> list[str]:
        """Return what lies in hex *at* as far as it is believed, one name for each tag."""
        return [
            kind_of(UnitId(piece))
            for piece, place in self._seen.items()
            if place == at != self._not_believed.get(piece)
        ]
