"""How much a sentence matters."""

from enum import IntEnum


class Priority(IntEnum):
    """How much a sentence matters; the smaller goes first."""

    URGENT = 0  # interrupts what is being said: the game is won, the camera is lost
    DISPUTE = 1  # the table is not as the journal says, or something is to be asked
    HIGH = 2  # points, lore, retreats, losses, whose turn it is
    NORMAL = 3  # dice, attacks, what the game waits for
    LOW = 4  # confirmations
