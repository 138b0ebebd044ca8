"""The first stage of a battle: what dice are committed to, and what they do by themselves (RB p. 9)."""

from collections.abc import Iterator, Mapping
from itertools import product

from rules.kernel.battle.stages import go_on
from rules.kernel.chapters.gains import draw_lore, gain_lore
from rules.kernel.chapters.terrain import ground_under
from rules.kernel.course import Checks, Course, passes, refusal
from rules.kernel.messages import Declined, Marked, tag_of
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight, Unit
from rules.kernel.turn import not_now
from rules.kernel.values import AbilityId, Cause, Face, Marker, Why
from rules.second.abilities import DICE_ABILITIES, FUEL, POISON, POISONED, DiceAbility
from rules.second.faces import CLEAVE, FACES, HITS, LOST_WHEN_WEAK, STRIKE
from rules.second.messages import Commit, Committed, CommitWait
from rules.second.questions import cleaves_ignored
from rules.second.state.attack import record

NO_LIMIT = 1_000  # more dice or damage than there can be


def dice_ability(name: AbilityId, fight: Fight) -> DiceAbility:
    """Return what dice committed to *name* do in *fight*."""
    if name == POISON:
        return POISONED
    if name == FUEL:
        fuel = record(fight).fuels[-1]
        return DiceAbility(face=fuel.face, damage=fuel.damage)
    return DICE_ABILITIES[name]


def offer_dice(course: Course) -> bool:
    """Commit what gives no choice, and ask about what gives one."""
    most = give_freely(course)
    if not most:
        return False
    roller = course.unit(course.fight.attacker)
    asked = CommitWait(seat=roller.seat, unit=roller.id, most=most, usual=usual(course.game, most))
    course.wait(*course.state.waits[:-1], asked)
    return True


def give_freely(course: Course) -> dict[AbilityId, int]:
    """Commit what gives no choice, and return what may be committed beside it."""
    commit(course, _given_freely(course.game))
    return offers(course.game)


def commit(course: Course, chosen: Mapping[AbilityId, int]) -> None:
    """Commit so many dice to each ability."""
    for name, count in chosen.items():
        if count:
            _commit(course, name, count)


def free_faces(fight: Fight) -> dict[Face, int]:
    """Return how many dice of each face are not committed."""
    faces = dict.fromkeys(FACES.all, 0)
    for face in fight.faces:
        faces[face] += 1
    for given in record(fight).committed:
        faces[given.face] -= given.count
    return faces


def is_weak(game: Game, unit: Unit) -> bool:
    """Return whether *unit* is reduced to one figure (RB p. 9); with damage tokens never (RB p. 13)."""
    return unit.figures == 1 and not game.ruleset.catalogue.kinds[unit.kind].damage_tokens


def hitting(game: Game) -> frozenset[Face]:
    """Return the faces that hit in the innermost fight: a weak unit's Cleave does not (RB p. 9)."""
    return _hits(game, game.state.fights[-1])


def _hits(game: Game, fight: Fight) -> frozenset[Face]:
    hits = HITS[fight.kind]
    return hits - LOST_WHEN_WEAK if is_weak(game, game.state.units[fight.attacker]) else hits


def rolled_damage(game: Game, fight: Fight, faces: Mapping[Face, int]) -> int:
    """Return what *faces* do by themselves: nothing for a weak unit's Cleave (RB p. 9), or against armor."""
    hits = _hits(game, fight)
    damage = sum(faces[face] for face in hits)
    armor = cleaves_ignored(game, game.state.units[fight.target])
    if armor and CLEAVE in hits:
        damage -= min(armor, faces[CLEAVE])
    return damage


def suffered_by(game: Game, fight: Fight) -> dict[Cause, int]:
    """Return the damage of the roll by its cause, before anything of it is ignored."""
    suffered = {Cause.DICE: rolled_damage(game, fight, free_faces(fight)), Cause.ABILITY: 0, Cause.POISON: 0}
    for given in record(fight).committed:
        cause = Cause.POISON if given.ability == POISON else Cause.ABILITY
        suffered[cause] += dice_ability(given.ability, fight).damage * given.count
    return suffered


def spared(game: Game, fight: Fight) -> dict[Cause, int]:
    """Return how much more damage the target does not suffer in this combat, by what takes it.

    Cards first, then its terrain, once a combat (RB p. 13), then its shield.
    """
    found: dict[Cause, int] = {}
    kept = record(fight)
    by_card = NO_LIMIT if kept.ignores_all else kept.ignored - kept.saved.get(Cause.LORE_CARD, 0)
    if by_card > 0:
        found[Cause.LORE_CARD] = by_card
    ground = ground_under(game, game.state.units[fight.target])
    if ground is not None and ground.spares > kept.spared:
        found[Cause.TERRAIN] = ground.spares - kept.spared
    if kept.shielded and Cause.SHIELD not in kept.saved:
        found[Cause.SHIELD] = 1
    return found


def has_shield(game: Game, fight: Fight) -> bool:
    """Return whether the target's shield goes to this combat: only an attack takes it."""
    return Marker.SHIELD in game.state.units[fight.target].markers and not fight.counter


def _is_doomed(game: Game, fight: Fight) -> bool:
    """Return whether the roll eliminates the target with no die committed any more."""
    return _needed(game, fight) <= 0


def _needed(game: Game, fight: Fight) -> int:
    """Return how much more damage eliminates the target: what it has left and is spared, less the roll's."""
    saved = sum(spared(game, fight).values()) + has_shield(game, fight)
    return game.left(game.state.units[fight.target]) + saved - sum(suffered_by(game, fight).values())


def _given_freely(game: Game) -> dict[AbilityId, int]:
    """Return the dice that any player would commit: they do nothing else, and are not wasted."""
    fight = game.state.fights[-1]
    target, faces = game.state.units[fight.target], free_faces(fight)
    free = {
        name: does
        for name, does in _own_dice(game, fight).items()
        if faces[does.face] and _is_given(game, does) and _has_effect(game, target, does)
    }
    if free and _is_doomed(game, fight) and not record(fight).last_stand:
        free = {name: does for name, does in free.items() if does.shields or does.draws}
    return {name: min(faces[does.face], _most(does)) for name, does in free.items()}


def _own_dice(game: Game, fight: Fight) -> dict[AbilityId, DiceAbility]:
    """Return the abilities of the rolling unit that use dice."""
    names = game.ruleset.abilities[game.state.units[fight.attacker].kind]
    return {name: DICE_ABILITIES[name] for name in names if name in DICE_ABILITIES}


def _has_effect(game: Game, target: Unit, does: DiceAbility) -> bool:
    """Return whether a die does anything to *target*: no second marker, no Bloodthirst without blood."""
    return not (does.if_hurt and not game.missing(target)) and does.marker not in target.markers


def _most(does: DiceAbility) -> int:
    """Return how many dice have an effect: a marker is given once."""
    return NO_LIMIT if does.marker is None and not does.shields else 1


def _is_given(game: Game, does: DiceAbility) -> bool:
    """Return whether nobody need be asked; a drawn card is worth more than lore, but not than damage.

    Where a lore card (Ref, Fury of Y'llan) or another ability has a use for that face its player is asked.
    """
    fight = game.state.fights[-1]
    if any(fuel.face == does.face for fuel in record(fight).fuels) or _has_rival(game, does):
        return False
    if does.draws:
        has_cards = game.ruleset.scenario.lore_hand is not None
        poisoned = Marker.POISON in game.state.units[fight.target].markers
        return has_cards and (not poisoned or _is_doomed(game, fight))
    return does.is_free


def _has_rival(game: Game, does: DiceAbility) -> bool:
    """Return whether another ability of the rolling unit has a use for the same dice."""
    fight = game.state.fights[-1]
    others = (each for each in _own_dice(game, fight).values() if each is not does and each.face == does.face)
    return any(_has_effect(game, game.state.units[fight.target], each) for each in others)


def offers(game: Game) -> dict[AbilityId, int]:
    """Return the abilities to which dice may be committed, with how many at most.

    Where the target is eliminated anyway, and does not counter before, only those dice
    are asked about that would do the eliminating.
    """
    fight = game.state.fights[-1]
    target, faces = game.state.units[fight.target], free_faces(fight)
    asked = [
        name
        for name, does in _own_dice(game, fight).items()
        if faces[does.face] and _has_effect(game, target, does) and not _is_given(game, does)
        if not does.draws or game.ruleset.scenario.lore_hand is not None
    ]
    if Marker.POISON in target.markers:
        asked.append(POISON)
    if record(fight).fuels:
        asked.append(FUEL)
    if asked and _is_doomed(game, fight) and not record(fight).last_stand:
        asked = [name for name in asked if dice_ability(name, fight).face in HITS[fight.kind]]
    known = {name: dice_ability(name, fight) for name in asked}
    most = {name: min(faces[does.face], _most(does)) for name, does in known.items()}
    return {name: count for name, count in most.items() if count}


def usual(game: Game, most: Mapping[AbilityId, int]) -> dict[AbilityId, int]:
    """Return what most players would commit.

    Lore for damage as far as it is needed; figures of one's own only where they
    eliminate the target and the unit survives; a die that damages stays as it is.
    """
    fight = game.state.fights[-1]
    roller = game.state.units[fight.attacker]
    faces = free_faces(fight)
    needed = _needed(game, fight)
    chosen: dict[AbilityId, int] = {}
    for name in sorted(most, key=lambda name: dice_ability(name, fight).loses):
        does = dice_ability(name, fight)
        count = min(most[name], faces[does.face])
        if does.loses:
            chosen[name] = needed if 0 < needed <= count and needed < roller.figures else 0
        elif does.damage:
            harms = bool(rolled_damage(game, fight, {**dict.fromkeys(FACES.all, 0), does.face: 1}))
            chosen[name] = 0 if harms else max(0, min(count, needed))
        elif does.draws:
            chosen[name] = count
        else:
            chosen[name] = 0 if does.face == STRIKE else count
        needed -= chosen[name] * does.damage
        faces[does.face] -= chosen[name]
    return {name: chosen[name] for name in most}


def check_commit(game: Game, command: Commit) -> Checks:
    """Yield what is wrong with committing dice: all of it nonsense, so nothing of it can be overruled."""
    yield from not_now(game, CommitWait)
    wait = game.state.wait
    if not isinstance(wait, CommitWait):
        return
    used = dict.fromkeys(FACES.all, 0)
    faces = free_faces(game.state.fights[-1])
    for name, count in command.dice.items():
        if name not in wait.most:
            yield refusal(game, Why.NO_SUCH_ABILITY, "abilities", wait.unit, final=True)
            return
        if count < 0:
            yield refusal(game, Why.IMPOSSIBLE_NUMBER, "abilities", wait.unit, final=True)
        face = dice_ability(name, game.state.fights[-1]).face
        used[face] += count
        limit = min(faces[face], wait.most[name])
        if used[face] > faces[face] or count > limit:
            yield refusal(game, Why.TOO_MANY_DICE, "abilities", wait.unit, limit=limit, final=True)


def commitments(game: Game, wait: CommitWait) -> Iterator[Commit]:
    """Yield every way to commit the dice, none first: two abilities may want the same dice."""
    for counts in product(*(range(most + 1) for most in wait.most.values())):
        command = Commit(dice=dict(zip(wait.most, counts, strict=True)))
        if passes(check_commit(game, command)):
            yield command


def anew(course: Course, wait: CommitWait) -> tuple[CommitWait]:
    """Return the wait for such commitments as the corrected units give."""
    most = offers(course.game)
    return (CommitWait(seat=wait.seat, unit=wait.unit, most=most, usual=usual(course.game, most)),)


def decline(course: Course, wait: CommitWait) -> None:
    """Leave every die its normal effect."""
    assert wait.seat is not None
    course.say(Declined(seat=wait.seat, what=tag_of(wait)))
    go_on(course, after=offer_dice)


def _commit(course: Course, name: AbilityId, count: int) -> None:
    fight = course.fight
    does = dice_ability(name, fight)
    course.say(Committed(unit=fight.attacker, ability=name, face=does.face, count=count))
    if does.marker is not None:
        course.say(Marked(unit=fight.target, marker=does.marker))
    if does.draws:
        seat = course.unit(fight.attacker).seat
        gain_lore(course, seat, count, Cause.ABILITY, (name,))
        draw_lore(course, seat, does.draws * count)


def resolve(course: Course, command: Commit) -> None:
    """Commit the dice as they were chosen, and go on with the roll."""
    commit(course, command.dice)
    go_on(course, after=offer_dice)
