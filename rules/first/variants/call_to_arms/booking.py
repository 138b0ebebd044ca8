"""Of which part of an army a unit is that is put down where several Guards may stand.

Texts: Call to Arms, Deploy Your Guards; Game Variants, Epic Call to Arms.  Guards that are shifted share
hexes, and each side deploys its own in any order: nobody says of which a unit is.
"""

from typing import NamedTuple

from rules.first.table import ArmyPart, DeploymentPart, arms_of
from rules.first.variants.call_to_arms import places
from rules.kernel.catalogue import kind_of
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import UnitId


class Booking(NamedTuple):
    """That *unit* is of *part*; it may be of those that are *also* told, for all that anybody knows."""

    unit: UnitId
    part: ArmyPart
    also: tuple[DeploymentPart, ...] = ()


def bookings(game: Game, unit: UnitId, at: Hex) -> tuple[Booking, ...]:
    """Return of which part *unit* is on *at*, and which other units are then of another part than before.

    None where the cards of all its parts are known and have no such unit there.
    """
    return _Books(game, unit).book(unit, at) or ()


class _Books(NamedTuple):
    """Of which parts units are in *game* while the *mover* is taken up from the board."""

    game: Game
    mover: UnitId

    def book(self, unit: UnitId, at: Hex, left: tuple[ArmyPart, ...] = ()) -> tuple[Booking, ...] | None:
        """Return the part of *unit* on *at*, none that is *left* by others, and what makes room for it there.

        It stays where it was; a known card that lacks such a unit comes before one that nobody knows.
        """
        deployed = arms_of(self.game.state).deployed
        parts = [part for part in places.open_parts(self.game, at) if part not in left]
        fit = [part for part in parts if self._takes(part, unit, at)]
        if fit:
            part = min(fit, key=lambda each: (each != deployed.get(unit), not self._is_known(each)))
            return (Booking(unit, part, tuple(each.part for each in fit if each != part)),)
        for part in parts:
            for other, stands in self._alike(part, unit):
                others = self.book(other, stands, (*left, part))
                if others is not None:
                    return (Booking(unit, part), *others)
        return None

    def _alike(self, part: ArmyPart, unit: UnitId) -> list[tuple[UnitId, Hex]]:
        """Return the units of *part* of the same kind as *unit*, and where they stand."""
        units, deployed = self.game.state.units, arms_of(self.game.state).deployed
        own = [units[name] for name, of in deployed.items() if of == part and name != self.mover]
        return [(each.id, each.at) for each in own if each.at is not None and each.kind == kind_of(unit)]

    def _takes(self, part: ArmyPart, unit: UnitId, at: Hex) -> bool:
        """Return whether *part*'s card lacks such a unit as *unit* on *at*, or is not known."""
        if not self._is_known(part):
            return True
        due = places.due(self.game, part, without=self.mover)
        fit = (each for each in due if each.kind == kind_of(unit))
        return any(each.at is None or at in places.spots_for(self.game, part, each) for each in fit)

    def _is_known(self, part: ArmyPart) -> bool:
        return places.known_card(self.game, part) is not None
