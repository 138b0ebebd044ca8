"""The event stream: every device is sent the whole view with its number, again after each change.

Streams live on the server's event loop and hold no thread.  A device that takes nothing in
holds up nobody: what it is sent next is the newest view, and there is never a queue.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from threading import Lock
from time import monotonic

from companion.table.table import Table
from companion.web.requests.ports import ChangesPort, SpeakersPort
from companion.web.server.sse_frames import BEAT, BEAT_SECONDS, Bulletin, StreamPart
from rules.kernel.values import Seat

HAND_OVER = "herald.hand_over"
"""Where a request's environment holds what is to be called with a Stream that follows the answer's head."""

STALLED_SECONDS = 15.0
"""After how long a device that takes nothing in is given up; its page comes back by itself."""

MOST_PLAYERS = 64
MOST_ONLOOKERS = 256
MOST_OF_A_DEVICE = 8
"""Browsers have six lines to a server for all of their tabs."""

Send = Callable[[bytes], "asyncio.Future[None]"]
"""Sends bytes on their way; the future is over once the device's system has taken them in."""

logger = logging.getLogger(__name__)


class Streams:
    """The open event streams; players have places that onlookers cannot take."""

    def __init__(
        self, table: Table, hearing: SpeakersPort | None = None, changes: ChangesPort | None = None
    ) -> None:
        self._players, self._onlookers = StreamPlaces(MOST_PLAYERS), StreamPlaces(MOST_ONLOOKERS)
        self.board = Broadcast(table, Bulletin(table, hearing, changes))

    def awake(self) -> frozenset[str]:
        """Return the devices of players that have a stream now."""
        return self._players.devices()

    def close(self) -> None:
        """End every stream; later ones end before their first view."""
        self.board.close()

    def open(self, seat: Seat | None, *, device: str, can_play: bool, is_packed: bool) -> "Stream | None":
        """Return a stream of *seat*'s views, or None while *device* has too many, or all have.

        Whoever opens it closes it.
        """
        places = self._players if can_play else self._onlookers
        return Stream(self.board, places, seat, device, is_packed=is_packed) if places.take(device) else None


class StreamPlaces:
    """So many streams, of which no device has more than its share."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._taken: Counter[str] = Counter()

    def take(self, device: str) -> bool:
        """Return whether there was a place for *device*."""
        with self._lock:
            if self._taken.total() >= self._most or self._taken[device] >= MOST_OF_A_DEVICE:
                return False
            self._taken[device] += 1
            return True

    def devices(self) -> frozenset[str]:
        """Return who has a place."""
        with self._lock:
            return frozenset(self._taken)

    def leave(self, device: str) -> None:
        """Take a place of *device* back."""
        with self._lock:
            self._taken -= Counter((device,))


class Broadcast:
    """What sends the streams of one event loop whatever is new, all at once, and a beat where nothing is."""

    def __init__(self, table: Table, bulletin: Bulletin) -> None:
        self.bulletin = bulletin
        self._subscription = table.subscribe()
        self._streams: set[Stream] = set()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    def add(self, stream: "Stream") -> None:
        """Send *stream* everything from now on."""
        self._streams.add(stream)
        self._changed.set()
        if self._task is None or self._task.done():
            loop = asyncio.get_running_loop()
            self._subscription.call(lambda: loop.call_soon_threadsafe(self._changed.set))
            self._task = asyncio.create_task(self._run())

    def remove(self, stream: "Stream") -> None:
        """Send *stream* nothing else."""
        self._streams.discard(stream)

    def close(self) -> None:
        """Have every stream end."""
        self._is_closed = True
        self._subscription.close()

    async def _run(self) -> None:
        beat_at = monotonic() + BEAT_SECONDS
        while not self._is_closed:
            self._changed.clear()  # before looking, so that nothing falls between
            for seat in {stream.seat for stream in self._streams}:
                await self._write(seat)
            self._have_all(Stream.offer)
            try:
                async with asyncio.timeout(max(0.0, beat_at - monotonic())):
                    await self._changed.wait()
            except TimeoutError:
                pass  # nothing has changed
            if monotonic() >= beat_at:  # for some nothing is new, however often others are woken
                beat_at = monotonic() + BEAT_SECONDS
                self._have_all(Stream.beat)
        self._have_all(lambda stream: stream.end())

    def _have_all(self, do: "Callable[[Stream], object]") -> None:
        """Do something with every stream.  A fault in one costs its device the line and no other."""
        for stream in list(self._streams):
            try:
                do(stream)
            except Exception:
                logger.exception("a device was not sent what is new, and is let go")
                stream.end()

    async def _write(self, seat: Seat | None) -> None:
        """Have a thread write *seat*'s view, if there is a newer one.  A fault in that stops no other's."""
        known = self.bulletin.known(seat)
        if known is not None and known.number >= self._subscription.newest:
            return
        try:
            await asyncio.to_thread(self.bulletin.write, seat)
        except Exception:
            logger.exception("a view could not be written; the devices that wanted it are let go")
            for stream in [each for each in self._streams if each.seat is seat]:
                stream.end()


class Stream:
    """One device's event stream; its place is free again once it is closed, followed or not."""

    def __init__(
        self, board: Broadcast, places: StreamPlaces, seat: Seat | None, device: str, *, is_packed: bool
    ) -> None:
        self.seat = seat
        self._board, self._places, self._device, self._is_packed = board, places, device, is_packed
        self._is_open = True
        self._number: int | None = None
        self._heard = self._changed = 0
        self._sending_since: float | None = None
        self._send: Send | None = None
        self.end: Callable[[], object] = self.close

    def follow(self, send: "Send", end: Callable[[], object]) -> None:
        """Give *send* all that is new, the next once the last is taken in; call *end* when that is over."""
        self._send, self.end = send, end
        self._board.add(self)

    def offer(self) -> None:
        """Send what is new, unless the device has not taken in what it was sent before."""
        view = self._board.bulletin.known(self.seat)
        if self._sending_since is not None or view is None:
            return
        parts = []
        if self._number is None:
            parts.append(view.opening)
        if self._number is None or self._number < view.number:
            parts.append(view.event)
            self._number = view.number
        self._heard, heard = self._board.bulletin.heard(self._heard)
        self._changed, changed = self._board.bulletin.changed(self._changed)
        self._say(*parts, *(part for part in (heard, changed) if part is not None))

    def beat(self) -> None:
        """Send that nothing has changed; give up who takes nothing in."""
        if self._sending_since is None:
            self._say(*([] if self._number is None else [BEAT]))  # nothing comes before the opening
        elif monotonic() - self._sending_since > STALLED_SECONDS:
            self.end()

    def close(self) -> None:
        """Leave the place to another device."""
        if self._is_open:
            self._is_open = False
            self._board.remove(self)
            self._places.leave(self._device)

    def _say(self, *parts: StreamPart) -> None:
        if parts and self._send is not None:
            text = b"".join([part.packed if self._is_packed else part.plain for part in parts])
            self._sending_since = monotonic()
            self._send(text).add_done_callback(self._is_taken)

    def _is_taken(self, sent: "asyncio.Future[None]") -> None:
        self._sending_since = None
        if sent.cancelled() or sent.exception() is not None:
            self.end()
        else:
            self.offer()
