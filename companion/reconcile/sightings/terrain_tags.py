"""What the tags on terrain are called: ``hill-3``, ``ford-1``, ``command_tent_south-1``,
``magic_pentacle_north-1``.

Knows no camera and no game in progress.
"""

from collections.abc import Mapping

from rules.kernel.catalogue import kind_of
from rules.kernel.printed import Terrain
from rules.kernel.values import Seat, Tile, UnitId


def tile_of(piece: str, terrain: Mapping[str, Terrain]) -> Tile | None:
    """Return the tile or token that *piece* is, a token by its *kind*; None where it is no terrain."""
    name, owner = named(piece, terrain)
    return None if name is None else Tile(kind=terrain[name].id, owner=owner)


def named(piece: str, terrain: Mapping[str, Terrain]) -> tuple[str | None, Seat | None]:
    """Return the name of *piece* among *terrain*, and whose it is where its tag tells; None: no terrain."""
    kind = kind_of(UnitId(piece))
    if kind in terrain:
        return kind, None
    name, _, seat = kind.rpartition("_")
    return (name, Seat(seat)) if name in terrain and seat in list(Seat) else (None, None)
