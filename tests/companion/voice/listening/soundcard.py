"""A virtual sound card: what is played on it is what its microphone hears.  Needs PulseAudio's programs."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.voice.listening.microphone import RATE
from companion.voice.speaking.processes import Process, kill, start

MICROPHONE = "card.monitor"
TIMEOUT = 15.0  # s until the card is there
PROMPT = 0.02  # s of sound in store: the least, with gaps on a busy machine
STEADY = 0.5
CHUNK = 0.01  # s of sound that are played at a time
FORMAT = ("--raw", f"--rate={RATE}", "--channels=1", "--format=s16le")


class Card:
    """The card, and a loudspeaker on it that plays silence where there is nothing else to play."""

    def __init__(self, speaker: Process, delay: float) -> None:
        assert speaker.stdin is not None
        self._pipe = speaker.stdin
        self._delay = delay

    def play(self, sound: bytes) -> None:
        """Play *sound*, samples at RATE; return when the last one was handed to the speaker and, with a
        delay to speak of, has been heard.
        """
        begun = time.monotonic()
        size = 2 * int(RATE * CHUNK)
        for at in range(0, len(sound), size):
            self._pipe.write(sound[at : at + size])
            self._pipe.flush()
            time.sleep(max(0.0, begun + (at + size) / (2 * RATE) - time.monotonic()))
        time.sleep(self._delay if self._delay > PROMPT else 0.0)


def _run(line: tuple[str, ...], environment: dict[str, str], stdin: int = subprocess.DEVNULL) -> Process:
    assert shutil.which(line[0]), f"{line[0]} is missing: tools/need sound installs it"
    quiet = subprocess.DEVNULL
    return start(line, env=environment, stdin=stdin, stdout=quiet, stderr=quiet)


def _until(true: Callable[[], bool], trouble: str) -> None:
    end = time.monotonic() + TIMEOUT
    while not true():
        assert time.monotonic() < end, trouble
        time.sleep(0.02)


def _is_spoken_to() -> bool:
    """Return whether the speaker is open: what is handed to it earlier comes late for ever."""
    return (
        b"pacat" in subprocess.run(("pactl", "list", "sink-inputs"), capture_output=True, check=True).stdout
    )


@contextmanager
def virtual_card(folder: Path, delay: float = STEADY) -> Iterator[Card]:
    """Open the card, whose files lie in *folder*; it is the usual one for programs started meanwhile.

    It plays what it is given with a *delay* (s).
    """
    socket = folder / "card"
    environment = {**os.environ, "HOME": str(folder), "PULSE_RUNTIME_PATH": str(folder)}
    server = _run(
        (
            *("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"),
            *("-L", f"module-null-sink sink_name=card rate={RATE} channels=1 format=s16le norewinds=1"),
            *("-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1"),
        ),
        environment,
    )
    before = os.environ.get("PULSE_SERVER")
    os.environ["PULSE_SERVER"] = f"unix:{socket}"
    try:
        _until(socket.exists, "pulseaudio does not begin")
        line = ("pacat", "--playback", "--device=card", f"--latency-msec={1000 * delay:.0f}", *FORMAT)
        speaker = _run(line, dict(os.environ), subprocess.PIPE)
        try:
            _until(_is_spoken_to, "pacat does not begin")
            yield Card(speaker, delay)
        finally:
            kill(speaker)
            speaker.communicate()
    finally:
        if before is None:
            del os.environ["PULSE_SERVER"]
        else:
            os.environ["PULSE_SERVER"] = before
        kill(server)
        server.communicate()
