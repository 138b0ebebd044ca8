"""What a command leads to: dispatch only, by the edition's tables.

``decide`` answers events or a refusal and changes nothing.
"""

from rules.kernel import messages as m
from rules.kernel.chapters import card_numbers
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Seat, Why


def decide(game: Game, command: m.Command) -> m.Decision:
    """Return the events that *command* brings about, the last an ``Awaited``, or why it cannot be obeyed."""
    course = follow(game, command)
    return course if isinstance(course, m.Refusal) else tuple(course.events)


def follow(game: Game, command: m.Command) -> Course | m.Refusal:
    """Return the whole course that *command* takes, or why it cannot be obeyed."""
    course = Course(game)
    refused = carry_out(course, command)
    return course if refused is None else refused


def carry_out(course: Course, command: m.Command) -> m.Refusal | None:
    """Let *command* take its course, or return why it cannot be obeyed.

    Where it needs a number that nobody told us, the game waits for that first.
    """
    inner: m.Command = command.command if isinstance(command, m.Overrule) else command
    if isinstance(command, m.Overrule):
        refusals = list(checks(course.game, inner))
        refused = next((refused for refused in refusals if refused.final), None)
    else:
        refusals = []
        refused = next(checks(course.game, inner), None)
    if refused is not None:
        return refused
    if isinstance(inner, m.Move | m.Attack | m.Counter):
        missing = card_numbers.needed(course.game, inner)
        if missing is not None:
            card_numbers.ask_for(course, *missing, then=command if isinstance(command, m.Overrule) else inner)
            return None
    if refusals:
        course.say(m.Overruled(why=refusals[0].why, page=refusals[0].page))
    obey(course, inner)
    return None


def options(game: Game) -> tuple[m.Command, ...]:
    """Return every legal command that needs no dice and is no correction, in a fixed order.

    What else is left out is told in ``options``, and for the set-up in ``placing``.
    """
    wait = game.state.wait
    return tuple(game.ruleset.edition.waits[type(wait)].answers(game, wait))


def checks(game: Game, command: m.Command) -> Checks:
    """Return all that is wrong with *command*, the first reason first: who it names has to play."""
    if isinstance(command, m.Overrule):
        return checks(game, command.command)
    if not all(seat in game.ruleset.seats for seat in _named_seats(command)):
        return iter((refusal(game, Why.NO_SUCH_SEAT, "components", final=True),))
    handler = game.ruleset.edition.handlers.get(type(command))
    return not_now(game) if handler is None else handler.check(game, command)


def _named_seats(command: m.Command) -> list[Seat]:
    """Return which seats *command* names: whose it is, and whose the tile is that it lays."""
    named = (getattr(command, "seat", None), getattr(getattr(command, "tile", None), "owner", None))
    return [seat for seat in named if seat is not None]


def obey(course: Course, command: m.Command) -> None:
    """Let *command* take its course, whether or not the rules allow it."""
    course.ruleset.edition.handlers[type(command)].obey(course, command)
