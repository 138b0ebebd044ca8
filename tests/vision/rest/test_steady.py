"""Which readings go to and fro, and for how long what was left is remembered."""

import pytest

from rules.kernel.hexes import Hex
from vision.rest.steady import Steadier

FOUR = ("B1", "B2", "B3", "B4")


def fed(*hexes: str) -> Steadier:
    """Return one that has read a piece in these hexes, one after the other."""
    steadier = Steadier()
    for name in hexes:
        steadier.feed({"a": Hex(name)})
    return steadier


@pytest.mark.parametrize(("away", "is_doubted"), [(1, True), (29, True), (30, False), (60, False)])
def test_what_comes_back_within_thirty_readings_goes_to_and_fro(away: int, is_doubted: bool) -> None:
    elsewhere = [FOUR[number // 8 % 4] for number in range(away)]
    assert ("a" in fed("A1", *elsewhere, "A1").to_and_fro()) is is_doubted


@pytest.mark.parametrize(("staying", "is_doubted"), [(9, True), (10, False)])
def test_ten_readings_alike_end_a_to_and_fro(staying: int, is_doubted: bool) -> None:
    steadier = fed("A1", "B1", *["A1"] * staying)
    assert steadier.to_and_fro() == ({"a": {"A1", "B1"}} if is_doubted else {})
