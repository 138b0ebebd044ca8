"""What the game waits for, and from whom.

Values only.  This module knows no rule.
"""

import msgspec

from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages.commands import Attack, Counter, Move, Overrule
from rules.kernel.messages.verbs import RollForOrders
from rules.kernel.values import AbilityId, CardNumber, Seat, UnitId


class Wait(msgspec.Struct, frozen=True, kw_only=True, tag_field="wait", forbid_unknown_fields=True):
    """What the game waits for.  *seat* is who is to act (None: the table)."""

    seat: Seat | None = None


class ScenarioCardsWait(Wait, frozen=True, kw_only=True, tag="scenario_cards_wait"):
    """Each seat in *missing* is to choose its scenario card (RB p. 15)."""

    missing: tuple[Seat, ...]


class FirstPlayerWait(Wait, frozen=True, kw_only=True, tag="first_player_wait"):
    """Who is first is to be told: by the scenario cards where we do not know them, else by lot (RB p. 16)."""


class TerrainWait(Wait, frozen=True, kw_only=True, tag="terrain_wait"):
    """The terrain and banners of the scenario cards are being laid (RB p. 15)."""


class FordWait(Wait, frozen=True, kw_only=True, tag="ford_wait"):
    """*seat* is to lay one ford on water of his card, one of *hexes* (RB p. 15)."""

    hexes: tuple[Hex, ...]


class MusterWait(Wait, frozen=True, kw_only=True, tag="muster_wait"):
    """Each seat in *missing* is to muster its army (RB p. 16)."""

    missing: tuple[Seat, ...]


class RevealWait(Wait, frozen=True, kw_only=True, tag="reveal_wait"):
    """The deployment cards are being laid face down, to be turned over together (RB p. 17)."""


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
    says what a further roll of a battle is for, a word of the edition's.
    """

    count: int
    unit: UnitId | None = None
    roll: RollForOrders | None = None
    trampled: tuple[UnitId, ...] = ()
    purpose: str | None = None


class CommitWait(Wait, frozen=True, kw_only=True, tag="commit_wait"):
    """Dice may be committed: *most* per ability; *usual* is what most players would do."""

    unit: UnitId
    most: dict[AbilityId, int]
    usual: dict[AbilityId, int]


class ShieldWait(Wait, frozen=True, kw_only=True, tag="shield_wait"):
    """One of *units* gets the shield that *unit* committed a die to."""

    unit: UnitId
    units: tuple[UnitId, ...]


class IgnoreWait(Wait, frozen=True, kw_only=True, tag="ignore_wait"):
    """*unit* may ignore up to *most* of the retreats that are forced on it; *usual* is all of them."""

    unit: UnitId
    most: int
    usual: int


class WayWait(Wait, frozen=True, kw_only=True, tag="way_wait"):
    """*unit* must retreat and two ways are open; *seat* chooses."""

    unit: UnitId
    ways: tuple[Direction, ...]
    usual: Direction


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


class ExchangeWait(Wait, frozen=True, kw_only=True, tag="exchange_wait"):
    """Lore may be exchanged for *most* victory points at the most."""

    most: int


class LoreWait(Wait, frozen=True, kw_only=True, tag="lore_wait"):
    """The Lore Step: tokens, a token and a card, or two cards (RB p. 12)."""


class NumberWait(Wait, frozen=True, kw_only=True, tag="number_wait"):
    """A *number* on the card of *unit*, not known to us, is to be told; *then* is done after that."""

    unit: UnitId
    number: CardNumber
    then: Move | Attack | Counter | Overrule


class OverWait(Wait, frozen=True, kw_only=True, tag="over_wait"):
    """The game is over; *seat* has won."""


AnyWait = (
    ScenarioCardsWait
    | FirstPlayerWait
    | TerrainWait
    | FordWait
    | MusterWait
    | RevealWait
    | SetUpWait
    | CardWait
    | OrdersWait
    | ExtraAttackWait
    | DiceWait
    | CommitWait
    | ShieldWait
    | IgnoreWait
    | WayWait
    | CounterWait
    | AdvanceWait
    | ExchangeWait
    | LoreWait
    | NumberWait
    | OverWait
)
