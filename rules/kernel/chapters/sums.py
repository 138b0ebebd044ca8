"""Numbers that are shown with their parts: dice and boldness.  Knows no rule."""

from typing import NamedTuple


class Addend(NamedTuple):
    """A part of a sum: what it comes *of* and how much it is."""

    of: str
    number: int


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
        whole = sum(part.number for part in self.base)
        lowest = min(self.caps, key=lambda cap: cap.number, default=None)
        return lowest if lowest is not None and lowest.number < whole else None

    @property
    def total(self) -> int:
        """Return the number that all parts make."""
        cap = self.cap
        base = sum(part.number for part in self.base) if cap is None else cap.number
        return max(self.least, base + sum(part.number for part in self.extras))
