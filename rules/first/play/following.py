"""The last stages of a battle: battling back, gaining ground, pursuit, the Bonus Melee Attack."""

from collections.abc import Iterator

from rules.first import answering, following
from rules.first.messages.events import MoveBound
from rules.first.moving import BattleAfter, steps
from rules.first.play.asking import ground_card, profile, reads, surroundings
from rules.first.play.attacking import (
    check_reach,
    choices as attack_choices,
    declare,
    dice_of_fight,
)
from rules.first.play.questions import ask
from rules.first.play.saying import ask_in_battle, refuse
from rules.first.printed.rulings import ReadOtherwise
from rules.first.table import notes, table
from rules.kernel import messages as m
from rules.kernel.battle.stages import go_on
from rules.kernel.chapters.abilities import Question
from rules.kernel.course import Checks, Course, passes
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight
from rules.kernel.turn import not_now
from rules.kernel.values import Why


def may_battle_back(game: Game, fight: Fight) -> bool:
    """Return whether the target of an attack may battle back now that its roll is resolved."""
    attacker, target = game.state.units[fight.attacker], game.state.units[fight.target]
    return attacker.at is not None and answering.may_battle_back(
        answering.Attacked(
            bold=notes(fight).bold,
            keeps_hex=target.at == fight.target_at and not (notes(fight).counted or notes(fight).driven),
            in_melee=fight.distance == 1,
            survives=target.at is not None,
            is_answered=is_answered(game, fight),
        )
    )


def is_answered(game: Game, fight: Fight) -> bool:
    """Return whether *fight* is an attack that nobody battles back against, however it ends."""
    return fight.counter or (fight.additional and reads(game, ReadOtherwise.BONUS_NOT_BATTLED_BACK))


def battle_back(course: Course) -> bool:
    """Ask whether the target battles back."""
    fight = course.fight
    if not may_battle_back(course.game, fight):
        return False
    seat = course.game.player(course.unit(fight.target))
    return ask_in_battle(course, m.CounterWait(seat=seat, unit=fight.target, target=fight.attacker))


def check_counter(game: Game, command: m.Counter) -> Checks:
    """Yield why nobody is to battle back now."""
    return not_now(game, m.CounterWait)


def counter(course: Course, command: m.Counter) -> None:
    """Battle back, with dice as in an attack of its own."""
    fight = course.fight
    declare(course, fight.target, fight.attacker, counter=True)


def can_battle_first(game: Game) -> bool:
    """Return whether a battle has been declared whose dice do not lie yet."""
    wait = game.state.wait
    return bool(game.state.fights) and isinstance(wait, m.DiceWait) and not isinstance(wait.purpose, str)


def battle_first(course: Course) -> None:
    """Let the target battle before its attacker does; it neither gains ground nor pursues."""
    fight = course.fight
    declare(course, fight.target, fight.attacker, counter=True, before=True)


def decline_counter(course: Course, wait: m.CounterWait) -> None:
    """Let the moment to battle back pass."""
    go_on(course, after=battle_back)


def counter_anew(course: Course, wait: m.CounterWait) -> tuple[m.CounterWait] | None:
    """Return *wait* where the unit can still battle back; else the battle goes on."""
    if may_battle_back(course.game, course.fight):
        return (wait,)
    go_on(course, after=battle_back)
    return None


def follow(course: Course) -> bool:
    """Ask whether the attacker gains the ground that its target has left, or pursues."""
    fight, game = course.fight, course.game
    to, pursuit = goals(game, fight)
    if not to:
        return False
    unit = game.state.units[fight.attacker]
    return ask_in_battle(course, m.AdvanceWait(seat=game.player(unit), unit=unit.id, to=to, pursuit=pursuit))


def goals(game: Game, fight: Fight) -> tuple[tuple[Hex, ...], bool]:
    """Return where the attacker may end, and whether that is a pursuit.

    A pursuit that comes back ends where it began: that hex is the last one.  After an attack at range an
    open way must lead there that is no longer than the shot.
    """
    unit, left, won = game.state.units[fight.attacker], fight.target_at, _won(game, fight)
    is_left = game.state.units[fight.target].at != left and game.state.standing_on(left) is None
    stays = unit.at is not None and unit.at == fight.attacker_at
    if not is_left or not stays or not following.gains_ground(won):
        return (), False
    around = surroundings(game, unit)
    assert unit.at is not None
    if left not in steps(around, unit.at, fight.distance):
        return (), False
    beyond = ask(game, Question.PURSUIT, unit, 1) if following.pursues(won) else 0
    if not beyond:
        return (left,), False
    found = following.pursuit_ends(
        game.ruleset.board,
        left,
        units=around.units,
        closed=around.closed,
        stopping=around.stopping,
        beyond=beyond,
    )
    order = game.ruleset.places.__getitem__
    others = sorted(found - {left, unit.at}, key=order)
    back = (unit.at,) if unit.at in found else ()
    return (left, *others, *back), True


def _won(game: Game, fight: Fight) -> following.Won:
    sort = profile(game, game.state.units[fight.attacker]).type
    return following.Won(
        sort,
        fight.distance == 1,
        is_bonus=fight.additional,
        is_answer=fight.counter,
        is_followed=reads(game, ReadOtherwise.RANGED_GAINS_GROUND),
    )


def check_advance(game: Game, command: m.Advance) -> Checks:
    """Yield why the attacker cannot go there."""
    yield from not_now(game, m.AdvanceWait)
    wait = game.state.wait
    if isinstance(wait, m.AdvanceWait) and command.to not in wait.to:
        blocker = game.state.standing_on(command.to) if command.to in game.ruleset.board else None
        why = Why.NOT_AN_OPTION if blocker is None else Why.OCCUPIED
        if command.to not in game.ruleset.board:
            why = Why.OFF_BOARD
        yield refuse(game, why, "advance", wait.unit, final=why is not Why.NOT_AN_OPTION)


def advance(course: Course, command: m.Advance) -> None:
    """Gain ground or pursue; some ground lets nobody battle who has entered it."""
    wait = course.state.wait
    assert isinstance(wait, m.AdvanceWait)
    start = course.unit(wait.unit).at
    assert start is not None
    course.say(m.Advanced(unit=wait.unit, start=start, to=command.to, pursuit=wait.pursuit))
    ground = ground_card(course.game, course.fight.target_at if command.to == start else command.to)
    if ground is not None and not ground.battle_on_entry:
        course.say(MoveBound(unit=wait.unit, after=BattleAfter.NO_BATTLE))
    go_on(course, after=follow)


def advance_choices(game: Game, wait: m.AdvanceWait) -> Iterator[m.Command]:
    """Yield every hex to go to, and to stay."""
    yield from (m.Advance(to=place) for place in wait.to)
    yield m.Decline()


def decline_advance(course: Course, wait: m.AdvanceWait) -> None:
    """Let the unit stay where it is: then it has not pursued."""
    go_on(course, after=follow)


def advance_anew(course: Course, wait: m.AdvanceWait) -> tuple[m.AdvanceWait] | None:
    """Return *wait* with where the unit can go now; where that is nowhere the battle goes on."""
    to, pursuit = goals(course.game, course.fight)
    if to:
        return (m.AdvanceWait(seat=wait.seat, unit=wait.unit, to=to, pursuit=pursuit),)
    go_on(course, after=follow)
    return None


def end(course: Course) -> bool:
    """End the innermost battle; one that was answered goes on, who has pursued may battle once more."""
    fight = course.fight
    course.say(m.CombatEnded(unit=fight.attacker, target=fight.target))
    if course.state.fights and notes(fight).before:
        _roll_after_all(course)
    elif course.state.fights:
        go_on(course, after=battle_back)
    elif has_bonus(course.game, fight):
        unit = course.unit(fight.attacker)
        ask_in_battle(course, m.ExtraAttackWait(seat=course.game.player(unit), unit=unit.id))
    else:
        course.wait(m.OrdersWait(seat=course.state.active))
    return True


def _roll_after_all(course: Course) -> None:
    """Let the attacker roll whose target has battled first, if both still stand as it takes."""
    attacker, target = course.unit(course.fight.attacker), course.unit(course.fight.target)
    if attacker.at is None or target.at is None or not passes(check_reach(course.game, attacker, target)):
        end(course)
    else:
        count = dice_of_fight(course.game).total
        ask_in_battle(course, m.DiceWait(seat=course.game.player(attacker), count=count, unit=attacker.id))


def has_bonus(game: Game, fight: Fight) -> bool:
    """Return whether the attacker, having entered the hex that was left, may strike an adjacent enemy.

    Also where it may not pursue, but is mounted; a pursuit that came back counts.
    """
    unit = game.state.units[fight.attacker]
    has_entered = unit.pursued or unit.at == fight.target_at
    if not following.pursues(_won(game, fight)) or not has_entered or unit.at is None:
        return False
    rests = table(game.state).afters.get(unit.id) is BattleAfter.NO_BATTLE
    enemies = {enemy.at for enemy in game.enemies(unit.seat) if enemy.at is not None}
    return bool(following.bonus_targets(game.ruleset.board, unit.at, enemies, may_battle=not rests))


def bonus_choices(game: Game, wait: m.ExtraAttackWait) -> Iterator[m.Command]:
    """Yield the Bonus Melee Attacks, and to let it pass."""
    yield from attack_choices(game, game.state.units[wait.unit])
    yield m.Decline()


def decline_bonus(course: Course, wait: m.ExtraAttackWait) -> None:
    """Let the Bonus Melee Attack pass."""
    course.wait(m.OrdersWait(seat=course.state.active))
