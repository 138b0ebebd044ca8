"""Which readings of a piece go back and forth: neither is believed until one of them stays.

A tag at the brink of two readings, one that flickers behind a reflection, or two tags
that are taken for each other look alike: a value that was left comes back at once.
"""

from collections import deque
from collections.abc import Mapping

from rules.kernel.hexes import Hex

CALM = 10  # readings in a row that end a to and fro
RECENT = 30  # readings; what came back after a longer time was moved by hand


class Steadier:
    """Follows where each piece was read, None where it was not."""

    def __init__(self) -> None:
        self._count = 0
        self._left: dict[str, deque[tuple[int, Hex | None]]] = {}
        self._now: dict[str, Hex | None] = {}
        self._since: dict[str, int] = {}

    def feed(self, pieces: Mapping[str, Hex]) -> None:
        """Take in where the pieces were read in one more quiet picture."""
        self._count += 1
        for piece in self._now.keys() | pieces.keys():
            at = pieces.get(piece)
            if piece not in self._now:
                self._now[piece], self._since[piece] = at, self._count
            elif at != self._now[piece]:
                self._left.setdefault(piece, deque(maxlen=8)).append((self._count, self._now[piece]))
                self._now[piece], self._since[piece] = at, self._count
            elif self.run(piece) >= CALM:
                self._left.pop(piece, None)

    def forget(self) -> None:
        """Forget what was left before: a hand may have moved anything."""
        self._left.clear()

    def run(self, piece: str) -> int:
        """Return how many readings in a row have said the same of *piece*; 0 where it was never read."""
        return self._count - self._since[piece] + 1 if piece in self._since else 0

    def to_and_fro(self) -> dict[str, set[Hex]]:
        """Return the pieces whose readings go back and forth, and the hexes between which they do."""
        found = {}
        for piece, left in self._left.items():
            values = {at for when, at in left if self._count - when < RECENT}
            if self._now[piece] in values:
                found[piece] = {at for at in values if at is not None}
        return found
