"""Games as others use them: made, and played."""

from typing import NamedTuple

from rules.catalogue import kind_of
from rules.decide import follow
from rules.messages import AnyCommand, Decision, Refusal, SetUpWait
from rules.ruleset import Game, Ruleset
from rules.state import Side, State, Unit
from rules.values import Seat, Step

__all__ = ["Game", "Played", "Ruleset", "new_game", "play"]


class Played(NamedTuple):
    """The *game* after a command, and what was decided.  A refusal leaves the game as it was."""

    game: Game
    decision: Decision


def new_game(ruleset: Ruleset) -> Game:
    """Return a game whose units stand as the scenario says, waiting for its banners."""
    scenario, kinds = ruleset.scenario, ruleset.catalogue.kinds
    units = {
        name: Unit(
            id=name,
            kind=kind_of(name),
            seat=ruleset.seats[name],
            at=at,
            figures=kinds[kind_of(name)].figures,
            health=kinds[kind_of(name)].health if kinds[kind_of(name)].damage_tokens else None,
        )
        for name, at in scenario.units.items()
    }
    state = State(
        turn=0,
        active=scenario.first,
        step=Step.SET_UP,
        units=units,
        sides={seat: Side(cards=scenario.hand) for seat in Seat},
        waits=(SetUpWait(banners=scenario.banners.count),),
    )
    return Game(ruleset, state)


def play(game: Game, command: AnyCommand) -> Played:
    """Return the game after *command* and the events, or the game as it was and the refusal."""
    course = follow(game, command)
    if isinstance(course, Refusal):
        return Played(game, course)
    return Played(course.game, tuple(course.events))
