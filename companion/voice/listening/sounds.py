"""How words are pronounced that the recogniser's dictionary lacks: in its phones, made from what it has.

A guess: a plural from its singular, a compound from its parts, and anything else letter by letter.
"""

from collections.abc import Callable

Lookup = Callable[[str], str | None]
"""Returns a word's phones, apart by spaces, or None where the dictionary lacks it."""

SHORTEST_PART = 3
_VOICELESS = frozenset(["P", "T", "K", "F", "TH"])
_HISSING = frozenset(["S", "Z", "SH", "ZH", "CH", "JH"])

_LETTERS = {
    "tion": "SH AH N",
    "ough": "AO",
    "igh": "AY",
    "sch": "SH",
    "tch": "CH",
    "ai": "EY",
    "au": "AO",
    "aw": "AO",
    "ay": "EY",
    "ch": "CH",
    "ck": "K",
    "ea": "IY",
    "ee": "IY",
    "ei": "EY",
    "er": "ER",
    "ew": "UW",
    "ey": "IY",
    "gh": "G",
    "ie": "IY",
    "kh": "K",
    "kn": "N",
    "ng": "NG",
    "oa": "OW",
    "oo": "UW",
    "ou": "AW",
    "ow": "OW",
    "oy": "OY",
    "ph": "F",
    "qu": "K W",
    "sh": "SH",
    "th": "TH",
    "wh": "W",
    "wr": "R",
    "a": "AE",
    "b": "B",
    "c": "K",
    "d": "D",
    "e": "EH",
    "f": "F",
    "g": "G",
    "h": "HH",
    "i": "IH",
    "j": "JH",
    "k": "K",
    "l": "L",
    "m": "M",
    "n": "N",
    "o": "AA",
    "p": "P",
    "q": "K",
    "r": "R",
    "s": "S",
    "t": "T",
    "u": "AH",
    "v": "V",
    "w": "W",
    "x": "K S",
    "y": "IY",
    "z": "Z",
}
_LONGEST = max(map(len, _LETTERS))


def pronounced(word: str, lookup: Lookup) -> str:
    """Return *word*'s phones, from the dictionary behind *lookup* as far as it goes."""
    return _known(word, lookup) or _compound(word, lookup) or _plural_compound(word, lookup) or _spelled(word)


def _known(word: str, lookup: Lookup) -> str | None:
    """Return *word*'s phones where it, its singular or its plural is in the dictionary."""
    found = lookup(word)
    if found is None and word.endswith("s"):
        one = lookup(word[:-1])
        return None if one is None else _plural(one)
    if found is None and (many := lookup(f"{word}s")) is not None:
        return many.removesuffix(" IH Z") if many.endswith(" IH Z") else many.rpartition(" ")[0]
    return found


def _plural(one: str) -> str:
    last = one.split()[-1]
    if last in _HISSING:
        return f"{one} IH Z"
    return f"{one} {'S' if last in _VOICELESS else 'Z'}"


def _compound(word: str, lookup: Lookup) -> str | None:
    """Return the phones of two words that make up *word*, the first one as long as can be."""
    for cut in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
        head, tail = lookup(word[:cut]), _known(word[cut:], lookup)
        if head is not None and tail is not None:
            return f"{head} {tail}"
    return None


def _plural_compound(word: str, lookup: Lookup) -> str | None:
    one = _compound(word[:-1], lookup) if word.endswith("s") else None
    return None if one is None else _plural(one)


def _spelled(word: str) -> str:
    phones, at = [], 0
    while at < len(word):
        for size in range(min(_LONGEST, len(word) - at), 0, -1):
            sound = _LETTERS.get(word[at : at + size])
            if sound is not None:
                phones.append(sound)
                break
        at += size
    return " ".join(phones)
