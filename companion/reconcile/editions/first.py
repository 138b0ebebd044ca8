"""What pictures tell of the First Edition's own waits.

A retreat is seen whole, by its end.  That a unit stands is never seen: it stood there before.
"""

from collections.abc import Iterator

from companion.reconcile.editions.edition_sight import Commands, EditionSight
from rules.first.messages import RetreatTo
from rules.first.messages.waits import ReactWait, RetreatWait
from rules.kernel.game import Game
from rules.kernel.hexes import Hex


def _retreats(game: Game, wait: RetreatWait, to: Hex) -> Iterator[Commands]:
    """Yield every number of flags that the unit may have ignored to end on *to*."""
    for way in wait.ways:
        if way.to == to:
            yield (RetreatTo(to=to, ignoring=wait.flags - way.counted),)


def _go_back(to: Hex) -> RetreatTo:
    return RetreatTo(to=to)


FIRST_SIGHT = EditionSight(
    answers={RetreatWait: _retreats}, going={RetreatWait: _go_back}, passed=(ReactWait,)
)
