"""What makes pictures of a real table hard to read, so that the simulated table can be believed.

Shadow edges and glare lie on the table; a lens blurs its rim; cameras sharpen, and lamps
roll in bands.  Knows no tags; pictures in, pictures out.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.source.pictures import Picture

DRIFTS = 64
"""The noise of a frame is a window of a larger field, shifted by up to so many pixels."""

Floats = NDArray[np.float32]

GLARE_LIGHT = 300.0
BAND_PX = 170.0  # from one band of a lamp's flicker to the next


class Hardship(NamedTuple):
    """*shadows* hard edges darken the table by *depth*; *glares* spots of it shine white.

    Tags curl by up to *curl_mm* at a corner; the picture's rim is blurred by *rim_px*,
    all of it smeared by *drag_px* and sharpened by *sharpen*; *bands* is how much rolling
    bands darken.
    """

    shadows: int = 0
    depth: float = 0.5
    glares: int = 0
    curl_mm: float = 0.0
    rim_px: float = 0.0
    drag_px: float = 0.0
    sharpen: float = 0.0
    bands: float = 0.0


NONE = Hardship()


class Optics(NamedTuple):
    """The camera: *tilt* in degrees from straight down, *focal* in picture widths, *blur* in px,
    *noise* in grey levels, *quality* of the JPEG (None: the camera sends its pictures unpacked), *bend* the
    lens's first radial term.
    """

    tilt: float = 14.0
    focal: float = 0.85
    blur: float = 0.55
    noise: float = 2.2
    quality: int | None = 88
    bend: float = -0.02


class Lighting(NamedTuple):
    """*gain* 1 is a well lit room; *warm* is 0 to 0.4.

    *lean* is how much brighter it is right and below, *flicker* the share by which it trembles.
    """

    gain: float = 1.0
    warm: float = 0.12
    lean: tuple[float, float] = (-0.08, -0.06)
    flicker: float = 0.006


class Condition(NamedTuple):
    """A camera over a table, in some light."""

    lens: Optics = Optics()
    light: Lighting = Lighting()
    hardship: Hardship = NONE


CONDITIONS: Mapping[str, Condition] = {
    "daylight": Condition(),
    "evening": Condition(
        Optics(blur=0.8, noise=4.0, quality=82), Lighting(0.45, 0.35, (0.25, 0.1)), Hardship(bands=0.12)
    ),
    "glossy": Condition(Optics(blur=0.7), Lighting(1.1, 0.1), Hardship(glares=3, curl_mm=2.0, sharpen=0.6)),
    "window": Condition(Optics(tilt=25.0), Lighting(0.9, 0.02, (0.45, 0.2)), Hardship(shadows=3, depth=0.55)),
    "wide lens": Condition(Optics(focal=0.55, bend=-0.12, blur=0.7), Lighting(), Hardship(rim_px=1.6)),
    "pincushion": Condition(Optics(bend=0.06, blur=0.7), Lighting(), Hardship(sharpen=0.8)),
    "45 degrees": Condition(Optics(tilt=45.0, blur=0.7), Lighting(0.8), Hardship(curl_mm=1.5, sharpen=0.4)),
    "55 degrees": Condition(Optics(tilt=55.0, blur=0.7, noise=3.0), Lighting(0.8, 0.2), Hardship(shadows=1)),
}
"""What a camera at home may have to bear."""


@lru_cache(4)
def noise_field(size: tuple[int, int], seed: int, noise: float) -> tuple[Picture, Picture]:
    """Return what *noise* adds and takes away, (h + DRIFTS, w + DRIFTS, 3); *size* is (w, h).  Read only."""
    shape = (size[1] + DRIFTS, size[0] + DRIFTS, 3)
    field = np.random.default_rng([seed, 2]).standard_normal(shape, np.float32)
    field = np.rint(cv2.GaussianBlur(field, (0, 0), 0.5) * (1.6 * noise))
    more, less = np.clip(field, 0, 255).astype(np.uint8), np.clip(-field, 0, 255).astype(np.uint8)
    more.flags.writeable = less.flags.writeable = False
    return more, less


def shadow_map(size: tuple[int, int], hardship: Hardship, seed: int) -> Floats:
    """Return the share of the light that hard shadow edges leave on each pixel of *size*, (h, w)."""
    (width, height), rng = size, np.random.default_rng([seed, 3])
    left = np.ones((height, width), np.float32)
    across, down = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    for _ in range(hardship.shadows):
        way = rng.uniform(0, 2 * np.pi)
        x, y = rng.uniform((0.2 * width, 0.2 * height), (0.8 * width, 0.8 * height))
        beyond = (across - x) * np.cos(way) + (down - y) * np.sin(way)
        wide = rng.uniform(0.08, 0.25) * width
        left *= np.where((beyond > 0) & (beyond < wide), np.float32(1 - hardship.depth), np.float32(1))
    return np.asarray(cv2.GaussianBlur(left, (0, 0), 1.0), np.float32)


def glare_map(size: tuple[int, int], hardship: Hardship, seed: int) -> Floats:
    """Return the light, in grey levels, that glossy spots throw into the camera, (h, w)."""
    (width, height), rng = size, np.random.default_rng([seed, 3])
    shine = np.zeros((height, width), np.float32)
    for _ in range(hardship.glares):
        x, y = rng.uniform((0.2 * width, 0.2 * height), (0.8 * width, 0.8 * height)).astype(int).tolist()
        axes = rng.uniform(0.008, 0.03, 2) * width
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(shine, (x, y), (int(axes[0]), int(axes[1])), turn, 0, 360, (GLARE_LIGHT,), -1)
    return np.asarray(cv2.GaussianBlur(shine, (0, 0), 0.004 * width), np.float32)


def through_lens(picture: Picture, hardship: Hardship) -> Picture:
    """Return *picture* (h, w, 3) with its rim out of focus and all of it smeared."""
    if hardship.rim_px > 0:
        height, width = picture.shape[:2]
        soft = cv2.GaussianBlur(picture, (0, 0), hardship.rim_px).astype(np.float32)
        x = np.linspace(-1, 1, width, dtype=np.float32)[None]
        y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        share = np.clip((x * x + y * y) / 2, 0, 1)[..., None]
        picture = (picture * (1 - share) + soft * share).astype(np.uint8)
    if hardship.drag_px > 0:
        length = max(1, round(hardship.drag_px))
        picture = np.asarray(cv2.blur(picture, (length, 1)), np.uint8)
    return picture


def through_chip(picture: Picture, hardship: Hardship, moment: int) -> Picture:
    """Return *picture* (h, w, 3), noise and all, as the camera sharpens it under a lamp's rolling bands."""
    if hardship.bands > 0:
        rows = np.arange(len(picture), dtype=np.float32)
        dim = 1 - hardship.bands * (0.5 + 0.5 * np.sin(2 * np.pi * (rows / BAND_PX + 0.37 * moment)))
        picture = np.asarray(
            cv2.multiply(picture, cv2.merge([np.tile(dim[:, None], picture.shape[1])] * 3), dtype=cv2.CV_8U),
            np.uint8,
        )
    if hardship.sharpen > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = np.asarray(
            cv2.addWeighted(picture, 1 + hardship.sharpen, soft, -hardship.sharpen, 0), np.uint8
        )
    return picture
