"""Where a simulated camera stands: so far away that it just sees the board and the dice tray."""

from functools import lru_cache
from math import cos, radians, sin

import numpy as np

from vision.board.optics import Camera, looking_at
from vision.board.plan import BoardPlan
from vision.simulate.background import WALL_HEIGHT, WALL_WIDTH
from vision.simulate.conditions import Optics
from vision.simulate.scenery import Points

HERE = np.zeros(2)


def standing_over(
    plan: BoardPlan, lens: Optics, size: tuple[int, int], *, shift_mm: Points = HERE, turn: float = 0.0
) -> Camera:
    """Return a camera that sees board and tray, pushed by *shift_mm* (2,) and turned by *turn* (rad)."""
    eye, aim = _stand(plan, lens, size)
    moved = np.append(shift_mm, 0.0)
    return looking_at(eye + moved, aim + moved, focal=lens.focal, size=size, turn=turn, bend=lens.bend)


@lru_cache(maxsize=32)
def _stand(plan: BoardPlan, lens: Optics, size: tuple[int, int]) -> tuple[Points, Points]:
    """Return where the camera's eye is and what it looks at, (3,) each."""
    corners = plan.corners_mm
    if plan.tray is not None:
        around = plan.tray.corners_mm + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * WALL_WIDTH
        corners = np.concatenate([corners, around])
    scene = np.concatenate([np.column_stack([corners, np.full(len(corners), z)]) for z in (0, WALL_HEIGHT)])
    aim = scene.mean(axis=0) * (1, 1, 0)
    tilt, away = radians(lens.tilt), 400.0
    while True:
        eye = aim + away * np.array([0, -sin(tilt), cos(tilt)])
        camera = looking_at(eye, aim, focal=lens.focal, size=size, bend=lens.bend)
        seen = camera.project(scene)
        low, high = seen.min(axis=0), seen.max(axis=0)
        middle = camera.on_plane((low + high)[None] / 2)[0]
        if (high - low <= np.array(size) * 0.94).all() and np.abs(middle - aim[:2]).max() < 2:
            break
        aim[:2] = middle
        away *= 1.01
    return eye, aim
