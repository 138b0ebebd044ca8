"""Dice on the table: a battle's own, a further roll's by what it is for, a Command card's."""

from collections.abc import Callable, Mapping

from rules.first.play import retreating, striking
from rules.first.play.attacking import dice_of_fight
from rules.kernel import messages as m
from rules.kernel.battle.rolling import lie
from rules.kernel.battle.stages import run
from rules.kernel.chapters import cards
from rules.kernel.course import Course
from rules.kernel.values import Face

FURTHER: Mapping[str, Callable[[Course, tuple[Face, ...]], None]] = {
    striking.AGAIN: striking.rolled_again,
    striking.CRITICAL: striking.critical_rolled,
    retreating.CHECK: retreating.check_rolled,
    retreating.CHECK_AGAIN: retreating.check_rolled_again,
    retreating.PANIC: retreating.panic_rolled,
}


def roll(course: Course, command: m.Roll) -> None:
    """Take in the dice, and do with them what they were rolled for."""
    wait = course.state.wait
    assert isinstance(wait, m.DiceWait)
    if isinstance(wait.purpose, str):
        striking.told_further(course, wait, command.faces, course.fight.target)
        FURTHER[wait.purpose](course, command.faces)
    elif wait.unit is None:
        cards.rolled(course, wait, command.faces)
    else:
        lie(course, command.faces)
        run(course, course.ruleset.edition.battle.stages[0])


def dice_anew(course: Course, wait: m.DiceWait) -> tuple[m.DiceWait, ...]:
    """Return the wait for as many dice as the corrected units give."""
    if isinstance(wait.purpose, str) or wait.unit is None:
        return (wait,)
    return (m.DiceWait(seat=wait.seat, count=dice_of_fight(course.game).total, unit=wait.unit),)
