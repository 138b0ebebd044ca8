"""What is printed and in which order: one PDF from the kinds that were asked for.

Knows which sheets there are.  Reads no file and knows no scenario: the pieces
come in with their modules and names.
"""

from collections.abc import Sequence, Sized
from enum import StrEnum
from typing import NamedTuple, TypeVar

from printables.calibration import draw_calibration
from printables.grid import Heading, Piece, Shape, lay
from printables.join import draw_join
from printables.marks import draw_corner_marks, draw_dice_mat
from printables.modules import mark_modules
from printables.paper import Pages, Paper
from printables.words import MarkedBoard, SheetError

Some = TypeVar("Some", bound=Sized)

TAG_EDGE_MM = 1.0  # white to be left around a tag: black would not stand out on a dark hex
TAG_STRIP_MM = 4.0  # for the name

STICKER_FAMILY = "DICT_4X4_50"
STICKERS = {"strike": 10, "cleave": 11, "pierce": 12, "morale": 13, "lore": 14, "heroic": 15}
STICKER_SHAPE = Shape(side=12.5, edge=1.0, gap=6.0)  # for a die of 16 mm
STICKER_SETS = 5  # four dice and one to spare

CUT_WORDS = (
    "Print on stiff, dull paper and cut along the grey lines; the thin white edge around the frame stays."
)
TAG_HEADING = Heading(
    "Unit tags",
    (CUT_WORDS, "Lay each tag flat in its unit's hex, where figures do not hide it from the camera."),
)
BANNER_HEADING = Heading(
    "Banner tags", (CUT_WORDS, "While setting up, lay one in each hex that holds a banner.")
)
DICE_HEADING = Heading(
    "Dice stickers",
    (
        "Print on sticker paper and cut along the grey lines; the thin white edge stays. Each row is for one "
        "die of 16 mm, and the last row is to spare.",
        "Stick each one over the die's face whose name stands under it, and press the edges down.",
    ),
)


class SheetKind(StrEnum):
    """The sheets there are, in the order in which they are printed."""

    TAGS = "tags"
    BANNERS = "banners"
    MARKS = "marks"
    DICE = "dice"
    TRAY = "tray"
    CALIBRATION = "calibration"
    JOIN = "join"


class Wanted(NamedTuple):
    """What the sheets are made from.  *size_mm* is the side of a whole tag, its margins included."""

    paper: Paper
    size_mm: float
    units: Sequence[Piece]
    banners: Sequence[Piece]
    board: MarkedBoard
    url: str | None = None


def draw_sheets(kinds: Sequence[SheetKind], wanted: Wanted) -> bytes:
    """Return one PDF with a sheet or more for each of *kinds*.

    Raises SheetError for a kind that has nothing to draw.
    """
    pages = Pages(wanted.paper)
    for kind in SheetKind:
        if kind in kinds:
            _draw(pages, kind, wanted)
    return pages.finish()


def _draw(pages: Pages, kind: SheetKind, wanted: Wanted) -> None:
    match kind:
        case SheetKind.TAGS:
            _draw_tags(pages, TAG_HEADING, wanted.units, wanted)
        case SheetKind.BANNERS:
            _draw_tags(pages, BANNER_HEADING, wanted.banners, wanted)
        case SheetKind.MARKS:
            _need(wanted.board.marker, "the board has no marks")
            draw_corner_marks(pages, wanted.board)
        case SheetKind.DICE:
            _draw_stickers(pages)
        case SheetKind.TRAY:
            draw_dice_mat(pages)
        case SheetKind.CALIBRATION:
            tag = _need([*wanted.units, *wanted.banners], "there is no tag to try")[0]
            draw_calibration(pages, tag.modules)
        case SheetKind.JOIN:
            draw_join(pages, _need(wanted.url or "", "there is no address to join at"))


def _draw_tags(pages: Pages, heading: Heading, tags: Sequence[Piece], wanted: Wanted) -> None:
    _need(tags, f"there are no {heading.title.lower()}")
    lay(pages, heading, tags, Shape(wanted.size_mm, TAG_EDGE_MM, strip=TAG_STRIP_MM))


def _draw_stickers(pages: Pages) -> None:
    die = [Piece(mark_modules(STICKER_FAMILY, number), face) for face, number in STICKERS.items()]
    lay(pages, DICE_HEADING, die * STICKER_SETS, STICKER_SHAPE, columns=len(die))


def _need(things: Some, complaint: str) -> Some:
    if not things:
        raise SheetError(complaint)
    return things
