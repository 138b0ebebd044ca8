"""The newest view of each seat, and what is heard, as events.

Each is written once for however many devices look at it.
"""

from threading import Lock

import msgspec

from companion.dashboard.desk import HearingDesk, TableDesk
from rules.values import Seat

BEAT_SECONDS = 2.0  # a device that hears nothing for five seconds shows that it is cut off
BEAT = b"event: beat\ndata: 1\n\n"
OPENING = b"retry: 1000\n"


class Bulletin:
    """Writes a view when it is first asked for."""

    def __init__(self, table: TableDesk, hearing: HearingDesk | None = None) -> None:
        self._table = table
        self._hearing = hearing
        self._lock = Lock()
        self._written: dict[Seat | None, tuple[int, bytes]] = {}

    def number(self) -> int:
        """Return the number of the view as it is now."""
        number: int = self._table.snapshot(None)["number"]
        return number

    def read(self, seat: Seat | None, least: int) -> tuple[int, bytes]:
        """Return number and event of *seat*'s view, which is number *least* or newer."""
        with self._lock:
            known = self._written.get(seat)
            if known is None or known[0] < least:
                view = self._table.snapshot(seat)
                head = f"id: {view['number']}\nevent: view\ndata: ".encode()
                known = view["number"], head + msgspec.json.encode(view) + b"\n\n"
                self._written[seat] = known
            return known

    def heard(self, after: int) -> tuple[int, bytes]:
        """Return number and event of what is heard now; no event where it is no newer than *after*."""
        number = 0 if self._hearing is None else self._hearing.number
        if self._hearing is None or number <= after:
            return after, b""
        return number, b"event: voice\ndata: " + msgspec.json.encode(self._hearing.told()) + b"\n\n"
