"""A search through the glossary: by the words that somebody types.  The page's glossary.mjs does the same."""

import re
import unicodedata
from typing import NamedTuple

from companion.words.subjects import Glossary, Subject


class _Rank(NamedTuple):
    """How well a subject answers a search: the smaller, the better."""

    place: int
    words: int


def search(glossary: Glossary, text: str) -> tuple[Subject, ...]:
    """Return the subjects in which every word of *text* begins a word, the best first.

    Best are those called so, then those whose title begins so, then those with all words in
    the title, then in title and search words, then anywhere.  The page's glossary.mjs does the same.
    """
    wanted = words(text)
    if not wanted:
        return tuple(glossary.values())
    found = [(rank, subject) for subject in glossary.values() if (rank := _rank(subject, wanted)) is not None]
    return tuple(subject for _, subject in sorted(found, key=lambda pair: pair[0]))


def _rank(subject: Subject, wanted: tuple[str, ...]) -> _Rank | None:
    title = words(subject.title)
    names = [title, *(words(name) for name in subject.also)]
    named = [word for name in names for word in name]
    told = [*named, *words(" ".join(subject.text)), *words(subject.page)]
    size = len(title)
    if wanted in names:
        return _Rank(0 if wanted == title else 1, size)
    if " ".join(title).startswith(" ".join(wanted)):
        return _Rank(2, size)
    for place, held in enumerate((title, named, told), start=3):
        if all(any(word.startswith(start) for word in held) for start in wanted):
            return _Rank(place, size if place < 5 else 0)
    return None


def words(text: str) -> tuple[str, ...]:
    """Return the words of *text* as they are searched: small letters, no accents, no apostrophes."""
    return tuple(re.findall(r"[a-z0-9]+", plain(text)))


def plain(text: str) -> str:
    """Return *text* in small letters without accents and apostrophes."""
    bare = unicodedata.normalize("NFKD", text.lower())
    return re.sub("['’\u0300-\u036f]", "", bare)
