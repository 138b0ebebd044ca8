"""How soon a spoken command is answered: ``python -m benchmarks.voice.card`` where nothing else runs.

30 sentences are played on a virtual sound card, whose microphone herald records from as from any other.
Timed is from the last sample that is louder than a hundredth of the loudest to the answer of
``POST /listen``, once with the Talk button held on and once with it let go at that sample.  The speaker
hands its sound on some 10 ms later: these are too much in each figure.
"""

import http.client
import json
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from benchmarks.voice.listening import flite
from companion.table.requests import Undo
from companion.voice.ear import Ear, Heard
from companion.voice.listening.grammar import Grammar
from companion.voice.listening.microphone import Microphone
from companion.voice.speaking.host import Synthesizer, engine_named
from companion.web.pages.voice.push_to_talk import register_talk
from companion.web.requests.commands import CommandHandler
from rules.kernel.messages import PlayCard
from rules.kernel.values import CardId
from tests.companion.browser import free_port, served_world
from tests.companion.dashboard_world import World
from tests.companion.voice.listening.soundcard import MICROPHONE, PROMPT, Card, virtual_card
from tests.companion.voice.listening.spoken import LOUDEST, PHRASES, VOICES, moments, sound_of

REACTION = 0.3  # s between the button and the voice
GAP = 0.3  # s between two sentences


class Moment(Ear):
    """The real ear, told what may be said."""

    grammar: Grammar

    def hear(self, grammar: Grammar) -> Heard:
        """Listen to one sentence of *self.grammar*."""
        return super().hear(self.grammar)


class Visitor:
    """A tablet that has joined the table on *port*."""

    def __init__(self, port: int, code: str) -> None:
        self._port = port
        self._headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
        answer = self._sent("/join", {"code": code, "role": "both", "name": "measurement"})
        self._headers["Cookie"] = (answer.getheader("Set-Cookie") or "").partition(";")[0]

    def _sent(self, address: str, message: dict[str, Any]) -> http.client.HTTPResponse:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        line.request("POST", address, json.dumps(message), self._headers)
        return line.getresponse()

    def post(self, address: str) -> dict[str, Any]:
        """Return what the table answers."""
        answer: dict[str, Any] = json.loads(self._sent(address, {}).read())
        return answer


class Trial:
    """One visitor's sentences, and how late each answer came."""

    def __init__(self, table: World, ear: Moment, visitor: Visitor, card: Card) -> None:
        self.table, self.ear, self.visitor, self.card = table, ear, visitor, card
        self.late: list[float] = []
        self.wrong: list[str] = []

    def say(self, text: str, samples: np.ndarray, *, is_let_go: bool) -> None:
        """Say *text* and time the answer; take back what it did."""
        seq = self.table.seq
        self.ear.grammar = next(one for one in moments() if one.understood(text))
        answers: list[tuple[float, dict[str, Any]]] = []
        asking = Thread(target=lambda: answers.append((self.visitor.post("/listen"), time.monotonic())[::-1]))
        asking.start()
        time.sleep(REACTION)
        last = int(np.flatnonzero(np.abs(samples) > LOUDEST / 100)[-1]) + 1
        self.card.play(samples[:last].astype("<i2").tobytes())
        ended = time.monotonic()
        if is_let_go:
            self.visitor.post("/listen/stop")
        asking.join()
        answered, answer = answers[0]
        self.late.append(answered - ended)
        if self.ear.grammar.understood(answer["heard"]) != self.ear.grammar.understood(text):
            self.wrong.append(f"  {text!r} as {answer['heard']!r}")
        if self.table.seq != seq:
            self.table.table.ask(Undo(to=seq, by="measurement"))
        time.sleep(GAP)

    def report(self, name: str) -> None:
        """Print the figures."""
        late = [1000 * one for one in self.late]
        print(
            f"{name}: {len(late)} answers after the end of speech, median {statistics.median(late):.0f} ms, "
            f"95 of 100 within {np.percentile(late, 95):.0f} ms, worst {max(late):.0f} ms; "
            f"{len(self.wrong)} not heard, or otherwise",
            *self.wrong,
            sep="\n",
            flush=True,
        )


def main() -> None:
    """Measure with eSpeak's first voice, or with flite's where it is named as argument."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        synthesizer = Synthesizer([engine_named("espeak")], folder)
        opened.callback(synthesizer.close)
        if len(sys.argv) > 1:
            spoken = {text: flite(sys.argv[1], text) for text in PHRASES}
        else:
            spoken = {text: sound_of(synthesizer, VOICES[0], text) for text in PHRASES}
        port = free_port()
        table = opened.enter_context(served_world(folder / "data", port=port))
        ear = Moment(Microphone(MICROPHONE))
        counter = CommandHandler(table.table)
        register_talk(table.app, ear, table.table, None, counter=counter)
        table.start()
        table.say(PlayCard(card=CardId("line_advance")))
        card = opened.enter_context(virtual_card(folder, PROMPT))
        visitor = Visitor(port, table.access.codes.join)
        for is_let_go in (False, True):
            trial = Trial(table, ear, visitor, card)
            for text in PHRASES:
                trial.say(text, spoken[text], is_let_go=is_let_go)
            trial.report("let go" if is_let_go else "held on")


if __name__ == "__main__":
    main()
