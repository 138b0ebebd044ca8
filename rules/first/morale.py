"""Boldness with its parts, and how many flags of a roll may, must and can be counted.

Rules summary, Morale, Support, Creatures, Landmarks.  Knows no state.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from rules.first.printed.pieces import GroundCard
from rules.first.printed.profiles import MUST_IGNORE, Profile
from rules.kernel.chapters.sums import Addend, PartSort, Sum
from rules.kernel.hexes import Board, Hex
from rules.kernel.printed import Ability
from rules.kernel.values import AbilityId

BOLD = AbilityId("bold")
FRIGHTENED = AbilityId("frightened")
UNSUPPORTED = AbilityId("unsupported")
UNMOVED_BY_LANDMARKS = AbilityId("unmoved_by_landmarks")
SUPPORT = "support"
SUPPORTERS = 2
"""So many friendly units next to it support a unit."""


class Ignoring(NamedTuple):
    """How many flags of a roll its target must ignore at least and may ignore at most."""

    least: int
    most: int

    def counted(self, flags: int) -> range:
        """Return how many of *flags* may be counted, the fewest first."""
        return range(flags - self.most, flags - self.least + 1)


def supporters(board: Board, at: Hex, friends: Collection[Hex]) -> tuple[Hex, ...]:
    """Return the hexes next to *at* where *friends* stand; Creatures are friends like others."""
    return tuple(near for near in board.neighbours[at].values() if near in friends)


def boldness(
    unit: Profile,
    *,
    supported_by: int,
    ground: Iterable[tuple[GroundCard, bool]] = (),
    beside: Iterable[GroundCard] = (),
    extras: Iterable[Addend] = (),
    adds_landmark: bool = True,
) -> Sum:
    """Return how Bold *unit* is, with what it comes of: all morale adds up.

    *supported_by* friends stand next to it.  *ground* is what it stands on, each with whether it
    is a Landmark, *beside* its own side's Landmarks in the hexes around it; *extras* come from
    cards and tokens.  Unless it *adds_landmark*, the one that it stands on makes it Bold to its number,
    and no further.
    """
    own = unit.abilities.get(BOLD, 0)
    parts = [Addend(unit.race, own, PartSort.UNIT)] if own else []
    if supported_by >= SUPPORTERS and UNSUPPORTED not in unit.abilities:
        parts.append(Addend(SUPPORT, 1, PartSort.SUPPORT))
    heeds = UNMOVED_BY_LANDMARKS not in unit.abilities
    landmarks: list[Addend] = []
    for place, is_landmark in ground:
        if not is_landmark:
            parts += _bold(place.id, place.abilities, PartSort.TERRAIN)
        elif heeds:
            landmarks += _bold(place.id, place.abilities, PartSort.TERRAIN)
    further = [part for place in beside if heeds for part in _bold(place.id, place.beside, PartSort.BESIDE)]
    further += extras
    if not adds_landmark:
        own = sum(part.number for part in (*parts, *further))
        landmarks = [part._replace(number=part.number - own) for part in landmarks if part.number > own]
    return Sum((*parts, *landmarks, *further))


def _bold(of: str, abilities: Iterable[Ability], sort: PartSort) -> Iterator[Addend]:
    return (Addend(of, ability.number, sort) for ability in abilities if ability.name == BOLD)


def ignoring(unit: Profile, bold: int, flags: int) -> Ignoring:
    """Return how many of *flags* a unit that is Bold *bold* must and may ignore; troops need none."""
    least = min(unit.abilities.get(MUST_IGNORE, 0), flags)
    return Ignoring(least, max(least, min(bold, flags)))


def hexes_for(unit: Profile, counted: int) -> int:
    """Return how many hexes *counted* flags drive *unit* back: Frightened troops go further."""
    return counted * max(unit.retreat, unit.abilities.get(FRIGHTENED, 0))


def panic_dice(unit: Profile, covered: int) -> int:
    """Return how many panic dice are due for *covered* hexes of retreat: one each, if it is Frightened."""
    return covered if FRIGHTENED in unit.abilities else 0
