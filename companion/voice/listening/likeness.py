"""How well a sentence of the grammar fits what was heard.

Pure: compares the words that one decoder found with the bare sounds that the other one found in the
same frames.  Knows no sound and no game.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Frames = npt.NDArray[np.float64]

SWALLOWED = 0.8  # cost of a sound that is missing or too much
ALIKE = 0.4  # cost of a sound for another of its family
WINDOW = 15  # frames of the worst passage
LEAST = -9.0  # of what cannot be measured

_FAMILIES = tuple(
    frozenset(family.split())
    for family in (
        "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW",
        "P B",
        "T D",
        "K G",
        "F V TH DH",
        "S Z SH ZH CH JH",
        "M N NG",
        "L R W Y",
    )
)


class Segment(NamedTuple):
    """A word or a sound: its first and last frame, and the logarithm of its likelihood."""

    name: str
    first: int
    last: int
    score: float

    @property
    def is_silence(self) -> bool:
        """Return whether it is no word and no sound of speech."""
        return self.name in ("<s>", "</s>", "<sil>", "SIL", "(NULL)") or self.name[0] in "[+<"

    @property
    def frames(self) -> slice:
        """Return its frames."""
        return slice(self.first, self.last + 1)


def similarity(one: Sequence[str], other: Sequence[str]) -> float:
    """Return from 0 to 1 how alike two rows of sounds are."""
    row = np.arange(len(other) + 1) * SWALLOWED
    for sound in one:
        above, row = row, np.empty_like(row)
        row[0] = above[0] + SWALLOWED
        for at, heard in enumerate(other):
            row[at + 1] = min(above[at] + _cost(sound, heard), above[at + 1] + SWALLOWED, row[at] + SWALLOWED)
    return 1.0 - float(row[-1]) / max(len(one), len(other), 1)


def _cost(one: str, other: str) -> float:
    if one == other:
        return 0.0
    return ALIKE if any(one in family and other in family for family in _FAMILIES) else 1.0


def sounds_in(sounds: Iterable[Segment], frames: slice | None = None) -> list[str]:
    """Return the names of those *sounds* that are speech, and lie mostly within *frames* (None: all)."""
    return [
        one.name
        for one in sounds
        if not one.is_silence
        and (frames is None or frames.start <= (one.first + one.last) // 2 < frames.stop)
    ]


def measured(words: Sequence[Segment], sounds: Sequence[Segment], phones: Sequence[str]) -> Frames:
    """Return the (8,) measures of which the confidence is made; *phones* are those of the words.

    Likeness of the sounds; words' likelihood against the sounds' over everything, within the
    words, in the worst word and in the worst passage; the share of speech outside words; phones a
    frame; and how short the sentence is.
    """
    length = max(words[-1].last, sounds[-1].last) + 1
    gain = np.zeros(length)
    is_word, is_speech = np.zeros(length, dtype=bool), np.zeros(length, dtype=bool)
    for sound in sounds:
        gain[sound.frames] -= sound.score / (sound.last - sound.first + 1)
        is_speech[sound.frames] = not sound.is_silence
    worst = 0.0
    for word in words:
        gain[word.frames] += word.score / (word.last - word.first + 1)
        is_word[word.frames] = not word.is_silence
        if not word.is_silence:
            worst = min(worst, float(gain[word.frames].mean()))
    passages = np.convolve(gain, np.ones(WINDOW) / WINDOW, "valid") if length > WINDOW else gain
    spoken = max(1, int(is_word.sum()))
    return np.array(
        [
            similarity(phones, sounds_in(sounds)),
            gain.mean(),
            gain[is_word].mean() if is_word.any() else LEAST,
            worst,
            passages.min(),
            (is_speech & ~is_word).sum() / max(1, int(is_speech.sum())),
            len(phones) / spoken,
            1 / max(1, len(phones)),
        ]
    )
