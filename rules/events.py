"""What has happened, in the past tense: what the log keeps and the table is told.

Values only.  This module knows no rule.
"""

import msgspec

from rules.hexes import Hex
from rules.values import (
    AbilityId,
    AttackType,
    CardId,
    Cause,
    Face,
    KindId,
    LoreId,
    Marker,
    ScenarioCardId,
    Seat,
    Step,
    Tile,
    UnitId,
    Why,
)
from rules.verbs import (
    AddDice,
    FixDice,
    FuelDamage,
    GrantExtraAttack,
    GrantExtraMove,
    GrantOrders,
    IgnoreDamage,
    LastStand,
    Trample,
    TurnBlows,
    snake,
)
from rules.waits import AnyWait


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=snake, forbid_unknown_fields=True
):
    """Something that has happened."""


class UnitPlaced(Event, frozen=True, kw_only=True):
    """Set-up: *unit* stands on *at*."""

    unit: UnitId
    at: Hex


class UnitJoined(Event, frozen=True, kw_only=True):
    """*unit* of *kind* joined *seat*'s army, with so many *figures*; *health* where it takes tokens."""

    unit: UnitId
    kind: KindId
    seat: Seat
    figures: int
    health: int | None = None


class TerrainPlaced(Event, frozen=True, kw_only=True):
    """*tile* lies on *at*."""

    at: Hex
    tile: Tile


class TerrainRemoved(Event, frozen=True, kw_only=True):
    """*at* is clear: the *tile* is gone, for *cause* (TENT: captured)."""

    at: Hex
    tile: Tile
    cause: Cause | None = None


class ScenarioCardChosen(Event, frozen=True, kw_only=True):
    """*seat* has chosen its scenario card, face down."""

    seat: Seat
    card: ScenarioCardId


class ScenarioCardsRevealed(Event, frozen=True, kw_only=True):
    """Both scenario cards are open."""

    cards: dict[Seat, ScenarioCardId]


class FirstPlayerFound(Event, frozen=True, kw_only=True):
    """*seat* is first player: by initiative, or by *lot*."""

    seat: Seat
    lot: bool = False


class TerrainFinished(Event, frozen=True, kw_only=True):
    """The scenario's terrain lies on the board."""


class FordPlaced(Event, frozen=True, kw_only=True):
    """*seat* has laid its ford on *at*."""

    seat: Seat
    at: Hex


class FordPassed(Event, frozen=True, kw_only=True):
    """*seat*'s card shows no water where a ford could lie."""

    seat: Seat


class Mustered(Event, frozen=True, kw_only=True):
    """*seat* has mustered its army: face down until it is revealed."""

    seat: Seat
    units: dict[KindId, int]
    tent: bool
    decoys: int
    lore: int


class ArmiesRevealed(Event, frozen=True, kw_only=True):
    """All deployment cards are turned over."""


class HandsDealt(Event, frozen=True, kw_only=True):
    """Each player holds so many command *cards*, of which *known*, and so many *lore* cards."""

    cards: int
    lore: int
    known: tuple[CardId, ...] = ()


class BannerPlaced(Event, frozen=True, kw_only=True):
    """A banner marker lies on *at*."""

    at: Hex
    points: int


class BannerRemoved(Event, frozen=True, kw_only=True):
    """The banner marker on *at* is gone."""

    at: Hex


class HandNoted(Event, frozen=True, kw_only=True):
    """*seat* is known to hold these command and *lore* cards."""

    seat: Seat
    known: tuple[CardId, ...]
    lore: tuple[LoreId, ...] = ()


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


class LoreCardPlayed(Event, frozen=True, kw_only=True):
    """*seat* played a lore card (None: unlisted)."""

    seat: Seat
    name: str
    card: LoreId | None = None


class LoreCardsDrawn(Event, frozen=True, kw_only=True):
    """*seat* drew *count* lore cards and holds *total*."""

    seat: Seat
    count: int
    total: int


class LoreCardsDiscarded(Event, frozen=True, kw_only=True):
    """*seat* discarded *count* lore cards and holds *total*; *cards* are those he told."""

    seat: Seat
    count: int
    total: int
    cards: tuple[LoreId, ...] = ()


class FightChanged(Event, frozen=True, kw_only=True):
    """A lore card changes the attack in progress for *unit*, which rolls or is the target."""

    unit: UnitId
    by: FixDice | FuelDamage | IgnoreDamage | TurnBlows | LastStand


class AnswerAwaited(Event, frozen=True, kw_only=True):
    """The target may counter early: before its *retreats*, or *dying*, before it leaves the board."""

    unit: UnitId
    retreats: int
    dying: bool = False


class LoreBarred(Event, frozen=True, kw_only=True):
    """*seat* may play no further lore card this turn."""

    seat: Seat


class Trampled(Event, frozen=True, kw_only=True):
    """*unit* moved through *target*."""

    unit: UnitId
    target: UnitId


class OrdersGranted(Event, frozen=True, kw_only=True):
    """The card lets its player order *count* more units of that sort."""

    grant: GrantOrders


class ExtraGranted(Event, frozen=True, kw_only=True):
    """The card gives ordered units something for the rest of the turn."""

    grant: GrantExtraAttack | GrantExtraMove | AddDice | Trample


class DeckShuffled(Event, frozen=True, kw_only=True):
    """The discarded command cards (or *seat*'s lore cards) were shuffled into the deck."""

    seat: Seat | None = None


class Ordered(Event, frozen=True, kw_only=True):
    """*unit* is ordered, on the strength of the turn's grant number *grant* (None: overruled).

    *fits* holds all grants that would do: a later order may shift this one to another of them.
    *paid*: for lore, as its ability Automaton allows.
    """

    unit: UnitId
    grant: int | None
    fits: tuple[int, ...] = ()
    paid: bool = False


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


class DamageIgnored(Event, frozen=True, kw_only=True):
    """*unit* did not suffer *damage* of a combat, or of another effect *outside* of it."""

    unit: UnitId
    damage: int
    cause: Cause
    outside: bool = False


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
    lore_cards: int = 0


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
    | UnitJoined
    | TerrainPlaced
    | TerrainRemoved
    | ScenarioCardChosen
    | ScenarioCardsRevealed
    | FirstPlayerFound
    | TerrainFinished
    | FordPlaced
    | FordPassed
    | Mustered
    | ArmiesRevealed
    | HandsDealt
    | BannerPlaced
    | BannerRemoved
    | HandNoted
    | TurnStarted
    | StepStarted
    | CardPlayed
    | LoreCardPlayed
    | LoreCardsDrawn
    | LoreCardsDiscarded
    | FightChanged
    | AnswerAwaited
    | LoreBarred
    | Trampled
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
    | DamageIgnored
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
