"""The lens sheet, pictured through lenses that are known: drawn from first principles."""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
import pytest

from tests.shares import share
from tests.vision.painting import camera, painted
from vision.board.calibrate import PriorView, Registration, register
from vision.board.lens import LENS_SHEET, Lens, find_sheet, measure_lens
from vision.board.plan import BoardPlan
from vision.errors import InputError

WIDTH, HEIGHT = 800, 450
TILTS = ((0.0, 0.0), (28.0, 0.0), (-28.0, 8.0), (0.0, 30.0), (10.0, -30.0))
FOCAL = 0.8  # picture widths


@lru_cache
def sheet_picture(lens: Lens, tilt: tuple[float, float], noise: float = 3.0) -> np.ndarray:
    """Return what a camera with *lens* sees of the printed sheet, turned about its two axes (degrees)."""
    scale, margin = 4, 60
    size = (LENS_SHEET.columns * 25 * scale, LENS_SHEET.rows * 25 * scale)
    paper = cv2.copyMakeBorder(
        LENS_SHEET.board().generateImage(size), margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=255
    )
    turn = cv2.Rodrigues(np.deg2rad([tilt[0], tilt[1], 90.0]) * (1, 1, 1))[0]
    middle = np.array([LENS_SHEET.columns, LENS_SHEET.rows]) * 12.5
    away = 300.0
    across, down = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
    at = np.stack([across, down], axis=-1).reshape(-1, 2).astype(np.float64)
    bent = Registration(np.eye(3), lens.k1, lens.middle_px((HEIGHT, WIDTH)), float(WIDTH), 0.0, k2=lens.k2)
    rays = (bent.to_mm(at) - bent.middle_px) / (FOCAL * WIDTH)
    plane = np.column_stack([turn[:, 0], turn[:, 1], -turn[:, :2] @ middle + (0, 0, away)])
    back = np.column_stack([rays, np.ones(len(rays))]) @ np.linalg.inv(plane).T
    mm = back[:, :2] / back[:, 2:]
    pixels = (mm * scale + margin - 0.5).astype(np.float32).reshape(HEIGHT, WIDTH, 2)
    shot = cv2.remap(paper, pixels[..., 0], pixels[..., 1], cv2.INTER_AREA, borderValue=110)
    soft = cv2.GaussianBlur(shot.astype(np.float32), (0, 0), 0.8)
    grain = np.random.default_rng(5).normal(0, noise, soft.shape)
    return np.clip(soft * 0.8 + 20 + grain, 0, 255).astype(np.uint8)


def lens_of(k1: float, k2: float = 0.0, middle: tuple[float, float] = (0.5, 0.5)) -> Lens:
    return Lens(k1=k1, k2=k2, middle=middle, error_px=0.0)


def bend_px(lens: Lens) -> np.ndarray:
    """Return how far *lens* moves points all over the picture, beside a straight camera's best fit."""
    across, down = np.meshgrid(np.linspace(60, WIDTH - 60, 13), np.linspace(40, HEIGHT - 40, 9))
    grid = np.stack([across, down], axis=-1).reshape(-1, 2)
    return Registration(
        np.eye(3), lens.k1, lens.middle_px((HEIGHT, WIDTH)), float(WIDTH), 0.0, k2=lens.k2
    ).to_pixels(grid)


@pytest.mark.parametrize(
    "true",
    share((lens_of(-0.15), lens_of(0.05), wide := lens_of(-0.25, 0.08, (0.515, 0.49))), wide),
    ids=["barrel", "pin", "wide"],
)
def test_the_sheet_tells_what_the_lens_does(true: Lens) -> None:
    found = measure_lens([sheet_picture(true, tilt) for tilt in TILTS])
    assert found.error_px < 0.5
    one, other = bend_px(true).astype(np.float32), bend_px(found).astype(np.float32)
    straight = cv2.findHomography(other, one)[0]  # what a homography takes up moves no tag
    off = np.linalg.norm(cv2.perspectiveTransform(other[None], straight)[0] - one, axis=1)
    assert off.max() < 1.5 and off.mean() < 0.3  # px; the sheet never reached the very corners


def test_the_marks_of_the_sheet_collide_with_no_mark_of_the_board() -> None:
    assert list(LENS_SHEET.ids) == list(range(20, 55))
    assert len(LENS_SHEET.board().getIds()) == 35


Change = Callable[[list[np.ndarray]], list[np.ndarray]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda shots: shots[:2], "seen well in 2 of 2 pictures and 3 are needed"),
        (lambda shots: [*shots[:2], np.full_like(shots[0], 90)], "seen well in 2 of 3"),
        (lambda shots: [shots[0]] * 3, "tilt it well"),
        (lambda shots: [*shots[:2], shots[2][:400]], "different sizes"),
    ],
)
def test_pictures_that_do_not_suffice_are_refused_with_what_to_do(change: Change, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        measure_lens(change([sheet_picture(lens_of(-0.1), tilt) for tilt in TILTS[:3]]))


def test_a_sheet_half_out_of_the_picture_is_still_found_and_a_corner_of_it_is_not() -> None:
    shot = sheet_picture(lens_of(0.0), (0.0, 0.0))
    half, corner = shot.copy(), shot.copy()
    half[:, : WIDTH // 2] = 110
    corner[:, : WIDTH * 5 // 8] = 110
    corner[: HEIGHT // 2] = 110
    assert find_sheet(half) is not None
    assert find_sheet(corner) is None


def test_a_board_is_found_better_with_a_lens_that_was_measured(plan: BoardPlan) -> None:
    wide = Registration(camera(0.0).matrix, -0.25, (959.5, 539.5), 1920.0, 0.0, k2=0.25)
    image = painted(plan, wide)
    known = PriorView(lens=lens_of(-0.25, 0.25))

    def off(view: PriorView) -> float:
        found = register(image, plan, None, view)
        assert found is not None
        return float(
            np.linalg.norm(found.to_mm(wide.to_pixels(plan.centres_mm)) - plan.centres_mm, axis=1).max()
        )

    assert off(known) < 0.3
    assert off(PriorView()) > 2 * off(known)
