"""How long the voice keeps anybody waiting: run with ``python benchmarks/speech.py``."""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.speaking.host import SpeechError, Synthesizer, engine_named
from companion.speech import Voice

SENTENCE = "Citadel Guard four loses one figure and retreats to G {}. Uthuk gain one lore."


def milliseconds(call: Callable[[int], object], times: int) -> list[float]:
    """Return how long *call* took each time."""
    found = []
    for number in range(times):
        begun = time.perf_counter()
        call(number)
        found.append(1000 * (time.perf_counter() - begun))
    return found


def report(what: str, taken: list[float]) -> None:
    """Print median and worst of *taken*."""
    print(
        f"{what:34} median {statistics.median(taken):8.3f} ms   worst {max(taken):8.3f} ms   n {len(taken)}"
    )


def engine(name: str) -> None:
    """Measure one engine: its start, then its sentences, each a new one."""
    with tempfile.TemporaryDirectory() as scratch:
        synthesizer = Synthesizer([engine_named(name)], Path(scratch))
        try:
            report(f"{name}: process ready", milliseconds(lambda _: synthesizer.prepare(), 1))
            parts = [(("en", SENTENCE.format(number)),) for number in range(30)]
            report(f"{name}: sentence to sound", milliseconds(lambda n: synthesizer.render(parts[n]), 30))
        except SpeechError as trouble:
            print(f"{name}: {trouble}")
        finally:
            synthesizer.close()


def say() -> None:
    """Measure what ``say`` costs whoever calls it."""
    voice = Voice()
    try:
        voice.settle()
        report("say", milliseconds(lambda number: voice.say(SENTENCE.format(number)), 1000))
        report("say, merged by key", milliseconds(lambda n: voice.say(SENTENCE.format(n), key="k"), 1000))
        print(voice.status())
    finally:
        report("close", milliseconds(lambda _: voice.close(), 1))


if __name__ == "__main__":
    for each in ("espeak", "pyttsx3"):
        engine(each)
    say()
