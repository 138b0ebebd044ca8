"""The dice tray: what lies on its ground stands out from it, and the ground itself does not."""

import cv2
import numpy as np
import pytest

from vision.board.calibrate import Registration
from vision.board.plan import Tray
from vision.dice.tray import area_mm2, look_for_any, view_of


@pytest.mark.parametrize("count", [0, 3, 12])
def test_only_dice_darker_than_a_cloth_in_fading_light_stand_out_by_their_own_size(count: int) -> None:
    lit = np.linspace(110, 170, 640) - np.linspace(0, 20, 320)[:, None]
    image = (lit[..., None] * (0.8, 1.1, 0.7)).astype(np.uint8)
    for number in range(count):
        x, y = 60 + number % 6 * 90, 70 + number // 6 * 80
        cv2.rectangle(image, (x, y), (x + 52, y + 52), (60, 20, 20), cv2.FILLED)
    matrix = np.array([(3, 0, 0), (0, -3, 320), (0, 0, 1)])
    above = Registration(matrix, 0.0, (319.5, 159.5), 640.0, 0.0)
    tray = Tray(from_mm=(10, 10), to_mm=(203, 97))
    ground = look_for_any(image, view_of(above, tray, size=(640, 320), die_mm=16.0))
    assert area_mm2(ground.share) == pytest.approx(count * 16.2**2, rel=0.05)
