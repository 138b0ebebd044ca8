"""What people call the games that are kept: who played, a title of their own, and whether they threw it away.

And on which board each was begun: it is opened on none with other rows or sections.  Beside the games, in a
file of its own: where that is damaged it is set aside, and games are called by their scenario, and opened on
any board.  Safe from any thread.
"""

import logging
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.files import replace_file, set_aside
from companion.input.safe_parsing import UNREADABLE, Limits, measured, read_bytes
from companion.journal.jsonl import NoSuchGameError, StoreError
from rules.kernel.hexes import Board
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import Seat

logger = logging.getLogger(__name__)

LABELS = "labels.json"
ALL = Limits(size=16 * 1024 * 1024, depth=6, parts=1_000_000)
"""What a file of labels may hold: those of some fifty thousand games."""


class GameLabel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a game beside its log; *is_deleted*: it is listed no more.

    *rows* are those of the board on which it was begun, by which its hexes are called, and *section_lines*
    its lines; (): nobody knows.
    """

    names: dict[Seat, str] = {}
    title: str = ""
    is_deleted: bool = False
    rows: tuple[int, ...] = ()
    section_lines: tuple[float, ...] = ()


class GameLabels:
    """The labels in the folder *data*, by the games' ids."""

    def __init__(self, data: Path) -> None:
        self._path = data / LABELS
        self._lock = threading.Lock()
        self._labels = _kept(self._path)

    def of(self, game: str) -> GameLabel:
        """Return the label of *game*."""
        return self._labels.get(game, GameLabel())

    def name(self, game: str, names: Mapping[Seat, str]) -> None:
        """Keep who plays *game*.  Raises StoreError where the disk says no."""
        if names != self.of(game).names:
            self._change(game, names=dict(names))

    def lay(self, game: str, board: Board) -> None:
        """Keep on which *board* *game* is begun.  Raises StoreError."""
        self._change(game, rows=board.rows, section_lines=board.section_lines)

    def check_board(self, game: str, ruleset: Ruleset) -> None:
        """Raise NoSuchGameError where *game* was begun on other rows or sections than *ruleset* has now.

        They are all that the rules know of a board's file.  Lines that leave each hex in its sections are
        no others.
        """
        begun, board, file = self.of(game), ruleset.board, ruleset.scenario.board
        if begun.rows not in ((), board.rows):
            raise _other_board(game, file, field="rows", former=begun.rows, now=board.rows)
        lines = begun.section_lines
        if lines not in ((), board.section_lines) and not _has_sections(board, lines):
            raise _other_board(game, file, field="section_lines", former=lines, now=board.section_lines)

    def entitle(self, game: str, title: str) -> None:
        """Call *game* *title* from now on, "" for its scenario's name.  Raises StoreError."""
        self._change(game, title=title)

    def delete(self, game: str, *, is_deleted: bool = True) -> None:
        """List *game* no more, or again.  Raises StoreError."""
        self._change(game, is_deleted=is_deleted)

    def take_in(self, labels: Mapping[str, GameLabel]) -> bool:
        """Keep those of *labels* that are of games without one; return whether there are any.

        Raises StoreError.
        """
        with self._lock:
            fresh = {game: label for game, label in labels.items() if game not in self._labels}
            if fresh:
                self._write(fresh)
        return bool(fresh)

    def _change(self, game: str, **fields: object) -> None:
        with self._lock:  # what another thread changes of the same game stays
            self._write({game: msgspec.structs.replace(self.of(game), **fields)})

    def _write(self, changed: Mapping[str, GameLabel]) -> None:
        """Keep what has *changed*; the lock is held."""
        labels = {**self._labels, **changed}
        try:
            replace_file(self._path, msgspec.json.encode(labels))
        except OSError as trouble:
            raise StoreError(
                "{1}: cannot be written ({2}); check the folder", self._path, trouble.strerror
            ) from None
        self._labels = labels


def _other_board(
    game: str, file: str, *, field: str, former: Sequence[float], now: Sequence[float]
) -> NoSuchGameError:
    """Return that *game* was begun on another board: *file* had *former* in *field*, and has others *now*."""
    return NoSuchGameError(
        "game {1} was begun on a board with {2} = {3}, and boards/{4}.toml has {5} now: give it the "
        "former ones as long as you play that game, or begin another one",
        game,
        field,
        list(former),
        file,
        list(now),
    )


def _has_sections(board: Board, lines: tuple[float, ...]) -> bool:
    """Return whether each hex of *board* is in the sections in which other *lines* would put it."""
    former = Board(board.rows, lines)
    return all(board.sections(at) == former.sections(at) for at in board.hexes)


def parse_labels(content: bytes) -> dict[str, GameLabel]:
    """Return the labels that a file holds.  Raises what ``UNREADABLE`` lists."""
    return msgspec.json.decode(measured(content, ALL), type=dict[str, GameLabel])


def _kept(path: Path) -> dict[str, GameLabel]:
    """Return what is kept in *path*; where it is damaged, nothing, and the file is set aside."""
    try:
        return parse_labels(read_bytes(path))
    except FileNotFoundError:
        return {}
    except (OSError, *UNREADABLE) as trouble:
        with suppress(OSError):
            logger.warning("%s cannot be read (%s); it lies in %s", path, trouble, set_aside(path))
        return {}
