"""What the First Edition prints on its summary cards, pieces and sheets: one struct for each sort of entry.

Tables of banners, races and weapons are laid under the units (``profiles``), so that a unit is
three words.  *unknown* names what is printed but nobody has told us, or not all of it; there stands
None, or a part, and packs fill it in.  Knows no file and no game in progress.
"""

from enum import StrEnum

import msgspec

from rules.kernel.printed import Ability, Confidence, Number, Some
from rules.kernel.values import Face


class UnitType(StrEnum):
    """What a unit is besides its banner; a Creature is neither on foot nor mounted, and no troop."""

    FOOT = "foot"
    MOUNTED = "mounted"
    CREATURE = "creature"


class Strikes(StrEnum):
    """What a Bonus Strike is for a weapon."""

    HIT = "hit"
    HIT_AT_RANGE = "hit_at_range"
    MISS = "miss"


class PrintedEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every entry tells: its *name*, our own words for it, where it stands, and how sure that is."""

    id: str
    name: str
    summary: str = ""
    unknown: tuple[str, ...] = ()
    confidence: Confidence
    page: str
    source: str = ""


class Moves(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit's *figures*, and the hexes that it moves where it will *battle* and where it only *walk*s."""

    figures: Some
    battle: Number
    walk: Number


class Banner(PrintedEntry, frozen=True, kw_only=True):
    """A banner's colour: how well trained its troops are, their *dice*, and their moves."""

    training: str
    dice: Some
    foot: Moves
    mounted: Moves


class Race(PrintedEntry, frozen=True, kw_only=True):
    """A people, and the *abilities* that its units of each type have."""

    abilities: dict[UnitType, tuple[Ability, ...]] = {}


class WeaponCard(PrintedEntry, frozen=True, kw_only=True):
    """A weapon: how far it reaches and what its Bonus Strikes do.

    *spared_mounted* is how many of them mounted targets ignore, *moved_dice* how many dice
    fewer a unit rolls that has moved.
    """

    missile: bool
    range: Some | None = None
    strikes: Strikes | None = None
    spared_mounted: Number = 0
    moved_dice: Number | None = None
    box: str = "core"


class Troop(PrintedEntry, frozen=True, kw_only=True):
    """A troop: its banner, race, weapon and type; the other fields are where its card differs from them.

    *units* is how many of them its *box* holds.
    """

    race: str
    type: UnitType
    banner: str | None = None
    weapon: str | None = None
    figures: Some | None = None
    dice: Some | None = None
    battle: Number | None = None
    walk: Number | None = None
    abilities: tuple[Ability, ...] = ()
    units: Some | None = None
    box: str = "core"


class Power(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Special Power of a Creature: the Lore it needs, and our own words for it; None: not known."""

    id: str
    name: str
    lore: Some | None = None
    summary: str = ""


class CreatureCard(PrintedEntry, frozen=True, kw_only=True):
    """A Creature: what its card says otherwise than the common rules, and its powers.

    *level* is what it costs of the War Council, *retreat* its hexes for each counted flag,
    *critical* whether only a Critical Hit kills it, *stores* whether it powers up.
    """

    banner: str | None = None
    level: Some | None = None
    dice: Some | None = None
    battle: Number | None = None
    walk: Number | None = None
    retreat: Number | None = None
    strikes: Strikes | None = None
    must_ignore: Number = 1
    critical: bool = True
    stores: bool | None = None
    powers: tuple[Power, ...] = ()
    abilities: tuple[Ability, ...] = ()
    box: str = "core"

    @property
    def most_stored(self) -> int | None:
        """Return how much Lore may lie beside it: what its dearest power needs, None where not known."""
        costs = [power.lore for power in self.powers]
        known = [cost for cost in costs if cost is not None]
        return max(known) if known and len(known) == len(costs) else None


class GroundCard(PrintedEntry, frozen=True, kw_only=True):
    """Terrain of a hex, or an *obstacle* or crossing that is laid *on* other terrain.

    *dice_in* and *dice_out* cap the base dice of who attacks into it and out of it.  *abilities*
    are those of a unit that stands there, *beside* those of its owner's units next to it.
    """

    blocks_sight: bool | None = False
    impassable: bool = False
    stops: bool | None = False
    battle_on_entry: bool = True
    dice_in: Some | None = None
    dice_out: Some | None = None
    obstacle: bool = False
    on: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    beside: tuple[Ability, ...] = ()
    box: str = "core"


class LandmarkCard(PrintedEntry, frozen=True, kw_only=True):
    """A Landmark or Lair: the *ground* that it is, who brings it, and where it goes.

    *brought_by* is a class of masters, ``commander``, a Creature, or ``creature`` for those whose
    cards tell of no Lair of their own.  *sole*: only where the other council has none of that class.
    *power* is its owner's, in our own words; *tokens* of Lore are his at the end of each turn in which
    his troops hold it.  *rows* are counted from the owner's side; *under*
    puts it under one of his units on such ground instead, and *must* leaves him no choice.
    """

    ground: str | None = None
    brought_by: str
    level: Some | None = None
    sole: bool = False
    power: str | None = None
    tokens: Number = 0
    rows: tuple[Some, ...] = ()
    under: str | None = None
    must: bool = False


class DieFace(PrintedEntry, frozen=True, kw_only=True):
    """A face of the battle die: its *shape* and *colour*, the banner that it hits, its sticker's mark.

    *aliases* are what people's sets of dice may call it.
    """

    id: Face
    shape: str
    colour: str | None = None
    banner: str | None = None
    sticker: int
    aliases: tuple[str, ...] = ()
