"""Stored games that the present rules would decide otherwise: where, in words, and the way back.

A game counts by what was booked.  Where the rules were mended since, people are told of the first
entry that would come out otherwise, and may go back to the one before it.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from companion.journal.check_import import start_of, stored_start
from companion.journal.game_labels import GameLabels
from companion.journal.journal import BrokenLogError, Journal, PlayedEntry
from companion.journal.jsonl import GameRow, NoSuchGameError, fault_of
from companion.journal.store import Store
from companion.library.library import Library
from companion.reconcile.log_lines import SHOWN, line_of
from companion.reconcile.questions import Choice, ChoiceAction, TableQuestion
from companion.words.announcer import refusal_text
from companion.words.names import Language
from companion.words.phrases import load_phrases
from companion.words.translator import Translator
from rules.kernel.evolve import evolve
from rules.kernel.game import Game
from rules.kernel.messages import Entry, Overrule, Retracted
from rules.kernel.replay import Divergence, divergence, live
from rules.kernel.translatable import Message

BY = "herald"
"""Who is named in the log for going back at the command line."""


def divergence_text(found: Divergence, language: Language) -> str:
    """Return what the present rules say of the entry in *found*, in words; what is hidden stays so."""
    entry, tr = found.entry, language.tr
    line = line_of(PlayedEntry(entry, _after(found)), language).text
    told = [_said(found, tr, line), tr("The game goes on as it was booked.")]
    command = entry.command.command if isinstance(entry.command, Overrule) else entry.command
    if found.refusal is not None and isinstance(command, SHOWN):
        told.insert(1, f"{refusal_text(found.refusal, found.game, language)}.")
    return " ".join(told)


def _said(found: Divergence, tr: Translator, line: str) -> str:
    if found.refusal is None:
        return tr("By today's rules entry {1} would come out otherwise: {2}.", found.entry.seq, line)
    return tr("By today's rules entry {1} could not be done: {2}.", found.entry.seq, line)


class Doubt:
    """What is asked of the game in *journal* that the present rules would decide otherwise.

    *question* is None once somebody has answered, or the entry has been taken back.
    """

    def __init__(self, journal: Journal) -> None:
        found = divergence(journal.start, journal.entries)
        self._seq = 0 if found is None else found.entry.seq
        self.question = None if found is None else _whether_as_booked(found, journal)

    def hear(self, entries: Iterable[Entry]) -> None:
        """Ask no more where *entries* take back what is asked about."""
        events = (event for entry in entries for event in entry.events)
        if any(isinstance(event, Retracted) and event.to < self._seq for event in events):
            self.question = None

    def settle(self, question: TableQuestion) -> None:
        """Ask no more where *question*, which was answered, is this one."""
        if question is self.question:
            self.question = None


def _whether_as_booked(found: Divergence, journal: Journal) -> TableQuestion:
    language = journal.language or Language(load_phrases(found.game.ruleset.edition.id))
    tr, gone = language.tr, sum(one.entry.seq > found.to for one in journal.played)
    back = (
        tr("Back to entry {1} (entries taken back: {2})", found.to, gone)
        if found.to
        else tr("Back to the start (entries taken back: {1})", gone)
    )
    stay = Choice(tr("Go on as booked"), ChoiceAction(dismisses=True))
    key = ("diverges", found.entry.seq)
    return TableQuestion(
        key, divergence_text(found, language), (stay, Choice(back, ChoiceAction(to=found.to)))
    )


def _after(found: Divergence) -> Game:
    state = found.game.state
    for event in found.entry.events:
        state = evolve(state, event)
    return found.game._replace(state=state)


def way_back(command: str, to: int) -> Message:
    """Return how to go on from entry *to* by *command* line."""
    return Message("To go on from entry {1}: {2} --back-to {1}", to, command)


@contextmanager
def naming_way_back(library: Library, row: GameRow, entries: Sequence[Entry], command: str) -> Iterator[None]:
    """Add to a BrokenLogError how *command* line takes the log from where it makes no game.

    That is the entry before the first that the present rules decide otherwise, or the last whole one.
    Raises the BrokenLogError that says it.
    """
    try:
        yield
    except BrokenLogError as broken:
        start = start_of(library, row, row.id)
        whole = live(entries)
        found = divergence(start, [entry for entry in whole if entry.seq <= broken.to])
        to = broken.to if found is None else found.to
        raise BrokenLogError("{1}. {2}", broken, way_back(command, to), to=to) from None


def open_journal(
    library: Library, store: Store, labels: GameLabels, row: GameRow, *, language: Language | None = None
) -> Journal:
    """Return the journal of the stored game *row*, called as *labels* say.

    Raises StoreError; for a log that makes no game BrokenLogError, which names the way back.
    """
    start = stored_start(library, labels, row)
    with naming_way_back(library, row, store.entries(row.id), f"herald games resume {row.id}"):
        return Journal(start.ruleset, store, row, language=language)


def gone_back(entries: Sequence[Entry], to: int, *, at: float) -> tuple[Entry, ...]:
    """Return *entries* with everything after entry *to* taken back; as they are where nothing is.

    Raises NoSuchGameError where *to* is no entry that counts.
    """
    undo = Entry(seq=len(entries) + 1, at=at, by=BY, frame=None, command=None, events=(Retracted(to=to),))
    if fault_of((*entries, undo)) is not None:
        raise NoSuchGameError("entry {1} is none that counts: name another one with --back-to", to)
    counting = live(entries)
    is_there = to == (counting[-1].seq if counting else 0)
    return tuple(entries) if is_there else (*entries, undo)


def go_back(store: Store, game: str, to: int, *, clock: Callable[[], float] = time.time) -> None:
    """Take back everything after entry *to* of the stored *game*, even of one that cannot be opened.

    Raises NoSuchGameError where there is no such game or entry, and StoreError.
    """
    row, entries = store.game(game), store.entries(game)
    store.lock(game)
    undo = gone_back(entries, to, at=clock())[len(entries) :]
    if undo:
        store.append(row, *undo)
