"""The Movement step: how far a unit goes, and what it may do then."""

from collections.abc import Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from rules.first import moving
from rules.first.messages.events import MoveBound
from rules.first.moving import Allowance, BattleAfter, Hindrance, Leap
from rules.first.play.asking import boons, profile, surroundings
from rules.first.play.questions import FirstQuestion, ask
from rules.first.play.saying import Bar, refuse
from rules.first.printed.cards import BarMoves, GrantMoves
from rules.first.table import table
from rules.kernel.chapters.abilities import doers
from rules.kernel.chapters.ask import movement
from rules.kernel.chapters.gains import spend_lore
from rules.kernel.course import Checks, Course, passes
from rules.kernel.hexes import Hex
from rules.kernel.messages import GrantExtraMove, Move, Moved, OrdersWait
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import State, Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, Step, UnitId, Why

NOT_KNOWN = Allowance(99, 99)
SHORTEST_FLIGHT = 2
FINAL_HINDRANCES = (Hindrance.OFF_BOARD, Hindrance.OCCUPIED)


class Journey(NamedTuple):
    """How far a unit may move, and what it may do *after* it, None where it cannot get there."""

    allowed: Allowance
    after: BattleAfter | None


def allowance(game: Game, unit: Unit) -> Allowance:
    """Return how far *unit* may move; as far as it can where that is to be told first."""
    if movement(game, unit) is None:
        return NOT_KNOWN
    given = max((boon.battle for boon in boons(game, unit) if isinstance(boon, GrantMoves)), default=None)
    traits = game.kind(unit).traits
    more = sum(
        extra.hexes
        for extra in game.state.extras
        if isinstance(extra, GrantExtraMove) and extra.trait in ("", *traits)
    )
    if ask(game, FirstQuestion.LORE_MOVES, unit, 0):
        return Allowance(0, 0, leap=Leap(1, game.state.sides[unit.seat].lore))
    found = moving.allowance(profile(game, unit), battle=given, more=more)
    flight = ask(game, FirstQuestion.FLIGHT, unit, 0)
    leap = Leap(SHORTEST_FLIGHT, flight, is_flight=True) if flight else None
    return NOT_KNOWN if found is None else found._replace(leap=leap)


def comes_too_early(game: Game, unit: Unit) -> bool:
    """Return whether a Lore card's units are to finish before *unit* begins (Lore Cards: Phases of Play)."""
    first = table(game.state).lore_units
    waiting = [game.state.units[name] for name in first]
    return unit.id not in first and any(
        each.at is not None and not each.attacks and not each.finished for each in waiting
    )


def battles_have_begun(game: Game) -> bool:
    """Return whether the Movement step is over; the battles of a Lore card's units come before it."""
    first = table(game.state).lore_units
    if game.state.step is not Step.ATTACK:
        return False
    army = game.friends(game.state.active)
    return not first or any(unit.attacks for unit in army if unit.id not in first)


def check_move(game: Game, command: Move) -> Checks:
    """Yield what is wrong with a move."""
    unit = game.state.units.get(command.unit)
    if unit is None or unit.at is None:
        yield refuse(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    yield from _check_mover(game, unit)
    if command.to == unit.at:
        yield refuse(game, Why.ALREADY_THERE, "move", unit)
        return
    allowed, after = _journey(game, unit, command.to)
    if after is None:
        hindered = moving.hindrance(surroundings(game, unit), unit.at, command.to, allowed)
        assert hindered is not None
        yield refuse(game, hindered, "move", unit, limit=allowed.most, final=hindered in FINAL_HINDRANCES)


_MADE: WeakKeyDictionary[Ruleset, tuple[State, UnitId, Hex, Journey]] = WeakKeyDictionary()


def _journey(game: Game, unit: Unit, to: Hex) -> Journey:
    """Return how far *unit* may move, and what it may do on *to*; remembered from its check to the move."""
    assert unit.at is not None
    made = _MADE.get(game.ruleset)
    if made is None or made[0] is not game.state or made[1:3] != (unit.id, to):
        allowed = allowance(game, unit)
        after = moving.after(surroundings(game, unit), unit.at, to, allowed)
        made = _MADE[game.ruleset] = (game.state, unit.id, to, Journey(allowed, after))
    return made[3]


def _check_mover(game: Game, unit: Unit) -> Checks:
    """Yield why *unit* does not move now, wherever to."""
    yield from not_now(game, OrdersWait, unit=unit)
    if not game.may_act(unit):
        yield refuse(game, Why.NOT_YOUR_UNIT, "turn", unit)
    if battles_have_begun(game):
        yield refuse(game, Why.ATTACKS_HAVE_BEGUN, "move", unit)
    if not unit.ordered:
        yield refuse(game, Why.NOT_ORDERED, "order", unit)
    if unit.moved or unit.marched:
        yield refuse(game, Why.ALREADY_MOVED, "move", unit)
    if comes_too_early(game, unit):
        yield refuse(game, Bar.LORE_UNITS_FIRST, "lore_timing", unit)
    if any(isinstance(boon, BarMoves) for boon in boons(game, unit)):
        yield refuse(game, Bar.BARRED_BY_CARD, "cards", unit)


def move(course: Course, command: Move) -> None:
    """Move a unit; where it went decides whether it may battle, or must."""
    game, unit = course.game, course.unit(command.unit)
    assert unit.at is not None
    after = _journey(game, unit, command.to).after
    course.say(Moved(unit=unit.id, start=unit.at, to=command.to))
    course.say(MoveBound(unit=unit.id, after=after or BattleAfter.MAY_BATTLE))
    if ask(game, FirstQuestion.LORE_MOVES, unit, 0):
        hexes = game.ruleset.board.distance(unit.at, command.to)
        abilities = doers(game, FirstQuestion.LORE_MOVES, unit)
        spend_lore(course, game.player(unit), hexes, Cause.ABILITY, abilities)
    course.wait(*course.state.waits)


def choices(game: Game, unit: Unit) -> Iterator[Move]:
    """Yield *unit*'s moves, where it may move at all."""
    assert unit.at is not None
    if not passes(_check_mover(game, unit)):
        return
    found = moving.arrivals(surroundings(game, unit), unit.at, allowance(game, unit))
    goals = sorted(found, key=game.ruleset.places.__getitem__)
    yield from (Move(unit=unit.id, to=goal) for goal in goals)
