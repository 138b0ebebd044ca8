"""The number of the file format, and how what an older version wrote is read.

Knows no rule and no file: it changes what JSON holds before anything is made of it
(``docs/file-format.md``).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

Change = Callable[[dict[str, Any]], dict[str, Any]]


class Upgrade(NamedTuple):
    """What makes of format n what format n + 1 holds: of a *game*'s own line, and of each *entry*."""

    game: Change
    entry: Change


UPGRADES: tuple[Upgrade, ...] = ()
"""The chain: the first leads from format 1 to 2."""


def newest() -> int:
    """Return the number of the format that this version writes."""
    return 1 + len(UPGRADES)


def upgrade_game(game: dict[str, Any], number: int) -> dict[str, Any]:
    """Return what format *number* keeps of a game beside its entries as this version keeps it.

    Raises msgspec.ValidationError where it does not hold what that format does.
    """
    return _changed(game, [step.game for step in UPGRADES[number - 1 :]])


def upgrade_entry(line: bytes, number: int) -> bytes:
    """Return the *line* of an entry of format *number* as this version writes it.

    Raises what msgspec does for bytes that hold no message.
    """
    changes = [step.entry for step in UPGRADES[number - 1 :]]
    if not changes:
        return line
    return msgspec.json.encode(_changed(msgspec.json.decode(line, type=dict[str, Any]), changes))


def _changed(found: dict[str, Any], changes: list[Change]) -> dict[str, Any]:
    try:
        for change in changes:
            found = change(found)
    except (LookupError, TypeError, ValueError, AttributeError) as trouble:
        raise msgspec.ValidationError(f"it is not as its format says: {trouble}") from None
    return found
