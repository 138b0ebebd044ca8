"""What a roll does once its dice are committed: its damage, and how many retreats it forces (RB p. 9-10)."""

from collections.abc import Iterator, Mapping

from rules.kernel.battle.deeds import Deed, DieDeed
from rules.kernel.chapters.damage import hurt, suffer
from rules.kernel.course import Course
from rules.kernel.messages import DamageIgnored, Unmarked
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight
from rules.kernel.values import Cause, Face, Marker
from rules.second import committing
from rules.second.answering import await_answer, may_answer
from rules.second.faces import FACES
from rules.second.messages import CommitWait
from rules.second.questions import counters_early
from rules.second.state.attack import record


def strike(course: Course) -> bool:
    """Let the damage of the roll take effect, before any retreat (RB p. 9).

    A unit that it eliminates may counter before it goes where a lore card says so
    (Ref, Unstoppable).
    """
    damage = _reckon(course)
    if course.state.winner is not None:
        return False
    fight, target = course.fight, course.unit(course.fight.target)
    is_fatal = sum(damage.values()) >= course.game.left(target)
    if is_fatal and record(fight).last_stand and may_answer(course.game, fight):
        await_answer(course, 0, dying=True, damage=damage)
        return True
    _hurt_by(course, damage)
    return False


def fall(course: Course) -> bool:
    """Let the damage that was fatal before the early counter be suffered, whatever that has changed since.

    Only one whose figures the table has put right can outlive it (Ref, Unstoppable).
    """
    fight = course.fight
    if record(fight).dying:
        # Games stored before the damage was kept tell only that it was fatal.
        _hurt_by(course, record(fight).doom or {Cause.DICE: course.game.left(course.unit(fight.target))})
    return False


def answer_before_retreat(course: Course) -> bool:
    """Ask a unit that must retreat whether it counters before, where its ability lets it (Ref, Ferocity)."""
    fight = course.fight
    target, retreats = course.unit(fight.target), forced(course, fight)
    if record(fight).dying or not retreats or target.at is None:
        return False
    if not counters_early(course.game, target) or not may_answer(course.game, fight):
        return False
    await_answer(course, retreats)
    return True


def land(course: Course) -> int:
    """Let the damage of the roll be suffered, and return how many retreats it forces."""
    retreats = forced(course, course.fight)
    _hurt_by(course, _reckon(course))
    return retreats


def _reckon(course: Course) -> dict[Cause, int]:
    """Return the damage of the roll by its cause, what the target ignores taken from it.

    First a lore card turns dice against the attacker: every one that shows the face,
    also where it was committed (RB p. 12).  With his side's last unit the game is over.
    """
    fight, suffered = course.fight, committing.suffered_by(course.game, course.fight)
    turned = sum(fight.faces.count(face) for face in record(fight).turned)
    suffer(course, fight.attacker, turned, Cause.LORE_CARD)
    return {} if course.state.winner is not None else _after_ignoring(course, suffered)


def _hurt_by(course: Course, damage: Mapping[Cause, int]) -> None:
    """Let the target suffer *damage*, as long as nobody has won."""
    for cause, count in damage.items():
        if count and course.state.winner is None:
            hurt(course, course.fight.target, count, cause)


def forced(course: Course, fight: Fight) -> int:
    """Return how many retreats the roll forces."""
    committed = record(fight).committed
    abilities = ((committing.dice_ability(given.ability, fight), given.count) for given in committed)
    return committing.free_faces(fight)[FACES.retreat] + sum(
        does.retreats * count for does, count in abilities
    )


def _after_ignoring(course: Course, suffered: Mapping[Cause, int]) -> dict[Cause, int]:
    """Let the target ignore what it can of the damage *suffered*, and return the rest of it."""
    if committing.has_shield(course.game, course.fight):
        course.say(Unmarked(unit=course.fight.target, marker=Marker.SHIELD, cause=Cause.SHIELD))
    whole = sum(suffered.values())
    if not whole:
        return dict(suffered)
    left = dict(suffered)
    ignored = whole - ignore_damage(course, whole)
    for cause, damage in suffered.items():
        left[cause] = max(0, damage - ignored)
        ignored -= damage - left[cause]
    return left


def ignore_damage(course: Course, damage: int) -> int:
    """Let the target ignore what it can of *damage* of the combat, and return the rest of it."""
    fight = course.fight
    for by, most in committing.spared(course.game, fight).items():
        ignored = min(most, damage)
        if ignored:
            course.say(DamageIgnored(unit=fight.target, damage=ignored, cause=by))
        damage -= ignored
    return damage


def deeds(game: Game) -> tuple[DieDeed, ...]:
    """Return what each die of the innermost fight does as its dice are committed now (RB p. 9)."""
    fight = game.state.fights[-1]
    given = list(_committed_dice(fight))
    return (*given, *_uncommitted_dice(game, fight))


def _committed_dice(fight: Fight) -> Iterator[DieDeed]:
    for each in record(fight).committed:
        for _ in range(each.count):
            yield DieDeed(face=each.face, deed=Deed.ABILITY, ability=each.ability)


def _uncommitted_dice(game: Game, fight: Fight) -> Iterator[DieDeed]:
    """Yield the dice that do what they usually do; of those that armor takes the first ones do nothing."""
    wait = game.state.wait
    asked = {
        committing.dice_ability(name, fight).face
        for name in (wait.most if isinstance(wait, CommitWait) else ())
    }
    for face, count in committing.free_faces(fight).items():
        if face in asked:
            yield from (DieDeed(face=face, deed=Deed.OPEN) for _ in range(count))
            continue
        hits = committing.rolled_damage(game, fight, {**dict.fromkeys(FACES.all, 0), face: count})
        for number in range(count):
            yield DieDeed(face=face, deed=Deed.HIT if number >= count - hits else _beside_hits(face))


def _beside_hits(face: Face) -> Deed:
    return {FACES.retreat: Deed.RETREAT, FACES.lore: Deed.LORE}.get(face, Deed.NOTHING)
