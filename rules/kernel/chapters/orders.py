"""The Order Step: naming units (RB p. 6)."""

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from rules.kernel.course import Checks, Course, refusal
from rules.kernel.messages import GrantOrders, Order, Ordered, OrdersWait
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Step, UnitId, Why


def shared_out(
    grants: Sequence[GrantOrders],
    called: Mapping[UnitId, tuple[int, ...]],
    dear: Collection[UnitId] = (),
) -> dict[UnitId, int] | None:
    """Return a grant for each *called* unit, none used too often, or None where there is no such sharing.

    A unit on a section line, or of two traits, may use either grant; which one is
    settled only as far as the other ordered units need it.  Those that are *dear* use two orders.
    """
    users = _users(grants, called, dear)
    if users is None:
        return None
    return {unit: number for number, names in enumerate(users) for unit in names}


def _users(
    grants: Sequence[GrantOrders], called: Mapping[UnitId, tuple[int, ...]], dear: Collection[UnitId]
) -> list[list[UnitId]] | None:
    """Return which units use each of *grants*, once for each order, or None where there are too few."""
    users: list[list[UnitId]] = [[] for _ in grants]

    def place(unit: UnitId, tried: set[int]) -> bool:
        for number in called[unit]:
            if number in tried:
                continue
            tried.add(number)
            if len(users[number]) < grants[number].count:
                users[number].append(unit)
                return True
            for other in users[number]:
                if place(other, tried):
                    users[number].remove(other)
                    users[number].append(unit)
                    return True
        return False

    return users if all(place(unit, set()) for unit in (*called, *dear)) else None


def orders_left(game: Game) -> tuple[int, ...]:
    """Return how many orders each of the turn's grants has left."""
    grants, called = game.state.grants, game.state.called
    users = _users(grants, called, _dear(game, called))
    if users is None:
        return tuple(grant.count for grant in grants)
    return tuple(grant.count - len(names) for grant, names in zip(grants, users, strict=True))


def _dear(game: Game, units: Collection[UnitId]) -> tuple[UnitId, ...]:
    """Return those of *units* that take two orders."""
    return game.ruleset.edition.sides.dear(game, units)


def fitting(game: Game, unit: Unit, *, paid: bool = False) -> tuple[int, ...]:
    """Return which of the turn's grants *unit* answers to where it stands, used up or not.

    Where a card has put it in the Move Step, it is where it stood before that counts.
    *paid* with lore it is ordered as if it stood in any section (Ironbound's card).
    """
    return tuple(
        number
        for number, grant in enumerate(game.state.grants)
        if _obstacle(game, unit, grant, anywhere=paid) is None
    )


def _obstacle(game: Game, unit: Unit, grant: GrantOrders, *, anywhere: bool = False) -> Why | None:
    assert unit.at is not None
    sections = game.ruleset.sections[unit.seat][unit.stood or unit.at]
    if grant.section is not None and grant.section not in sections and not anywhere:
        return Why.WRONG_SECTION
    if grant.traits and not set(grant.traits) & set(game.kind(unit).traits):
        return Why.WRONG_TRAIT
    if grant.not_weak and game.is_weak(unit):
        return Why.UNIT_IS_WEAK
    return None


def check_naming(game: Game, command: Order, paid: Callable[[Game, Unit], Checks] | None = None) -> Checks:
    """Yield what is wrong with naming a unit, in the rulebook's order (RB p. 6).

    *paid* yields what is wrong with paying for it; without that nobody can.
    """
    state = game.state
    unit = state.units.get(command.unit)
    if unit is None or unit.at is None:
        yield refusal(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    yield from not_now(game, OrdersWait, unit=unit)
    if not game.may_act(unit):
        yield refusal(game, Why.NOT_YOUR_UNIT, "turn", unit)
    if state.step is not Step.ORDER:
        yield refusal(game, Why.ATTACKS_HAVE_BEGUN, "order", unit)
    if unit.ordered:
        yield refusal(game, Why.ALREADY_ORDERED, "order", unit, final=True)
        return
    if command.paid and paid is None:
        yield refusal(game, Why.NOT_AN_OPTION, "order", unit)
    elif command.paid and paid is not None:
        yield from paid(game, unit)
    if len(state.called) + len(_dear(game, state.called)) >= sum(grant.count for grant in state.grants):
        yield refusal(game, Why.NO_ORDERS_LEFT, "order", unit)
        return
    fits = fitting(game, unit, paid=command.paid)
    if not fits:
        obstacle = _nearest_obstacle(game, unit, paid=command.paid)
        if obstacle is Why.WRONG_SECTION and fitting(game, replace(unit, stood=None), paid=command.paid):
            obstacle = Why.CAME_TOO_LATE
        yield refusal(game, obstacle, "order", unit)
    elif _shared_with(game, unit, fits) is None:
        yield refusal(game, Why.NO_ORDERS_LEFT, "order", unit)


def _shared_with(game: Game, unit: Unit, fits: tuple[int, ...]) -> dict[UnitId, int] | None:
    """Return a grant for each unit that is ordered, and for *unit*; None where there are too few."""
    called = {**game.state.called, unit.id: fits}
    return shared_out(game.state.grants, called, _dear(game, called))


def _nearest_obstacle(game: Game, unit: Unit, *, paid: bool) -> Why:
    """Return what keeps *unit* from the grant that comes nearest: of section, trait, weakness the last."""
    found = {_obstacle(game, unit, grant, anywhere=paid) for grant in game.state.grants}
    return next(why for why in (Why.UNIT_IS_WEAK, Why.WRONG_TRAIT, Why.WRONG_SECTION) if why in found)


def name(course: Course, command: Order) -> None:
    """Name a unit on the strength of the grant that leaves most to others."""
    game, unit = course.game, course.unit(command.unit)
    fits = fitting(game, unit, paid=command.paid)
    shares = _shared_with(game, unit, fits) if fits else None
    if shares is None:
        course.say(Ordered(unit=unit.id, grant=None, paid=command.paid))
    else:
        course.say(Ordered(unit=unit.id, grant=shares[unit.id], fits=fits, paid=command.paid))
    course.wait(*course.state.waits)
