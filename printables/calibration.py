"""A sheet that shows whether the printer keeps its millimetres, and which tag size the camera still reads."""

from printables.modules import Modules
from printables.paper import Pages, SheetPlace, Size

WORDS = (
    "Lay a ruler on the sheet. Both rulers and every square must be right within half a millimetre, and both "
    "diagonals of the large square 141.4 mm. Otherwise print at 100 % (“actual size”), or elsewhere.",
    "Then lay the sheet where the board lies, under the camera: the smallest tag in the lowest row that is "
    "read tells how small yours may be (“herald print tags --size …”). Take the sheet away before you play.",
)
SQUARES_MM = (50.0, 25.0, 10.0, 5.0)
SAMPLES_MM = (30.0, 25.0, 22.0, 20.0, 18.0, 15.0, 12.0)
INCH_MM = 25.4


def draw_calibration(pages: Pages, tag: Modules) -> None:
    """Draw rulers in millimetres and inches, squares, and *tag* in several sizes."""
    pages.start("Calibration", WORDS)
    left, top = (pages.size.width - 184.0) / 2, pages.top + 5.0
    _millimetres(pages, SheetPlace(left, top))
    _inches(pages, SheetPlace(left, top + 9.0))
    _squares(pages, SheetPlace(left, top + 26.0))
    x = left
    for size in SAMPLES_MM:
        pages.modules(tag, SheetPlace(x, top + 136.0), size)
        pages.text(f"{size:g} mm", SheetPlace(x + size / 2, top + 136.0 + size + 3.5), points=7, centred=True)
        x += size + 6.0


def _millimetres(pages: Pages, start: SheetPlace) -> None:
    """Draw a ruler of 180 mm whose marks hang from *start*."""
    for tick in range(181):
        length = 5.0 if tick % 10 == 0 else 3.5 if tick % 5 == 0 else 2.2
        x = start.x + tick
        pages.line(SheetPlace(x, start.y), SheetPlace(x, start.y + length), width=0.12)
        if tick % 10 == 0:
            pages.text(str(tick), SheetPlace(x, start.y - 1.0), points=6.5, centred=True)
    pages.line(start, SheetPlace(start.x + 180.0, start.y), width=0.12)
    pages.text("mm", SheetPlace(start.x + 182.0, start.y + 4.0), points=7)


def _inches(pages: Pages, start: SheetPlace) -> None:
    """Draw a ruler of 7 inches whose marks stand on a line 5 mm below *start*."""
    y = start.y + 5.0
    for tick in range(7 * 16 + 1):
        length = 5.0 if tick % 16 == 0 else 3.5 if tick % 8 == 0 else 2.6 if tick % 4 == 0 else 1.6
        x = start.x + tick * INCH_MM / 16
        pages.line(SheetPlace(x, y - length), SheetPlace(x, y), width=0.12)
        if tick % 16 == 0:
            pages.text(str(tick // 16), SheetPlace(x, y + 3.0), points=6.5, centred=True)
    pages.line(SheetPlace(start.x, y), SheetPlace(start.x + 7 * INCH_MM, y), width=0.12)
    pages.text("inch", SheetPlace(start.x + 7 * INCH_MM + 2.0, y), points=7)


def _squares(pages: Pages, start: SheetPlace) -> None:
    """Draw the large square with its diagonals, and the small ones beside it."""
    large = Size(100.0, 100.0)
    pages.box(start, large, grey=0)
    pages.line(start, SheetPlace(start.x + 100.0, start.y + 100.0), width=0.12)
    pages.line(SheetPlace(start.x + 100.0, start.y), SheetPlace(start.x, start.y + 100.0), width=0.12)
    pages.text("100 mm", SheetPlace(start.x + 50.0, start.y + 4.0), points=7, centred=True)
    x, y = start.x + 108.0, start.y
    for side in SQUARES_MM:
        pages.box(SheetPlace(x, y), Size(side, side), grey=0)
        pages.text(f"{side:g} mm", SheetPlace(x + side + 2.0, y + min(4.0, side / 2 + 1.0)), points=7)
        y += side + 3.0
