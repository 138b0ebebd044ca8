"""Where sound goes: a player's process, chosen by playing a moment of silence.

Lists of devices lie (a card without a speaker, a null device): only playing tells.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import wave
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.voice.speaking.processes import Process, kill, start
from rules.kernel.translatable import Message, listed, verbatim

GRACE = 5.0  # s that a player may take longer than its sound lasts
SILENCE = 0.1  # s
NO_PLAYER = "no program that plays sound was found ({1})"

WINSOUND = "import sys, winsound; winsound.PlaySound(sys.argv[1], winsound.SND_FILENAME)"


class Player(NamedTuple):
    """A program that plays a WAV file: its *line*, and the option that chooses a *device*."""

    name: str
    line: tuple[str, ...]
    device: str | None = None


LINUX = (
    Player("pw-play", ("pw-play",), "--target={}"),
    Player("paplay", ("paplay",), "--device={}"),
    Player("aplay", ("aplay", "-q"), "--device={}"),
)
MACOS = (Player("afplay", ("afplay",)),)
WINDOWS = (Player("winsound", (sys.executable, "-c", WINSOUND)),)


def players_here() -> tuple[Player, ...]:
    """Return the players that this kind of machine may have, best first."""
    return {"win32": WINDOWS, "darwin": MACOS}.get(sys.platform, LINUX)


class Playback(NamedTuple):
    """How playing went: *error* (None: fine), whether it was *stopped*, and the share *heard*."""

    error: Message | None
    stopped: bool
    heard: float


def silence(seconds: float) -> bytes:
    """Return a WAV file of silence."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(22_050)
        file.writeframes(bytes(2 * int(22_050 * seconds)))
    return buffer.getvalue()


def seconds_in(wav: bytes) -> float:
    """Return how long *wav* lasts."""
    with wave.open(io.BytesIO(wav), "rb") as file:
        return file.getnframes() / file.getframerate()


def trouble_with(wav: bytes) -> Message | None:
    """Return why *wav* cannot be played, as a sentence without stop; None where it is whole."""
    if not wav:
        return Message("the sound is empty")
    try:
        with wave.open(io.BytesIO(wav), "rb") as file:
            told, size = file.getnframes(), file.getnchannels() * file.getsampwidth()
            whole = len(file.readframes(told)) // size
    except (wave.Error, EOFError):
        return Message("the sound is damaged")
    if not whole:
        return Message("the sound is empty")
    return None if whole == told else Message("the sound is cut off")


class Sink:
    """Plays one sound at a time.  ``play`` blocks; ``stop`` may be called from any thread and never does."""

    def __init__(
        self, scratch: Path, *, device: str | None = None, players: Sequence[Player] | None = None
    ) -> None:
        self._scratch = scratch
        self._device = device
        self._players = tuple(players_here() if players is None else players)
        self._chosen: Player | None = None
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._stopped = False
        self._closed = False

    @property
    def name(self) -> str:
        """Return the chosen player's name, "" before ``probe`` has found one."""
        return "" if self._chosen is None else self._chosen.name

    def probe(self) -> Message | None:
        """Choose the first player that plays silence; return why there is none, or None."""
        reasons = []
        self._chosen = None
        for player in self._players:
            if shutil.which(player.line[0]) is None:
                continue
            played = self._run(player, silence(SILENCE), lambda: None)
            if played.error is None:
                self._chosen = player
                return None
            reasons.append(Message("{1}: {2}", player.name, played.error))
        names = ", ".join(player.name for player in self._players)
        return listed(reasons) if reasons else Message(NO_PLAYER, names)

    def play(self, wav: bytes, started: Callable[[], None] = lambda: None) -> Playback:
        """Play *wav* to its end, unless stopped; *started* is called once the player runs."""
        if self._chosen is None:
            return Playback(Message("no player has been chosen"), stopped=False, heard=0.0)
        return self._run(self._chosen, wav, started)

    def _run(self, player: Player, wav: bytes, started: Callable[[], None]) -> Playback:
        target = self._scratch / "playing.wav"
        target.write_bytes(wav)
        length = seconds_in(wav)
        line = [*player.line, *self._device_option(player), str(target)]
        begun = time.monotonic()
        try:
            process = start(
                line,
                env=os.environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except OSError as trouble:
            return Playback(Message("cannot be started ({1})", trouble.strerror), stopped=False, heard=0.0)
        with self._lock:
            self._process, self._stopped = process, self._closed
        if self._closed:
            kill(process)
        started()
        error = self._ended(player, process, length + GRACE)
        with self._lock:
            self._process = None
            stopped = self._stopped
        heard = min(1.0, (time.monotonic() - begun) / length)
        return Playback(None if stopped else error, stopped=stopped, heard=heard)

    def _device_option(self, player: Player) -> tuple[str, ...]:
        if self._device is None or player.device is None:
            return ()
        return (player.device.format(self._device),)

    @staticmethod
    def _ended(player: Player, process: Process, limit: float) -> Message | None:
        """Wait for *process*; return its last complaint where it failed, or None."""
        try:
            _, complaints = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            kill(process)
            process.communicate()
            return Message("did not end within {1} seconds", f"{limit:.0f}")
        if process.returncode == 0:
            return None
        lines = complaints.decode(errors="replace").strip().splitlines()
        if not lines:
            return Message("ended with status {1}", process.returncode)
        return verbatim(re.sub(rf"^{re.escape(player.name)}: (main:\d+: )?", "", lines[-1]))

    def stop(self) -> None:
        """End what is being played; does not wait."""
        with self._lock:
            if self._process is not None:
                self._stopped = True
                kill(self._process)

    def close(self) -> None:
        """End what is being played, and whatever is started from now on."""
        self._closed = True
        self.stop()
