"""The journal of one game: what holds now, every entry, and the moments before.

Order of things: the rules decide, the store has it on disk, then the journal
change.  Where the store fails, nothing has changed.  Knows no thread and no
camera.
"""

import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from companion.journal.store import GameRow, NoSuchGameError, Store
from companion.words.announcer import command_text, log_text, wait_text
from companion.words.names import Language
from companion.words.translator import Translator
from rules.kernel.chapters.card_numbers import LEAST_TOLD, MOST_TOLD
from rules.kernel.evolve import evolve
from rules.kernel.game import Game, Ruleset, new_game
from rules.kernel.hands import play_for
from rules.kernel.messages import Command, Entry, Refusal, Retracted
from rules.kernel.replay import fold, live
from rules.kernel.translatable import Message
from rules.kernel.values import Seat
from rules.kernel.view import view

CAMERA = "camera"
"""Who is named in the log for what the camera saw."""


class BrokenLogError(NoSuchGameError):
    """A log that makes no game from some entry on; *to* is the entry that counts before it, 0 for none."""

    def __init__(self, sentence: str, *values: object, to: int) -> None:
        super().__init__(sentence, *values)
        self.to = to


class PlayedEntry(NamedTuple):
    """An entry and the game after it."""

    entry: Entry
    game: Game


class GameAt(NamedTuple):
    """The game as it was after entry *seq*."""

    seq: int
    game: Game


class EntryStep(NamedTuple):
    """An entry, and the games *before* and *after* it."""

    entry: Entry
    before: Game
    after: Game


class Replayed(NamedTuple):
    """A command that is played again; *like* is the entry it comes from, whose time and teller it keeps."""

    command: Command
    like: Entry | None = None


def follow(start: Game, entries: Iterable[Entry], name: str) -> list[PlayedEntry]:
    """Return the entries that count, each with the game after it, by their events alone.

    Raises BrokenLogError, naming the game *name* and the entry, for a log that makes no game.
    """
    played: list[PlayedEntry] = []
    game, to = start, 0
    for entry in live(entries):
        with _naming(entry, name, to):
            for event in entry.events:
                game = game._replace(state=evolve(game.state, event))
            _check(game)
        played.append(PlayedEntry(entry, game))
        to = entry.seq
    return played


def check_shown(played: Sequence[PlayedEntry], name: str) -> None:
    """Raise BrokenLogError for the first entry that tells, or leads to, what cannot be shown."""
    to = former = 0
    for entry, game in played:
        with _naming(entry, name, to):
            log_text(entry.events, game)
            for wait in game.state.waits:
                wait_text(wait, game)
        to, former = entry.seq, to
    for entry, game in played[-1:]:
        with _naming(entry, name, former):
            for seat in (None, *Seat):
                view(game, seat)


def check_commands(start: Game, played: Sequence[PlayedEntry], name: str) -> None:
    """Raise BrokenLogError for the first command that names what cannot be shown."""
    before, to = start, 0
    for entry, game in played:
        if entry.command is not None:
            with _naming(entry, name, to):
                command_text(entry.command, before)
        before, to = game, entry.seq


@contextmanager
def _naming(entry: Entry, name: str, to: int) -> Iterator[None]:
    try:
        yield
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as fault:
        why = Message("there is no {1}", fault) if isinstance(fault, KeyError) else str(fault)
        told = Message("{1}: entry {2} does not follow from what came before it", name, entry.seq)
        raise BrokenLogError("{1} ({2})" if why else "{1}", told, why, to=to) from None


def _check(game: Game) -> None:
    """Raise ValueError where units stand or are what they cannot.

    A unit may have more figures than its card says today, but no more than any unit can with what cards add.
    """
    most_figures = 2 * max(kind.figures for kind in game.ruleset.catalogue.kinds.values())
    for unit in game.state.units.values():
        if unit.at is not None and unit.at not in game.ruleset.board:
            raise ValueError(f"there is no hex {unit.at}")
        if not 0 <= unit.figures <= most_figures:
            raise ValueError(f"{unit.id} cannot have {unit.figures} figures")
    for place in game.state.banners:
        if place not in game.ruleset.board:
            raise ValueError(f"there is no hex {place}")
    for kind, numbers in game.state.told.items():
        if not all(LEAST_TOLD[number] <= value <= MOST_TOLD for number, value in numbers.items()):
            raise ValueError(f"no card of {game.ruleset.catalogue.kinds[kind].name} has such numbers")


class Journal:
    """One game's log and state.  *clock* gives seconds since 1970 (UTC).

    Raises BrokenLogError for a stored log that makes no game.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        store: Store,
        row: GameRow,
        *,
        language: Language | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.language = language
        self.tr = Translator() if language is None else language.tr
        self.row = row
        self.start = new_game(ruleset)
        self.played: list[PlayedEntry] = []
        self._store = store
        self._clock = clock
        self._entries = list(store.entries(row.id))
        self._holding: defaultdict[type[msgspec.Struct], list[Entry]] = defaultdict(list)
        name = f"game {row.id}"
        self._go_on(follow(self.start, self._entries, name))
        check_shown(self.played, name)

    def _go_on(self, fresh: Sequence[PlayedEntry]) -> None:
        """Have *fresh* count after what counts already."""
        self.played += fresh
        self._index(fresh)

    def _go_back(self, to: int, fresh: Sequence[PlayedEntry] = ()) -> None:
        """Have *fresh* count in the place of all after entry *to*; what is kept is not read again."""
        kept = self.index(to) + 1
        for kind in {kind for one in self.played[kept:] for kind in _kinds(one.entry)}:
            held = self._holding[kind]
            del held[bisect_right(held, to, key=_seq) :]
        self.played = [*self.played[:kept], *fresh]  # at once: other threads read it
        self._index(fresh)

    def _index(self, fresh: Iterable[PlayedEntry]) -> None:
        for entry in (one.entry for one in fresh):
            for kind in _kinds(entry):
                self._holding[kind].append(entry)

    @property
    def game(self) -> Game:
        """Return the game as it stands."""
        return self.played[-1].game if self.played else self.start

    @property
    def last(self) -> int:
        """Return the number of the newest entry, 0 before the first."""
        return self._entries[-1].seq if self._entries else 0

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the whole log, what was taken back included."""
        return tuple(self._entries)

    def before(self, seq: int) -> int:
        """Return the number of the entry that counts just before entry *seq*, 0 for none."""
        index = bisect_left(self.played, seq, key=_seq_played)
        return self.played[index - 1].entry.seq if index else 0

    def index(self, seq: int) -> int:
        """Return where entry *seq* stands in ``played``, -1 for 0, the start.

        Raises LookupError for none that counts.
        """
        if seq == 0:
            return -1
        index = bisect_left(self.played, seq, key=_seq_played)
        if index == len(self.played) or self.played[index].entry.seq != seq:
            raise LookupError(f"entry {seq} is none that counts")
        return index

    def at(self, seq: int) -> Game:
        """Return the game after entry *seq*, 0 for the start.  Raises LookupError for none that counts."""
        index = self.index(seq)
        return self.start if index < 0 else self.played[index].game

    def after(self, seq: int) -> list[Entry]:
        """Return the entries that count and came after entry *seq*, in order."""
        return [one.entry for one in self.played[bisect_right(self.played, seq, key=_seq_played) :]]

    def holding(self, kind: type[msgspec.Struct]) -> Sequence[Entry]:
        """Return the entries that count whose command, or one of whose events, is of *kind*, in order."""
        return self._holding.get(kind, ())

    def moments(self) -> Iterator[GameAt]:
        """Yield the game after each entry that counts, the newest first, the very start last."""
        for one in reversed(self.played):
            yield GameAt(one.entry.seq, one.game)
        yield GameAt(0, self.start)

    def steps(self) -> Iterator[EntryStep]:
        """Yield every entry in order, what was taken back included, with the games before and after it."""
        reached = [GameAt(0, self.start)]
        for entry in self._entries:
            before = reached[-1].game
            back = [event.to for event in entry.events if isinstance(event, Retracted)]
            if back:
                while reached[-1].seq > min(back):
                    reached.pop()
            else:
                state = fold(before.state, (entry,))
                reached.append(GameAt(entry.seq, before._replace(state=state)))
            yield EntryStep(entry, before, reached[-1].game)

    def record(
        self, commands: Sequence[Command], *, by: str, frame: int | None = None, seat: Seat | None = None
    ) -> tuple[PlayedEntry, ...] | Refusal:
        """Play *commands*, all or none, and store them in one go.

        They are judged by what *seat* (None: everybody) may know.  Raises StoreError where the
        disk says no; then nothing has happened.
        """
        redone = [Replayed(command) for command in commands]
        fresh = self._replay(self.game, redone, first=self.last + 1, by=by, frame=frame, seat=seat)
        if isinstance(fresh, Refusal):
            return fresh
        self._store.append(self.row, *(played.entry for played in fresh))
        self._entries += [played.entry for played in fresh]
        self._go_on(fresh)
        return tuple(fresh)

    def rewrite(self, to: int, redone: Sequence[Replayed], *, by: str) -> tuple[PlayedEntry, ...] | Refusal:
        """Take back everything after entry *to* and play *redone* instead, all or none, in one go.

        The undo comes first in what is returned.  Raises LookupError where *to* is no entry
        that counts, StoreError where the disk says no; then nothing has happened.
        """
        undo = self._undo_to(to, by=by)
        moment = self.at(to)
        fresh = self._replay(moment, redone, first=undo.seq + 1, by=by)
        if isinstance(fresh, Refusal):
            return fresh
        self._store.append(self.row, undo, *(played.entry for played in fresh))
        self._entries += [undo, *(played.entry for played in fresh)]
        self._go_back(to, fresh)
        return (PlayedEntry(undo, moment), *fresh)

    def take_back(self, to: int, *, by: str) -> Entry:
        """Take back everything after entry *to*.  Raises LookupError where *to* is no entry that counts."""
        entry = self._undo_to(to, by=by)
        self._store.append(self.row, entry)
        self._entries.append(entry)
        self._go_back(to)
        return entry

    def _replay(
        self,
        game: Game,
        redone: Iterable[Replayed],
        *,
        first: int,
        by: str,
        frame: int | None = None,
        seat: Seat | None = None,
    ) -> list[PlayedEntry] | Refusal:
        """Return the entries, numbered from *first*, that *redone* makes from *game*."""
        fresh = list[PlayedEntry]()
        for number, (command, like) in enumerate(redone, start=first):
            game, decision = play_for(game, command, seat)
            if isinstance(decision, Refusal):
                return decision
            entry = Entry(
                seq=number,
                at=self._clock() if like is None else like.at,
                by=by if like is None else like.by,
                frame=frame if like is None else like.frame,
                command=command,
                events=tuple(decision),
            )
            fresh.append(PlayedEntry(entry, game))
        return fresh

    def _undo_to(self, to: int, *, by: str) -> Entry:
        """Return the entry that takes back everything after entry *to*.  Raises LookupError."""
        self.index(to)
        return Entry(
            seq=self.last + 1,
            at=self._clock(),
            by=by,
            frame=None,
            command=None,
            events=(Retracted(to=to),),
        )


def _seq(entry: Entry) -> int:
    return entry.seq


def _seq_played(one: PlayedEntry) -> int:
    return one.entry.seq


def _kinds(entry: Entry) -> set[type[msgspec.Struct]]:
    """Return of which kinds the command and the events of *entry* are."""
    return {type(message) for message in (entry.command, *entry.events) if message is not None}
