"""What pictures tell of the Second Edition's own waits."""

from collections.abc import Iterator

from companion.reconcile.editions.edition_sight import Commands, EditionSight
from rules.kernel.game import Game
from rules.kernel.hexes import Direction, Hex
from rules.second.messages import ChooseWay, IgnoreRetreats, IgnoreWait


def _ignoring(game: Game, wait: IgnoreWait, to: Hex) -> Iterator[Commands]:
    """Yield every number of hexes that may be ignored, each with every way that the rest may go."""
    for hexes in range(wait.most + 1):
        ignored = IgnoreRetreats(hexes=hexes)
        yield from ((ignored,), *((ignored, ChooseWay(way=way)) for way in Direction))


SECOND_SIGHT = EditionSight(answers={IgnoreWait: _ignoring}, going={}, passed=())
