"""An ear and a mouth that do what a test says."""

from companion.voice.ear import NOTHING, Heard, Trust
from companion.voice.listening.grammar import Grammar


class Ears:
    """An ear that hears what it is told, as far as the grammar has it."""

    def __init__(self) -> None:
        self.text, self.trust = "", Trust.ACCEPTED
        self.others: tuple[str, ...] = ()
        self.trouble: Exception | None = None
        self.stopped = 0

    def hear(self, grammar: Grammar) -> Heard:
        if self.trouble is not None:
            raise self.trouble
        said = grammar.understood(self.text)
        if said is None:
            return NOTHING
        others = [one for text in self.others if (one := grammar.understood(text)) is not None]
        return Heard(self.trust, self.text, said, 0.9, tuple(others))

    def stop(self) -> None:
        self.stopped += 1


class TalkSpeaker:
    """A voice that remembers."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str, *, key: str = "", lang: str = "") -> bool:
        self.said.append(text)
        return True

    def stop_speaking(self) -> None:
        self.said.clear()

    def repeat(self) -> bool:
        self.said.append("again")
        return True
