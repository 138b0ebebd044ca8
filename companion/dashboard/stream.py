"""The event stream: every device is sent the whole view with its number, again after each change."""

from collections.abc import Iterator
from socket import socket
from threading import Lock
from typing import Protocol

from companion.dashboard.bulletin import BEAT, BEAT_SECONDS, OPENING, Bulletin
from companion.dashboard.carrier import Carrier, Follower
from companion.dashboard.desk import HearingDesk, TableDesk
from rules.values import Seat

HAND_OVER = "herald.hand_over"
"""Where a request's environment holds what is to be called with a Take: how to hand its connection over.

The server does so once the answer's head is sent, and holds no thread while the device looks.
"""

MOST_PLAYERS = 64
MOST_ONLOOKERS = 256


class Take(Protocol):
    """Takes a connection over from the server, for good."""

    def __call__(self, connection: socket, *, is_chunked: bool) -> None:
        """Write to *connection* from now on, in chunks or plainly, and close it in the end."""


class Streams:
    """The open event streams; players have places, and a thread, that onlookers cannot take."""

    def __init__(self, table: TableDesk, hearing: HearingDesk | None = None) -> None:
        bulletin = Bulletin(table, hearing)
        self._players = Places("players", table, bulletin, most=MOST_PLAYERS)
        self._onlookers = Places("onlookers", table, bulletin, most=MOST_ONLOOKERS)

    def close(self) -> None:
        """End every stream; later ones end after their first view."""
        self._players.close()
        self._onlookers.close()

    def open(self, seat: Seat | None, *, can_play: bool) -> "Stream | None":
        """Return a stream of *seat*'s views, or None while too many are open; whoever opens it closes it."""
        return (self._players if can_play else self._onlookers).open(seat)


class Places:
    """So many streams, and what carries them."""

    def __init__(self, name: str, table: TableDesk, bulletin: Bulletin, *, most: int) -> None:
        self.table, self.bulletin = table, bulletin
        self.is_closed = False
        self._name, self._most = name, most
        self._lock = Lock()
        self._open: set[Stream] = set()
        self._carrier: Carrier | None = None

    def open(self, seat: Seat | None) -> "Stream | None":
        """Return a stream of *seat*'s views, or None while too many are open."""
        with self._lock:
            if len(self._open) >= self._most:
                return None
            stream = Stream(self, seat)
            self._open.add(stream)
            return stream

    def carrier(self) -> Carrier | None:
        """Return what carries the streams whose connections were handed over; None at the end."""
        with self._lock:
            if self._carrier is None and not self.is_closed:
                self._carrier = Carrier(self._name, self.bulletin, self.table.subscribe())
            return self._carrier

    def leave(self, stream: "Stream") -> None:
        """Take *stream*'s place back."""
        with self._lock:
            self._open.discard(stream)

    def close(self) -> None:
        """End every stream."""
        with self._lock:
            self.is_closed = True
            streams, carrier = list(self._open), self._carrier
        for stream in streams:
            stream.end()
        if carrier is not None:
            carrier.close()


class Stream:
    """One device's event stream; its place is free again once it is closed, read from or not."""

    def __init__(self, places: Places, seat: Seat | None) -> None:
        self._places, self._seat = places, seat
        self._subscription = places.table.subscribe()

    def __iter__(self) -> Iterator[bytes]:
        """Yield the view as it is now, then after every change; a beat in between.

        For servers that hand no connections over: each stream holds one of their threads.
        """
        bulletin = self._places.bulletin
        number, part = bulletin.read(self._seat, least=bulletin.number())
        yield OPENING + part
        heard = 0
        while not self._places.is_closed:
            heard, part = bulletin.heard(heard)
            if part:
                yield part
            newest = self._subscription.get(timeout=BEAT_SECONDS)
            if newest is None or newest <= number:
                yield BEAT
                continue
            number, part = bulletin.read(self._seat, least=newest)
            yield part

    def carry(self, connection: socket, *, is_chunked: bool) -> None:
        """Have everything sent over *connection*, which is the stream's from now on."""
        follower, carrier = Follower(connection, self._seat, is_chunked=is_chunked), self._places.carrier()
        if carrier is None:
            follower.close()
            self.close()
        else:
            carrier.add(follower, self.close)

    def end(self) -> None:
        """Wake whoever reads, who is sent no more."""
        self._subscription.close()

    def close(self) -> None:
        """Leave the place to another device."""
        self.end()
        self._places.leave(self)
