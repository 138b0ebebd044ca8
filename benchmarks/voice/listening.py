"""How well spoken commands are heard: run with ``python -m benchmarks.voice.listening``.

30 sentences by five voices of eSpeak NG, clean and in noise at 20 dB, and 60 sentences of chatter by the
same voices: none of them was used to find the recogniser's weights.  Where Debian's ``flite`` is
installed, its voices are measured too (of these, rms and awb were used); so is a voice of Piper, where its
file is named as argument and ``piper`` is installed.
"""

import io
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import wave
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from companion.voice.ear import Heard, Trust, Utterance, judged, with_others
from companion.voice.listening.endpoint import Endpoint
from companion.voice.listening.grammar import Spoken, SpokenVerb
from companion.voice.listening.microphone import BLOCK, RATE
from companion.voice.listening.recogniser import Recogniser
from companion.voice.speaking.host import Synthesizer, engine_named
from tests.companion.voice.listening.spoken import (
    CHATTER,
    PHRASES,
    VOICES,
    framed,
    moments,
    noisy,
    resampled,
    sound_of,
)

FLITE = ("slt", "kal16", "rms", "awb", "kal")
ASKED = "wrong, but asked back"
QUIET = 45.0  # dB: a quiet room
NOISE = 20.0
Speak = Callable[[str, str], np.ndarray]


def flite(voice: str, text: str) -> np.ndarray:
    """Return *text* as flite says it."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["flite", "-voice", voice, "-t", text, "-o", file.name], check=True)
        return _read(Path(file.name))


def _read(file: Path) -> np.ndarray:
    with wave.open(io.BytesIO(file.read_bytes())) as sound:
        samples = np.frombuffer(sound.readframes(sound.getnframes()), dtype="<i2").astype(float)
        return framed(resampled(samples, sound.getframerate()))


def piper(model: str, text: str) -> np.ndarray:
    """Return *text* as Piper says it with the voice in the file *model*."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["piper", "-m", model, "-f", file.name, "--", text], check=True)
        return _read(Path(file.name))


def _is_asked_back(said: Spoken) -> bool:
    """Return whether *said* is asked back however clearly it was heard."""
    return said.verb in (SpokenVerb.UNDO, SpokenVerb.ROLL) or "End the main phase" in said.labels


class Ward:
    """Measures one set of voices."""

    def __init__(self, name: str, voices: tuple[str, ...], speak: Speak) -> None:
        self.name, self.voices, self.speak = name, voices, speak
        self.recogniser = Recogniser()
        self.grammars = moments()
        self.late: list[float] = []

    def hear(self, sound: bytes, text: str = "") -> tuple[Heard, bool]:
        """Return what is heard in *sound* when *text* may be said, and whether that is what is done or
        offered; note the delay.
        """
        grammar = next((one for one in self.grammars if one.understood(text)), self.grammars[0])
        self.recogniser.learn(grammar)
        size = 2 * int(BLOCK * RATE)
        end = Endpoint()
        self.recogniser.start()
        for at in range(0, len(sound), size):
            begun = time.perf_counter()
            self.recogniser.feed(sound[at : at + size])
            end.feed(sound[at : at + size])
        found = self.recogniser.finish()
        heard = judged(Utterance(found, end.clearness), grammar)
        if heard.trust is Trust.DOUBTFUL:
            heard = with_others(heard, self.recogniser, grammar)
        self.late.append(time.perf_counter() - begun)
        return heard, grammar.understood(text) in (heard.said, *heard.others)

    def phrases(self, decibels: float) -> None:
        """Print how the sentences are heard in noise."""
        counts: Counter[str] = Counter()
        wrong = []
        for voice in self.voices:
            for number, text in enumerate(PHRASES):
                heard, is_right = self.hear(noisy(self.speak(voice, text), decibels, number), text)
                kind: str = heard.trust
                if heard.said is not None and not is_right:
                    kind = ASKED if _is_asked_back(heard.said) else f"{heard.trust} wrong"
                counts[kind] += 1
                if "wrong" in kind or kind == ASKED:
                    wrong.append(f"  {voice} {kind}: {text!r} as {heard.text!r} ({heard.confidence:.2f})")
        print(f"{self.name}, {decibels:.0f} dB: {shares(counts)}", *wrong, sep="\n", flush=True)

    def chatter(self) -> None:
        """Print how often chatter is taken for a command."""
        counts: Counter[str] = Counter()
        taken = []
        for voice in self.voices:
            for text in CHATTER:
                heard, _ = self.hear(noisy(self.speak(voice, text), QUIET))
                counts[heard.trust] += 1
                if heard.trust is Trust.ACCEPTED:
                    taken.append(f"  {voice}: {text!r} as {heard.text!r} ({heard.confidence:.2f})")
        print(f"{self.name}, chatter: {shares(counts)}", *taken, sep="\n", flush=True)

    def delay(self) -> None:
        """Print how long the answer takes after the last sound."""
        late = [1000 * one for one in self.late]
        print(f"{self.name}, answer after the last block: median {statistics.median(late):.0f} ms,", end=" ")
        print(f"99 of 100 within {np.percentile(late, 99):.0f} ms, worst {max(late):.0f} ms")


def shares(counts: Counter[str]) -> str:
    """Return *counts* with their shares."""
    total = sum(counts.values())
    return ", ".join(f"{kind} {count}/{total} ({count / total:.1%})" for kind, count in counts.most_common())


def measure(ward: Ward) -> None:
    """Print everything about *ward*."""
    ward.phrases(QUIET)
    ward.phrases(NOISE)
    ward.chatter()
    ward.delay()


def main() -> None:
    """Measure the voices that are here; arguments name sets: espeak, flite, or the file of a Piper voice."""
    chosen = sys.argv[1:] or ["espeak", "flite"]
    with tempfile.TemporaryDirectory() as scratch:
        synthesizer = Synthesizer([engine_named("espeak")], Path(scratch))
        try:
            if "espeak" in chosen:
                measure(Ward("eSpeak NG", VOICES, lambda voice, text: sound_of(synthesizer, voice, text)))
        finally:
            synthesizer.close()
    if "flite" in chosen and shutil.which("flite"):
        measure(Ward("flite", FLITE, flite))
    for model in chosen:
        if model.endswith(".onnx"):
            measure(Ward("Piper", (model,), piper))


if __name__ == "__main__":
    main()
