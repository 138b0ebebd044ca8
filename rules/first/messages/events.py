"""What happens in the First Edition only.  Values only."""

from rules.first.messages.allies import AlliesEvent
from rules.first.messages.arms import ArmsEvent
from rules.first.messages.epic import EpicEvent
from rules.first.moving import BattleAfter
from rules.first.printed.cards import GiveOrders, TurnVerb
from rules.first.printed.lore import GivenCouncil
from rules.first.table import DiceEffect, FightNotes
from rules.kernel.hexes import Hex
from rules.kernel.messages import Event
from rules.kernel.values import CardId, Face, Seat, UnitId


class CouncilChosen(Event, frozen=True, kw_only=True, tag="council_chosen"):
    """*seat* has chosen its War Council, in secret."""

    seat: Seat
    council: GivenCouncil


class CouncilsOpened(Event, frozen=True, kw_only=True, tag="councils_opened"):
    """All War Councils are open; *landmarks* are those that they bring."""

    landmarks: dict[Seat, tuple[str, ...]]


class LandmarksBrought(Event, frozen=True, kw_only=True, tag="landmarks_brought"):
    """The pieces stand, and bring these *landmarks* and Lairs: no council is to be opened."""

    landmarks: dict[Seat, tuple[str, ...]]


class LoreDeckCounted(Event, frozen=True, kw_only=True, tag="lore_deck_counted"):
    """A variant's Lore deck has been counted out: so many cards."""

    count: int


class LandmarkPlaced(Event, frozen=True, kw_only=True, tag="landmark_placed"):
    """*seat* has put *landmark* on *at* (None: it leaves it out)."""

    seat: Seat
    landmark: str
    at: Hex | None


class HandDealt(Event, frozen=True, kw_only=True, tag="hand_dealt"):
    """*seat* holds so many Command *cards* and *lore* cards; *back* Lore cards were discarded."""

    seat: Seat
    cards: int
    lore: int = 0
    back: int = 0


class CommandRead(Event, frozen=True, kw_only=True, tag="command_read"):
    """*seat* has played a Command card of the deck, which a later one may repeat."""

    seat: Seat
    card: CardId


class BoonGranted(Event, frozen=True, kw_only=True, tag="boon_granted"):
    """A card gives ordered units something for the rest of the turn, or asks for one connected group."""

    boon: TurnVerb | GiveOrders


class CommandTakenBack(Event, frozen=True, kw_only=True, tag="command_taken_back"):
    """*seat* takes back the Command cards of this turn: so many to the *hand*, those of the *rack* there."""

    seat: Seat
    hand: int
    rack: tuple[CardId, ...] = ()


class CommandReplaced(Event, frozen=True, kw_only=True, tag="command_replaced"):
    """*seat* has played a Lore card in lieu of a Command card."""

    seat: Seat


class LoreUnitNamed(Event, frozen=True, kw_only=True, tag="lore_unit_named"):
    """*unit* is ordered on the strength of a Lore card: it comes before the Command card's units."""

    unit: UnitId


class LoreOrdersGiven(Event, frozen=True, kw_only=True, tag="lore_orders_given"):
    """The turn's grants from number *grant* on are a Lore card's, whose units come first."""

    grant: int


class MoveBound(Event, frozen=True, kw_only=True, tag="move_bound"):
    """By where it went *unit* may battle this turn, must, or may not."""

    unit: UnitId
    after: BattleAfter


class DiceChanged(Event, frozen=True, kw_only=True, tag="dice_changed"):
    """A Lore card changes the dice of a unit, or of whoever attacks it, for a while."""

    effect: DiceEffect


class FightNoted(Event, frozen=True, kw_only=True, tag="fight_noted"):
    """What is to be remembered of the innermost battle."""

    notes: FightNotes


class RolledFurther(Event, frozen=True, kw_only=True, tag="rolled_further"):
    """*seat* rolled *faces* beside a battle's own roll, for *purpose*, about *unit*."""

    seat: Seat
    faces: tuple[Face, ...]
    purpose: str
    unit: UnitId


class CreatureTrampled(Event, frozen=True, kw_only=True, tag="creature_trampled"):
    """*creature*, which could not go back, tramples *unit*: *figures* of it are lost."""

    creature: UnitId
    unit: UnitId
    figures: int


class LoreStored(Event, frozen=True, kw_only=True, tag="lore_stored"):
    """*count* Lore was laid beside *unit*, or taken from there where negative; *total* lies there."""

    unit: UnitId
    count: int
    total: int


class NecksChanged(Event, frozen=True, kw_only=True, tag="necks_changed"):
    """*unit* has lost necks or grown some: so many heads are on each of those *necks* that it has."""

    unit: UnitId
    necks: tuple[int, ...]


class PowerUsed(Event, frozen=True, kw_only=True, tag="power_used"):
    """*unit* has unleashed *power* for *lore*; what it does the table does."""

    unit: UnitId
    power: str
    lore: int


class Scouted(Event, frozen=True, kw_only=True, tag="scouted"):
    """*seat* has *drawn* so many Command cards at the end of its turn, and *kept* so many of them."""

    seat: Seat
    drawn: int
    kept: int


class TableCleared(Event, frozen=True, kw_only=True, tag="table_cleared"):
    """The turn is over: what held for it only is gone."""


TableEvent = (
    CouncilChosen
    | CouncilsOpened
    | LandmarksBrought
    | LoreDeckCounted
    | LandmarkPlaced
    | HandDealt
    | CommandRead
    | BoonGranted
    | CommandTakenBack
    | CommandReplaced
    | LoreOrdersGiven
    | LoreUnitNamed
    | MoveBound
    | DiceChanged
    | FightNoted
    | RolledFurther
    | CreatureTrampled
    | LoreStored
    | NecksChanged
    | PowerUsed
    | Scouted
    | TableCleared
)
OwnEvent = TableEvent | EpicEvent | ArmsEvent | AlliesEvent
