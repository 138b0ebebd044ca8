"""Which way a group's large board lies: asked once, and kept among the table's own settings."""

import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from companion.files import replace_file
from companion.input.safe_parsing import parse_toml
from vision.errors import InputError

SETTINGS = "settings.toml"


class LargeBoard(StrEnum):
    """Seventeen hexes wide and thirteen deep, or thirteen wide and seventeen deep."""

    WIDE = "wide"
    DEEP = "deep"


LAID_FOR: Mapping[str, LargeBoard] = {"epic_wide": LargeBoard.WIDE, "epic_deep": LargeBoard.DEEP}
"""Which way a large board lies, by the name of its plan."""
_LINE = re.compile(r"""^[ \t]*(["']?)large_board\1[ \t]*=.*$""", re.MULTILINE)


def check_large_board(needed: LargeBoard | None, own: LargeBoard | None) -> None:
    """Raise InputError for an adventure that *needed* a board lying otherwise than one's *own*; None: any."""
    if needed is not None and own is not None and needed is not own:
        raise InputError(
            "This adventure is laid on a large board that is {1}, and yours is {2}: choose another "
            "adventure, or say that yours lies so (--large-board {1})",
            needed,
            own,
        )


def keep_large_board(folder: Path, own: LargeBoard) -> None:
    """Keep in the settings file of *folder* which way the group's board lies.

    Raises InputError where it cannot be written, ConfigError where it is no TOML; it is then as before.
    """
    path, line = folder / SETTINGS, f'large_board = "{own}"'
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        told = _LINE.sub(line, text) if _LINE.search(text) else f"{line}\n{text}"
        parse_toml(told, str(path))
        replace_file(path, told.encode())
    except (OSError, UnicodeDecodeError) as trouble:
        raise InputError("{1} cannot be written: make it writable ({2})", path, str(trouble)) from None
