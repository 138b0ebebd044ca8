"""Carries views to devices over connections that the server has handed over, all by one thread.

A device that takes nothing in holds up nobody: what it cannot take yet waits for it alone, and
never more than one view, for what it is sent next is the newest one.
"""

import logging
import socket as sockets
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from socket import SHUT_RDWR, socket
from time import monotonic

from companion.dashboard.bulletin import BEAT, BEAT_SECONDS, OPENING, Bulletin
from companion.dashboard.desk import Subscription
from rules.values import Seat

STALLED_SECONDS = 15.0
"""After how long a device that takes nothing in is given up; its page comes back by itself."""

_SOON_SECONDS = 0.02  # until those are tried again who could not take everything
_FULL = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
_UNANSWERED = getattr(sockets, "TCP_USER_TIMEOUT", None)  # Linux has it

logger = logging.getLogger(__name__)


class Follower:
    """A device's connection, which is written to without ever waiting for it."""

    def __init__(self, connection: socket, seat: Seat | None, *, is_chunked: bool) -> None:
        connection.setblocking(False)
        _limit(connection)
        self._connection, self.seat, self._is_chunked = connection, seat, is_chunked
        self._rest = memoryview(b"")
        self._lock = threading.Lock()
        self._number = self._heard = 0
        self._moved = monotonic()

    @property
    def is_behind(self) -> bool:
        """Return whether something that was sent has not been taken yet."""
        return bool(self._rest)

    def show(self, number: int, read: Callable[[], tuple[int, bytes]]) -> bool:
        """Send what *read* returns where it is newer than what was sent; return whether the device lives."""
        with self._lock:
            if not self._push():
                return False
            if self._rest or number <= self._number:
                return True
            opening = b"" if self._number else OPENING
            self._number, part = read()
            return self._send(opening + part)

    def tell(self, heard: Callable[[int], tuple[int, bytes]]) -> bool:
        """Send what *heard* has that is newer than what was told; return whether the device lives."""
        with self._lock:
            if self._rest or not self._number:
                return self._is_alive()
            self._heard, part = heard(self._heard)
            return self._send(part) if part else True

    def beat(self) -> bool:
        """Send that nothing has changed; return whether the device lives."""
        with self._lock:
            return self._send(BEAT) if self._number and not self._rest else self._is_alive()

    def close(self) -> None:
        """End the connection."""
        with suppress(OSError):  # it may be gone already
            self._connection.shutdown(SHUT_RDWR)
        self._connection.close()

    def _is_alive(self) -> bool:
        return not self._rest or monotonic() - self._moved < STALLED_SECONDS

    def _send(self, part: bytes) -> bool:
        self._rest = memoryview(b"%x\r\n%b\r\n" % (len(part), part) if self._is_chunked else part)
        self._moved = monotonic()
        return self._push()

    def _push(self) -> bool:
        """Send as much as the device takes; return False where it is gone."""
        try:
            while self._rest:
                self._rest = self._rest[self._connection.send(self._rest) :]
                self._moved = monotonic()
        except _FULL:
            return self._is_alive()
        except OSError:
            self._rest = memoryview(b"")
            return False
        return True


def _limit(connection: socket) -> None:
    """Have *connection* fail once a device has answered nothing for long: it went without a word.

    Beats alone never fill what waits for it; else its place would be held for a quarter of an hour.
    """
    if _UNANSWERED is not None and connection.family in (sockets.AF_INET, sockets.AF_INET6):
        connection.setsockopt(sockets.IPPROTO_TCP, _UNANSWERED, int(1000 * STALLED_SECONDS))


class Carrier:
    """Sends a group of devices every change, and a beat where there is none."""

    def __init__(self, name: str, bulletin: Bulletin, subscription: Subscription) -> None:
        self._bulletin, self._subscription = bulletin, subscription
        self._followers: dict[Follower, Callable[[], None]] = {}
        self._lock = threading.Lock()
        self._is_closed = False
        self._newest = 0
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def add(self, follower: Follower, gone: Callable[[], None]) -> None:
        """Show *follower* everything from now on; call *gone* once it has gone."""
        with self._lock:
            is_late = self._is_closed
            if not is_late:
                self._followers[follower] = gone
        number = self._bulletin.number()  # asked once it has its place: nothing falls between
        if is_late:
            follower.close()
            gone()
        elif not self._shown(follower, number):
            self._drop(follower)

    def close(self) -> None:
        """End every connection."""
        with self._lock:
            self._is_closed = True
        self._subscription.close()
        self._thread.join(timeout=5)
        for follower in self._all():
            self._drop(follower)

    def _run(self) -> None:
        beat_at = monotonic() + BEAT_SECONDS
        while not self._is_closed:
            is_behind = any(each.is_behind for each in self._all())
            until = _SOON_SECONDS if is_behind else max(0.0, beat_at - monotonic())
            self._newest = self._subscription.get(timeout=until) or self._newest
            for follower in self._all():
                if not self._shown(follower, self._newest):
                    self._drop(follower)
            if monotonic() >= beat_at:
                beat_at = monotonic() + BEAT_SECONDS
                for follower in [each for each in self._all() if not each.beat()]:
                    self._drop(follower)

    def _all(self) -> list[Follower]:
        with self._lock:
            return list(self._followers)

    def _shown(self, follower: Follower, number: int) -> bool:
        """Show *follower* what is new; return whether it lives.  A fault in that stops no other's views."""
        try:
            is_shown = follower.show(number, lambda: self._bulletin.read(follower.seat, least=number))
            return is_shown and follower.tell(self._bulletin.heard)
        except Exception:
            logger.exception("a view could not be written; the device that wanted it is let go")
            return False

    def _drop(self, follower: Follower) -> None:
        with self._lock:
            gone = self._followers.pop(follower, None)
        if gone is not None:
            follower.close()
            gone()
