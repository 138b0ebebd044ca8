"""How screens hear that the view has changed: a bell with a number, no queue that can grow."""

import threading
from collections.abc import Callable


class Bell:
    """Holds the newest number and wakes whoever waits for a newer one."""

    def __init__(self) -> None:
        self.number = 0
        self.nudges = 0
        self.changed = threading.Condition()
        self.callers: dict[Subscription, Callable[[], object]] = {}

    def ring(self, number: int) -> None:
        """Tell everybody that the view is number *number* now."""
        with self.changed:
            self.number = number
            self.wake()

    def notify_screens(self) -> None:
        """Wake everybody although the view is as it was: something else has changed."""
        with self.changed:
            self.nudges += 1
            self.wake()

    def wake(self) -> None:
        """Wake everybody; whoever calls this holds ``changed``."""
        self.changed.notify_all()
        for call in self.callers.values():
            call()


class Subscription:
    """One listener's place at the bell."""

    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._heard, self._nudged = bell.number, bell.nudges
        self._closed = False

    def get(self, timeout: float) -> int | None:
        """Return the newest number, or None when none newer than the last came within *timeout* seconds.

        Returns None at once after a notice.
        """
        with self._bell.changed:
            self._bell.changed.wait_for(self._is_woken, timeout)
            self._nudged = self._bell.nudges
            if self._closed or self._bell.number <= self._heard:
                return None
            self._heard = self._bell.number
            return self._heard

    def call(self, wake: Callable[[], object]) -> None:
        """Have *wake* called at every change and notice until the end, and then; it must not wait."""
        with self._bell.changed:
            if self._closed:  # whom it would wake may be gone
                return
            self._bell.callers[self] = wake

    @property
    def newest(self) -> int:
        """Return the newest number."""
        return self._bell.number

    def _is_woken(self) -> bool:
        return self._closed or self._bell.number > self._heard or self._bell.nudges > self._nudged

    def close(self) -> None:
        """Hear no more; a waiting ``get`` returns at once."""
        with self._bell.changed:
            self._closed = True
            self._bell.wake()
            self._bell.callers.pop(self, None)
