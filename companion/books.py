"""The books of one game: what holds now, every entry, and the moments before.

Order of things: the rules decide, the store has it on disk, then the books
change.  Where the store fails, nothing has changed.  Knows no thread and no
camera.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from companion.announcer import command_text, log_text, wait_text
from companion.referee import Moment
from companion.sentences import Sentences
from companion.store import GameRow, NoSuchGameError, Store
from companion.wording import Tongue
from rules.evolve import evolve
from rules.game import Game, Ruleset, new_game, play
from rules.messages import AnyCommand, Entry, Refusal, Retracted
from rules.replay import fold, live
from rules.values import Seat
from rules.view import view

CAMERA = "camera"
"""Who is named in the log for what the camera saw."""


class BrokenLogError(NoSuchGameError):
    """A log that makes no game from some entry on; *to* is the entry that counts before it, 0 for none."""

    def __init__(self, sentence: str, to: int) -> None:
        super().__init__(sentence)
        self.to = to


class Played(NamedTuple):
    """An entry and the game after it."""

    entry: Entry
    game: Game


class Step(NamedTuple):
    """An entry, and the games *before* and *after* it."""

    entry: Entry
    before: Game
    after: Game


class Redone(NamedTuple):
    """A command that is played again; *like* is the entry it comes from, whose time and teller it keeps."""

    command: AnyCommand
    like: Entry | None = None


def follow(start: Game, entries: Iterable[Entry], name: str) -> list[Played]:
    """Return the entries that count, each with the game after it, by their events alone.

    Raises BrokenLogError, naming the game *name* and the entry, for a log that makes no game.
    """
    played: list[Played] = []
    game, to = start, 0
    for entry in live(entries):
        with _naming(entry, name, to):
            for event in entry.events:
                game = game._replace(state=evolve(game.state, event))
            _check(game)
        played.append(Played(entry, game))
        to = entry.seq
    return played


def check_shown(played: Sequence[Played], name: str) -> None:
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


def check_commands(start: Game, played: Sequence[Played], name: str) -> None:
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
        why = f"there is no {fault}" if isinstance(fault, KeyError) else str(fault)
        raise BrokenLogError(
            f"{name}: entry {entry.seq} does not follow from what came before it"
            + (f" ({why})" if why else ""),
            to,
        ) from None


def _check(game: Game) -> None:
    """Raise ValueError where units stand or are what they cannot.

    A unit may have more figures than its card says today, but no more than any card does.
    """
    most = max(kind.figures for kind in game.ruleset.catalogue.kinds.values())
    for unit in game.state.units.values():
        if unit.at is not None and unit.at not in game.ruleset.board:
            raise ValueError(f"there is no hex {unit.at}")
        if not 0 <= unit.figures <= most:
            raise ValueError(f"{unit.id} cannot have {unit.figures} figures")
    for place in game.state.banners:
        if place not in game.ruleset.board:
            raise ValueError(f"there is no hex {place}")


class Books:
    """One game's log and state.  *clock* gives seconds since 1970 (UTC).

    Raises BrokenLogError for a stored log that makes no game.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        store: Store,
        row: GameRow,
        *,
        tongue: Tongue | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.tongue = tongue
        self.tell = Sentences() if tongue is None else tongue.tell
        self.row = row
        self.start = new_game(ruleset)
        self.played: list[Played] = []
        self._store = store
        self._clock = clock
        self._entries = list(store.entries(row.id))
        self._fold()
        check_shown(self.played, self._name)

    @property
    def _name(self) -> str:
        return f"game {self.row.id}"

    def _fold(self) -> None:
        """Build the state from the entries that count."""
        self.played = follow(self.start, self._entries, self._name)

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
        return max((played.entry.seq for played in self.played if played.entry.seq < seq), default=0)

    def moments(self) -> list[Moment]:
        """Return the game after each entry that counts, the newest first, the very start last."""
        newest_first = [Moment(played.entry.seq, played.game) for played in reversed(self.played)]
        return [*newest_first, Moment(0, self.start)]

    def steps(self) -> Iterator[Step]:
        """Yield every entry in order, what was taken back included, with the games before and after it."""
        reached = [Moment(0, self.start)]
        for entry in self._entries:
            before = reached[-1].game
            back = [event.to for event in entry.events if isinstance(event, Retracted)]
            if back:
                reached = [moment for moment in reached if moment.seq <= min(back)]
            else:
                state = fold(before.state, (entry,))
                reached.append(Moment(entry.seq, before._replace(state=state)))
            yield Step(entry, before, reached[-1].game)

    def record(
        self, commands: Sequence[AnyCommand], *, by: str, frame: int | None = None
    ) -> tuple[Played, ...] | Refusal:
        """Play *commands*, all or none, and store them in one go.

        Raises StoreError where the disk says no; then nothing has happened.
        """
        redone = [Redone(command) for command in commands]
        fresh = self._replay(self.game, redone, first=self.last + 1, by=by, frame=frame)
        if isinstance(fresh, Refusal):
            return fresh
        self._store.append(self.row, *(played.entry for played in fresh))
        self._entries += [played.entry for played in fresh]
        self.played += fresh
        return tuple(fresh)

    def rewrite(self, to: int, redone: Sequence[Redone], *, by: str) -> tuple[Played, ...] | Refusal:
        """Take back everything after entry *to* and play *redone* instead, all or none, in one go.

        The undo comes first in what is returned.  Raises LookupError where *to* is no entry
        that counts, StoreError where the disk says no; then nothing has happened.
        """
        undo = self._undo_to(to, by=by)
        moment = next((one.game for one in self.played if one.entry.seq == to), self.start)
        fresh = self._replay(moment, redone, first=undo.seq + 1, by=by, frame=None)
        if isinstance(fresh, Refusal):
            return fresh
        self._store.append(self.row, undo, *(played.entry for played in fresh))
        self._entries += [undo, *(played.entry for played in fresh)]
        self.played = [*(one for one in self.played if one.entry.seq <= to), *fresh]
        return (Played(undo, moment), *fresh)

    def take_back(self, to: int, *, by: str) -> Entry:
        """Take back everything after entry *to*.  Raises LookupError where *to* is no entry that counts."""
        entry = self._undo_to(to, by=by)
        self._store.append(self.row, entry)
        self._entries.append(entry)
        self._fold()
        return entry

    def _replay(
        self, game: Game, redone: Iterable[Redone], *, first: int, by: str, frame: int | None
    ) -> list[Played] | Refusal:
        """Return the entries, numbered from *first*, that *redone* makes from *game*."""
        fresh = list[Played]()
        for number, (command, like) in enumerate(redone, start=first):
            game, decision = play(game, command)
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
            fresh.append(Played(entry, game))
        return fresh

    def _undo_to(self, to: int, *, by: str) -> Entry:
        """Return the entry that takes back everything after entry *to*.  Raises LookupError."""
        if to != 0 and all(played.entry.seq != to for played in self.played):
            raise LookupError(f"entry {to} is none that counts")
        return Entry(
            seq=self.last + 1,
            at=self._clock(),
            by=by,
            frame=None,
            command=None,
            events=(Retracted(to=to),),
        )
