"""The shield that a die gives to a friendly unit, before the roll takes effect (Hernfar Guardians)."""

from collections.abc import Iterator

from rules.kernel.battle.stages import go_on, run
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.messages import Marked, OrdersWait
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Marker, UnitId, Why
from rules.second.committing import dice_ability
from rules.second.messages import Shield, ShieldWait
from rules.second.state.attack import record


def give_shield(course: Course) -> bool:
    """Give the shield that a die was committed to; ask who gets it where there is a choice."""
    fight = course.fight
    if not any(dice_ability(given.ability, fight).shields for given in record(fight).committed):
        return False
    attacker = course.unit(fight.attacker)
    units = _to_shield(course.game, attacker)
    if len(units) > 1:
        asked = ShieldWait(seat=attacker.seat, unit=attacker.id, units=units)
        course.wait(OrdersWait(seat=course.state.active), asked)
        return True
    for unit in units:
        course.say(Marked(unit=unit, marker=Marker.SHIELD))
    return False


def _to_shield(game: Game, roller: Unit) -> tuple[UnitId, ...]:
    """Return the friendly units within 1 hex of *roller*, itself among them, that have no shield yet."""
    assert roller.at is not None
    near = (roller.at, *game.ruleset.around[roller.at])
    friends = game.state.army(roller.seat)
    return tuple(unit.id for unit in friends if unit.at in near and Marker.SHIELD not in unit.markers)


def check(game: Game, command: Shield) -> Checks:
    """Yield what is wrong with whom the shield is given to."""
    yield from not_now(game, ShieldWait)
    wait = game.state.wait
    unit = game.state.units.get(command.unit)
    if unit is None or unit.at is None:
        yield refusal(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
    elif isinstance(wait, ShieldWait) and command.unit not in wait.units:
        yield refusal(game, Why.NOT_AN_OPTION, "rune_shield", command.unit)


def put(course: Course, command: Shield) -> None:
    """Give the shield to a unit, and go on with the roll."""
    course.say(Marked(unit=command.unit, marker=Marker.SHIELD))
    go_on(course, after=give_shield)


def choices(game: Game, wait: ShieldWait) -> Iterator[Shield]:
    """Yield every unit that the shield may be given to."""
    return (Shield(unit=unit) for unit in wait.units)


def anew(course: Course, wait: ShieldWait) -> None:
    """Ask who gets the shield now that units stand otherwise."""
    run(course, at=give_shield)
