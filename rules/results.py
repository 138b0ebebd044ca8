"""The next steps of the combat sequence: rolling, committing dice, suffering damage (RB p. 9-10)."""

from collections.abc import Mapping

from rules import cards, retreat
from rules.abilities import DICE_ABILITIES, POISON, POISONED, DiceAbility
from rules.course import Checks, Course, refusal
from rules.messages import Commit, Committed, CommitWait, Declined, DiceWait, Marked, Roll, Rolled, snake
from rules.ruleset import Game
from rules.state import Fight
from rules.turn import not_now
from rules.values import AbilityId, Cause, Face, Marker, Why
from rules.victory import is_over, suffer

FACES = tuple(Face)
NONE: Mapping[AbilityId, int] = {}


def dice_ability(name: AbilityId) -> DiceAbility:
    """Return what dice committed to *name* do."""
    return POISONED if name == POISON else DICE_ABILITIES[name]


def check_roll(game: Game, command: Roll) -> Checks:
    """Yield what is wrong with the dice on the table."""
    yield from not_now(game, DiceWait)
    wait = game.state.wait
    if isinstance(wait, DiceWait) and len(command.faces) != wait.count:
        yield refusal(game, Why.WRONG_NUMBER_OF_DICE, "roll", wait.unit, limit=wait.count)


def roll(course: Course, command: Roll) -> None:
    """Take in the dice; what gives no choice is committed, what gives one is asked."""
    wait = course.state.wait
    assert isinstance(wait, DiceWait)
    if wait.unit is None:
        cards.rolled(course, wait, command.faces)
        return
    roller = course.unit(wait.unit)
    course.say(Rolled(seat=roller.seat, faces=command.faces, unit=roller.id))
    for name, count in _given_freely(course.game).items():
        _commit(course, name, count)
    most = offers(course.game)
    if not most:
        resolve(course, NONE)
        return
    asked = CommitWait(seat=roller.seat, unit=roller.id, most=most, usual=usual(course.game, most))
    course.wait(*course.state.waits[:-1], asked)


def free_faces(fight: Fight) -> dict[Face, int]:
    """Return how many dice of each face are not committed."""
    faces = dict.fromkeys(FACES, 0)
    for face in fight.faces:
        faces[face] += 1
    for given in fight.committed:
        faces[given.face] -= given.count
    return faces


def rolled_damage(game: Game, fight: Fight, faces: Mapping[Face, int]) -> int:
    """Return what *faces* do by themselves: nothing for a weak unit's Cleave (RB p. 9)."""
    edition, weak = game.ruleset.edition, game.is_weak(game.state.units[fight.attacker])
    lost = edition.lost_when_weak if weak else frozenset()
    return sum(faces[face] for face in edition.hits[fight.kind] if face not in lost)


def _is_doomed(game: Game, fight: Fight) -> bool:
    """Return whether the roll eliminates the target with no die committed any more."""
    return rolled_damage(game, fight, free_faces(fight)) >= game.left(game.state.units[fight.target])


def _given_freely(game: Game) -> dict[AbilityId, int]:
    """Return the dice that any player would commit: they do nothing else, and are not wasted."""
    fight = game.state.fights[-1]
    target = game.state.units[fight.target]
    if _is_doomed(game, fight):
        return {}
    faces = free_faces(fight)
    given: dict[AbilityId, int] = {}
    for name in game.ruleset.abilities[game.state.units[fight.attacker].kind]:
        does = DICE_ABILITIES.get(name)
        if does is None or not does.is_free or (does.if_hurt and not game.missing(target)):
            continue
        count = faces[does.face] if does.marker is None else min(1, faces[does.face])
        if count and does.marker not in target.markers:
            given[name] = count
    return given


def offers(game: Game) -> dict[AbilityId, int]:
    """Return the abilities to which dice may be committed, with how many at most.

    Where the target is eliminated anyway, only those dice are asked about that
    would do the eliminating.
    """
    fight = game.state.fights[-1]
    roller, target = game.state.units[fight.attacker], game.state.units[fight.target]
    faces = free_faces(fight)
    names = [name for name in game.ruleset.abilities[roller.kind] if name in DICE_ABILITIES]
    asked = [name for name in names if not DICE_ABILITIES[name].is_free]
    if Marker.POISON in target.markers:
        asked.append(POISON)
    if _is_doomed(game, fight):
        hits = game.ruleset.edition.hits[fight.kind]
        asked = [name for name in asked if dice_ability(name).face in hits]
    return {name: faces[dice_ability(name).face] for name in asked if faces[dice_ability(name).face]}


def usual(game: Game, most: Mapping[AbilityId, int]) -> dict[AbilityId, int]:
    """Return what most players would commit.

    Lore for damage as far as it is needed; figures of one's own only where they
    eliminate the target and the unit survives; a die that damages stays as it is.
    """
    fight = game.state.fights[-1]
    roller, target = game.state.units[fight.attacker], game.state.units[fight.target]
    needed = game.left(target) - rolled_damage(game, fight, free_faces(fight))
    chosen: dict[AbilityId, int] = {}
    for name in sorted(most, key=lambda name: dice_ability(name).loses):
        does, count = dice_ability(name), most[name]
        if does.loses:
            chosen[name] = needed if 0 < needed <= count and needed < roller.figures else 0
        elif does.damage:
            chosen[name] = max(0, min(count, needed))
        else:
            chosen[name] = 0 if does.face is Face.STRIKE else count
        needed -= chosen[name] * does.damage
    return {name: chosen[name] for name in most}


def check_commit(game: Game, command: Commit) -> Checks:
    """Yield what is wrong with committing dice: all of it nonsense, so nothing of it can be overruled."""
    yield from not_now(game, CommitWait)
    wait = game.state.wait
    if not isinstance(wait, CommitWait):
        return
    used = dict.fromkeys(FACES, 0)
    faces = free_faces(game.state.fights[-1])
    for name, count in command.dice.items():
        if name not in wait.most:
            yield refusal(game, Why.NO_SUCH_ABILITY, "abilities", wait.unit, final=True)
            return
        if count < 0:
            yield refusal(game, Why.IMPOSSIBLE_NUMBER, "abilities", wait.unit, final=True)
        face = dice_ability(name).face
        used[face] += count
        if used[face] > faces[face]:
            yield refusal(game, Why.TOO_MANY_DICE, "abilities", wait.unit, limit=faces[face], final=True)


def decline(course: Course, wait: CommitWait) -> None:
    """Leave every die its normal effect."""
    assert wait.seat is not None
    course.say(Declined(seat=wait.seat, what=snake(type(wait).__name__)))
    resolve(course, NONE)


def _commit(course: Course, name: AbilityId, count: int) -> None:
    fight, does = course.fight, dice_ability(name)
    course.say(Committed(unit=fight.attacker, ability=name, face=does.face, count=count))
    if does.marker is not None:
        course.say(Marked(unit=fight.target, marker=does.marker))


def resolve(course: Course, chosen: Mapping[AbilityId, int]) -> None:
    """Resolve the roll: all damage first, then the retreats (RB p. 9)."""
    for name, count in chosen.items():
        if count:
            _commit(course, name, count)
    fight = course.fight
    faces = free_faces(fight)
    retreats = faces[course.ruleset.edition.retreat]
    by_ability = by_poison = 0
    for given in fight.committed:
        does = dice_ability(given.ability)
        retreats += does.retreats * given.count
        if given.ability == POISON:
            by_poison += does.damage * given.count
        else:
            by_ability += does.damage * given.count
    suffer(course, fight.target, rolled_damage(course.game, fight, faces), Cause.DICE)
    for damage, cause in ((by_ability, Cause.ABILITY), (by_poison, Cause.POISON)):
        if course.state.winner is None:
            suffer(course, fight.target, damage, cause)
    if not is_over(course):
        retreat.begin(course, retreats)
