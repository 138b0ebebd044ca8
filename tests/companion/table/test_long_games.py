"""A game of thousands of entries: a tap, an undo and a picture cost what they cost in a short one."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import SupportsIndex, overload

import pytest

from companion.demo.scripted_player import ScriptedPlayer
from companion.journal import journal as module
from companion.journal.journal import Journal, PlayedEntry
from companion.journal.jsonl import fault_of
from companion.journal.store import GameRow, Store
from companion.library.library import Library
from companion.reconcile.journal_facts import laid_by_camera, recent_moments, taken_from
from companion.reconcile.moment import CameraState
from companion.reconcile.reconciler import Reconciler
from companion.table.history import board_at, correction, lines
from companion.table.result import RequestResult
from rules.kernel import replay
from rules.kernel.evolve import evolve
from rules.kernel.hexes import Hex
from rules.kernel.messages import Entry, Event, PlaceBanner, Retracted, Roll
from rules.kernel.replay import live
from rules.kernel.state import State

ROW = GameRow(id="long", scenario="learning", edition="second", started=0.0, version="0")


class Counted(list[PlayedEntry]):
    """What was played; *read* counts the entries that are looked at one by one."""

    read = 0

    def __iter__(self) -> Iterator[PlayedEntry]:
        for one in super().__iter__():
            self.read += 1
            yield one

    def __reversed__(self) -> Iterator[PlayedEntry]:
        for one in super().__reversed__():
            self.read += 1
            yield one

    @overload
    def __getitem__(self, index: SupportsIndex) -> PlayedEntry: ...
    @overload
    def __getitem__(self, index: slice) -> list[PlayedEntry]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> PlayedEntry | list[PlayedEntry]:
        self.read += 1
        return super().__getitem__(index)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Return the journal of a game with 400 entries, some of them taken back."""
    store = Store(tmp_path / "games.sqlite")
    made, player = Journal(Library(tmp_path).ruleset("learning"), store, ROW), ScriptedPlayer(Random(4))
    while made.last < 400:
        if made.game.state.winner is not None:
            made.take_back(made.played[-20].entry.seq, by="south")
            player = ScriptedPlayer(Random(made.last))
        made.record(player.next_commands(made.game), by="south")
    yield made
    store.close()


def test_a_picture_looks_at_few_entries_of_a_long_game(journal: Journal) -> None:
    reconciler = Reconciler(journal, camera=CameraState.NONE)
    journal.played = played = Counted(journal.played)
    reconciler.conclusion()
    recent_moments(journal)
    taken_from(journal)
    laid_by_camera(journal)
    moment = reconciler.moment(1, ())
    assert played.read < 60 < len(played)
    rolls = [one.entry for one in list.__iter__(played) if isinstance(one.entry.command, Roll)]
    assert moment.roll is not None
    assert moment.roll.seq == rolls[-1].seq


def test_a_look_at_the_past_searches_it_by_halves(journal: Journal) -> None:
    seqs = [one.entry.seq for one in journal.played]
    journal.played = played = Counted(journal.played)
    assert journal.before(seqs[90]) == seqs[89]
    assert [entry.seq for entry in journal.after(seqs[-3])] == seqs[-2:]
    with pytest.raises(LookupError):
        journal.index(journal.last + 1)
    assert played.read < 60
    assert [line.seq for line in lines(journal, after=seqs[50], before=seqs[60], count=5).lines] == seqs[
        55:60
    ]
    assert board_at(journal, seqs[70], None).former == seqs[69]


def test_an_undo_plays_nothing_of_what_stays_again(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, played = journal.played[-6].entry.seq, list(journal.played)
    evolved: list[Event] = []

    def counted(state: State, event: Event) -> State:
        evolved.append(event)
        return evolve(state, event)

    monkeypatch.setattr(module, "evolve", counted)
    journal.take_back(kept, by="south")
    assert evolved == []
    assert journal.played == [one for one in played if one.entry.seq <= kept]
    rolls = [one.entry for one in journal.played if isinstance(one.entry.command, Roll)]
    assert list(journal.holding(Roll)) == rolls


def test_a_correction_plays_nothing_of_what_came_before_it_again(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll = journal.holding(Roll)[-1]
    later = sum(len(entry.events) for entry in journal.after(journal.before(roll.seq)))
    evolved: list[Event] = []

    def counted(state: State, event: Event) -> State:
        evolved.append(event)
        return evolve(state, event)

    monkeypatch.setattr(replay, "evolve", counted)
    made = correction(journal, roll.seq, None, by="south", keep=True, seat=None)
    assert not isinstance(made, RequestResult)
    assert made.to == journal.before(roll.seq)
    assert len(evolved) <= later < 100


def test_what_is_looked_up_by_kind_is_what_counts_after_each_undo(journal: Journal) -> None:
    luck = Random(3)
    for _ in range(20):
        journal.take_back(journal.played[luck.randrange(len(journal.played))].entry.seq, by="south")
        player = ScriptedPlayer(luck)
        for _ in range(luck.randrange(30)):
            if journal.game.state.winner is None:
                journal.record(player.next_commands(journal.game), by="south")
        rolls = [one.entry for one in journal.played if isinstance(one.entry.command, Roll)]
        assert list(journal.holding(Roll)) == rolls
        assert [one.entry for one in journal.played] == list(live(journal.entries))


def test_thousands_of_undos_are_judged_in_one_go() -> None:
    compared = 0

    class Number(int):
        def __lt__(self, other: int) -> bool:
            nonlocal compared
            compared += 1
            return super().__lt__(other)

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return super().__eq__(other)

        __hash__ = int.__hash__

    command = PlaceBanner(at=Hex("E5"))
    entries = [
        Entry(seq=seq, at=0.0, by="south", frame=None, command=command, events=()) for seq in range(1, 501)
    ]
    for seq in range(501, 1001):
        undo = (Retracted(to=Number(500)),)
        entries.append(Entry(seq=seq, at=0.0, by="south", frame=None, command=None, events=undo))
    assert fault_of(entries) is None
    assert compared < 20 * 500
    assert len(live(entries)) == 500
