"""What a roll does once its dice are committed: damage, early counters, retreats (RB p. 9-10)."""

from collections.abc import Mapping

from rules.kernel.chapters import ask
from rules.kernel.chapters.damage import hurt, is_over, suffer
from rules.kernel.course import Course
from rules.kernel.messages import AnswerAwaited, CounterWait, DamageIgnored, OrdersWait, Unmarked
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight
from rules.kernel.values import Cause, Marker
from rules.second import committing, following, retreating

NO_DAMAGE: Mapping[Cause, int] = {}


def strike(course: Course) -> None:
    """Let the roll take effect: all damage first, then the retreats (RB p. 9).

    A unit that is eliminated may counter before it goes where a lore card says so
    (Ref, Unstoppable), one that must retreat may where its ability does (Ref, Ferocity).
    """
    damage = _reckon(course)
    if is_over(course):
        return
    fight, target = course.fight, course.unit(course.fight.target)
    is_fatal = sum(damage.values()) >= course.game.left(target)
    if is_fatal and fight.last_stand and _may_answer(course.game, fight):
        _await_answer(course, 0, dying=True, damage=damage)
        return
    retreats = _forced(course, fight)
    _hurt_by(course, damage)
    if is_over(course):
        return
    target = course.unit(fight.target)
    is_early = retreats and target.at is not None and ask.counters_early(course.game, target)
    if is_early and _may_answer(course.game, course.fight):
        _await_answer(course, retreats)
        return
    retreating.begin(course, retreats)


def land(course: Course) -> int:
    """Let the damage of the roll be suffered, and return how many retreats it forces."""
    retreats = _forced(course, course.fight)
    _hurt_by(course, _reckon(course))
    return retreats


def _reckon(course: Course) -> dict[Cause, int]:
    """Return the damage of the roll by its cause, what the target ignores taken from it.

    First a lore card turns dice against the attacker: every one that shows the face,
    also where it was committed (RB p. 12).  With his side's last unit the game is over.
    """
    fight, suffered = course.fight, committing.suffered_by(course.game, course.fight)
    turned = sum(fight.faces.count(face) for face in fight.turned)
    suffer(course, fight.attacker, turned, Cause.LORE_CARD)
    return {} if course.state.winner is not None else _after_ignoring(course, suffered)


def _hurt_by(course: Course, damage: Mapping[Cause, int]) -> None:
    """Let the target suffer *damage*, as long as nobody has won."""
    for cause, count in damage.items():
        if course.state.winner is None:
            hurt(course, course.fight.target, count, cause)


def _forced(course: Course, fight: Fight) -> int:
    """Return how many retreats the roll forces."""
    abilities = ((committing.dice_ability(given.ability, fight), given.count) for given in fight.committed)
    return committing.free_faces(fight)[course.ruleset.edition.retreat] + sum(
        does.retreats * count for does, count in abilities
    )


def _after_ignoring(course: Course, suffered: Mapping[Cause, int]) -> dict[Cause, int]:
    """Let the target ignore what it can of the damage *suffered*, and return the rest of it."""
    if committing.has_shield(course.game, course.fight):
        course.say(Unmarked(unit=course.fight.target, marker=Marker.SHIELD, cause=Cause.SHIELD))
    left = dict(suffered)
    ignored = sum(suffered.values()) - ignore(course, sum(suffered.values()))
    for cause, damage in suffered.items():
        left[cause] = max(0, damage - ignored)
        ignored -= damage - left[cause]
    return left


def ignore(course: Course, damage: int) -> int:
    """Let the target ignore what it can of *damage* of the combat, and return the rest of it."""
    fight = course.fight
    for by, most in committing.spared(course.game, fight).items():
        ignored = min(most, damage)
        if ignored:
            course.say(DamageIgnored(unit=fight.target, damage=ignored, cause=by))
        damage -= ignored
    return damage


def _may_answer(game: Game, fight: Fight) -> bool:
    """Return whether the target of an attack could counter now."""
    units = game.state.units
    return not fight.counter and following.can_counter(game, units[fight.target], units[fight.attacker])


def _await_answer(
    course: Course, retreats: int, *, dying: bool = False, damage: Mapping[Cause, int] = NO_DAMAGE
) -> None:
    """Ask whether the target counters before it retreats, or before *damage* eliminates it."""
    fight = course.fight
    fatal = {cause: count for cause, count in damage.items() if count}
    course.say(AnswerAwaited(unit=fight.target, retreats=retreats, dying=dying, damage=fatal))
    asked = CounterWait(
        seat=course.unit(fight.target).seat, unit=fight.target, target=fight.attacker, early=True
    )
    course.wait(OrdersWait(seat=course.state.active), asked)


def go_on(course: Course) -> None:
    """Go on with an attack whose target has countered early, or let it pass."""
    fight = course.fight
    if fight.dying:
        _fall(course)
    else:
        retreating.begin(course, fight.pending or 0)


def _fall(course: Course) -> None:
    """Let the damage that was fatal before the early counter be suffered, whatever that has changed since.

    Only one whose figures the table has put right can outlive it (Ref, Unstoppable).
    """
    fight = course.fight
    retreats = _forced(course, fight)
    # Games stored before the damage was kept tell only that it was fatal.
    _hurt_by(course, fight.doom or {Cause.DICE: course.game.left(course.unit(fight.target))})
    if not is_over(course):
        retreating.begin(course, retreats)
