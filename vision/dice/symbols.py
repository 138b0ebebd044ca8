"""What may be on a die's faces: own simple symbols, ArUco stickers, or pictures from a folder.

Every picture is a whole face, BGR, its symbol on the die's own ground.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import InputError
from vision.source.pictures import TooLargeError, decode

Picture = NDArray[np.uint8]

FACES = ("strike", "cleave", "pierce", "morale", "lore", "heroic")
"""The faces of the Second Edition's die, in the order of their stickers' ids."""

STICKER_FAMILY = "DICT_4X4_50"
FIRST_STICKER = 10
"""The sticker of ``FACES[n]`` is the mark with the id ``FIRST_STICKER + n``."""

STICKER_SHARE = 0.78
"""The black square of a sticker, in sides of the die: 12.5 mm on 16 mm."""

SIDE = 256
IVORY = (232, 240, 242)


def on_white(picture: NDArray[np.uint8]) -> Picture:
    """Return *picture*, (h, w), (h, w, 3) BGR or (h, w, 4) with cover, as (h, w, 3) BGR laid on white."""
    if picture.ndim == 2:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    if picture.shape[2] == 3:
        return picture
    cover = picture[..., 3:].astype(np.float32) / 255
    return np.asarray(np.rint(picture[..., :3] * cover + 255 * (1 - cover)), np.uint8)


def read_faces(folder: Path) -> dict[str, Picture]:
    """Return the six face pictures, (h, w, 3) BGR, in *folder*: ``strike.png`` and so on.

    Raises InputError naming the folder or the file.
    """
    if not folder.is_dir():
        raise InputError(
            "{1}: is no folder of dice faces; give one that holds {2} as .png", folder, ", ".join(FACES)
        )
    found: dict[str, Picture] = {}
    for face in FACES:
        file = next((each for each in sorted(folder.iterdir()) if each.stem.lower() == face), None)
        if file is None:
            raise InputError(
                "{1}: has no picture {2}.png; a dice set needs {3}", folder, face, ", ".join(FACES)
            )
        try:
            picture = decode(file.read_bytes(), cv2.IMREAD_UNCHANGED)
        except (OSError, TooLargeError):
            picture = None
        if picture is None or min(picture.shape[:2]) < 16:
            raise InputError(
                "{1}: is no picture of a die's face that can be read; save it as PNG again", file
            )
        found[face] = on_white(picture)
    return found


@cache
def stickers_of(faces: tuple[str, ...], family: str, first: int) -> Mapping[str, Picture]:
    """Return *faces* with the marks of *family* from id *first* on, drawn on ivory, (n, n, 3) BGR by face."""
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family))
    black = round(SIDE * STICKER_SHARE / 6) * 6
    start = (SIDE - black) // 2
    pictures = {}
    for number, face in enumerate(faces):
        face_picture = np.full((SIDE, SIDE, 3), IVORY, np.uint8)
        mark = cv2.aruco.generateImageMarker(known, first + number, black)
        face_picture[start : start + black, start : start + black] = mark[..., None]
        pictures[face] = face_picture
    return pictures


def stickers() -> Mapping[str, Picture]:
    """Return a die's faces with the printed stickers on them, (n, n, 3) BGR."""
    return stickers_of(FACES, STICKER_FAMILY, FIRST_STICKER)


def own_symbols() -> Mapping[str, Picture]:
    """Return six faces with plain symbols drawn by this program, (n, n, 3) BGR."""
    return _own_symbols()


OUTLINES: dict[str, tuple[tuple[int, int, int], tuple[tuple[tuple[int, int], ...], ...]]] = {
    "strike": (
        (30, 30, 170),
        (((60, 188), (184, 52), (204, 72), (76, 204)), ((60, 120), (84, 104), (152, 180), (132, 200))),
    ),
    "cleave": (
        (140, 60, 20),
        (((70, 216), (90, 216), (130, 40), (110, 40)), ((120, 50), (210, 60), (220, 150), (100, 120))),
    ),
    "pierce": (
        (50, 120, 30),
        (((118, 210), (138, 210), (138, 90), (118, 90)), ((128, 36), (172, 108), (84, 108))),
    ),
    "morale": (
        (20, 130, 200),
        (((60, 40), (80, 40), (80, 220), (60, 220)), ((80, 44), (204, 84), (80, 136))),
    ),
    "lore": (
        (130, 40, 110),
        (((128, 36), (160, 128), (128, 220), (96, 128)), ((36, 128), (128, 96), (220, 128), (128, 160))),
    ),
    "heroic": (
        (30, 24, 24),
        (
            ((52, 200), (204, 200), (204, 160), (52, 160)),
            ((52, 150), (52, 60), (110, 150)),
            ((96, 150), (128, 44), (160, 150)),
            ((146, 150), (204, 60), (204, 150)),
        ),
    ),
}
"""Own symbols: a colour and filled outlines on a face of 256 x 256."""


@cache
def _own_symbols() -> dict[str, Picture]:
    """Draw the symbols of OUTLINES on ivory, (n, n, 3) BGR by face."""
    pictures = {}
    for face in FACES:
        colour, outlines = OUTLINES[face]
        picture = np.full((SIDE, SIDE, 3), IVORY, np.uint8)
        for outline in outlines:
            cv2.fillPoly(picture, [np.array(outline, np.int32)], colour, cv2.LINE_AA)
        pictures[face] = picture
    return pictures
