"""Sentences made fit for an engine: nothing that is read out as its sign, and not too long."""

import re

MOST_LETTERS = 400
LETTERS_A_SECOND = 11.0  # of eSpeak NG at 165 words a minute; pyttsx3 is much the same

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


def seconds_of(text: str) -> float:
    """Return about how long *text* takes to say, in seconds."""
    return 1.0 + len(text) / LETTERS_A_SECOND
