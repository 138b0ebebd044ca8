"""An inbox: one thread does what is put in, in order, and something of its own while nothing comes."""

import queue
import threading
from collections.abc import Callable

Work = Callable[[], None]


class Inbox:
    """Work for a thread called *name*, which does ``again``, where it is set, every *every_s* idle seconds.

    What is put in must not fail: who puts it in sees to that.
    """

    def __init__(self, name: str, *, every_s: float) -> None:
        self.again: Work | None = None
        self._every_s = every_s
        self._work: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin with what has been put in already."""
        self._thread.start()

    def put(self, work: Work) -> bool:
        """Have *work* done after what waits; return whether it will be: not once the inbox is closed."""
        with self._closing:
            if not self._is_closed:
                self._work.put(work)
            return not self._is_closed

    def close(self) -> None:
        """Finish what is in the inbox and stop."""
        with self._closing:
            self._is_closed = True
            self._work.put(None)
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while True:
            try:
                work = self._work.get(timeout=None if self.again is None else self._every_s)
            except queue.Empty:
                work = self.again
            if work is None:
                return
            work()
