"""The last stages of a battle: lore, advance, pursuit, additional attacks (RB p. 9-10)."""

from collections.abc import Iterator

from rules.kernel.battle.attacks import has_target
from rules.kernel.battle.stages import go_on
from rules.kernel.chapters import ask
from rules.kernel.chapters.abilities import Question, doers, flies, rule_of
from rules.kernel.chapters.damage import remove_figures
from rules.kernel.chapters.gains import gain_lore
from rules.kernel.chapters.terrain import can_enter, must_stop
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Advance,
    Advanced,
    AdvanceWait,
    CombatEnded,
    Command,
    CounterWait,
    Decline,
    Declined,
    ExtraAttackWait,
    OrdersWait,
    tag_of,
)
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, UnitId, Why
from rules.second.answering import can_counter
from rules.second.committing import dice_ability
from rules.second.faces import FACES
from rules.second.state.attack import record
from rules.second.striking import answer_before_retreat, strike


def take_lore(course: Course) -> bool:
    """Let the roller gain lore for the dice that are not committed (RB p. 9)."""
    fight, face = course.fight, FACES.lore
    used = sum(given.count for given in record(fight).committed if given.face == face)
    count = fight.faces.count(face) - used
    gain_lore(course, course.unit(fight.attacker).seat, count, Cause.DICE)
    return False


def follow(course: Course) -> bool:
    """Ask whether the attacker advances into the hex that its adjacent target has left (RB p. 10).

    One that an early counter has stunned cannot move (Ref, Stun); one that it forced to
    retreat does not advance, even if it could not go (Ref, Ferocity, Unstoppable).
    """
    fight, game = course.fight, course.game
    if fight.counter:
        return False
    unit, target = course.unit(fight.attacker), course.unit(fight.target)
    left = target.at != fight.target_at and game.state.standing_on(fight.target_at) is None
    stays = unit.at == fight.attacker_at and fight.distance == 1
    stays = stays and not record(fight).driven and not ask.is_stunned(unit)
    if not left or not stays or not can_enter(game, unit, fight.target_at):
        return False
    hexes = ask.pursuit(game, unit)
    to = pursued(game, unit, fight.target_at, max(0, hexes - 1))
    orders = OrdersWait(seat=course.state.active)
    course.wait(orders, AdvanceWait(seat=unit.seat, unit=unit.id, to=to, pursuit=hexes > 0))
    return True


def pursued(game: Game, unit: Unit, first: Hex, further: int) -> tuple[Hex, ...]:
    """Return where *unit* may end: *first*, or *further* hexes on, never where it started (Ref, Pursue).

    A unit that flies passes over others (Ref, Flying).
    """
    occupied, around = game.state.occupied(), game.ruleset.around
    closed = {unit.at} if flies(game, unit) else occupied.keys()
    found = [first]
    edge = [first]
    for _ in range(further):
        going = (place for place in edge if not must_stop(game, unit, place))
        fresh = [near for place in going for near in around[place] if near not in closed]
        edge = [
            place for place in dict.fromkeys(fresh) if place not in found and can_enter(game, unit, place)
        ]
        found += edge
    free = (place for place in found[1:] if place not in occupied)
    return (first, *sorted(free, key=game.ruleset.places.__getitem__))


def check_advance(game: Game, command: Advance) -> Checks:
    """Yield what is wrong with an advance."""
    yield from not_now(game, AdvanceWait)
    wait = game.state.wait
    if not isinstance(wait, AdvanceWait):
        return
    if command.to not in game.ruleset.board:
        yield refusal(game, Why.OFF_BOARD, "advance", wait.unit, final=True)
        return
    blocker = game.state.standing_on(command.to)
    if blocker is not None:
        yield refusal(game, Why.OCCUPIED, "advance", blocker, final=True)
    if command.to not in wait.to:
        unit = game.state.units[wait.unit]
        rule = rule_of(game, Question.PURSUIT, unit, usual="pursue") if wait.pursuit else "advance"
        yield refusal(game, Why.NOT_AN_OPTION, rule, unit)


def advance(course: Course, command: Advance) -> None:
    """Advance or pursue, and end the combat."""
    wait = course.state.wait
    assert isinstance(wait, AdvanceWait)
    unit = course.unit(wait.unit)
    assert unit.at is not None
    abilities = doers(course.game, Question.PURSUIT, unit) if wait.pursuit else ()
    course.say(
        Advanced(unit=unit.id, start=unit.at, to=command.to, pursuit=wait.pursuit, abilities=abilities)
    )
    go_on(course, after=follow)


def advances(game: Game, wait: AdvanceWait) -> Iterator[Command]:
    """Yield every hex to advance into, and to let it pass."""
    yield from (Advance(to=place) for place in wait.to)
    yield Decline()


def decline_advance(course: Course, wait: AdvanceWait) -> None:
    """Let the unit stay where it is."""
    _say_declined(course, wait)
    go_on(course, after=follow)


def advance_anew(course: Course, wait: AdvanceWait) -> tuple[AdvanceWait] | None:
    """Return *wait* with the hexes that its unit can still enter; where there is none the battle goes on."""
    unit, taken = course.unit(wait.unit), course.state.occupied()
    to = tuple(place for place in wait.to if place not in taken and can_enter(course.game, unit, place))
    if wait.to[0] not in to or ask.is_stunned(unit):
        go_on(course, after=follow)
        return None
    return (AdvanceWait(seat=wait.seat, unit=wait.unit, to=to, pursuit=wait.pursuit),)


def decline_attack(course: Course, wait: ExtraAttackWait) -> None:
    """Let an additional attack pass."""
    _say_declined(course, wait)
    course.wait(OrdersWait(seat=course.state.active))


def attack_anew(course: Course, wait: ExtraAttackWait) -> None:
    """Ask for the additional attack if there still is one."""
    attack_again(course, wait.unit)


def decline_counter(course: Course, wait: CounterWait) -> None:
    """Let a counter pass."""
    _say_declined(course, wait)
    _go_on_answered(course, early=wait.early)


def counter_anew(course: Course, wait: CounterWait) -> tuple[CounterWait] | None:
    """Return *wait* where the unit can still counter; else the battle goes on without."""
    if can_counter(course.game, course.unit(wait.unit), course.unit(wait.target)):
        return (wait,)
    _go_on_answered(course, early=wait.early)
    return None


def _say_declined(course: Course, wait: CounterWait | AdvanceWait | ExtraAttackWait) -> None:
    assert wait.seat is not None
    course.say(Declined(seat=wait.seat, what=tag_of(wait)))


def pay_frenzy(course: Course) -> bool:
    """Take the figures that the roller gave to Frenzy (unit card)."""
    fight = course.fight
    costly = [given for given in record(fight).committed if dice_ability(given.ability, fight).loses]
    lost = sum(dice_ability(given.ability, fight).loses * given.count for given in costly)
    abilities = tuple(given.ability for given in costly)
    remove_figures(course, fight.attacker, lost, Cause.FRENZY, abilities)
    return False


def end(course: Course) -> bool:
    """End the innermost combat: then an attack that was countered goes on, or the unit attacks again."""
    fight = course.fight
    course.say(CombatEnded(unit=fight.attacker, target=fight.target))
    if course.state.fights:
        _go_on_answered(course, early=record(course.fight).answered)
    else:
        attack_again(course, fight.attacker)
    return True


def _go_on_answered(course: Course, *, early: bool) -> None:
    """Go on with the attack that was countered, or was not; after a late counter nobody advances."""
    if not early:
        go_on(course, after=follow)
    elif record(course.fight).dying:
        go_on(course, after=strike)
    else:
        go_on(course, after=answer_before_retreat)


def attack_again(course: Course, name: UnitId) -> None:
    """Ask for the unit's additional attack, which comes before any other unit's (Ref, Unit Abilities)."""
    unit, game = course.unit(name), course.game
    orders = OrdersWait(seat=course.state.active)
    left = unit.at is not None and not unit.finished and unit.attacks < ask.attacks_allowed(game, unit)
    if left and unit.seat is game.state.active and has_target(game, unit):
        course.wait(orders, ExtraAttackWait(seat=unit.seat, unit=name))
    else:
        course.wait(orders)
