"""How much of a game is said, and how much each sentence matters."""

from enum import IntEnum, StrEnum


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


class Priority(IntEnum):
    """How much a sentence matters; the smaller goes first."""

    URGENT = 0  # interrupts what is being said: the game is won, the camera is lost
    DISPUTE = 1  # the table is not as the journal says, or something is to be asked
    HIGH = 2  # points, lore, retreats, losses, whose turn it is
    NORMAL = 3  # dice, attacks, what the game waits for
    LOW = 4  # confirmations
