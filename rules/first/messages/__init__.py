"""What only the First Edition says: its own commands, waits and events.  Knows no rule."""

from rules.first.messages.allies import PlaceAllianceToken as PlaceAllianceToken, TargetAlly as TargetAlly
from rules.first.messages.commands import (
    ChooseCouncil as ChooseCouncil,
    CountLoreDeck as CountLoreDeck,
    FirstCommand as FirstCommand,
    FirstOverrulable as FirstOverrulable,
    IgnoreFlags as IgnoreFlags,
    PlaceLandmark as PlaceLandmark,
    RetreatTo as RetreatTo,
    StoreLore as StoreLore,
    TellHits as TellHits,
    UsePower as UsePower,
)
from rules.first.messages.events import OwnEvent as OwnEvent
from rules.first.messages.verbs import FirstVerb as FirstVerb
from rules.first.messages.waits import FirstWait as FirstWait
