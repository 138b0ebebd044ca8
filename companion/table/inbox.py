"""An inbox: one thread does what is put in, in order, and something of its own while nothing comes."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Inbox(Generic[Item, Result]):
    """Items for a thread called *name*, which does *work* with each.

    While nothing comes it does ``again``, where it is set, every *every_s* seconds.  Neither may fail.
    """

    def __init__(self, name: str, work: Callable[[Item], Result], *, every_s: float) -> None:
        self.again: Callable[[], None] | None = None
        self._work = work
        self._every_s = every_s
        self._items: queue.SimpleQueue[tuple[Item, Future[Result]] | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin with what has been put in already."""
        self._thread.start()

    def put(self, item: Item) -> Future[Result] | None:
        """Have *item* worked on after those that wait; None where it will not be: this is closed."""
        with self._closing:
            if self._is_closed:
                return None
            result: Future[Result] = Future()
            self._items.put((item, result))
            return result

    def close(self) -> None:
        """Finish what is in the inbox and stop."""
        with self._closing:
            self._is_closed = True
            self._items.put(None)
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while True:
            try:
                put = self._items.get(timeout=None if self.again is None else self._every_s)
            except queue.Empty:
                if self.again is not None:
                    self.again()
                continue
            if put is None:
                return
            item, result = put
            result.set_result(self._work(item))
