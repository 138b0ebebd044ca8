import numpy as np
import pytest

from vision.board.calibrate import Registration
from vision.board.plan import BoardPlan
from vision.tags.advice import advise, advise_for, px_per_module


@pytest.mark.parametrize(
    ("px_per_mm", "qr_mm", "aruco_mm"),
    [
        (2.4, 18, 12),
        (1.62, 18, 15),  # 18 mm has 1.006 px a module
        (1.60, 20, 15),  # 0.993
        (1.161, 25, 20),
        (1.159, 30, 25),
        (0.78, 40, 30),
        (0.72, None, None),
    ],
)
def test_the_smallest_tag_that_is_read_well_is_advised(
    px_per_mm: float, qr_mm: int | None, aruco_mm: int | None
) -> None:
    advice = advise_for(px_per_mm)
    assert (advice.qr_mm, advice.aruco_mm) == (qr_mm, aruco_mm)


def test_advice_is_one_line_for_people() -> None:
    assert str(advise_for(1.17).text) == "your camera sees 1.2 px/mm: 25 mm QR or 20 mm ArUco"
    assert "move the camera nearer" in str(advise_for(0.5).text)


def test_the_farthest_hex_in_the_weaker_direction_counts(plan: BoardPlan) -> None:
    squeezed = Registration(np.diag([2.0, -1.25, 1.0]), 0.0, (960.0, 540.0), 1920.0, 0.0)
    advice = advise(squeezed, plan, (4000, 4000))
    assert advice.px_per_mm == pytest.approx(1.25)
    assert px_per_module(advice.px_per_mm, 29.0) == pytest.approx(1.25)
    assert advice.qr_mm == 25


def test_hexes_outside_of_the_picture_do_not_count(plan: BoardPlan) -> None:
    leaning = np.array([(2.0, 0.0, 100.0), (0.0, -2.0, 1000.0), (0.0009, 0.0, 1.0)])
    view = Registration(leaning, 0.0, (960.0, 540.0), 1920.0, 0.0)
    whole, half = advise(view, plan, (1080, 1920)), advise(view, plan, (1080, 500))
    assert half.px_per_mm > 1.2 * whole.px_per_mm
    assert advise(view, plan, (10, 10)) == whole, "what sees nothing is judged by all"
