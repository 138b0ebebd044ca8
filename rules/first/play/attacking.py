"""The Combat step: who battles whom, and the dice that are rolled for it."""

from collections.abc import Iterator

from rules.first.moving import BattleAfter
from rules.first.play.asking import aim, battle_dice, battles_allowed, boons, profile
from rules.first.play.moving import comes_too_early
from rules.first.play.saying import Bar, note, refuse
from rules.first.printed.cards import BarRanged, GrantBattles
from rules.first.table import table
from rules.first.targets import Aim
from rules.kernel import messages as m
from rules.kernel.chapters.sums import Addend, PartSort, Sum
from rules.kernel.course import Checks, Course, passes
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import AttackType, Step, UnitId, Why


def check_attack(game: Game, command: m.Attack) -> Checks:
    """Yield what is wrong with an attack."""
    state = game.state
    unit, target = state.units.get(command.unit), state.units.get(command.target)
    if unit is None or unit.at is None or target is None or target.at is None:
        missing = command.target if unit is not None and unit.at is not None else command.unit
        yield refuse(game, _gone(game), "components", missing, final=True)
        return
    yield from _check_attacker(game, unit)
    if target.seat in game.ruleset.camps[unit.seat]:
        yield refuse(game, Why.NOT_AN_ENEMY, "target", target, final=target.id == unit.id)
    if isinstance(state.wait, m.ExtraAttackWait) and not _is_next_to(game, unit, target):
        yield refuse(game, Why.NOT_ADJACENT, "advance", unit, limit=1)
    yield from check_reach(game, unit, target)


def _gone(game: Game) -> Why:
    return Why.GAME_IS_OVER if game.state.step is Step.OVER else Why.NO_SUCH_UNIT


def _check_attacker(game: Game, unit: Unit) -> Checks:
    """Yield why *unit* does not battle now, whomever (rules summary, Combat, Follow-on Actions)."""
    wait = game.state.wait
    yield from not_now(game, m.OrdersWait, m.ExtraAttackWait, unit=unit)
    if not game.may_act(unit):
        yield refuse(game, Why.NOT_YOUR_UNIT, "turn", unit)
    if isinstance(wait, m.ExtraAttackWait):
        if wait.unit != unit.id:
            yield refuse(game, Why.NOT_NOW, "additional", wait.unit, final=True)
        return
    if not unit.ordered:
        yield refuse(game, Why.NOT_ORDERED, "attack", unit)
    if unit.attacks >= battles_allowed(game, unit):
        yield refuse(game, Why.ALREADY_ATTACKED, "attack", unit)
    if comes_too_early(game, unit):
        yield refuse(game, Bar.LORE_UNITS_FIRST, "lore_timing", unit)
    if table(game.state).afters.get(unit.id) is BattleAfter.NO_BATTLE:
        yield refuse(game, Bar.NO_BATTLE, "move", unit)


def check_reach(game: Game, unit: Unit, target: Unit) -> Checks:
    """Yield why *unit* cannot attack *target* from where it stands."""
    return _check_aim(game, unit, aim(game, unit, target))


def _check_aim(game: Game, unit: Unit, found: Aim) -> Checks:
    """Yield what keeps *unit* from an attack: what was *found* to bar it, or its card."""
    given = list(boons(game, unit))
    if found.barred is not None:
        yield refuse(game, found.barred, "target", unit, at=found.by)
    elif found.distance > 1 and any(isinstance(boon, BarRanged) for boon in given):
        yield refuse(game, Bar.BARRED_BY_CARD, "cards", unit)
    elif found.is_melee and any(isinstance(boon, GrantBattles) and not boon.point_blank for boon in given):
        yield refuse(game, Why.TOO_NEAR, "cards", unit, limit=2)


def targets(game: Game, unit: Unit) -> Iterator[UnitId]:
    """Yield the enemies that *unit* may attack from where it stands: those next to it where there are any."""
    if unit.at is None:
        return
    enemies, reach = game.enemies(unit.seat), profile(game, unit).reach
    away = {enemy.id: game.ruleset.board.distance(unit.at, enemy.at) for enemy in enemies if enemy.at}
    within = 1 if 1 in away.values() else reach
    for enemy in enemies:
        is_near = within is None or away[enemy.id] <= within
        if is_near and passes(_check_aim(game, unit, aim(game, unit, enemy))):
            yield enemy.id


def choices(game: Game, unit: Unit) -> Iterator[m.Attack]:
    """Yield *unit*'s attacks, where it may battle at all: a bonus one on whom stands next to it."""
    if not passes(_check_attacker(game, unit)):
        return
    is_bonus = isinstance(game.state.wait, m.ExtraAttackWait)
    for target in targets(game, unit):
        if not is_bonus or _is_next_to(game, unit, game.state.units[target]):
            yield m.Attack(unit=unit.id, target=target)


def _is_next_to(game: Game, unit: Unit, target: Unit) -> bool:
    assert unit.at is not None
    return target.at in game.ruleset.around[unit.at]


def attack(course: Course, command: m.Attack) -> None:
    """Declare an attack of the acting player's; the first one opens the Combat step."""
    if course.state.step is not Step.ATTACK:
        course.say(m.StepStarted(step=Step.ATTACK))
    is_bonus = isinstance(course.state.wait, m.ExtraAttackWait)
    declare(course, command.unit, command.target, additional=is_bonus)


def declare(
    course: Course,
    unit: UnitId,
    target: UnitId,
    *,
    counter: bool = False,
    additional: bool = False,
    before: bool = False,
) -> None:
    """Declare an attack, a battle back, or one *before* the attacker's own, and wait for its dice."""
    roller, victim = course.unit(unit), course.unit(target)
    assert roller.at is not None
    assert victim.at is not None
    distance = course.ruleset.board.distance(roller.at, victim.at)
    dice = battle_dice(course.game, roller, victim, distance, counter=counter).total
    course.say(
        m.AttackDeclared(
            unit=unit,
            target=target,
            kind=AttackType.MELEE if distance == 1 else AttackType.RANGED,
            distance=distance,
            dice=dice,
            counter=counter,
            additional=additional,
        )
    )
    if before:
        note(course, before=True)
    course.wait(
        m.OrdersWait(seat=course.state.active),
        m.DiceWait(seat=course.game.player(roller), count=dice, unit=unit),
    )


def dice_of_fight(game: Game) -> Sum:
    """Return how many dice the innermost battle is rolled with now, with their parts."""
    fight = game.state.fights[-1]
    if fight.fixed is not None:
        return Sum((Addend("lore_card", fight.fixed, PartSort.LORE_CARD),))
    roller, target = game.state.units[fight.attacker], game.state.units[fight.target]
    return battle_dice(game, roller, target, fight.distance, fight, counter=fight.counter)


def dice_against(game: Game, unit: Unit, target: Unit, distance: int) -> Sum:
    """Return how many dice *unit* rolls against *target*, as in their battle once it is on."""
    fight = game.state.fights[-1] if game.state.fights else None
    if fight is not None and (fight.attacker, fight.target) == (unit.id, target.id):
        return dice_of_fight(game)
    return battle_dice(game, unit, target, distance)
