from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.board.calibrate import Registration
from vision.dice.mat import find_mat


def table(numbers: dict[int, tuple[float, float]]) -> tuple[np.ndarray, Registration]:
    """A table seen from straight above at 1.5 px/mm with 24 mm marks at these places (mm)."""
    view = Registration(
        np.array([(1.5, 0, 10.0), (0, -1.5, 710.0), (0, 0, 1.0)]), 0.0, (0.0, 0.0), 1280.0, 0.0
    )
    image = np.full((720, 1280), 235, np.uint8)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, at in numbers.items():
        x, y = view.to_pixels(np.array(at)).round().astype(int)
        image[y - 18 : y + 18, x - 18 : x + 18] = family.generateImageMarker(number, 36, borderBits=1)
    return image, view


@pytest.mark.parametrize("hidden", [None, 4, 5, 6, 7])
def test_dice_count_between_the_mats_marks_even_with_one_hidden(hidden: int | None) -> None:
    places = {4: (500.0, 400.0), 5: (648.0, 400.0), 6: (648.0, 232.0), 7: (500.0, 232.0)}
    tray = find_mat(*table({number: at for number, at in places.items() if number != hidden}))
    assert tray is not None
    assert tray.from_mm == pytest.approx((516, 248), abs=1.0)
    assert tray.to_mm == pytest.approx((632, 384), abs=1.0)


@pytest.mark.parametrize("numbers", [(), (4, 5), (7,)])
def test_without_two_opposite_marks_there_is_no_mat(numbers: tuple[int, ...]) -> None:
    places = {4: (500.0, 400.0), 5: (648.0, 400.0), 6: (648.0, 232.0), 7: (500.0, 232.0)}
    assert find_mat(*table({number: places[number] for number in numbers})) is None


def test_the_mats_marks_are_those_of_the_printed_sheet() -> None:
    sheet = Path(__file__).parents[3] / "printables" / "marks.py"
    text = sheet.read_text()
    assert 'MAT_FAMILY = "DICT_4X4_50"' in text
    assert "MAT_IDS = (4, 5, 6, 7)" in text
    assert "MAT_MARK_MM = 24.0" in text
