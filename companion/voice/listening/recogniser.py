"""From sound to the sentence of the grammar that fits it best, and how well it fits.

Two decoders hear the same sound: one takes it for a sentence of the grammar, the other for any
sequence of sounds at all.  Where the second explains it much better, it was no sentence
of the grammar, whatever the first makes of it.  pocketsphinx is optional: it is imported
when a ``Recogniser`` is made.  Knows no game.
"""

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from companion.voice.listening.grammar import Grammar, Spoken
from companion.voice.listening.likeness import Segment, measured, similarity, sounds_in
from companion.voice.listening.sounds import pronounced
from rules.kernel.translatable import Message, TranslatableError

_SCALE = 1024  # of pocketsphinx's scores within a segment
_WORST = -700.0  # the logarithm of what is too small for a float
_SEARCH = "herald"
_BEAMS = {"beam": 1e-70, "pbeam": 1e-70, "wbeam": 1e-50}  # narrower ones lose short words
_PHONE_BEAMS = {"beam": 1e-10, "pbeam": 1e-10, "lw": 2.0}

# Found on voices and sentences that benchmarks/voice/listening.py does not measure with.
WEIGHTS = np.array([5.481, 0.999, 0.302, 0.193, 0.71, -6.721, 2.907, 3.206])
OFFSET = 6.072
MUCH_CLOSER = 0.2  # the same for one word in place of another, whose few sounds say less
CLOSER = 0.06  # by which another sentence must be more like the sounds to make the one found doubtful
DOUBT = 0.5  # the most that the confidence in a doubtful sentence can be

WITH_WHEELS = ((3, 11), (3, 13))


class NoRecogniserError(TranslatableError):
    """Nothing can be recognised here; holds a reason and a remedy, each a sentence."""

    def __init__(self, reason: Message, remedy: Message) -> None:
        super().__init__("{1} {2}", reason, remedy)
        self.reason, self.remedy = reason, remedy


class Recognition(NamedTuple):
    """What was heard: a sentence of the grammar, and from 0 to 1 how sure that is."""

    text: str
    confidence: float


class _FoundWord(Protocol):
    """A word or sound that pocketsphinx has found."""

    word: str
    start_frame: int
    end_frame: int
    ascore: float


class _Sentence(Protocol):
    """The best sentence that pocketsphinx has found."""

    hypstr: str


class _Decoder(Protocol):
    """What is used of pocketsphinx's decoder, which has no types."""

    def lookup_word(self, word: str, /) -> str | None: ...
    def add_word(self, word: str, phones: str, update: bool, /) -> int: ...
    def add_jsgf_string(self, name: str, grammar: str, /) -> None: ...
    def activate_search(self, name: str, /) -> None: ...
    def start_utt(self) -> None: ...
    def process_raw(self, sound: bytes, /) -> int: ...
    def end_utt(self) -> None: ...
    def hyp(self) -> _Sentence | None: ...
    def seg(self) -> Iterable[_FoundWord] | None: ...


def _decoders() -> tuple[_Decoder, _Decoder]:
    """Return a decoder for sentences and one for bare sounds.  Raises NoRecogniserError."""
    try:
        from pocketsphinx import Decoder, get_model_path
    except ImportError:
        remedy = Message("Install it with: pip install pocketsphinx (or herald's extra 'voice').")
        if sys.version_info[:2] not in WITH_WHEELS:
            remedy = Message(
                "It comes ready-made for Python 3.11 and 3.13 only: use one of these for herald."
            )
        raise NoRecogniserError(
            Message("Spoken commands need pocketsphinx, which is not installed."), remedy
        ) from None
    phones = get_model_path("en-us/en-us-phone.lm.bin")
    quiet = {"lm": None, "loglevel": "FATAL"}
    try:
        return (
            Decoder(bestpath=False, **quiet, **_BEAMS),
            Decoder(dict=None, allphone=phones, **quiet, **_PHONE_BEAMS),
        )
    except (RuntimeError, ValueError, OSError) as trouble:
        raise NoRecogniserError(
            Message("pocketsphinx does not start ({1}).", trouble),
            Message("Install it anew: pip install --force-reinstall pocketsphinx."),
        ) from None


class Recogniser:
    """Hears one utterance at a time: ``start``, ``feed`` …, ``finish``.  Not safe for several threads.

    Raises NoRecogniserError where pocketsphinx is missing or does not work.
    """

    def __init__(self) -> None:
        self._words, self._phones = _decoders()
        self._grammar = ""
        self._fixed: Mapping[str, Spoken] = {}
        self._classes: Sequence[frozenset[str]] = ()
        self._ended: tuple[Sequence[Segment], Sequence[Segment]] = (), ()

    def learn(self, grammar: Grammar) -> None:
        """Hear sentences of *grammar* from now on.  Costs nothing where it is the one in use."""
        if grammar.jsgf == self._grammar:
            return
        for word in sorted(grammar.words):
            if self._words.lookup_word(word) is None:
                self._words.add_word(word, pronounced(word, self._words.lookup_word), True)
        self._words.add_jsgf_string(_SEARCH, grammar.jsgf)
        self._words.activate_search(_SEARCH)
        self._grammar, self._fixed, self._classes = grammar.jsgf, grammar.fixed, grammar.classes

    def start(self) -> None:
        """Begin an utterance."""
        self._words.start_utt()
        self._phones.start_utt()

    def feed(self, sound: bytes) -> None:
        """Take in the next samples."""
        self._words.process_raw(sound)
        self._phones.process_raw(sound)

    def finish(self) -> Recognition | None:
        """End the utterance; return what was heard, or None where nothing fits."""
        self._words.end_utt()
        self._phones.end_utt()
        found = self._words.hyp()
        if found is None or not found.hypstr:
            return None
        words, sounds = _segments(self._words), _segments(self._phones)
        if not words or not sounds:
            return None
        spoken = [word for word in words if not word.is_silence]
        self._ended = spoken, sounds
        said = [phone for word in spoken for phone in self._sounds_of(word.name)]
        odds = float(WEIGHTS @ measured(words, sounds, said)) + OFFSET
        confidence = 1 / (1 + math.exp(-odds))
        if self._is_doubtful(found.hypstr, sounds) or any(self._has_rival(word, sounds) for word in spoken):
            confidence = min(confidence, DOUBT)
        return Recognition(found.hypstr, confidence)

    def others(self) -> list[str]:
        """Return what else may have been said in the utterance that has ended, the likeliest first: one
        number or letter in place of another, or another fixed sentence.
        """
        spoken, sounds = self._ended
        names = [word.name.partition("(")[0] for word in spoken]
        if " ".join(names) in self._fixed:
            heard = sounds_in(sounds)
            return sorted(self._fixed, key=lambda other: -self._likeness(other, heard))
        found = []
        for at, word in enumerate(spoken):
            rivals = next((words for words in self._classes if names[at] in words), frozenset())
            heard = sounds_in(sounds, word.frames)
            own = self._likeness(word.name, heard)
            for rival in sorted(rivals - {names[at]}):
                text = " ".join([*names[:at], rival, *names[at + 1 :]])
                found.append((own - self._likeness(rival, heard), text))
        return [text for _, text in sorted(found)]

    def so_far(self) -> str:
        """Return the sentence that fits best what has been heard of the utterance until now."""
        found = self._words.hyp()
        return "" if found is None else str(found.hypstr)

    def _is_doubtful(self, text: str, sounds: Sequence[Segment]) -> bool:
        """Return whether *text* is a fixed sentence, and one with another meaning is more like the sounds."""
        fixed = self._fixed
        if text not in fixed:
            return False
        heard = sounds_in(sounds)
        own = self._likeness(text, heard)
        others = (other for other, said in fixed.items() if said != fixed[text])
        return any(self._likeness(other, heard) > own + CLOSER for other in others)

    def _has_rival(self, word: Segment, sounds: Sequence[Segment]) -> bool:
        """Return whether another number, or another letter, is much more like the sounds than *word* is."""
        name = word.name.partition("(")[0]
        heard = sounds_in(sounds, word.frames)
        rivals = next((words for words in self._classes if name in words), frozenset())
        own = self._likeness(word.name, heard)
        return any(self._likeness(rival, heard) > own + MUCH_CLOSER for rival in rivals - {name})

    def _likeness(self, text: str, heard: Sequence[str]) -> float:
        return similarity([phone for word in text.split() for phone in self._sounds_of(word)], heard)

    def _sounds_of(self, word: str) -> list[str]:
        """Return the phones of *word*; "with(2)" is its second pronunciation."""
        phones = self._words.lookup_word(word) or self._words.lookup_word(word.partition("(")[0])
        return [] if phones is None else str(phones).split()


def _segments(decoder: _Decoder) -> list[Segment]:
    return [
        Segment(one.word, one.start_frame, one.end_frame, _SCALE * _log(one.ascore))
        for one in decoder.seg() or ()
        if one.end_frame >= one.start_frame
    ]


def _log(likelihood: float) -> float:
    return math.log(likelihood) if likelihood > 0 else _WORST
