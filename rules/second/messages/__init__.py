"""The messages that only the Second Edition has: the one door to them, beside the kernel's."""

from rules.second.messages.commands import (
    ChooseScenarioCard as ChooseScenarioCard,
    ChooseWay as ChooseWay,
    Commit as Commit,
    Cure as Cure,
    ExchangeLore as ExchangeLore,
    FinishTerrain as FinishTerrain,
    IgnoreRetreats as IgnoreRetreats,
    Muster as Muster,
    PlaceFord as PlaceFord,
    RevealArmies as RevealArmies,
    SecondCommand as SecondCommand,
    SecondOverrulable as SecondOverrulable,
    Shield as Shield,
)
from rules.second.messages.events import (
    AnswerAwaited as AnswerAwaited,
    ArmiesRevealed as ArmiesRevealed,
    Committed as Committed,
    FightChanged as FightChanged,
    FordPassed as FordPassed,
    FordPlaced as FordPlaced,
    LoreBarred as LoreBarred,
    Mustered as Mustered,
    ScenarioCardChosen as ScenarioCardChosen,
    ScenarioCardsRevealed as ScenarioCardsRevealed,
    SecondEvent as SecondEvent,
    TerrainFinished as TerrainFinished,
)
from rules.second.messages.specials import (
    HoldTerrain as HoldTerrain,
    MayEnter as MayEnter,
    NoStop as NoStop,
    PointsForEliminating as PointsForEliminating,
    SecondSpecial as SecondSpecial,
    Volley as Volley,
)
from rules.second.messages.verbs import (
    BarLore as BarLore,
    FixDice as FixDice,
    FuelDamage as FuelDamage,
    IgnoreDamage as IgnoreDamage,
    InFight as InFight,
    LastStand as LastStand,
    SecondVerb as SecondVerb,
    TurnBlows as TurnBlows,
)
from rules.second.messages.waits import (
    CommitWait as CommitWait,
    ExchangeWait as ExchangeWait,
    FirstPlayerWait as FirstPlayerWait,
    FordWait as FordWait,
    IgnoreWait as IgnoreWait,
    MusterWait as MusterWait,
    RevealWait as RevealWait,
    ScenarioCardsWait as ScenarioCardsWait,
    SecondWait as SecondWait,
    ShieldWait as ShieldWait,
    TerrainWait as TerrainWait,
    WayWait as WayWait,
)
