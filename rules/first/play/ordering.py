"""The Order step: naming units, one connected group, Creatures of other sections for Lore."""

from collections.abc import Iterator

from rules.first.messages.events import LoreUnitNamed
from rules.first.ordering import ELSEWHERE, lore_price
from rules.first.play.asking import is_lore, profile
from rules.first.play.saying import Bar, refuse
from rules.first.printed.cards import GiveOrders
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.chapters import orders
from rules.kernel.chapters.gains import spend_lore
from rules.kernel.course import Checks, Course, passes
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import Cause, Step, Why


def price(game: Game, unit: Unit) -> int | None:
    """Return what an order for *unit* costs in Lore where it stands, None where it cannot be ordered so."""
    return lore_price(
        profile(game, unit),
        is_in_section=bool(orders.fitting(game, unit)) or not orders.fitting(game, unit, paid=True),
        is_lore=is_lore(game.ruleset),
    )


def check_order(game: Game, command: m.Order) -> Checks:
    """Yield what is wrong with naming a unit."""
    unit = game.state.units.get(command.unit)
    yield from orders.check_naming(game, command, _check_paid)
    if unit is not None and unit.at is not None and not _is_connected(game, unit):
        yield refuse(game, Bar.NOT_CONNECTED, "order", unit)


def _check_paid(game: Game, unit: Unit) -> Checks:
    """Yield why *unit* is not ordered for Lore: only Creatures of another section are."""
    if not price(game, unit):
        yield refuse(game, Why.WRONG_SECTION, "creatures", unit)
    elif game.state.sides[game.state.active].lore < ELSEWHERE:
        yield refuse(game, Why.TOO_LITTLE_LORE, "creatures", unit, limit=ELSEWHERE)


def _is_connected(game: Game, unit: Unit) -> bool:
    """Return whether *unit* stands next to one that is ordered, where a card asks for one group."""
    asked = any(isinstance(boon, GiveOrders) and boon.connected for boon in table(game.state).boons)
    ordered = [game.state.units[name].at for name in game.state.called]
    assert unit.at is not None
    return not asked or not ordered or any(near in ordered for near in game.ruleset.around[unit.at])


def order(course: Course, command: m.Order) -> None:
    """Name a unit, and pay for a Creature of another section."""
    if command.paid:
        spend_lore(course, course.state.active, ELSEWHERE, Cause.CARD)
    if _is_for_lore(course.game, course.unit(command.unit)):
        course.say(LoreUnitNamed(unit=command.unit))
    orders.name(course, command)


def _is_for_lore(game: Game, unit: Unit) -> bool:
    """Return whether *unit* takes an order of a Lore card: as long as it has any left that fit."""
    own = table(game.state)
    if own.lore_grants is None:
        return False
    left = sum(grant.count for grant in game.state.grants[own.lore_grants :]) - len(own.lore_units)
    return left > 0 and max(orders.fitting(game, unit), default=-1) >= own.lore_grants


def choices(game: Game) -> Iterator[m.Order]:
    """Yield every unit that may be named, in the order of its army, while there are orders left."""
    if game.state.step is not Step.ORDER or not any(orders.orders_left(game)):
        return
    for unit in game.friends(game.state.active):
        if unit.ordered:
            continue
        for paid in (False,) if profile(game, unit).is_troop else (False, True):
            command = m.Order(unit=unit.id, paid=paid)
            if passes(check_order(game, command)):
                yield command
