"""Pictures of a board's marks drawn from first principles, through cameras that are known."""

import cv2
import numpy as np

from vision.board.calibrate import Registration
from vision.board.plan import BoardPlan


def camera(k1: float) -> Registration:
    matrix = np.array([(1.6, 0.2, 300.0), (0.05, -1.5, 980.0), (0.0001, 0.00025, 1.0)])
    return Registration(matrix, k1, (959.5, 539.5), 1920.0, 0.0)


def painted(plan: BoardPlan, view: Registration) -> np.ndarray:
    """A grey table with the plan's marks on it as *view* sees them, drawn from first principles."""
    image = np.full((1080, 1920), 120.0)
    parts = 4  # a side of a pixel
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for mark in plan.marker:
        bits = dictionary.generateImageMarker(mark.id, 6, borderBits=1)
        around = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * mark.size_mm * 0.7 + mark.centre_mm
        corners = view.to_pixels(around)
        (left, top), (right, bottom) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
        down, across = np.mgrid[top : bottom : 1 / parts, left : right : 1 / parts] + 0.5 / parts - 0.5
        mm = view.to_mm(np.stack([across, down], axis=-1))
        x, y = np.moveaxis((mm - mark.centre_mm) / mark.size_mm, -1, 0)
        fine = np.full(x.shape, 120.0)
        fine[(abs(x) < 0.62) & (abs(y) < 0.62)] = 230
        inside = (abs(x) < 0.5) & (abs(y) < 0.5)
        column, row = ((x[inside] + 0.5) * 6).astype(int), ((0.5 - y[inside]) * 6).astype(int)
        fine[inside] = np.where(bits[row, column] > 128, 230, 20)
        shape = (bottom - top, parts, right - left, parts)
        image[top:bottom, left:right] = fine.reshape(shape).mean(axis=(1, 3))
    soft = cv2.GaussianBlur(image.astype(np.float32), (0, 0), 0.8)
    return np.clip(soft, 0, 255).astype(np.uint8)
