"""Which tags on the board are of no unit: those of banners, of terrain and of tokens.

Knows no camera and no game in progress.
"""

from collections.abc import Mapping

from companion.reconcile.sightings.terrain_tags import tile_of
from rules.kernel.catalogue import kind_of
from rules.kernel.printed import Terrain
from rules.kernel.values import Marker, UnitId

BANNER = "banner-"
"""How the pieces are named whose tags lie on banner markers."""
LORE = "lore"
TOKENS = frozenset({LORE, "attacker", "target", *(marker.value for marker in Marker)})
"""What the tags of tokens are called that ``herald print tokens`` prints, of every edition."""


def is_of_no_unit(piece: str, ground: Mapping[str, Terrain]) -> bool:
    """Return whether *piece* is a banner, a token, or any of *ground*."""
    if piece.startswith(BANNER) or kind_of(UnitId(piece)) in TOKENS:
        return True
    return tile_of(piece, ground) is not None
