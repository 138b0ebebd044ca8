"""The Move Step, and moves that a card gives in the Attack Step (RB p. 6)."""

from rules.ask import is_stunned
from rules.course import Checks, Course, refusal
from rules.hexes import Hex
from rules.messages import GrantExtraMove, Move, Moved, OrdersWait, StepStarted
from rules.ruleset import Game
from rules.state import Unit
from rules.turn import not_now
from rules.values import Step, Why


def reachable(game: Game, unit: Unit, hexes: int) -> set[Hex]:
    """Return where *unit* can go in at most *hexes* steps, around all other units (RB p. 6)."""
    assert unit.at is not None
    taken, around = game.state.occupied(), game.ruleset.around
    seen: set[Hex] = {unit.at}
    edge = [unit.at]
    for _ in range(hexes):
        fresh = [near for place in edge for near in around[place] if near not in taken]
        edge = [place for place in dict.fromkeys(fresh) if place not in seen]
        seen.update(edge)
    return seen - {unit.at}


def march(game: Game, unit: Unit) -> int:
    """Return how many hexes a card lets *unit* move in the Attack Step (Ref, Onslaught); 0 for none."""
    if not unit.ordered or unit.marched:
        return 0
    traits = game.kind(unit).traits
    extras = game.state.extras
    return sum(extra.hexes for extra in extras if isinstance(extra, GrantExtraMove) and extra.trait in traits)


def is_march(game: Game, unit: Unit) -> bool:
    """Return whether *unit*'s next move is a card's: in the Attack Step, or after its own move."""
    return (game.state.step is Step.ATTACK or unit.moved) and march(game, unit) > 0


def check_move(game: Game, command: Move) -> Checks:
    """Yield what is wrong with a move, in the rulebook's order (RB p. 6)."""
    unit = game.state.units.get(command.unit)
    if unit is None or unit.at is None:
        yield refusal(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    yield from not_now(game, OrdersWait, unit=unit)
    if unit.seat is not game.state.active:
        yield refusal(game, Why.NOT_YOUR_UNIT, "turn", unit)
    marches = is_march(game, unit)
    if game.state.step is Step.ATTACK and not marches:
        yield refusal(game, Why.ATTACKS_HAVE_BEGUN, "move", unit)
    if not unit.ordered:
        yield refusal(game, Why.NOT_ORDERED, "order", unit)
    if is_stunned(unit):
        yield refusal(game, Why.IS_STUNNED, "stun", unit)
    if unit.moved and not marches:
        yield refusal(game, Why.ALREADY_MOVED, "move", unit)
    if command.to not in game.ruleset.board:
        yield refusal(game, Why.OFF_BOARD, "move", unit, final=True)
        return
    blocker = game.state.standing_on(command.to)
    if blocker is not None:
        yield refusal(game, Why.OCCUPIED, "move", blocker, final=True)
    limit = march(game, unit) if marches else game.kind(unit).move
    if limit is None:
        yield refusal(game, Why.NOT_KNOWN, "components", unit)
        return
    if game.ruleset.board.distance(unit.at, command.to) > limit:
        yield refusal(game, Why.TOO_FAR, "onslaught" if marches else "move", unit, limit=limit)
    elif command.to not in reachable(game, unit, limit):
        yield refusal(game, Why.WAY_BLOCKED, "move", unit, limit=limit)


def move(course: Course, command: Move) -> None:
    """Move a unit; a card's move opens the Attack Step."""
    unit = course.unit(command.unit)
    assert unit.at is not None
    if course.state.step is not Step.ATTACK and is_march(course.game, unit):
        course.say(StepStarted(step=Step.ATTACK))
    course.say(Moved(unit=unit.id, start=unit.at, to=command.to))
    course.wait(*course.state.waits)


def check_start_attacks(game: Game) -> Checks:
    """Yield why the Attack Step cannot be opened by hand: only a card's moves need that."""
    yield from not_now(game, OrdersWait)
    if game.state.step is Step.ATTACK:
        yield refusal(game, Why.ATTACKS_HAVE_BEGUN, "attack", final=True)
    if not any(isinstance(extra, GrantExtraMove) for extra in game.state.extras):
        yield refusal(game, Why.NOT_AN_OPTION, "onslaught", final=True)


def start_attacks(course: Course) -> None:
    """Open the Attack Step."""
    course.say(StepStarted(step=Step.ATTACK))
    course.wait(*course.state.waits)
