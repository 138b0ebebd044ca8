"""What may be on a die's faces: own simple symbols, ArUco stickers, or pictures from a folder.

Every picture is a whole face, BGR, its symbol on the die's own ground.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import InputError
from vision.source.pictures import TooLargeError, decode

Picture = NDArray[np.uint8]

FACES = ("strike", "cleave", "pierce", "morale", "lore", "heroic")
"""The faces of the Second Edition's die, in the book's order."""

STICKER_FAMILY = "DICT_4X4_100"

STICKER_SHARE = 0.78
"""The black square of a sticker, in sides of the die: 12.5 mm on 16 mm."""

SIDE = 256
IVORY = (232, 240, 242)


class DieFaces(NamedTuple):
    """The faces of a die in the book's order, each with the *marks*' id on its sticker.

    *aliases* are what a set or a folder may call them too.
    """

    marks: Mapping[str, int]
    aliases: Mapping[str, str] = {}

    def called(self, name: str) -> str:
        """Return the face that a set calls *name*; what is no face keeps its name."""
        return self.aliases.get(name, name)


SECOND_DIE = DieFaces({face: 10 + number for number, face in enumerate(FACES)})
"""What is meant where nobody says whose dice they are."""


def on_white(picture: NDArray[np.uint8]) -> Picture:
    """Return *picture*, (h, w), (h, w, 3) BGR or (h, w, 4) with cover, as (h, w, 3) BGR laid on white."""
    if picture.ndim == 2:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    if picture.shape[2] == 3:
        return picture
    cover = picture[..., 3:].astype(np.float32) / 255
    return np.asarray(np.rint(picture[..., :3] * cover + 255 * (1 - cover)), np.uint8)


def read_faces(folder: Path, die: DieFaces = SECOND_DIE) -> dict[str, Picture]:
    """Return the face pictures of *die*, (h, w, 3) BGR, in *folder*: ``strike.png`` and so on.

    Raises InputError naming the folder or the file.
    """
    named = ", ".join(die.marks)
    if not folder.is_dir():
        raise InputError("{1}: is no folder of dice faces; give one that holds {2} as .png", folder, named)
    files = {die.called(each.stem.lower()): each for each in sorted(folder.iterdir(), reverse=True)}
    found: dict[str, Picture] = {}
    for face in die.marks:
        file = files.get(face)
        if file is None:
            raise InputError("{1}: has no picture {2}.png; a dice set needs {3}", folder, face, named)
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


def stickers(die: DieFaces = SECOND_DIE, body: tuple[int, int, int] = IVORY) -> dict[str, Picture]:
    """Return the faces of *die* with the printed stickers on its *body* (BGR), (n, n, 3) BGR."""
    return {face: _sticker(mark, body) for face, mark in die.marks.items()}


@cache
def _sticker(mark: int, body: tuple[int, int, int]) -> Picture:
    """Return the sticker with *mark*, white around its black, on *body* (BGR), (n, n, 3) BGR."""
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, STICKER_FAMILY))
    black = round(SIDE * STICKER_SHARE / 6) * 6
    start = (SIDE - black) // 2
    paper = slice(start - SIDE // 16, start + black + SIDE // 16)
    picture = np.full((SIDE, SIDE, 3), body, np.uint8)
    picture[paper, paper] = IVORY
    drawn = cv2.aruco.generateImageMarker(known, mark, black)
    picture[start : start + black, start : start + black] = drawn[..., None]
    return picture


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
