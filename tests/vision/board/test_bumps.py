"""A camera that is bumped, a board that is pushed: noticed, fitted anew, and no piece moves."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from rules.kernel.hexes import Hex
from tests.shares import share
from tests.vision.conftest import Bench
from vision import eyes
from vision.health import EyeState
from vision.source.pictures import Picture

BUMPS = {"shifted": (0.0, 20.0), "turned and shifted": (-3.0, -20.0)}


def bumped(turn: float, shift: float) -> Callable[[Picture], Picture]:
    """Return what a camera that was turned (degrees) and shifted (px) sees."""

    def change(image: Picture) -> Picture:
        height, width = image.shape[:2]
        motion = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
        motion[:, 2] += shift, shift / 2
        moved = cv2.warpAffine(image, motion, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.uint8)

    return change


@pytest.mark.parametrize("kind", share(BUMPS, "turned and shifted"))
def test_after_a_bump_the_board_is_fitted_anew_and_nothing_has_moved(bench: Bench, kind: str) -> None:
    bench.watch(8)
    before = bench.readings[-1]
    assert before.state is EyeState.QUIET and len(before.pieces) == 3
    assert bench.watch(12, bumped(*BUMPS[kind])) == []
    after = bench.readings[-1]
    assert after.state is EyeState.QUIET and after.registration is not before.registration
    assert (after.pieces, after.doubtful) == (before.pieces, ())


def test_a_bump_in_the_middle_of_a_move_gives_that_move_and_no_other(bench: Bench) -> None:
    bench.watch(8)
    bench.table.place("citadel_guard-1", Hex("D4"))
    observed = bench.watch(1, bumped(1.0, 8.0)) + bench.watch(14, bumped(3.0, 20.0))
    assert [seen.pieces for seen in observed] == [
        {"citadel_guard-1": "D4", "blood_harvesters-1": "F6", "viper_legion-2": "H8"}
    ]


def test_a_bump_that_hides_two_marks_pauses_until_they_are_seen(bench: Bench) -> None:
    bench.watch(8)
    registration = bench.readings[-1].registration
    assert registration is not None
    middles = [one.corners_px.mean(axis=0) for one in registration.marks[:2]]

    def hidden(image: Picture) -> Picture:
        image = image.copy()
        for x, y in middles:
            cv2.circle(image, (int(x), int(y)), image.shape[1] // 24, (90, 110, 140), -1)
        return bumped(0.0, 40.0)(image)

    assert bench.watch(12, hidden) == []
    assert bench.readings[-1].state is not EyeState.QUIET
    assert bench.readings[-1].pieces["citadel_guard-1"] == "D3"
    assert bench.watch(12, bumped(0.0, 40.0)) == []
    assert bench.readings[-1].state is EyeState.QUIET


def test_a_bump_by_a_hand_that_lies_on_the_board_is_over_once_it_goes(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.watch(8)
    before, is_seen = bench.readings[-1], [True]
    monkeypatch.setattr(eyes, "is_arm_across", lambda *_: is_seen[0])
    bench.table.hand(Hex("G4"))
    bench.table.bump((7.0, -5.0), 1.0)
    assert bench.watch(12) == []
    assert EyeState.COVERED in {one.state for one in bench.readings[8:]}
    bench.table.hand(None)
    is_seen[0] = False
    assert bench.watch(6) == []
    after = bench.readings[-1]
    assert (after.state, after.pieces, after.doubtful) == (EyeState.QUIET, before.pieces, ())
    assert after.english_reason == ""


def test_a_hand_that_bumped_the_board_and_hides_its_marks_is_still_a_hand(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.watch(8)
    before, is_seen = bench.readings[-1], [True]
    monkeypatch.setattr(eyes, "is_arm_across", lambda *_: is_seen[0])
    bench.table.bump((7.0, -5.0), 1.0)
    bench.watch(6)
    middles = bench.table.to_pixels(np.array([mark.centre_mm for mark in bench.table.plan.marker]))

    def hidden(image: Picture) -> Picture:
        image = image.copy()
        for x, y in middles:
            cv2.circle(image, (int(x), int(y)), image.shape[1] // 24, (90, 110, 140), -1)
        return image

    assert bench.watch(6, hidden) == []
    assert {one.state for one in bench.readings[-6:]} <= {EyeState.COVERED, EyeState.CHANGING}
    is_seen[0] = False
    assert bench.watch(6) == []
    after = bench.readings[-1]
    assert (after.state, after.pieces, after.doubtful) == (EyeState.QUIET, before.pieces, ())


def test_a_bump_by_a_sleeved_arm_that_is_looked_for_in_the_picture_is_over_soon_after_it_goes(
    bench: Bench,
) -> None:
    bench.watch(8)
    before = bench.readings[-1]
    bench.table.hand(Hex("G4"), north=True)
    bench.table.bump((7.0, -5.0), 1.0)
    observed = bench.watch(8)
    bench.table.hand(None)
    observed += bench.watch(20)
    after = bench.readings[-1]
    assert (after.state, after.pieces, after.doubtful) == (EyeState.QUIET, before.pieces, ())
    assert [seen.pieces for seen in observed if seen.pieces != before.pieces] == []


def test_a_hand_that_was_not_seen_when_the_board_was_found_holds_nothing_up_once_it_goes(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eyes, "is_arm_across", lambda *_: False)
    bench.table.hand(Hex("D3"))
    bench.watch(6)
    bench.table.hand(None)
    bench.table.place("viper_legion-2", Hex("H7"))
    bench.watch(24)
    after = bench.readings[-1]
    assert (after.state, after.doubtful) == (EyeState.QUIET, ())
    assert after.pieces == {"citadel_guard-1": "D3", "blood_harvesters-1": "F6", "viper_legion-2": "H7"}


@pytest.mark.parametrize("is_bumped", [False, True])
def test_what_is_put_over_a_unit_soon_after_the_board_was_found_takes_no_unit_away(
    bench: Bench, is_bumped: bool
) -> None:
    bench.watch(8)
    if is_bumped:
        bench.table.bump((6.0, 0.0))
        bench.watch(8)
    before = bench.readings[-1]
    x, y = bench.table.plan.centre_mm(Hex("D3"))
    corners = np.array([(x - 70, y - 70), (x + 70, y - 70), (x + 70, y + 70), (x - 70, y + 70)])
    box = bench.table.to_pixels(corners).round().astype(np.int32)
    observed = bench.watch(
        24, lambda image: np.asarray(cv2.fillPoly(image.copy(), [box], (40, 40, 160)), np.uint8)
    )
    assert [seen.pieces for seen in observed if seen.pieces != before.pieces] == []
    assert bench.readings[-1].pieces == before.pieces
    bench.watch(12)
    assert (bench.readings[-1].pieces, bench.readings[-1].doubtful) == (before.pieces, ())


@pytest.mark.journey
def test_a_camera_that_sags_a_little_in_each_picture_is_followed(bench: Bench) -> None:
    bench.watch(8)
    start = bench.readings[-1].registration
    assert start is not None
    for step in range(1, 45):
        bench.watch(1, bumped(0.0, 0.2 * step))
        now = bench.readings[-1]
        assert all(now.pieces.get(piece, at) == at for piece, at in bench.readings[7].pieces.items())
        assert {at for piece, at in bench.readings[7].pieces.items() if piece not in now.pieces} <= {
            *now.doubtful
        }  # it may doubt for a moment, but nothing moves or goes
    bench.watch(24, bumped(0.0, 0.2 * 44))
    end = bench.readings[-1].registration
    assert end is not None
    middle = np.array([(375.0, 280.0)])
    assert (end.to_pixels(middle) - start.to_pixels(middle))[0, 0] == pytest.approx(8.8, abs=1.6)
    assert bench.readings[-1].pieces == bench.readings[7].pieces
