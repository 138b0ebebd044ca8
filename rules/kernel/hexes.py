"""Boards of hexes: names, neighbours, distances and sections.

A board is rows of pointy-top hexes seen from the south edge.  A hex is named by
a letter, its place in the row from the west, and a number, its row from the
south: ``F5``.  Shorter rows are shifted right by half a hex.  Knows no units, no
terrain and no millimetres.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple, NewType

Hex = NewType("Hex", str)


class Direction(StrEnum):
    """The six ways out of a pointy-top hex, counter-clockwise from east."""

    EAST = "east"
    NORTH_EAST = "north_east"
    NORTH_WEST = "north_west"
    WEST = "west"
    SOUTH_WEST = "south_west"
    SOUTH_EAST = "south_east"


class Spot(NamedTuple):
    """A hex's centre on the doubled grid.

    *x* counts half hexes east of the westernmost centre, *y* rows north of the
    southernmost row (from 0).  A true distance is ``x / 2`` hex widths across
    and ``y * sqrt(3) / 2`` hex widths up, so lines stay lines.
    """

    x: int
    y: int


STEPS: dict[Direction, Spot] = {
    Direction.EAST: Spot(2, 0),
    Direction.NORTH_EAST: Spot(1, 1),
    Direction.NORTH_WEST: Spot(-1, 1),
    Direction.WEST: Spot(-2, 0),
    Direction.SOUTH_WEST: Spot(-1, -1),
    Direction.SOUTH_EAST: Spot(1, -1),
}
DIRECTIONS: tuple[Direction, ...] = tuple(STEPS)


def distance_between(start: Spot, end: Spot) -> int:
    """Return how many hexes lie on the way from *start* to *end*, the last one included."""
    across, up = abs(start.x - end.x), abs(start.y - end.y)
    return up + max(0, (across - up) // 2)


class Board:
    """The hexes of a board and what follows from their places alone.

    *rows* holds the number of hexes per row, south to north.  *section_lines*
    holds where the lines between sections cross, in hex widths east of the
    westernmost centre.
    """

    def __init__(self, rows: Iterable[int], section_lines: Iterable[float] = ()) -> None:
        """Raises ValueError for no rows at all, an empty one, or one of more than 26 hexes."""
        self.rows = tuple(rows)
        self.section_lines = tuple(section_lines)
        if not self.rows or min(self.rows) < 1 or max(self.rows) > len(ascii_uppercase):
            raise ValueError(f"a board needs rows of 1 to {len(ascii_uppercase)} hexes, got {self.rows}")
        widest = max(self.rows)
        self.spots: dict[Hex, Spot] = {
            Hex(f"{ascii_uppercase[column]}{y + 1}"): Spot(2 * column + (length != widest), y)
            for y, length in enumerate(self.rows)
            for column in range(length)
        }
        self.hexes: tuple[Hex, ...] = tuple(self.spots)
        self.by_spot: dict[Spot, Hex] = {spot: name for name, spot in self.spots.items()}
        self.neighbours: dict[Hex, dict[Direction, Hex]] = {name: self._around(name) for name in self.hexes}
        self.distance = lru_cache(maxsize=None)(self._distance)

    def _around(self, name: Hex) -> dict[Direction, Hex]:
        x, y = self.spots[name]
        places = {way: self.by_spot.get(Spot(x + step.x, y + step.y)) for way, step in STEPS.items()}
        return {way: place for way, place in places.items() if place is not None}

    def __contains__(self, name: object) -> bool:
        return name in self.spots

    def step(self, start: Hex, way: Direction) -> Hex | None:
        """Return the hex next to *start* on its *way* side, or None off the board."""
        return self.neighbours[start].get(way)

    def direction(self, start: Hex, end: Hex) -> Direction | None:
        """Return the way from *start* to the adjacent hex *end*, or None where they are not adjacent."""
        return next((way for way, place in self.neighbours[start].items() if place == end), None)

    def turned(self, name: Hex) -> Hex:
        """Return the hex on which *name* comes to lie when the board is turned by half a circle."""
        x, y = self.spots[name]
        return self.by_spot[Spot(2 * (max(self.rows) - 1) - x, len(self.rows) - 1 - y)]

    def _distance(self, start: Hex, end: Hex) -> int:
        """Return the number of hexes from *start* to *end*, *start* excluded."""
        return distance_between(self.spots[start], self.spots[end])

    def sections(self, name: Hex) -> frozenset[int]:
        """Return the sections of a hex, counted from the west; a hex on a line is in both.

        RB p. 6: hexes divided by a section line are part of both sections.
        """
        x = self.spots[name].x / 2
        first = sum(line < x for line in self.section_lines)
        last = sum(line <= x for line in self.section_lines)
        return frozenset(range(first, last + 1))
