"""Squares of black and white modules: ArUco marks and codes for phones.

Knows which modules are black.  Does not know paper and millimetres.  The unit
tags' modules come from outside: they must be those that the camera looks for.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import qrcode
from numpy.typing import NDArray
from qrcode.constants import ERROR_CORRECT_M

Modules = NDArray[np.bool_]  # square, True for black, top row first


class Run(NamedTuple):
    """Black modules side by side: from *column* on, *length* of them, in *row* (from the top)."""

    row: int
    column: int
    length: int


def mark_modules(family: str, number: int) -> Modules:
    """Return an ArUco mark's modules, its black border included.

    Raises ValueError for a family or number that OpenCV does not know.
    """
    import cv2  # only marks need it

    identifier = getattr(cv2.aruco, family, None)
    if not family.startswith("DICT_") or not isinstance(identifier, int):
        raise ValueError(f"no family of marks is called {family!r}: DICT_4X4_50, for one, is")
    dictionary = cv2.aruco.getPredefinedDictionary(identifier)
    if not 0 <= number < len(dictionary.bytesList):
        raise ValueError(f"{family} has marks 0 to {len(dictionary.bytesList) - 1}, not {number}")
    side = dictionary.markerSize + 2
    picture = cv2.aruco.generateImageMarker(dictionary, number, side)
    return np.asarray(picture) < 128


def code_modules(text: str) -> Modules:
    """Return the modules of a QR code that any phone reads, without its white border of four."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text)
    code.make(fit=True)
    return np.array(code.get_matrix(), dtype=bool)


def runs(modules: Modules) -> Iterator[Run]:
    """Yield the black modules row by row, neighbours joined."""
    for row, line in enumerate(modules):
        edges = np.flatnonzero(np.diff(np.concatenate(([False], line, [False])).astype(np.int8)))
        for start, end in edges.reshape(-1, 2):
            yield Run(row, int(start), int(end - start))
