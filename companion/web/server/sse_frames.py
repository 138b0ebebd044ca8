"""The newest view of each seat, and what is heard, as parts of an event stream.

Each is written and packed once for however many devices look at it.  What never changes in a
game is an event of its own, which a stream begins with.
"""

import zlib
from dataclasses import dataclass
from threading import Lock

import msgspec

from companion.table.table import Table
from companion.table.view_structs import ScenarioView
from companion.web.requests.ports import ChangesPort, SpeakersPort
from rules.kernel.values import Seat

BEAT_SECONDS = 2.0  # a device that hears nothing for five seconds shows that it is cut off
_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # RFC 1952; a stream never comes to its end


@dataclass(frozen=True, slots=True)
class StreamPart:
    """Some bytes of an event stream, as they are and packed; packed parts can follow one another."""

    plain: bytes
    packed: bytes


def packed(text: bytes) -> StreamPart:
    """Return *text* as a part: deflated so that it refers to nothing before it and ends on a byte."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return StreamPart(text, packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH))


BEAT = packed(b"event: beat\ndata: 1\n\n")


@dataclass(frozen=True, slots=True)
class WrittenView:
    """A view's *number*, the event of all that changes, and the *opening* that comes before the first one."""

    number: int
    event: StreamPart
    opening: StreamPart


class Bulletin:
    """Writes a view when it is first asked for."""

    def __init__(
        self, table: Table, hearing: SpeakersPort | None = None, changes: ChangesPort | None = None
    ) -> None:
        self._table = table
        self._hearing, self._changes = hearing, changes
        self._lock = Lock()
        self._opening = _opening(table.scenario)
        self._written: dict[Seat | None, WrittenView] = {}
        self._heard: tuple[int, StreamPart] | None = None

    def known(self, seat: Seat | None) -> WrittenView | None:
        """Return *seat*'s view as it was last written."""
        return self._written.get(seat)

    def write(self, seat: Seat | None) -> WrittenView:
        """Write *seat*'s view as it is now; takes milliseconds."""
        with self._lock:
            view = self._table.view(seat)
            known = self._written.get(seat)
            if known is None or known.number < view.number:
                event = packed(_event("view", msgspec.json.encode(view), view.number))
                known = self._written[seat] = WrittenView(view.number, event, self._opening)
            return known

    def heard(self, after: int) -> tuple[int, StreamPart | None]:
        """Return number and event of what is heard now; no event where it is no newer than *after*."""
        number = 0 if self._hearing is None else self._hearing.number
        if self._hearing is None or number <= after:
            return after, None
        if self._heard is None or self._heard[0] < number:
            self._heard = number, packed(_event("voice", msgspec.json.encode(self._hearing.told())))
        return self._heard

    def changed(self, after: int) -> tuple[int, StreamPart | None]:
        """Return number and event of the game that is asked for; no event where it is no newer than *after*.

        It tells how many seconds are left: whoever comes later is told anew.
        """
        number = 0 if self._changes is None else self._changes.number
        if self._changes is None or number <= after:
            return after, None
        return number, packed(_event("changes", msgspec.json.encode(self._changes.told())))


def _event(name: str, text: bytes, number: int | None = None) -> bytes:
    head = f"event: {name}\ndata: " if number is None else f"id: {number}\nevent: {name}\ndata: "
    return head.encode() + text + b"\n\n"


def _opening(scenario: ScenarioView) -> StreamPart:
    part = packed(b"retry: 1000\n" + _event("scenario", msgspec.json.encode(scenario)))
    return StreamPart(part.plain, _GZIP_HEAD + part.packed)
