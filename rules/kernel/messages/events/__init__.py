"""What has happened, in the past tense: what the log keeps and the table is told.

Values only, by what they tell of.  This package knows no rule; ``rules.kernel.messages`` is its door.
"""

from rules.kernel.messages.events.combat import (
    Advanced,
    AnswerAwaited,
    AttackDeclared,
    CombatEnded,
    Committed,
    Damaged,
    DamageIgnored,
    Eliminated,
    FightChanged,
    FiguresRemoved,
    Healed,
    Marked,
    Retreated,
    RetreatForced,
    RetreatIgnored,
    Rolled,
    Unmarked,
)
from rules.kernel.messages.events.set_up import (
    ArmiesRevealed,
    BannerPlaced,
    BannerRemoved,
    FirstPlayerFound,
    FordPassed,
    FordPlaced,
    HandsDealt,
    Mustered,
    ScenarioCardChosen,
    ScenarioCardsRevealed,
    TerrainFinished,
    TerrainPlaced,
    TerrainRemoved,
    UnitJoined,
    UnitPlaced,
)
from rules.kernel.messages.events.table import (
    Awaited,
    CostTold,
    HandNoted,
    NumberTold,
    Overruled,
    Retracted,
    ScoreCorrected,
    UnitCorrected,
)
from rules.kernel.messages.events.turn import (
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    Declined,
    ExtraGranted,
    GameWon,
    LoreBarred,
    LoreCardPlayed,
    LoreCardsDiscarded,
    LoreCardsDrawn,
    LoreGained,
    LoreSpent,
    Moved,
    Ordered,
    OrdersGranted,
    Placed,
    PointsGained,
    StepStarted,
    Trampled,
    TurnEnded,
    TurnStarted,
)

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
    | TurnStarted
    | StepStarted
    | CardPlayed
    | LoreCardPlayed
    | LoreCardsDrawn
    | LoreCardsDiscarded
    | LoreBarred
    | OrdersGranted
    | ExtraGranted
    | DeckShuffled
    | Ordered
    | Moved
    | Trampled
    | Placed
    | LoreGained
    | LoreSpent
    | PointsGained
    | Declined
    | CardDrawn
    | TurnEnded
    | GameWon
    | AttackDeclared
    | FightChanged
    | AnswerAwaited
    | Rolled
    | Committed
    | Marked
    | Unmarked
    | Damaged
    | DamageIgnored
    | FiguresRemoved
    | Healed
    | RetreatForced
    | RetreatIgnored
    | Retreated
    | Eliminated
    | Advanced
    | CombatEnded
    | HandNoted
    | UnitCorrected
    | ScoreCorrected
    | NumberTold
    | CostTold
    | Overruled
    | Awaited
    | Retracted
)
