"""What is wrong with the picture as a whole: shown, never an event, and never flapping."""

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from rules.kernel.hexes import Hex
from tests.shares import share
from tests.vision.conftest import Bench
from tests.vision.weather import Change, gain
from vision import health
from vision.board.plan import BoardPlan, TagBook
from vision.health import ACT, EyeState, Health, edge_width, is_blurred, sentence
from vision.source.frames import Frame
from vision.source.pictures import Picture

START = {"citadel_guard-1": "D3", "blood_harvesters-1": "F6", "viper_legion-2": "H8"}


def blur(spread: float) -> Change:
    return lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), spread), np.uint8)


def flat(level: float) -> Picture:
    return np.full((720, 1280, 3), level, np.uint8)


def test_a_picture_is_dark_below_one_level_and_light_again_only_above_a_higher_one(plan: BoardPlan) -> None:
    watched = Health(plan)
    levels = [40, 11, 9, 11, 12, 14, 11, 9]
    assert [watched.is_dark(flat(level)) for level in levels] == [
        False,
        False,
        True,
        True,
        True,
        False,
        False,
        True,
    ]


def test_a_light_that_goes_makes_the_picture_dim_and_a_room_that_was_dim_at_rest_is_not(
    plan: BoardPlan,
) -> None:
    watched, services = Health(plan), Health(plan)
    for each, level in ((watched, 90), (services, 26)):
        each.is_dark(flat(level))
        each.rest()
    shown = []
    for level in (34, 31, 29, 33, 35, 37, 33):
        watched.is_dark(flat(level))
        services.is_dark(flat(level - 6))
        shown.append((watched.is_dim, services.is_dim))
    assert [dim for dim, _ in shown] == [False, False, True, True, True, False, False]
    assert not any(dim for _, dim in shown[:1] + shown[3:])


@pytest.mark.parametrize("spread", share((2.0, 8.0), 8.0))
def test_a_lens_that_loses_its_focus_is_told_and_is_no_event(spread: float, bench: Bench) -> None:
    bench.watch(4)
    assert bench.watch(6, blur(spread)) == []
    assert {reading.state for reading in bench.readings[-5:]} == {EyeState.OUT_OF_FOCUS}
    assert "out of focus" in bench.readings[-1].english_reason
    assert bench.readings[-1].pieces == START
    assert bench.watch(5) == []
    assert bench.readings[-1].state is EyeState.QUIET


def test_a_lens_that_slowly_loses_its_focus_is_told_before_a_tag_is_lost(bench: Bench) -> None:
    bench.watch(4)
    for number in range(40):
        assert bench.watch(1, blur(0.1 + 0.06 * number)) == []
    assert bench.readings[-1].state is EyeState.OUT_OF_FOCUS
    assert bench.readings[-1].pieces == START


def test_a_lens_that_loses_its_focus_in_a_second_leaves_small_tags_where_they_are(
    plan: BoardPlan, book: TagBook
) -> None:
    bench = Bench(plan, replace(book, size_mm=18.0))
    for piece, at in START.items():
        bench.table.place(piece, Hex(at))
    bench.watch(8)
    for number in range(16):
        assert bench.watch(1, blur(min(4.0, 0.1 + 0.4 * number))) == []
    assert bench.readings[-1].state is EyeState.OUT_OF_FOCUS
    assert (bench.readings[-1].pieces, bench.readings[-1].doubtful) == (START, ())


def test_the_focus_does_not_flap_at_its_limit(bench: Bench) -> None:
    bench.watch(4)
    bench.watch(1, blur(1.75))
    states = []
    for spread in (1.4, 1.3, 1.4, 1.3, 1.4, 1.3):
        bench.watch(1, blur(spread))
        states.append(bench.readings[-1].state)
    assert set(states) == {EyeState.OUT_OF_FOCUS}


def test_a_board_that_is_not_found_in_a_blurred_picture_says_so(plan: BoardPlan, book: TagBook) -> None:
    bench = Bench(plan, book)
    bench.watch(2, blur(9.0))
    assert bench.readings[-1].state is EyeState.NO_MARKS
    assert "blurred" in bench.readings[-1].english_reason


def test_edges_are_as_wide_as_they_are_blurred_in_any_light(bench: Bench) -> None:
    image = bench.table.read().image
    bench.watch(2)
    registration = bench.readings[-1].registration
    assert registration is not None
    left, top = registration.marks[0].corners_px.min(axis=0).astype(int) - 8
    part = image[top : top + 70, left : left + 70, 1].astype(np.float32)
    widths = [edge_width(cv2.GaussianBlur(part, (0, 0), spread) * 0.4) for spread in (0.5, 1.5, 3.0)]
    assert all(width is not None for width in widths)
    assert sorted(widths) == widths and widths[2] > 1.5 * widths[0]
    assert edge_width(np.full((40, 40), 90, np.float32)) is None
    assert not is_blurred(image)
    assert is_blurred(blur(9.0)(image))


def test_a_covered_mark_is_named_and_the_board_is_still_read(bench: Bench, plan: BoardPlan) -> None:
    bench.watch(4)
    mark = plan.marker[1]
    (x, y) = bench.table.to_pixels(np.array([mark.centre_mm]))[0]

    def stone(image: Picture) -> Picture:
        image = image.copy()
        cv2.circle(image, (int(x), int(y)), 26, (90, 110, 120), -1, cv2.LINE_AA)
        return image

    assert bench.watch(18, stone) == []
    assert bench.readings[-1].state is EyeState.QUIET
    assert f"mark {mark.id}" in bench.readings[-1].english_reason
    bench.table.place("citadel_guard-1", Hex("D4"))
    (seen,) = bench.watch(6, stone)
    assert seen.pieces == START | {"citadel_guard-1": "D4"}


def test_a_mark_that_was_covered_from_the_start_is_taken_up_when_it_is_seen(
    bench: Bench, plan: BoardPlan
) -> None:
    (x, y) = bench.table.to_pixels(np.array([plan.marker[1].centre_mm]))[0]

    def stone(image: Picture) -> Picture:
        image = image.copy()
        cv2.circle(image, (int(x), int(y)), 34, (90, 110, 120), -1, cv2.LINE_AA)
        return image

    bench.watch(4, stone)
    assert f"mark {plan.marker[1].id} is covered" in bench.readings[-1].english_reason
    bench.watch(16)
    assert bench.readings[-1].english_reason == ""
    registration = bench.readings[-1].registration
    assert registration is not None and {one.mark for one in registration.marks} == {*plan.marker}
    assert (bench.readings[-1].state, bench.readings[-1].pieces) == (EyeState.QUIET, START)


def test_a_black_picture_that_never_changes_is_dark_and_not_a_frozen_camera(bench: Bench) -> None:
    for number in range(30):
        reading = bench.eyes.look(Frame(flat(0), number, number * 0.2, live=True))
    assert reading.state is EyeState.DARK


@pytest.mark.journey
def test_a_dim_room_is_read_as_long_as_it_was_dim_from_the_start(plan: BoardPlan, book: TagBook) -> None:
    bench = Bench(plan, book)
    bench.table.place("citadel_guard-1", Hex("D3"))
    dim = gain(0.3)
    (seen,) = bench.watch(5, dim)
    assert seen.pieces == {"citadel_guard-1": "D3"}
    bench.table.hand(Hex("F6"))
    bench.watch(4, dim)
    assert bench.readings[-1].state in {EyeState.COVERED, EyeState.CHANGING}


def test_each_state_in_which_people_must_act_says_what_is_wrong_and_what_helps() -> None:
    for state in ACT:
        assert sentence(state, unseen=(0, 2), marks=4) is not None
    assert sentence(EyeState.QUIET) is None is sentence(EyeState.CHANGING)
    assert str(sentence(EyeState.QUIET, glare=(Hex("D3"),))).startswith("covered by glare at hex D3:")
    assert "D3, E4" in str(sentence(EyeState.QUIET, glare=(Hex("D3"), Hex("E4"))))
    assert "0, 2" in str(sentence(EyeState.NO_MARKS, unseen=(0, 2), marks=4))
    assert "mark 2 is" in str(sentence(EyeState.QUIET, covered=(2,)))
    assert "marks 1, 2 are" in str(sentence(EyeState.QUIET, covered=(1, 2)))
    assert "lists no marks" in str(sentence(EyeState.NO_MARKS))


def test_every_threshold_to_leave_a_state_is_easier_than_the_one_to_enter_it() -> None:
    assert health.LIT > health.DARK and health.LIGHT > health.DIM and health.LIGHT_SHARE > health.DIM_SHARE
    assert health.SHARP_MM < health.BLURRED_MM and health.SHARP_TIMES < health.BLURRED_TIMES
    assert health.LIKE > health.UNLIKE and health.FADED < health.GLARING
