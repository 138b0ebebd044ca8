"""Which way a group's large board lies: asked once, and kept among the table's own settings."""

from collections.abc import Mapping
from enum import StrEnum

from vision.errors import InputError


class LargeBoard(StrEnum):
    """Seventeen hexes wide and thirteen deep, or thirteen wide and seventeen deep."""

    WIDE = "wide"
    DEEP = "deep"


LAID_FOR: Mapping[str, LargeBoard] = {"epic_wide": LargeBoard.WIDE, "epic_deep": LargeBoard.DEEP}
"""Which way a large board lies, by the name of its plan."""


def check_large_board(needed: LargeBoard | None, own: LargeBoard | None) -> None:
    """Raise InputError for an adventure that *needed* a board lying otherwise than one's *own*; None: any."""
    if needed is not None and own is not None and needed is not own:
        raise InputError(
            "This adventure is laid on a large board that is {1}, and yours is {2}: choose another "
            "adventure, or say that yours lies so (--large-board {1})",
            needed,
            own,
        )
