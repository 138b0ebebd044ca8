"""What people type: how long it may be, and that it can be shown and said.

Whoever takes in a text asks here.  Knows no door by which it comes, and no game.
"""

import re
import unicodedata

LONGEST_NAME = 24
"""Signs of a player's or a tablet's name."""

LONGEST_TITLE = 40
"""Signs of the name of a card, a scenario or a set of dice."""

LONGEST_TEXT = 2000
"""Signs of the longest text that a card can hold."""

RESERVED = frozenset(
    {
        *("camera", "dice of the computer", "herald", "table tablet", "this computer"),
        *("north player", "north player's ally", "south player", "south player's ally"),
    }
)
"""Who the log and the screens tell by these words is never a tablet that somebody has named."""

LONGEST_SENTENCE = 1000
"""Signs of the longest sentence that tells what is wrong; it may repeat what somebody typed."""

_SHOWN = 40  # signs of a refused text that are told
_HEAPED = 3  # signs over and under a letter; more of them cover the lines beside it


def tidy(text: str) -> str:
    """Return *text* without room at its ends and more than a space within, its accents in one form."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def is_plain(text: str, longest: int = LONGEST_TEXT) -> bool:
    """Return whether *text* can be shown on one line: nothing that is unseen, turns the line or heaps up."""
    if len(text) > longest or not text.isprintable():
        return False
    heaped = 0
    for sign in text:
        heaped = heaped + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if heaped > _HEAPED:
            return False
    return True


def is_name(text: str, longest: int = LONGEST_NAME) -> bool:
    """Return whether *text*, which is tidy, can be somebody's or something's name: it has a letter."""
    return is_plain(text, longest) and has_letter(text)


def has_letter(text: str) -> bool:
    """Return whether *text* has a letter, so that a voice can say it."""
    return any(sign.isalpha() for sign in text)


def is_reserved(name: str) -> bool:
    """Return whether *name*, however it is written, means somebody else in the log."""
    return tidy(unicodedata.normalize("NFKC", name)).casefold() in RESERVED


def shortened(text: str, longest: int = _SHOWN) -> str:
    """Return *text* as it can be shown in a sentence: one line, no longer than *longest*."""
    cut = text[: longest + 1]
    plain = "".join(sign if sign.isprintable() else " " for sign in cut)
    plain = re.sub(r"\s+", " ", plain).strip()
    return plain if len(text) <= longest else f"{plain[:longest]}…"
