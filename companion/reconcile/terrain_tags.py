"""What the tags on terrain are called: ``hill-3``, ``ford-1``, ``command_tent_south-1``.

Knows no camera and no game in progress.
"""

from collections.abc import Mapping

from rules.kernel.catalogue import kind_of
from rules.kernel.printed import Terrain
from rules.kernel.values import Seat, TerrainId, Tile, UnitId


def tag_kinds(terrain: Terrain) -> tuple[str, ...]:
    """Return what pieces of *terrain* are called without their number: what can be captured, by its seat."""
    if terrain.points is None:
        return (terrain.id,)
    return tuple(f"{terrain.id}_{seat}" for seat in Seat)


def tile_of(piece: str, terrain: Mapping[TerrainId, Terrain]) -> Tile | None:
    """Return the tile or token that *piece* is, a token by its *kind*; None where it is no terrain."""
    kind = kind_of(UnitId(piece))
    if TerrainId(kind) in terrain:
        return Tile(kind=TerrainId(kind))
    name, _, seat = kind.rpartition("_")
    if TerrainId(name) in terrain and seat in list(Seat):
        return Tile(kind=TerrainId(name), owner=Seat(seat))
    return None
