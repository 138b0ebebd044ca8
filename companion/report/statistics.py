"""What a game comes to in numbers: turns, points, losses, and how the dice fell against expectation.

Pure: the log's entries that count go in, numbers and states come out.  Knows no
words and no page.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import erfc, sqrt
from typing import NamedTuple

from companion.journal.journal import PlayedEntry
from rules.kernel.evolve import evolve
from rules.kernel.messages import (
    Damaged,
    Eliminated,
    Entry,
    Event,
    FiguresRemoved,
    Healed,
    PointsGained,
    Retreated,
    Rolled,
    TurnStarted,
    UnitJoined,
)
from rules.kernel.ruleset import Game
from rules.kernel.values import Cause, Face, KindId, Seat, UnitId

FACES = 6
"""How many a die has."""

LONGEST_THOUGHT_S = 3600.0
"""Nobody ponders longer: between two entries that lie further apart was a pause, or the clock has jumped."""


class Measure(StrEnum):
    """What is counted of combat dice: faces that hit, that drive back, that bring lore."""

    HITS = "hits"
    RETREATS = "retreats"
    LORE = "lore"


class Luck(NamedTuple):
    """How *dice* dice fell: *actual* faces counted, *expected*, and the *variance* of that number.

    *chance* is how likely it is to be at least as far from the expectation on that side.
    """

    dice: int
    actual: int
    expected: Fraction
    variance: Fraction
    chance: Fraction

    @property
    def gain(self) -> Fraction:
        """Return what luck gave: the actual number less the expected one."""
        return self.actual - self.expected

    @property
    def deviation(self) -> float:
        """Return the standard deviation."""
        return sqrt(self.variance)

    @property
    def is_ordinary(self) -> bool:
        """Return whether it is within two standard deviations: what chance does in 19 games of 20."""
        return self.gain * self.gain <= 4 * self.variance


class TurnPart(NamedTuple):
    """The events of one entry, *by* whom, as far as they belong to one turn; *after* is the game then."""

    seq: int
    by: str
    events: tuple[Event, ...]
    after: Game


class Turn(NamedTuple):
    """One turn: *number* 0 is the set-up.  *end* is the game as the turn left it, or as it stands now."""

    number: int
    seat: Seat | None
    parts: tuple[TurnPart, ...]
    end: Game


class Fate(NamedTuple):
    """What became of a unit.

    It *began* with so many figures (or health), *lost* and *healed* so many, has so many
    *left*; *mended* is what the table corrected.  *gone* is the turn it was eliminated in,
    None while it stands.  *dealt* is the damage of its attacks and counters, blocked
    retreats included, *driven* the hexes that it retreated.
    """

    unit: UnitId
    kind: KindId
    seat: Seat
    began: int
    lost: int
    healed: int
    left: int
    gone: int | None
    dealt: int
    driven: int

    @property
    def mended(self) -> int:
        """Return how many figures (or health) the table put right by hand."""
        return self.left - (self.began - self.lost + self.healed)


class GameStatistics(NamedTuple):
    """All numbers of a game; *earned* are points by what they were gained for."""

    start: Game
    turns: tuple[Turn, ...]
    fates: tuple[Fate, ...]
    luck: Mapping[Seat, Mapping[Measure, Luck]]
    earned: Mapping[Seat, Mapping[Cause, int]]

    @property
    def end(self) -> Game:
        """Return the game as it ended, or as it stands."""
        return self.turns[-1].end


def time_played(entries: Iterable[Entry]) -> float:
    """Return for how many seconds people have played, pauses and leaps of the clock left out."""
    steps = (later.at - earlier.at for earlier, later in pairwise(entries))
    return sum(step for step in steps if 0 < step <= LONGEST_THOUGHT_S)


def luck_of(rolls: Iterable[tuple[int, int, int]]) -> Luck:
    """Return how *rolls* fell: each the faces of six that count, the dice, and how many counted.

    Exact: the ways are counted die by die, nothing is sampled.
    """
    ways, dice, actual = [1], 0, 0
    expected = variance = Fraction()
    for good, count, counted in rolls:
        share = Fraction(good, FACES)
        expected += count * share
        variance += count * share * (1 - share)
        dice += count
        actual += counted
        for _ in range(count):
            ways = [no * (FACES - good) + yes * good for no, yes in zip((*ways, 0), (0, *ways), strict=True)]
    far = ways[actual:] if actual >= expected else ways[: actual + 1]
    return Luck(dice, actual, expected, variance, Fraction(sum(far), FACES**dice))


def luck_together(parts: Iterable[Luck]) -> Luck:
    """Return how all dice of *parts* fell; the chance is the normal curve's: there are many."""
    known = [part for part in parts if part.dice]
    gain = sum((part.gain for part in known), Fraction())
    variance = sum((part.variance for part in known), Fraction())
    far = abs(float(gain)) / sqrt(2 * variance) if variance else 0.0
    return Luck(
        dice=sum(part.dice for part in known),
        actual=sum(part.actual for part in known),
        expected=sum((part.expected for part in known), Fraction()),
        variance=variance,
        chance=Fraction(erfc(far) / 2),
    )


def good_faces(game: Game, measure: Measure) -> frozenset[Face]:
    """Return the faces that count in the roll that is due."""
    edition = game.ruleset.edition
    match measure:
        case Measure.RETREATS:
            return frozenset({edition.faces.retreat})
        case Measure.LORE:
            return frozenset({edition.faces.lore})
        case Measure.HITS:
            return edition.battle.hitting(game)


@dataclass
class _Tally:
    """What has been counted so far."""

    began: dict[UnitId, int]
    lost: Counter[UnitId] = field(default_factory=Counter)
    healed: Counter[UnitId] = field(default_factory=Counter)
    gone: dict[UnitId, int] = field(default_factory=dict)
    dealt: Counter[UnitId] = field(default_factory=Counter)
    driven: Counter[UnitId] = field(default_factory=Counter)
    rolls: defaultdict[tuple[Seat, Measure], list[tuple[int, int, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    earned: defaultdict[Seat, Counter[Cause]] = field(default_factory=lambda: defaultdict(Counter))

    def count(self, before: Game, event: Event) -> None:
        """Count *event*, which happened *before* which the game stood so."""
        match event:
            case UnitJoined(unit=unit, figures=figures, health=health):
                self.began[unit] = figures if health is None else health
            case Rolled(unit=None):
                pass  # for a card: no attack
            case Rolled():
                self._count_roll(before, event)
            case Damaged(unit=unit, damage=damage):
                self.lost[unit] += damage
                fight = before.state.fights[-1] if before.state.fights else None
                if fight is not None and fight.target == unit and event.cause is not Cause.LORE_CARD:
                    self.dealt[fight.attacker] += damage
            case FiguresRemoved(unit=unit, count=count):
                self.lost[unit] += count
            case Healed(unit=unit, count=count):
                self.healed[unit] += count
            case Eliminated(unit=unit):
                self.gone[unit] = before.state.turn
            case Retreated(unit=unit, start=start, to=to):
                self.driven[unit] += before.ruleset.board.distance(start, to)
            case PointsGained(seat=seat, count=count, cause=cause):
                self.earned[seat][cause] += count
            case _:
                pass

    def _count_roll(self, before: Game, event: Rolled) -> None:
        for measure in Measure:
            good = good_faces(before, measure)
            counted = sum(face in good for face in event.faces)
            self.rolls[event.seat, measure].append((len(good), len(event.faces), counted))

    def fates(self, game: Game) -> tuple[Fate, ...]:
        """Return what became of every unit, as the game ends."""
        return tuple(
            Fate(
                unit=name,
                kind=unit.kind,
                seat=unit.seat,
                began=self.began[name],
                lost=self.lost[name],
                healed=self.healed[name],
                left=0 if unit.at is None and name in self.gone else game.left(unit),
                gone=self.gone.get(name) if unit.at is None else None,
                dealt=self.dealt[name],
                driven=self.driven[name],
            )
            for name, unit in game.state.units.items()
        )

    def luck(self, seats: Sequence[Seat]) -> dict[Seat, dict[Measure, Luck]]:
        """Return how the dice of each player at *seats* fell."""
        return {seat: {measure: luck_of(self.rolls[seat, measure]) for measure in Measure} for seat in seats}


def game_statistics(start: Game, played: Sequence[PlayedEntry]) -> GameStatistics:
    """Return what the game from *start* comes to; *played* are the entries that count."""
    tally = _Tally({name: start.left(unit) for name, unit in start.state.units.items()})
    turns = _Turns(start)
    for entry, _ in played:
        told: list[Event] = []
        for event in entry.events:
            if isinstance(event, TurnStarted):
                turns.add(entry.seq, entry.by, told)
                turns.begin(event)
                told = []
            else:
                told.append(event)
            tally.count(turns.game, event)
            turns.game = turns.game._replace(state=evolve(turns.game.state, event))
        turns.add(entry.seq, entry.by, told)
    return GameStatistics(
        start=start,
        turns=turns.all(),
        fates=tally.fates(turns.game),
        luck=tally.luck(start.ruleset.seats),
        earned=tally.earned,
    )


class _Turns:
    """The turns as they go by; *game* is how it stands."""

    def __init__(self, start: Game) -> None:
        self.game = start
        self._done: list[Turn] = []
        self._number = start.state.turn
        self._seat = start.state.active if start.state.turn else None
        self._parts: list[TurnPart] = []

    def add(self, seq: int, by: str, events: Sequence[Event]) -> None:
        """Take in *events* of the present turn."""
        if events:
            self._parts.append(TurnPart(seq, by, tuple(events), self.game))

    def begin(self, event: TurnStarted) -> None:
        """Close the present turn and begin the next one."""
        self._done.append(self._turn())
        self._number, self._seat, self._parts = event.turn, event.seat, []

    def all(self) -> tuple[Turn, ...]:
        """Return the turns, the present one last."""
        return (*self._done, self._turn())

    def _turn(self) -> Turn:
        return Turn(self._number, self._seat, tuple(self._parts), self.game)
