"""What the sheets need to be told of a board's marks.

These are shapes only: ``vision`` reads the files and its types fit them, though
neither room imports the other.
"""

from collections.abc import Sequence
from typing import Protocol

from rules.kernel.translatable import TranslatableError


class SheetError(TranslatableError, ValueError):
    """A sheet that cannot be drawn from what was given, in one sentence."""


class CornerMark(Protocol):
    """A mark at a board's corner."""

    @property
    def family(self) -> str:
        """Return the family of ArUco marks, such as ``DICT_4X4_50``."""

    @property
    def id(self) -> int:
        """Return the mark's number in its family."""

    @property
    def centre_mm(self) -> tuple[float, float]:
        """Return where its centre lies: mm from the board's south-west corner, x east, y north."""

    @property
    def size_mm(self) -> float:
        """Return the side of its black square."""


class MarkedBoard(Protocol):
    """A board with marks at its corners."""

    @property
    def width_mm(self) -> float:
        """Return the board's width, west to east."""

    @property
    def height_mm(self) -> float:
        """Return the board's height, south to north."""

    @property
    def marker(self) -> Sequence[CornerMark]:
        """Return the board's marks."""


class ChessboardSheet(Protocol):
    """A chessboard with marks in its white squares, row by row, by which a lens is measured."""

    @property
    def columns(self) -> int:
        """Return how many squares it is wide."""

    @property
    def rows(self) -> int:
        """Return how many squares it is high."""

    @property
    def square_mm(self) -> float:
        """Return a square's side."""

    @property
    def mark_mm(self) -> float:
        """Return the side of a mark's black square."""

    @property
    def family(self) -> str:
        """Return the family of its marks."""

    @property
    def ids(self) -> Sequence[int]:
        """Return the marks' numbers."""
