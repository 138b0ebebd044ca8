"""Pages in exact millimetres: heading, instructions, cutting lines and a line that shows the print's scale.

Places are millimetres from the sheet's top left corner, x right and y down.
Knows how things are drawn, not what they are for.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from typing import NamedTuple

import numpy as np
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from printables.modules import Modules, runs

MARGIN_MM = 10.0
RULER_MM = 100.0
HEAD_MM, LINE_MM = 12.0, 4.2  # a heading's height without its lines, and a line's
PART_MM = 3.0  # between what stands on a sheet and the next part's heading
POINT_MM = 1 / mm
FONT, BOLD = "Helvetica", "Helvetica-Bold"
WIDE = "DejaVuSansCondensed"
CUT_GREY = 0.6

Colour = tuple[float, float, float]
"""Red, green and blue, 0 to 1."""


class Paper(StrEnum):
    """The papers that home printers hold."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size_mm(self) -> "Size":
        """Return the sheet's width and height."""
        return Size(210.0, 297.0) if self is Paper.A4 else Size(215.9, 279.4)


class Size(NamedTuple):
    """A width and a height in millimetres."""

    width: float
    height: float


class SheetPlace(NamedTuple):
    """A place on the sheet, millimetres from its top left corner."""

    x: float
    y: float


class Pages:
    """A PDF that grows by whole sheets; each has its heading, its instructions and its ruler line."""

    def __init__(self, paper: Paper, names: Iterable[str] = ()) -> None:
        """Begin a PDF; all *names* on it are written in one font."""
        self.size = paper.size_mm
        self._font = _font_for("".join(names), FONT)
        self.count = 0
        self.top = MARGIN_MM
        self.bottom = self.size.height - MARGIN_MM - 12.0
        self._file = BytesIO()
        points = (self.size.width * mm, self.size.height * mm)
        self._canvas = Canvas(self._file, pagesize=points, invariant=1)
        self._canvas.setTitle("herald: sheets to print")
        self._canvas.setAuthor("battle-herald, an unofficial fan project")

    def start(self, title: str, instructions: Sequence[str]) -> None:
        """Begin a sheet; ``top`` and ``bottom`` then bound what is free on it."""
        self._turn_over()
        self._head(title, self._lines(instructions), points=16)
        self._footer()

    def start_beside(self, title: str, instructions: Sequence[str], width: float) -> None:
        """Begin a sheet whose heading and instructions stand upright beside what is *width* mm wide."""
        self._turn_over()
        corner = SheetPlace(MARGIN_MM + width + 6.0, self.bottom - 2.0)
        with self.turned(corner, 90):
            self.text(title, corner, points=14, font=BOLD)
            for number, line in enumerate(instructions, 1):
                self.text(line, SheetPlace(corner.x, corner.y + number * LINE_MM), points=8)
        self._footer()

    def _turn_over(self) -> None:
        if self.count:
            self._canvas.showPage()
        self.count += 1
        self.top = MARGIN_MM

    def go_on(self, title: str, instructions: Sequence[str], room: float) -> None:
        """Begin a part below ``top`` of this sheet if *room* mm are left under its heading, else a sheet."""
        lines = self._lines(instructions)
        top = self.top + PART_MM
        if not self.count or top + HEAD_MM + len(lines) * LINE_MM + room > self.bottom:
            self.start(title, instructions)
            return
        self.top = top
        self._head(title, lines, points=12)

    def _lines(self, instructions: Sequence[str]) -> list[tuple[str, str]]:
        """Return the lines that *instructions* fill, each after its bullet or none."""
        width = (self.size.width - 2 * MARGIN_MM - 4.0) * mm
        return [
            ("" if place else "•", line)
            for instruction in instructions
            for place, line in enumerate(simpleSplit(instruction, FONT, 9, width))
        ]

    def _head(self, title: str, lines: Sequence[tuple[str, str]], *, points: float) -> None:
        self.text(title, SheetPlace(MARGIN_MM, self.top + 5.0), points=points, font=BOLD)
        y = self.top + HEAD_MM - 1.0
        for bullet, line in lines:
            self.text(bullet, SheetPlace(MARGIN_MM, y), points=9)
            self.text(line, SheetPlace(MARGIN_MM + 4.0, y), points=9)
            y += LINE_MM
        self.top = y + 1.0

    def finish(self) -> bytes:
        """Return the PDF; nothing can be drawn after it."""
        self._canvas.save()
        return self._file.getvalue()

    def modules(self, modules: Modules, corner: SheetPlace, side: float) -> None:
        """Draw *modules* as a square of *side* mm whose top left corner is *corner*.

        One path for the whole square, so that no hairline shows between rows.
        """
        canvas, step = self._canvas, side / len(modules) * mm
        canvas.saveState()
        canvas.transform(step, 0, 0, step, corner.x * mm, self._up(corner.y + side))
        canvas.setFillGray(0)
        canvas.drawPath(_path(modules.tobytes(), len(modules)), stroke=0, fill=1)
        canvas.restoreState()

    def text(
        self,
        words: str,
        at: SheetPlace,
        *,
        points: float,
        font: str = FONT,
        centred: bool = False,
        grey: float = 0,
    ) -> None:
        """Write one line whose baseline starts at, or is centred on, *at*."""
        self._canvas.setFillGray(grey)
        self._canvas.setFont(font, points)
        if centred:
            self._canvas.drawCentredString(at.x * mm, self._up(at.y), words)
        else:
            self._canvas.drawString(at.x * mm, self._up(at.y), words)

    def fitted(
        self, words: str, at: SheetPlace, width: float, *, points: float, centred: bool = True
    ) -> None:
        """Write a name, in smaller letters where *width* mm would not hold it."""
        needed = stringWidth(words, self._font, points) * POINT_MM
        self.text(words, at, points=points * min(1.0, width / needed), font=self._font, centred=centred)

    def line(self, start: SheetPlace, end: SheetPlace, *, width: float = 0.15, grey: float = 0) -> None:
        """Draw a straight line *width* mm thick."""
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(width * mm)
        self._canvas.line(start.x * mm, self._up(start.y), end.x * mm, self._up(end.y))

    @contextmanager
    def turned(self, about: SheetPlace, degrees: float) -> Iterator[None]:
        """Draw what follows turned counter-clockwise by *degrees* about a place."""
        x, y = about.x * mm, self._up(about.y)
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(degrees)
        self._canvas.translate(-x, -y)
        yield
        self._canvas.restoreState()

    def outline(self, corners: Sequence[SheetPlace], *, width: float = 0.15, grey: float = CUT_GREY) -> None:
        """Draw lines from corner to corner and back to the first; cutting lines unless told otherwise."""
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            self.line(start, end, width=width, grey=grey)

    def filled(self, corners: Sequence[SheetPlace], colour: Colour) -> None:
        """Fill the shape with these *corners*, and draw its outline in black."""
        path = self._canvas.beginPath()
        path.moveTo(corners[0].x * mm, self._up(corners[0].y))
        for corner in corners[1:]:
            path.lineTo(corner.x * mm, self._up(corner.y))
        path.close()
        self._canvas.setFillColorRGB(*colour)
        self._canvas.setStrokeGray(0)
        self._canvas.setLineWidth(0.2 * mm)
        self._canvas.drawPath(path, stroke=1, fill=1)

    def ring(self, middle: SheetPlace, across: float, hole: float) -> None:
        """Draw a black disc *across* mm wide with a white *hole* in it."""
        for side, grey in ((across, 0), (hole, 1)):
            self._canvas.setFillGray(grey)
            self._canvas.circle(middle.x * mm, self._up(middle.y), side / 2 * mm, stroke=0, fill=1)

    def black(self, corner: SheetPlace, side: float) -> None:
        """Fill a square of *side* mm."""
        self._canvas.setFillGray(0)
        x, y = corner.x * mm, self._up(corner.y + side)
        self._canvas.rect(x, y, side * mm, side * mm, stroke=0, fill=1)

    def box(self, corner: SheetPlace, size: Size, *, width: float = 0.15, grey: float = CUT_GREY) -> None:
        """Draw the outline of a rectangle; a cutting line unless told otherwise."""
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(width * mm)
        self._canvas.rect(
            corner.x * mm,
            self._up(corner.y + size.height),
            size.width * mm,
            size.height * mm,
            stroke=1,
            fill=0,
        )

    def _up(self, y: float) -> float:
        """Return the PDF's y, points from the sheet's lower edge."""
        return (self.size.height - y) * mm

    def _footer(self) -> None:
        y = self.size.height - MARGIN_MM - 4.0
        for tick in range(11):
            x = MARGIN_MM + tick * RULER_MM / 10
            self.line(SheetPlace(x, y - (3.0 if tick % 5 == 0 else 1.8)), SheetPlace(x, y), width=0.2)
        self.line(SheetPlace(MARGIN_MM, y), SheetPlace(MARGIN_MM + RULER_MM, y), width=0.2)
        advice = "This line is 100 mm long. If yours is not, print at 100 % (“actual size”), not fit to page."
        self.text(advice, SheetPlace(MARGIN_MM, y + 3.6), points=7)
        about = f"herald · sheet {self.count} · an unofficial fan project"
        self.text(about, SheetPlace(MARGIN_MM + RULER_MM + 6.0, y), points=7, grey=0.4)


def _font_for(words: str, font: str) -> str:
    """Return *font*, which every PDF reader has itself, or one with more letters where *words* need them."""
    try:
        words.encode("cp1252")
    except UnicodeEncodeError:
        return _wide_font()
    return font


@cache
def _wide_font() -> str:
    """Return the name of the font that travels with the program."""
    file = resources.files("printables") / "vendor" / f"{WIDE}.ttf"
    with resources.as_file(file) as path:
        registerFont(TTFont(WIDE, str(path)))
    return WIDE


@lru_cache(maxsize=512)
def _path(modules: bytes, side: int) -> PDFPathObject:
    """Return *modules*, (side, side) booleans, as a path of one unit a module from the lower left."""
    path = PDFPathObject()
    for run in runs(np.frombuffer(modules, np.bool_).reshape(side, side)):
        path.rect(run.column, side - 1 - run.row, run.length, 1)
    return path
