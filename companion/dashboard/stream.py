"""The event stream: every device is sent the whole view with its number, again after each change."""

from collections.abc import Iterator
from threading import Lock

import msgspec

from companion.dashboard.desk import Subscription, TableDesk
from rules.values import Seat

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
        self._open: set[Subscription] = set()
        self._closed = False

    def close(self) -> None:
        """End every stream; later ones end after their first view."""
        with self._lock:
            self._closed = True
            for subscription in self._open:
                subscription.close()

    def events(self, seat: Seat | None) -> Iterator[str]:
        """Yield the event stream of *seat*: the view now, then after every change; a beat in between."""
        subscription = self._table.subscribe()
        with self._lock:
            self._open.add(subscription)
        try:
            number, text = self._bulletin.read(seat, least=self._table.snapshot(seat)["number"])
            yield f"retry: 1000\nid: {number}\nevent: view\ndata: {text}\n\n"
            while not self._closed:
                newest = subscription.get(timeout=BEAT_SECONDS)
                if newest is None or newest <= number:
                    yield "event: beat\ndata: 1\n\n"
                    continue
                number, text = self._bulletin.read(seat, least=newest)
                yield f"id: {number}\nevent: view\ndata: {text}\n\n"
        finally:
            with self._lock:
                self._open.discard(subscription)
            subscription.close()
