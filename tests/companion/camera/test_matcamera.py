"""A second camera over the dice mat."""

import time
from collections.abc import Iterator

import numpy as np

from companion.camera.dice_camera import DiceCamera
from companion.camera.side_camera import NO_PICTURE
from tests.companion.camera.test_watch import reading
from tests.vision.dice.test_dice_trouble import Counting, mat
from vision.errors import CameraError
from vision.health import EyeState
from vision.mateyes import MatEyes, MatReading
from vision.source.frames import CameraSource, Frame


class Snapshots:
    """A source of the pictures it is given; an exception among them is raised."""

    label = "pictures"

    def __init__(self, *pictures: np.ndarray | Exception) -> None:
        self._rest: Iterator[tuple[int, np.ndarray | Exception]] = iter(enumerate(pictures))

    def read(self) -> Frame | None:
        number, picture = next(self._rest, (0, None))
        if isinstance(picture, Exception):
            raise picture
        return None if picture is None else Frame(picture, number, number / 10)

    def close(self) -> None:
        """Nothing to let go of."""


def test_the_mats_dice_are_laid_onto_the_boards_reading() -> None:
    camera = DiceCamera(Snapshots(*[mat(0)] * 3, *[mat(1)] * 4), MatEyes(Counting()))
    seen = [camera.onto(reading(EyeState.QUIET)) for _ in range(7)]
    assert [one.state for one in seen[:3]] == ["changing", "quiet", "quiet"]
    assert seen[-1].state == "quiet"
    assert [die.face for die in seen[-1].dice] == ["lore"]
    assert seen[-1].stirs > seen[2].stirs, "new dice have been thrown"


def test_dice_stay_and_the_trouble_is_named_while_their_camera_is_gone() -> None:
    gone = CameraError("the camera is gone")
    camera = DiceCamera(Snapshots(*[mat(1)] * 4, gone, mat(1)), MatEyes(Counting()))
    seen = [camera.onto(reading(EyeState.QUIET)) for _ in range(6)]
    assert [die.face for die in seen[4].dice] == ["lore"]
    assert "gone" in seen[4].english_reason
    assert "type" in seen[4].english_reason
    assert seen[5].english_reason == ""


def test_a_mat_that_is_not_seen_is_named() -> None:
    nothing = np.full((480, 640, 3), 90, np.uint8)
    camera = DiceCamera(Snapshots(nothing, nothing, nothing), MatEyes(Counting()))
    assert "mat is not found" in [camera.onto(reading(EyeState.QUIET)) for _ in range(3)][-1].english_reason


def test_a_dice_camera_that_has_sent_no_picture_is_not_said_to_see_the_mat() -> None:
    camera = DiceCamera(Snapshots(mat(0)), MatEyes(Counting()))
    assert camera.said == NO_PICTURE
    camera.onto(reading(EyeState.QUIET))
    assert camera.said is None


def test_a_dice_camera_that_is_not_there_does_not_keep_the_board_waiting() -> None:
    gone = CameraError("the camera does not open")
    camera = DiceCamera(Snapshots(*[gone] * 3), MatEyes(Counting()))
    seen = [camera.onto(reading(EyeState.QUIET)) for _ in range(3)]
    assert [one.state for one in seen] == ["quiet"] * 3


def test_a_dice_camera_that_goes_while_dice_roll_does_not_keep_the_board_waiting() -> None:
    gone = CameraError("the camera is gone")
    camera = DiceCamera(Snapshots(*[mat(0)] * 3, mat(2), gone, gone), MatEyes(Counting()))
    states = [camera.onto(reading(EyeState.QUIET)).state for _ in range(6)]
    assert states[3:] == ["changing", "quiet", "quiet"]


class Faulty(MatEyes):
    """Eyes with a fault of ours."""

    def look(self, frame: Frame) -> MatReading:
        raise ZeroDivisionError


class Camera:
    """A capture that shows one picture again and again."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def grab(self) -> bool:
        time.sleep(0.01)
        return True

    def retrieve(self) -> tuple[bool, np.ndarray]:
        return True, mat(0)

    def release(self) -> None:
        """Nothing to let go of."""


def test_a_fault_of_ours_is_named_and_the_board_goes_on() -> None:
    camera = DiceCamera(CameraSource("dice", Camera, "plug it in"), Faulty(Counting()))
    for _ in range(500):
        seen = camera.onto(reading(EyeState.QUIET))
        if "fault of this program" in seen.english_reason:
            break
        time.sleep(0.01)
    camera.close()
    assert (seen.state, "ZeroDivisionError" in seen.english_reason) == ("quiet", True)
