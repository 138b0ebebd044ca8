"""What pictures tell of the First Edition's own waits.

A retreat is seen whole, by its end.  That a unit stands is never seen: it stood there before.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.reconcile.editions.edition_sight import Commands, EditionSight
from rules.first.messages import RetreatTo
from rules.first.messages.waits import ReactWait, RetreatWait
from rules.first.table import table
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.state import State
from rules.kernel.values import UnitId


def _retreats(game: Game, wait: RetreatWait, to: Hex) -> Iterator[Commands]:
    """Yield every number of flags that the unit may have ignored to end on *to*."""
    for way in wait.ways:
        if way.to == to:
            yield (RetreatTo(to=to, ignoring=wait.flags - way.counted),)


def _go_back(to: Hex) -> RetreatTo:
    return RetreatTo(to=to)


def lore_beside(state: State) -> Mapping[UnitId, int]:
    """Return how much Lore lies beside which Creatures; none in other editions."""
    return table(state).stored


def with_lore_beside(state: State, unit: UnitId, count: int) -> State:
    """Return *state* with so much Lore beside *unit*."""
    return replace(state, own=replace(table(state), stored={**table(state).stored, unit: count}))


FIRST_SIGHT = EditionSight(
    answers={RetreatWait: _retreats}, going={RetreatWait: _go_back}, passed=(ReactWait,)
)
