"""Sentences made fit for an engine: nothing that is read out as its sign, and not too long."""

import re
from collections.abc import Sequence
from functools import cache

NAMES_IN = "en"  # the language of names that are not translated

MOST_LETTERS = 400

_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b(\d+)\s*/\s*(\d+)\b"), r"\1 of \2"),
    (re.compile(r"\b([A-Z])(\d{1,2})\b"), r"\1 \2"),
    (re.compile(r"\bVP\b"), "victory points"),
    (re.compile(r"\s*[–—]\s*"), ", "),
    (re.compile(r"\s*[()\[\]{}]\s*"), " "),
    (re.compile(r"[/\\|<>*_#~^\"]"), " "),
    (re.compile(r"\s+([.,:;!?])"), r"\1"),
    (re.compile(r"\bA (\d)"), r"A\1"),  # alone, the letter is read as the article
    (re.compile(r"\s+"), " "),
)


_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-ZĂÂÎȘȚ])")

_LETTERS: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "ro": (  # alone before a number E is read as "is", A as the article of an ordinal
        (re.compile(r"\bE ?(\d)"), r"E, \1"),
        (re.compile(r"\bA ?(\d)"), r"Ah \1"),
    ),
}
"""How an engine is told a hex's letter that it would read as a word, by language."""


def speakable(text: str) -> str:
    """Return *text* without signs that engines read out, cut after the last whole sentence that fits.

    "" where nothing is left to say.
    """
    for sign, word in _SIGNS:
        text = sign.sub(word, text)
    text = text.strip()
    if not any(letter.isalnum() for letter in text):
        return ""
    if len(text) <= MOST_LETTERS:
        return text
    head = text[:MOST_LETTERS]
    for end in (". ", "! ", "? ", ", ", " "):
        place = head.rfind(end)
        if place > 0:
            return head[: place + 1].strip()
    return head


def sentences_of(text: str) -> list[str]:
    """Return the sentences of *text*: the first is heard before the next are made."""
    return _BETWEEN_SENTENCES.split(text)


def parts_of(text: str, lang: str, foreign: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return *text*, which is in *lang*, in parts to be spoken each in its own language.

    *foreign* are names in it that are read as NAMES_IN has them.  Letters are spelled as the engine
    reads them: this is for its ears only.
    """
    for letter, spelled in _LETTERS.get(lang, ()):
        text = letter.sub(spelled, text)
    if lang == NAMES_IN or not foreign:
        return ((lang, text),)
    parts: list[tuple[str, str]] = []
    for index, piece in enumerate(_pattern(tuple(foreign)).split(text)):
        if any(letter.isalnum() for letter in piece):
            parts.append((NAMES_IN if index % 2 else lang, piece.strip()))
        elif parts:
            parts[-1] = (parts[-1][0], parts[-1][1] + piece.strip())
    return tuple(parts)


@cache
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds *names* in a text, the longest first, as the only group."""
    longest = sorted(names, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(re.escape(name) for name in longest)})\b")
