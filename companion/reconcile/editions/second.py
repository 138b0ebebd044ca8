"""What pictures tell of the Second Edition's own waits."""

from collections.abc import Collection, Iterator

from companion.reconcile.editions.edition_sight import Commands, EditionSight
from rules.kernel.catalogue import kind_of
from rules.kernel.game import Game
from rules.kernel.hexes import Direction, Hex
from rules.kernel.values import TerrainId, UnitId
from rules.second.messages import ChooseWay, FordWait, IgnoreRetreats, IgnoreWait, PlaceFord
from rules.second.setting_up.battlefield import FORD


def _ignoring(game: Game, wait: IgnoreWait, to: Hex) -> Iterator[Commands]:
    """Yield every number of hexes that may be ignored, each with every way that the rest may go."""
    for hexes in range(wait.most + 1):
        ignored = IgnoreRetreats(hexes=hexes)
        yield from ((ignored,), *((ignored, ChooseWay(way=way)) for way in Direction))


def _ford(game: Game, wait: FordWait, at: Hex, pieces: Collection[str]) -> Commands | None:
    """Return that the ford that is due is placed where one lies in water that had none."""
    kinds, known = game.ruleset.catalogue.terrain, game.state.terrain.get(at)
    lie = {TerrainId(kind_of(UnitId(piece))) for piece in pieces}
    if FORD not in lie or known is None or known.token == FORD or known.kind not in kinds[FORD].on:
        return None
    is_alone = all(kind in kinds and kinds[kind].is_water for kind in lie - {FORD})
    return (PlaceFord(at=at),) if is_alone else None


SECOND_SIGHT = EditionSight(answers={IgnoreWait: _ignoring}, going={}, passed=(), laid={FordWait: _ford})
