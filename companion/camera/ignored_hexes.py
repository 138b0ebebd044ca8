"""What a reading says once people have said that some hexes are to be ignored.  Knows no game."""

from collections.abc import Collection
from dataclasses import replace

from rules.kernel.hexes import Hex
from vision.reading import Reading


def without(reading: Reading, hexes: Collection[Hex]) -> Reading:
    """Return *reading* with each piece that is seen twice only by what lies in *hexes* in its other place."""
    if not hexes or not reading.twice:
        return reading
    found: dict[str, Hex] = {}
    for piece in reading.twice:
        seen = {one.hex for one in reading.sightings if one.piece == piece} - set(hexes)
        if len(seen) == 1:
            found[piece] = seen.pop()
    twice = tuple(piece for piece in reading.twice if piece not in found)
    return replace(
        reading,
        pieces=reading.pieces | found,
        doubtful=tuple(at for at in reading.doubtful if at not in found.values()),
        twice=twice,
        reason=reading.reason if twice or reading.glare or not found else None,
    )
