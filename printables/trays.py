"""Unit trays: hexagonal cards for under the figures, with the same tag at three of their six edges.

Figures that stand in the middle or at the free edges never hide all three.  Under each figure of a
unit is a spot: where one is seen, a figure has gone.
"""

from collections.abc import Sequence
from math import cos, floor, radians, sin, sqrt
from typing import NamedTuple

from printables.grid import Piece, SheetHeading
from printables.modules import Modules
from printables.paper import MARGIN_MM, Pages, SheetPlace
from printables.signs import LOW_SIGN_MM, draw_low_sign
from printables.words import SheetError

TAG_MM = 16.0  # three of them leave room for three bases of 16 mm, and one of 18 mm in the middle
PLAY_MM = 1.0  # narrower than the hex: cards that lie askew do not overlap
WHITE_MM = 1.2  # from a tag to the cutting line
NAME_MM, NAME_POINTS = 0.9, 6.0  # from the cutting line to a name
SPOT_TO_EDGE_MM = 3.5  # room for the name
SIGN_TO_EDGE_MM = 2.7
ASIDE_MM = 2.0  # from a sign to the tags, whose sides are slanted: half of it in a straight line
LEAST_SIGN_MM = 6.0  # on each side of a spot; where there is less room, there is none
BETWEEN_MM = 0.8  # from one tag's corner to the next one's, at the least
TAGGED, FREE = (60, 180, 300), (0, 120, 240)  # which way edges face, degrees counter-clockwise from the right
EDGE_TO_CORNER = 2 / sqrt(3)
LEAST_SPOT_MM, MOST_SPOT_MM = 10.0, 14.0  # smaller ones are not read, larger ones no base hides
SPOT_WHITE_MM = 1.0  # from a spot to a tag, at the least
HOLE = 0.4  # of a spot: figures' bases are dark and round, but none is a ring
SPOTTED = (3, 4)  # how many figures: at the free edges, and the fourth in the middle


class TraySpots(NamedTuple):
    """Where a tray's spots are, in mm: *out_mm* from its middle towards the free edges, and in the middle.

    The tags' middles are *reach_mm* from the tray's.  A spot is a black ring *spot_mm* across, its white
    hole *hole_mm*.
    """

    reach_mm: float
    out_mm: float
    spot_mm: float
    hole_mm: float


def largest_tag_mm(hex_mm: float) -> float:
    """Return the largest tag of which three fit on a tray for hexes *hex_mm* across flats."""
    reach = (hex_mm - PLAY_MM) / 2 - WHITE_MM
    return (sqrt(3) * reach - BETWEEN_MM) / (sqrt(3) + 0.5)


def spots_of(hex_mm: float, tag_mm: float) -> TraySpots | None:
    """Return the spots of trays with tags of *tag_mm* for hexes *hex_mm* across flats, None without room."""
    half = (hex_mm - PLAY_MM) / 2
    outmost, near = half - SPOT_TO_EDGE_MM, half - WHITE_MM - tag_mm
    beside = (outmost * sqrt(3) / 2 - tag_mm / 2 - SPOT_WHITE_MM) / (1 + sqrt(3) / 2)
    radius = round(min(MOST_SPOT_MM / 2, beside, near - SPOT_WHITE_MM), 2)
    if 2 * radius < LEAST_SPOT_MM:
        return None
    return TraySpots(half - WHITE_MM - tag_mm / 2, outmost - radius, 2 * radius, round(2 * HOLE * radius, 2))


def lay_trays(
    pages: Pages, heading: SheetHeading, units: Sequence[Piece], hex_mm: float, tag_mm: float = TAG_MM
) -> None:
    """Draw a tray for each of *units*, packed like a honeycomb: neighbours share their cutting lines.

    *hex_mm* is the board's hex across flats, *tag_mm* the side of each of a tray's tags.
    Raises SheetError for tags, or a hex, that do not fit.
    """
    across = hex_mm - PLAY_MM
    largest = largest_tag_mm(hex_mm)
    if tag_mm > largest:
        raise SheetError(
            "three tags of {1} mm do not fit in a hex of {2} mm: {3} mm is the largest (--size), and "
            "{4} mm leave room for figures",
            f"{tag_mm:g}",
            f"{hex_mm:g}",
            f"{max(0.0, floor(largest * 10) / 10):g}",
            f"{TAG_MM:g}",
        )
    radius = across / 2 * EDGE_TO_CORNER
    columns = int((pages.size.width - 2 * MARGIN_MM - across / 2) // across)
    if columns < 1:
        raise SheetError("a tray for hexes of {1} mm is wider than the paper", f"{hex_mm:g}")
    left = (pages.size.width - (columns + 0.5) * across) / 2
    rest = list(units)
    while rest:
        pages.go_on(*heading, 2 * radius)
        rows = 1 + int((pages.bottom - pages.top - 2 * radius) // (1.5 * radius))
        if rows < 1:
            raise SheetError("a tray for hexes of {1} mm is higher than the paper", f"{hex_mm:g}")
        for place, unit in enumerate(rest[: columns * rows]):
            row, column = divmod(place, columns)
            x = left + (column + 0.5 + (row % 2) / 2) * across
            _draw(pages, unit, SheetPlace(x, pages.top + radius * (1 + 1.5 * row)), across, tag_mm)
        pages.top += radius * (0.5 + 1.5 * min(rows, -(-len(rest) // columns)))
        rest = rest[columns * rows :]


def _draw(pages: Pages, unit: Piece, middle: SheetPlace, across: float, tag_mm: float) -> None:
    radius = across / 2 * EDGE_TO_CORNER
    turns = [radians(30 + 60 * corner) for corner in range(6)]
    pages.outline(
        [SheetPlace(middle.x + radius * cos(turn), middle.y - radius * sin(turn)) for turn in turns]
    )
    for edge in TAGGED:
        _draw_tag(pages, unit.modules, middle, edge, across / 2 - WHITE_MM, tag_mm)
    spots = spots_of(across + PLAY_MM, tag_mm)
    is_spotted = unit.figures in SPOTTED
    for edge in FREE:
        with pages.turned(middle, edge + 90):
            below = SheetPlace(middle.x, middle.y + across / 2 - NAME_MM)
            pages.fitted(unit.name, below, radius - 5.0, points=NAME_POINTS)
            _draw_sign(pages, unit, middle, across, tag_mm)
            if spots is not None and is_spotted:
                _draw_spot(pages, SheetPlace(middle.x, middle.y + spots.out_mm), spots)
    if spots is not None and unit.figures == max(SPOTTED):
        _draw_spot(pages, middle, spots)


def _draw_spot(pages: Pages, middle: SheetPlace, spots: TraySpots) -> None:
    pages.ring(middle, spots.spot_mm, spots.hole_mm)


def _draw_sign(pages: Pages, unit: Piece, middle: SheetPlace, across: float, tag_mm: float) -> None:
    """Draw the sign of *unit* towards the lower edge, on both sides of a spot."""
    spots = spots_of(across + PLAY_MM, tag_mm)
    above = across / 2 - SIGN_TO_EDGE_MM - LOW_SIGN_MM
    gap = 0.0 if spots is None else spots.spot_mm / 2 + SPOT_WHITE_MM
    room = _between_tags(across, tag_mm, above) / 2 - ASIDE_MM - gap
    if unit.sign is not None and room >= LEAST_SIGN_MM:
        draw_low_sign(pages, unit.sign, SheetPlace(middle.x, middle.y + above), gap=gap, room=room)


def _between_tags(across: float, tag_mm: float, above: float) -> float:
    """Return how wide a tray is between two of its tags, *above* mm from its middle towards a free edge."""
    near = across / 2 - WHITE_MM - tag_mm
    out, aside = near / 2 + tag_mm * sqrt(3) / 4, near * sqrt(3) / 2 - tag_mm / 4
    return 2 * (aside + (above - out) * sqrt(3))


def _draw_tag(
    pages: Pages, modules: Modules, middle: SheetPlace, edge: int, reach: float, tag_mm: float
) -> None:
    """Draw a tag whose lower side is *reach* mm from the middle, towards the edge that faces *edge*."""
    with pages.turned(middle, edge + 90):
        pages.modules(modules, SheetPlace(middle.x - tag_mm / 2, middle.y + reach - tag_mm), tag_mm)
