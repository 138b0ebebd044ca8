"""A unit's tray as it comes from the printer: a hexagonal card with three tags, spots and a name.

Millimetres and the tag book's numbers in, a picture out.  Knows no camera.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.figure_spots import FigureSpots
from vision.simulate.objects import INK, PAPER, square, turned
from vision.simulate.scenery import Picture, Points

DOTS = 8  # pixels a millimetre
TAGGED = np.deg2rad((60, 180, 300))
PLAY_MM = 1.0
NAME = "Unit 1"


class TrayCard(NamedTuple):
    """*card* (n, n, 4) is *side_mm* wide, turned as printed; *spots_mm* (n, 2) are from its middle, y up."""

    card: Picture
    side_mm: float
    spots_mm: Points


def tray_card(
    payload: str, modules: NDArray[np.bool_], spots: FigureSpots, *, tag_mm: float, hex_mm: float
) -> TrayCard:
    """Return the tray of *payload*, whose tag has *modules* (n, n), for hexes *hex_mm* across flats."""
    across = hex_mm - PLAY_MM
    side = across * 2 / np.sqrt(3)
    n = round(side * DOTS)
    turns = np.deg2rad(30 + 60 * np.arange(6))
    rim = _to_card(side / 2 * np.column_stack([np.cos(turns), np.sin(turns)]), side)
    cover = np.zeros((n, n), np.uint8)
    cv2.fillConvexPoly(cover, np.rint(rim).astype(np.int32), (255,), cv2.LINE_AA)
    card = np.full((n, n, 3), PAPER, np.uint8)
    tag = np.where(np.kron(modules, np.ones((8, 8), bool))[..., None], INK, PAPER).astype(np.uint8)
    for way in TAGGED:
        middle = spots.reach_mm * np.array((np.cos(way), np.sin(way)))
        corners = _to_card(turned(square(tag_mm), way + np.pi / 2) + middle, side)
        _lay_tag(card, tag, corners)
    first = TAGGED[1]
    spots_mm = spots.spots_mm(payload, np.zeros(2), float(first + np.pi / 2))
    for x, y in np.rint(_to_card(spots_mm, side)).astype(int).tolist():
        cv2.circle(card, (x, y), round(spots.spot_mm / 2 * DOTS), INK, -1, cv2.LINE_AA)
        cv2.circle(card, (x, y), round(spots.hole_mm / 2 * DOTS), PAPER, -1, cv2.LINE_AA)
    below = (n // 2 - 6 * DOTS, (n + round(across * DOTS)) // 2 - DOTS)
    for turn in range(0, 360, 120):
        written = np.full((n, n, 3), 255, np.uint8)
        cv2.putText(written, NAME, below, cv2.FONT_HERSHEY_SIMPLEX, 0.5, INK, 1, cv2.LINE_AA)
        about = cv2.getRotationMatrix2D((n / 2, n / 2), turn + 90, 1)
        card = np.minimum(
            card, np.asarray(cv2.warpAffine(written, about, (n, n), borderValue=(255, 255, 255)), np.uint8)
        )
    return TrayCard(np.dstack([card, cover]), side, spots_mm)


def _lay_tag(card: Picture, tag: Picture, corners: Points) -> None:
    """Draw *tag* (n, n, 3) on *card* (m, m, 3), its top left corner, then clockwise, at *corners* (4, 2)."""
    n = len(tag)
    here = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(here, corners.astype(np.float32))
    size = (card.shape[1], card.shape[0])
    laid = cv2.warpPerspective(tag, matrix, size, flags=cv2.INTER_AREA, borderValue=(255, 255, 255))
    np.minimum(card, laid, out=card)


def _to_card(points_mm: Points, side_mm: float) -> Points:
    """Carry (n, 2) mm around the card's middle, y up, to (n, 2) pixels of its picture."""
    return np.asarray((points_mm * (1, -1) + side_mm / 2) * DOTS - 0.5, np.float64)
