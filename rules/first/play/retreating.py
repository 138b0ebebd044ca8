"""The flags of a roll: standing, going back hex by hex, what is not made, panic, trampling.

Rules summary, Morale, Retreats, Creatures.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from rules.first import dice, morale, retreating
from rules.first.messages.commands import IgnoreFlags, RetreatTo
from rules.first.messages.events import CreatureTrampled
from rules.first.messages.waits import FlagsWait, RetreatWait, RetreatWay
from rules.first.play.asking import bold_by, boldness, lie_of_land, profile, reads, surroundings
from rules.first.play.powers import free_symbols
from rules.first.play.questions import FirstQuestion, ask
from rules.first.play.saying import ask_in_battle, note, refuse
from rules.first.play.striking import ask_further, flags_rolled, is_creature, kill_by
from rules.first.printed.rulings import ReadOtherwise
from rules.first.table import notes
from rules.kernel import messages as m
from rules.kernel.battle.stages import go_on
from rules.kernel.chapters.damage import hurt
from rules.kernel.course import Checks, Course
from rules.kernel.hexes import Direction, Hex
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight, Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, Face, Seat, UnitId, Why

CHECK, CHECK_AGAIN, PANIC = "check", "check_again", "panic"


def ways(game: Game, unit: Unit, flags: int, bold: int, driven: int = 0) -> tuple[RetreatWay, ...]:
    """Return every way for *unit* to take *flags*, the fewest counted first; a troop's own choice.

    *driven* hexes come to those of the flags, and nobody ignores them.
    """
    assert unit.at is not None
    around, who = surroundings(game, unit), profile(game, unit)
    closed = {*around.units, *around.closed}
    stopping = _landmarks(game) if reads(game, ReadOtherwise.LANDMARK_STOPS_RETREAT) else frozenset()
    found = []
    for counted in morale.ignoring(who, bold, flags).counted(flags):
        hexes = morale.hexes_for(who, counted) + driven
        ends = retreating.ends(game.ruleset.board, unit.at, unit.seat, hexes, closed, stopping=stopping)
        found += [RetreatWay(counted, hexes, to, missing) for to, missing in ends.items()]
    return tuple(found)


def _landmarks(game: Game) -> frozenset[Hex]:
    """Return the hexes of Landmarks, which stop who moves there."""
    kinds = lie_of_land(game).landmarks
    return frozenset(at for at, tile in game.state.terrain.items() if tile.kind in kinds)


def count_flags(course: Course) -> bool:
    """Ask whether the target stands or where it goes, where that is any choice."""
    target = course.unit(course.fight.target)
    if target.at is None:
        return False
    flags, bold = flags_rolled(course.fight), boldness(course.game, target).total
    symbols = free_symbols(course.fight)
    driven = driven_hexes(course.game, course.fight, symbols)
    note(course, bold=bold, driven=driven, spent=notes(course.fight).spent + (symbols if driven else 0))
    if not flags and not driven:
        return False
    found = ways(course.game, target, flags, bold, driven)
    if len(found) == 1:
        _take(course, target, flags, found[0])
        return False
    return ask_in_battle(course, _question(course.game, target, flags, found))


def _question(game: Game, target: Unit, flags: int, found: tuple[RetreatWay, ...]) -> RetreatWait | FlagsWait:
    """Return what is asked about the ways *found*, of the unit's player unless the table reads it otherwise.

    Then the acting player leads it back, once the unit's player has said how many flags it ignores.
    """
    owner, leader = game.player(target), _leader(game, target)
    is_asked_twice = leader is not owner and len({way.counted for way in found}) > 1
    if is_asked_twice:
        return FlagsWait(seat=owner, unit=target.id, flags=flags, ways=found)
    return RetreatWait(seat=leader, unit=target.id, flags=flags, ways=found)


def _leader(game: Game, target: Unit) -> Seat:
    """Return who chooses the hexes by which *target* goes back."""
    is_led = reads(game, ReadOtherwise.ACTING_PLAYER_LEADS_RETREAT)
    return game.state.active if is_led else game.player(target)


def driven_hexes(game: Game, fight: Fight, symbols: int) -> int:
    """Return how far Lore *symbols* of *fight*'s roll drive its target back, unless it never retreats."""
    target, roller = game.state.units[fight.target], game.state.units[fight.attacker]
    hexes = symbols * ask(game, FirstQuestion.DRIVEN, roller, 0) if symbols else 0
    return hexes if hexes and profile(game, target).retreat else 0


def _take(course: Course, target: Unit, flags: int, way: RetreatWay) -> None:
    """Let *target* take the flags in one *way*."""
    per_flag = morale.hexes_for(profile(course.game, target), 1)
    assert target.at is not None
    driven = notes(course.fight).driven
    course.say(m.RetreatForced(unit=target.id, hexes=flags * per_flag + driven))
    if way.counted < flags:
        ignored = (flags - way.counted) * per_flag
        abilities = bold_by(course.game, target)
        course.say(m.RetreatIgnored(unit=target.id, hexes=ignored, cause=Cause.ABILITY, abilities=abilities))
    note(course, counted=way.counted, missing=way.missing, covered=way.hexes - way.missing)
    if way.to != target.at:
        course.say(m.Retreated(unit=target.id, start=target.at, to=way.to))


def meant(wait: RetreatWait | FlagsWait, command: RetreatTo) -> RetreatWay | None:
    """Return the way that *command* names, the one with most flags ignored where it leaves that open."""
    return next(
        (
            way
            for way in wait.ways
            if way.to == command.to and command.ignoring in (None, wait.flags - way.counted)
        ),
        None,
    )


def check_retreat(game: Game, command: RetreatTo) -> Checks:
    """Yield why the unit that must retreat cannot end there."""
    yield from not_now(game, RetreatWait)
    if isinstance(game.state.wait, RetreatWait):
        yield from check_end(game, game.state.wait, command)


def check_end(game: Game, wait: RetreatWait | FlagsWait, command: RetreatTo) -> Checks:
    """Yield why none of the ways of *wait* ends where *command* says."""
    if command.to not in game.ruleset.board:
        yield refuse(game, Why.OFF_BOARD, "retreat", wait.unit, final=True)
    elif meant(wait, command) is None:
        other = game.state.standing_on(command.to)
        if other is not None and other.id != wait.unit:
            yield refuse(game, Why.OCCUPIED, "retreat", other, final=True)
        yield refuse(game, Why.NOT_AN_OPTION, "retreat", wait.unit)


def retreat(course: Course, command: RetreatTo) -> None:
    """Let the unit go back, or stand; where the table rules otherwise it goes where the table says."""
    wait = course.state.wait
    assert isinstance(wait, RetreatWait)
    way = meant(wait, command) or RetreatWay(wait.flags, 0, command.to, 0)
    _take(course, course.unit(wait.unit), wait.flags, way)
    go_on(course, after=count_flags)


def retreat_choices(game: Game, wait: RetreatWait) -> Iterator[RetreatTo]:
    """Yield every way to stand or to go back."""
    return (RetreatTo(to=way.to, ignoring=wait.flags - way.counted) for way in wait.ways)


def ignoring(wait: FlagsWait, flags: int) -> tuple[RetreatWay, ...]:
    """Return the ways that are left of *wait* once so many *flags* are ignored."""
    return tuple(way for way in wait.ways if wait.flags - way.counted == flags)


def check_ignoring(game: Game, command: IgnoreFlags) -> Checks:
    """Yield why the unit cannot ignore so many flags."""
    yield from not_now(game, FlagsWait)
    wait = game.state.wait
    if isinstance(wait, FlagsWait) and not ignoring(wait, command.flags):
        most = max(wait.flags - way.counted for way in wait.ways)
        yield refuse(game, Why.IMPOSSIBLE_NUMBER, "retreat", wait.unit, limit=most, final=True)


def ignore_flags(course: Course, command: IgnoreFlags) -> None:
    """Let the unit ignore so many flags: who leads it goes by the others, where that is any choice."""
    wait = course.state.wait
    assert isinstance(wait, FlagsWait)
    target, left = course.unit(wait.unit), ignoring(wait, command.flags)
    if len(left) > 1:
        asked = RetreatWait(
            seat=_leader(course.game, target),
            unit=target.id,
            flags=wait.flags,
            ways=left,
            ignoring=command.flags,
        )
        ask_in_battle(course, asked)
        return
    _take(course, target, wait.flags, left[0])
    go_on(course, after=count_flags)


def flag_choices(game: Game, wait: FlagsWait) -> Iterator[IgnoreFlags]:
    """Yield every number of flags that the unit may ignore, the most first."""
    numbers = {wait.flags - way.counted for way in wait.ways}
    return (IgnoreFlags(flags=flags) for flags in sorted(numbers, reverse=True))


def retreat_anew(course: Course, wait: RetreatWait | FlagsWait) -> tuple[RetreatWait | FlagsWait]:
    """Return what is asked of the ways that there are now, of those that were chosen while any is left."""
    target = course.unit(wait.unit)
    bold, driven = boldness(course.game, target).total, notes(course.fight).driven
    found = ways(course.game, target, wait.flags, bold, driven)
    if isinstance(wait, RetreatWait) and wait.ignoring is not None:
        as_said = tuple(way for way in found if wait.flags - way.counted == wait.ignoring)
        if as_said:
            return (replace(wait, ways=as_said),)
    return (_question(course.game, target, wait.flags, found),)


def pay(course: Course) -> bool:
    """Let the target pay for the hexes that it could not make: a figure each, or a Creature's check."""
    fight, missing = course.fight, notes(course.fight).missing
    target = course.unit(fight.target)
    if not missing or target.at is None:
        return False
    if is_creature(course.game, target):
        return ask_further(course, CHECK, missing, fight.attacker)
    hurt(course, target.id, missing, Cause.BLOCKED_RETREAT)
    return False


def check_rolled(course: Course, faces: tuple[Face, ...]) -> None:
    """Roll those of a Creature's check again that show its colour; without any it tramples."""
    fight, target = course.fight, course.unit(course.fight.target)
    again = dice.own_colour(Counter(faces), profile(course.game, target))
    if again:
        ask_further(course, CHECK_AGAIN, again, fight.attacker)
        return
    trample(course)
    go_on(course, after=pay)


def check_rolled_again(course: Course, faces: tuple[Face, ...]) -> None:
    """Kill the Creature if its colour lies again; else it tramples."""
    kill_by(course, faces)
    if course.state.winner is None and course.unit(course.fight.target).at is not None:
        trample(course)
    go_on(course, after=pay)


def trample(course: Course) -> None:
    """Let a Creature that could not go back tread down the units in its way, friend and foe."""
    creature = course.unit(course.fight.target)
    around = surroundings(course.game, creature)
    assert creature.at is not None
    found = retreating.trampled(
        course.ruleset.board,
        creature.at,
        creature.seat,
        notes(course.fight).missing,
        units=around.units,
        closed=around.closed,
    )
    for at in found.hexes:
        unit = course.state.standing_on(at)
        if unit is None or is_creature(course.game, unit) or course.state.winner is not None:
            continue
        figures = dice.losses(found.figures, unit.figures)
        _say_trampled(course, creature, unit, figures)
        hurt(course, unit.id, figures, Cause.BLOCKED_RETREAT)


def _say_trampled(course: Course, creature: Unit, unit: Unit, figures: int) -> None:
    event = CreatureTrampled(creature=creature.id, unit=unit.id, figures=figures)
    course.say(event)


def panic(course: Course) -> bool:
    """Ask for a panic die for each hex that a Frightened unit has gone back."""
    target = course.unit(course.fight.target)
    if target.at is None:
        return False
    count = morale.panic_dice(profile(course.game, target), notes(course.fight).covered)
    return count > 0 and ask_further(course, PANIC, count, target.id)


def panic_rolled(course: Course, faces: tuple[Face, ...]) -> None:
    """Take a figure for each die of the unit's own colour."""
    target = course.unit(course.fight.target)
    hurt(course, target.id, dice.own_colour(Counter(faces), profile(course.game, target)), Cause.DICE)
    go_on(course, after=panic)


def drive_back(course: Course, name: UnitId, way: Direction, hexes: int) -> None:
    """Let a card drive a unit back so many hexes that *way*, a figure lost for each that it cannot make."""
    unit = course.unit(name)
    if unit.at is None:
        return
    around = surroundings(course.game, unit)
    at: Hex = unit.at
    for gone in range(hexes):
        there = course.ruleset.board.step(at, way)
        if there is None or there in around.units or there in around.closed:
            _end(course, unit, at)
            hurt(course, name, hexes - gone, Cause.BLOCKED_RETREAT)
            return
        at = there
    _end(course, unit, at)


def _end(course: Course, unit: Unit, at: Hex) -> None:
    assert unit.at is not None
    if at != unit.at:
        course.say(m.Retreated(unit=unit.id, start=unit.at, to=at))
