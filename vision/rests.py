"""What a table looked like at rest, and which of the last rests a picture is nearest to."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.kernel.hexes import Hex
from vision.rest.glance import Glance, Mask, changes
from vision.sightings import DieSeen
from vision.tags.beside_reader import LyingTag
from vision.tags.tag_tracker import Known


class Rest(NamedTuple):
    """What the table looked like at rest, and what was known of it then."""

    glance: Glance
    known: Known
    dice: tuple[DieSeen, ...]
    hidden: frozenset[Hex]
    beside: tuple[LyingTag, ...]


def nearest(rests: Sequence[Rest], seen: Glance) -> tuple[Rest, Mask]:
    """Return the rest that *seen* differs from least, and where: (h, w; 0 or 1) of a glance's size."""
    found, least = rests[0], changes(rests[0].glance, seen)
    for rest in rests[1:]:
        if not least.any():
            break
        mask = changes(rest.glance, seen)
        if mask.sum() < least.sum():
            found, least = rest, mask
    return found, least
