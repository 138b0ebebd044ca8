"""Line of sight between two hexes, exact and in whole numbers (RB p. 8, reference sheet 6.3).

A line runs from centre to centre.  It is blocked by a hex whose inside it
crosses and that holds a unit or blocking terrain; the two end hexes never block.
Where it runs along edges, it is blocked once blocking terrain has stood on its
left and on its right; units beside the line do not block, and a hex of which it
touches only a corner does not either (docs/rulings.md).  Knows no ranges and no state.
"""

from collections.abc import Collection
from typing import NamedTuple
from weakref import WeakKeyDictionary

from rules.kernel.hexes import DIRECTIONS, Board, Direction, Hex, Spot

# The corners of a hex around its centre, counter-clockwise from the south-east one, on the doubled
# grid with rows three apart: edge number i of DIRECTIONS runs from corner i to corner i + 1.
_CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
_EDGES = tuple(zip(DIRECTIONS, _CORNERS, _CORNERS[1:] + _CORNERS[:1], strict=True))
_NOTHING: Collection[Hex] = ()


class Sight(NamedTuple):
    """Whether a line is *clear*, else the first hex *by* which it is blocked.

    *entered* holds the edges of the end hex through which the line comes in, as
    ways out of that hex: one, or two where it comes in exactly at a corner.
    """

    clear: bool
    by: Hex | None
    entered: tuple[Direction, ...]


class Passed(NamedTuple):
    """What a line has on its *left* and *right* at one place: the same hex where it crosses its inside."""

    left: Hex | None
    right: Hex | None


class Line(NamedTuple):
    """The places that a line passes, nearest first, its ends left out.

    *crossed* holds the hexes among them whose inside the line crosses.
    """

    passed: tuple[Passed, ...]
    crossed: tuple[Hex, ...]
    entered: tuple[Direction, ...]


_LINES: WeakKeyDictionary[Board, dict[tuple[Hex, Hex], Line]] = WeakKeyDictionary()


def line_of_sight(
    board: Board,
    start: Hex,
    end: Hex,
    *,
    units: Collection[Hex],
    blocking: Collection[Hex] = _NOTHING,
) -> Sight:
    """Return what a unit on *start* sees of *end*, past the hexes with *units* and *blocking* terrain."""
    line = line_between(board, start, end)
    blocked = _first_block(line, units, blocking)
    return Sight(blocked is None, blocked, line.entered)


def line_between(board: Board, start: Hex, end: Hex) -> Line:
    """Return what the line between two centres passes; remembered for each board."""
    lines = _LINES.setdefault(board, {})
    line = lines.get((start, end))
    if line is None:
        line = lines[start, end] = _trace(board, start, end)
    return line


def _first_block(line: Line, units: Collection[Hex], blocking: Collection[Hex]) -> Hex | None:
    """Return the nearest hex that blocks *line*, or None."""
    if not blocking:
        return next((name for name in line.crossed if name in units), None)
    on_left = on_right = False
    for left, right in line.passed:
        if left == right and left in units:
            return left
        left_blocks, right_blocks = left in blocking, right in blocking
        on_left, on_right = on_left or left_blocks, on_right or right_blocks
        if on_left and on_right and (left_blocks or right_blocks):
            return left if left_blocks else right
    return None


def _trace(board: Board, start: Hex, end: Hex) -> Line:
    """Work out a line.

    Hexes are the regions nearest to their centres, so a line passes them in the
    order in which their centres project upon it.
    """
    origin, goal = board.spots[start], board.spots[end]
    along = Spot(goal.x - origin.x, goal.y - origin.y)
    sides: dict[int, dict[bool, Hex]] = {}
    for name, spot in board.spots.items():
        away = Spot(spot.x - origin.x, spot.y - origin.y)
        place = _projected(along, away)
        if 0 < place < _projected(along, along):
            for is_left in _sides_held(along, away):
                sides.setdefault(place, {})[is_left] = name
    passed = tuple(Passed(held.get(True), held.get(False)) for _, held in sorted(sides.items()))
    crossed = tuple(left for left, right in passed if left is not None and left == right)
    return Line(passed, crossed, _entered(along) if start != end else ())


def _projected(along: Spot, away: Spot) -> int:
    """Return four times the true scalar product of two ways on the doubled grid."""
    return along.x * away.x + 3 * along.y * away.y


def _sides_held(along: Spot, away: Spot) -> tuple[bool, ...]:
    """Return which sides of the line the hex *away* takes: both, left (True), right (False) or none."""
    turns = [along.x * (3 * away.y + v) - 3 * along.y * (away.x + u) for u, v in _CORNERS]
    if min(turns) < 0 < max(turns):
        return (True, False)
    return (max(turns) > 0,) if turns.count(0) == 2 else ()


def _entered(along: Spot) -> tuple[Direction, ...]:
    """Return the edges through which a line that goes *along* comes into its last hex."""
    back_x, back_y = -along.x, -3 * along.y
    return tuple(
        way
        for way, (x1, y1), (x2, y2) in _EDGES
        if x1 * back_y - y1 * back_x >= 0 and back_x * y2 - back_y * x2 >= 0
    )
