"""Rivers: which water hexes touch, and where a river ends in the open (RB p. 15; example p. 18).

Knows tiles and the board, no game: a tile has no direction here, the players turn it so
that its river flows on into the water next to it.
"""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from rules.kernel.hexes import DIRECTIONS, Board, Direction, Hex
from rules.kernel.values import TerrainId, Tile

RIVER = TerrainId("river")
LAKE = TerrainId("lake")
ENDS = 2
"""How many ends a river has in a hex."""


def joins(
    board: Board, terrain: Mapping[Hex, Tile], at: Hex, water: Collection[TerrainId]
) -> tuple[Direction, ...]:
    """Return on which sides of *at* there is water too, so that the two flow together."""
    around = board.neighbours[at]
    return tuple(way for way in around if around[way] in terrain and terrain[around[way]].kind in water)


def open_ends(board: Board, terrain: Mapping[Hex, Tile], water: Collection[TerrainId]) -> tuple[Hex, ...]:
    """Return the river hexes that end in the open, in the board's order.

    A river's two ends are water next to it, or the edge of the board (RB p. 15).
    """
    return tuple(
        at
        for at in board.hexes
        if at in terrain
        and terrain[at].kind == RIVER
        and len(joins(board, terrain, at, water)) + is_at_edge(board, at) < ENDS
    )


def settled(board: Board, terrain: Mapping[Hex, Tile], water: Collection[TerrainId]) -> dict[Hex, Tile]:
    """Return the tiles that change: each river that ends in the open becomes a lake (RB p. 15).

    A ford or bridge on it stays.  One look suffices, because a lake is water too.
    """
    return {at: replace(terrain[at], kind=LAKE) for at in open_ends(board, terrain, water)}


def is_at_edge(board: Board, at: Hex) -> bool:
    """Return whether *at* lies on the edge of the board."""
    return len(board.neighbours[at]) < len(DIRECTIONS)
