"""Pages in exact millimetres: heading, instructions, cutting lines and a line that shows the print's scale.

Places are millimetres from the sheet's top left corner, x right and y down.
Knows how things are drawn, not what they are for.
"""

from collections.abc import Sequence
from enum import StrEnum
from io import BytesIO
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from printables.modules import Modules, runs

MARGIN_MM = 10.0
RULER_MM = 100.0
POINT_MM = 1 / mm
FONT, BOLD = "Helvetica", "Helvetica-Bold"
CUT_GREY = 0.6


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


class Place(NamedTuple):
    """A place on the sheet, millimetres from its top left corner."""

    x: float
    y: float


class Pages:
    """A PDF that grows by whole sheets; each has its heading, its instructions and its ruler line."""

    def __init__(self, paper: Paper) -> None:
        self.size = paper.size_mm
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
        if self.count:
            self._canvas.showPage()
        self.count += 1
        self.text(title, Place(MARGIN_MM, MARGIN_MM + 5.0), points=16, font=BOLD)
        y = MARGIN_MM + 11.0
        width = (self.size.width - 2 * MARGIN_MM) * mm
        for instruction in instructions:
            self.text("•", Place(MARGIN_MM, y), points=9)
            for line in simpleSplit(instruction, FONT, 9, width - 4.0 * mm):
                self.text(line, Place(MARGIN_MM + 4.0, y), points=9)
                y += 4.2
        self.top = y + 1.0
        self._footer()

    def finish(self) -> bytes:
        """Return the PDF; nothing can be drawn after it."""
        self._canvas.save()
        return self._file.getvalue()

    def modules(self, modules: Modules, corner: Place, side: float) -> None:
        """Draw *modules* as a square of *side* mm whose top left corner is *corner*.

        One path for the whole square, so that no hairline shows between rows.
        """
        step = side / len(modules)
        path = self._canvas.beginPath()
        for run in runs(modules):
            x, y = corner.x + run.column * step, corner.y + (run.row + 1) * step
            path.rect(x * mm, self._up(y), run.length * step * mm, step * mm)
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def text(
        self,
        words: str,
        at: Place,
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

    def fitted(self, words: str, at: Place, width: float, *, points: float) -> None:
        """Write one line centred on *at*, in smaller letters where *width* mm would not hold it."""
        needed = stringWidth(words, FONT, points) * POINT_MM
        self.text(words, at, points=points * min(1.0, width / needed), centred=True)

    def line(self, start: Place, end: Place, *, width: float = 0.15, grey: float = 0) -> None:
        """Draw a straight line *width* mm thick."""
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(width * mm)
        self._canvas.line(start.x * mm, self._up(start.y), end.x * mm, self._up(end.y))

    def box(self, corner: Place, size: Size, *, width: float = 0.15, grey: float = CUT_GREY) -> None:
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
            self.line(Place(x, y - (3.0 if tick % 5 == 0 else 1.8)), Place(x, y), width=0.2)
        self.line(Place(MARGIN_MM, y), Place(MARGIN_MM + RULER_MM, y), width=0.2)
        advice = "This line is 100 mm long. If yours is not, print at 100 % (“actual size”), not fit to page."
        self.text(advice, Place(MARGIN_MM, y + 3.6), points=7)
        about = f"herald · sheet {self.count} · an unofficial fan project"
        self.text(about, Place(MARGIN_MM + RULER_MM + 6.0, y), points=7, grey=0.4)
