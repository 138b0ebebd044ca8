"""Dice that touch: they hide each other's sides, and throw shadows on each other."""

import cv2
import numpy as np
import pytest

from vision.board.calibrate import register
from vision.dice.faces import FaceSet, without_shadows
from vision.dice.reader import DiceReader
from vision.dice.symbols import FACES, SIDE, own_symbols
from vision.simulate.conditions import Condition, Lighting, Optics
from vision.simulate.table import SimulatedTable
from vision.simulate.tabletop import Die

READER = DiceReader.from_faces(own_symbols())
APART_MM = 16.4


def block(middle: np.ndarray, turn: float, places: tuple[tuple[float, float], ...]) -> list[Die]:
    """Return a die at each of *places*, in dice, turned together about *middle* mm."""
    cos, sin = np.cos(turn), np.sin(turn)
    dice = []
    for number, place in enumerate(places):
        x, y = middle + APART_MM * np.array([(cos, -sin), (sin, cos)]) @ place
        faces = FACES[number:] + FACES[:number]
        dice.append(Die(faces[0], (float(x), float(y)), turn, faces[1:5]))
    return dice


@pytest.mark.parametrize(
    ("places", "turns"),
    [
        (((0, 0), (1, 0), (0.2, 1), (1.2, 1)), (0.1, 1.3)),
        (((0, 0), (1, 0.2), (0.1, 1), (-0.9, 1.2)), (0.6, 1.3)),
    ],
)
def test_four_dice_that_touch_are_all_read_and_none_is_called_cocked(plan, book, places, turns) -> None:
    table = SimulatedTable(
        plan,
        book,
        seed=4,
        dice="symbols",
        condition=Condition(Optics(40.0, blur=0.6, noise=2), Lighting(0.8)),
    )
    where = register(np.asarray(cv2.cvtColor(table.read().image, cv2.COLOR_BGR2GRAY), np.uint8), plan)
    assert where is not None
    for turn in turns:
        table.lay_dice(block(plan.tray.corners_mm.mean(axis=0), turn, places))
        seen = READER.read(table.read().image, where, plan.tray)
        told = {die.face: die for die in seen}
        assert sorted(told) == sorted(die.face for die in table.dice)
        assert not any(die.trouble for die in seen), seen
        assert all(np.hypot(*np.subtract(told[die.face].at_mm, die.at_mm)) < 2.5 for die in table.dice)


def test_a_face_half_in_shadow_is_told_apart_where_the_shadow_is_taken_out() -> None:
    faces = FaceSet(own_symbols())
    even = faces.evened()
    assert even is not None
    light = np.where(np.arange(SIDE) < SIDE // 2, 0.35, 1.0)[:, None, None]
    for number, face in enumerate(FACES):
        shaded = (own_symbols()[face] * light).astype(np.uint8)
        scores = even.compare(patch(without_shadows(shaded, SIDE)), 0.5)[0]
        assert scores.argmax() == number
        assert scores[number] - np.delete(scores, number).max() > 0.15
        assert scores[number] > faces.compare(patch(shaded), 0.5)[0][number]


def patch(picture: np.ndarray) -> np.ndarray:
    """Return *picture* as one patch (1, 16, 16, 3) of a die's core, its ground at about 1."""
    core = picture[SIDE // 20 : -SIDE // 20, SIDE // 20 : -SIDE // 20]
    small = cv2.resize(core, (16, 16), interpolation=cv2.INTER_AREA).astype(np.float32)
    return (small / np.percentile(small, 85))[None]
