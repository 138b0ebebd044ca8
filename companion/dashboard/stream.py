"""The event stream: every device is sent the whole view with its number, again after each change.

A stream is a coroutine of the server's event loop and holds no thread.  A device that takes
nothing in holds up nobody: what it is sent next is the newest view, and there is never a queue.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from threading import Lock

from companion.dashboard.bulletin import BEAT, BEAT_SECONDS, GZIP_HEAD, Bulletin, Part, Written
from companion.dashboard.desk import HearingDesk, TableDesk
from rules.values import Seat

HAND_OVER = "herald.hand_over"
"""Where a request's environment holds what is to be called with a Stream that follows the answer's head."""

MOST_PLAYERS = 64
MOST_ONLOOKERS = 256
MOST_OF_A_DEVICE = 8
"""Browsers have six lines to a server for all of their tabs."""


class Streams:
    """The open event streams; players have places that onlookers cannot take."""

    def __init__(self, table: TableDesk, hearing: HearingDesk | None = None) -> None:
        self._players, self._onlookers = Places(MOST_PLAYERS), Places(MOST_ONLOOKERS)
        self.board = Board(table, Bulletin(table, hearing))

    def close(self) -> None:
        """End every stream; later ones end before their first view."""
        self.board.close()

    def open(self, seat: Seat | None, *, device: str, can_play: bool, is_packed: bool) -> "Stream | None":
        """Return a stream of *seat*'s views, or None while *device* has too many, or all have.

        Whoever opens it closes it.
        """
        places = self._players if can_play else self._onlookers
        return Stream(self.board, places, seat, device, is_packed=is_packed) if places.take(device) else None


class Places:
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

    def leave(self, device: str) -> None:
        """Take a place of *device* back."""
        with self._lock:
            self._taken -= Counter((device,))


class Board:
    """Where the coroutines of one event loop read what is new, and wait for it."""

    def __init__(self, table: TableDesk, bulletin: Bulletin) -> None:
        self._table, self.bulletin = table, bulletin
        self._subscription = table.subscribe()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writing: dict[Seat | None, asyncio.Task[Written]] = {}
        self.changed = asyncio.Event()
        self.is_closed = False

    def attach(self) -> None:
        """Wake the coroutines of the running event loop from now on."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            self._subscription.call(lambda: loop.call_soon_threadsafe(self._wake))

    def close(self) -> None:
        """Have every stream end."""
        self.is_closed = True
        self._subscription.close()

    @property
    def newest(self) -> int:
        """Return the number of the newest view."""
        return self._subscription.newest

    async def view(self, seat: Seat | None) -> Written:
        """Return *seat*'s newest view, which a thread writes once for all who ask."""
        known = self.bulletin.known(seat)
        while known is None or known.number < self.newest:
            task = self._writing.get(seat)
            if task is None or task.done():
                task = asyncio.create_task(asyncio.to_thread(self.bulletin.write, seat))
                self._writing[seat] = task
            known = await asyncio.shield(task)
        return known

    def _wake(self) -> None:
        woken, self.changed = self.changed, asyncio.Event()
        woken.set()


class Stream:
    """One device's event stream; its place is free again once it is closed, read from or not."""

    def __init__(
        self, board: Board, places: Places, seat: Seat | None, device: str, *, is_packed: bool
    ) -> None:
        self._board, self._places, self._seat, self._device = board, places, seat, device
        self._is_packed = is_packed
        self._is_open = True

    async def parts(self) -> AsyncIterator[bytes]:
        """Yield the view as it is now, then after every change; a beat where there is none for a while."""
        self._board.attach()
        if self._is_packed:
            yield GZIP_HEAD
        async for part in self._new():
            yield part.packed if self._is_packed else part.plain

    async def _new(self) -> AsyncIterator[Part]:
        board, number, heard = self._board, None, 0
        while not board.is_closed:
            changed = board.changed  # before looking, so that nothing falls between
            if number is None or number < board.newest:
                view = await board.view(self._seat)
                if number is None:
                    yield view.opening
                number = view.number
                yield view.event
                continue
            heard, part = board.bulletin.heard(heard)
            if part is not None:
                yield part
            elif not await _is_set(changed, BEAT_SECONDS):
                yield BEAT

    def close(self) -> None:
        """Leave the place to another device."""
        if self._is_open:
            self._is_open = False
            self._places.leave(self._device)


async def _is_set(event: asyncio.Event, seconds: float) -> bool:
    """Return whether *event* is set within *seconds*."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True
