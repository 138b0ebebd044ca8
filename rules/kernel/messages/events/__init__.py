"""What has happened, in the past tense: what the log keeps and the table is told.

Values only, by what they tell of.  This package knows no rule; ``rules.kernel.messages`` is its door.
"""

from rules.kernel.messages.events.combat import (
    Advanced,
    AttackDeclared,
    CombatEnded,
    Damaged,
    DamageIgnored,
    Eliminated,
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
    BannerPlaced,
    BannerRemoved,
    FirstPlayerFound,
    HandsDealt,
    TerrainPlaced,
    TerrainRemoved,
    UnitJoined,
    UnitPlaced,
)
from rules.kernel.messages.events.table import (
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
    GameWon,
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

SharedEvent = (
    UnitPlaced
    | UnitJoined
    | TerrainPlaced
    | TerrainRemoved
    | FirstPlayerFound
    | HandsDealt
    | BannerPlaced
    | BannerRemoved
    | TurnStarted
    | StepStarted
    | CardPlayed
    | LoreCardPlayed
    | LoreCardsDrawn
    | LoreCardsDiscarded
    | OrdersGranted
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
    | Rolled
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
    | Retracted
)
"""What happens in every edition, but for the events that hold waits or verbs."""
