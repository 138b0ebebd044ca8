"""Where sound comes from: a recorder's process that can be killed, or sound that is there already.

Lists of devices lie: only recording tells whether there is a microphone.  Knows no words.
"""

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from companion.voice.speaking.processes import kill, start
from rules.kernel.translatable import Message, TranslatableError, listed, verbatim

RATE = 16_000
"""Samples a second: 16 bits, one channel, in the order of little-endian machines."""

BLOCK = 0.02  # s of sound that are read at a time
FIRST_SOUND = 3.0  # s that a recorder may take until its first sound
LONGEST = 10.0  # s after which a recorder is killed, whatever it does

INSTALL = Message("Install a recorder with: apt install alsa-utils.")
CONNECT = Message("Connect a microphone to this computer, or choose another one with --microphone.")
NOT_HERE = Message("Spoken commands need Linux for now: use the buttons.")


class NoMicrophoneError(TranslatableError):
    """Nothing can be recorded; holds a reason and a remedy, each a sentence."""

    def __init__(self, reason: Message, remedy: Message) -> None:
        super().__init__("{1} {2}", reason, remedy)
        self.reason, self.remedy = reason, remedy


class SoundRecorder(NamedTuple):
    """A program that writes raw samples to its standard output, and the option that chooses a device."""

    name: str
    line: tuple[str, ...]
    device: str


RECORDERS = (
    SoundRecorder(
        "pw-record",
        ("pw-record", f"--rate={RATE}", "--channels=1", "--format=s16", "--latency=20ms", "-"),
        "--target={}",
    ),
    SoundRecorder(
        "parecord",
        ("parecord", "--raw", f"--rate={RATE}", "--channels=1", "--format=s16le", "--latency-msec=20"),
        "--device={}",
    ),
    SoundRecorder(
        "arecord",
        ("arecord", "-q", "-t", "raw", "-f", "S16_LE", "-r", str(RATE), "-c", "1", "--period-time=20000"),
        "--device={}",
    ),
)


class Recording(Protocol):
    """Sound as it comes."""

    def read(self) -> bytes:
        """Return the next BLOCK of samples, fewer at the end and none after it.  Raises NoMicrophoneError."""

    def close(self) -> None:
        """Record no more."""


class SoundSource(Protocol):
    """Something that can be recorded from."""

    def open(self) -> Recording:
        """Begin to record.  Raises NoMicrophoneError."""


class Microphone:
    """The server's microphone, through the first recorder that gives sound."""

    def __init__(self, device: str | None = None, *, recorders: Sequence[SoundRecorder] = RECORDERS) -> None:
        self._device = device
        self._recorders = tuple(recorders)

    def open(self) -> Recording:
        """Begin to record.  Raises NoMicrophoneError."""
        if not sys.platform.startswith("linux"):
            raise NoMicrophoneError(
                Message("The microphone of this kind of system cannot be used."), NOT_HERE
            )
        reasons = []
        for recorder in self._recorders:
            if shutil.which(recorder.line[0]) is None:
                continue
            try:
                return _Process(recorder, self._device)
            except NoMicrophoneError as trouble:
                reasons.append(trouble.reason)
        if not reasons:
            names = ", ".join(recorder.name for recorder in self._recorders)
            raise NoMicrophoneError(Message("No program that records was found ({1}).", names), INSTALL)
        raise NoMicrophoneError(Message("No microphone: {1}.", listed(reasons)), CONNECT)


class _Process:
    """A recorder that runs.  Raises NoMicrophoneError where it gives no sound."""

    def __init__(self, recorder: SoundRecorder, device: str | None) -> None:
        self._name = recorder.name
        options = () if device is None else (recorder.device.format(device),)
        try:
            self._process = start(
                [recorder.line[0], *options, *recorder.line[1:]],
                env=os.environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as trouble:
            raise NoMicrophoneError(
                Message("{1} cannot be started ({2})", self._name, trouble.strerror), CONNECT
            ) from None
        late = threading.Timer(FIRST_SOUND, kill, (self._process,))
        late.start()
        self._first = self._read()
        late.cancel()
        if not self._first:
            raise NoMicrophoneError(Message("{1}: {2}", self._name, self._complaint()), CONNECT)
        self._guard = threading.Timer(LONGEST, kill, (self._process,))
        self._guard.daemon = True
        self._guard.start()

    def read(self) -> bytes:
        first, self._first = self._first, b""
        return first or self._read()

    def _read(self) -> bytes:
        assert self._process.stdout is not None
        if self._process.stdout.closed:
            return b""
        return self._process.stdout.read(2 * int(RATE * BLOCK))

    def _complaint(self) -> Message:
        """Return the recorder's last words, once it has ended."""
        kill(self._process)
        _, complaints = self._process.communicate()
        lines = complaints.decode(errors="replace").strip().splitlines()
        if not lines:
            return Message("gave no sound within {1} seconds", f"{FIRST_SOUND:.0f}")
        return verbatim(re.sub(rf"^{re.escape(self._name)}: (\w+:\d+: )?", "", lines[-1]))

    def close(self) -> None:
        self._guard.cancel()
        kill(self._process)
        self._process.communicate()


class Sound:
    """Sound that is there already, raw samples at RATE, as a source.  It comes without waiting."""

    def __init__(self, samples: bytes) -> None:
        self._samples = samples
        self._at = 0

    def open(self) -> Recording:
        """Begin at the beginning."""
        return Sound(self._samples)

    def read(self) -> bytes:
        """Return the next samples."""
        begun, self._at = self._at, self._at + 2 * int(RATE * BLOCK)
        return self._samples[begun : self._at]

    def close(self) -> None:
        """Return nothing any more."""
        self._at = len(self._samples)
