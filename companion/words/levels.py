"""How much of a game is said."""

from enum import StrEnum


class SpeechLevel(StrEnum):
    """How much is said: each says what those before it say, and more."""

    SCORE = "score"
    STANDARD = "standard"
    EVERYTHING = "everything"
    BLIND = "blind"

    def includes(self, other: "SpeechLevel") -> bool:
        """Return whether what belongs to *other* is said at this level."""
        return LEVELS.index(other) <= LEVELS.index(self)


LEVELS = tuple(SpeechLevel)
