"""The event stream: every device is sent the whole view with its number, again after each change."""

from collections.abc import Callable, Iterator
from threading import Lock

import msgspec

from companion.dashboard.desk import Subscription, TableDesk
from rules.values import Seat

MOST_STREAMS = 40  # each holds a thread of the server, and taps need some too
BEAT_SECONDS = 2.0  # a device that hears nothing for five seconds shows that it is cut off


class Bulletin:
    """The newest view of each seat, written once for however many devices look at it."""

    def __init__(self, table: TableDesk) -> None:
        self._table = table
        self._lock = Lock()
        self._written: dict[Seat | None, tuple[int, str]] = {}

    def read(self, seat: Seat | None, least: int) -> tuple[int, str]:
        """Return number and JSON of *seat*'s view, which is number *least* or newer."""
        with self._lock:
            known = self._written.get(seat)
            if known is None or known[0] < least:
                view = self._table.snapshot(seat)
                known = view["number"], msgspec.json.encode(view).decode()
                self._written[seat] = known
            return known


class Streams:
    """The open event streams, so that the server can end them: it cannot stop while one runs."""

    def __init__(self, table: TableDesk) -> None:
        self._table = table
        self._bulletin = Bulletin(table)
        self._lock = Lock()
        self._open: dict[Stream, Subscription] = {}
        self._closed = False

    def close(self) -> None:
        """End every stream; later ones end after their first view."""
        with self._lock:
            self._closed = True
            for subscription in self._open.values():
                subscription.close()

    def open(self, seat: Seat | None) -> "Stream | None":
        """Return a stream of *seat*'s views, or None while too many are open; whoever opens it closes it."""
        with self._lock:
            if len(self._open) >= MOST_STREAMS:
                return None
            subscription = self._table.subscribe()
            stream = Stream(self._events(seat, subscription), self._end)
            self._open[stream] = subscription
            return stream

    def _end(self, stream: "Stream") -> None:
        with self._lock:
            subscription = self._open.pop(stream, None)
        if subscription is not None:
            subscription.close()

    def _events(self, seat: Seat | None, subscription: Subscription) -> Iterator[str]:
        """Yield the view as it is now, then after every change; a beat in between."""
        number, text = self._bulletin.read(seat, least=self._table.snapshot(seat)["number"])
        yield f"retry: 1000\nid: {number}\nevent: view\ndata: {text}\n\n"
        while not self._closed:
            newest = subscription.get(timeout=BEAT_SECONDS)
            if newest is None or newest <= number:
                yield "event: beat\ndata: 1\n\n"
                continue
            number, text = self._bulletin.read(seat, least=newest)
            yield f"id: {number}\nevent: view\ndata: {text}\n\n"


class Stream:
    """One device's event stream; its place is free again once it is closed, read from or not."""

    def __init__(self, events: Iterator[str], end: "Callable[[Stream], None]") -> None:
        self._events, self._end = events, end

    def __iter__(self) -> Iterator[str]:
        return self._events

    def close(self) -> None:
        """Leave the place to another device."""
        self._end(self)
