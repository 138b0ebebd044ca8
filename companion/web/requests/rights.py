"""Who may tap what: a player's device what is its seat's, and of those who share a side each what is his.

It does not know what is legal: the rules do.
"""

from collections.abc import Mapping

from companion.web.access.access import Guest
from rules.first.messages import ChooseCouncil
from rules.first.messages.allies import PlaceAllianceToken
from rules.first.messages.arms import LayLineup
from rules.kernel.chapters.places import places_for
from rules.kernel.game import Game
from rules.kernel.messages import (
    Command,
    CorrectScore,
    CorrectUnit,
    NoteHand,
    Overrule,
    PlaceBanner,
    PlaceTerrain,
    PlaceUnit,
    PlayLoreCard,
    PlayUnlistedLoreCard,
    RemoveBanner,
    RemoveTerrain,
    SetUpWait,
    StartGame,
    TellNumber,
)
from rules.kernel.state import State
from rules.kernel.values import Seat, Section
from rules.second.messages import ChooseScenarioCard, Muster
from rules.second.state.game import SecondState

FOR_EVERYBODY = (
    CorrectUnit,
    CorrectScore,
    PlaceBanner,
    PlaceTerrain,
    PlaceUnit,
    RemoveBanner,
    RemoveTerrain,
    StartGame,
    TellNumber,
)
FOR_THE_WHOLE_SIDE = (*FOR_EVERYBODY, NoteHand)
"""What any of those who share a side may tell."""
FOR_THEIR_SEAT = (
    ChooseCouncil,
    ChooseScenarioCard,
    LayLineup,
    Muster,
    NoteHand,
    PlayLoreCard,
    PlayUnlistedLoreCard,
)


def may(guest: Guest, command: Command, game: Game) -> bool:
    """Return whether *guest*'s seat may give *command* now: its own player's, or the table's."""
    inner = command.command if isinstance(command, Overrule) else command
    seat, owners = guest.role.seat, whose(inner, game)
    if seat is None or not guest.can_play:
        return guest.can_play
    if owners:
        return seat in owners
    return isinstance(inner, FOR_EVERYBODY) or game.state.wait.seat in (None, seat)


def places_of(command: Command, game: Game, people: Mapping[Section, str]) -> frozenset[Section]:
    """Return which of the places of those who share a side, *people*, may give *command* now."""
    inner = command.command if isinstance(command, Overrule) else command
    if isinstance(inner, FOR_THE_WHOLE_SIDE) or not (whose(inner, game) or game.state.wait.seat):
        return frozenset(people)
    return places_for(game, inner, people)


def whose(command: Command, game: Game) -> tuple[Seat, ...]:
    """Return whose devices alone may give *command*; none for what anybody may, or whoever is waited for.

    Of mustered armies each side deploys its own; the units of a camp its players share out among
    themselves.  Of a seat at which nobody plays it is nobody's.
    """
    owner, seats = _owner(command, game.state), game.ruleset.seats
    if isinstance(command, PlaceAllianceToken) and owner is not None:
        return game.ruleset.camps[owner]
    return tuple(seat for seat in seats if seat is owner)


def _owner(command: Command, state: State) -> Seat | None:
    """Return which seat *command* is about, where that seat, or its camp, alone may give it."""
    if isinstance(command, FOR_THEIR_SEAT):
        return command.seat
    match command:
        case PlaceAllianceToken(unit=name) if name in state.units:
            return state.units[name].seat
        case PlaceUnit(unit=name) if _is_deploying(state) and name in state.units:
            return state.units[name].seat
        case PlaceTerrain(tile=tile) if _is_deploying(state):
            return tile.owner
        case _:
            return None


def _is_deploying(state: State) -> bool:
    """Return whether armies that were mustered are being put on the board."""
    own = state.own
    return isinstance(state.wait, SetUpWait) and isinstance(own, SecondState) and own.setting is not None
