"""Lines of sight worked out a second way: by cutting the line at every edge that it meets.

Imports nothing of ours.  Shapes are stretched so that all corners are whole numbers: a hex
is 6 wide and 4 high, a row 3 above the last.  The pieces between two cuts lie in the inside
of one hex or along the edge of two, whatever corners they end in.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple

Offset = tuple[int, int]
"""Half hexes east and rows north."""
CORNERS = ((3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1), (0, -2))


class Stretch(NamedTuple):
    """A piece of a line: the hex *inside* which it runs, or those on its *left* and *right*."""

    inside: Offset | None
    left: Offset | None
    right: Offset | None


def places(rows: Sequence[int]) -> dict[str, Offset]:
    """Return the hexes of a board whose shorter rows are shifted by half a hex."""
    widest = max(rows)
    return {
        f"{ascii_uppercase[column]}{row + 1}": (2 * column + (length < widest), row)
        for row, length in enumerate(rows)
        for column in range(length)
    }


def turn(a: tuple[int, int], b: tuple[int, int], point: tuple[int, int], scale: int = 1) -> int:
    """Return on which side of the line from *a* to *b* *point* / *scale* lies: above 0 on its left."""
    return (b[0] - a[0]) * (point[1] - scale * a[1]) - (b[1] - a[1]) * (point[0] - scale * a[0])


@cache
def stretches(across: int, up: int) -> tuple[Stretch, ...]:
    """Return the pieces of the line from a hex to the one that lies *across* and *up* from it."""
    goal = (3 * across, 3 * up)
    near = [
        (x, y)
        for y in range(min(0, up) - 1, max(0, up) + 2)
        for x in range(min(0, across) - 2, max(0, across) + 3)
        if (x + y) % 2 == 0 and _is_met((x, y), goal)
    ]
    cuts = sorted({Fraction(0), Fraction(1), *(cut for hex in near for cut in _cuts(hex, goal))})
    return tuple(_stretch(near, goal, (early + late) / 2) for early, late in pairwise(cuts))


def _is_met(hex: Offset, goal: Offset) -> bool:
    """Return whether the endless line through a hex and *goal* comes to *hex* at all."""
    sides = [goal[0] * (3 * hex[1] + y) - goal[1] * (3 * hex[0] + x) for x, y in CORNERS]
    return min(sides) <= 0 <= max(sides)


def _edges(hex: Offset) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    corners = [(3 * hex[0] + x, 3 * hex[1] + y) for x, y in CORNERS]
    return zip(corners, corners[1:] + corners[:1], strict=True)


def _cuts(hex: Offset, goal: Offset) -> Iterator[Fraction]:
    """Yield where, from 0 to 1, the line meets an edge's own line between that edge's two corners."""
    for (x1, y1), (x2, y2) in _edges(hex):
        across, up = x2 - x1, y2 - y1
        whole = goal[0] * up - goal[1] * across
        if whole == 0:
            for x, y in ((x1, y1), (x2, y2)):
                if x * goal[1] == y * goal[0]:
                    yield from _between(Fraction(x, goal[0]) if goal[0] else Fraction(y, goal[1]))
            continue
        along = Fraction(x1 * goal[1] - y1 * goal[0], whole)
        if 0 <= along <= 1:
            yield from _between(Fraction(x1 * up - y1 * across, whole))


def _between(cut: Fraction) -> Iterator[Fraction]:
    if 0 < cut < 1:
        yield cut


def _stretch(near: Sequence[Offset], goal: Offset, middle: Fraction) -> Stretch:
    point, scale = (middle.numerator * goal[0], middle.numerator * goal[1]), middle.denominator
    holding = {hex: [turn(a, b, point, scale) for a, b in _edges(hex)] for hex in near}
    holding = {hex: turns for hex, turns in holding.items() if min(turns) >= 0}
    inside = next((hex for hex, turns in holding.items() if min(turns) > 0), None)
    sides = {turn((0, 0), goal, (3 * x, 3 * y)) > 0: (x, y) for x, y in (holding if inside is None else ())}
    return Stretch(inside, sides.get(True), sides.get(False))


def blockers(board: Mapping[str, Offset], start: str, end: str, blocked: Collection[Offset]) -> set[str]:
    """Return the hexes that complete the block nearest to *start*, none where the line is clear."""
    (x, y), (u, v) = board[start], board[end]
    names = {place: name for name, place in board.items()}
    obstacles = {place for place in blocked if place not in ((x, y), (u, v))}

    def stands(hex: Offset | None) -> Offset | None:
        place = None if hex is None else (hex[0] + x, hex[1] + y)
        return place if place in obstacles else None

    was_left = was_right = False
    for piece in stretches(u - x, v - y):
        inside, left, right = stands(piece.inside), stands(piece.left), stands(piece.right)
        if inside is not None:
            return {names[inside]}
        was_left, was_right = was_left or left is not None, was_right or right is not None
        if was_left and was_right and (left or right):
            return {names[place] for place in (left, right) if place is not None}
    return set()
