"""The board's geometry once more, for the tests: exact, and without the rules' own code.

A hex is a polygon whose corners are whole numbers, a line of sight a segment that
each polygon clips, a neighbour who shares two corners, and a distance the steps of a
breadth-first walk.  Rows and shifts stand here anew, and so do retreats.  Knows no
state: a position is told as sets of hexes.
"""

from collections.abc import Collection, Iterator
from itertools import groupby
from math import prod
from typing import NamedTuple

from rules.kernel.hexes import Direction, Hex

Point = tuple[int, int]

# True shapes are stretched so that everything is whole: a hex is 6 wide and 4 high, a row 3 above the last.
CENTRES: dict[Hex, Point] = {
    Hex(f"{'ABCDEFGHIJKL'[column]}{row}"): (6 * column + (0 if row % 2 else 3), 3 * row)
    for row in range(1, 10)
    for column in range(12 if row % 2 else 11)
}
CORNERS: dict[Hex, tuple[Point, ...]] = {
    name: ((x + 3, y - 1), (x + 3, y + 1), (x, y + 2), (x - 3, y + 1), (x - 3, y - 1), (x, y - 2))
    for name, (x, y) in CENTRES.items()
}
BESIDE: dict[Hex, tuple[Hex, ...]] = {
    name: tuple(other for other in CENTRES if len(set(CORNERS[name]) & set(CORNERS[other])) == 2)
    for name in CENTRES
}
WAYS: dict[Point, Direction] = {
    (6, 0): Direction.EAST,
    (3, 3): Direction.NORTH_EAST,
    (-3, 3): Direction.NORTH_WEST,
    (-6, 0): Direction.WEST,
    (-3, -3): Direction.SOUTH_WEST,
    (3, -3): Direction.SOUTH_EAST,
}


class Met(NamedTuple):
    """A hex on a line: crossed (side 0), or beside an edge on the line's left (1) or right (-1).

    *place* grows along the line; the two hexes of one edge have the same.
    """

    place: int
    side: int
    name: Hex


def ahead(name: Hex, way: Direction) -> Hex | None:
    """Return the hex next to *name* on its *way* side, or None off the board."""
    return next((other for other in BESIDE[name] if way_to(name, other) is way), None)


def way_to(start: Hex, end: Hex) -> Direction:
    """Return the way from *start* to its neighbour *end*."""
    (x, y), (u, v) = CENTRES[start], CENTRES[end]
    return WAYS[u - x, v - y]


def distances(start: Hex) -> dict[Hex, int]:
    """Return how many steps each hex is away from *start*."""
    found, edge = {start: 0}, [start]
    while edge:
        steps = found[edge[0]] + 1
        edge = list(dict.fromkeys(other for name in edge for other in BESIDE[name] if other not in found))
        found.update(dict.fromkeys(edge, steps))
    return found


def turn(start: Point, end: Point, point: Point) -> int:
    """Return whether *point* is left (positive) or right of the way from *start* to *end*, or on it (0)."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def sides_of(name: Hex) -> Iterator[tuple[Point, Point]]:
    """Yield the six edges of a hex, counter-clockwise: its inside is on their left."""
    corners = CORNERS[name]
    return zip(corners, corners[1:] + corners[:1], strict=True)


def met(start: Hex, end: Hex) -> tuple[Met, ...]:
    """Return the hexes that the line between two centres crosses or runs along, without its ends."""
    (x1, y1), (x2, y2) = CENTRES[start], CENTRES[end]
    west, east, south, north = min(x1, x2) - 3, max(x1, x2) + 3, min(y1, y2) - 2, max(y1, y2) + 2
    near = (name for name, (x, y) in CENTRES.items() if west <= x <= east and south <= y <= north)
    found = (clipped(start, end, name) for name in near if name not in (start, end))
    return tuple(sorted(one for one in found if one is not None))


def clipped(start: Hex, end: Hex, name: Hex) -> Met | None:
    """Clip the line by the six edges of *name*; None where no more than a corner is left of it."""
    a, b = CENTRES[start], CENTRES[end]
    before = [turn(one, two, a) for one, two in sides_of(name)]  # positive: inside that edge
    after = [turn(one, two, b) for one, two in sides_of(name)]
    rates = [late - early for early, late in zip(before, after, strict=True)]
    whole = prod(abs(rate) for rate in rates[:3] if rate)  # the same for all hexes of a line
    low, high = 0, whole
    for inside, rate in zip(before, rates, strict=True):
        if rate > 0:
            low = max(low, -inside * whole // rate)
        elif rate < 0:
            high = min(high, -inside * whole // rate)
        elif inside < 0:
            return None
    if low >= high:
        return None
    side = 0
    if (0, 0) in zip(before, rates, strict=True):
        side = 1 if turn(a, b, CENTRES[name]) > 0 else -1
    return Met(low, side, name)


def blockers(line: tuple[Met, ...], units: Collection[Hex], blocking: Collection[Hex]) -> frozenset[Hex]:
    """Return the hexes at the first place where a line is blocked, none where it is clear.

    *units* are those that block (none from a hill), *blocking* the hexes of such terrain.
    """
    stood: set[int] = set()
    for _, place in groupby(line, key=lambda one: one.place):
        here = [one for one in place if one.name in blocking or (one.side == 0 and one.name in units)]
        for one in here:
            stood.update((1, -1) if one.side == 0 else (one.side,))
        if here and stood == {1, -1}:
            return frozenset(one.name for one in here)
    return frozenset()


def edges_entered(start: Hex, end: Hex) -> frozenset[Direction]:
    """Return the edges of *end*, as ways out of it, through which the line from *start* comes in."""
    a, b = CENTRES[start], CENTRES[end]
    return frozenset(
        way
        for way, (one, two) in zip(_OUTWARD, sides_of(end), strict=True)
        if turn(one, two, a) < 0 and turn(a, b, one) * turn(a, b, two) <= 0
    )


_OUTWARD = tuple(WAYS.values())  # of the edges in the order of CORNERS


def ways_back(attacker: Hex, target: Hex) -> frozenset[Direction]:
    """Return the ways in which *target* retreats: away from where it is attacked, over a corner two."""
    if target in BESIDE[attacker]:
        return frozenset((way_to(attacker, target),))
    inward = {WAYS[x, y]: WAYS[-x, -y] for x, y in WAYS}
    return frozenset(inward[edge] for edge in edges_entered(attacker, target))


class Walker(NamedTuple):
    """A unit that moves or must retreat, and all that there is around it.

    *closed* are the hexes that it may not enter, *ending* those whose terrain ends its movement.
    """

    at: Hex
    friends: frozenset[Hex]
    enemies: frozenset[Hex]
    closed: frozenset[Hex] = frozenset()
    ending: frozenset[Hex] = frozenset()
    flies: bool = False
    is_stunned: bool = False


class Walked(NamedTuple):
    """Where a retreat ends, how many of its hexes support spares, and how many are damage."""

    to: Hex
    ignored: int
    blocked: int


def walked(walker: Walker, way: Direction, hexes: int) -> Walked:
    """Return what becomes of *hexes* retreats (reference sheet 6.4, 6.8; RB p. 10)."""
    if not hexes:
        return Walked(walker.at, 0, 0)
    there = ahead(walker.at, way)
    if walker.flies and not walker.is_stunned:
        return _flown(walker, way, hexes)
    if there in walker.friends:
        return Walked(walker.at, hexes, 0)
    if there is None or walker.is_stunned or there in walker.enemies | walker.closed:
        return Walked(walker.at, 0, hexes)
    if there in walker.ending:
        return Walked(there, 0, hexes - 1)
    return walked(walker._replace(at=there), way, hexes - 1)


def _flown(walker: Walker, way: Direction, hexes: int) -> Walked:
    """Return how a unit flies back: as far as there is a free hex to end in (Ref, Flying)."""
    line: list[Hex | None] = [walker.at]
    for _ in range(hexes + 1):
        line.append(None if line[-1] is None else ahead(line[-1], way))
    flown = hexes
    while flown and (line[flown] is None or line[flown] in walker.friends | walker.enemies):
        flown -= 1
    end = line[flown]
    assert end is not None
    left = hexes - flown
    return Walked(end, left, 0) if line[flown + 1] in walker.friends else Walked(end, 0, left)


def reached(walker: Walker, hexes: int) -> frozenset[Hex]:
    """Return where a unit can move in so many steps (RB p. 6; reference sheet 6.8).

    Each hex's number of steps is lowered until nothing changes any more.
    """
    if walker.flies:
        near = {name for name, steps in distances(walker.at).items() if 0 < steps <= hexes}
        return frozenset(near - walker.friends - walker.enemies)
    barred = walker.friends | walker.enemies | walker.closed
    steps, lowered = {walker.at: 0}, True
    while lowered:
        lowered = False
        for name in CENTRES.keys() - barred:
            ways = [
                steps[other] + 1
                for other in BESIDE[name]
                if other in steps and (other == walker.at or other not in walker.ending)
            ]
            if ways and min(ways) < steps.get(name, hexes + 1):
                steps[name], lowered = min(ways), True
    return frozenset(steps.keys() - {walker.at})
