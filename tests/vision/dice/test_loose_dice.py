"""Dice with pips in photographs of others, and sets taught from pictures."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.dice import judge, read_truth, teach
from tests.shares import share
from vision.board.calibrate import Registration
from vision.board.plan import Tray
from vision.dice.loose import LooseDie, chosen
from vision.dice.pip_dice import PipReader
from vision.dice.pips import LAYOUTS, PIP_FACES, agreements, by_face, pip_templates
from vision.dice.spots import find_spots
from vision.sightings import SURE
from vision.source.frames import read_picture

FOLDER = Path(__file__).parents[2] / "cases" / "dice"


@pytest.mark.parametrize("radius", [3, 6, 12, 20])
def test_a_pip_of_any_size_is_a_spot_where_it_lies(radius: int) -> None:
    """The larger ones are looked for in smaller pictures."""
    lab = np.full((160, 160, 3), 200.0, np.float32)
    cv2.circle(lab, (70, 90), radius, (40, 40, 40), cv2.FILLED, cv2.LINE_AA)
    x, y, size, _ = find_spots(lab)[0]
    assert np.hypot(x - 70, y - 90) < 1
    assert 0.6 * radius < size < radius


@pytest.mark.journey
def test_dice_on_an_unknown_ground_are_read_and_none_is_wrong() -> None:
    photo = read_truth(FOLDER)["webcam_five_24.jpg"]
    seen = PipReader().loose(read_picture(FOLDER / "webcam_five_24.jpg"))
    score = judge(photo, seen, set())
    assert (score.right, score.dice) == (3, 3)
    assert (score.sure_wrong, score.sure_ghosts) == (0, 0)


@pytest.mark.long
def test_the_photographs_of_the_cases_are_read_when_two_dice_a_face_were_taught() -> None:
    photos = read_truth(FOLDER)
    for kind in ("byler", "webcam"):
        some = {name: photo for name, photo in photos.items() if name.startswith(kind)}
        reader, taught = teach(FOLDER, some)
        for name, photo in some.items():
            score = judge(photo, reader.loose(read_picture(FOLDER / name)), taught.get(name, set()))
            assert score.right == score.dice, (name, score)
            assert (score.sure_wrong, score.sure_ghosts) == (0, 0), (name, score)


def test_a_picture_without_dice_holds_none() -> None:
    noise = np.random.default_rng(1).normal(128, 4, (480, 640, 3))
    assert PipReader().loose(np.clip(noise, 0, 255).astype(np.uint8)) == ()


def drawn(face: str, body: tuple[int, int, int], pip: tuple[int, int, int]) -> np.ndarray:
    image = np.full((320, 320, 3), (96, 128, 88), np.uint8)
    square = cv2.boxPoints(((160, 160), (40, 40), 25)).astype(np.int32)
    cv2.fillConvexPoly(image, square, body, cv2.LINE_AA)
    pips = next(places for name, places in LAYOUTS if name == face)
    cos, sin = np.cos(np.deg2rad(25)), np.sin(np.deg2rad(25))
    for x, y in pips:
        at = 160 + 10 * np.array([cos * x - sin * y, sin * x + cos * y])
        cv2.circle(image, tuple(np.rint(at * 16).astype(int).tolist()), 58, pip, -1, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(image, (0, 0), 0.7)


@pytest.mark.parametrize("face", share(PIP_FACES, journeys=("5",)))
def test_dark_pips_on_light_and_light_pips_on_dark_are_read_alike(face: str) -> None:
    for body, pip in (((232, 238, 240), (30, 28, 30)), ((40, 30, 150), (235, 235, 235))):
        (die,) = PipReader().loose(drawn(face, body, pip))
        assert (die.face, die.confidence >= SURE) == (face, True)
        assert die.at_mm == pytest.approx((160, 160), abs=3)


@pytest.mark.journey
def test_a_set_of_one_colour_does_not_read_dice_of_another() -> None:
    ivory, red, black = (225, 235, 238), (40, 30, 170), (25, 25, 25)
    crops = {face: [drawn(face, ivory, black)[138:182, 138:182]] for face in PIP_FACES}
    reader = PipReader(crops)
    assert [die.face for die in reader.loose(drawn("4", ivory, black))] == ["4"]
    assert reader.loose(drawn("4", red, (240, 240, 240))) == ()


def test_dice_with_pips_in_a_tray_are_read_from_west_to_east_a_set_s_own_colour_alone_if_it_has_one() -> None:
    ivory, red, black = (225, 235, 238), (40, 30, 170), (25, 25, 25)
    image = np.hstack([drawn("4", ivory, black), drawn("2", red, (240, 240, 240))])
    matrix = np.array([(3, 0, 0), (0, -3, 320), (0, 0, 1)])
    above = Registration(matrix, 0.0, (319.5, 159.5), 640.0, 0.0)
    tray = Tray(from_mm=(10, 10), to_mm=(203, 97))
    top = {body: drawn("1", body, black)[138:182, 138:182] for body in (ivory, red)}
    for taught, faces in (
        (None, ["4", "2"]),
        ({"1": [top[ivory]] * 7 + [top[red]] * 3}, ["4"]),
        ({"1": [top[ivory]] * 2 + [top[red]]}, ["4", "2"]),
    ):
        dice = PipReader(taught).read(image, above, tray)
        assert [die.face for die in dice] == faces
        for die, x in zip(dice, (58, 155), strict=False):  # their tops lean outwards
            assert die.at_mm == pytest.approx((x, 160 / 3), abs=1)


def test_each_layout_agrees_best_with_its_own_face() -> None:
    templates = pip_templates(16)
    patches = np.where(templates.inked.T[..., None], np.float32((20, 0, 0)), np.float32((90, 0, 5)))
    best = by_face(agreements(patches.astype(np.float32), templates), templates).argmax(axis=1)
    assert best.tolist() == templates.faces.tolist()


def die(face: str, worth: float, *, x: float = 0.0, is_counted: bool = True) -> LooseDie:
    return LooseDie(x, 0, 40, 1, face, worth, 0.9, 0.0, is_counted, (80, 0, 0), (10, 0, 0))


def test_where_count_and_comparison_disagree_a_face_is_asked_for() -> None:
    assert die("4", 0.95).confidence >= SURE
    assert die("4", 0.95, is_counted=False).confidence < SURE


def test_where_two_faces_fit_nearly_alike_the_face_is_asked_for() -> None:
    (best,) = chosen([die("6", 0.8, is_counted=False), die("3", 0.78, x=4, is_counted=False)])
    assert best.face == "6"
    assert best.confidence < SURE
