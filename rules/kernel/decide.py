"""What a command leads to: dispatch only, by the edition's tables.

``decide`` answers events or a refusal and changes nothing.
"""

from rules.kernel import messages as m
from rules.kernel.chapters import card_numbers
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Seat, Tile, Why


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
    if isinstance(command, m.Overrule):
        return _overrule(course, command)
    refused = next(checks(course.game, command), None)
    if refused is None and not card_numbers.ask_missing(course, command):
        obey(course, command)
    return refused


def _overrule(course: Course, command: m.Overrule) -> m.Refusal | None:
    """Let what *command* overrules take its course, unless something about it is final."""
    inner = command.command
    refusals = list(checks(course.game, inner))
    refused = next((refused for refused in refusals if refused.final), None)
    if refused is None and not card_numbers.ask_missing(course, command):
        if refusals:
            course.say(m.Overruled(why=refusals[0].why, page=refusals[0].page))
        obey(course, inner)
    return refused


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
    if not _seats_play(game, command):
        return iter((refusal(game, Why.NO_SUCH_SEAT, "components", final=True),))
    handler = game.ruleset.edition.handlers.get(type(command))
    return not_now(game) if handler is None else handler.check(game, command)


def _seats_play(game: Game, command: m.Command) -> bool:
    """Return whether the seats that *command* names play: whose it is, and whose the tile is that it lays."""
    seat: Seat | None = getattr(command, "seat", None)
    tile: Tile | None = getattr(command, "tile", None)
    playing = (None, *game.ruleset.seats)
    return seat in playing and (tile is None or tile.owner in playing)


def obey(course: Course, command: m.Command) -> None:
    """Let *command* take its course, whether or not the rules allow it."""
    course.ruleset.edition.handlers[type(command)].obey(course, command)
