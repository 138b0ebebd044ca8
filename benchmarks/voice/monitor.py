"""An ear at the virtual sound card: when it is loud, by the card's own clock."""

import subprocess
import threading
import time
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from companion.voice.listening.microphone import RATE
from tests.companion.voice.listening.soundcard import FORMAT, MICROPHONE

STILL = 0.15  # s of quiet before the next event
LOUD = 300  # of 32,768
BLOCK = 0.005  # s that are listened to at a time


class Silence(NamedTuple):
    """It was quiet from *begun* to *ended*, seconds of ``time.perf_counter``, and loud before and after."""

    begun: float
    ended: float

    @property
    def seconds(self) -> float:
        """Return how long it lasted."""
        return self.ended - self.begun


class Monitor:
    """Listens to the virtual card: when it is loud, and since when.

    Samples come without a gap, so the time of each is told by its number; the block that was
    handed over soonest tells when the first was played.
    """

    def __init__(self) -> None:
        line = ("parec", f"--device={MICROPHONE}", "--latency-msec=5", *FORMAT)
        self._process = subprocess.Popen(line, stdout=subprocess.PIPE)
        self._loud: list[int] = []
        self._blocks = 0
        self._started = float("inf")
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while block := self._process.stdout.read(2 * int(RATE * BLOCK)):
            self._blocks += 1
            self._started = min(self._started, time.perf_counter() - self._blocks * BLOCK)
            if np.abs(np.frombuffer(block, dtype="<i2")).max() > LOUD:
                self._loud.append(self._blocks)

    def loud(self, since: float) -> list[float]:
        """Return the ends of the blocks after *since* that were loud, in seconds of ``perf_counter``."""
        return [at for at in (self._started + number * BLOCK for number in [*self._loud]) if at > since]

    def begun(self, since: float, limit: float) -> float | None:
        """Return when it was first loud after *since*, None where that is not within *limit* seconds."""
        while time.perf_counter() < since + limit:
            if found := self.loud(since):
                return found[0]
            time.sleep(0.002)
        return None

    def silences(self, since: float, least: float) -> list[Silence]:
        """Return where it was quiet after *since* for *least* seconds or more, and loud again."""
        between = (Silence(*pair) for pair in pairwise(self.loud(since)))
        return [silence for silence in between if silence.seconds >= least]

    def quiet(self) -> None:
        """Wait until it has been quiet for a while."""
        while self._loud and (self._blocks - self._loud[-1]) * BLOCK < STILL:
            time.sleep(0.02)
        self._loud.clear()

    def close(self) -> None:
        """Listen no more."""
        self._process.kill()
        self._thread.join()  # two who read one pipe, as communicate() would, get in each other's way
        self._process.communicate()
