"""What is said to the rules, what they answer, and what the log keeps: the one door to all messages.

Commands are imperatives, events past tense; both are what the store, the
network and the test files hold.  This module knows no rule: ``decide`` does.
"""

from typing import Generic

import msgspec

from rules.kernel.hexes import Hex
from rules.kernel.messages.commands import (
    Advance as Advance,
    Attack as Attack,
    ChooseFirst as ChooseFirst,
    Command as Command,
    CorrectScore as CorrectScore,
    CorrectUnit as CorrectUnit,
    Counter as Counter,
    Decline as Decline,
    EndMainPhase as EndMainPhase,
    Move as Move,
    NoteHand as NoteHand,
    Order as Order,
    Overrule as Overrule,
    PlaceBanner as PlaceBanner,
    PlaceTerrain as PlaceTerrain,
    PlaceUnit as PlaceUnit,
    PlayCard as PlayCard,
    PlayLoreCard as PlayLoreCard,
    PlayUnlistedCard as PlayUnlistedCard,
    PlayUnlistedLoreCard as PlayUnlistedLoreCard,
    RemoveBanner as RemoveBanner,
    RemoveTerrain as RemoveTerrain,
    ReplenishLore as ReplenishLore,
    Roll as Roll,
    SharedCommand as SharedCommand,
    SharedOverrulable as SharedOverrulable,
    StartAttacks as StartAttacks,
    StartGame as StartGame,
    TellNumber as TellNumber,
)
from rules.kernel.messages.events import SharedEvent as SharedEvent
from rules.kernel.messages.events.combat import (
    Advanced as Advanced,
    AttackDeclared as AttackDeclared,
    CombatEnded as CombatEnded,
    Damaged as Damaged,
    DamageIgnored as DamageIgnored,
    Eliminated as Eliminated,
    FiguresRemoved as FiguresRemoved,
    Healed as Healed,
    Marked as Marked,
    Retreated as Retreated,
    RetreatForced as RetreatForced,
    RetreatIgnored as RetreatIgnored,
    Rolled as Rolled,
    Unmarked as Unmarked,
)
from rules.kernel.messages.events.event import Event as Event
from rules.kernel.messages.events.set_up import (
    BannerPlaced as BannerPlaced,
    BannerRemoved as BannerRemoved,
    FirstPlayerFound as FirstPlayerFound,
    HandsDealt as HandsDealt,
    TerrainPlaced as TerrainPlaced,
    TerrainRemoved as TerrainRemoved,
    UnitJoined as UnitJoined,
    UnitPlaced as UnitPlaced,
)
from rules.kernel.messages.events.table import (
    Awaited as Awaited,
    CostTold as CostTold,
    HandNoted as HandNoted,
    NumberTold as NumberTold,
    Overruled as Overruled,
    Retracted as Retracted,
    ScoreCorrected as ScoreCorrected,
    UnitCorrected as UnitCorrected,
)
from rules.kernel.messages.events.turn import (
    CardDrawn as CardDrawn,
    CardPlayed as CardPlayed,
    DeckShuffled as DeckShuffled,
    Declined as Declined,
    ExtraGranted as ExtraGranted,
    GameWon as GameWon,
    LoreCardPlayed as LoreCardPlayed,
    LoreCardsDiscarded as LoreCardsDiscarded,
    LoreCardsDrawn as LoreCardsDrawn,
    LoreGained as LoreGained,
    LoreSpent as LoreSpent,
    Moved as Moved,
    Ordered as Ordered,
    OrdersGranted as OrdersGranted,
    Placed as Placed,
    PointsGained as PointsGained,
    StepStarted as StepStarted,
    Trampled as Trampled,
    TurnEnded as TurnEnded,
    TurnStarted as TurnStarted,
)
from rules.kernel.messages.holding import CommandT, EventT
from rules.kernel.messages.verbs import (
    AddDice as AddDice,
    AnyExtra as AnyExtra,
    DealDamage as DealDamage,
    DrawLore as DrawLore,
    Drive as Drive,
    ForceRetreat as ForceRetreat,
    GainLore as GainLore,
    GainPoints as GainPoints,
    GrantExtraAttack as GrantExtraAttack,
    GrantExtraMove as GrantExtraMove,
    GrantOrders as GrantOrders,
    Heal as Heal,
    Mark as Mark,
    PlaceAt as PlaceAt,
    RollForOrders as RollForOrders,
    SharedVerb as SharedVerb,
    Shot as Shot,
    Special as Special,
    Trample as Trample,
    Verb as Verb,
    tag_of as tag_of,
)
from rules.kernel.messages.waits import (
    AdvanceWait as AdvanceWait,
    CardWait as CardWait,
    CounterWait as CounterWait,
    DiceWait as DiceWait,
    ExtraAttackWait as ExtraAttackWait,
    LoreWait as LoreWait,
    NumberWait as NumberWait,
    OrdersWait as OrdersWait,
    OverWait as OverWait,
    SetUpWait as SetUpWait,
    SharedWait as SharedWait,
    Wait as Wait,
)
from rules.kernel.values import UnitId, Why


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why a command cannot be obeyed, in words a program can act on.

    *rule* names the rule that forbids it, as the glossary does, *page* is the
    rulebook's.  *at* is the hex that matters, if one does.  *final* says that not even
    the table can overrule it, because the command makes no sense (no such unit, say).
    """

    why: Why
    page: str
    rule: str = ""
    unit: UnitId | None = None
    limit: int | None = None
    at: Hex | None = None
    final: bool = False


Decision = tuple[Event, ...] | Refusal


class Entry(msgspec.Struct, Generic[CommandT, EventT], frozen=True, kw_only=True):
    """One line of the log.

    *at* is seconds since 1970 (UTC), *by* who said it (``camera``, a device's
    name), *frame* the picture it was seen in.  *command* is None for an undo,
    whose only event is ``Retracted``.
    """

    seq: int
    at: float
    by: str
    frame: int | None
    command: CommandT | None
    events: tuple[EventT, ...]
