"""How much of a game is said, how much each sentence matters, and how long it takes."""

from enum import IntEnum, StrEnum

LETTERS_A_SECOND = 11.0  # of eSpeak NG at 165 words a minute; pyttsx3 is much the same


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


def seconds_of(text: str) -> float:
    """Return about how long *text* takes to say, in seconds."""
    return 1.0 + len(text) / LETTERS_A_SECOND
