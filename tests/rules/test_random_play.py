"""Games of chance to their end: what always holds, holds after every step."""

from collections import Counter

import msgspec
import pytest

from rules import messages as m
from rules.evolve import evolve
from rules.replay import fold, rerun
from rules.ruleset import Game
from rules.state import State
from rules.values import Seat, Step, UnitId
from tests.rules.playing import Played, learning_rules, play_random

RULES = learning_rules()
CHUNK = 25
LOG = msgspec.json.Decoder(list[m.Entry])


class Books:
    """Keeps the books from events alone, and compares them with the state."""

    def __init__(self) -> None:
        self.lore: Counter[Seat] = Counter()
        self.points: Counter[Seat] = Counter()

    def __call__(
        self, before: Game, command: m.AnyCommand, events: tuple[m.AnyEvent, ...], after: Game
    ) -> None:
        self.take_over(before)
        state = before.state
        for event in events:
            self.enter(state, event)
            state = evolve(state, event)
        assert state == after.state
        for seat, side in state.sides.items():
            assert (side.lore, side.points) == (self.lore[seat], self.points[seat]), (command, events)
            assert min(side.lore, side.points, side.cards) >= 0
            assert len(side.known) <= side.cards

    def take_over(self, game: Game) -> None:
        """Begin from *game*: an undo may have gone before."""
        for seat, side in game.state.sides.items():
            self.lore[seat], self.points[seat] = side.lore, side.points

    def enter(self, state: State, event: m.AnyEvent) -> None:
        match event:
            case m.LoreGained(seat=seat, count=count, total=total):
                self.lore[seat] += count
                assert total == self.lore[seat]
                assert count > 0
            case m.LoreSpent(seat=seat, count=count, total=total):
                self.lore[seat] -= count
                assert total == self.lore[seat]
                assert count > 0
            case m.PointsGained(seat=seat, count=count, total=total):
                self.points[seat] += count
                assert total == self.points[seat]
            case m.ScoreCorrected(seat=seat, lore=lore, points=points):
                self.lore[seat], self.points[seat] = lore, points
            case m.Damaged(unit=unit, damage=damage, left=left):
                assert damage > 0
                assert self.health(state, unit) == left + damage
            case m.FiguresRemoved(unit=unit, count=count, left=left):
                assert count > 0
                assert self.health(state, unit) == left + count
            case m.Healed(unit=unit, count=count, left=left):
                assert self.health(state, unit) == left - count
            case _:
                pass

    @staticmethod
    def health(state: State, unit: UnitId) -> int:
        known = state.units[unit]
        return known.figures if known.health is None else known.health - known.damage


def check_pieces(before: Game, command: m.AnyCommand, events: tuple[m.AnyEvent, ...], after: Game) -> None:
    """Units: one a hex, on the board while they have figures, never more than their health."""
    standing = [unit.at for unit in after.state.units.values() if unit.at is not None]
    assert len(set(standing)) == len(standing), command
    assert set(standing) <= set(RULES.board.hexes)
    for unit in after.state.units.values():
        assert 0 <= unit.figures <= after.kind(unit).figures
        assert (unit.at is None) == (unit.figures == 0), (command, unit)
        assert unit.at is not None or not unit.markers


def check_waits(before: Game, command: m.AnyCommand, events: tuple[m.AnyEvent, ...], after: Game) -> None:
    """Every command ends with one ``Awaited``, and what is awaited fits the moment."""
    assert isinstance(events[-1], m.Awaited)
    assert sum(isinstance(event, m.Awaited) for event in events) == 1
    assert after.state.waits == events[-1].waits
    state, wait = after.state, after.state.wait
    assert (state.winner is not None) == (state.step is Step.OVER) == isinstance(wait, m.OverWait)
    for each in state.waits:
        for name in (getattr(each, "unit", None), getattr(each, "target", None)):
            assert name is None or state.units[name].at is not None, (command, each)
    if isinstance(wait, m.DiceWait | m.CommitWait | m.WayWait | m.CounterWait | m.AdvanceWait):
        assert state.fights or wait.unit is None
    if isinstance(wait, m.CardWait | m.OrdersWait | m.ExchangeWait):
        assert wait.seat is state.active
        assert not state.fights


def play_and_check(seed: int) -> Played:
    played = play_random(RULES, seed, watch=(Books(), check_pieces, check_waits))
    start, end, log = played
    again = LOG.decode(msgspec.json.encode(log))
    assert tuple(again) == log
    assert fold(start.state, again) == end.state
    undone = m.Entry(
        seq=len(log) + 1, at=0.0, by="chance", frame=None, command=None, events=(m.Retracted(to=0),)
    )
    assert fold(start.state, (*again, undone)) == start.state
    rerunning = rerun(start, again)
    assert rerunning.broken_at is None
    assert rerunning.game.state == end.state
    assert end.state.winner is not None
    return played


@pytest.mark.parametrize("first", range(0, 500, CHUNK))
def test_random_games_end_and_keep_their_books(first: int) -> None:
    for seed in range(first, first + CHUNK):
        play_and_check(seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 11_000, 250))
def test_ten_thousand_random_games(first: int) -> None:
    for seed in range(first, first + 250):
        play_and_check(seed)


def test_random_games_come_everywhere() -> None:
    """Every command, event and wait occurs: what is never reached is never tested."""
    seen: set[type] = set()

    def watch(before: Game, command: m.AnyCommand, events: tuple[m.AnyEvent, ...], after: Game) -> None:
        seen.update((type(command), *map(type, events), *map(type, after.state.waits)))
        seen.update(type(verb) for verb in getattr(command, "does", ()))

    for seed in range(40_000, 40_060):
        play_random(RULES, seed, watch=(watch,))
    every = {*m.AnyCommand.__args__, *m.AnyEvent.__args__, *m.AnyWait.__args__, *m.AnyVerb.__args__}
    assert {sort.__name__ for sort in every - seen} == {"Retracted"}  # an undo is no command's event
