"""What is done for a store beside the game, on a thread of its own: its backup, and a look through all of it.

The games themselves do not wait for it.  What goes wrong stands on the board of notices.
"""

import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from companion.journal import backup as storebackup, sqlite_file as storefile
from companion.journal.jsonl import StoreError
from companion.journal.notices import Notices
from companion.journal.repair import doubt, find_damage
from rules.kernel.translatable import Message

BACKUP, DAMAGE = "backup", "damage"

_Work = queue.SimpleQueue[Callable[[], None] | None]
_TROUBLES = (StoreError, sqlite3.Error, OSError)

logger = logging.getLogger(__name__)


class Upkeep:
    """Keeps the backup of the store *path* and looks through the store when asked; ends with ``close``.

    *is_failing*: the backup lacks something that could not be written.
    """

    def __init__(self, path: Path, board: Notices) -> None:
        self.is_failing = False
        self._path, self._board = path, board
        self._lacking: set[str] | None = None  # games that the backup may lack something of; None: all
        self._work = _Work()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def back_up(self, game: str | None = None) -> None:
        """Have the backup get what it lacks of *game* (None: of all) and of those it could not get before."""
        with self._lock:
            if game is not None and self._lacking is not None:
                self._lacking.add(game)
        self._later(self.back_up_now)

    def check(self) -> None:
        """Have all of the store looked through."""
        self._later(self._check)

    def close(self) -> None:
        """Finish the backup that waits, leave off looking through the store, and stop."""
        with self._lock:
            thread, self._thread = self._thread, None
            self._work.put(None)
            self._work = _Work()  # another thread must not take this one's end
        if thread is not None:
            thread.join()

    def back_up_now(self) -> None:
        """Write to the backup what it lacks, in this thread; what goes wrong is told on the board."""
        with self._lock:
            games, self._lacking = self._lacking, set()
        try:
            storebackup.back_up(self._path, games)
        except _TROUBLES as trouble:
            with self._lock:
                self._lacking = None if games is None or self._lacking is None else games | self._lacking
            self.is_failing = True
            self._post_trouble(trouble)
        else:
            self.is_failing = False
            self._board.mend(BACKUP)

    def _post_trouble(self, trouble: Exception) -> None:
        backup = storefile.backup_of(self._path)
        why = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else trouble
        logger.warning("no backup can be written to %s (%s); the games themselves are kept", backup, why)
        if isinstance(trouble, StoreError) or (
            isinstance(trouble, sqlite3.DatabaseError) and storefile.is_damage(trouble)
        ):
            doubt(self._path)
        self._board.post(
            BACKUP,
            Message("No backup can be written to {1} ({2}).", backup, why),
            Message(
                "The games themselves are kept. Make room on the disk, or see that the folder can be written."
            ),
        )

    def _check(self) -> None:
        try:
            found = find_damage(self._path, self._is_over)
        except _TROUBLES as trouble:
            if not self._is_over():
                logger.warning("%s could not be looked through (%s)", self._path, trouble)
            return
        if found is not None:
            self.note_damage(found)

    def _is_over(self) -> bool:
        """Return whether the thread that asks has been told to stop."""
        return self._thread is not threading.current_thread()

    def note_damage(self, what: Message) -> None:
        """Have *what*, a game or a file, mended at the next start, and told until then."""
        doubt(self._path)
        self._board.post(
            DAMAGE,
            Message("Of the games that are kept, {1} is damaged; the game on this table goes on.", what),
            Message(
                "End herald when you have finished, and start it again: then it is mended from the backup."
            ),
        )

    def _later(self, work: Callable[[], None]) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=_run, args=(self._work,), name="upkeep", daemon=True)
                self._thread.start()
            self._work.put(work)


def _run(inbox: _Work) -> None:
    """Do what is put in, until the end.  A fault in one thing does not stop the next."""
    while (work := inbox.get()) is not None:
        try:
            work()
        except Exception:
            logger.exception("the games are kept, but something beside them failed")
