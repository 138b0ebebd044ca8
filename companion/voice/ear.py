"""Listening: one spoken command at a time, from the server's microphone to a sentence of the grammar.

Push to talk: ``hear`` opens the microphone and returns when whoever spoke has ended, when ``stop`` is
called, or when time is up.  What comes of it, nobody here knows: see ``companion.voice.intents``.
"""

import threading
import time
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from companion.voice.listening.endpoint import PAUSES, TAIL, TAIL_PAUSE, Endpoint
from companion.voice.listening.grammar import After, Grammar, Spoken
from companion.voice.listening.microphone import RATE, Microphone, NoMicrophoneError, Recording, SoundSource
from companion.voice.listening.recogniser import NoRecogniserError, Recogniser, Recognition
from rules.kernel.translatable import Message, TranslatableError

ACCEPT = 0.8
"""Confidence from which a sentence is taken as said."""

ACCEPT_HEX = 0.98
"""The same as ACCEPT for a move: hexes sound much alike, and every one of them may be meant."""

NOISY = 28.0
"""dB between voice and noise below which all that names a unit is asked back: numbers sound alike."""

ACCEPT_IN_NOISE = 0.97
"""The same as ACCEPT where it is noisy."""

OFFER = 0.12
"""Confidence from which it is asked whether a sentence was meant; below it nothing was understood."""

OFFER_IN_NOISE = 0.02
"""The same as OFFER where it is noisy: there less is sure, and nothing is done unasked that names a unit."""

MOST_OTHERS = 3
"""What else may have been said that is offered beside the likeliest."""

LIMIT = 6.0
"""Seconds after which nobody is listened to any longer."""

SILENT_LIMIT = 3.0
"""Seconds after which listening ends where nobody has begun to speak."""


ENGLISH_ONLY = Message("Spoken commands are understood in English only; each has its button.")


class Trust(StrEnum):
    """How far what was heard can be relied on."""

    ACCEPTED = "accepted"
    DOUBTFUL = "doubtful"
    IGNORED = "ignored"


class Heard(NamedTuple):
    """A sentence, what it says, and how far it is to be trusted; nothing where it was IGNORED.

    *others*: what else may have been said where it is DOUBTFUL, the likeliest first.
    """

    trust: Trust
    text: str = ""
    said: Spoken | None = None
    confidence: float = 0.0
    others: tuple[Spoken, ...] = ()


class Utterance(NamedTuple):
    """What the recogniser found, None for nothing, and how far the voice was above the noise, in dB."""

    found: Recognition | None
    clearness: float


class EarStatus(NamedTuple):
    """*state*: ``ready``, ``listening``; or, with a *remedy*, ``no_recogniser``, ``no_microphone``."""

    state: str
    reason: Message
    remedy: Message | None = None


NOTHING = Heard(Trust.IGNORED)
READY = EarStatus("ready", Message("Hold the Talk button and speak to this computer's microphone."))


class BusyError(TranslatableError):
    """Somebody is being listened to already."""


class Ear:
    """Hears one person at a time.  Safe to call from any thread."""

    def __init__(
        self,
        source: SoundSource | None = None,
        *,
        recogniser: Callable[[], Recogniser] = Recogniser,
        limit: float = LIMIT,
    ) -> None:
        self._source = source or Microphone()
        self._make = recogniser
        self._limit = limit
        self._recogniser: Recogniser | None = None
        self._turn = threading.Lock()
        self._ended = threading.Event()
        self._recording: Recording | None = None
        self._status = READY
        self._prepare()

    def status(self) -> EarStatus:
        """Return how listening is."""
        return self._status

    def check(self) -> EarStatus:
        """Open the microphone for a moment; return how listening is."""
        if self._prepare() is not None:
            try:
                self._source.open().close()
            except NoMicrophoneError as trouble:
                self._status = _without_microphone(trouble)
        return self._status

    def hear(self, grammar: Grammar) -> Heard:
        """Listen to one sentence of *grammar*.

        Raises BusyError, and NoMicrophoneError or NoRecogniserError with reason and remedy.
        """
        if not self._turn.acquire(blocking=False):
            raise BusyError("Somebody is speaking already.")
        try:
            return self._hear(grammar)
        finally:
            self._turn.release()

    def stop(self) -> None:
        """Listen no longer than until the word just said is over: what has been said until then counts."""
        self._ended.set()

    def _prepare(self) -> Recogniser | None:
        """Return the recogniser, None where there is none; the status says why."""
        try:
            return self._made()
        except NoRecogniserError:
            return None

    def _made(self) -> Recogniser:
        """Return the recogniser, made where there is none.  Raises NoRecogniserError, as the status says."""
        if self._recogniser is None:
            try:
                self._recogniser = self._make()
            except NoRecogniserError as trouble:
                self._status = EarStatus("no_recogniser", trouble.reason, trouble.remedy)
                raise
        return self._recogniser

    def _hear(self, grammar: Grammar) -> Heard:
        recogniser = self._made()
        self._ended.clear()
        try:
            self._recording = self._source.open()
            self._status = EarStatus("listening", Message("Listening."))
            recogniser.learn(grammar)
            found = self._listened(recogniser, grammar, self._recording)
        except NoMicrophoneError as trouble:
            self._status = _without_microphone(trouble)
            raise
        finally:
            if self._recording is not None:
                self._recording.close()
                self._recording = None
        self._status = READY
        heard = judged(found, grammar)
        return with_others(heard, recogniser, grammar) if heard.trust is Trust.DOUBTFUL else heard

    def _listened(self, recogniser: Recogniser, grammar: Grammar, recording: Recording) -> Utterance:
        """Return what is heard until the sentence is over."""
        end = Endpoint()
        begun = time.monotonic()
        tail = 0.0
        recogniser.start()
        while sound := recording.read():
            recogniser.feed(sound)
            end.feed(sound)
            taken = time.monotonic() - begun
            if taken > self._limit or (taken > SILENT_LIMIT and not end.has_begun):
                break
            if self._ended.is_set():
                tail += len(sound) / (2 * RATE)
                if tail > TAIL or end.pause >= TAIL_PAUSE:
                    break
            elif _is_over(end, recogniser, grammar):
                break
        found = recogniser.finish()
        return Utterance(found if end.has_begun else None, end.clearness)


def _without_microphone(trouble: NoMicrophoneError) -> EarStatus:
    return EarStatus("no_microphone", trouble.reason, trouble.remedy)


def _is_over(end: Endpoint, recogniser: Recogniser, grammar: Grammar) -> bool:
    """Return whether it has been quiet long enough: a sentence that cannot go on is waited for less."""
    if end.pause < PAUSES[After.NOTHING]:
        return False
    return end.pause >= PAUSES[After.MORE] or end.pause >= PAUSES[grammar.after(recogniser.so_far())]


def judged(utterance: Utterance, grammar: Grammar) -> Heard:
    """Return what was found, if it is a whole sentence of *grammar*, and how far it is to be trusted."""
    found = utterance.found
    said = None if found is None else grammar.understood(found.text)
    is_noisy = utterance.clearness < NOISY
    if found is None or said is None or found.confidence < (OFFER_IN_NOISE if is_noisy else OFFER):
        return NOTHING
    needed = ACCEPT_IN_NOISE if is_noisy else ACCEPT_HEX if said.hex is not None else ACCEPT
    is_sure = found.confidence >= needed and not (is_noisy and said.units)
    return Heard(Trust.ACCEPTED if is_sure else Trust.DOUBTFUL, found.text, said, found.confidence)


def with_others(heard: Heard, recogniser: Recogniser, grammar: Grammar) -> Heard:
    """Return *heard* with what else may have been said; nothing of moves, of which there are too many."""
    if heard.said is None or heard.said.hex is not None:
        return heard
    said = dict.fromkeys(grammar.understood(text) for text in recogniser.others())
    others = [one for one in said if one is not None and one != heard.said and one.hex is None]
    return heard._replace(others=tuple(others[:MOST_OTHERS]))
