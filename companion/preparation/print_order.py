"""Sheets to print, as one PDF: what the command ``herald print`` and the tablet's page both make.

Knows which tags there are and how large they are; reads no camera.
"""

from collections.abc import Collection, Mapping, Sequence
from math import floor
from typing import NamedTuple

from companion.preparation.box_contents import BoxContents
from companion.preparation.tag_sheets import NOBODY_S, Stock, Tag, stock_of, with_figures
from printables.grid import Piece
from printables.paper import Paper
from printables.sheets import SheetKind, Sticker, Wanted, draw_sheets
from printables.trays import SPOTTED, TAG_MM, largest_tag_mm, spots_of
from rules.kernel.catalogue import kind_of
from rules.kernel.game import Game
from rules.kernel.values import Seat, UnitId
from vision.board.figure_spots import FigureSpots
from vision.board.lens_sheet import LENS_SHEET
from vision.board.plan import BoardPlan, TagBook

EXTRAS = (SheetKind.FIGURES, SheetKind.TERRAIN, SheetKind.TOKENS, SheetKind.CARDS)
TAGGED = (SheetKind.TAGS, SheetKind.BANNERS, *EXTRAS)
QR_MM, ARUCO_MM = 22.0, 18.0


class Sizes(NamedTuple):
    """Sides of tags in mm: for all that lie on the table, for those of which nothing is known, on trays."""

    given: float | None
    usual: float
    tray: float


class PrintOrder(NamedTuple):
    """What is printed: sheets, their tags, how large those are, for which board, on which paper.

    *url* is the address for the join sheet, *stickers* those of one die.
    """

    kinds: Sequence[SheetKind]
    stock: Stock
    sizes: Sizes
    plan: BoardPlan
    paper: Paper = Paper.A4
    url: str | None = None
    stickers: Sequence[Sticker] = ()

    def printed(self) -> list[tuple[Tag, float]]:
        """Return every tag that is on the sheets, and its size in mm."""
        usual = [
            (tag, self.sizes.given or tag.size_mm or self.sizes.usual)
            for kind in TAGGED
            if kind in self.kinds
            for tag in self.stock[kind]
        ]
        trays = self.stock[SheetKind.TAGS] if SheetKind.TRAYS in self.kinds else []
        return usual + [(self._on_tray(tag), self.sizes.tray) for tag in trays]

    def _on_tray(self, tag: Tag) -> Tag:
        """Return *tag* with the spots that its unit's tray is printed with."""
        spots = spots_of(self.plan.hex_width_mm, self.sizes.tray)
        if spots is None or tag.figures not in SPOTTED:
            return tag
        return tag._replace(spots=FigureSpots(**spots._asdict(), figures={tag.payload: tag.figures}))

    def pieces(self, kind: SheetKind) -> list[Piece]:
        """Return the tags of *kind*, ready to be drawn.  Raises InputError for one that cannot be."""
        return [tag.drawn(self.sizes.given) for tag in self.stock[kind]]


def stock_for(
    contents: BoxContents,
    book: TagBook,
    *,
    units: Collection[str] | None = None,
    owners: Mapping[UnitId, Seat] = NOBODY_S,
    aruco: bool = False,
) -> Stock:
    """Return the tags that can be printed, as *book* has them; of units only *units*, if they are given."""
    stock = stock_of(contents, book, owners=owners, aruco=aruco)
    if units is not None:
        stock = {
            **stock,
            SheetKind.TAGS: [tag for tag in stock[SheetKind.TAGS] if tag.piece in units],
        }
    return with_figures(stock)


def units_to_print(game: Game, book: TagBook) -> frozenset[str]:
    """Return the units to print for *game*: those in it, or all of *book* that may come into it."""
    if game.state.units:
        return frozenset(game.state.units)
    return frozenset(unit for unit in book.pieces.values() if kind_of(UnitId(unit)) in game.ruleset.kinds)


def lays_terrain(game: Game) -> bool:
    """Return whether terrain lies on *game*'s board, or may be laid there."""
    return bool(game.state.terrain or game.ruleset.scenario.is_free)


def sizes_of(
    stock: Stock, plan: BoardPlan, *, asked_mm: float | None = None, advised_mm: float | None = None
) -> Sizes:
    """Return what was asked for, else what the view allows, else what the tag book says, else the usual."""
    tags = [tag for kind in TAGGED for tag in stock[kind]]
    is_aruco = any(tag.layout.kind == "aruco" for tag in stock[SheetKind.TAGS])
    given = advised_mm if asked_mm is None else asked_mm
    usual = given or next((tag.size_mm for tag in tags if tag.size_mm), None)
    usual = usual or (ARUCO_MM if is_aruco else QR_MM)
    largest = largest_tag_mm(plan.hex_width_mm)
    if asked_mm is not None or usual <= largest:
        return Sizes(given, usual, usual)
    return Sizes(given, usual, TAG_MM if advised_mm is None else max(TAG_MM, float(floor(largest))))


def draw_order(order: PrintOrder) -> bytes:
    """Return the PDF of *order*.  Raises InputError for a tag, and SheetError for a sheet, that cannot be."""
    wanted = Wanted(
        paper=order.paper,
        size_mm=order.sizes.usual,
        units=order.pieces(SheetKind.TAGS),
        banners=order.pieces(SheetKind.BANNERS),
        board=order.plan,
        url=order.url,
        extras={kind: order.pieces(kind) for kind in EXTRAS},
        hex_mm=order.plan.hex_width_mm,
        tray_mm=order.sizes.tray,
        lens=LENS_SHEET,
        stickers=order.stickers,
    )
    return draw_sheets(order.kinds, wanted)
