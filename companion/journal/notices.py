"""What people must know beside the game: what was lost, what cannot be kept, and what helps.

A notice stands on every screen until it is mended or somebody dismisses it.  Knows no table:
whoever finds a trouble tells it here, from any thread.
"""

import threading
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from rules.kernel.translatable import Message


class Notice(NamedTuple):
    """One trouble: *text* says what happened and what it costs, *remedy* what to do, None for nothing.

    *can_dismiss*: it is over and done, so that reading it is enough; else only mending ends it.
    """

    id: str
    text: Message
    remedy: Message | None = None
    can_dismiss: bool = True


class ShownNotice(msgspec.Struct, frozen=True, kw_only=True):
    """A notice in the words of whoever reads it."""

    id: str
    text: str
    remedy: str
    can_dismiss: bool


class Notices:
    """The notices that stand, in the order in which they came.  Safe to call from several threads."""

    def __init__(self) -> None:
        self._open: dict[str, Notice] = {}
        self._dismissed: dict[str, Notice] = {}
        self._hearers: list[Callable[[], object]] = []
        self._lock = threading.Lock()

    @property
    def open(self) -> tuple[Notice, ...]:
        """Return what stands now."""
        with self._lock:
            return tuple(self._open.values())

    def listen(self, hear: Callable[[], object]) -> Callable[[], None]:
        """Have *hear* called after each change, until what is returned is called; it must not wait."""
        self._hearers.append(hear)

        def forget() -> None:
            if hear in self._hearers:
                self._hearers.remove(hear)

        return forget

    def post(
        self, name: str, text: Message, remedy: Message | None = None, *, can_dismiss: bool = True
    ) -> None:
        """Let a notice called *name* stand, in the place of a former one; not again what was dismissed."""
        notice = Notice(name, text, remedy, can_dismiss)
        with self._lock:
            if notice in (self._open.get(name), self._dismissed.get(name)):
                return
            self._open[name] = notice
        self._call_hearers()

    def mend(self, name: str) -> None:
        """Take away the notice called *name*, if it stands: its trouble is over."""
        with self._lock:
            self._dismissed.pop(name, None)
            if self._open.pop(name, None) is None:
                return
        self._call_hearers()

    def dismiss(self, name: str) -> bool:
        """Take away the notice called *name* because it was read; return whether that may be."""
        with self._lock:
            notice = self._open.get(name)
            if notice is None or not notice.can_dismiss:
                return False
            self._dismissed[name] = self._open.pop(name)
        self._call_hearers()
        return True

    def _call_hearers(self) -> None:
        for hear in tuple(self._hearers):
            hear()
