"""Pictures as people hand them in, told by their first bytes before they are decoded.

A file of a hundred kilobytes can claim to be a picture of gigabytes.
"""

import io
import warnings

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

Picture = NDArray[np.uint8]

MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 64_000_000
"""A camera of a telephone has 50 millions."""


class TooLargeError(ValueError):
    """A picture that is not decoded: says how large it claims to be."""


def decode(content: bytes, flags: int = cv2.IMREAD_COLOR) -> Picture | None:
    """Return the picture in *content*, None where it is none.  Raises TooLargeError before it is decoded."""
    if len(content) > MOST_BYTES:
        raise TooLargeError(f"{len(content) // 1_000_000} MB")
    size = _size(content)
    if size is None:
        return None
    if size[0] * size[1] > MOST_PIXELS:
        raise TooLargeError(f"{size[0]} x {size[1]} pixels")
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
