"""The referee: which legal commands turn the game's position into the one that is seen?

A proposal is never judged by looking at it: it is played through the rules and
kept only if the resulting position equals the one on the table.  Units whose
tag is not read at the moment are unknown and stay where they were.  Knows no
picture, no thread and no player.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

import msgspec

from companion.journal.journal import GameAt
from companion.reconcile.editions import ANSWERS, ASKED_FIRST, GOING, MOVING, PASSED, PLACING
from companion.reconcile.editions.edition_sight import Commands
from companion.words.ask import is_answered_on_board
from rules.kernel.chapters.card_numbers import answers
from rules.kernel.chapters.movement import hexes_left, tramples
from rules.kernel.decide import options
from rules.kernel.game import Game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Command,
    Decline,
    Move,
    NumberWait,
    Order,
    PlaceUnit,
    Refusal,
)
from rules.kernel.values import UnitId


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """*unit* is *seen* elsewhere than the journal says (*expected* None: it is out of the game)."""

    unit: UnitId
    expected: Hex | None
    seen: Hex


class Same(NamedTuple):
    """What is seen is what the journal says."""


class Explained(NamedTuple):
    """One series of legal *commands*, the shortest, gives what is seen."""

    commands: Commands


class Ambiguous(NamedTuple):
    """More than one series gives what is seen: somebody must be asked."""

    choices: tuple[Commands, ...]


class TakenBack(NamedTuple):
    """The board is that of the moment after entry *to*, changed by *commands*.

    *alike* are answers to what was waited for then that would leave the board as it is seen too.
    """

    to: int
    commands: Commands
    alike: tuple[Commands, ...] = ()


class GoneOn(NamedTuple):
    """A unit that was put somewhere after entry *to* has gone on: *commands* put it where it is seen."""

    to: int
    commands: Commands


class Unexplained(NamedTuple):
    """Nothing legal gives what is seen: what stands wrong, and why the likeliest command is refused."""

    differences: tuple[Difference, ...]
    refusal: Refusal | None


Verdict = Same | Explained | Ambiguous | GoneOn | TakenBack | Unexplained


class _Series(NamedTuple):
    """What has been played in a search, and where it led."""

    game: Game
    commands: Commands


def differences(game: Game, seen: Mapping[UnitId, Hex]) -> tuple[Difference, ...]:
    """Return the units of *game* that are *seen* elsewhere than they stand, in the game's order.

    Units that are in no army come last.
    """
    wrong = [
        Difference(unit=name, expected=unit.at, seen=seen[name])
        for name, unit in game.state.units.items()
        if name in seen and seen[name] != unit.at
    ]
    strangers = sorted(seen.keys() - game.state.units.keys())
    return (*wrong, *(Difference(unit=name, expected=None, seen=seen[name]) for name in strangers))


def explain(game: Game, seen: Mapping[UnitId, Hex], *, most: int = 4, past: Sequence[GameAt] = ()) -> Verdict:
    """Find the shortest series of commands whose replay gives exactly *seen*.

    At most *most* units may have been moved since.  *past* holds earlier moments
    of the game, the newest first: if nothing legal leads on, but *seen* is one of
    them or one move away from it, taking back is what has happened.
    """
    wrong = differences(game, seen)
    if not _open(game, seen):
        return Same()
    if isinstance(game.state.waits[-1], PLACING):
        return _set_up(game, seen)
    if len(wrong) <= most:
        found = _shortest(game, seen)
        if found:
            return Explained(found[0]) if len(found) == 1 else Ambiguous(found)
    return _taken_back(game, seen, past) or Unexplained(wrong, _reason(game, wrong))


def _open(game: Game, seen: Mapping[UnitId, Hex]) -> tuple[Difference, ...]:
    """Return the differences that would be left if the number that *game* waits for let its move be made."""
    wait = game.state.wait
    if isinstance(wait, NumberWait):
        game = play(game, answers(game, wait)[-1]).game
    return differences(game, seen)


def _shortest(game: Game, seen: Mapping[UnitId, Hex]) -> tuple[Commands, ...]:
    """Return every shortest series from *game* to *seen*; those that differ in order alone count once."""
    frontier = [_Series(game, ())]
    while frontier:
        solved = [series for series in frontier if not _open(series.game, seen)]
        if solved:
            return _distinct(solved)
        frontier = _unlike([step for series in frontier for step in _steps(series, seen)])
    return ()


def _distinct(solved: Sequence[_Series]) -> tuple[Commands, ...]:
    shortest = min(len(series.commands) for series in solved)
    kept: dict[frozenset[str], Commands] = {}
    for series in solved:
        if len(series.commands) == shortest:
            kept.setdefault(frozenset(map(repr, series.commands)), series.commands)
    return tuple(kept.values())


def _unlike(steps: Sequence[_Series]) -> list[_Series]:
    """Keep one series of those that hold the same commands in another order."""
    kept: dict[frozenset[str], _Series] = {}
    for step in steps:
        kept.setdefault(frozenset(map(repr, step.commands)), step)
    return list(kept.values())


def _steps(series: _Series, seen: Mapping[UnitId, Hex]) -> Iterator[_Series]:
    """Yield every legal continuation that puts one more unit where it is seen."""
    wrong = _open(series.game, seen)
    for difference in wrong:
        for commands in _candidates(series.game, difference):
            after = try_all(series.game, commands)
            if not isinstance(after, Refusal) and len(_open(after, seen)) < len(wrong):
                yield _Series(after, series.commands + commands)


def _candidates(game: Game, difference: Difference) -> Iterator[Commands]:
    """Yield what may have put the unit where it is seen; most is illegal, and the rules say which."""
    yield from _deeds(game, difference)
    if type(game.state.waits[-1]) not in PASSED:
        return
    for passing in ((Decline(),), *_unseen(game)):
        after = try_all(game, passing)
        if not isinstance(after, Refusal):
            yield passing
            yield from (passing + commands for commands in _deeds(after, difference))


def _deeds(game: Game, difference: Difference) -> Iterator[Commands]:
    """Yield what may have put the unit there without anything being let pass."""
    unit, to = difference.unit, difference.seen
    wait = game.state.waits[-1]
    if getattr(wait, "unit", None) == unit:
        yield from _answers(game, to)
    if type(wait) in MOVING:
        yield (MOVING[type(wait)](unit, to),)
    moves = [Move(unit=unit, to=to), *_tramplings(game, difference)]
    yield from (commands for move in moves for commands in ((move,), (Order(unit=unit), move)))


def _answers(game: Game, to: Hex) -> Iterator[Commands]:
    """Yield the answers to what *game* waits for that may have put the unit that it is about on *to*."""
    wait = game.state.waits[-1]
    if type(wait) in ANSWERS:
        yield from ANSWERS[type(wait)](game, wait, to)
    else:
        yield from ((answer,) for answer in options(game) if is_answered_on_board(answer, wait, game))


def _unseen(game: Game) -> tuple[Commands, ...]:
    """Return the answers by which a unit goes and ends where it stands: no picture shows them."""
    wait = game.state.waits[-1]
    unit = game.state.units.get(getattr(wait, "unit", None) or UnitId(""))
    if unit is None or unit.at is None or type(wait) not in GOING:
        return ()
    at, found = unit.at, _answers(game, unit.at)
    return tuple(commands for commands in found if getattr(commands[-1], "to", at) == at)


def _tramplings(game: Game, difference: Difference) -> Iterator[Move]:
    """Yield the moves over one or two enemies that may have been made where a card lets units trample."""
    unit, to, board = game.state.units[difference.unit], difference.seen, game.ruleset.board
    if unit.at is None or tramples(game, unit) is None:
        return
    most = hexes_left(game, unit) or 0
    enemies = [enemy.at for enemy in game.enemies(unit.seat) if enemy.at is not None]
    for through in (way for count in (1, 2) for way in permutations(enemies, count)):
        stops = (unit.at, *through, to)
        if sum(board.distance(*leg) for leg in pairwise(stops)) <= most:
            yield Move(unit=unit.id, to=to, through=through)


def try_all(game: Game, commands: Sequence[Command]) -> Game | Refusal:
    """Return *game* after *commands*, or the first refusal."""
    for command in commands:
        game, decision = play(game, command)
        if isinstance(decision, Refusal):
            return decision
    return game


def _set_up(game: Game, seen: Mapping[UnitId, Hex]) -> Verdict:
    """Put every unit where it is seen before the game begins; units that stand there change places.

    One that the rules allow to stand there is placed, whatever is wrong with others.
    """
    before, commands = game, list[Command]()
    refused: dict[UnitId, Refusal] = {}
    while (wrong := _but(differences(game, seen), refused)) and len(commands) < len(seen):
        command = PlaceUnit(unit=wrong[0].unit, at=wrong[0].seen)
        game, decision = play(game, command)
        if isinstance(decision, Refusal):
            refused[command.unit] = decision
        else:
            commands.append(command)
    if wrong or not commands:
        return Unexplained(differences(before, seen), next(iter(refused.values()), None))
    return Explained(tuple(commands))


def _but(wrong: Iterable[Difference], refused: Collection[UnitId]) -> list[Difference]:
    return [one for one in wrong if one.unit not in refused]


def _taken_back(now: Game, seen: Mapping[UnitId, Hex], past: Sequence[GameAt]) -> GoneOn | TakenBack | None:
    """Return the newest earlier moment that *seen* shows or continues by moving one unit.

    Where that is the answer to what was asked about this very unit just now, it has gone on.
    """
    answered = _just_answered([now, *(moment.game for moment in past[:2])])
    for number, (seq, game) in enumerate(past):
        wrong, wait = differences(game, seen), game.state.waits[-1]
        if not wrong:
            return TakenBack(seq, (), _unseen(game))
        if len(wrong) == 1 and not isinstance(wait, PLACING):
            found = _shortest(game, seen)
            if len(found) == 1:
                is_going = type(wait) in GOING and getattr(wait, "unit", None) == wrong[0].unit
                return (GoneOn if is_going and number < answered else TakenBack)(seq, found[0])
    return None


def _just_answered(newest: Sequence[Game]) -> int:
    """Return how many moments before the *newest* game asked what it no longer asks; 0: it asks on."""
    pairs = [_are_one(first, then) for then, first in pairwise(newest)]
    return 0 if any(pairs[:1]) else 2 if any(pairs[1:]) else 1


def _are_one(first: Game, then: Game) -> bool:
    """Return whether what *then* waits for is asked of the same unit for which *first* waited."""
    before, wait = first.state.waits[-1], then.state.waits[-1]
    is_same = getattr(before, "unit", None) == getattr(wait, "unit", None)
    return is_same and ASKED_FIRST.get(type(wait)) is type(before)


def explain_but_one(game: Game, seen: Mapping[UnitId, Hex], *, most: int = 4) -> Explained | None:
    """Return what explains *seen* once one unit, the only one for which that is so, is left out of account.

    None where leaving out any of several would do, or none: one bad read must not stop all others,
    but which one is bad must be plain.
    """
    wrong = differences(game, seen)
    if not 2 <= len(wrong) <= most + 1 or isinstance(game.state.waits[-1], PLACING):
        return None
    rests = [without(seen, [one.unit]) for one in wrong]
    found = [
        verdict for rest in rests if not isinstance(verdict := explain(game, rest, most=most), Unexplained)
    ]
    only = found[0] if len(found) == 1 else None
    return only if isinstance(only, Explained) else None


def without(seen: Mapping[UnitId, Hex], units: Collection[UnitId]) -> dict[UnitId, Hex]:
    """Return *seen* but for *units*."""
    return {unit: at for unit, at in seen.items() if unit not in units}


class Astray:
    """Who stood where nothing explains it when looked at last.  They are set aside: the others can go on."""

    def __init__(self) -> None:
        self._stood: dict[UnitId, Hex] = {}

    def set_aside(
        self, game: Game, seen: Mapping[UnitId, Hex], verdict: Verdict, *, past: Sequence[GameAt]
    ) -> Verdict:
        """Return what explains the rest where by *verdict* nothing explains all that is *seen*.

        Set aside are those who stood there unexplained before, or else the one that spoils the rest.
        """
        if not isinstance(verdict, Unexplained):
            self._stood = {}
            return verdict
        wrong = {one.unit: one.seen for one in verdict.differences}
        old = {unit for unit, at in wrong.items() if self._stood.get(unit) == at}
        self._stood = wrong
        rest = without(seen, old)
        if old and differences(game, rest):
            of_rest = explain(game, rest, past=past)
            if not isinstance(of_rest, Unexplained):
                return of_rest
        return explain_but_one(game, rest) or verdict


def why_not(game: Game, one: Difference) -> Refusal | None:
    """Return why *one* unit may not have been put where it is seen."""
    if isinstance(game.state.waits[-1], PLACING):
        return _refusal(game, (PlaceUnit(unit=one.unit, at=one.seen),))
    return _reason(game, (one,))


def _reason(game: Game, wrong: Sequence[Difference]) -> Refusal | None:
    """Return why the likeliest single thing that was done is not legal."""
    alive = [one for one in wrong if one.expected is not None]
    ours = [one for one in alive if game.state.units[one.unit].seat is game.state.active]
    for one in (*ours, *alive):
        wait = game.state.waits[-1]
        if type(wait) in GOING and getattr(wait, "unit", None) == one.unit:
            return GOING[type(wait)](game, wait, one.seen)
        order, move = Order(unit=one.unit), Move(unit=one.unit, to=one.seen)
        return _refusal(game, (move,) if game.state.units[one.unit].ordered else (order, move))
    return None


def _refusal(game: Game, commands: Sequence[Command]) -> Refusal | None:
    after = try_all(game, commands)
    return after if isinstance(after, Refusal) else None
