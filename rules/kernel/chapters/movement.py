"""The Move Step, moves that a card gives in the Attack Step, and late ones (RB p. 6; Ref, Mobility)."""

from collections.abc import Sequence

from rules.kernel.chapters.abilities import Question, flies, rule_of
from rules.kernel.chapters.ask import is_stunned, late_movement, movement
from rules.kernel.chapters.damage import is_over, suffer
from rules.kernel.chapters.terrain import can_enter, must_stop, no_entry
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    DiceWait,
    GrantExtraMove,
    Marked,
    Move,
    Moved,
    OrdersWait,
    Rolled,
    StartAttacks,
    StepStarted,
    Trample,
    Trampled,
)
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, Face, Step, Why


def reachable(game: Game, unit: Unit, hexes: int) -> set[Hex]:
    """Return where *unit* can go in at most *hexes* steps, around enemies and past what stops it (RB p. 6).

    A unit that flies passes over units and water; one that tramples passes over friends.
    """
    assert unit.at is not None
    taken, around = game.state.occupied(), game.ruleset.around
    if flies(game, unit):
        return _within(game, unit.at, hexes) - taken.keys()
    ground = bool(game.state.terrain)
    over = tramples(game, unit) is not None
    seen: set[Hex] = {unit.at}
    edge = [unit.at]
    for _ in range(hexes):
        fresh = [near for place in edge for near in around[place] if near not in seen]
        seen.update(fresh)
        edge = []
        for place in dict.fromkeys(fresh):
            if place in taken:
                if not (over and taken[place].seat is unit.seat and _is_open(game, unit, place)):
                    seen.discard(place)
                    continue
            elif ground and not can_enter(game, unit, place):
                seen.discard(place)
                continue
            if not (ground and must_stop(game, unit, place)):
                edge.append(place)
    return seen - taken.keys()


def _within(game: Game, start: Hex, hexes: int) -> set[Hex]:
    distance = game.ruleset.board.distance
    return {place for place in game.ruleset.board.hexes if 0 < distance(start, place) <= hexes}


def _is_open(game: Game, unit: Unit, place: Hex) -> bool:
    """Return whether *unit* may pass through the terrain on *place* (Ref, Overrun)."""
    return can_enter(game, unit, place) and not must_stop(game, unit, place)


def tramples(game: Game, unit: Unit) -> Trample | None:
    """Return the lore card by which *unit* moves through units this turn, or None (Ref, Overrun)."""
    if not game.state.extras or unit.seat is not game.state.active:
        return None
    traits = game.kind(unit).traits
    found = (extra for extra in game.state.extras if isinstance(extra, Trample) and extra.trait in traits)
    return next(found, None)


def reachable_over(game: Game, unit: Unit, through: Sequence[Hex], hexes: int) -> set[Hex]:
    """Return where *unit* can walk in *hexes* steps over exactly the enemies on *through*, in order.

    It may enter a hex more than once, its own among them; where an enemy stands the terrain
    must let it go on.
    """
    assert unit.at is not None
    taken = game.state.occupied()
    setting_out = (unit.at, 0)
    edge = {setting_out}
    for _ in range(hexes):
        fresh: set[tuple[Hex, int]] = set()
        for start, done in edge:
            if (start, done) != setting_out and must_stop(game, unit, start):
                continue
            for place in game.ruleset.around[start]:
                stands = taken.get(place)
                if stands is None or stands.id == unit.id:
                    if can_enter(game, unit, place):
                        fresh.add((place, done))
                elif _is_open(game, unit, place):
                    if stands.seat is unit.seat:
                        fresh.add((place, done))
                    elif done < len(through) and through[done] == place:
                        fresh.add((place, done + 1))
        edge |= fresh
    ends = {place for place, done in edge if done == len(through)}
    return {place for place in ends if place not in taken or place == unit.at}


def march(game: Game, unit: Unit) -> int:
    """Return how many hexes a card lets *unit* move in the Attack Step (Ref, Onslaught); 0 for none."""
    if not unit.ordered or unit.marched:
        return 0
    traits = game.kind(unit).traits
    extras = game.state.extras
    return sum(extra.hexes for extra in extras if isinstance(extra, GrantExtraMove) and extra.trait in traits)


def is_march(game: Game, unit: Unit) -> bool:
    """Return whether *unit*'s next move is a card's: in the Attack Step, or after its own move."""
    step = game.state.step
    return (step is Step.ATTACK or (unit.moved and step is Step.ORDER)) and march(game, unit) > 0


def hexes_left(game: Game, unit: Unit) -> int | None:
    """Return how far *unit* may move now, in whatever step it is; None where its card is not known."""
    if game.state.step is Step.LATE_MOVES:
        return late_movement(game, unit)
    return march(game, unit) if is_march(game, unit) else movement(game, unit)


def hexes_at_most(game: Game, unit: Unit) -> int:
    """Return how far *unit* may move now; as far as it can where that is to be told first (card_numbers)."""
    known = hexes_left(game, unit)
    return len(game.ruleset.board.hexes) if known is None else known


def check_move(game: Game, command: Move) -> Checks:
    """Yield what is wrong with a move, in the rulebook's order (RB p. 6)."""
    unit = game.state.units.get(command.unit)
    if unit is None or unit.at is None:
        yield refusal(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    yield from not_now(game, OrdersWait, unit=unit)
    if unit.seat is not game.state.active:
        yield refusal(game, Why.NOT_YOUR_UNIT, "turn", unit)
    marches, is_late = is_march(game, unit), game.state.step is Step.LATE_MOVES
    if game.state.step is Step.ATTACK and not marches:
        yield refusal(game, Why.ATTACKS_HAVE_BEGUN, "move", unit)
    if is_late and not late_movement(game, unit):
        yield refusal(game, Why.ATTACKS_HAVE_BEGUN, "mobility", unit)
    if not unit.ordered:
        yield refusal(game, Why.NOT_ORDERED, "order", unit)
    if is_stunned(unit):
        yield refusal(game, Why.IS_STUNNED, "stun", unit)
    if unit.moved and not marches and not is_late:
        yield refusal(game, Why.ALREADY_MOVED, "move", unit)
    yield from _check_goal(game, command, unit)


def _check_goal(game: Game, command: Move, unit: Unit) -> Checks:
    """Yield why *unit* cannot end where *command* says."""
    if command.to not in game.ruleset.board:
        yield refusal(game, Why.OFF_BOARD, "move", unit, final=True)
        return
    blocker = game.state.standing_on(command.to)
    if blocker is not None and blocker.id != unit.id:
        yield refusal(game, Why.OCCUPIED, "move", blocker, final=True)
    if command.to == unit.at and not command.through:
        yield refusal(game, Why.ALREADY_THERE, "move", unit)
        return
    limit = hexes_at_most(game, unit)
    if game.state.terrain and not can_enter(game, unit, command.to):
        yield no_entry(game, unit, command.to)
    else:
        yield from _check_way(game, command, unit, limit)


def _check_way(game: Game, command: Move, unit: Unit, limit: int) -> Checks:
    """Yield why *unit* does not get in *limit* hexes to where it could stand."""
    assert unit.at is not None
    if game.ruleset.board.distance(unit.at, command.to) > limit:
        is_late = game.state.step is Step.LATE_MOVES
        own = rule_of(game, Question.LATE_MOVEMENT, unit, usual="mobility") if is_late else "move"
        rule = "onslaught" if is_march(game, unit) else own
        yield refusal(game, Why.TOO_FAR, rule, unit, limit=limit)
    elif command.through and tramples(game, unit) is None:
        yield refusal(game, Why.MAY_NOT_TRAMPLE, "trample", unit)
    elif command.through:
        if command.to not in reachable_over(game, unit, command.through, limit):
            yield refusal(game, Why.WAY_BLOCKED, "trample", unit, limit=limit)
    elif command.to not in reachable(game, unit, limit):
        yield refusal(game, Why.WAY_BLOCKED, "move", unit, limit=limit)


def move(course: Course, command: Move) -> None:
    """Move a unit; a card's move opens the Attack Step.  For whom it tramples, dice are rolled."""
    unit = course.unit(command.unit)
    assert unit.at is not None
    if course.state.step is Step.ORDER and is_march(course.game, unit):
        course.say(StepStarted(step=Step.ATTACK))
    occupied, trample = course.state.occupied(), tramples(course.game, unit)
    course.say(Moved(unit=unit.id, start=unit.at, to=command.to))
    victims = tuple(occupied[place].id for place in command.through if place in occupied)
    for victim in victims:
        course.say(Trampled(unit=unit.id, target=victim))
    if not victims or trample is None:
        course.wait(*course.state.waits)
    elif trample.faces:
        dice = DiceWait(seat=unit.seat, count=len(victims), trampled=victims)
        course.wait(*course.state.waits, dice)
    else:
        for victim in dict.fromkeys(victims):
            if trample.marker is not None and trample.marker not in course.unit(victim).markers:
                course.say(Marked(unit=victim, marker=trample.marker))
        course.wait(*course.state.waits)


def trampled(course: Course, wait: DiceWait, faces: Sequence[Face]) -> None:
    """Let each die hurt the enemy that it was rolled for, if it shows a face of the card (Ref, Overrun)."""
    hurt = {face for extra in course.state.extras if isinstance(extra, Trample) for face in extra.faces}
    assert wait.seat is not None
    course.say(Rolled(seat=wait.seat, faces=tuple(faces)))
    for victim, face in zip(wait.trampled, faces, strict=False):
        if face in hurt and course.state.winner is None:
            suffer(course, victim, 1, Cause.LORE_CARD)
    if not is_over(course):
        course.wait(*course.state.waits[:-1])


def check_start_attacks(game: Game, command: StartAttacks) -> Checks:
    """Yield why the Attack Step cannot be opened by hand: only a card's moves need that."""
    yield from not_now(game, OrdersWait)
    if game.state.step is not Step.ORDER:
        yield refusal(game, Why.ATTACKS_HAVE_BEGUN, "attack", final=True)
    if not any(isinstance(extra, GrantExtraMove) for extra in game.state.extras):
        yield refusal(game, Why.NOT_AN_OPTION, "onslaught")


def start_attacks(course: Course, command: StartAttacks) -> None:
    """Open the Attack Step."""
    course.say(StepStarted(step=Step.ATTACK))
    course.wait(*course.state.waits)
