"""Pieces of one shape, laid in rows over as many sheets as they need."""

from collections.abc import Sequence
from typing import NamedTuple

from printables.modules import Modules
from printables.paper import MARGIN_MM, Pages, SheetPlace, Size
from printables.signs import UnitSign, draw_sign

NAME_MM = 4.0  # the height of a name


class Piece(NamedTuple):
    """One thing to cut out: its modules, the name under them, and their side in mm where it has its own.

    Below the name stands its *sign*, if it has one.  *figures* stand on the tray of a unit.
    """

    modules: Modules
    name: str
    side: float | None = None
    sign: UnitSign | None = None
    figures: int = 0


class PieceShape(NamedTuple):
    """How pieces are cut, in mm: black *side*, white *edge* around it, and the name under it.

    The name, and a sign below it, stand on the piece where *strip* is their height, and
    outside the cutting line where *gap* parts the pieces.
    """

    side: float
    edge: float
    strip: float = 0.0
    gap: float = 0.0

    @property
    def cut(self) -> Size:
        """Return the size of the cut piece."""
        return Size(self.side + 2 * self.edge, self.side + 2 * self.edge + self.strip)


class SheetHeading(NamedTuple):
    """What stands at the head of a sheet."""

    title: str
    instructions: tuple[str, ...]


def lay(
    pages: Pages,
    heading: SheetHeading,
    pieces: Sequence[Piece],
    shape: PieceShape,
    *,
    columns: int | None = None,
    shares: bool = False,
) -> None:
    """Draw *pieces* row by row, with their cutting lines and names.

    On new sheets, or where it *shares* from ``pages.top`` on, which must then be free.
    """
    cut, rest = shape.cut, list(pieces)
    step = Size(cut.width + shape.gap, cut.height + shape.gap)
    fitting = int((pages.size.width - 2 * MARGIN_MM + shape.gap) // step.width)
    across = fitting if columns is None else min(columns, fitting)
    left = (pages.size.width - across * step.width + shape.gap) / 2
    while rest:
        if shares:
            pages.go_on(*heading, cut.height)
        else:
            pages.start(*heading)
        rows = int((pages.bottom - pages.top) // step.height)
        for place, piece in enumerate(rest[: across * rows]):
            row, column = divmod(place, across)
            _draw(pages, piece, SheetPlace(left + column * step.width, pages.top + row * step.height), shape)
        pages.top += min(rows, -(-len(rest) // across)) * step.height
        rest = rest[across * rows :]


def _draw(pages: Pages, piece: Piece, corner: SheetPlace, shape: PieceShape) -> None:
    cut = shape.cut
    pages.box(corner, cut)
    pages.modules(piece.modules, SheetPlace(corner.x + shape.edge, corner.y + shape.edge), shape.side)
    strip = cut.height - shape.strip
    below = strip + NAME_MM - 1.2 if shape.strip else cut.height + 2.6
    pages.fitted(
        piece.name, SheetPlace(corner.x + cut.width / 2, corner.y + below), cut.width - 1.5, points=6.5
    )
    if piece.sign is not None:
        draw_sign(pages, piece.sign, SheetPlace(corner.x + 1.0, corner.y + strip + NAME_MM), cut.width - 1.8)
