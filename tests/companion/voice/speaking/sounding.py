"""What tests of the voice share: stand-ins that are real processes, and an ear that measures sound."""

import io
import sys
import time
import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.voice.speaking.host import EngineSpec
from companion.voice.speaking.sink import LINUX

ENGLISH = "Citadel Guard four loses one figure and retreats to G 3."
APLAY = tuple(player for player in LINUX if player.name == "aplay")

# Engines that fail: each is a process that speaks the same JSON lines as the real one.
HANGS = 'import sys, time\nprint(\'{"ready": "hangs"}\', flush=True)\ntime.sleep(600)\n'
NEVER_READY = "import time\ntime.sleep(600)\n"
NONSENSE = (
    "import sys\nprint('{\"ready\": \"x\"}', flush=True)\nfor line in sys.stdin: print('hm', flush=True)\n"
)
REFUSES = 'print(\'{"failed": "no library"}\', flush=True)\n'
DIES_ONCE = """
import os, runpy, sys, time
from pathlib import Path
pid = Path({pid!r})
if not pid.exists():
    print('{{"ready": "dies"}}', flush=True)
    sys.stdin.readline()
    pid.with_suffix(".new").write_text(str(os.getpid()))
    pid.with_suffix(".new").rename(pid)
    time.sleep(600)
os.execv(sys.executable, [sys.executable, "-P", "-u", {child!r}, "espeak", sys.argv[1]])
"""
# A player that writes down when it begins and ends, and ends only when the gate is open.
GATED = """
import sys, time
from pathlib import Path
journal, gate = Path({journal!r}), Path({gate!r})
if Path(sys.argv[1]).stat().st_size > 10_000:  # not the probe
    with journal.open("a") as file: file.write("begun\\n")
    while not gate.exists(): time.sleep(0.01)
    with journal.open("a") as file: file.write("ended\\n")
"""


def script(tmp_path: Path, name: str, text: str) -> EngineSpec:
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    return EngineSpec(name, (sys.executable, str(path)))


def until(true: Callable[[], object], limit: float = 20.0) -> None:
    """Wait for something that must happen soon; a test that waits in vain fails."""
    end = time.monotonic() + limit
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def samples(wav: bytes) -> np.ndarray:
    """Return (n,) samples in -1 to 1; the file's own lengths must be right."""
    assert wav[:4] == b"RIFF"
    assert int.from_bytes(wav[4:8], "little") == len(wav) - 8
    with wave.open(io.BytesIO(wav)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22_050)
        frames = file.readframes(file.getnframes())
        assert len(frames) == 2 * file.getnframes()
    return np.frombuffer(frames, dtype="<i2").astype(float) / 32_768


def as_wav_file(frames: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setparams((1, 2, 22_050, 0, "NONE", ""))
        file.writeframes(frames.tobytes())
    return buffer.getvalue()


def assert_is_speech(wav: bytes, text: str) -> None:
    sound = samples(wav)
    seconds = len(sound) / 22_050
    loud = np.flatnonzero(np.abs(sound) > 0.02)
    assert 0.25 + len(text) / 40 < seconds < 1.5 + len(text) / 7, (text, seconds)
    assert 0.3 <= seconds <= 12, (text, seconds)
    assert np.sqrt(np.mean(sound**2)) > 0.03, text
    assert np.count_nonzero(np.abs(sound) >= 0.999) == 0, f"clipped: {text}"
    assert loud[0] / 22_050 < 0.5, f"silence before: {text}"
    assert (len(sound) - loud[-1]) / 22_050 < 0.5, f"silence after: {text}"


def make_alsa(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, default: str) -> None:
    """Make *default* the only sound device that ALSA knows."""
    config = tmp_path / "asound.conf"
    config.write_text(f"</usr/share/alsa/alsa.conf>\npcm.!default {{ {default} }}\n")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(config))


# An engine that makes a tone of every sentence, but for those that hold a word of mischief.
MISCHIEF = """
import base64, io, json, struct, sys, time, wave
def tone():
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setparams((1, 2, 22050, 0, "NONE", ""))
        file.writeframes(struct.pack("<11025h", *(9000 if i // 40 % 2 else -9000 for i in range(11025))))
    return made.getvalue()
print('{"ready": "mischief"}', flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    text, wav = asked["parts"][0][1], tone()
    if "hang" in text: time.sleep(600)
    if "die" in text: sys.exit(7)
    if "empty" in text: wav = b""
    if "short" in text: wav = wav[:4000]
    if "headless" in text: wav = wav[20:]
    if "bare" in text: wav = wav[:40] + bytes(4)
    print(json.dumps({"id": asked["id"], "wav": base64.b64encode(wav).decode()}), flush=True)
"""
