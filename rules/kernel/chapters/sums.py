"""Numbers that are shown with their parts: dice and boldness.  Knows no rule."""

from enum import StrEnum
from typing import NamedTuple


class PartSort(StrEnum):
    """Where a part of a sum comes from, which decides how it is told.

    UNIT is what the unit has by itself, BESIDE a place in a hex next to it.
    """

    UNIT = "unit"
    BANNER = "banner"
    WEAPON = "weapon"
    TERRAIN = "terrain"
    BESIDE = "beside"
    SUPPORT = "support"
    ABILITY = "ability"
    CARD = "card"
    LORE_CARD = "lore_card"


class Addend(NamedTuple):
    """A part of a sum: what it comes *of*, a thing of that *sort*, and how much it is."""

    of: str
    number: int
    sort: PartSort


class Sum(NamedTuple):
    """The parts of a number; *caps* limit what the *base* gives, *extras* come on top.

    Never less than *least*.
    """

    base: tuple[Addend, ...]
    caps: tuple[Addend, ...] = ()
    extras: tuple[Addend, ...] = ()
    least: int = 0

    @property
    def cap(self) -> Addend | None:
        """Return the lowest cap, where it lowers anything."""
        if not self.caps:
            return None
        lowest = min(self.caps, key=lambda cap: cap.number)
        return lowest if lowest.number < self._whole else None

    @property
    def parts(self) -> tuple[Addend, ...]:
        """Return what adds up to the total, a cap as what it takes away."""
        cap = self.cap
        lowered = () if cap is None else (cap._replace(number=cap.number - self._whole),)
        return (*self.base, *lowered, *self.extras)

    @property
    def total(self) -> int:
        """Return the number that all parts make."""
        return max(self.least, sum(part.number for part in self.parts))

    @property
    def _whole(self) -> int:
        return sum(part.number for part in self.base)
