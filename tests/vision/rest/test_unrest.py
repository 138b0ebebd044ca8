"""Pictures that jump: noise, flicker, torn JPEGs are told within three seconds; hands are not called so."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from rules.kernel.hexes import Hex
from tests.shares import share
from tests.vision.conftest import Bench
from vision.board.plan import BoardPlan, TagBook
from vision.eyes import Eyes
from vision.health import EyeState
from vision.reading import Reading
from vision.source.frames import Frame, mirrored
from vision.source.pictures import Picture

RATE = 10
Spoil = Callable[[Picture, int], Picture]


def noise(image: Picture, number: int) -> Picture:
    rng = np.random.default_rng(number)
    return rng.integers(0, 256, image.shape, dtype=np.uint8)


def coarse_noise(image: Picture, number: int) -> Picture:
    small = noise(image[::8, ::8], number)
    return np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_NEAREST), np.uint8)


def torn(image: Picture, number: int) -> Picture:
    """Return every other picture without its lower part, as an unpacker fills up what has not come."""
    lost = image.copy()
    lost[int(image.shape[0] * (0.2 + 0.1 * (number % 7))) :] = 128
    return lost if number % 2 else image


def torn_at_times(image: Picture, number: int) -> Picture:
    return torn(image, number) if number % 4 == 3 else image


def lamp(image: Picture, number: int) -> Picture:
    return image if number // 2 % 2 else np.asarray(image // 16, np.uint8)


def calm(image: Picture, number: int) -> Picture:
    return image


def watch(bench: Bench, spoil: Spoil, seconds: float) -> list[Reading]:
    """Look for so long through a live camera."""
    readings = []
    for _ in range(round(seconds * RATE)):
        frame = bench.table.read()
        number = frame.number
        image = spoil(frame.image, number)
        readings.append(bench.eyes.look(Frame(image, number, number / RATE, live=True)))
    return readings


@pytest.mark.parametrize("spoil", share([noise, coarse_noise, torn, lamp], torn, journeys=(lamp,)))
def test_pictures_that_jump_are_told_within_three_seconds(spoil: Spoil, bench: Bench) -> None:
    assert not any(one.is_unsteady for one in watch(bench, calm, 1))
    spoiled = watch(bench, spoil, 3)
    assert spoiled[-1].is_unsteady and "jumps from moment to moment" in spoiled[-1].english_reason
    told = [one.is_unsteady for one in spoiled]
    assert told == sorted(told)  # once told, it stays told
    again = watch(bench, calm, 4)
    assert not again[-1].is_unsteady and again[-1].state is EyeState.QUIET
    assert again[-1].pieces == {"citadel_guard-1": "D3", "blood_harvesters-1": "F6", "viper_legion-2": "H8"}


@pytest.mark.journey
def test_whole_pictures_between_torn_ones_are_read_all_the_same(bench: Bench) -> None:
    watch(bench, calm, 1)
    watch(bench, torn_at_times, 3)
    bench.table.place("citadel_guard-1", Hex("D4"))
    readings = watch(bench, torn_at_times, 2)
    assert readings[-1].is_unsteady
    assert any(one.pieces.get("citadel_guard-1") == "D4" for one in readings if one.state is EyeState.QUIET)


def test_hands_all_over_the_board_are_never_called_unsteady(bench: Bench) -> None:
    rng, hexes = np.random.default_rng(1), bench.table.plan.board.hexes
    watch(bench, calm, 1)
    for number in range(12):
        where = hexes[int(rng.integers(len(hexes)))] if number % 3 else None
        bench.table.hand(where, north=bool(rng.integers(2)))
        assert not any(one.is_unsteady for one in watch(bench, calm, 0.5))


@pytest.mark.parametrize("rate", [3, 8, 30])
def test_a_frozen_camera_is_called_so_after_three_seconds_at_any_rate(
    rate: int, plan: BoardPlan, book: TagBook
) -> None:
    eyes = Eyes(plan, book)
    image = np.full((360, 640, 3), 120, np.uint8)
    states = {
        number / rate: eyes.look(Frame(image, number, number / rate, live=True)).state
        for number in range(3 * rate + 1)
    }
    assert states[3.0] is EyeState.FROZEN
    assert all(state is not EyeState.FROZEN for at, state in states.items() if at < 2.0)


def test_a_mirrored_picture_is_called_so(bench: Bench) -> None:
    reading = bench.eyes.look(mirrored(bench.table.read()))
    assert reading.is_mirrored and reading.registration is None
    assert (
        reading.english_reason
        == "the picture is mirrored: switch off mirroring in the settings of the camera"
    )
    assert not bench.eyes.look(bench.table.read()).is_mirrored


def test_a_tag_seen_twice_is_told_with_both_hexes(plan: BoardPlan, book: TagBook, bench: Bench) -> None:
    first = bench.table.read().image
    bench.table.place("citadel_guard-1", Hex("G3"))
    second = bench.table.read().image
    where = bench.table.to_pixels(np.array([plan.centre_mm(Hex("D3"))]))[0].astype(int)
    both, reach = second.copy(), 40
    box = (slice(where[1] - reach, where[1] + reach), slice(where[0] - reach, where[0] + reach))
    both[box] = first[box]
    reading = Eyes(plan, book).look(Frame(both, 0, 0.0, still=True))
    assert reading.twice == ("citadel_guard-1",)
    assert reading.english_reason == "seen in two places: citadel_guard-1 (D3, G3); take one of the tags away"
