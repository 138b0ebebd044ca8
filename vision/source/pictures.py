"""Pictures as people hand them in, told by their first bytes before they are decoded.

A file of a hundred kilobytes can claim to be a picture of gigabytes.
"""

import io
import warnings
from functools import cached_property
from struct import unpack_from

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from rules.kernel.translatable import TranslatableError

Picture = NDArray[np.uint8]

MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 64_000_000
"""A camera of a telephone has 50 millions."""

LEAST_DRAFT_PX = 960
"""How wide half a picture must be to stand in for it: in narrower ones noise is taken for movement."""

FRAMES_BEGIN = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The marks in a JPEG behind which its size stands."""


class TooLargeError(TranslatableError, ValueError):
    """A picture that is not decoded: says how large it claims to be."""


class Jpeg:
    """A camera's picture that is still packed: half its size is unpacked at once, all of it when asked for.

    Raises ValueError for what is no JPEG, or too large a one.
    """

    def __init__(self, packed: bytes) -> None:
        height, width = _jpeg_shape(packed)
        self._packed = np.frombuffer(packed, np.uint8)
        is_small = width < 2 * LEAST_DRAFT_PX
        self.draft = self._unpacked(cv2.IMREAD_COLOR if is_small else cv2.IMREAD_REDUCED_COLOR_2)
        """The picture at half its size, rounded up, or as it is where it is small: (h, w, 3) BGR."""
        is_turned = (self.draft.shape[0] > self.draft.shape[1]) != (height > width)
        self.shape = (width, height, 3) if is_turned else (height, width, 3)

    @cached_property
    def whole(self) -> Picture:
        """Return the picture as it is, (h, w, 3) BGR."""
        return self.draft if self.draft.shape == self.shape else self._unpacked(cv2.IMREAD_COLOR)

    def _unpacked(self, flags: int) -> Picture:
        image = cv2.imdecode(self._packed, flags)
        if image is None:
            raise ValueError("these bytes are no picture")
        return np.asarray(image, np.uint8)


def parse_jpeg(packed: bytes) -> Jpeg | None:
    """Return the picture in *packed*, None where it is none."""
    try:
        return Jpeg(packed)
    except (ValueError, cv2.error):
        return None


def _jpeg_shape(packed: bytes) -> tuple[int, int]:
    """Return height and width as the head of a JPEG tells them.  Raises ValueError for none, or too many."""
    at = 2
    while packed[at : at + 1] == b"\xff" and len(packed) >= at + 9:
        kind, length, _, height, width = unpack_from(">BHBHH", packed, at + 1)
        if kind in FRAMES_BEGIN:
            if height * width > MOST_PIXELS:
                raise TooLargeError("{1} x {2} pixels", width, height)
            return height, width
        at += 2 + length
    raise ValueError("these bytes are no JPEG")


def decode(content: bytes, flags: int = cv2.IMREAD_COLOR) -> Picture | None:
    """Return the picture in *content*, None where it is none; (h, w, 3) BGR, unless *flags* ask otherwise.

    Raises TooLargeError before it is decoded.
    """
    if len(content) > MOST_BYTES:
        raise TooLargeError("{1} MB", len(content) // 1000000)
    size = _size(content)
    if size is None:
        return None
    if size[0] * size[1] > MOST_PIXELS:
        raise TooLargeError("{1} x {2} pixels", size[0], size[1])
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _size(content: bytes) -> tuple[int, int] | None:
    """Return width and height as the picture's head tells them, None for what is no picture."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content)) as opened:
                return opened.size
    except Image.DecompressionBombError:
        raise TooLargeError("more pixels than anybody needs") from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError):
        return None
