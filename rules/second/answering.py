"""Counters: after the attack has been resolved, or early, before it takes all its effect (RB p. 10)."""

from collections.abc import Mapping

from rules.kernel.battle.attacks import check_reach
from rules.kernel.chapters import ask
from rules.kernel.chapters.abilities import doers
from rules.kernel.course import Course, passes
from rules.kernel.messages import CounterWait, OrdersWait
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight, Unit
from rules.kernel.values import Cause
from rules.second.messages import AnswerAwaited
from rules.second.questions import SecondQuestion, can_be_countered
from rules.second.state.attack import record

NO_DAMAGE: Mapping[Cause, int] = {}


def can_counter(game: Game, target: Unit, attacker: Unit) -> bool:
    """Return whether the attacked *target* may counter: alive, still adjacent, able (RB p. 10)."""
    if target.at is None or attacker.at is None or ask.is_stunned(target):
        return False
    if attacker.at not in game.ruleset.around[target.at] or not can_be_countered(game, attacker):
        return False
    return passes(check_reach(game, target, attacker, (), counter=True))


def may_answer(game: Game, fight: Fight) -> bool:
    """Return whether the target of an attack could counter now."""
    units = game.state.units
    return not fight.counter and can_counter(game, units[fight.target], units[fight.attacker])


def answer(course: Course) -> bool:
    """Ask for the counter where one is possible and was not asked for early (RB p. 10)."""
    if record(course.fight).answered or not may_answer(course.game, course.fight):
        return False
    _ask(course, early=False)
    return True


def await_answer(
    course: Course, retreats: int, *, dying: bool = False, damage: Mapping[Cause, int] = NO_DAMAGE
) -> None:
    """Ask whether the target counters before it retreats, or before *damage* eliminates it."""
    fatal = {cause: count for cause, count in damage.items() if count}
    target = course.unit(course.fight.target)
    abilities = () if dying else doers(course.game, SecondQuestion.EARLY_COUNTERS, target)
    course.say(
        AnswerAwaited(unit=target.id, retreats=retreats, dying=dying, damage=fatal, abilities=abilities)
    )
    _ask(course, early=True)


def _ask(course: Course, *, early: bool) -> None:
    fight = course.fight
    seat = course.unit(fight.target).seat
    asked = CounterWait(seat=seat, unit=fight.target, target=fight.attacker, early=early)
    course.wait(OrdersWait(seat=course.state.active), asked)
