"""Sentences as sounds: made by an engine when they are asked for, or ahead where there is time.

Knows no player, and not when anything is said.
"""

from collections.abc import Callable, Iterable, Sequence

from companion.voice.speaking.ahead import Ahead
from companion.voice.speaking.host import Parts, SpeechError, Synthesizer
from companion.voice.speaking.text import parts_of, sentences_of, speakable


class SpokenSounds:
    """The sounds of sentences in *lang*, in which names that are *foreign* to it may stand."""

    def __init__(self, synthesizer: Synthesizer, lang: str, foreign: Sequence[str]) -> None:
        self._synthesizer, self._lang, self._foreign = synthesizer, lang, foreign
        self._ahead = Ahead(synthesizer.make_ahead)

    def of(self, text: str, lang: str) -> bytes:
        """Return *text*, which is in *lang* ("": the usual one), as a WAV file.  Raises SpeechError."""
        parts = self._parts(text, lang)
        self._ahead.given(parts)
        return self._synthesizer.render(parts)

    def of_any(self, text: str, lang: str) -> bytes:
        """Return *text* as people write it as a WAV file.  Raises SpeechError."""
        spoken = speakable(text)
        if not spoken:
            raise SpeechError("There is nothing to say.")
        return self._synthesizer.render(self._parts(spoken, lang))

    def soon(self, text: str, lang: str, key: str = "") -> None:
        """Make the sentences of *text* ahead, which waits to be said under *key*.  Never blocks."""
        sounds = [self._parts(sentence, lang) for sentence in sentences_of(speakable(text))]
        self._ahead.soon(*sounds, key=key)

    def expect(self, likely: Callable[[], Iterable[str]]) -> None:
        """Make ahead the sentences that *likely* tells, in its order.  Never blocks."""
        self._ahead.expect(lambda: [self._parts(speakable(text), "") for text in likely()])

    def lie_ready(self, text: str) -> bool:
        """Return whether the sentences of *text*, in the usual language, are made."""
        return all(self._synthesizer.has(self._parts(one, "")) for one in sentences_of(speakable(text)))

    @property
    def asked(self) -> tuple[int, int]:
        """Return how many were asked for, and how many of them lay ready.  For reports."""
        return self._synthesizer.asked, self._synthesizer.lay_ready

    def forget(self) -> None:
        """Make nothing ahead of what was wanted so far."""
        self._ahead.forget()

    def close(self) -> None:
        """End the engine, also in the middle of a sentence."""
        self._synthesizer.close()
        self._ahead.close()

    def _parts(self, text: str, lang: str) -> Parts:
        return parts_of(text, lang or self._lang, self._foreign)
