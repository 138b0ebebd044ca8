"""Dice that must not count, and dice on a mat that only a second camera sees."""

import cv2
import numpy as np
import pytest

from tests.vision.cocked import with_cocked
from vision.board.calibrate import Registration, register
from vision.board.plan import Tray
from vision.dice.mat import FAMILY, MARKS
from vision.dice.reader import DiceReader
from vision.dice.symbols import FACES, own_symbols
from vision.health import EyeState
from vision.mateyes import ACROSS_MM, CORNERS, TRAY, UP_MM, MatEyes
from vision.sightings import COCKED, OFF_THE_TRAY, SURE, DieSeen
from vision.simulate.table import SimulatedTable
from vision.simulate.tabletop import Die
from vision.source.frames import Frame

READER = DiceReader.from_faces(own_symbols())


def empty(plan, book) -> tuple[SimulatedTable, Registration, np.ndarray]:
    table = SimulatedTable(plan, book, seed=3, dice="symbols")
    where = register(cv2.cvtColor(table.read().image, cv2.COLOR_BGR2GRAY), plan)
    return table, where, plan.tray.corners_mm.mean(axis=0)


@pytest.mark.parametrize("tip", [0.6, 0.75])
def test_a_die_that_does_not_lie_flat_is_named(plan, book, tip: float) -> None:
    table, where, middle = empty(plan, book)
    for turn in (0.4, 2.0):
        image = with_cocked(table, dict(own_symbols()), middle, tip=tip, turn=turn)
        seen = READER.read(image, where, plan.tray)
        assert seen
        assert all(die.trouble == COCKED or die.confidence < SURE for die in seen), seen


def test_a_die_beside_the_tray_is_named_and_those_in_it_are_not(plan, book) -> None:
    table, where, middle = empty(plan, book)
    outside = (float(plan.tray.corners_mm[1][0]) + 18.0, float(middle[1]))
    inside = (float(middle[0]), float(middle[1]))
    table.lay_dice([Die("lore", outside, 0.3, FACES[:4]), Die("strike", inside, 1.2, FACES[2:])])
    seen = {die.face: die.trouble for die in READER.read(table.read().image, where, plan.tray)}
    assert seen["strike"] == ""
    assert seen.get("lore", OFF_THE_TRAY) == OFF_THE_TRAY


def mat(dice: int) -> np.ndarray:
    """A printed mat seen from above at 3 px/mm, with grey squares for *dice* on it."""
    image = np.full((660, 600, 3), 235, np.uint8)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    assert FAMILY == "DICT_4X4_50"
    for mark, (x, y) in zip(MARKS, CORNERS, strict=True):
        left, top = round(78 + 3 * x) - 36, round(78 + 3 * (UP_MM - y)) - 36
        image[top : top + 72, left : left + 72] = family.generateImageMarker(mark.id, 72, borderBits=1)[
            ..., None
        ]
    for number in range(dice):
        cv2.rectangle(image, (200 + 70 * number, 280), (248 + 70 * number, 328), (40, 40, 160), -1)
    noise = np.random.default_rng(dice).normal(0, 1.5, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


class Counting:
    """Stands in for a reader of dice: says where it was asked to look."""

    asked: tuple[Tray, ...] = ()

    def read(self, image: np.ndarray, registration: Registration, tray: Tray) -> tuple[DieSeen, ...]:
        self.asked += (tray,)
        places = registration.to_pixels(np.array([(ACROSS_MM / 2, UP_MM / 2)]))
        return (DieSeen(face="lore", at_mm=tuple(places[0].tolist()), confidence=1.0),)


def test_a_mat_without_a_board_is_read_when_it_has_come_to_rest() -> None:
    dice = Counting()
    eyes = MatEyes(dice)
    states = [eyes.look(Frame(mat(0), n, n / 10)).state for n in range(3)]
    assert states == [EyeState.CHANGING, EyeState.QUIET, EyeState.QUIET]
    assert set(dice.asked) == {TRAY}
    thrown = [eyes.look(Frame(mat(3), n, n / 10)) for n in range(3, 6)]
    assert [reading.state for reading in thrown] == [EyeState.CHANGING, EyeState.QUIET, EyeState.QUIET]
    assert thrown[-1].stirs == thrown[0].stirs + 1
    assert thrown[-1].dice[0].at_mm == pytest.approx((78 + 1.5 * ACROSS_MM, 78 + 1.5 * UP_MM), abs=1.5)


def test_without_the_mats_marks_its_dice_are_not_read() -> None:
    dice = Counting()
    eyes = MatEyes(dice)
    plain = np.full((480, 640, 3), 200, np.uint8)
    assert [eyes.look(Frame(plain, n, n / 10)).state for n in range(2)][-1] is EyeState.NO_MARKS
    assert dice.asked == ()


def test_a_quiet_mat_is_read_a_few_times_and_then_no_more() -> None:
    dice = Counting()
    eyes = MatEyes(dice)
    for number in range(12):
        eyes.look(Frame(mat(2), number, number / 10))
    assert len(dice.asked) == 3
