"""Small procedural pictures for the simulated table: sprites, grounds, figures, a hand.

Everything is drawn from numbers: no artwork of any game.  Colours are BGR.
Knows where things lie in pixels, not what they mean.
"""

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Colour = tuple[float, float, float]

FINE = 4
"""Sprites are drawn this many times larger and averaged, as a sensor averages."""


class Sprite(NamedTuple):
    """A picture to lay over another with its top left at (*x*, *y*): *colour* is already multiplied by cover.

    *colour* is (h, w, 3) and *keep* (h, w, 3): the share, of 255, of the ground that shines through.
    """

    x: int
    y: int
    colour: Picture
    keep: Picture


class Shape(NamedTuple):
    """A filled convex outline, (n, 2) pixels."""

    outline: Points
    colour: Colour


def lay(ground: Picture, sprite: Sprite) -> None:
    """Draw *sprite* on *ground* (h, w, 3); what hangs over the edge is cut off."""
    height, width = sprite.colour.shape[:2]
    left, top = max(sprite.x, 0), max(sprite.y, 0)
    right, bottom = min(sprite.x + width, ground.shape[1]), min(sprite.y + height, ground.shape[0])
    if left >= right or top >= bottom:
        return
    part = np.s_[top - sprite.y : bottom - sprite.y, left - sprite.x : right - sprite.x]
    under = ground[top:bottom, left:right]
    kept = cv2.multiply(under, sprite.keep[part], scale=1 / 255)
    ground[top:bottom, left:right] = cv2.add(kept, sprite.colour[part])


def _box(points: Points, margin: float = 2.0) -> tuple[int, int, int, int]:
    """Return x, y, width and height in whole pixels around (n, 2) *points*."""
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    x, y = floor(low[0]), floor(low[1])
    return x, y, ceil(high[0]) - x, ceil(high[1]) - y


def _finished(
    x: int, y: int, colour: NDArray[np.float32], cover: NDArray[np.float32], light: Points
) -> Sprite:
    """Return the sprite of *colour* (h, w, 3; times *cover*) under *light* (3,); *cover* (h, w) is 0 to 1."""
    lit = np.clip(colour * light.astype(np.float32), 0, 255).astype(np.uint8)
    keep = cv2.merge([(255.5 - 255 * cover).astype(np.uint8)] * 3)
    return Sprite(x, y, lit, np.asarray(keep, np.uint8))


def sprite_of_card(corners: Points, card: Picture, light: Points) -> Sprite:
    """Return *card* (h, w, 3 or 4 with its cover) spanned over *corners* (4, 2): top left, then clockwise."""
    x, y, width, height = _box(corners)
    there = ((corners - (x, y) + 0.5) * FINE - 0.5).astype(np.float32)
    rows, columns = card.shape[:2]
    here = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(here, there)
    cover = np.full((rows, columns), 255, np.uint8) if card.shape[2] == 3 else card[..., 3]
    flat = np.dstack([cv2.multiply(card[..., :3], cv2.merge([cover] * 3), scale=1 / 255), cover])
    large = cv2.warpPerspective(flat, matrix, (width * FINE, height * FINE), flags=cv2.INTER_LINEAR)
    small = cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    return _finished(x, y, small[..., :3], small[..., 3] * np.float32(1 / 255), light)


def sprite_of_shapes(
    shapes: Sequence[Shape],
    light: Points,
    *,
    soften: float = 0.0,
    cover: float = 1.0,
    seen: tuple[Points, Points] | None = None,
) -> Sprite:
    """Return *shapes* drawn over each other, blurred by *soften* px, *cover* of them hiding the ground.

    *light* (3,) is a factor for each of BGR.  The sprite holds no more than what lies between the corners
    *seen*, (2,) each; it is drawn whole before, since lines that are cut off come out otherwise.
    """
    fine = FINE if soften < 1 else 1
    margin = 2 + 3 * soften
    x, y, width, height = _box(np.concatenate([each.outline for each in shapes]), margin)
    canvas = np.zeros((height * fine, width * fine, 3), np.uint8)
    mask = np.zeros((height * fine, width * fine), np.uint8)
    for outline, colour in shapes:
        corners = np.rint(((outline - (x, y) + 0.5) * fine - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(canvas, corners, colour, cv2.LINE_8, 4)
        cv2.fillConvexPoly(mask, corners, (255,), cv2.LINE_8, 4)
    if seen is not None and fine == 1:
        ends = (width - 1, height - 1)
        left, top = (
            min(max(0, floor(at - margin - start)), end)
            for at, start, end in zip(seen[0], (x, y), ends, strict=True)
        )
        right, bottom = (
            max(ceil(at + margin - start), first + 1)
            for at, start, first in zip(seen[1], (x, y), (left, top), strict=True)
        )
        canvas, mask = canvas[top:bottom, left:right], mask[top:bottom, left:right]
        x, y, (height, width) = x + left, y + top, mask.shape
    both = cv2.resize(cv2.merge([canvas, mask]), (width, height), interpolation=cv2.INTER_AREA)
    if soften:
        both = cv2.GaussianBlur(both, (0, 0), soften)
    return _finished(x, y, both[..., :3] * np.float32(cover), both[..., 3] * np.float32(cover / 255), light)


def hull(points: Points) -> Points:
    """Return the convex outline of (n, 2) *points*."""
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], float)


def clouds(
    rng: np.random.Generator, shape: tuple[int, int], grain: tuple[float, float], octaves: int = 4
) -> Points:
    """Return smooth noise (h, w), mean 0 and spread 1; *grain* is its coarsest (height, width) in px."""
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        rows = max(2, round(shape[0] / grain[0] * 2**octave))
        columns = max(2, round(shape[1] / grain[1] * 2**octave))
        grid = rng.standard_normal((min(rows, shape[0]), min(columns, shape[1])), np.float32)
        layer = cv2.resize(grid, shape[::-1], interpolation=cv2.INTER_CUBIC)
        total += np.asarray(layer, np.float32) / np.float32(1.8**octave)
    return np.asarray((total - total.mean()) / total.std())


def tinted(base: Colour, value: Points, strength: float) -> NDArray[np.float32]:
    """Return *base* made lighter and darker by *value* (h, w), *strength* of it at one spread: (h, w, 3)."""
    return np.array(base, np.float32) * (1 + strength * value[..., None]).astype(np.float32)


def wood(rng: np.random.Generator, shape: tuple[int, int]) -> Picture:
    """Return a table top (h, w, 3): planks of brown streaks, or grey cloth."""
    if rng.random() < 0.3:
        return np.clip(tinted((96, 98, 104), clouds(rng, shape, (6, 6), 2), 0.06), 0, 255).astype(np.uint8)
    tone, red = 0.8 + 0.4 * rng.random(), rng.uniform(-8, 8)
    base = (88 * tone, 124 * tone - red, 160 * tone + red)
    streaks = 0.8 * clouds(rng, shape, (24, 700), 4) + 0.4 * clouds(rng, shape, (300, 900), 2)
    return np.clip(tinted(base, streaks, 0.11), 0, 255).astype(np.uint8)


def meadow(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    """Return muted open land with a stream (h, w, 3)."""
    grass, earth = np.array([70, 112, 96], np.float32), np.array([105, 138, 146], np.float32)
    share = np.clip(0.5 + 0.35 * clouds(rng, shape, (shape[0] / 3, shape[1] / 4), 3), 0, 1)[..., None]
    land = grass * share + earth * (1 - share)
    land *= (1 + 0.09 * clouds(rng, shape, (60, 90), 4)[..., None]).astype(np.float32)
    along = np.linspace(0, 1, shape[1])
    middle = (
        0.5 + 0.08 * np.sin(along * (5 + 3 * rng.random()) + 6 * rng.random()) + 0.05 * np.sin(along * 17)
    )
    away = np.abs(np.linspace(0, 1, shape[0])[:, None] - middle[None])
    water = np.clip((0.035 - away) / 0.008, 0, 1)[..., None].astype(np.float32)
    return np.asarray(land * (1 - water) + np.array([150, 118, 78], np.float32) * water, np.float32)


def scatter_bushes(rng: np.random.Generator, ground: Picture, count: int, size: float) -> None:
    """Draw *count* dark green dots of about *size* px in little groups on *ground* (h, w, 3)."""
    for _ in range(count // 4):
        at = rng.uniform((0, 0), ground.shape[1::-1])
        for _ in range(int(rng.integers(2, 7))):
            x, y = (at + rng.normal(0, 2.5 * size, 2)).astype(int).tolist()
            radius = max(1, round(size * rng.uniform(0.7, 1.2)))
            cv2.circle(ground, (x + 1, y + 2), radius, (40, 50, 40), -1, cv2.LINE_AA)
            cv2.circle(ground, (x, y), radius, (48, 92, 62), -1, cv2.LINE_AA)


def light_map(
    size: tuple[int, int], *, lean: tuple[float, float], warm: float, gain: float
) -> NDArray[np.float32]:
    """Return the light on each pixel (h, w, 3): sloping by *lean* (x, y), *warm* towards red."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    level = gain * (1 + lean[0] * x + lean[1] * y) * (1 - 0.08 * (x * x + y * y))
    return np.asarray(
        level[..., None] * np.array([1 - 0.8 * warm, 1 - 0.15 * warm, 1 + 0.3 * warm], np.float32), np.float32
    )
