"""The Order Step: any card for one unit anywhere, and cures (RB p. 6; Ref, Poison and Stun)."""

from collections.abc import Iterator

from rules.kernel.chapters import orders
from rules.kernel.chapters.abilities import doers, rule_of
from rules.kernel.chapters.gains import spend_lore
from rules.kernel.course import Checks, Course, passes, refusal
from rules.kernel.messages import Command, GrantOrders, Order, OrdersWait, Unmarked
from rules.kernel.options import deeds
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, Marker, Step, Why
from rules.second.messages import Cure
from rules.second.questions import SecondQuestion, can_be_ordered_for_lore

ANYWHERE = (GrantOrders(count=1),)
CURABLE = (Marker.POISON, Marker.STUN)
CURE_COST = 2
AUTOMATON_COST = 1


def main_phase(game: Game, wait: OrdersWait) -> Iterator[Command]:
    """Yield the orders, cures, moves and attacks of the acting player, and the end of them."""
    yield from _orders(game)
    for unit in game.state.army(game.state.active):
        for marker in unit.markers if unit.ordered else ():
            command = Cure(unit=unit.id, marker=marker)
            if passes(check_cure(game, command)):
                yield command
    yield from deeds(game)


def _orders(game: Game) -> Iterator[Order]:
    """Yield every unit that may be named, by a card or for lore, in the order of its army."""
    for unit in game.state.army(game.state.active):
        if unit.ordered:
            continue
        by_card, paid = Order(unit=unit.id), Order(unit=unit.id, paid=True)
        if passes(check_order(game, by_card)):
            yield by_card
        if can_be_ordered_for_lore(game, unit) and passes(check_order(game, paid)):
            yield paid


def check_order(game: Game, command: Order) -> Checks:
    """Yield what is wrong with an order (RB p. 6; Ironbound's card)."""
    return orders.check_naming(game, command, _check_paid)


def _check_paid(game: Game, unit: Unit) -> Checks:
    """Yield why *unit* cannot be ordered for lore (Ironbound's card)."""
    if not can_be_ordered_for_lore(game, unit):
        yield refusal(game, Why.NO_SUCH_ABILITY, "automaton", unit)
    if game.state.sides[unit.seat].lore < AUTOMATON_COST:
        rule = rule_of(game, SecondQuestion.ORDERED_FOR_LORE, unit, usual="automaton")
        yield refusal(game, Why.TOO_LITTLE_LORE, rule, unit, limit=AUTOMATON_COST)


def order(course: Course, command: Order) -> None:
    """Name a unit, and pay for it.  One that no grant fits has been ordered by the table's will."""
    if command.paid:
        unit = course.unit(command.unit)
        abilities = doers(course.game, SecondQuestion.ORDERED_FOR_LORE, unit)
        spend_lore(course, unit.seat, AUTOMATON_COST, Cause.AUTOMATON, abilities)
    orders.name(course, command)


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
