"""Numbers on unit cards that nobody told us: asked when they are needed, and kept as the table's word.

What is not known is never a silent no: a unit may do what its number would decide, and the
number is asked first, once a game for each kind of unit.
"""

from rules.kernel.chapters import movement
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.messages import (
    Attack,
    Command,
    Counter,
    CounterWait,
    Declined,
    Move,
    NumberTold,
    NumberWait,
    Overrule,
    TellNumber,
    Wait,
    tag_of,
)
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import CardNumber, Why

MOST_TOLD = 12
"""The largest number that is believed: hexes of the longest row, and more dice than any card gives."""

Deed = Move | Attack | Counter
LEAST_TOLD = {CardNumber.MOVE: 0, CardNumber.COMBAT: 0, CardNumber.RANGE: 1}


def unknown(game: Game, unit: Unit) -> tuple[CardNumber, ...]:
    """Return the numbers on *unit*'s card that neither the catalogue nor the table has told."""
    kind = game.kind(unit)
    told = (
        (CardNumber.RANGE, kind.attack_type),
        (CardNumber.COMBAT, kind.combat),
        (CardNumber.MOVE, kind.move),
    )
    return tuple(number for number, value in told if value is None)


def needed(game: Game, command: Deed) -> tuple[Unit, CardNumber] | None:
    """Return whose number has to be told before *command* can be obeyed, and which; None where all are."""
    if isinstance(command, Counter):
        assert isinstance(game.state.wait, CounterWait)
        unit = game.state.units[game.state.wait.unit]
    else:
        unit = game.state.units[command.unit]
    if isinstance(command, Move):
        return (unit, CardNumber.MOVE) if movement.hexes_left(game, unit) is None else None
    return next(((unit, number) for number in unknown(game, unit) if number is not CardNumber.MOVE), None)


def ask_missing(course: Course, command: Command) -> bool:
    """Ask for a number that *command* needs and nobody told, and keep it meanwhile; return whether one is."""
    deed: Command = command.command if isinstance(command, Overrule) else command
    if not isinstance(deed, (Move, Attack, Counter)):
        return False
    missing = needed(course.game, deed)
    if missing is None:
        return False
    unit, number = missing
    then = command if isinstance(command, Overrule) else deed
    course.wait(*course.state.waits, NumberWait(seat=unit.seat, unit=unit.id, number=number, then=then))
    return True


def check(game: Game, command: TellNumber) -> Checks:
    """Yield what cannot be true of a card."""
    is_played = any(unit.kind == command.kind for unit in game.state.units.values())
    if not is_played and command.kind not in game.ruleset.fielded:
        yield refusal(game, Why.NO_SUCH_UNIT, "components", final=True)
    if not LEAST_TOLD[command.number] <= command.value <= MOST_TOLD:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "components", limit=MOST_TOLD, final=True)


def keep(course: Course, command: TellNumber) -> None:
    """Keep a number as the table's word: it holds for the rest of the game, whatever the catalogue says."""
    course.say(NumberTold(kind=command.kind, number=command.number, value=command.value))


def decline(course: Course, wait: Wait) -> None:
    """Leave undone what needs the number that nobody tells."""
    assert wait.seat is not None
    course.say(Declined(seat=wait.seat, what=tag_of(wait)))
    course.wait(*course.state.waits[:-1])


def answers(game: Game, wait: NumberWait) -> tuple[TellNumber, ...]:
    """Return every answer to the question for a number."""
    kind = game.state.units[wait.unit].kind
    values = range(LEAST_TOLD[wait.number], MOST_TOLD + 1)
    return tuple(TellNumber(kind=kind, number=wait.number, value=value) for value in values)


def is_answer(game: Game, command: TellNumber) -> bool:
    """Return whether *command* tells the number that the game waits for."""
    wait = game.state.wait
    return (
        isinstance(wait, NumberWait)
        and game.state.units[wait.unit].kind == command.kind
        and wait.number is command.number
    )
