"""What the table says is so, and what the game waits for after a command.

Values only.  This module knows no rule.
"""

from typing import Generic

from rules.kernel.hexes import Hex
from rules.kernel.messages.events.event import Event
from rules.kernel.messages.holding import WaitT
from rules.kernel.values import CardId, CardNumber, KindId, LoreId, Marker, Seat, UnitId


class HandNoted(Event, frozen=True, kw_only=True, tag="hand_noted"):
    """*seat* is known to hold these command and *lore* cards."""

    seat: Seat
    known: tuple[CardId, ...]
    lore: tuple[LoreId, ...] = ()


class UnitCorrected(Event, frozen=True, kw_only=True, tag="unit_corrected"):
    """The table said how *unit* really stands."""

    unit: UnitId
    at: Hex | None
    figures: int
    damage: int
    markers: tuple[Marker, ...]


class ScoreCorrected(Event, frozen=True, kw_only=True, tag="score_corrected"):
    """The table said what *seat* really has."""

    seat: Seat
    lore: int
    points: int
    cards: int
    lore_cards: int = 0


class NumberTold(Event, frozen=True, kw_only=True, tag="number_told"):
    """The table said that *value* stands on the card of such units."""

    kind: KindId
    number: CardNumber
    value: int


class CostTold(Event, frozen=True, kw_only=True, tag="cost_told"):
    """The table said that lore *card* costs *cost* lore."""

    card: LoreId
    cost: int


class Overruled(Event, frozen=True, kw_only=True, tag="overruled"):
    """The table did what the rules refuse for *why*, a ``Why`` or one of the edition's own."""

    why: str
    page: str


class Awaited(Event, Generic[WaitT], frozen=True, kw_only=True, tag="awaited"):
    """What the game waits for now: the innermost last."""

    waits: tuple[WaitT, ...]


class Retracted(Event, frozen=True, kw_only=True, tag="retracted"):
    """Everything after entry *to* of the log is taken back."""

    to: int
