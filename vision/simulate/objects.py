"""What can be put on a simulated table: tags, figures, dice and a hand, each as sprites for one camera.

Millimetres in, sprites out.  Knows no board and no rule.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.optics import Camera
from vision.simulate.scenery import (
    Colour,
    Picture,
    Points,
    Shape,
    Sprite,
    hull,
    sprite_of_card,
    sprite_of_shapes,
)

DIE_MM = 16.0
PAPER: Colour = (226, 232, 234)
INK: Colour = (34, 31, 30)
CIRCLE = np.column_stack(
    [np.cos(np.linspace(0, 2 * np.pi, 17)[:-1]), np.sin(np.linspace(0, 2 * np.pi, 17)[:-1])]
)
FIGURE = (
    (0.0, 6.8, 0.45),
    (2.0, 6.8, 0.6),
    (2.5, 4.6, 0.8),
    (8.0, 3.6, 1.0),
    (12.5, 4.4, 1.15),
    (15.0, 2.4, 1.3),
)
"""A figure's outline: height and radius in mm, and how light it is there."""
TALL_FIGURE = (
    (0.0, 7.8, 0.45),
    (2.5, 7.8, 0.6),
    (3.0, 5.5, 0.8),
    (12.0, 4.2, 1.0),
    (22.0, 5.2, 1.15),
    (27.0, 2.6, 1.3),
)
"""One as it stands on a tray."""
FigureOutline = Sequence[tuple[float, float, float]]


class Ball(NamedTuple):
    """A ball in space, in millimetres."""

    x: float
    y: float
    z: float
    radius: float


def turned(points: Points, angle: float) -> Points:
    """Return (n, 2) *points* turned counter-clockwise by *angle* radians."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]), np.float64)


def square(side: float) -> Points:
    """Return the corners (4, 2) of a square around the origin: top left, then clockwise, y upwards."""
    half = side / 2
    return np.array([(-half, half), (half, half), (half, -half), (-half, -half)])


def at_height(points: Points, z: float) -> Points:
    """Return (n, 2) *points* as (n, 3) at height *z*."""
    return np.column_stack([points, np.full(len(points), z)])


def tag_card(modules: NDArray[np.bool_]) -> Picture:
    """Return a tag of black *modules* (n, n) as it comes from the printer."""
    fine = np.kron(modules, np.ones((8, 8), bool))
    return np.where(fine[..., None], np.array(INK, np.float32), np.array(PAPER, np.float32)).astype(np.uint8)


def tag_sprite(camera: Camera, card: Picture, corners_mm: Points, light: Points, lift_mm: Points) -> Sprite:
    """Return the tag whose corners lie at (4, 2), top left, then clockwise, curled up by (4,)."""
    corners = np.column_stack([corners_mm, 0.5 + lift_mm])
    return sprite_of_card(camera.project(corners), card, light)


def _ring(spot: Ball) -> Points:
    """Return the circle around *spot* at its height, (n, 3) mm."""
    return at_height(CIRCLE * spot.radius + (spot.x, spot.y), spot.z)


def _limb(camera: Camera, start: Ball, end: Ball) -> Points:
    """Return the outline (n, 2) in pixels of what joins two round slices."""
    return hull(camera.project(np.concatenate([_ring(start), _ring(end)])))


def _toned(colour: Colour, tone: float) -> Colour:
    """Return *colour* made *tone* times as light."""
    blue, green, red = (min(255.0, part * tone) for part in colour)
    return blue, green, red


def figure_sprites(
    camera: Camera, at_mm: Points, colour: Colour, light: Points, outline: FigureOutline = FIGURE
) -> list[Sprite]:
    """Return one figure at *at_mm* (2,) in *light* (3,), a factor for each of BGR, and its shadow."""
    x, y = at_mm
    shadow = Shape(camera.project(at_height(CIRCLE * (9, 5.5) + at_mm + (5, -2), 0)), (0, 0, 0))
    slices = [Ball(x, y, height, radius) for height, radius, _ in outline]
    tones = [_toned(colour, tone) for _, _, tone in outline]
    shapes = [Shape(hull(camera.project(_ring(slices[0]))), (30, 30, 32))]
    for (low, high), tone in zip(pairwise(slices), tones[1:], strict=True):
        shapes.append(Shape(_limb(camera, low, high), tone))
    shapes.append(
        Shape(hull(camera.project(_ring(Ball(x - 1.2, y + 1, outline[-1][0] + 1.5, 1.4)))), tones[-1])
    )
    return [
        sprite_of_shapes([shadow], light, soften=2.0, cover=0.4),
        sprite_of_shapes(shapes, light),
    ]


def fallen_figure_sprites(
    camera: Camera, at_mm: Points, way: float, colour: Colour, light: Points
) -> list[Sprite]:
    """Return a tall figure that lies over *at_mm* (2,), its head to *way* (radians), and its shadow.

    *light* (3,) is a factor for each of BGR.
    """
    (length, head, _), (_, foot, _) = TALL_FIGURE[-1], TALL_FIGURE[0]
    along = np.array((np.cos(way), np.sin(way), 0.0))
    aside, up = np.array((-along[1], along[0], 0.0)), np.array((0.0, 0.0, 1.0))
    rings = []
    for height, radius, _ in TALL_FIGURE:
        middle = np.append(at_mm, foot + (head - foot) * height / length) + along * (height - length / 2)
        rings.append(middle + radius * (CIRCLE[:, :1] * aside + CIRCLE[:, 1:] * up))
    whole = np.concatenate(rings)
    dark = at_height(whole[:, :2] + whole[:, 2:] * (0.6, -0.3), 0)
    shapes = [
        Shape(hull(camera.project(np.concatenate(pair))), _toned(colour, tone))
        for pair, (_, _, tone) in zip(pairwise(rings), TALL_FIGURE[1:], strict=True)
    ]
    shadow = Shape(hull(camera.project(dark)), (0, 0, 0))
    return [
        sprite_of_shapes([shadow], light, soften=2.0, cover=0.4),
        sprite_of_shapes(shapes, light),
    ]


def die_cards(faces: Mapping[str, Picture]) -> dict[str, Picture]:
    """Return *faces* (BGR) as cards (96, 96, 4) with a die's rounded corners."""
    cover = np.zeros((96, 96), np.uint8)
    cv2.rectangle(cover, (12, 12), (83, 83), (255,), -1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (21, 21))
    cover = np.asarray(cv2.dilate(cover, disc), np.uint8)
    cards = {}
    for face, picture in faces.items():
        small = cv2.resize(picture, (96, 96), interpolation=cv2.INTER_AREA)
        dull = np.minimum(small, np.array((226, 236, 238), np.uint8))
        cards[face] = np.dstack([dull, cover])
    return cards


def die_sprites(
    camera: Camera, cards: Sequence[Picture], at_mm: Points, turn: float, light: Points
) -> list[Sprite]:
    """Return a die that lies at *at_mm* (2,), turned by *turn*: its shadow, its visible sides, its top.

    *cards* (n, n, 3) are the top's and four sides' pictures; *light* (3,) is a factor for each of BGR.
    """
    base = turned(square(DIE_MM), turn) + at_mm
    low, high = at_height(base, 0), at_height(base, DIE_MM)
    shadow = Shape(hull(camera.project(np.concatenate([low, low + np.array([7, -4, 0])]))), (0, 0, 0))
    body = Shape(hull(camera.project(np.concatenate([low, high]))), (178, 188, 192))
    rounded = 0.96 * (body.outline - body.outline.mean(axis=0)) + body.outline.mean(axis=0)
    sprites = [
        sprite_of_shapes([shadow], light, soften=2.5, cover=0.55),
        sprite_of_shapes([Shape(rounded, body.colour)], light),
    ]
    for side in range(4):
        first, second = side, (side + 1) % 4
        outward = base[[first, second]].mean(axis=0) - at_mm
        if outward @ (camera.eye[:2] - base[first]) <= 0:
            continue
        tone = 0.72 + 0.13 * float(outward @ (-0.8, 0.6)) / (DIE_MM / 2)
        corners = np.array([high[second], high[first], low[first], low[second]])
        sprites.append(sprite_of_card(camera.project(corners), cards[1 + side], light * tone))
    return [*sprites, sprite_of_card(camera.project(high), cards[0], light)]


def _rounded(camera: Camera, limbs: Sequence[tuple[Ball, Ball]], colour: Colour) -> list[Shape]:
    """Return *limbs* that grow out of each other, lighter towards their middle."""
    slims = np.linspace(1.0, 0.3, 8)
    balls = np.tile(np.array(limbs), (len(slims), 1, 1, 1))  # (slims, limbs, ends, 4)
    balls[..., 0] -= 4 * (1 - slims[:, None, None])
    balls[..., 3] *= slims[:, None, None]
    rings = np.empty((*balls.shape[:3], len(CIRCLE), 3))
    rings[..., :2] = balls[..., None, :2] + CIRCLE * balls[..., None, 3:]
    rings[..., 2] = balls[..., None, 2]
    outlines = camera.project(rings.reshape(-1, 3)).reshape(*balls.shape[:2], -1, 2)
    tones = [_toned(colour, 0.7 + 0.36 * float(1 - slim) / 0.7) for slim in slims]
    return [Shape(hull(limb), tone) for tone, row in zip(tones, outlines, strict=True) for limb in row]


def hand_sprites(
    camera: Camera,
    over_mm: Points,
    *,
    north: bool,
    skin: Colour,
    sleeve: Colour,
    light: Points,
    seen: tuple[Points, Points] | None = None,
) -> list[Sprite]:
    """Return a hand with its arm and shadow; the fingers' roots are over *over_mm* (2,).

    The arm comes in from the south, or from the *north*.  *light* (3,) is a factor for each of BGR.
    Of a long arm the sprites hold what lies between the corners *seen*, (2,) each.
    """
    way = -1.0 if north else 1.0

    def spot(x: float, y: float, z: float, radius: float) -> Ball:
        return Ball(over_mm[0] + way * x, over_mm[1] + way * y, z, radius)

    wrist, elbow, far = spot(8, -95, 55, 25), spot(20, -240, 75, 32), spot(55, -680, 100, 40)
    palm = spot(0, -30, 45, 36)
    thumb = (spot(-20, -50, 42, 15), spot(-40, -8, 26, 9))
    shapes = _rounded(camera, [(elbow, wrist), (wrist, palm), (palm, spot(0, -12, 42, 30)), thumb], skin)
    shapes += _rounded(camera, [(far, elbow)], sleeve)
    for x, reach in ((-24, 22), (-8, 32), (8, 30), (23, 18)):
        shapes += _rounded(camera, [(spot(x, -14, 44, 11), spot(x * 0.8, reach, 18, 8))], skin)
    whole = [spot(22, -20, 0, 34), wrist._replace(x=wrist.x + 22, z=0), far._replace(x=far.x + 22, z=0)]
    dark = [Shape(_limb(camera, *pair), (0, 0, 0)) for pair in pairwise(whole)]
    return [
        sprite_of_shapes(dark, light, soften=7.0, cover=0.4, seen=seen),
        sprite_of_shapes(shapes, light, soften=1.0, seen=seen),
    ]
