"""What is said to the rules, what they answer, and what the log keeps.

Commands are imperatives, events past tense; both are what the store, the
network and the test files hold.  This module knows no rule: ``decide`` does.
"""

import re

import msgspec

from rules.hexes import Direction, Hex
from rules.values import (
    AbilityId,
    AttackType,
    CardId,
    Cause,
    Face,
    Marker,
    Seat,
    Section,
    Step,
    UnitId,
    Why,
)


def snake(name: str) -> str:
    """Return a class name as the files write it: ``PlayCard`` is ``play_card``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Verb(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="verb", tag=snake, forbid_unknown_fields=True
):
    """Something a card does, known or unlisted."""


class GrantOrders(Verb, frozen=True, kw_only=True):
    """Order *count* units, in *section* (None: anywhere), of one of the *traits* (empty: any kind)."""

    count: int
    section: Section | None = None
    traits: tuple[str, ...] = ()
    not_weak: bool = False


class GrantExtraAttack(Verb, frozen=True, kw_only=True):
    """Each ordered unit with *trait* that did not move may make one more attack (Darken the Skies)."""

    trait: str


class GrantExtraMove(Verb, frozen=True, kw_only=True):
    """Each ordered unit with *trait* may move *hexes* more in the Attack Step (Onslaught)."""

    trait: str
    hexes: int


class RollForOrders(Verb, frozen=True, kw_only=True):
    """Roll *dice*; faces in *orders* grant an order for such units, lore faces give *lore*.

    Where *shuffle*, the discarded command cards are shuffled into the deck afterwards.
    """

    dice: int
    orders: dict[Face, tuple[str, ...]]
    lore: int
    shuffle: bool = False


class AddDice(Verb, frozen=True, kw_only=True):
    """The player's units roll *count* more dice (or fewer) until the turn ends."""

    count: int


class DealDamage(Verb, frozen=True, kw_only=True):
    """*unit* suffers *count* damage."""

    unit: UnitId
    count: int


class Heal(Verb, frozen=True, kw_only=True):
    """*unit* recovers *count* health."""

    unit: UnitId
    count: int


class PlaceAt(Verb, frozen=True, kw_only=True):
    """*unit* is put on *at*, be it moved, driven back or placed."""

    unit: UnitId
    at: Hex


class Mark(Verb, frozen=True, kw_only=True):
    """*unit* gets *marker*, or loses it where *on* is false."""

    unit: UnitId
    marker: Marker
    on: bool = True


class GainLore(Verb, frozen=True, kw_only=True):
    """The acting player gains *count* lore, or spends it where negative."""

    count: int


class GainPoints(Verb, frozen=True, kw_only=True):
    """The acting player gains *count* victory points, or loses them where negative."""

    count: int


AnyVerb = (
    GrantOrders
    | GrantExtraAttack
    | GrantExtraMove
    | RollForOrders
    | AddDice
    | DealDamage
    | Heal
    | PlaceAt
    | Mark
    | GainLore
    | GainPoints
)


class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=snake, forbid_unknown_fields=True
):
    """Something a player, or the camera for him, asks of the rules."""


class PlaceUnit(Command, frozen=True, kw_only=True):
    """Set-up: *unit* stands on *at*."""

    unit: UnitId
    at: Hex


class PlaceBanner(Command, frozen=True, kw_only=True):
    """A banner marker worth *points* lies on *at*.  Accepted at any time."""

    at: Hex
    points: int = 2


class RemoveBanner(Command, frozen=True, kw_only=True):
    """No banner marker lies on *at*.  Accepted at any time."""

    at: Hex


class StartGame(Command, frozen=True, kw_only=True):
    """The set-up is done; the first player's first turn begins."""


class NoteHand(Command, frozen=True, kw_only=True):
    """*seat* holds these *known* cards among the cards in hand.  Accepted at any time."""

    seat: Seat
    known: tuple[CardId, ...]


class PlayCard(Command, frozen=True, kw_only=True):
    """Play a command card for its text or, where *anywhere*, to order one unit anywhere (RB p. 6)."""

    card: CardId
    anywhere: bool = False


class PlayUnlistedCard(Command, frozen=True, kw_only=True):
    """Play a card that this project does not know: its *name*, and what it *does*."""

    name: str
    does: tuple[AnyVerb, ...]


class Order(Command, frozen=True, kw_only=True):
    """Name *unit* as ordered (RB p. 6)."""

    unit: UnitId


class Cure(Command, frozen=True, kw_only=True):
    """Pay lore to take *marker* from an ordered unit (reference sheet 6.5, 6.6)."""

    unit: UnitId
    marker: Marker


class Move(Command, frozen=True, kw_only=True):
    """Move an ordered unit (RB p. 6), or one that Onslaught lets move in the Attack Step."""

    unit: UnitId
    to: Hex


class Attack(Command, frozen=True, kw_only=True):
    """Attack *target* with *unit*: its attack of this turn or an additional one (RB p. 8)."""

    unit: UnitId
    target: UnitId


class Roll(Command, frozen=True, kw_only=True):
    """The *faces* that lie on the table.  The rules never roll: they are told."""

    faces: tuple[Face, ...]


class Commit(Command, frozen=True, kw_only=True):
    """How many dice go to each ability; the rest keep their normal effect (RB p. 10)."""

    dice: dict[AbilityId, int]


class ChooseWay(Command, frozen=True, kw_only=True):
    """Which *way* a unit retreats where the rule leaves two."""

    way: Direction


class Counter(Command, frozen=True, kw_only=True):
    """The attacked unit counters (RB p. 10)."""


class Advance(Command, frozen=True, kw_only=True):
    """The attacking unit advances, or pursues where it can, to *to* (RB p. 10)."""

    to: Hex


class ExchangeLore(Command, frozen=True, kw_only=True):
    """Give lore for *points* victory points in the VP Step (RB p. 9, learning scenario)."""

    points: int


class Decline(Command, frozen=True, kw_only=True):
    """Let pass what the game waits for and what is optional."""


class StartAttacks(Command, frozen=True, kw_only=True):
    """All moves are made: the Attack Step begins.  Needed only where a card moves units in that step."""


class EndMainPhase(Command, frozen=True, kw_only=True):
    """The acting player has no more orders, moves or attacks to make."""


class CorrectUnit(Command, frozen=True, kw_only=True):
    """How *unit* really stands: where (None: off the board), figures or damage, markers.  Always accepted."""

    unit: UnitId
    at: Hex | None
    figures: int
    damage: int = 0
    markers: tuple[Marker, ...] = ()


class CorrectScore(Command, frozen=True, kw_only=True):
    """What *seat* really has.  A field that is None stays as it is.  Always accepted."""

    seat: Seat
    lore: int | None = None
    points: int | None = None
    cards: int | None = None


class Overrule(Command, frozen=True, kw_only=True):
    """The table rules otherwise: do *command* although the rules refuse it."""

    command: (
        PlaceUnit
        | StartGame
        | PlayCard
        | Order
        | Cure
        | Move
        | Attack
        | Roll
        | Commit
        | ChooseWay
        | Counter
        | Advance
        | ExchangeLore
        | Decline
        | StartAttacks
        | EndMainPhase
    )


AnyCommand = (
    PlaceUnit
    | PlaceBanner
    | RemoveBanner
    | StartGame
    | NoteHand
    | PlayCard
    | PlayUnlistedCard
    | Order
    | Cure
    | Move
    | Attack
    | Roll
    | Commit
    | ChooseWay
    | Counter
    | Advance
    | ExchangeLore
    | Decline
    | StartAttacks
    | EndMainPhase
    | CorrectUnit
    | CorrectScore
    | Overrule
)


class Wait(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="wait", tag=snake, forbid_unknown_fields=True
):
    """What the game waits for.  *seat* is who is to act (None: the table)."""

    seat: Seat | None = None


class SetUpWait(Wait, frozen=True, kw_only=True):
    """The pieces are being put on the board; *banners* still lack a place."""

    banners: int


class CardWait(Wait, frozen=True, kw_only=True):
    """A command card is to be played."""


class OrdersWait(Wait, frozen=True, kw_only=True):
    """Orders, moves and attacks of the main phase: what is possible stands in ``options``."""


class ExtraAttackWait(Wait, frozen=True, kw_only=True):
    """*unit* may make an additional attack now, or decline."""

    unit: UnitId


class DiceWait(Wait, frozen=True, kw_only=True):
    """*count* dice are to be rolled by *unit* (None: for a card, whose *roll* says what they do)."""

    count: int
    unit: UnitId | None = None
    roll: RollForOrders | None = None


class CommitWait(Wait, frozen=True, kw_only=True):
    """Dice may be committed: *most* per ability; *usual* is what most players would do."""

    unit: UnitId
    most: dict[AbilityId, int]
    usual: dict[AbilityId, int]


class WayWait(Wait, frozen=True, kw_only=True):
    """*unit* must retreat and two ways are open; *seat* chooses."""

    unit: UnitId
    ways: tuple[Direction, ...]
    usual: Direction


class CounterWait(Wait, frozen=True, kw_only=True):
    """*unit* may counter *target*."""

    unit: UnitId
    target: UnitId


class AdvanceWait(Wait, frozen=True, kw_only=True):
    """*unit* may advance to one of *to*, pursuing (and attacking again) where *pursuit*."""

    unit: UnitId
    to: tuple[Hex, ...]
    pursuit: bool


class ExchangeWait(Wait, frozen=True, kw_only=True):
    """Lore may be exchanged for *most* victory points at the most."""

    most: int


class OverWait(Wait, frozen=True, kw_only=True):
    """The game is over; *seat* has won."""


AnyWait = (
    SetUpWait
    | CardWait
    | OrdersWait
    | ExtraAttackWait
    | DiceWait
    | CommitWait
    | WayWait
    | CounterWait
    | AdvanceWait
    | ExchangeWait
    | OverWait
)


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=snake, forbid_unknown_fields=True
):
    """Something that has happened."""


class UnitPlaced(Event, frozen=True, kw_only=True):
    """Set-up: *unit* stands on *at*."""

    unit: UnitId
    at: Hex


class BannerPlaced(Event, frozen=True, kw_only=True):
    """A banner marker lies on *at*."""

    at: Hex
    points: int


class BannerRemoved(Event, frozen=True, kw_only=True):
    """The banner marker on *at* is gone."""

    at: Hex


class HandNoted(Event, frozen=True, kw_only=True):
    """*seat* is known to hold these cards."""

    seat: Seat
    known: tuple[CardId, ...]


class TurnStarted(Event, frozen=True, kw_only=True):
    """*seat* begins turn number *turn* (from 1, both seats counted)."""

    seat: Seat
    turn: int


class StepStarted(Event, frozen=True, kw_only=True):
    """The turn has come to *step*."""

    step: Step


class CardPlayed(Event, frozen=True, kw_only=True):
    """*seat* played a command card (None: unlisted), for its text or *anywhere*."""

    seat: Seat
    name: str
    card: CardId | None = None
    anywhere: bool = False


class OrdersGranted(Event, frozen=True, kw_only=True):
    """The card lets its player order *count* more units of that sort."""

    grant: GrantOrders


class ExtraGranted(Event, frozen=True, kw_only=True):
    """The card gives ordered units something for the rest of the turn."""

    grant: GrantExtraAttack | GrantExtraMove | AddDice


class DeckShuffled(Event, frozen=True, kw_only=True):
    """The discarded command cards were shuffled into the deck."""


class Ordered(Event, frozen=True, kw_only=True):
    """*unit* is ordered, on the strength of the turn's grant number *grant* (None: overruled).

    *fits* holds all grants that would do: a later order may shift this one to another of them.
    """

    unit: UnitId
    grant: int | None
    fits: tuple[int, ...] = ()


class Marked(Event, frozen=True, kw_only=True):
    """*unit* has got *marker*."""

    unit: UnitId
    marker: Marker


class Unmarked(Event, frozen=True, kw_only=True):
    """*unit* has lost *marker*."""

    unit: UnitId
    marker: Marker
    cause: Cause


class Moved(Event, frozen=True, kw_only=True):
    """*unit* moved."""

    unit: UnitId
    start: Hex
    to: Hex


class Placed(Event, frozen=True, kw_only=True):
    """*unit* was put on *to* by a card."""

    unit: UnitId
    start: Hex
    to: Hex


class AttackDeclared(Event, frozen=True, kw_only=True):
    """*unit* attacks *target* with *dice* dice; *counter* and *additional* say what sort of attack it is."""

    unit: UnitId
    target: UnitId
    kind: AttackType
    distance: int
    dice: int
    counter: bool = False
    additional: bool = False


class Rolled(Event, frozen=True, kw_only=True):
    """*seat* rolled *faces*, for *unit* (None: for a card)."""

    seat: Seat
    faces: tuple[Face, ...]
    unit: UnitId | None = None


class Committed(Event, frozen=True, kw_only=True):
    """*count* dice showing *face* went to *unit*'s *ability*."""

    unit: UnitId
    ability: AbilityId
    face: Face
    count: int


class Damaged(Event, frozen=True, kw_only=True):
    """*unit* suffered *damage*; *left* figures (or health) remain."""

    unit: UnitId
    damage: int
    left: int
    cause: Cause


class FiguresRemoved(Event, frozen=True, kw_only=True):
    """*count* figures were taken from *unit*, which is not damage; *left* remain."""

    unit: UnitId
    count: int
    left: int
    cause: Cause


class Healed(Event, frozen=True, kw_only=True):
    """*unit* recovered *count* health; it has *left* now."""

    unit: UnitId
    count: int
    left: int


class RetreatForced(Event, frozen=True, kw_only=True):
    """*unit* must retreat *hexes* hexes."""

    unit: UnitId
    hexes: int


class RetreatIgnored(Event, frozen=True, kw_only=True):
    """*unit* did not have to make *hexes* of its retreats."""

    unit: UnitId
    hexes: int
    cause: Cause


class Retreated(Event, frozen=True, kw_only=True):
    """*unit* retreated from *start* to *to*."""

    unit: UnitId
    start: Hex
    to: Hex


class Eliminated(Event, frozen=True, kw_only=True):
    """*unit* left the game from *at*."""

    unit: UnitId
    at: Hex


class LoreGained(Event, frozen=True, kw_only=True):
    """*seat* gained *count* lore and has *total*."""

    seat: Seat
    count: int
    total: int
    cause: Cause


class LoreSpent(Event, frozen=True, kw_only=True):
    """*seat* spent *count* lore and has *total*."""

    seat: Seat
    count: int
    total: int
    cause: Cause


class PointsGained(Event, frozen=True, kw_only=True):
    """*seat* gained *count* victory points (negative: lost) and has *total*; *at* is the banner's hex."""

    seat: Seat
    count: int
    total: int
    cause: Cause
    at: Hex | None = None


class Advanced(Event, frozen=True, kw_only=True):
    """*unit* advanced, or pursued, after its attack."""

    unit: UnitId
    start: Hex
    to: Hex
    pursuit: bool


class Declined(Event, frozen=True, kw_only=True):
    """*seat* let pass what was optional: *what* is the tag of the wait."""

    seat: Seat
    what: str


class CombatEnded(Event, frozen=True, kw_only=True):
    """*unit*'s attack on *target* is over, its counter and advance too."""

    unit: UnitId
    target: UnitId


class CardDrawn(Event, frozen=True, kw_only=True):
    """*seat* drew a command card and holds *cards*."""

    seat: Seat
    cards: int


class TurnEnded(Event, frozen=True, kw_only=True):
    """*seat*'s turn is over."""

    seat: Seat


class GameWon(Event, frozen=True, kw_only=True):
    """*seat* has won, by points or by *elimination*."""

    seat: Seat
    elimination: bool


class UnitCorrected(Event, frozen=True, kw_only=True):
    """The table said how *unit* really stands."""

    unit: UnitId
    at: Hex | None
    figures: int
    damage: int
    markers: tuple[Marker, ...]


class ScoreCorrected(Event, frozen=True, kw_only=True):
    """The table said what *seat* really has."""

    seat: Seat
    lore: int
    points: int
    cards: int


class Overruled(Event, frozen=True, kw_only=True):
    """The table did what the rules refuse for *why*; what follows came of it."""

    why: Why
    page: str


class Awaited(Event, frozen=True, kw_only=True):
    """What the game waits for now: the innermost last."""

    waits: tuple[AnyWait, ...]


class Retracted(Event, frozen=True, kw_only=True):
    """Everything after entry *to* of the log is taken back."""

    to: int


AnyEvent = (
    UnitPlaced
    | BannerPlaced
    | BannerRemoved
    | HandNoted
    | TurnStarted
    | StepStarted
    | CardPlayed
    | OrdersGranted
    | ExtraGranted
    | DeckShuffled
    | Ordered
    | Marked
    | Unmarked
    | Moved
    | Placed
    | AttackDeclared
    | Rolled
    | Committed
    | Damaged
    | FiguresRemoved
    | Healed
    | RetreatForced
    | RetreatIgnored
    | Retreated
    | Eliminated
    | LoreGained
    | LoreSpent
    | PointsGained
    | Advanced
    | Declined
    | CombatEnded
    | CardDrawn
    | TurnEnded
    | GameWon
    | UnitCorrected
    | ScoreCorrected
    | Overruled
    | Awaited
    | Retracted
)


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why a command cannot be obeyed, in words a program can act on.

    *page* is the rulebook's.  *final* says that not even the table can overrule
    it, because the command makes no sense (no such unit, say).
    """

    why: Why
    page: str
    unit: UnitId | None = None
    limit: int | None = None
    final: bool = False


Decision = tuple[AnyEvent, ...] | Refusal


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the log.

    *at* is seconds since 1970 (UTC), *by* who said it (``camera``, a device's
    name), *frame* the picture it was seen in.  *command* is None for an undo,
    whose only event is ``Retracted``.
    """

    seq: int
    at: float
    by: str
    frame: int | None
    command: AnyCommand | None
    events: tuple[AnyEvent, ...]
