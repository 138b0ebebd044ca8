"""Unit trays: hexagonal cards for under the figures, with the same tag at three of their six edges.

Figures that stand in the middle or at the free edges never hide all three.
"""

from collections.abc import Sequence
from math import cos, floor, radians, sin, sqrt

from printables.grid import Piece, SheetHeading
from printables.modules import Modules
from printables.paper import MARGIN_MM, Pages, SheetPlace
from printables.signs import LOW_SIGN_MM, draw_low_sign
from printables.words import SheetError

TAG_MM = 16.0  # three of them leave room for three bases of 16 mm, and one of 18 mm in the middle
PLAY_MM = 1.0  # narrower than the hex: cards that lie askew do not overlap
WHITE_MM = 1.2  # from a tag to the cutting line
NAME_MM = 5.0  # from the cutting line to what stands above a name
ASIDE_MM = 2.0  # from a sign to the tags, whose sides are slanted: half of it in a straight line
LEAST_SIGN_MM, MOST_SIGN_MM = 15.0, 26.0  # where there is less room, there is none
BETWEEN_MM = 0.8  # from one tag's corner to the next one's, at the least
TAGGED, FREE = (60, 180, 300), (0, 120, 240)  # which way edges face, degrees counter-clockwise from the right
EDGE_TO_CORNER = 2 / sqrt(3)


def largest_tag_mm(hex_mm: float) -> float:
    """Return the largest tag of which three fit on a tray for hexes *hex_mm* across flats."""
    reach = (hex_mm - PLAY_MM) / 2 - WHITE_MM
    return (sqrt(3) * reach - BETWEEN_MM) / (sqrt(3) + 0.5)


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
    above = across / 2 - NAME_MM - LOW_SIGN_MM
    width = min(MOST_SIGN_MM, _between_tags(across, tag_mm, above) - 2 * ASIDE_MM)
    for edge in FREE:
        with pages.turned(middle, edge + 90):
            below = SheetPlace(middle.x, middle.y + across / 2 - 1.8)
            pages.fitted(unit.name, below, radius - 5.0, points=7)
            if unit.sign is not None and width >= LEAST_SIGN_MM:
                corner = SheetPlace(middle.x - width / 2, middle.y + above)
                draw_low_sign(pages, unit.sign, corner, width)


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
