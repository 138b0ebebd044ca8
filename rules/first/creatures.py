"""What becomes of the Lore that a Creature rolls (rules summary, Special Powers and Power-Ups).

Its player says for each roll: for a power, stored beside it, or tokens (docs/rulings.md).  Knows no
Creature by name and no state.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rules.first.printed.pieces import Power


class Shares(NamedTuple):
    """How rolled Lore symbols are shared: *stored* beside the Creature, the rest *tokens*."""

    stored: int
    tokens: int


def storable(symbols: int, *, stored: int, most: int | None) -> int:
    """Return how many of *symbols* may be stored: up to what its dearest power needs, none if unknown."""
    return 0 if most is None else max(0, min(symbols, most - stored))


def share(symbols: int, *, stored: int, most: int | None) -> Shares:
    """Return what becomes of *symbols* where all that may be stored is."""
    kept = storable(symbols, stored=stored, most=most)
    return Shares(kept, symbols - kept)


def powers_at_hand(powers: Iterable[Power], symbols: int, stored: int) -> tuple[Power, ...]:
    """Return the *powers* that rolled *symbols* and *stored* Lore suffice for; one without a price never."""
    return tuple(power for power in powers if power.lore is not None and power.lore <= symbols + stored)
