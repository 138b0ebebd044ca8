"""How twelve games sound: ``python -m benchmarks.voice.games [EVENTS]``, EVENTS of each that are spoken.

Both editions, several scenarios, levels and languages are played as soon as the sentences allow: through
table, announcer, voice, engine and player to a virtual sound card.  Each event is heard to its end.  Timed
are from a command's arrival at the table to the first loud sample, and the silence between two sentences
of one event.
"""

import random
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import numpy as np

from benchmarks.voice.monitor import Monitor
from companion.app import create_app, services_of
from companion.app.services import Services
from companion.demo.scripted_player import ScriptedPlayer
from companion.journal.jsonl import read_export
from companion.library.settings import Settings
from companion.table.requests import Submit
from companion.table.table import Table
from companion.words.levels import SpeechLevel
from rules.kernel.messages import Command
from tests.companion.voice.listening.soundcard import virtual_card
from tests.games.recorded import lines

EVENTS = 12  # of each game that are spoken
BURST = 1.5  # s
SKIPPED = 6  # commands after a game was laid out, played unheard like those that lay it out
FIRST, GAP = 100.0, 300.0  # ms that are aimed at
TIMEOUT = 60.0  # s for all sentences of one event
PAUSE = 0.015  # s: a shorter silence is none
NEAR = (0.05, 0.15)  # s before and after the sound of a sentence is asked for: the silence lies there


class Played(NamedTuple):
    """One of the games: played by chance from a *seed*, or a *recorded* one as it was."""

    scenario: str
    level: SpeechLevel
    language: str
    seed: int = 0
    recorded: str = ""

    def commands(self, table: Table) -> Iterator[Command]:
        """Yield what is done at *table*, each once what came before it was done."""
        if self.recorded:
            _, entries = read_export(lines(self.recorded), self.recorded)
            yield from takewhile(lambda command: command is not None, (one.command for one in entries))
            return
        players = ScriptedPlayer(random.Random(self.seed))
        while commands := players.next_commands(table.game):
            yield from commands


GAMES = (
    Played("learning", SpeechLevel.STANDARD, "en", 1),
    Played("learning", SpeechLevel.EVERYTHING, "en", 2),
    Played("learning", SpeechLevel.BLIND, "en", 3),
    Played("learning", SpeechLevel.EVERYTHING, "ro", 4),
    Played("battle", SpeechLevel.STANDARD, "en", recorded="bare/02"),
    Played("free", SpeechLevel.BLIND, "en", recorded="free/06"),
    Played("first_steps", SpeechLevel.STANDARD, "en", 7),
    Played("war_council", SpeechLevel.EVERYTHING, "en", 8),
    Played("border_watch", SpeechLevel.BLIND, "ro", 9),
    Played("three_fronts.reluctant_allies", SpeechLevel.STANDARD, "en", 10),
    Played("high_council", SpeechLevel.EVERYTHING, "en", 11),
    Played("two_hills", SpeechLevel.BLIND, "en", 12),
)


class Heard:
    """What was heard of the games: *first* sounds and *gaps*, in ms; *silent* events were not heard.

    Of the sounds that were *asked* for, *ready* had been made ahead.
    """

    def __init__(self) -> None:
        self.first: list[float] = []
        self.gaps: list[float] = []
        self.silent = self.asked = self.ready = 0

    def take(self, other: "Heard") -> None:
        """Add what *other* heard."""
        self.first += other.first
        self.gaps += other.gaps
        self.silent += other.silent
        self.asked += other.asked
        self.ready += other.ready

    def report(self, name: str) -> None:
        """Print median, 95 % and worst."""
        lost = f"; {self.silent} not heard" if self.silent else ""
        lost += f"; {self.ready} of {self.asked} made ahead"
        first, gaps = figures(self.first, FIRST), figures(self.gaps, GAP)
        print(f"{name:52} to sound {first}; gaps {gaps}{lost}", flush=True)


def figures(taken: list[float], aim: float) -> str:
    """Return *taken* (ms) in words, with how many are within *aim*."""
    if not taken:
        return "none"
    middle, most, worst = np.percentile(taken, 50), np.percentile(taken, 95), max(taken)
    within = sum(one <= aim for one in taken)
    return f"{middle:.0f}, 95 % {most:.0f}, worst {worst:.0f} ms, {within} of {len(taken)} within {aim:.0f}"


class Evening:
    """One game at an open table."""

    def __init__(self, services: Services, monitor: Monitor) -> None:
        assert services.voice is not None
        self._table, self._voice, self._monitor = services.table, services.voice, monitor
        self._given: list[float] = []
        self.heard = Heard()

    def play(self, played: Played, events: int) -> None:
        """Play until so many *events* were spoken, or the game is over."""
        with patch.object(self._voice.sounds, "of", partial(self._asked, self._voice.sounds.of)):
            self._play(played, events)

    def _play(self, played: Played, events: int) -> None:
        begun = 0
        for command in played.commands(self._table):
            begun += self._table.game.state.turn > 0
            if begun > SKIPPED:
                self._listen(command)
            else:
                self._do(command)
                self._voice.stop_speaking()
            if begun == SKIPPED:
                time.sleep(BURST)  # people would not have been so quick
            if len(self.heard.first) + self.heard.silent == events:
                return

    def _do(self, command: Command) -> None:
        self._table.ask(Submit(command=command, by="benchmark"))

    def _asked(self, made: Callable[[str, str], bytes], text: str, lang: str) -> bytes:
        """Write down when the sound of a sentence is asked for, which is played next; return it."""
        self._given.append(time.perf_counter())
        return made(text, lang)

    def _listen(self, command: Command) -> None:
        self._voice.settle(TIMEOUT)
        self._monitor.quiet()
        self._given.clear()
        begun = time.perf_counter()
        self._do(command)
        self._voice.settle(TIMEOUT)
        time.sleep(0.05)
        given, loud = [*self._given], self._monitor.loud(begun)
        if not given:
            return
        if not loud:
            self.heard.silent += 1
            return
        self.heard.first.append(1000 * (loud[0] - begun))
        silences = self._monitor.silences(begun, PAUSE)
        for at in given[1:]:  # a pause within a sentence counts, too, where it is longer
            near = [one for one in silences if one.ended > at - NEAR[0] and one.begun < at + NEAR[1]]
            self.heard.gaps.append(1000 * max((one.seconds for one in near), default=0.0))


def spent(usage: resource.struct_rusage) -> float:
    """Return the seconds of a processor in *usage*."""
    return usage.ru_utime + usage.ru_stime


def play(played: Played, data: Path, events: int) -> Heard:
    """Return what is heard of one game, its files in *data*."""
    settings = Settings(
        data=data,
        scenario=played.scenario,
        voice_engine="espeak",
        level=played.level,
        language=played.language,
    )
    services = services_of(create_app(settings))
    assert services.voice is not None
    services.voice.settle()
    monitor = Monitor()
    try:
        evening = Evening(services, monitor)
        evening.play(played, events)
        evening.heard.asked, evening.heard.ready = services.voice.sounds.asked
        return evening.heard
    finally:
        monitor.close()
        services.close()


def main(events: int) -> None:
    """Play all twelve and print what was heard."""
    if shutil.which("pulseaudio") is None:
        print("Games are heard where PulseAudio is: tools/need sound")
        return
    heard = Heard()
    for number, played in enumerate(GAMES, start=1):
        with tempfile.TemporaryDirectory() as folder, virtual_card(Path(folder)):
            found = play(played, Path(folder) / "games", events)
        found.report(f"{number:2} {played.scenario}, {played.level}, {played.language}")
        heard.take(found)
    heard.report("all")
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"processor: {spent(own):.0f} s here, {spent(others):.0f} s in engines, players and the card")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS)
