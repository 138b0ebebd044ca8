"""What is said to the rules, what they answer, and what the log keeps: the one door to all messages.

Commands are imperatives, events past tense; both are what the store, the
network and the test files hold.  This module knows no rule: ``decide`` does.
"""

import msgspec

from rules.kernel.hexes import Hex
from rules.kernel.messages.commands import (
    Advance as Advance,
    AnyCommand as AnyCommand,
    Attack as Attack,
    ChooseFirst as ChooseFirst,
    ChooseScenarioCard as ChooseScenarioCard,
    ChooseWay as ChooseWay,
    Command as Command,
    Commit as Commit,
    CorrectScore as CorrectScore,
    CorrectUnit as CorrectUnit,
    Counter as Counter,
    Cure as Cure,
    Decline as Decline,
    EndMainPhase as EndMainPhase,
    ExchangeLore as ExchangeLore,
    FinishTerrain as FinishTerrain,
    IgnoreRetreats as IgnoreRetreats,
    Move as Move,
    Muster as Muster,
    NoteHand as NoteHand,
    Order as Order,
    Overrule as Overrule,
    PlaceBanner as PlaceBanner,
    PlaceFord as PlaceFord,
    PlaceTerrain as PlaceTerrain,
    PlaceUnit as PlaceUnit,
    PlayCard as PlayCard,
    PlayLoreCard as PlayLoreCard,
    PlayUnlistedCard as PlayUnlistedCard,
    PlayUnlistedLoreCard as PlayUnlistedLoreCard,
    RemoveBanner as RemoveBanner,
    RemoveTerrain as RemoveTerrain,
    ReplenishLore as ReplenishLore,
    RevealArmies as RevealArmies,
    Roll as Roll,
    Shield as Shield,
    StartAttacks as StartAttacks,
    StartGame as StartGame,
    TellNumber as TellNumber,
)
from rules.kernel.messages.events import AnyEvent as AnyEvent
from rules.kernel.messages.events.combat import (
    Advanced as Advanced,
    AnswerAwaited as AnswerAwaited,
    AttackDeclared as AttackDeclared,
    CombatEnded as CombatEnded,
    Committed as Committed,
    Damaged as Damaged,
    DamageIgnored as DamageIgnored,
    Eliminated as Eliminated,
    FightChanged as FightChanged,
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
    ArmiesRevealed as ArmiesRevealed,
    BannerPlaced as BannerPlaced,
    BannerRemoved as BannerRemoved,
    FirstPlayerFound as FirstPlayerFound,
    FordPassed as FordPassed,
    FordPlaced as FordPlaced,
    HandsDealt as HandsDealt,
    Mustered as Mustered,
    ScenarioCardChosen as ScenarioCardChosen,
    ScenarioCardsRevealed as ScenarioCardsRevealed,
    TerrainFinished as TerrainFinished,
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
    LoreBarred as LoreBarred,
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
from rules.kernel.messages.verbs import (
    AddDice as AddDice,
    AnyExtra as AnyExtra,
    AnySpecial as AnySpecial,
    AnyVerb as AnyVerb,
    BarLore as BarLore,
    DealDamage as DealDamage,
    DrawLore as DrawLore,
    Drive as Drive,
    FixDice as FixDice,
    ForceRetreat as ForceRetreat,
    FuelDamage as FuelDamage,
    GainLore as GainLore,
    GainPoints as GainPoints,
    GrantExtraAttack as GrantExtraAttack,
    GrantExtraMove as GrantExtraMove,
    GrantOrders as GrantOrders,
    Heal as Heal,
    HoldTerrain as HoldTerrain,
    IgnoreDamage as IgnoreDamage,
    InFight as InFight,
    LastStand as LastStand,
    Mark as Mark,
    MayEnter as MayEnter,
    NoStop as NoStop,
    OnUnit as OnUnit,
    PlaceAt as PlaceAt,
    PointsForEliminating as PointsForEliminating,
    RollForOrders as RollForOrders,
    Special as Special,
    Trample as Trample,
    TurnBlows as TurnBlows,
    Verb as Verb,
    Volley as Volley,
    faces_of as faces_of,
    tag_of as tag_of,
)
from rules.kernel.messages.waits import (
    AdvanceWait as AdvanceWait,
    AnyWait as AnyWait,
    CardWait as CardWait,
    CommitWait as CommitWait,
    CounterWait as CounterWait,
    DiceWait as DiceWait,
    ExchangeWait as ExchangeWait,
    ExtraAttackWait as ExtraAttackWait,
    FirstPlayerWait as FirstPlayerWait,
    FordWait as FordWait,
    IgnoreWait as IgnoreWait,
    LoreWait as LoreWait,
    MusterWait as MusterWait,
    NumberWait as NumberWait,
    OrdersWait as OrdersWait,
    OverWait as OverWait,
    RevealWait as RevealWait,
    ScenarioCardsWait as ScenarioCardsWait,
    SetUpWait as SetUpWait,
    ShieldWait as ShieldWait,
    TerrainWait as TerrainWait,
    Wait as Wait,
    WayWait as WayWait,
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
