"""What of a board lies inside a picture."""

import numpy as np

from rules.kernel.hexes import Hex
from vision.board.calibrate import Registration
from vision.board.in_view import hexes_outside, sees_tray
from vision.board.plan import BoardPlan


def test_of_a_picture_that_ends_in_the_middle_of_the_board_the_other_half_lies_outside(
    plan: BoardPlan,
) -> None:
    """A pixel is a millimetre here."""
    plain = Registration(np.diag((1.0, 1.0, 1.0)), 0.0, (0.0, 0.0), 1000.0, 0.0)
    half = hexes_outside(plan, plain, (2000, int(plan.width_mm / 2), 3))
    assert half == {name for name in plan.board.hexes if plan.centre_mm(name)[0] > plan.width_mm / 2 - 21}
    assert Hex("A1") not in half
    assert hexes_outside(plan, plain, (2000, 2000, 3)) == frozenset()
    assert sees_tray(plan, plain, (2000, 2000, 3)) is (plan.tray is not None)
    assert not sees_tray(plan, plain, (2000, int(plan.width_mm), 3))
