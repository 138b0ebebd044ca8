"""What the First Edition's Command cards do: its own verbs, and the cards themselves.

Values only.  Knows no file and no game in progress.
"""

from typing import Literal

import msgspec

from rules.first.printed.pieces import PrintedEntry
from rules.kernel.printed import Number
from rules.kernel.values import Face, Section

Many = int | Literal["command", "all", "commander", "camp"]
"""A number, Equal to Command, every fitting unit, the Commander's level, or the ally's fitting units too."""


class OrderVerb(msgspec.Struct, frozen=True, kw_only=True, tag_field="verb", forbid_unknown_fields=True):
    """Something that a Command card of the deck does."""


class GiveOrders(OrderVerb, frozen=True, kw_only=True, tag="grant_orders"):
    """Order *count* units, in *section* (None: anywhere), of one of the *traits* (empty: any).

    *connected*: all in one group of hexes.  *fallback* is how many of any sort are ordered where
    there is no such unit.
    """

    count: Many
    section: Section | None = None
    traits: tuple[str, ...] = ()
    connected: bool = False
    fallback: int = 0


class Scout(OrderVerb, frozen=True, kw_only=True, tag="scout"):
    """At the end of the turn *draw* Command cards and keep *keep* of them."""

    draw: int
    keep: int


class MoreDice(OrderVerb, frozen=True, kw_only=True, tag="add_dice"):
    """Ordered units roll *count* dice more until the turn ends, where *melee* only in melee."""

    count: int
    melee: bool = False


class GrantMoves(OrderVerb, frozen=True, kw_only=True, tag="grant_moves"):
    """Ordered units with *trait* may move *battle* hexes and still battle, where *melee* only in melee."""

    trait: str
    battle: int
    melee: bool = False


class GrantBattles(OrderVerb, frozen=True, kw_only=True, tag="grant_battles"):
    """Ordered units with *trait* may battle *count* times, not on the next hex unless *point_blank*."""

    trait: str
    count: int
    point_blank: bool = True


class BarRanged(OrderVerb, frozen=True, kw_only=True, tag="bar_ranged"):
    """No ordered unit makes a ranged attack."""


class BarMoves(OrderVerb, frozen=True, kw_only=True, tag="bar_moves"):
    """No ordered unit with *trait* moves."""

    trait: str


class RepeatCard(OrderVerb, frozen=True, kw_only=True, tag="repeat_card"):
    """Do what the opponent's last Command card said; *mirrored*: left and right exchanged."""

    mirrored: bool = False


class RollOrders(OrderVerb, frozen=True, kw_only=True, tag="roll_for_orders"):
    """Roll *dice*; faces in *orders* each order such a unit, Lore symbols give *lore* each.

    Where *shuffle*, deck and discards are shuffled together afterwards.
    """

    dice: Many
    lore: int
    shuffle: bool = False
    orders: dict[Face, tuple[str, ...]]


TurnVerb = MoreDice | GrantMoves | GrantBattles | BarRanged | BarMoves | Scout
"""The verbs that hold until the turn ends."""
CardVerb = GiveOrders | RepeatCard | RollOrders | TurnVerb


class OrderCard(PrintedEntry, frozen=True, kw_only=True):
    """A Command card; *copies* in the deck, where known."""

    does: tuple[CardVerb, ...]
    copies: Number | None = None

    @property
    def is_section(self) -> bool:
        """Return whether it is a Section card: all that it orders is in sections (rules summary, Command)."""
        return all(
            isinstance(verb, Scout) or (isinstance(verb, GiveOrders) and verb.section is not None)
            for verb in self.does
        )
