"""How many dice are rolled, and what each face that lies on the table does.

Rules summary, Terrain Modifiers, Hits and Misses, Lore, Retreats.  Every unit is told by its profile.
Knows no state and asks nobody.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.first.faces import BONUS_STRIKE, FLAG, LORE
from rules.first.printed.pieces import GroundCard, Strikes, UnitType
from rules.first.printed.profiles import Profile
from rules.kernel.chapters.sums import Addend, PartSort, Sum
from rules.kernel.values import Face


class Hits(NamedTuple):
    """What a roll does to its target: *helmets* and *strikes* that hit, and strikes that it was *spared*."""

    helmets: int
    strikes: int
    spared: int

    @property
    def total(self) -> int:
        """Return how many dice hit."""
        return self.helmets + self.strikes


class RolledFaces(NamedTuple):
    """Everything that a roll does before anybody chooses: *misses* are dice that do nothing."""

    hits: Hits
    flags: int
    lore: int
    misses: int


def battle_dice(
    roller: Profile,
    *,
    out_of: Iterable[GroundCard] = (),
    into: Iterable[GroundCard] = (),
    has_moved: bool = False,
    extras: Iterable[Addend] = (),
) -> Sum | None:
    """Return how many dice *roller* rolls, or None where nobody knows its dice.

    The caps of the ground that it battles *out_of* and *into* limit what banner and weapon give;
    *extras*, the dice of cards and abilities, come on top.  Losses never lower the dice.
    """
    if roller.dice is None:
        return None
    limits = [(ground.id, ground.dice_out) for ground in out_of]
    limits += [(ground.id, ground.dice_in) for ground in into]
    caps = [Addend(ground, most, PartSort.TERRAIN) for ground, most in limits if most is not None]
    fewer = roller.weapon.moved_dice if has_moved and roller.weapon is not None else None
    weapon = (
        () if not fewer or roller.weapon is None else (Addend(roller.weapon.id, -fewer, PartSort.WEAPON),)
    )
    own = (
        Addend(roller.id, roller.dice, PartSort.UNIT)
        if roller.banner is None
        else Addend(roller.banner, roller.dice, PartSort.BANNER)
    )
    return Sum((own, *weapon), tuple(caps), tuple(extras))


def strikes_hit(roller: Profile, distance: int) -> bool | None:
    """Return whether *roller*'s Bonus Strikes hit so far away, or None where nobody knows its weapon's."""
    if roller.weapon is None:
        return False if roller.type is UnitType.CREATURE else None
    match roller.weapon.strikes:
        case Strikes.HIT:
            return True
        case Strikes.HIT_AT_RANGE:
            return distance > 1
        case Strikes.MISS:
            return False
        case None:
            return None


def hits(
    faces: Mapping[Face, int],
    roller: Profile,
    target: Profile,
    distance: int,
    *,
    sure: bool | None = None,
    sheltered: int = 0,
) -> Hits | None:
    """Return what *faces* of *roller* hit *target*, or None where it depends on what nobody knows.

    A helmet of the target's own banner hits; a Bonus Strike where the weapon says so, or a card or
    ability (*sure*).  Mounted targets ignore as many of them as the weapon's card says, and whom
    something *sheltered* so many more.
    """
    strikes = faces.get(BONUS_STRIKE, 0)
    effective = strikes_hit(roller, distance) if sure is None else sure
    if target.banner is None or (effective is None and strikes):
        return None
    landing = strikes if effective else 0
    most = roller.weapon.spared_mounted if roller.weapon and target.type is UnitType.MOUNTED else 0
    spared = min(most + sheltered, landing)
    return Hits(faces.get(Face(target.banner), 0), landing - spared, spared)


def rolled(
    faces: Mapping[Face, int], roller: Profile, target: Profile, distance: int, *, is_lore: bool
) -> RolledFaces | None:
    """Return all that *faces* do, None where :func:`hits` is.  Lore symbols pay in Lore adventures only."""
    found = hits(faces, roller, target, distance)
    if found is None:
        return None
    flags, lore = faces.get(FLAG, 0), faces.get(LORE, 0) if is_lore else 0
    return RolledFaces(found, flags, lore, sum(faces.values()) - found.total - flags - lore)


def own_colour(faces: Mapping[Face, int], unit: Profile) -> int:
    """Return how many of *faces* have *unit*'s colour: all that counts in panic, check and Critical rolls."""
    return 0 if unit.banner is None else faces.get(Face(unit.banner), 0)


def lore_gained(symbols: int, *, pool: int, spent: int = 0) -> int:
    """Return the tokens that Lore *symbols* bring, without those *spent* on a power, from a finite *pool*."""
    return min(max(0, symbols - spent), pool)


def losses(hit: int, figures: int) -> int:
    """Return how many figures a unit of *figures* loses, its banner bearer last: never more than it has."""
    return min(hit, figures)
