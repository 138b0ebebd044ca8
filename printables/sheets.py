"""What is printed and in which order: one PDF from the kinds that were asked for.

Knows which sheets there are.  Reads no file and knows no scenario: the pieces
come in with their modules and names.
"""

from collections.abc import Iterator, Mapping, Sequence, Sized
from enum import StrEnum
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from printables.calibration import draw_calibration
from printables.grid import NAME_MM, Piece, PieceShape, SheetHeading, lay
from printables.join import draw_join
from printables.marks import draw_corner_marks, draw_dice_mat
from printables.modules import Modules, mark_modules
from printables.paper import Pages, Paper
from printables.signs import sign_height
from printables.trays import TAG_MM, lay_trays
from printables.trial import draw_lens_sheet, draw_rims
from printables.words import ChessboardSheet, MarkedBoard, SheetError
from rules.kernel.translatable import Message

Some = TypeVar("Some", bound=Sized)

TAG_EDGE_MM = 1.0  # and a module, of white around a tag's black: it would not stand out on a dark hex
SIGN_GAP_MM = 0.8  # below a sign

STICKER_FAMILY = "DICT_4X4_100"
STICKER_SHAPE = PieceShape(side=12.5, edge=1.0, gap=6.0)  # for a die of 16 mm
STICKER_SETS = 5  # four dice and one to spare

CUT_WORDS = (
    "Print on stiff, dull paper and cut along the grey lines; the thin white edge around the frame stays."
)
TAG_HEADING = SheetHeading(
    "Unit tags",
    (CUT_WORDS, "Lay each tag flat in its unit's hex, where figures do not hide it from the camera."),
)
BANNER_HEADING = SheetHeading(
    "Banner tags", (CUT_WORDS, "While setting up, lay one in each hex that holds a banner.")
)
TRAY_HEADING = SheetHeading(
    "Unit trays",
    (
        "Print on stiff, dull paper and cut along the grey lines. Lay a tray in its unit's hex and stand one "
        "figure on each ring, so that it hides the whole of it; one alone stands in the middle.",
        "Turn arms, weapons and long bases away from the tags: one of the three must stay clear. A ring that "
        "is seen is a figure that has gone: take the one nearest to the camera first.",
    ),
)
PIECE_HEADINGS = {
    "figures": SheetHeading(
        "Figure tags",
        (
            CUT_WORDS,
            "One for each figure of a unit: lay them beside the figures, or stick them to their bases.",
        ),
    ),
    "terrain": SheetHeading("Terrain tags", (CUT_WORDS, "Lay one on each tile of terrain, near its edge.")),
    "tokens": SheetHeading(
        "Token tags",
        (
            CUT_WORDS,
            "Lay a marker, or Lore, in the hex of whom it concerns: the camera sees that it lies there. All "
            "others remind people, and the camera takes nothing from them.",
        ),
    ),
    "cards": SheetHeading(
        "Card tags",
        (
            CUT_WORDS,
            "Lay one beside the board, in the camera's sight, to play its card, or to put that card on the "
            "Epic rack. Take it away when the card goes.",
        ),
    ),
}
DICE_HEADING = SheetHeading(
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
    TRAYS = "trays"
    FIGURES = "figures"
    BANNERS = "banners"
    TERRAIN = "terrain"
    TOKENS = "tokens"
    CARDS = "cards"
    MARKS = "marks"
    DICE = "dice"
    TRAY = "tray"
    CALIBRATION = "calibration"
    RIMS = "rims"
    LENS = "lens"
    JOIN = "join"


NO_EXTRAS: Mapping[str, Sequence[Piece]] = MappingProxyType({})


class Sticker(NamedTuple):
    """A sticker for a die: its *face*'s name, and the number of its mark."""

    face: str
    mark: int


class Wanted(NamedTuple):
    """What the sheets are made from.

    *size_mm* is the side of a whole tag, its margins included, and *tray_mm* that of a tag
    on a tray for hexes *hex_mm* across flats; *extras* are the pieces of the kinds
    figures, terrain, tokens and cards; *stickers* those of one die.
    """

    paper: Paper
    size_mm: float
    units: Sequence[Piece]
    banners: Sequence[Piece]
    board: MarkedBoard
    url: str | None = None
    extras: Mapping[str, Sequence[Piece]] = NO_EXTRAS
    hex_mm: float = 54.0
    tray_mm: float = TAG_MM
    lens: ChessboardSheet | None = None
    stickers: Sequence[Sticker] = ()


def draw_sheets(kinds: Sequence[SheetKind], wanted: Wanted) -> bytes:
    """Return one PDF with a sheet or more for each of *kinds*.

    Raises SheetError for a kind that has nothing to draw.
    """
    pages = Pages(wanted.paper, _names(wanted))
    for kind in SheetKind:
        if kind in kinds:
            _draw(pages, kind, wanted)
    return pages.finish()


def _names(wanted: Wanted) -> Iterator[str]:
    for piece in chain(wanted.units, wanted.banners, *wanted.extras.values()):
        yield piece.name
        yield from () if piece.sign is None else piece.sign.words
    for sticker in wanted.stickers:
        yield sticker.face


def _draw(pages: Pages, kind: SheetKind, wanted: Wanted) -> None:
    match kind:
        case SheetKind.TAGS:
            _draw_tags(pages, TAG_HEADING, wanted.units, wanted)
        case SheetKind.BANNERS:
            _draw_tags(pages, BANNER_HEADING, wanted.banners, wanted)
        case SheetKind.TRAYS:
            _need(wanted.units, Message("there are no unit tags"))
            lay_trays(pages, TRAY_HEADING, wanted.units, wanted.hex_mm, wanted.tray_mm)
        case SheetKind.FIGURES | SheetKind.TERRAIN | SheetKind.TOKENS | SheetKind.CARDS:
            _draw_tags(pages, PIECE_HEADINGS[kind], wanted.extras.get(kind, ()), wanted)
        case SheetKind.MARKS:
            _need(wanted.board.marker, Message("the board has no marks"))
            draw_corner_marks(pages, wanted.board)
        case SheetKind.DICE:
            _draw_stickers(pages, wanted.stickers)
        case SheetKind.TRAY:
            draw_dice_mat(pages)
        case SheetKind.CALIBRATION:
            draw_calibration(pages, _sample(wanted))
        case SheetKind.RIMS:
            draw_rims(pages, _bare(_sample(wanted)))
        case SheetKind.LENS:
            if wanted.lens is None:
                raise SheetError("there is no lens sheet")
            draw_lens_sheet(pages, wanted.lens)
        case SheetKind.JOIN:
            draw_join(pages, _need(wanted.url or "", Message("there is no address to join at")))


def _draw_tags(pages: Pages, heading: SheetHeading, tags: Sequence[Piece], wanted: Wanted) -> None:
    """Draw *tags*, those of one size and layout together, on the sheet of the tags before if it has room."""
    _need(tags, Message("there are no {1}", heading.title.lower()))
    below = SIGN_GAP_MM + max((sign_height(tag.sign) for tag in tags if tag.sign is not None), default=0.0)
    shapes: dict[PieceShape, list[Piece]] = {}
    for tag in tags:
        side = tag.side or wanted.size_mm
        strip = NAME_MM if tag.sign is None else NAME_MM + below
        shape = PieceShape(side, _edge_mm(tag.modules, side), strip=strip)
        shapes.setdefault(shape, []).append(tag)
    for shape, alike in shapes.items():
        lay(pages, heading, alike, shape, shares=True)


def _edge_mm(modules: Modules, side: float) -> float:
    """Return how much white to leave around a tag so that its black has a module and TAG_EDGE_MM of it."""
    module = side / len(modules)
    white = _white_modules(modules) * module
    return max(0.3, TAG_EDGE_MM - white, module - white)


def _white_modules(modules: Modules) -> int:
    """Return how many modules of white *modules* begin with on each side."""
    inked = modules.any(axis=0) | modules.any(axis=1)
    return int(inked.argmax())


def _bare(modules: Modules) -> Modules:
    """Return *modules* without the white around them."""
    white = _white_modules(modules)
    return modules[white : len(modules) - white, white : len(modules) - white]


def _sample(wanted: Wanted) -> Modules:
    return _need([*wanted.units, *wanted.banners], Message("there is no tag to try"))[0].modules


def _draw_stickers(pages: Pages, stickers: Sequence[Sticker]) -> None:
    _need(stickers, Message("there are no {1}", DICE_HEADING.title.lower()))
    die = [Piece(mark_modules(STICKER_FAMILY, sticker.mark), sticker.face) for sticker in stickers]
    lay(pages, DICE_HEADING, die * STICKER_SETS, STICKER_SHAPE, columns=len(die))


def _need(things: Some, complaint: Message) -> Some:
    if not things:
        raise SheetError(complaint)
    return things
