from collections.abc import Callable
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from vision.calibrate import Registration, find_marks, least_squares, register
from vision.plan import BoardPlan, parse_plan

LEARNING = ("learning_0.jpg", "learning_4.jpg")
STILLS = ("still_dice.jpg", "still_hand.jpg", "still_oblique.jpg", "still_overhead.jpg")


def plan_of(cases: Path, name: str) -> BoardPlan:
    folder = "learning" if name.startswith("learning") else "stills"
    return parse_plan((cases / folder / "board.toml").read_text(), "board.toml")


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


@pytest.mark.parametrize("k1", [-0.2, 0.0, 0.1])
def test_to_millimetres_and_back_is_the_same_place(k1: float) -> None:
    view = camera(k1)
    places = np.array([(0.0, 0.0), (375.0, 280.0), (750.0, 560.0), (60.0, 500.0)])
    assert np.abs(view.to_mm(view.to_pixels(places)) - places).max() < 0.02


@pytest.mark.parametrize("k1", [-0.15, -0.05, 0.06])
def test_a_lens_that_bends_is_found_out_from_four_marks(plan: BoardPlan, k1: float) -> None:
    view = camera(k1)
    found = register(painted(plan, view), plan)
    assert found is not None
    assert found.k1 == pytest.approx(k1, abs=0.02)
    places = plan.centres_mm
    off = np.linalg.norm(found.to_mm(view.to_pixels(places)) - places, axis=1)
    assert off.max() < 1.0  # mm; the bend alone moves hexes by up to 10
    assert found.error_mm < 0.3


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
def test_any_three_marks_are_enough(plan: BoardPlan, hidden: int) -> None:
    view = camera(-0.06)
    image = painted(plan, view)
    middle = view.to_pixels(np.array([plan.marker[hidden].centre_mm]))[0]
    cv2.circle(image, tuple(int(x) for x in middle), 60, 120, -1)
    found = register(image, plan)
    assert found is not None and len(found.marks) == 3
    off = np.linalg.norm(found.to_mm(view.to_pixels(plan.centres_mm)) - plan.centres_mm, axis=1)
    assert off.max() < 3.0


def test_two_marks_are_not_enough_unless_the_board_is_known(plan: BoardPlan) -> None:
    view = camera(0.0)
    image = painted(plan, view)
    known = register(image, plan)
    for mark in plan.marker[:2]:
        x, y = view.to_pixels(np.array([mark.centre_mm]))[0]
        cv2.circle(image, (int(x), int(y)), 60, 120, -1)
    assert register(image, plan) is None
    assert register(image, plan, known) is known


def test_a_board_that_has_moved_is_registered_anew(plan: BoardPlan) -> None:
    image = painted(plan, camera(0.0))
    known = register(image, plan)
    assert known is not None
    shifted = cv2.warpAffine(image, np.array([(1.0, 0, 9), (0, 1.0, 4)]), (1920, 1080), borderValue=120)
    found = register(shifted, plan, known)
    assert found is not None and found is not known
    moved = found.to_pixels(np.array([(375.0, 280.0)])) - known.to_pixels(np.array([(375.0, 280.0)]))
    assert moved[0] == pytest.approx((9, 4), abs=0.2)


def test_of_four_marks_one_that_lies_wrong_is_left_out(plan: BoardPlan) -> None:
    view = camera(0.0)
    x, y = plan.marker[1].centre_mm
    pushed = msgspec.structs.replace(plan.marker[1], centre_mm=(x - 40, y + 5))
    on_table = msgspec.structs.replace(plan, marker=(plan.marker[0], pushed, *plan.marker[2:]))
    found = register(painted(on_table, view), plan)
    assert found is not None
    assert {one.mark.id for one in found.marks} == {0, 2, 3}
    off = np.linalg.norm(found.to_mm(view.to_pixels(plan.centres_mm)) - plan.centres_mm, axis=1)
    assert off.max() < 3.0


def test_a_picture_without_marks_has_no_board(plan: BoardPlan) -> None:
    assert register(np.full((480, 640), 90, np.uint8), plan) is None


@pytest.mark.parametrize("name", [*LEARNING, *STILLS])
def test_the_cases_boards_lie_where_their_tags_say(
    name: str,
    cases: Path,
    gray: Callable[[str], np.ndarray],
    truths: dict,
) -> None:
    plan = plan_of(cases, name)
    found = register(gray(name), plan)
    assert found is not None and found.error_mm < 0.5
    for tag in truths[name].tags:
        place = plan.place(tuple(found.to_mm(np.array([tag.centre_px]))[0]))
        assert place.hex == tag.hex
        assert place.margin_mm > 8


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_the_camera_may_look_from_any_side(
    turns: int, cases: Path, gray: Callable[[str], np.ndarray]
) -> None:
    image, plan = gray("still_overhead.jpg"), plan_of(cases, "still_overhead.jpg")
    upright, turned = register(image, plan), register(np.ascontiguousarray(np.rot90(image, turns)), plan)
    assert upright is not None and turned is not None
    assert turned.error_mm == pytest.approx(upright.error_mm, abs=0.1)


def test_a_marks_corners_are_found_to_a_fraction_of_a_pixel(plan: BoardPlan) -> None:
    view = camera(0.0)
    for seen in find_marks(painted(plan, view), plan.marker):
        half = seen.mark.size_mm / 2
        square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)]) + seen.mark.centre_mm
        assert np.abs(seen.corners_px - view.to_pixels(square)).max() < 0.35


def test_least_squares_finds_the_bottom_of_a_valley() -> None:
    def misfit(values: np.ndarray) -> np.ndarray:  # Rosenbrock's
        return np.array([10 * (values[1] - values[0] ** 2), 1 - values[0]])

    assert least_squares(misfit, np.array([-1.2, 1.0]), np.zeros(2)) == pytest.approx((1, 1), abs=1e-4)
