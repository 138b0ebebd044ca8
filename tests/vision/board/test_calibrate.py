from collections.abc import Callable
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from tests.vision.painting import camera, painted
from vision.board.calibrate import PriorView, Registration, find_marks, has_moved, least_squares, register
from vision.board.plan import BoardPlan, parse_plan

LEARNING = ("learning_0.jpg", "learning_4.jpg")
STILLS = ("still_dice.jpg", "still_hand.jpg", "still_oblique.jpg", "still_overhead.jpg")


def plan_of(cases: Path, name: str) -> BoardPlan:
    folder = "learning" if name.startswith("learning") else "stills"
    return parse_plan((cases / folder / "board.toml").read_text(), "board.toml")


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


def test_two_marks_and_what_looks_like_a_third_tell_nothing_of_a_board_that_is_known(plan: BoardPlan) -> None:
    view = camera(0.0)
    image = painted(plan, view)
    known = register(image, plan)
    assert known is not None
    (x, y), (u, v), (a, b) = (
        np.rint(view.to_pixels(np.array([at]))[0]).astype(int).tolist()
        for at in (plan.marker[0].centre_mm, plan.marker[1].centre_mm, (500.0, 200.0))
    )
    image[b - 40 : b + 40, a - 40 : a + 40] = image[y - 40 : y + 40, x - 40 : x + 40]
    for middle in ((x, y), (u, v)):
        cv2.circle(image, middle, 60, 120, -1)
    alone = register(image, plan)
    assert alone is not None and len(alone.marks) == 3 and alone.error_mm > 20
    assert register(image, plan, known) is None


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


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
@pytest.mark.parametrize("k1", [-0.15, 0.06])
def test_with_any_mark_hidden_a_noisy_picture_still_tells_the_lens(
    plan: BoardPlan, hidden: int, k1: float
) -> None:
    view = camera(k1)
    image = painted(plan, view) + np.random.default_rng(hidden).normal(0, 4, (1080, 1920))
    cv2.circle(image, middle_of(plan, view, hidden), 60, 120, -1)
    found = register(np.clip(image, 0, 255).astype(np.uint8), plan)
    assert found is not None and len(found.marks) == 3
    off = np.linalg.norm(found.to_mm(view.to_pixels(plan.centres_mm)) - plan.centres_mm, axis=1)
    assert off.max() < 4.0  # mm; a hex's half is 27


def middle_of(plan: BoardPlan, view: Registration, mark: int) -> tuple[int, int]:
    x, y = view.to_pixels(np.array([plan.marker[mark].centre_mm]))[0]
    return int(x), int(y)


def test_a_bump_with_a_mark_hidden_keeps_the_lens_that_four_marks_told(plan: BoardPlan) -> None:
    view = camera(-0.15)
    image = painted(plan, view)
    known = register(image, plan)
    cv2.circle(image, middle_of(plan, view, 2), 60, 120, -1)
    shifted = cv2.warpAffine(image, np.array([(1.0, 0, 12), (0, 1.0, 5)]), (1920, 1080), borderValue=120)
    found = register(shifted, plan, known)
    assert known is not None and found is not None and len(found.marks) == 3
    assert found.k1 == pytest.approx(known.k1, abs=0.004)


@pytest.mark.parametrize(("shift", "moved"), [(1.0, False), (2.0, True)])
def test_a_camera_that_sags_slowly_is_noticed_at_its_marks(
    plan: BoardPlan, shift: float, moved: bool
) -> None:
    image = painted(plan, camera(-0.06))
    known = register(image, plan)
    assert known is not None and not has_moved(image, known)
    sagged = cv2.warpAffine(
        image, np.array([(1.0, 0, 0), (0, 1.0, shift)]), (1920, 1080), flags=cv2.INTER_CUBIC, borderValue=120
    )
    assert has_moved(sagged, known) is moved


def test_one_mark_that_is_covered_or_pushed_is_no_camera_that_moved(plan: BoardPlan) -> None:
    view = camera(0.0)
    image = painted(plan, view)
    known = register(image, plan)
    x, y = middle_of(plan, view, 0)
    pushed = image.copy()
    pushed[y - 80 : y + 80, x - 77 : x + 83] = image[y - 80 : y + 80, x - 80 : x + 80]
    cv2.circle(image, (x, y), 60, 120, -1)
    assert known is not None
    assert not has_moved(image, known) and not has_moved(pushed, known)


def unmarked(
    cases: Path, gray: Callable[[str], np.ndarray]
) -> tuple[np.ndarray, BoardPlan, Registration, PriorView]:
    """A picture of the cases whose marks nobody knows, and where people tap the board's corners."""
    image, plan = gray("still_overhead.jpg"), plan_of(cases, "still_overhead.jpg")
    true = register(image, plan)
    assert true is not None
    taps = true.to_pixels(plan.corners_mm[[3, 2, 1, 0]])
    corners = tuple((float(x), float(y)) for x, y in np.round(taps))
    assert len(corners) == 4
    return image, msgspec.structs.replace(plan, marker=()), true, PriorView(corners_px=corners)


def test_without_marks_four_tapped_corners_are_enough(cases: Path, gray: Callable[[str], np.ndarray]) -> None:
    image, plan, true, view = unmarked(cases, gray)
    assert register(image, plan) is None
    found = register(image, plan, None, view)
    assert found is not None and found.marks == ()
    off = np.linalg.norm(found.to_mm(true.to_pixels(plan.centres_mm)) - plan.centres_mm, axis=1)
    assert off.max() < 6.0  # the lens is not known, and fingers are not exact


def test_marks_that_are_seen_count_for_more_than_tapped_corners(
    cases: Path, gray: Callable[[str], np.ndarray]
) -> None:
    image, plan = gray("still_overhead.jpg"), plan_of(cases, "still_overhead.jpg")
    wrong = PriorView(corners_px=((0.0, 0.0), (99.0, 0.0), (99.0, 99.0), (0.0, 99.0)))
    found = register(image, plan, None, wrong)
    assert found is not None and len(found.marks) == 4 and found.error_mm < 0.5


@pytest.mark.parametrize(("turn", "shift"), [(0.0, 20.0), (3.0, 0.0), (-3.0, 20.0)])
def test_a_board_without_marks_is_followed_when_the_camera_is_bumped(
    turn: float, shift: float, cases: Path, gray: Callable[[str], np.ndarray]
) -> None:
    image, plan, _, view = unmarked(cases, gray)
    known = register(image, plan, None, view)
    assert known is not None
    assert register(image, plan, known, view) is known
    height, width = image.shape
    bump = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    bump[0, 2] += shift
    found = register(cv2.warpAffine(image, bump, (width, height)), plan, known, view)
    assert found is not None and found is not known
    moved = known.to_pixels(plan.centres_mm) @ bump[:, :2].T + bump[:, 2]
    assert np.abs(found.to_pixels(plan.centres_mm) - moved).max() < 5.0  # px


def test_a_board_without_marks_is_lost_rather_than_guessed(
    cases: Path, gray: Callable[[str], np.ndarray]
) -> None:
    image, plan, _, view = unmarked(cases, gray)
    known = register(image, plan, None, view)
    assert register(np.full_like(image, 120), plan, known, view) is None
    elsewhere = np.random.default_rng(2).integers(60, 200, (108, 192)).astype(np.uint8)
    assert register(cv2.resize(elsewhere, (1920, 1080)), plan, known, view) is None
