"""How long the voice keeps anybody waiting: run with ``python -m benchmarks.voice.speech [VOICES]``.

VOICES is a folder of Piper's voice files, to measure that engine too.
"""

import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.voice.monitor import Monitor
from companion.app import create_app, services_of
from companion.demo.scripted_player import ScriptedPlayer
from companion.library.settings import Settings, VoiceEngine
from companion.table.requests import Submit
from companion.voice.speaking.host import EngineSpec, SpeechError, Synthesizer, engine_named
from companion.voice.speaking.status import engines_for
from companion.voice.voice import Voice
from companion.words.levels import SpeechLevel
from tests.companion.voice.listening.soundcard import virtual_card

EVENTS = 60  # that are spoken
MOST = 700.0  # ms from the event to its sound
TIMEOUT = 5.0  # s
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


def engine(spec: EngineSpec) -> None:
    """Measure one engine: its start, then its sentences, each a new one."""
    name = spec.name
    with tempfile.TemporaryDirectory() as scratch:
        synthesizer = Synthesizer([spec], Path(scratch))
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


def event_to_sound(engine: VoiceEngine, data: Path, times: int = EVENTS) -> None:
    """Measure from a command's arrival at the table to the first sample that is not silence, at the card.

    A game goes through books, announcer, voice, engine and player as on any evening; once a
    sentence has begun it is cut short.
    """
    settings = Settings(data=data, voice_engine=engine, level=SpeechLevel.EVERYTHING)
    services = services_of(create_app(settings))
    voice, table, players = services.voice, services.table, ScriptedPlayer(random.Random(11))
    assert voice is not None
    voice.settle()
    taken: list[float] = []
    monitor = Monitor()
    try:
        if voice.status().engine != engine or voice.status().state != "ready":
            print(f"{engine}: {voice.status().reason}")
            return
        while len(taken) < times and (commands := players.next_commands(table.game)):
            for command in commands:
                monitor.quiet()
                before, begun = voice.status().said, time.perf_counter()
                table.ask(Submit(command=command, by="benchmark"))
                at = monitor.begun(begun, TIMEOUT)
                if voice.status().said > before:
                    taken.append(1000 * ((at or float("inf")) - begun))
                voice.stop_speaking()
    finally:
        monitor.close()
        services.close()
    report(f"{engine}: event to sound", taken)
    print(f"{engine}: {sum(each <= MOST for each in taken)} of {len(taken)} within {MOST:.0f} ms")


def main(voices: Path | None) -> None:
    """Measure what this machine has."""
    piper = (
        []
        if voices is None
        else [spec for spec in engines_for("auto", voices=voices) if spec.name == "piper"]
    )
    for spec in (engine_named("espeak"), engine_named("pyttsx3"), *piper):
        engine(spec)
    say()
    if shutil.which("pulseaudio") is None:
        print("From event to sound is measured where PulseAudio is: tools/need sound")
        return
    engines: tuple[VoiceEngine, ...] = ("espeak", "piper") if piper else ("espeak",)
    for name in engines:
        with tempfile.TemporaryDirectory() as folder, virtual_card(Path(folder)):
            data = Path(folder) / "games"
            if voices is not None:
                data.mkdir()
                (data / "voices").symlink_to(voices.resolve())
            event_to_sound(name, data)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
