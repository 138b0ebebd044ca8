"""The next steps of the combat sequence: rolling, committing dice, suffering damage (RB p. 9-10)."""

from collections.abc import Mapping

from rules import aftermath, ask, cards, lore, movement, retreat, shields
from rules.abilities import DICE_ABILITIES, FUEL, POISON, POISONED, DiceAbility
from rules.course import Checks, Course, refusal
from rules.messages import (
    AnswerAwaited,
    Commit,
    Committed,
    CommitWait,
    CounterWait,
    DamageIgnored,
    Declined,
    DiceWait,
    Marked,
    OrdersWait,
    Roll,
    Rolled,
    Unmarked,
    tag_of,
)
from rules.ruleset import Game
from rules.state import Fight, Unit
from rules.supply import gain_lore
from rules.terrain import ground_under
from rules.turn import not_now
from rules.values import AbilityId, Cause, Face, Marker, Why
from rules.victory import hurt, is_over, suffer

FACES = tuple(Face)
NO_LIMIT = 1_000  # more dice or damage than there can be
NONE: Mapping[AbilityId, int] = {}


def dice_ability(name: AbilityId, fight: Fight) -> DiceAbility:
    """Return what dice committed to *name* do in *fight*."""
    if name == POISON:
        return POISONED
    if name == FUEL:
        return DiceAbility(face=fight.fuels[-1].face, damage=fight.fuels[-1].damage)
    return DICE_ABILITIES[name]


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
    if wait.trampled:
        movement.trampled(course, wait, command.faces)
        return
    if wait.unit is None:
        cards.rolled(course, wait, command.faces)
        return
    most = throw(course, command.faces)
    if not most:
        resolve(course, NONE)
        return
    seat = course.unit(wait.unit).seat
    asked = CommitWait(seat=seat, unit=wait.unit, most=most, usual=usual(course.game, most))
    course.wait(*course.state.waits[:-1], asked)


def throw(course: Course, faces: tuple[Face, ...]) -> dict[AbilityId, int]:
    """Let the dice lie, commit what gives no choice, and return what may be committed beside it."""
    roller = course.unit(course.fight.attacker)
    course.say(Rolled(seat=roller.seat, faces=faces, unit=roller.id))
    commit(course, _given_freely(course.game))
    return offers(course.game)


def commit(course: Course, chosen: Mapping[AbilityId, int]) -> None:
    """Commit so many dice to each ability."""
    for name, count in chosen.items():
        if count:
            _commit(course, name, count)


def free_faces(fight: Fight) -> dict[Face, int]:
    """Return how many dice of each face are not committed."""
    faces = dict.fromkeys(FACES, 0)
    for face in fight.faces:
        faces[face] += 1
    for given in fight.committed:
        faces[given.face] -= given.count
    return faces


def rolled_damage(game: Game, fight: Fight, faces: Mapping[Face, int]) -> int:
    """Return what *faces* do by themselves: nothing for a weak unit's Cleave (RB p. 9), or against armor."""
    edition, weak = game.ruleset.edition, game.is_weak(game.state.units[fight.attacker])
    lost = edition.lost_when_weak if weak else frozenset()
    damage = sum(faces[face] for face in edition.hits[fight.kind] if face not in lost)
    armor = ask.cleaves_ignored(game, game.state.units[fight.target])
    if armor and Face.CLEAVE in edition.hits[fight.kind] and Face.CLEAVE not in lost:
        damage -= min(armor, faces[Face.CLEAVE])
    return damage


def spared(game: Game, fight: Fight) -> dict[Cause, int]:
    """Return how much damage the target does not suffer in this combat, by what takes it.

    Cards first, then its terrain, once a combat (RB p. 13), then its shield.
    """
    target = game.state.units[fight.target]
    found: dict[Cause, int] = {}
    if fight.ignores_all or fight.ignored:
        found[Cause.LORE_CARD] = NO_LIMIT if fight.ignores_all else fight.ignored
    ground = ground_under(game, target)
    if ground is not None and ground.spares > fight.spared:
        found[Cause.TERRAIN] = ground.spares - fight.spared
    if Marker.SHIELD in target.markers and not fight.counter:
        found[Cause.SHIELD] = 1
    return found


def _is_doomed(game: Game, fight: Fight) -> bool:
    """Return whether the roll eliminates the target with no die committed any more."""
    return rolled_damage(game, fight, free_faces(fight)) >= _needed(game, fight)


def _needed(game: Game, fight: Fight) -> int:
    """Return how much damage eliminates the target, what it is spared counted."""
    return game.left(game.state.units[fight.target]) + sum(spared(game, fight).values())


def _given_freely(game: Game) -> dict[AbilityId, int]:
    """Return the dice that any player would commit: they do nothing else, and are not wasted."""
    fight = game.state.fights[-1]
    roller, target = game.state.units[fight.attacker], game.state.units[fight.target]
    doomed, faces = _is_doomed(game, fight), free_faces(fight)
    given: dict[AbilityId, int] = {}
    for name in game.ruleset.abilities[roller.kind]:
        does = DICE_ABILITIES.get(name)
        if does is None or not faces[does.face] or not _is_given(game, does):
            continue
        if doomed and not does.shields and not does.draws:
            continue
        if _has_effect(game, target, does):
            given[name] = min(faces[does.face], _most(does))
    return given


def _has_effect(game: Game, target: Unit, does: DiceAbility) -> bool:
    """Return whether a die does anything to *target*: no second marker, no Bloodthirst without blood."""
    return not (does.if_hurt and not game.missing(target)) and does.marker not in target.markers


def _most(does: DiceAbility) -> int:
    """Return how many dice have an effect: a marker is given once."""
    return NO_LIMIT if does.marker is None and not does.shields else 1


def _is_given(game: Game, does: DiceAbility) -> bool:
    """Return whether nobody need be asked; a drawn card is worth more than lore, but not than damage.

    Where a lore card gives that face another use (Ref, Fury of Y'llan) its player is asked.
    """
    fight = game.state.fights[-1]
    if any(fuel.face is does.face for fuel in fight.fuels):
        return False
    if does.draws:
        has_cards = game.ruleset.scenario.lore_hand is not None
        poisoned = Marker.POISON in game.state.units[fight.target].markers
        return has_cards and (not poisoned or _is_doomed(game, fight))
    return does.is_free


def offers(game: Game) -> dict[AbilityId, int]:
    """Return the abilities to which dice may be committed, with how many at most.

    Where the target is eliminated anyway, only those dice are asked about that
    would do the eliminating.
    """
    fight = game.state.fights[-1]
    roller, target = game.state.units[fight.attacker], game.state.units[fight.target]
    faces = free_faces(fight)
    asked = [
        name
        for name in game.ruleset.abilities[roller.kind]
        if name in DICE_ABILITIES and not _is_given(game, DICE_ABILITIES[name])
        if _has_effect(game, target, DICE_ABILITIES[name])
        if not DICE_ABILITIES[name].draws or game.ruleset.scenario.lore_hand is not None
    ]
    if Marker.POISON in target.markers:
        asked.append(POISON)
    if fight.fuels:
        asked.append(FUEL)
    if _is_doomed(game, fight):
        hits = game.ruleset.edition.hits[fight.kind]
        asked = [name for name in asked if dice_ability(name, fight).face in hits]
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
    needed = _needed(game, fight) - rolled_damage(game, fight, faces)
    chosen: dict[AbilityId, int] = {}
    for name in sorted(most, key=lambda name: dice_ability(name, fight).loses):
        does = dice_ability(name, fight)
        count = min(most[name], faces[does.face])
        if does.loses:
            chosen[name] = needed if 0 < needed <= count and needed < roller.figures else 0
        elif does.damage:
            harms = bool(rolled_damage(game, fight, {**dict.fromkeys(FACES, 0), does.face: 1}))
            chosen[name] = 0 if harms else max(0, min(count, needed))
        elif does.draws:
            chosen[name] = count
        else:
            chosen[name] = 0 if does.face is Face.STRIKE else count
        needed -= chosen[name] * does.damage
        faces[does.face] -= chosen[name]
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
        face = dice_ability(name, game.state.fights[-1]).face
        used[face] += count
        limit = min(faces[face], wait.most[name])
        if used[face] > faces[face] or count > limit:
            yield refusal(game, Why.TOO_MANY_DICE, "abilities", wait.unit, limit=limit, final=True)


def decline(course: Course, wait: CommitWait) -> None:
    """Leave every die its normal effect."""
    assert wait.seat is not None
    course.say(Declined(seat=wait.seat, what=tag_of(wait)))
    resolve(course, NONE)


def _commit(course: Course, name: AbilityId, count: int) -> None:
    fight = course.fight
    does = dice_ability(name, fight)
    course.say(Committed(unit=fight.attacker, ability=name, face=does.face, count=count))
    if does.marker is not None:
        course.say(Marked(unit=fight.target, marker=does.marker))
    if does.draws:
        seat = course.unit(fight.attacker).seat
        gain_lore(course, seat, count, Cause.ABILITY)
        lore.draw(course, seat, does.draws * count)


def resolve(course: Course, chosen: Mapping[AbilityId, int]) -> None:
    """Resolve the roll with the dice *chosen*; a shield that one was committed to goes to a unit first."""
    commit(course, chosen)
    fight = course.fight
    if any(dice_ability(given.ability, fight).shields for given in fight.committed):
        shields.give(course)
    else:
        strike(course)


def strike(course: Course) -> None:
    """Let the roll take effect: all damage first, then the retreats (RB p. 9).

    A unit that is eliminated may counter before it goes where a lore card says so
    (Ref, Unstoppable), one that must retreat may where its ability does (Ref, Ferocity).
    """
    fight, game = course.fight, course.game
    suffered = _suffered(game, fight)
    fatal = sum(suffered.values()) - sum(spared(game, fight).values()) >= game.left(course.unit(fight.target))
    if fatal and fight.last_stand and not fight.dying and _may_answer(game, fight):
        _await_answer(course, 0, dying=True)
        return
    retreats = land(course)
    if is_over(course):
        return
    target = course.unit(fight.target)
    is_early = retreats and target.at is not None and ask.counters_early(course.game, target)
    if is_early and _may_answer(course.game, course.fight):
        _await_answer(course, retreats)
        return
    retreat.begin(course, retreats)


def land(course: Course) -> int:
    """Let the damage of the roll be suffered, and return how many retreats it forces."""
    fight = course.fight
    faces, suffered = free_faces(fight), _suffered(course.game, fight)
    suffer(course, fight.attacker, sum(faces[face] for face in fight.turned), Cause.LORE_CARD)
    for cause, damage in _after_ignoring(course, suffered).items():
        if course.state.winner is None:
            hurt(course, fight.target, damage, cause)
    by_ability = sum(dice_ability(given.ability, fight).retreats * given.count for given in fight.committed)
    return faces[course.ruleset.edition.retreat] + by_ability


def _suffered(game: Game, fight: Fight) -> dict[Cause, int]:
    """Return the damage of the roll by its cause, before anything of it is ignored."""
    suffered = {Cause.DICE: rolled_damage(game, fight, free_faces(fight)), Cause.ABILITY: 0, Cause.POISON: 0}
    for given in fight.committed:
        cause = Cause.POISON if given.ability == POISON else Cause.ABILITY
        suffered[cause] += dice_ability(given.ability, fight).damage * given.count
    return suffered


def _after_ignoring(course: Course, suffered: Mapping[Cause, int]) -> dict[Cause, int]:
    """Let the target ignore what it can of the damage *suffered*, and return the rest of it."""
    fight, left = course.fight, dict(suffered)
    takes = spared(course.game, fight)
    if Cause.SHIELD in takes:
        course.say(Unmarked(unit=fight.target, marker=Marker.SHIELD, cause=Cause.SHIELD))
    for by, most in takes.items():
        ignored = min(most, sum(left.values()))
        if ignored:
            course.say(DamageIgnored(unit=fight.target, damage=ignored, cause=by))
        for cause in left:
            taken = min(left[cause], ignored)
            left[cause], ignored = left[cause] - taken, ignored - taken
    return left


def _may_answer(game: Game, fight: Fight) -> bool:
    """Return whether the target of an attack could counter now."""
    units = game.state.units
    return not fight.counter and aftermath.can_counter(game, units[fight.target], units[fight.attacker])


def _await_answer(course: Course, retreats: int, *, dying: bool = False) -> None:
    """Ask whether the target counters before it retreats, or before it leaves the board."""
    fight = course.fight
    course.say(AnswerAwaited(unit=fight.target, retreats=retreats, dying=dying))
    asked = CounterWait(
        seat=course.unit(fight.target).seat, unit=fight.target, target=fight.attacker, early=True
    )
    course.wait(OrdersWait(seat=course.state.active), asked)


def go_on(course: Course) -> None:
    """Go on with an attack whose target has countered early, or let it pass."""
    fight = course.fight
    if fight.dying:
        strike(course)
    else:
        retreat.begin(course, fight.pending or 0)
