"""Retreats: which way, how far, and what stops them (RB p. 10; Ref, Retreat, Stun)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.kernel.battle.stages import go_on
from rules.kernel.chapters import ask
from rules.kernel.chapters.abilities import Question, doers, flies, rule_of
from rules.kernel.chapters.damage import hurt, suffer
from rules.kernel.chapters.terrain import can_enter, must_stop
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import OrdersWait, Retreated, RetreatForced, RetreatIgnored
from rules.kernel.ruleset import Game
from rules.kernel.sight import line_of_sight
from rules.kernel.state import Fight, Unit
from rules.kernel.turn import not_now
from rules.kernel.values import AttackType, Cause, UnitId, Why
from rules.second.messages import ChooseWay, IgnoreRetreats, IgnoreWait, WayWait
from rules.second.state.attack import record
from rules.second.striking import forced, ignore_damage

OPPOSITE: dict[Direction, Direction] = dict(
    zip(Direction, (*tuple(Direction)[3:], *tuple(Direction)[:3]), strict=True)
)


class RetreatOutcome(NamedTuple):
    """Where a retreat ends, and how many of its hexes are *ignored* or *blocked*."""

    to: Hex
    ignored: int
    blocked: int


def ways_away(game: Game, fight: Fight) -> tuple[Direction, ...]:
    """Return the ways in which the target retreats: one, or two where the rules leave it open.

    From a melee attack directly away from the attacker; from a ranged one away from
    the edge through which the line of sight came in (Ref, Retreat).
    """
    board = game.ruleset.board
    if fight.kind is AttackType.MELEE:
        way = board.direction(fight.attacker_at, fight.target_at)
        if way is not None:
            return (way,)
    sight = line_of_sight(board, fight.attacker_at, fight.target_at, units=())
    return tuple(OPPOSITE[edge] for edge in sight.entered)


def outcome(game: Game, unit: Unit, way: Direction, hexes: int) -> RetreatOutcome:
    """Return what becomes of *hexes* retreats of *unit*.

    Hex by hex: into a free hex it goes; a friend in the next hex supports it, and
    the rest is ignored; anything else stops it, and the rest is damage (RB p. 10), as is
    what is left where terrain ends its movement (Ref, Terrain).  A stunned unit stays
    and suffers, unless it is supported (Ref, Stun).
    """
    assert unit.at is not None
    if flies(game, unit) and not ask.is_stunned(unit):
        return _flown(game, unit, way, hexes)
    at = unit.at
    occupied = game.state.occupied()
    for gone in range(hexes):
        there = game.ruleset.board.step(at, way)
        blocker = None if there is None else occupied.get(there)
        if blocker is not None and blocker.seat is unit.seat:
            return RetreatOutcome(at, hexes - gone, 0)
        if there is None or blocker is not None or ask.is_stunned(unit) or not can_enter(game, unit, there):
            return RetreatOutcome(at, 0, hexes - gone)
        at = there
        if must_stop(game, unit, at):
            return RetreatOutcome(at, 0, hexes - gone - 1)
    return RetreatOutcome(at, 0, 0)


def _flown(game: Game, unit: Unit, way: Direction, hexes: int) -> RetreatOutcome:
    """Return where a flying unit ends: over everything to the furthest free hex (Ref, Flying).

    What it cannot make of its retreats is ignored where a friend stands in the next hex.
    """
    assert unit.at is not None
    occupied = game.state.occupied()
    line = [unit.at]
    while len(line) <= hexes and (there := game.ruleset.board.step(line[-1], way)) is not None:
        line.append(there)
    landing = max(index for index, place in enumerate(line) if index == 0 or place not in occupied)
    following = occupied.get(line[landing + 1]) if landing + 1 < len(line) else None
    if following is not None and following.seat is unit.seat:
        return RetreatOutcome(line[landing], hexes - landing, 0)
    return RetreatOutcome(line[landing], 0, hexes - landing)


def force_retreats(course: Course) -> bool:
    """Force the target to retreat; ask what it ignores where the table wants it and it would go elsewhere."""
    fight = course.fight
    unit = course.unit(fight.target)
    kept = record(fight)
    was_asked = kept.pending is not None and not kept.dying
    hexes = kept.pending if was_asked else forced(course, fight)
    if unit.at is None or not hexes:
        return False
    course.say(RetreatForced(unit=unit.id, hexes=hexes))
    most = _ignorable(course)
    if most and ask.is_asked_to_ignore(course.game, unit) and _goes_elsewhere(course, most):
        asked = IgnoreWait(seat=unit.seat, unit=unit.id, most=most, usual=most)
        course.wait(OrdersWait(seat=course.state.active), asked)
        return True
    _ignore(course, most)
    return False


def _ignorable(course: Course) -> int:
    return min(course.fight.due, ask.retreats_ignored(course.game, course.unit(course.fight.target)))


def _goes_elsewhere(course: Course, most: int) -> bool:
    """Return whether the target ends on another hex if it does not ignore *most* of its retreats."""
    game, fight = course.game, course.fight
    unit = course.unit(fight.target)
    ways = ways_away(game, fight)
    return any(
        outcome(game, unit, way, fight.due).to != outcome(game, unit, way, fight.due - most).to
        for way in ways
    )


def _ignore(course: Course, hexes: int) -> None:
    if hexes:
        unit = course.unit(course.fight.target)
        abilities = doers(course.game, Question.RETREATS_IGNORED, unit)
        course.say(RetreatIgnored(unit=unit.id, hexes=hexes, cause=Cause.ABILITY, abilities=abilities))


def check_ignore(game: Game, command: IgnoreRetreats) -> Checks:
    """Yield what is wrong with how many retreats are ignored: by the ability, and by how many there are."""
    yield from not_now(game, IgnoreWait)
    wait = game.state.wait
    if not isinstance(wait, IgnoreWait):
        return
    unit, due = game.state.units[wait.unit], game.state.fights[-1].due
    rule = rule_of(game, Question.RETREATS_IGNORED, unit, usual="retreat")
    if not 0 <= command.hexes <= due:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, rule, unit, limit=due, final=True)
    elif command.hexes > wait.most:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, rule, unit, limit=wait.most)


def ignore(course: Course, command: IgnoreRetreats) -> None:
    """Ignore so many retreats, and make the rest."""
    _ignore(course, command.hexes)
    go_on(course, after=force_retreats)


def retreat(course: Course) -> bool:
    """Let the target retreat; ask which way where two ways end differently."""
    if not course.fight.due:
        return False
    ways, unit = _open_ways(course), course.unit(course.fight.target)
    if len(ways) == 1:
        carry_out(course, ways[0])
        return False
    seat, usual = course.state.active, usual_way(course.game, ways)
    course.wait(OrdersWait(seat=seat), WayWait(seat=seat, unit=unit.id, ways=ways, usual=usual))
    return True


def force(course: Course, hexes: int) -> tuple[Direction, ...]:
    """Force the target to retreat, less what it ignores, and return the ways that end differently."""
    course.say(RetreatForced(unit=course.fight.target, hexes=hexes))
    _ignore(course, _ignorable(course))
    return _open_ways(course)


def _open_ways(course: Course) -> tuple[Direction, ...]:
    unit, ways = course.unit(course.fight.target), ways_away(course.game, course.fight)
    ends = {outcome(course.game, unit, way, course.fight.due) for way in ways}
    return ways if len(ends) > 1 else ways[:1]


def usual_way(game: Game, ways: Sequence[Direction]) -> Direction:
    """Return the way that most players would choose for the other's unit: where most retreats hurt."""
    fight = game.state.fights[-1]
    unit = game.state.units[fight.target]
    return min(ways, key=lambda way: -outcome(game, unit, way, fight.due).blocked)


def ignorings(game: Game, wait: IgnoreWait) -> Iterator[IgnoreRetreats]:
    """Yield every number of retreats that may be ignored, the most first."""
    return (IgnoreRetreats(hexes=hexes) for hexes in range(wait.most, -1, -1))


def ways(game: Game, wait: WayWait) -> Iterator[ChooseWay]:
    """Yield every way to retreat."""
    return (ChooseWay(way=way) for way in wait.ways)


def check_way(game: Game, command: ChooseWay) -> Checks:
    """Yield what is wrong with the way chosen."""
    yield from not_now(game, WayWait)
    wait = game.state.wait
    if isinstance(wait, WayWait) and command.way not in wait.ways:
        yield refusal(game, Why.NOT_AN_OPTION, "retreat", wait.unit)


def choose_way(course: Course, command: ChooseWay) -> None:
    """Retreat the way that was chosen."""
    carry_out(course, command.way)
    go_on(course, after=retreat)


def carry_out(course: Course, way: Direction) -> None:
    """Let the target retreat as far as it can, and suffer for the rest."""
    unit = course.unit(course.fight.target)
    end = outcome(course.game, unit, way, course.fight.due)
    assert unit.at is not None
    if end.to != unit.at:
        course.say(Retreated(unit=unit.id, start=unit.at, to=end.to))
    if end.ignored:
        course.say(RetreatIgnored(unit=unit.id, hexes=end.ignored, cause=Cause.SUPPORTED))
    _suffer_blocked(course, end.blocked)


def _suffer_blocked(course: Course, blocked: int) -> None:
    """Let the target suffer a damage for each retreat not made, less what it may still ignore (Ref)."""
    target = course.fight.target
    hurt(course, target, ignore_damage(course, blocked), Cause.BLOCKED_RETREAT)


def drive_back(course: Course, name: UnitId, way: Direction, hexes: int) -> None:
    """Let a card force a unit to retreat: what it cannot make is damage, as in combat (Ref, Retreat)."""
    unit = course.unit(name)
    if unit.at is None:
        return
    end = outcome(course.game, unit, way, hexes)
    if end.to != unit.at:
        course.say(Retreated(unit=name, start=unit.at, to=end.to))
    if end.blocked:
        suffer(course, name, end.blocked, Cause.BLOCKED_RETREAT)
