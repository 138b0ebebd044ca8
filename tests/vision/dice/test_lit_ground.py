"""Edges of shadows across the tray: lit and shaded ground is ground, a hand on it is a hand."""

import cv2
import numpy as np

from vision.board.calibrate import register
from vision.board.plan import BoardPlan, TagBook
from vision.dice.symbols import FACES
from vision.dice.tray import DieColour, carry, is_hand_inside, look_at_ground, view_of
from vision.simulate.conditions import Condition, Hardship
from vision.simulate.table import SimulatedTable

SHADOWS = Condition(hardship=Hardship(shadows=3, depth=0.45))
PAPER, SKIN = (232, 236, 238), (90, 125, 200)
IVORY = DieColour(np.array((90.0, 0.0, 3.0)), is_black_inked=False)


def test_paper_in_the_light_beside_shadows_is_no_hand_and_a_hand_there_is_one(
    plan: BoardPlan, book: TagBook
) -> None:
    """Two thirds of the paper lie in shade: the slope of its colour ran off where the light begins."""
    assert plan.tray is not None
    table = SimulatedTable(plan, book, size=(960, 540), seed=120101, condition=SHADOWS, felt=PAPER)
    table.roll([FACES[0]])
    image = table.read().image
    where = register(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), plan)
    assert where is not None
    view = view_of(where, plan.tray, size=(960, 540), die_mm=16)
    for is_hand in (False, True):
        if is_hand:
            middle = carry(view.top, (view.low + view.high)[None] / 2)[0].astype(int)
            cv2.circle(image, middle.tolist(), 30, SKIN, -1)
        ground = look_at_ground(image, view, IVORY)
        assert ground is not None
        assert is_hand_inside(ground, np.zeros(ground.share.shape, np.uint8)) is is_hand
