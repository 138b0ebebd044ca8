"""Sheets that are shown to the camera once: tags with several white rims, and the lens sheet."""

from printables.modules import Modules, mark_modules
from printables.paper import MARGIN_MM, Pages, SheetPlace, Size
from printables.words import ChessboardSheet, SheetError

RIM_WORDS = (
    "Cut along the grey lines and lay these tags on your board, in a place that the camera sees worst. The "
    "columns have a white rim of no, one and two modules around the black.",
    "“herald look” says which are read: print no smaller ones. A rim of one module is what the other sheets "
    "have; take the largest size that your hexes hold before you cut more rim away.",
)
RIMS = (0, 1, 2)  # modules
RIM_SIZES_MM = (25.0, 22.0, 20.0, 18.0, 15.0, 12.0)
RIM_STEP = Size(46.0, 36.0)

LENS_WORDS = (
    "Glue this sheet to something flat. “herald lens” measures a camera with it, once for each zoom:",
    "show it whole and large in eight pictures or more, held still, each time at another tilt and place.",
)


def draw_rims(pages: Pages, tag: Modules) -> None:
    """Draw *tag*, which has no white around it, in several sizes with rims of several widths."""
    pages.start("White rims", RIM_WORDS)
    left = (pages.size.width - len(RIMS) * RIM_STEP.width) / 2
    for row, size in enumerate(RIM_SIZES_MM):
        for column, rim in enumerate(RIMS):
            white = rim * size / len(tag)
            x, y = left + column * RIM_STEP.width + 4.0, pages.top + row * RIM_STEP.height + 3.0
            pages.modules(tag, SheetPlace(x, y), size)
            side = size + 2 * white
            pages.box(SheetPlace(x - white, y - white), Size(side, side))
            name = f"{size:g} mm, rim {rim}"
            pages.text(name, SheetPlace(x + size / 2, y + size + white + 3.2), points=7, centred=True)


def draw_lens_sheet(pages: Pages, sheet: ChessboardSheet) -> None:
    """Draw *sheet*: a chessboard whose white squares hold marks, the top left square black.

    Raises SheetError where the paper is too small for it.
    """
    width, height = sheet.columns * sheet.square_mm, sheet.rows * sheet.square_mm
    pages.start_beside("Lens sheet", LENS_WORDS, width)
    free = pages.bottom - pages.top + 5.0
    if height > free or width > pages.size.width - 2 * MARGIN_MM - 14.0:
        raise SheetError("a lens sheet of {1} × {2} mm is larger than the paper", f"{width:g}", f"{height:g}")
    left, top = MARGIN_MM, pages.top - 1.0 + max(0.0, (free - height) / 2 - 2.0)
    numbers, inset = iter(sheet.ids), (sheet.square_mm - sheet.mark_mm) / 2
    for row in range(sheet.rows):
        for column in range(sheet.columns):
            corner = SheetPlace(left + column * sheet.square_mm, top + row * sheet.square_mm)
            if (row + column) % 2 == 0:
                pages.black(corner, sheet.square_mm)
            else:
                mark = mark_modules(sheet.family, next(numbers))
                pages.modules(mark, SheetPlace(corner.x + inset, corner.y + inset), sheet.mark_mm)
