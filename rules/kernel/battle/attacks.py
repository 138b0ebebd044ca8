"""The first steps of the combat sequence: declaring an attack (RB p. 8)."""

from collections.abc import Collection, Iterator

from rules.kernel.chapters import ask
from rules.kernel.chapters.abilities import Clash
from rules.kernel.chapters.terrain import sight_of
from rules.kernel.course import Checks, Course, passes, refusal
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    AttackDeclared,
    Counter,
    CounterWait,
    DiceWait,
    ExtraAttackWait,
    OrdersWait,
    StepStarted,
)
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import AttackType, Step, UnitId, Why

FURTHEST = 99  # hexes that are further than any


def check_attack(game: Game, command: Attack) -> Checks:
    """Yield what is wrong with an attack, in the rulebook's order (RB p. 7-8)."""
    state = game.state
    unit, target = state.units.get(command.unit), state.units.get(command.target)
    if unit is None or unit.at is None or target is None or target.at is None:
        missing = command.target if unit is not None and unit.at is not None else command.unit
        yield refusal(game, Why.NO_SUCH_UNIT, "components", missing, final=True)
        return
    yield from not_now(game, OrdersWait, ExtraAttackWait, unit=unit)
    again = isinstance(state.wait, ExtraAttackWait)
    if isinstance(state.wait, ExtraAttackWait) and state.wait.unit != unit.id:
        yield refusal(game, Why.NOT_NOW, "additional", state.wait.unit, final=True)
    if unit.seat is not state.active:
        yield refusal(game, Why.NOT_YOUR_UNIT, "turn", unit)
    if target.seat is unit.seat:
        yield refusal(game, Why.NOT_AN_ENEMY, "target", target, final=target.id == unit.id)
    if not unit.ordered:
        yield refusal(game, Why.NOT_ORDERED, "attack", unit)
    if ask.is_stunned(unit):
        yield refusal(game, Why.IS_STUNNED, "stun", unit)
    if state.step is Step.LATE_MOVES:
        yield refusal(game, Why.NOT_NOW, "mobility", unit)
    if unit.attacks and not again:
        yield refusal(game, Why.ALREADY_ATTACKED, "attack", unit)
    yield from check_reach(game, unit, target, state.occupied())


def check_reach(
    game: Game, unit: Unit, target: Unit, occupied: Collection[Hex], *, counter: bool = False
) -> Checks:
    """Yield why *unit* cannot attack or *counter* *target* from where it stands (RB p. 8).

    Nothing where nobody knows how it attacks: that is asked first, see ``card_numbers``.
    """
    assert unit.at is not None
    assert target.at is not None
    distance = game.ruleset.board.distance(unit.at, target.at)
    weapons = ask.weapons(game, unit, counter=counter)
    if not weapons:
        return
    weapon = next((each for each in weapons if each.range[0] <= distance <= each.range[1]), None)
    if weapon is None and weapons[-1].type is AttackType.MELEE:
        yield refusal(game, Why.NOT_ADJACENT, "target", unit, limit=1)
    elif weapon is None:
        nearest, furthest = weapons[-1].range
        why, limit = (Why.TOO_NEAR, nearest) if distance < nearest else (Why.OUT_OF_RANGE, furthest)
        yield refusal(game, why, "range", unit, limit=limit)
    elif weapon.type is AttackType.RANGED:
        sight = sight_of(game, unit, target.at, occupied)
        if sight.by is not None:
            yield refusal(game, Why.SIGHT_BLOCKED, "sight", unit, at=sight.by)


def check_target(game: Game, unit: Unit, target: Unit) -> Checks:
    """Yield why *unit* cannot attack *target* from where both stand."""
    return check_reach(game, unit, target, game.state.occupied())


def targets(game: Game, unit: Unit) -> tuple[UnitId, ...]:
    """Return the enemies that *unit* could attack from where it stands."""
    return tuple(_in_reach(game, unit))


def has_target(game: Game, unit: Unit) -> bool:
    """Return whether *unit* could attack anybody from where it stands."""
    return next(_in_reach(game, unit), None) is not None


def _in_reach(game: Game, unit: Unit) -> Iterator[UnitId]:
    weapons = ask.weapons(game, unit)
    if unit.at is None or ask.is_stunned(unit):
        return
    furthest = max((weapon.range[1] for weapon in weapons), default=FURTHEST)
    occupied, distance = game.state.occupied(), game.ruleset.board.distance
    for at, enemy in occupied.items():
        if enemy.seat is unit.seat or distance(unit.at, at) > furthest:
            continue
        if passes(check_reach(game, unit, enemy, occupied)):
            yield enemy.id


def attack(course: Course, command: Attack) -> None:
    """Declare an attack of the acting player's; the first one opens the Attack Step."""
    if course.state.step is not Step.ATTACK:
        course.say(StepStarted(step=Step.ATTACK))
    additional = isinstance(course.state.wait, ExtraAttackWait)
    declare(course, command.unit, command.target, additional=additional)


def check_counter(game: Game, command: Counter) -> Checks:
    """Yield why nobody is to counter now."""
    return not_now(game, CounterWait)


def counter(course: Course, command: Counter) -> None:
    """Counter, with the unit's own attack type (RB p. 10)."""
    wait = course.state.wait
    assert isinstance(wait, CounterWait)
    declare(course, wait.unit, wait.target, counter=True)


def declare(
    course: Course, unit: UnitId, target: UnitId, *, counter: bool = False, additional: bool = False
) -> None:
    """Declare an attack or a counter, and wait for its dice."""
    roller, victim = course.unit(unit), course.unit(target)
    assert roller.at is not None
    assert victim.at is not None
    game, distance = course.game, course.ruleset.board.distance(roller.at, victim.at)
    weapon = ask.weapon_for(game, roller, distance, counter=counter) or ask.weapons(game, roller)[0]
    dice = ask.combat_dice(game, Clash(roller, victim, weapon)).total
    course.say(
        AttackDeclared(
            unit=unit,
            target=target,
            kind=weapon.type,
            distance=distance,
            dice=dice,
            counter=counter,
            additional=additional,
        )
    )
    orders = OrdersWait(seat=course.state.active)
    course.wait(orders, DiceWait(seat=roller.seat, count=dice, unit=unit))
