"""The battle in short: how it went, where it turned, who fell, and the luck.

Each scene is a few sentences and the turn that they are about.  Knows numbers and words, and no page.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.report.statistics import GameStatistics, Measure, Turn
from companion.words.plurals import decimal
from companion.words.score_words import camp_points, leader_of, other_camp
from companion.words.translator import Translator
from companion.words.wording import Wording
from rules.kernel.messages import Eliminated, Rolled
from rules.kernel.translatable import Message, counted, listed
from rules.kernel.values import CAMPS, Seat

MOST_NAMED = 3
"""How many units that fell are named; more are counted."""


class Scene(NamedTuple):
    """Sentences under a *title*, and where the board looked so: a *turn*, and the entry *seq* of it."""

    title: str
    text: str
    turn: Turn
    seq: int


def story(
    told: GameStatistics, words: Wording, names: Mapping[Seat, str], tr: Translator
) -> tuple[Scene, ...]:
    """Return the scenes of a game in which turns were played; *names* are what the sides are called."""
    turns = [turn for turn in told.turns if turn.seat is not None and turn.parts]
    if not turns:
        return ()
    writer = _SceneWriter(told, turns, words, names, tr)
    scenes = (writer.course(), writer.turning(), writer.losses(), writer.luck())
    return tuple(scene for scene in scenes if scene is not None)


class _SceneWriter:
    """Tells each scene."""

    def __init__(
        self,
        told: GameStatistics,
        turns: Sequence[Turn],
        words: Wording,
        names: Mapping[Seat, str],
        tr: Translator,
    ) -> None:
        self._told, self._turns, self._words, self._names, self._tr = told, turns, words, names, tr
        self._end, self._leaders = turns[-1], _leaders(turns)
        self._camps = {camp: str(words.camp(camp)) for camp in CAMPS}
        winner = told.end.state.winner
        self._winner = None if winner is None else winner.camp

    def course(self) -> Scene:
        """Tell how it ended, and how often the lead changed."""
        tr, points = self._tr, camp_points(self._end.end)
        winner = self._winner
        leader = winner or leader_of(points)
        if leader is None:
            ended = tr("After turn {1} both have {2}.", self._end.number, points[CAMPS[0]])
        else:
            values = (self._camps[leader], self._end.number, *self._score(points, leader))
            ended = (
                tr("{1} won in turn {2}, {3} to {4}.", *values)
                if winner
                else tr("After turn {2}: {1} ahead, {3} to {4}.", *values)
            )
        return self._scene(tr("How it went"), [ended, *self._changes()], self._end)

    def _changes(self) -> Iterator[str]:
        changes = len(self._leaders) - 1
        if changes > 0:
            told = counted(changes, "The lead changed hands once.", "The lead changed hands {1} times.")
            yield self._tr(told)
        elif changes == 0:
            yield self._tr("The lead never changed hands.")

    def turning(self) -> Scene | None:
        """Tell the turn in which whoever is ahead took the lead for good, and what fell in it."""
        last, turn = self._leaders[-1] if self._leaders else (None, self._end)
        leader = self._winner or leader_of(camp_points(self._end.end))
        if leader is None or leader is not last:
            return None
        told = [
            self._tr(
                "In turn {1} {2} took the lead for good, {3} to {4}.",
                turn.number,
                self._camps[leader],
                *self._score(camp_points(turn.end), leader),
            )
        ]
        fallen = [event.unit for part in turn.parts for event in part.events if isinstance(event, Eliminated)]
        if 0 < len(fallen) <= MOST_NAMED:
            named = ", ".join(map(self._words.unit, fallen))
            told.append(self._tr("In that turn fell: {1}.", named))
        elif fallen:
            told.append(
                self._tr(counted(len(fallen), "In that turn {1} unit fell.", "In that turn {1} units fell."))
            )
        return self._scene(self._tr("Where it turned"), told, turn)

    def losses(self) -> Scene:
        """Tell how many units each has lost, and which has done most."""
        lost = [
            Message(
                "{1}: {2} of {3} units lost",
                self._names[seat],
                sum(fate.gone is not None for fate in fates),
                len(fates),
            )
            for seat in self._names
            if (fates := [fate for fate in self._told.fates if fate.seat is seat])
        ]
        told = [self._tr("{1}.", listed(lost))]
        fiercest = max(self._told.fates, key=lambda fate: fate.dealt)
        if fiercest.dealt:
            told.append(
                self._tr(
                    counted(
                        fiercest.dealt,
                        "The fiercest: {2}, with {1} damage.",
                        "The fiercest: {2}, with {1} damage.",
                        self._words.unit(fiercest.unit),
                    )
                )
            )
        turn, seq = self._last_fall()
        return self._scene(self._tr("Who fell"), told, turn)._replace(seq=seq)

    def luck(self) -> Scene | None:
        """Tell how the dice fell that were to hit."""
        rolled = {seat: luck for seat in self._names if (luck := self._told.luck[seat][Measure.HITS]).dice}
        if not rolled:
            return None
        told = [
            self._tr(
                "{1}: {2} hits, where {3} could be expected.",
                self._names[seat],
                luck.actual,
                decimal(float(luck.expected), self._tr.lang),
            )
            for seat, luck in rolled.items()
        ]
        rare = [
            self._tr("{1} had rare luck.", self._names[seat])
            if luck.gain > 0
            else self._tr("{1} had rare bad luck.", self._names[seat])
            for seat, luck in rolled.items()
            if not luck.is_ordinary
        ]
        told += rare or [self._tr("All of that is within what chance does.")]
        return self._scene(self._tr("The luck"), told, max(self._turns, key=_rolls))

    def _scene(self, title: str, told: Sequence[str], turn: Turn) -> Scene:
        return Scene(title, " ".join(told), turn, _last(turn))

    def _score(self, points: Mapping[Seat, int], leader: Seat) -> tuple[int, int]:
        return points[leader], points[other_camp(leader)]

    def _last_fall(self) -> tuple[Turn, int]:
        """Return the turn and the entry in which a unit last fell; the end where none did."""
        falls = [
            (turn, part.seq)
            for turn in self._turns
            for part in turn.parts
            if any(isinstance(event, Eliminated) for event in part.events)
        ]
        return falls[-1] if falls else (self._end, _last(self._end))


def _leaders(turns: Sequence[Turn]) -> list[tuple[Seat, Turn]]:
    """Return each time that another camp than before was ahead at a turn's end, the first time included."""
    found: list[tuple[Seat, Turn]] = []
    for turn in turns:
        leader = leader_of(camp_points(turn.end))
        if leader is not None and (not found or found[-1][0] is not leader):
            found.append((leader, turn))
    return found


def _last(turn: Turn) -> int:
    return turn.parts[-1].seq


def _rolls(turn: Turn) -> int:
    return sum(isinstance(event, Rolled) for part in turn.parts for event in part.events)
