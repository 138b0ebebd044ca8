"""Sheets rendered to pixels, and what is read on them."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pypdfium2
import pytest
import zxingcpp

from printables.grid import Piece
from printables.paper import Paper
from printables.sheets import SheetKind, Sticker, Wanted, draw_sheets
from vision.board.lens import LENS_SHEET
from vision.board.plan import parse_book, parse_plan, tag_modules

ROOT = Path(__file__).parents[2]
DOTS = 300 / 25.4  # pixels per mm
NEAR = 0.2  # mm
URL = "http://192.168.1.20:8765/join/K7QX-2M4P"
BOOK = parse_book((ROOT / "config" / "tags" / "second.toml").read_text(encoding="utf-8"), "tags.toml")
PLAN = parse_plan((ROOT / "config" / "boards" / "second.toml").read_text(encoding="utf-8"), "second.toml")
PAPERS = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}


def words(piece: str) -> str:
    return piece.replace("_", " ").replace("-", " ").title()


UNITS = {payload: words(piece) for payload, piece in BOOK.tags.items() if not piece.startswith("banner")}
BANNERS = {payload: words(piece) for payload, piece in BOOK.tags.items() if piece.startswith("banner")}


def pieces(tags: dict[str, str]) -> list[Piece]:
    return [Piece(tag_modules(payload, BOOK.layout), name) for payload, name in tags.items()]


EXTRAS = {
    "figures": pieces({"VL1-FIGURE": "Viper Legion 1"}) * 3,
    "terrain": pieces({"T1-HILLS1": "Hill 1"}),
    "tokens": pieces({"K1-ATTACK": "Attacker 1"}),
    "cards": pieces({"C1-PATROL": "Patrol Left"}),
}


FACES = ("strike", "cleave", "pierce", "morale", "lore", "heroic")
STICKERS = [Sticker(face, mark) for mark, face in enumerate(FACES, 10)]


def draw(paper: Paper, *kinds: SheetKind, size: float = 22.0) -> bytes:
    units = pieces(UNITS)[: 13 if SheetKind.TRAYS in kinds else None]
    wanted = Wanted(
        paper, size, units, pieces(BANNERS), PLAN, URL, EXTRAS, lens=LENS_SHEET, stickers=STICKERS
    )
    return draw_sheets(kinds, wanted)


class Page:
    """A rendered sheet: grey pixels, and the words on it by their place in mm from the top left corner."""

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self.width, self.height = (points / 72 * 25.4 for points in page.get_size())
        bitmap = page.render(scale=DOTS * 25.4 / 72, grayscale=True)
        self.gray = bitmap.to_numpy().reshape(bitmap.height, -1)[:, : bitmap.width].copy()
        text = page.get_textpage()
        self._letters = [
            (text.get_text_range(place, 1), *self._middle(text.get_charbox(place)))
            for place in range(text.count_chars())
        ]

    def _middle(self, box: tuple[float, float, float, float]) -> tuple[float, float]:
        left, bottom, right, top = box
        return (left + right) / 2 / 72 * 25.4, self.height - (bottom + top) / 2 / 72 * 25.4

    def words_in(self, left: float, top: float, right: float, bottom: float) -> str:
        inside = [letter for letter, x, y in self._letters if left <= x <= right and top <= y <= bottom]
        return " ".join("".join(inside).split())

    def black(
        self, left: float, top: float, right: float, bottom: float
    ) -> tuple[float, float, float, float]:
        """Return the bounds of what is darker than grey in a window, in mm."""
        x, y = round(left * DOTS), round(top * DOTS)
        dark = self.gray[y : round(bottom * DOTS), x : round(right * DOTS)] < 100
        down, across = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
        return (
            (x + across[0]) / DOTS,
            (y + down[0]) / DOTS,
            (x + across[-1] + 1) / DOTS,
            (y + down[-1] + 1) / DOTS,
        )


def pages_of(pdf: bytes) -> list[Page]:
    """Return the sheets of a PDF."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [Page(page) for page in document]


@cache
def sheets(paper: Paper, kind: SheetKind, size: float = 22.0) -> list[Page]:
    return pages_of(draw(paper, kind, size=size))


class Code(NamedTuple):
    text: str
    x: float
    y: float


class Mark(NamedTuple):
    text: str
    x: float
    y: float
    side: float


def read_codes(page: Page) -> list[Code]:
    """Return the QR codes on a sheet and their centres in mm."""
    found = []
    for code in zxingcpp.read_barcodes(page.gray, formats=zxingcpp.BarcodeFormat.QRCode):
        spot = code.position
        corners = (spot.top_left, spot.top_right, spot.bottom_right, spot.bottom_left)
        x, y = np.mean([(corner.x + 0.5, corner.y + 0.5) for corner in corners], axis=0) / DOTS
        found.append(Code(code.text, float(x), float(y)))
    return found


def framed(page: Page, tag: Code, size: float) -> tuple[float, float]:
    """Return width and height of the black within half a millimetre around where *tag* ought to end."""
    reach = size / 2 + 0.5
    left, top, right, bottom = page.black(tag.x - reach, tag.y - reach, tag.x + reach, tag.y + reach)
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((tag.x, tag.y), abs=NEAR)
    return right - left, bottom - top


def read_marks(page: Page) -> list[Mark]:
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100), cv2.aruco.DetectorParameters()
    )
    corners, ids, _ = detector.detectMarkers(page.gray)
    found = []
    for quad, number in zip(corners, ids.ravel(), strict=True):
        sides = np.linalg.norm(quad[0] - np.roll(quad[0], -1, axis=0), axis=1) + 1
        x, y = (quad[0].mean(axis=0) + 0.5) / DOTS
        found.append(Mark(str(number), float(x), float(y), float(sides.mean()) / DOTS))
    return sorted(found, key=lambda mark: (round(mark.y), mark.x))
