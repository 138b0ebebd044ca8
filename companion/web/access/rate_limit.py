"""How often something may be done in a minute, whoever does it.  Knows no request."""

from collections import deque
from collections.abc import Callable
from threading import Lock
from time import monotonic


class RateLimit:
    """Lets *most* things a minute be done."""

    def __init__(self, most: int, clock: Callable[[], float] = monotonic) -> None:
        self._most, self._clock = most, clock
        self._done: deque[float] = deque(maxlen=most)
        self._lock = Lock()

    def wait(self) -> int:
        """Return how many seconds must pass before one more; 0: it may be done now, and is counted."""
        with self._lock:
            now = self._clock()
            if len(self._done) == self._most and now - self._done[0] < 60:
                return max(1, round(60 - (now - self._done[0])))
            self._done.append(now)
            return 0
