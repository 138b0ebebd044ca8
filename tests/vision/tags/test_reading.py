"""What one picture after the other says, at a table that obeys."""

from dataclasses import replace
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from rules.kernel.hexes import Hex
from tests.shares import share
from tests.vision.drawing import at, lay_tag, look, noisy
from vision.board.plan import BoardPlan, Layout, TagBook, tag_modules
from vision.eyes import Eyes
from vision.overlay import draw_overlay
from vision.reading import Reading
from vision.source.frames import Frame
from vision.source.pictures import Picture
from vision.tags.poses import corners_mm

START = {"citadel_guard-1": "D3", "blood_harvesters-1": "F6", "viper_legion-2": "H8"}


def test_a_tag_laid_on_the_board_is_read(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    tag = tag_modules("CL1-KD0JJZ", book.layout)
    reading = look(lay_tag(image, still_readings["still_overhead.jpg"], tag, at(plan, "F5")), plan, book)
    assert reading.pieces["chaos_lord-1"] == "F5"


def test_a_tag_of_no_book_is_doubted_and_never_taken_for_one_of_ours(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    before = still_readings["still_overhead.jpg"]
    for payload, mask in (("XX9-FOREIGN", 2), ("HTTPS://A.B", 5), ("0123456789", 2)):
        foreign = tag_modules(payload[:10], msgspec.structs.replace(book.layout, mask=mask))
        reading = look(lay_tag(image, before, foreign, at(plan, "F5")), plan, book)
        assert reading.tags == before.tags
        assert "F5" in reading.doubtful


def test_a_tag_that_the_book_does_not_list_is_not_read(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    tags = {payload: piece for payload, piece in book.tags.items() if piece != "viper_legion-1"}
    reading = look(image, plan, msgspec.structs.replace(book, tags=tags))
    assert "viper_legion-1" not in reading.pieces
    assert "A7" in reading.doubtful
    rest = {piece: hex for piece, hex in still_readings["still_overhead.jpg"].pieces.items() if hex != "A7"}
    assert reading.pieces == rest


def test_a_tag_seen_twice_makes_both_hexes_doubtful(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    tag = tag_modules("VL1-NAKBCX", book.layout)
    reading = look(lay_tag(image, still_readings["still_overhead.jpg"], tag, at(plan, "F5")), plan, book)
    assert reading.twice == ("viper_legion-1",)
    assert "viper_legion-1" not in reading.pieces
    assert {"F5", "A7"} <= set(reading.doubtful)
    assert "viper_legion-1" in reading.english_reason


@pytest.mark.parametrize("blur", [3.0, 4.5])
def test_a_frame_whose_code_is_mush_is_doubted_and_never_passed_over_in_silence(
    blur: float, empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    before, pose = still_readings["still_overhead.jpg"], at(plan, "F5")
    mush = tag_modules("CL1-KD0JJZ", book.layout).copy()
    mush[4:-4, 4:-4] = np.indices((21, 21)).sum(axis=0) % 2 == 0
    laid = lay_tag(image, before, mush, pose)
    soft = cv2.GaussianBlur(laid, (0, 0), blur / 2)
    assert before.registration is not None
    middle = before.registration.to_pixels(corners_mm(pose))
    (west, north), (east, south) = middle.min(axis=0).astype(int) - 8, middle.max(axis=0).astype(int) + 8
    laid[north:south, west:east] = soft[north:south, west:east]
    reading = look(laid, plan, book)
    assert reading.tags == before.tags
    assert "F5" in reading.doubtful


def test_few_tags_of_a_blurred_picture_are_passed_over_in_silence(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    before = still_readings["still_overhead.jpg"]
    told = msgspec.structs.replace(book, size_mm=before.sightings[0].pose.size_mm)
    reading = look(np.asarray(cv2.GaussianBlur(image, (0, 0), 3.0), np.uint8), plan, told)
    unread = {at for payload, at in before.tags.items() if payload not in reading.tags}
    assert len(unread - {*reading.doubtful}) <= 4 < len(unread)
    assert reading.tags.items() <= before.tags.items() and {*reading.doubtful} <= {*before.tags.values()}


@pytest.mark.parametrize(("east", "is_sure"), [(0.0, True), (22.0, True), (25.0, False), (28.5, False)])
def test_a_tag_on_a_hexs_edge_is_doubted_not_guessed(
    east: float, is_sure: bool, empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    tag = tag_modules("CL1-KD0JJZ", book.layout)
    pose = at(plan, "F5", (east, 0))
    reading = look(lay_tag(image, still_readings["still_overhead.jpg"], tag, pose), plan, book)
    assert reading.pieces.get("chaos_lord-1") == ("F5" if is_sure else None)
    assert bool({"F5", "G5"} & set(reading.doubtful)) != is_sure


def test_aruco_tags_are_read_by_the_same_eyes(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, _ = empty
    layout = Layout(kind="aruco", family="DICT_5X5_50", quiet=1, frame=0)
    book = TagBook(tags={"7": "citadel_guard-1", "12": "viper_legion-1"}, layout=layout, size_mm=16.0)
    before = still_readings["still_overhead.jpg"]
    for payload, name in (("7", "F5"), ("12", "E3"), ("30", "G7")):
        image = lay_tag(image, before, tag_modules(payload, layout), at(plan, name, size=16.0))
    assert look(image, plan, book).pieces == {"citadel_guard-1": "F5", "viper_legion-1": "E3"}


def test_a_board_without_marks_is_not_found_and_says_which_marks_are_missing(
    plan: BoardPlan, book: TagBook
) -> None:
    reading = look(np.full((720, 1280, 3), 120, np.uint8), plan, book)
    assert (reading.state, reading.registration) == ("no_marks", None)
    assert "0, 1, 2, 3" in reading.english_reason
    assert reading.pieces == {}


def test_a_dark_picture_says_that_it_is_dark(plan: BoardPlan, book: TagBook) -> None:
    reading = look(np.full((720, 1280, 3), 3, np.uint8), plan, book)
    assert reading.state == "dark"
    assert "light" in reading.english_reason


def test_a_light_that_goes_out_is_dark_and_what_was_known_stays(bench: Any) -> None:
    lit = bench.table.read()
    before = [bench.eyes.look(lit) for _ in range(3)][-1]
    out = bench.eyes.look(replace(lit, picture=(lit.image * 0.02).astype(np.uint8)))
    again = [bench.eyes.look(lit) for _ in range(3)][-1]
    assert (before.state, out.state, again.state) == ("quiet", "dark", "quiet")
    assert before.pieces
    assert before.pieces == out.pieces == again.pieces


def test_a_camera_that_sends_one_picture_for_ever_is_called_frozen(bench: Any) -> None:
    frame = bench.table.read()
    for number in range(40):
        reading = bench.eyes.look(Frame(frame.image, number, number * 0.1, live=True))
    assert reading.state == "frozen"


@pytest.mark.parametrize(
    ("number", "rate", "is_frozen"),
    [
        (7, 2.5, True),
        (6, 2.5, False),
        (6, 1.0, False),
        (72, 30.0, False),
        (73, 30.0, True),
    ],
)
def test_a_camera_is_frozen_after_six_repeats_that_took_two_and_a_half_seconds(
    number: int, rate: float, is_frozen: bool, plan: BoardPlan, book: TagBook
) -> None:
    eyes, image = Eyes(plan, book), np.full((64, 96, 3), 90, np.uint8)
    states = [eyes.look(Frame(image, each, each / rate, live=True)).state for each in range(number)]
    assert (states[-1] == "frozen") is is_frozen


def test_a_camera_whose_pictures_differ_by_noise_is_not_frozen(bench: Any) -> None:
    for number in range(40):
        frame = bench.table.read()
        reading = bench.eyes.look(Frame(frame.image, number, number * 0.1, live=True))
    assert reading.state == "quiet"


def test_the_first_rest_is_observed_after_the_window_and_only_once(bench: Any) -> None:
    assert bench.watch(2) == []
    (seen,) = bench.watch(1)
    assert seen.pieces == START
    assert bench.watch(6) == []


def test_a_move_is_observed_once_three_frames_after_the_hand_is_gone(bench: Any) -> None:
    bench.watch(3)
    bench.table.hand(Hex("F6"))
    assert bench.watch(4) == []
    bench.table.place("blood_harvesters-1", Hex("F5"))
    assert bench.watch(3) == []
    bench.table.hand(None)
    (seen,) = bench.watch(4)  # one frame in which the hand goes, then the window
    assert seen.pieces == START | {"blood_harvesters-1": "F5"}
    assert bench.watch(4) == []


def test_a_hand_that_comes_and_goes_leaves_no_trace(bench: Any) -> None:
    bench.watch(3)
    for over in ("D3", "H8", "A1"):
        bench.table.hand(Hex(over))
        assert bench.watch(4) == []
        assert bench.readings[-1].state in {"covered", "changing"}
        bench.table.hand(None)
        assert bench.watch(5) == []
    assert bench.readings[-1].state == "quiet"


def test_a_hand_that_lies_still_over_a_unit_does_not_remove_it(bench: Any) -> None:
    bench.watch(3)
    bench.table.hand(Hex("D3"))
    still = bench.table.read().image
    assert bench.watch(20, lambda _: still) == []
    assert bench.readings[-1].state == "covered"


def test_a_unit_taken_off_the_board_is_observed(bench: Any) -> None:
    bench.watch(3)
    bench.table.hand(Hex(START["viper_legion-2"]))
    bench.watch(3)
    bench.table.remove("viper_legion-2")
    bench.table.hand(None)
    (seen,) = bench.watch(5)
    assert seen.pieces == {piece: at for piece, at in START.items() if piece != "viper_legion-2"}


@pytest.mark.parametrize("gain", share((0.55, 0.75, 1.3), 0.55, 1.3))
def test_a_change_of_the_light_is_no_event(gain: float, bench: Any) -> None:
    bench.watch(3)
    assert bench.watch(8, lambda image: cv2.convertScaleAbs(image, alpha=gain)) == []


def test_a_colder_lamp_is_no_event_and_hides_nothing(bench: Any) -> None:
    bench.watch(3)
    assert bench.watch(8, lambda image: np.clip(image * (1.35, 1.0, 0.7), 0, 255)) == []
    assert {reading.state for reading in bench.readings} == {"quiet"}


def test_a_hard_shadow_is_no_event_and_is_got_used_to(bench: Any) -> None:
    bench.watch(3)

    def shade(image: Picture) -> Picture:
        dark = image.copy()
        dark[:, 300:620] = (dark[:, 300:620] * 0.5).astype(np.uint8)
        return dark

    assert bench.watch(20, shade) == []
    assert bench.readings[-1].state == "quiet"
    bench.table.place("viper_legion-2", Hex("H7"))
    (seen,) = bench.watch(6, shade)
    assert seen.pieces == START | {"viper_legion-2": "H7"}
    assert bench.watch(8) == []


@pytest.mark.journey
def test_the_stripes_of_a_blind_are_got_used_to_and_a_move_among_them_is_seen(bench: Any) -> None:
    bench.watch(3)

    def stripes(image: Picture) -> Picture:
        dark = image.copy()
        for top in range(0, len(image), 80):
            dark[top : top + 40, 350:700] = (dark[top : top + 40, 350:700] * 0.45).astype(np.uint8)
        return dark

    assert bench.watch(3, stripes) == []
    assert bench.readings[-1].state == "covered"
    assert bench.watch(20, stripes) == []
    assert bench.readings[-1].state == "quiet"
    bench.table.place("viper_legion-2", Hex("H7"))
    (seen,) = bench.watch(6, stripes)
    assert seen.pieces == START | {"viper_legion-2": "H7"}


def test_noise_and_a_poor_jpeg_are_no_event(bench: Any) -> None:
    bench.watch(3)
    rng = np.random.default_rng(5)

    def spoil(image: Picture) -> Picture:
        grainy = noisy(image, 6, rng)
        return cv2.imdecode(cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, 55])[1], cv2.IMREAD_COLOR)

    assert bench.watch(10, spoil) == []


@pytest.mark.journey
def test_a_bump_of_the_camera_is_no_event_and_moves_are_seen_after_it(bench: Any) -> None:
    bench.watch(3)
    bench.table.bump((6.0, 4.0), 1.5)
    assert bench.watch(8) == []
    assert bench.readings[-1].state == "quiet"
    bench.table.place("citadel_guard-1", Hex("D4"))
    (seen,) = bench.watch(5)
    assert seen.pieces == START | {"citadel_guard-1": "D4"}


def test_dice_that_lie_on_are_one_roll_and_new_ones_another(dice_bench: Any) -> None:
    dice_bench.watch(3)
    dice_bench.table.roll(["strike", "lore"])
    (first,) = dice_bench.watch(6)
    assert (first.roll, sorted(die.face for die in first.dice)) == (1, ["lore", "strike"])
    dice_bench.table.hand(Hex("D3"))
    dice_bench.watch(2)
    dice_bench.table.hand(None)
    assert dice_bench.watch(5) == []
    dice_bench.table.roll(["strike", "lore"])
    (second,) = dice_bench.watch(6)
    assert (second.roll, sorted(die.face for die in second.dice)) == (2, ["lore", "strike"])


def test_an_emptied_tray_is_no_roll(dice_bench: Any) -> None:
    dice_bench.table.roll(["heroic"])
    dice_bench.watch(4)
    dice_bench.table.clear_tray()
    (seen,) = dice_bench.watch(6)
    assert (seen.roll, seen.dice) == (0, ())


def test_the_overlay_draws_every_tag_and_doubt(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, _ = empty
    reading = still_readings["still_overhead.jpg"]
    drawn = draw_overlay(image, reading, plan)
    assert reading.registration is not None
    for one in reading.sightings:
        x, y = reading.registration.to_pixels(corners_mm(one.pose))[0].round().astype(int)
        near = drawn[y - 3 : y + 4, x - 3 : x + 4].astype(int)
        assert (near == (80, 220, 80)).all(axis=2).any()
    assert np.array_equal(drawn.shape, image.shape)
    assert not np.array_equal(drawn, image)
