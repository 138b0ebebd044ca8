"""The Order Step: any card for one unit anywhere, and cures (RB p. 6; Ref, Poison and Stun)."""

from collections.abc import Iterator

from rules.kernel.chapters.gains import spend_lore
from rules.kernel.course import Checks, Course, passes, refusal
from rules.kernel.messages import Command, GrantOrders, OrdersWait, Unmarked
from rules.kernel.options import deeds, orders
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, Marker, Step, Why
from rules.second.messages import Cure

ANYWHERE = (GrantOrders(count=1),)
CURABLE = (Marker.POISON, Marker.STUN)
CURE_COST = 2


def main_phase(game: Game, wait: OrdersWait) -> Iterator[Command]:
    """Yield the orders, cures, moves and attacks of the acting player, and the end of them."""
    yield from orders(game)
    for unit in game.state.army(game.state.active):
        for marker in unit.markers if unit.ordered else ():
            command = Cure(unit=unit.id, marker=marker)
            if passes(check_cure(game, command)):
                yield command
    yield from deeds(game)


def check_cure(game: Game, command: Cure) -> Checks:
    """Yield what is wrong with a cure: in the Order Step, of an ordered unit, for lore (Ref, Poison)."""
    state = game.state
    unit = state.units.get(command.unit)
    if unit is None or unit.at is None:
        yield refusal(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    yield from not_now(game, OrdersWait, unit=unit)
    if unit.seat is not state.active:
        yield refusal(game, Why.NOT_YOUR_UNIT, "turn", unit)
    if state.step is not Step.ORDER:
        yield refusal(game, Why.ATTACKS_HAVE_BEGUN, "order", unit)
    if not unit.ordered:
        yield refusal(game, Why.NOT_ORDERED, "order", unit)
    if command.marker not in unit.markers:
        yield refusal(game, Why.NOT_MARKED, _cure_of(command.marker), unit, final=True)
    elif command.marker not in CURABLE:
        yield refusal(game, Why.NOT_AN_OPTION, _cure_of(command.marker), unit)
    if state.sides[state.active].lore < CURE_COST:
        yield refusal(game, Why.TOO_LITTLE_LORE, _cure_of(command.marker), unit, limit=CURE_COST)


def _cure_of(marker: Marker) -> str:
    """Return the rule by which *marker* is taken away, that of poison where none is."""
    return str(marker if marker in CURABLE else Marker.POISON)


def cure(course: Course, command: Cure) -> None:
    """Take a marker from a unit for lore, or for as much of it as there is where the table says so."""
    unit = course.unit(command.unit)
    spend_lore(course, unit.seat, CURE_COST, Cause.CURE)
    course.say(Unmarked(unit=unit.id, marker=command.marker, cause=Cause.CURE))
    course.wait(*course.state.waits)
