"""Lore cards: amounts by level, prices, and how many are held.

Texts: Lore Cards; rules summary, Lore.  Knows no card by name and no state.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from rules.first.printed.lore import LoreMasterCard
from rules.kernel.chapters.sums import Addend, PartSort, Sum

OUT_OF_CHARACTER = "out_of_character"
EXTRA_PRICE = 3
LEVEL_OUT_OF_CHARACTER = 1
MORE_THAN_LEVEL = 1
"""A player holds so many Lore cards more than his highest Lore Master has levels."""
_AMOUNT = re.compile(r"(\d+) ?(d|hex|unit)?(/ ?level)? ?(?:([+–-]) ?(\d+)(?:d|hex|unit)?)?")


class Amount(NamedTuple):
    """A number on a Lore card: so many *each* level (or just so many), and *added* once.

    *of*: ``d`` dice, ``hex`` a range, ``unit`` units, or nothing.
    """

    each: int
    added: int
    by_level: bool
    of: str

    def at(self, level: int) -> int:
        """Return the number at a Lore Master's *level*, never less than none."""
        return max(0, self.each * (level if self.by_level else 1) + self.added)


def parse_amount(text: str) -> Amount:
    """Return what a card's *text* says: ``2d/level +3``.  Raises ValueError for anything else."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"expected an amount like '2d/level +3', got {text!r}")
    each, of, by_level, sign, added = found.groups()
    return Amount(int(each), int(added or 0) * (1 if sign == "+" else -1), by_level is not None, of or "")


def format_amount(amount: Amount) -> str:
    """Return *amount* as the cards write it."""
    space = " " if len(amount.of) > 1 else ""
    added = f" {amount.added:+d}" if amount.added else ""
    return f"{amount.each}{space}{amount.of}{'/level' if amount.by_level else ''}{added}"


def acting_level(masters: Mapping[str, int], master: str) -> int:
    """Return the level at which a card of class *master* is played by a council with these *masters*."""
    return masters.get(master, 0) or LEVEL_OUT_OF_CHARACTER


def price(card: LoreMasterCard, masters: Mapping[str, int]) -> Sum | None:
    """Return what *card* costs a council with these *masters*, or None where nobody knows."""
    if card.cost is None:
        return None
    extra = () if masters.get(card.master) else (Addend(OUT_OF_CHARACTER, EXTRA_PRICE, PartSort.LORE_CARD),)
    return Sum((Addend(card.id, card.cost, PartSort.LORE_CARD),), (), extra)


def half(number: int) -> int:
    """Return half of *number*, an odd one rounded up (Lore)."""
    return (number + 1) // 2


def most_cards(masters: Mapping[str, int]) -> int:
    """Return how many Lore cards may be held by whose council has these *masters*, none without any."""
    highest = max(masters.values(), default=0)
    return highest + MORE_THAN_LEVEL if highest else 0
