"""When somebody begins to speak and when he has ended, by the loudness of the sound.  Knows no words."""

import math

import numpy as np

from companion.voice.listening.grammar import After
from companion.voice.listening.microphone import RATE

FRAME = RATE // 50
"""Samples whose loudness is taken together: 20 ms."""

LOUDER = 3.0  # times the noise: speech
LEAST = 60.0  # of 32 767: what is quieter is never speech
PAUSES = {After.NOTHING: 0.16, After.PERHAPS: 0.2, After.MORE: 0.6}  # s of silence that end a sentence
TAIL = 0.25  # s that are listened to at most once the button was let go: thumbs are faster than tongues
TAIL_PAUSE = 0.08  # s of silence that end a sentence then
BEFORE = 0.1  # s of sound in which nobody has begun yet to speak, after the button was pressed
RISE = 1.02  # by which the noise is taken to grow with every frame that is not speech


class Endpoint:
    """Hears one utterance, and how long it has been quiet since somebody spoke."""

    def __init__(self) -> None:
        self._noise = 0.0
        self._rest = np.empty(0, dtype=np.int16)
        self._spoken = 0
        self._quiet = 0
        self._frames = 0
        self._power = 0.0

    @property
    def has_begun(self) -> bool:
        """Return whether somebody has spoken for 60 ms at least."""
        return self._spoken >= 3

    @property
    def clearness(self) -> float:
        """Return how far above the noise the voice is, in dB; 0 where nobody has spoken."""
        if not self._spoken:
            return 0.0
        return 10 * math.log10(self._power / self._spoken / max(1.0, self._noise) ** 2)

    @property
    def pause(self) -> float:
        """Return for how long whoever spoke has been quiet, in seconds; 0 before anybody has spoken."""
        return self._quiet * FRAME / RATE

    def feed(self, sound: bytes) -> None:
        """Take in the next samples."""
        samples = np.concatenate([self._rest, np.frombuffer(sound[: len(sound) // 2 * 2], dtype="<i2")])
        count = len(samples) // FRAME
        frames = samples[: count * FRAME].reshape(count, FRAME).astype(float)
        self._rest = samples[count * FRAME :]
        for loudness in np.sqrt(np.mean(frames**2, axis=1)):
            self._take(float(loudness))

    def _take(self, loudness: float) -> None:
        self._frames += 1
        if self._frames * FRAME <= BEFORE * RATE:
            self._noise = max(self._noise, loudness)
            return
        self._noise = min(self._noise * RISE, loudness) if loudness < self._noise * LOUDER else self._noise
        if loudness > max(LEAST, LOUDER * self._noise):
            self._spoken += 1
            self._quiet = 0
            self._power += loudness**2
        elif self.has_begun:
            self._quiet += 1
