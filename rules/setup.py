"""Setting up: where the units stand, where the banners lie, and the start (RB p. 5)."""

from rules.course import Checks, Course, refusal
from rules.messages import CardWait, PlaceUnit, SetUpWait, TurnStarted, UnitPlaced
from rules.ruleset import Game
from rules.turn import not_now
from rules.values import Why


def banners_missing(game: Game) -> int:
    """Return how many of the scenario's banners lie nowhere yet."""
    return max(0, game.ruleset.scenario.banners.count - len(game.state.banners))


def check_place(game: Game, command: PlaceUnit) -> Checks:
    """Yield what is wrong with putting a unit down."""
    unit = game.state.units.get(command.unit)
    if unit is None:
        yield refusal(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    yield from not_now(game, SetUpWait, unit=unit)
    if command.at not in game.ruleset.board:
        yield refusal(game, Why.OFF_BOARD, "set_up", unit, final=True)
        return
    other = game.state.standing_on(command.at)
    if other is not None and unit.at is None:
        yield refusal(game, Why.OCCUPIED, "set_up", other, final=True)


def place(course: Course, command: PlaceUnit) -> None:
    """Put a unit down; the one that stood there goes to where this one was."""
    unit, other = course.unit(command.unit), course.state.standing_on(command.at)
    if other is not None and other.id != unit.id:
        assert unit.at is not None
        course.say(UnitPlaced(unit=other.id, at=unit.at))
    course.say(UnitPlaced(unit=unit.id, at=command.at))
    course.wait(*course.state.waits)


def check_start(game: Game) -> Checks:
    """Yield what the set-up still lacks."""
    yield from not_now(game, SetUpWait)
    missing = banners_missing(game)
    if missing:
        yield refusal(game, Why.BANNERS_MISSING, "set_up", limit=missing)


def start(course: Course) -> None:
    """Begin the first player's first turn."""
    first = course.ruleset.scenario.first
    course.say(TurnStarted(seat=first, turn=1))
    course.wait(CardWait(seat=first))
