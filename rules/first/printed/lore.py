"""What the First Edition prints for Lore adventures: classes, cards, levels of the council; and adventures.

Knows no file and no game in progress.
"""

from enum import StrEnum
from typing import Annotated, Generic

import msgspec

from rules.first.printed.pieces import PrintedEntry
from rules.kernel.messages.holding import VerbT
from rules.kernel.printed import BannerSetup, Number, Scenario, Some
from rules.kernel.values import Seat

LevelNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]


class LoreWindow(StrEnum):
    """When a Lore card may be played: the symbol on it (Lore Cards: Phases of Play)."""

    ALONGSIDE = "alongside"
    IN_LIEU = "in_lieu"
    COMMAND_REACTION = "command_reaction"
    ORDERS = "orders"
    ORDERS_REACTION = "orders_reaction"
    MOVEMENT = "movement"
    MOVEMENT_REACTION = "movement_reaction"
    BATTLE = "battle"
    MELEE = "melee"
    RANGED = "ranged"
    BEFORE_ROLL = "before_roll"
    AFTER_ROLL = "after_roll"


class LoreTarget(StrEnum):
    """Whom or what a Lore card is for (Lore Cards: Identifying the Target)."""

    YOU = "you"
    OPPONENT = "opponent"
    YOUR_UNITS = "your_units"
    OPPONENTS_UNITS = "opponents_units"
    UNITS = "units"
    ORDERED_UNITS = "ordered_units"
    DEFENDING_UNITS = "defending_units"
    ATTACKING_UNITS = "attacking_units"
    IN_MELEE = "in_melee"
    IN_RANGED_COMBAT = "in_ranged_combat"


class LoreMaster(PrintedEntry, frozen=True, kw_only=True):
    """A class of Lore cards and the master of it, and how many *cards* the box has of it."""

    cards: Some | None = None


class LoreMasterCard(PrintedEntry, Generic[VerbT], frozen=True, kw_only=True):
    """A Lore card, as far as it is known: what is absent the players tell when it is played.

    *reaction* is its light background.  *amount* is what hangs on its master's level, as it is
    written: ``2d/level +3``.  What it *does* is what an owner's pack says it does.
    """

    master: str
    number: Some | None = None
    cost: Number | None = None
    reaction: bool | None = None
    windows: tuple[LoreWindow, ...] = ()
    target: LoreTarget | None = None
    amount: str | None = None
    does: tuple[VerbT, ...] = ()


class CommanderLevel(PrintedEntry, frozen=True, kw_only=True):
    """How many Command cards a player holds whose Commander has this *level*."""

    level: LevelNumber
    cards: Some


class MasterLevel(PrintedEntry, frozen=True, kw_only=True):
    """What the highest level among the Lore Masters of a council brings.

    Of the *dealt* Lore cards one keeps *keep*, starts with *tokens*, and holds *most* at the
    end of a turn.
    """

    level: LevelNumber
    dealt: Some
    keep: Some
    tokens: Number
    most: Some


class Adventure(PrintedEntry, frozen=True, kw_only=True):
    """A printed adventure as far as it is known: no set-up of any is, so players set it up from their book.

    *banners* win it, *cards* are the Command cards that a side holds where it is told, *levels* what it
    may give its council, of a Lore adventure.
    """

    number: Some
    lore: bool
    banners: Some | None = None
    cards: dict[Seat, Some] = msgspec.field(default_factory=dict)
    levels: Number | None = None
    landmarks: bool | None = None


class GivenCouncil(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A War Council: the Commander's level, and those of his Lore Masters and Creatures by their names."""

    commander: LevelNumber
    masters: dict[str, LevelNumber] = {}
    creatures: dict[str, LevelNumber] = {}


class LaidAdventure(Scenario, frozen=True, kw_only=True):
    """An adventure with its set-up: *points_to_win* are the banners that win it.

    *hands* are the Command cards of a side where they differ from *hand*.  It is a Lore adventure
    where *lore_hand* is told: then there are *tokens* in the pool, and either *councils* that it
    gives or *levels* that each side gives to its own.  *landmarks*, *lairs*: their rules are in effect.
    """

    banners: BannerSetup = BannerSetup(count=0, points=1)
    hands: dict[Seat, Some] = msgspec.field(default_factory=dict)
    tokens: Number = 36
    levels: Number | None = None
    councils: dict[Seat, GivenCouncil] = msgspec.field(default_factory=dict)
    landmarks: bool = False
    lairs: bool = False
