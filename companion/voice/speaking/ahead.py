"""Sounds made before they are played: of what waits to be said, then of what is likely to be said next.

One thread, one sound at a time.  Knows no engine and no player.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from companion.voice.speaking.host import Parts
from companion.voice.speaking.waiting import is_of

log = logging.getLogger(__name__)

BETWEEN = 0.002  # s between two sounds, in which whoever waits for the engine has it

Likely = Callable[[], Iterable[Parts]]


class Ahead:
    """Makes sounds ahead.  ``soon``, ``expect`` and ``given`` never block, and any thread may call them.

    *make* makes a sound, once it has the engine, if what it is handed beside says that it is still
    wanted; it is told whether that is a guess, and returns whether there was anything to make.
    """

    def __init__(self, make: Callable[[Parts, Callable[[], bool], bool], bool]) -> None:
        self._make = make
        self._bell = threading.Condition()
        self._soon: deque[Parts] = deque()
        self._keys: dict[Parts, str] = {}  # of what is made soon
        self._likely: Likely | None = None
        self._guesses: deque[Parts] = deque()
        self._generation = 0  # of what is likely: what is found for an older one comes too late
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="voice-ahead", daemon=True)
        self._thread.start()

    def soon(self, *sounds: Parts, key: str = "") -> None:
        """Make *sounds* next: they wait to be said, in place of what waited under *key* ("" for none)."""
        with self._bell:
            kept = [parts for parts in self._soon if not is_of(self._keys[parts], key)]
            self._soon.clear()
            self._soon.extend([*kept, *sounds])
            self._keys = {parts: self._keys[parts] for parts in kept} | dict.fromkeys(sounds, key)
            self._bell.notify()

    def expect(self, likely: Likely) -> None:
        """Make what *likely* tells, in its order, once nothing waits; what was likely before is not."""
        with self._bell:
            self._likely = likely
            self._generation += 1
            self._guesses.clear()
            self._bell.notify()

    def given(self, parts: Parts) -> None:
        """Leave *parts* to whoever asks for them now; where they are being made, they soon are."""
        with self._bell:
            for wanted in (self._soon, self._guesses):
                while parts in wanted:
                    wanted.remove(parts)

    def forget(self) -> None:
        """Make nothing of what was wanted so far, as after an undo."""
        with self._bell:
            self._soon.clear()
            self._guesses.clear()
            self._likely = None
            self._generation += 1

    def close(self) -> None:
        """Make nothing more; to be called once a sound that is being made ends at once."""
        with self._bell:
            self._closed = True
            self._bell.notify()
        self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while not self._closed:
            try:
                self._turn()
            except Exception:
                log.exception("a sound was not made ahead")

    def _turn(self) -> None:
        """Make one sound, or find out what is likely."""
        with self._bell:
            while not (self._closed or self._soon or self._guesses or self._likely):
                self._bell.wait()
            wanted = self._soon or self._guesses
            likely, self._likely = (self._likely, None) if not wanted else (None, self._likely)
            parts, generation = wanted[0] if wanted else None, self._generation
        if self._closed:
            return
        if likely is not None:
            found = [*likely()]
            with self._bell:
                if generation == self._generation:
                    self._guesses.extend(found)
        elif parts is not None:
            made = self._make(parts, lambda: self._wants(parts, wanted), wanted is self._guesses)
            self.given(parts)
            if made:
                time.sleep(BETWEEN)

    def _wants(self, parts: Parts, wanted: deque[Parts]) -> bool:
        with self._bell:
            return not self._closed and parts in wanted
