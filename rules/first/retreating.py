"""Where a retreat can end, hex by hex towards the own side, and what it costs (rules summary, Retreats).

The unit's owner chooses (docs/rulings.md).  Terrain does not slow a retreat; what cannot be
entered bars it.  Knows no state and no flag.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from rules.kernel.hexes import Board, Direction, Hex
from rules.kernel.values import Seat

HOMEWARD: Mapping[Seat, tuple[Direction, Direction]] = {
    Seat.NORTH: (Direction.NORTH_WEST, Direction.NORTH_EAST),
    Seat.SOUTH: (Direction.SOUTH_WEST, Direction.SOUTH_EAST),
}
"""The two ways towards each camp's own edge of the board."""


class Trampling(NamedTuple):
    """The hexes whose units a Creature tramples, and how many figures each of them loses."""

    hexes: tuple[Hex, ...]
    figures: int


def homeward(board: Board, at: Hex, seat: Seat) -> tuple[Hex, ...]:
    """Return the hexes next to *at* towards *seat*'s own side, one at the border and none behind it."""
    steps = (board.step(at, way) for way in HOMEWARD[seat.camp])
    return tuple(place for place in steps if place is not None)


def ends(
    board: Board,
    at: Hex,
    seat: Seat,
    hexes: int,
    closed: Collection[Hex],
    *,
    stopping: Collection[Hex] = (),
) -> dict[Hex, int]:
    """Return where a retreat of so many *hexes* can end, each with the hexes that are then not made.

    *closed* are hexes with units and those that cannot be entered.  A dead end is allowed where
    another way goes on, and costs what is left, and so does a hex of *stopping*, at which it ends.
    """
    found: dict[Hex, int] = {}
    edge = {at}
    for made in range(hexes):
        onward: set[Hex] = set()
        for place in edge:
            onto = homeward(board, place, seat) if place == at or place not in stopping else ()
            free = [near for near in onto if near not in closed]
            if not free:
                found[place] = hexes - made
            onward.update(free)
        edge = onward
    found.update(dict.fromkeys(edge, 0))
    return {place: found[place] for place in board.hexes if place in found}


def trampled(
    board: Board, at: Hex, seat: Seat, missing: int, *, units: Collection[Hex], closed: Collection[Hex]
) -> Trampling:
    """Return whom a Creature on *at* tramples that could not make *missing* hexes and lives.

    Both hexes of its way must be barred, by *units* or by what else is *closed* or off the board,
    and one at least by a unit.
    """
    way = homeward(board, at, seat)
    barred = missing > 0 and all(place in units or place in closed for place in way)
    hit = tuple(place for place in way if place in units) if barred else ()
    return Trampling(hit, missing if hit else 0)
