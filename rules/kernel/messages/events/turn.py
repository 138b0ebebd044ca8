"""What happens in a turn, but for its combats: steps, cards, orders, moves, lore, points, the end.

Values only.  This module knows no rule.
"""

from typing import Generic

from rules.kernel.hexes import Hex
from rules.kernel.messages.events.event import Event
from rules.kernel.messages.holding import VerbT
from rules.kernel.messages.verbs import GrantOrders
from rules.kernel.values import AbilityId, CardId, Cause, LoreId, Seat, Step, UnitId


class TurnStarted(Event, frozen=True, kw_only=True, tag="turn_started"):
    """*seat* begins turn number *turn* (from 1, both seats counted)."""

    seat: Seat
    turn: int


class StepStarted(Event, frozen=True, kw_only=True, tag="step_started"):
    """The turn has come to *step*."""

    step: Step


class CardPlayed(Event, frozen=True, kw_only=True, tag="card_played"):
    """*seat* played a command card (None: unlisted), for its text or *anywhere*."""

    seat: Seat
    name: str
    card: CardId | None = None
    anywhere: bool = False


class LoreCardPlayed(Event, frozen=True, kw_only=True, tag="lore_card_played"):
    """*seat* played a lore card (None: unlisted)."""

    seat: Seat
    name: str
    card: LoreId | None = None


class LoreCardsDrawn(Event, frozen=True, kw_only=True, tag="lore_cards_drawn"):
    """*seat* drew *count* lore cards and holds *total*."""

    seat: Seat
    count: int
    total: int


class LoreCardsDiscarded(Event, frozen=True, kw_only=True, tag="lore_cards_discarded"):
    """*seat* discarded *count* lore cards and holds *total*; *cards* are those he told."""

    seat: Seat
    count: int
    total: int
    cards: tuple[LoreId, ...] = ()


class OrdersGranted(Event, frozen=True, kw_only=True, tag="orders_granted"):
    """The card lets its player order *count* more units of that sort."""

    grant: GrantOrders


class ExtraGranted(Event, Generic[VerbT], frozen=True, kw_only=True, tag="extra_granted"):
    """The card gives ordered units something for the rest of the turn."""

    grant: VerbT


class DeckShuffled(Event, frozen=True, kw_only=True, tag="deck_shuffled"):
    """The discarded command cards (or *seat*'s lore cards) were shuffled into the deck, but for *kept*."""

    seat: Seat | None = None
    kept: int = 0


class Ordered(Event, frozen=True, kw_only=True, tag="ordered"):
    """*unit* is ordered, on the strength of the turn's grant number *grant* (None: overruled).

    *fits* holds all grants that would do: a later order may shift this one to another of them.
    *paid*: for lore, as its ability Automaton allows.
    """

    unit: UnitId
    grant: int | None
    fits: tuple[int, ...] = ()
    paid: bool = False


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """*unit* moved."""

    unit: UnitId
    start: Hex
    to: Hex


class Trampled(Event, frozen=True, kw_only=True, tag="trampled"):
    """*unit* moved through *target*."""

    unit: UnitId
    target: UnitId


class Placed(Event, frozen=True, kw_only=True, tag="placed"):
    """*unit* was put on *to* by a card.

    *moved* says that this was its movement in the Move Step (Ref, Battle Cry), *after_orders*
    that the Order Step was over: what it may be ordered by depends on where it stood then.
    """

    unit: UnitId
    start: Hex
    to: Hex
    moved: bool = False
    after_orders: bool = False


class LoreGained(Event, frozen=True, kw_only=True, tag="lore_gained"):
    """*seat* gained *count* lore and has *total*; *abilities* are those that brought it."""

    seat: Seat
    count: int
    total: int
    cause: Cause
    abilities: tuple[AbilityId, ...] = ()


class LoreSpent(Event, frozen=True, kw_only=True, tag="lore_spent"):
    """*seat* spent *count* lore and has *total*; *abilities* are those that it was spent for."""

    seat: Seat
    count: int
    total: int
    cause: Cause
    abilities: tuple[AbilityId, ...] = ()


class PointsGained(Event, frozen=True, kw_only=True, tag="points_gained"):
    """*seat* gained *count* victory points (negative: lost) and has *total*; *at* is the banner's hex."""

    seat: Seat
    count: int
    total: int
    cause: Cause
    at: Hex | None = None


class Declined(Event, frozen=True, kw_only=True, tag="declined"):
    """*seat* let pass what was optional: *what* is the tag of the wait."""

    seat: Seat
    what: str


class CardDrawn(Event, frozen=True, kw_only=True, tag="card_drawn"):
    """*seat* drew a command card and holds *cards*."""

    seat: Seat
    cards: int


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """*seat*'s turn is over."""

    seat: Seat


class GameWon(Event, frozen=True, kw_only=True, tag="game_won"):
    """*seat* has won, by points or by *elimination*."""

    seat: Seat
    elimination: bool
