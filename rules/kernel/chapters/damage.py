"""Damage, recovery, elimination and winning (RB p. 7, 9; Ref, Recovering Health)."""

from rules.kernel.chapters.terrain import ground_under
from rules.kernel.course import Course
from rules.kernel.messages import (
    Damaged,
    DamageIgnored,
    Eliminated,
    FiguresRemoved,
    GameWon,
    Healed,
    OverWait,
)
from rules.kernel.values import AbilityId, Cause, Seat, Step, UnitId


def suffer(course: Course, name: UnitId, damage: int, cause: Cause) -> None:
    """Let a unit suffer *damage* outside of combat, less what its terrain spares it (RB p. 13)."""
    unit = course.unit(name)
    if unit.at is None or damage <= 0:
        return
    ground = ground_under(course.game, unit)
    spared = min(damage, ground.spares) if ground is not None else 0
    if spared:
        course.say(DamageIgnored(unit=name, damage=spared, cause=Cause.TERRAIN, outside=True))
    hurt(course, name, damage - spared, cause)


def hurt(course: Course, name: UnitId, damage: int, cause: Cause) -> None:
    """Let a unit suffer *damage* that nothing takes from it, at most what it has left (RB p. 9)."""
    unit = course.unit(name)
    left = course.game.left(unit)
    damage = min(damage, left)
    if unit.at is None or damage <= 0:
        return
    course.say(Damaged(unit=name, damage=damage, left=left - damage, cause=cause))
    if damage == left:
        eliminate(course, name)


def heal(course: Course, name: UnitId, count: int) -> None:
    """Let a unit recover *count* health, never above what is on its card (Ref, Recovering Health)."""
    unit, game = course.unit(name), course.game
    count = min(count, game.missing(unit))
    if unit.at is not None and count > 0:
        course.say(Healed(unit=name, count=count, left=game.left(unit) + count))


def remove_figures(
    course: Course, name: UnitId, count: int, cause: Cause, abilities: tuple[AbilityId, ...] = ()
) -> None:
    """Take *count* figures from a unit, which is not damage (Ref, Removing Figures)."""
    unit = course.unit(name)
    count = min(count, unit.figures)
    if unit.at is None or count <= 0:
        return
    left = unit.figures - count
    course.say(FiguresRemoved(unit=name, count=count, left=left, cause=cause, abilities=abilities))
    if count == unit.figures:
        eliminate(course, name)


def eliminate(course: Course, name: UnitId) -> None:
    """Take a unit from the game; with a side's last one the other side wins at once (RB p. 7)."""
    unit = course.unit(name)
    assert unit.at is not None
    course.say(Eliminated(unit=name, at=unit.at))
    course.ruleset.edition.winning.eliminated(course, unit, unit.at)
    declare_destroyed(course, unit.seat)


def declare_destroyed(course: Course, seat: Seat) -> None:
    """Let *seat*'s opponent win if *seat*'s camp has no unit left, whatever the points (RB p. 7)."""
    playing = course.state.step not in (Step.SET_UP, Step.OVER)
    if playing and not course.game.friends(seat):
        sides, opponents = course.state.sides, course.ruleset.opponents(seat)
        course.say(GameWon(seat=max(opponents, key=lambda each: sides[each].points), elimination=True))


def is_over(course: Course) -> bool:
    """Return whether somebody has won; if so, let the game wait for nothing more."""
    if course.state.winner is None:
        return False
    course.wait(OverWait(seat=course.state.winner))
    return True
