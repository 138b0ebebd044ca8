"""What the game waits for, and from whom.

Values only.  This module knows no rule.
"""

import msgspec

from rules.kernel.hexes import Hex
from rules.kernel.messages.commands import Attack, Counter, Move, Overrule
from rules.kernel.messages.verbs import RollForOrders
from rules.kernel.values import CardNumber, Seat, UnitId


class Wait(msgspec.Struct, frozen=True, kw_only=True, tag_field="wait", forbid_unknown_fields=True):
    """What the game waits for.  *seat* is who is to act (None: the table)."""

    seat: Seat | None = None


class SetUpWait(Wait, frozen=True, kw_only=True, tag="set_up_wait"):
    """The pieces are being put on the board; *banners* and *units* still lack a place."""

    banners: int
    units: int = 0


class CardWait(Wait, frozen=True, kw_only=True, tag="card_wait"):
    """A command card is to be played."""


class OrdersWait(Wait, frozen=True, kw_only=True, tag="orders_wait"):
    """Orders, moves and attacks of the main phase: what is possible stands in ``options``."""


class ExtraAttackWait(Wait, frozen=True, kw_only=True, tag="extra_attack_wait"):
    """*unit* may make an additional attack now, or decline."""

    unit: UnitId


class DiceWait(Wait, frozen=True, kw_only=True, tag="dice_wait"):
    """*count* dice are to be rolled by *unit* (None: for a card, whose *roll* says what they do).

    *trampled* are the enemies that *unit* moved through, a die for each (Ref, Overrun).  *purpose*
    says what a further roll of a battle is for, a word of the edition's; others have none.
    """

    count: int
    unit: UnitId | None = None
    roll: RollForOrders | None = None
    trampled: tuple[UnitId, ...] = ()
    purpose: str | msgspec.UnsetType = msgspec.UNSET


class CounterWait(Wait, frozen=True, kw_only=True, tag="counter_wait"):
    """*unit* may counter *target*; *early*: before the retreats, or before it leaves the board."""

    unit: UnitId
    target: UnitId
    early: bool = False


class AdvanceWait(Wait, frozen=True, kw_only=True, tag="advance_wait"):
    """*unit* may advance to one of *to*, pursuing (and attacking again) where *pursuit*."""

    unit: UnitId
    to: tuple[Hex, ...]
    pursuit: bool


class LoreWait(Wait, frozen=True, kw_only=True, tag="lore_wait"):
    """The Lore Step: tokens, a token and a card, or two cards (RB p. 12)."""


class NumberWait(Wait, frozen=True, kw_only=True, tag="number_wait"):
    """A *number* on the card of *unit*, not known to us, is to be told; *then* is done after that."""

    unit: UnitId
    number: CardNumber
    then: Move | Attack | Counter | Overrule[Move | Attack | Counter]


class OverWait(Wait, frozen=True, kw_only=True, tag="over_wait"):
    """The game is over; *seat* has won."""


SharedWait = (
    SetUpWait
    | CardWait
    | OrdersWait
    | ExtraAttackWait
    | DiceWait
    | CounterWait
    | AdvanceWait
    | LoreWait
    | NumberWait
    | OverWait
)
"""What every edition waits for."""
