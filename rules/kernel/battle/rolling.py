"""Dice on the table: for a battle, for a card, for those who are trampled (RB p. 9)."""

from rules.kernel.battle.stages import run
from rules.kernel.chapters import cards, movement
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.messages import DiceWait, Roll, Rolled
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Face, Why


def check_roll(game: Game, command: Roll) -> Checks:
    """Yield what is wrong with the dice on the table."""
    yield from not_now(game, DiceWait)
    foreign = set(command.faces) - set(game.ruleset.edition.faces.all)
    if foreign:
        yield refusal(game, Why.NO_SUCH_FACE, "roll", final=True)
    wait = game.state.wait
    if isinstance(wait, DiceWait) and len(command.faces) != wait.count:
        yield refusal(game, Why.WRONG_NUMBER_OF_DICE, "roll", wait.unit, limit=wait.count)


def roll(course: Course, command: Roll) -> None:
    """Take in the dice, and do with them what they were rolled for."""
    wait = course.state.wait
    assert isinstance(wait, DiceWait)
    if wait.trampled:
        movement.trampled(course, wait, command.faces)
    elif wait.unit is None:
        cards.rolled(course, wait, command.faces)
    else:
        lie(course, command.faces)
        run(course, course.ruleset.edition.battle.stages[0])


def lie(course: Course, faces: tuple[Face, ...]) -> None:
    """Let the dice of the innermost fight lie."""
    roller = course.unit(course.fight.attacker)
    course.say(Rolled(seat=roller.seat, faces=faces, unit=roller.id))
