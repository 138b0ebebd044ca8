"""The parts of a simulated table that do not move: table top, board, corner marks, dice tray.

Knows the printed plan and a camera; draws in flat light.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.optics import Camera
from vision.board.plan import BoardMark, BoardPlan, Tray, family_of
from vision.simulate.scenery import (
    Colour,
    Picture,
    Points,
    Shape,
    clouds,
    lay,
    meadow,
    scatter_bushes,
    sprite_of_card,
    sprite_of_shapes,
    wood,
)

FLAT_LIGHT = np.ones(3)
WALL_HEIGHT = 20.0
WALL_WIDTH = 11.0
GRID_STEP = 16
FELTS: tuple[Colour, ...] = ((52, 70, 24), (84, 48, 30), (36, 30, 84), (46, 44, 44), (96, 116, 142))
"""Tray grounds: green, blue, burgundy, charcoal, plain wood."""


class Surface(NamedTuple):
    """Where each pixel looks on the board's plane: *mm* (h, w, 2)."""

    mm: NDArray[np.float32]
    px_per_mm: float


def surface(camera: Camera, size: tuple[int, int]) -> Surface:
    """Return where every pixel of a picture of *size* (width, height) looks."""
    columns, rows = np.arange(0, size[0] + GRID_STEP, GRID_STEP), np.arange(0, size[1] + GRID_STEP, GRID_STEP)
    across, down = np.meshgrid(columns, rows)
    coarse = camera.on_plane(np.column_stack([across.ravel(), down.ravel()]).astype(float))
    grid = coarse.reshape(*across.shape, 2).astype(np.float32)
    x, y = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    mm = np.asarray(cv2.remap(grid, x / GRID_STEP, y / GRID_STEP, cv2.INTER_LINEAR), np.float32)
    middle = camera.on_plane(np.array([[size[0] / 2, size[1] / 2], [size[0] / 2 + 1, size[1] / 2]]))
    return Surface(mm, 1 / float(np.linalg.norm(middle[1] - middle[0])))


def draw_ground(
    plan: BoardPlan, camera: Camera, size: tuple[int, int], *, felt: Colour, seed: int
) -> Picture:
    """Return the empty table, (h, w, 3), as *camera* sees it in flat light."""
    rng = np.random.default_rng([seed, 1])
    seen = surface(camera, size)
    ground = _table_top(seen, rng)
    printed, share = _board(plan, 1.3 * seen.px_per_mm, rng)
    place = (seen.mm - np.array([0, plan.height_mm], np.float32)) * np.array(
        [share, -share], np.float32
    ) - np.float32(0.5)
    spread = cv2.remap(
        printed, place[..., 0], place[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    cover = spread[..., 3:].astype(np.float32) / 255
    ground = (spread[..., :3] * cover + ground * (1 - cover)).astype(np.uint8)
    for mark in plan.marker:
        lay(ground, sprite_of_card(_flat(camera, _mark_corners(mark)), _mark_card(mark), FLAT_LIGHT))
    if plan.tray is not None:
        _draw_tray(ground, plan.tray, camera, felt, rng)
    return ground


def _table_top(seen: Surface, rng: np.random.Generator) -> Picture:
    """Return the wood (h, w, 3) that each pixel of *seen* looks at."""
    low = seen.mm.reshape(-1, 2).min(axis=0)
    high = seen.mm.reshape(-1, 2).max(axis=0)
    texture = wood(rng, (int(high[1] - low[1]) + 2, int(high[0] - low[0]) + 2))
    x, y = seen.mm[..., 0] - low[0], high[1] - seen.mm[..., 1]
    return np.asarray(cv2.remap(texture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8)


def _board(plan: BoardPlan, scale: float, rng: np.random.Generator) -> tuple[Picture, float]:
    """Return the printed board (h, w, 4) at *scale* px/mm: a dark rim, land, and the lines of the hexes."""
    shape = (round(plan.height_mm * scale), round(plan.width_mm * scale))
    rim = np.array([44, 52, 64], np.float32) * (1 + 0.18 * clouds(rng, shape, (90, 90))[..., None])
    land = np.clip(meadow(rng, shape), 0, 255).astype(np.uint8)
    scatter_bushes(rng, land, 90, 2.6 * scale)
    inside = np.zeros(shape, np.uint8)
    outlines = []
    for name in plan.board.hexes:
        corners = (plan.outline_mm(name) * (1, -1) + (0, plan.height_mm)) * scale
        outlines.append(np.rint(corners * 16).astype(np.int32))
        cv2.fillConvexPoly(inside, outlines[-1], (255,), cv2.LINE_AA, 4)
    cv2.polylines(land, outlines, True, (44, 62, 58), max(1, round(1.1 * scale)), cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(inside, (0, 0), 1.5 * scale)[..., None].astype(np.float32) / 255
    board = np.clip(land * share + rim * (1 - share), 0, 255).astype(np.uint8)
    _ornament(board, scale)
    return np.dstack([board, np.full(shape, 255, np.uint8)]), scale


def _ornament(board: Picture, scale: float) -> None:
    """Draw a golden line and rings along the rim of *board* (h, w, 3), which has *scale* px/mm."""
    gold, (height, width) = (70, 130, 160), board.shape[:2]
    inset = round(5 * scale)
    cv2.rectangle(board, (inset, inset), (width - inset, height - inset), gold, 1, cv2.LINE_AA)
    for x in np.linspace(0.14, 0.86, 9):
        for y in (13 * scale, height - 13 * scale):
            cv2.circle(board, (round(x * width), round(y)), round(4 * scale), gold, 1, cv2.LINE_AA)


def _flat(camera: Camera, corners_mm: Points, height: float = 0.0) -> Points:
    """Carry (n, 2) millimetres at *height* to (n, 2) pixels."""
    return camera.project(np.column_stack([corners_mm, np.full(len(corners_mm), height)]))


def _mark_corners(mark: BoardMark) -> Points:
    """Return where the card of *mark* lies, (4, 2) mm: top left, then clockwise.

    It has a white margin of one module.
    """
    half = mark.size_mm * 8 / 6 / 2
    return np.array([(-half, half), (half, half), (half, -half), (-half, -half)]) + mark.centre_mm


def _mark_card(mark: BoardMark) -> Picture:
    """Return the printed card of *mark*, (n, n, 3), with a white margin of one module."""
    family = family_of(mark.family)
    assert family is not None, mark.family
    modules = family.markerSize + 2
    code = cv2.aruco.generateImageMarker(family, mark.id, modules * 24)
    inked = np.where(np.pad(code, 24, constant_values=255)[..., None] > 0, (228, 232, 234), (36, 33, 32))
    small = cv2.resize(inked.astype(np.uint8), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _draw_tray(ground: Picture, tray: Tray, camera: Camera, felt: Colour, rng: np.random.Generator) -> None:
    """Draw the tray's floor and its four walls on *ground* (h, w, 3), nearest faces last."""
    inner = tray.corners_mm
    middle = inner.mean(axis=0)
    outer = inner + np.sign(inner - middle) * WALL_WIDTH
    speckle = np.clip(1 + 0.05 * clouds(rng, (240, 240), (3, 3), 2)[..., None], 0, 2)
    floor = np.clip(np.array(felt, np.float32) * speckle, 0, 255).astype(np.uint8)
    lay(ground, sprite_of_card(_flat(camera, inner[[3, 2, 1, 0]]), floor, FLAT_LIGHT))
    lay(ground, sprite_of_shapes(_shade(inner, camera), FLAT_LIGHT, soften=6.0, cover=0.35))
    shapes = []
    for side in range(4):
        ends = [side, (side + 1) % 4]
        for rim, tone in ((inner, 0.75), (outer, 0.6)):
            bottom, top = _flat(camera, rim[ends]), _flat(camera, rim[ends], WALL_HEIGHT)
            face = np.concatenate([bottom, top[::-1]])
            turn = cv2.contourArea(face.astype(np.float32), oriented=True)
            if (turn > 0) == (rim is inner):
                shapes.append(Shape(face, (38 * tone, 58 * tone, 88 * tone)))
    for side in range(4):
        ends = [side, (side + 1) % 4]
        top = np.concatenate(
            [_flat(camera, inner[ends], WALL_HEIGHT), _flat(camera, outer[ends[::-1]], WALL_HEIGHT)]
        )
        shapes.append(Shape(top, (38, 58, 88)))
    lay(ground, sprite_of_shapes(shapes, FLAT_LIGHT))


def _shade(inner: Points, camera: Camera) -> list[Shape]:
    """Return the shadow that the west and north walls throw on the floor of corners *inner* (4, 2; mm)."""
    south_west, _, north_east, north_west = inner
    east, up = np.array([9.0, 0.0]), np.array([0.0, 9.0])
    west = np.array([south_west, north_west, north_west + east, south_west + east])
    north = np.array([north_west, north_east, north_east - up, north_west - up])
    return [Shape(_flat(camera, each), (1, 1, 1)) for each in (west, north)]
