"""Which way a group's large board lies: asked once, and kept among the table's own settings."""

from collections.abc import Mapping
from enum import StrEnum

from rules.kernel.translatable import Message
from vision.errors import InputError


class LargeBoard(StrEnum):
    """Seventeen hexes wide and thirteen deep, or thirteen wide and seventeen deep."""

    WIDE = "wide"
    DEEP = "deep"


LAID_FOR: Mapping[str, LargeBoard] = {"epic_wide": LargeBoard.WIDE, "epic_deep": LargeBoard.DEEP}
"""Which way a large board lies, by the name of its plan."""
SIZES: Mapping[LargeBoard, Message] = {
    LargeBoard.WIDE: Message("17 hexes wide, 13 deep"),
    LargeBoard.DEEP: Message("13 hexes wide, 17 deep"),
}
AT_NEW_GAME = Message("on the page of a new game")


def check_large_board(
    needed: LargeBoard | None, own: LargeBoard | None, *, where: Message = AT_NEW_GAME
) -> None:
    """Raise InputError for an adventure that *needed* a board lying otherwise than one's *own*; None: any.

    *where* is how people say which way theirs lies.
    """
    if needed is not None and own is not None and needed is not own:
        raise InputError(
            "This adventure is laid on a large board that is {1}, and yours is {2}: choose another "
            "adventure, or say {3} that yours lies so",
            SIZES[needed],
            SIZES[own],
            where,
        )
