"""Cameras by name, on a device tree of files: each "device" is a video that OpenCV really opens."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest

from vision import frames
from vision.devices import AnyDevice, Device, identity_of, list_devices, open_device
from vision.frames import Frame, Source, open_source
from vision.trouble import CameraError, NoCameraYetError

CAM = "usb-Maker_HD_Webcam_123"


class Tree:
    """A /dev of files."""

    def __init__(self, dev: Path) -> None:
        self.dev, self.root = dev, dev / "v4l"
        for folder in ("by-id", "by-path"):
            (self.root / folder).mkdir(parents=True)

    def plug(self, number: int, *, level: int = 90, name: str = CAM, socket: str = "usb-0:1") -> None:
        """Plug a camera in as *number*; its second node, as real ones have, carries no pictures."""
        node = self.dev / f"video{number}"
        writer = cv2.VideoWriter(f"{node}.avi", cv2.VideoWriter.fourcc(*"MJPG"), 10, (128, 96))
        for _ in range(40):
            writer.write(np.full((96, 128, 3), level, np.uint8))
        writer.release()
        Path(f"{node}.avi").rename(node)
        (self.dev / f"video{number + 1}").touch()
        for index in (0, 1):
            for link in (f"by-id/{name}-video-index{index}", f"by-path/pci-{socket}-video-index{index}"):
                (self.root / link).unlink(missing_ok=True)
                (self.root / link).symlink_to(f"../../video{number + index}")

    def unplug(self, number: int) -> None:
        for node in (number, number + 1):
            (self.dev / f"video{node}").unlink()


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tree]:
    monkeypatch.setattr(frames, "PATIENCE_S", 0.1)
    monkeypatch.setattr(frames, "RETRY_S", 0.01)
    monkeypatch.setattr(frames, "LONGEST_RETRY_S", 0.02)
    yield Tree(tmp_path / "dev")


def level(source: Source) -> int:
    """Return the brightness of the next picture, however long the camera is looked for."""
    for _ in range(50):
        try:
            frame = source.read()
        except CameraError:
            continue
        assert isinstance(frame, Frame)
        return round(float(frame.image.mean()))
    raise AssertionError("no picture came")


def until(source: Source, wanted: int) -> bool:
    return any(abs(level(source) - wanted) < 5 for _ in range(200))


def test_a_camera_is_listed_once_under_its_own_name(tree: Tree) -> None:
    tree.plug(0)
    assert list_devices(tree.root) == [Device(f"by-id/{CAM}-video-index0", tree.dev / "video0")]


def test_of_two_cameras_alike_the_second_is_known_by_its_socket(tree: Tree) -> None:
    tree.plug(0, socket="usb-0:1")
    tree.plug(2, socket="usb-0:2")  # the same maker's name and no serial number: one link for both
    assert [one.identity for one in list_devices(tree.root)] == [
        "by-path/pci-usb-0:1-video-index0",
        f"by-id/{CAM}-video-index0",
    ]


@pytest.mark.parametrize("spec", ["0", "{dev}/video0", f"by-id/{CAM}-video-index0"])
def test_number_device_and_name_are_the_same_camera(tree: Tree, spec: str) -> None:
    tree.plug(0)
    assert identity_of(spec.format(dev=tree.dev), tree.root) == f"by-id/{CAM}-video-index0"


@pytest.mark.parametrize("spec", ["7", "http://camera/video", "films/evening.mp4"])
def test_what_has_no_name_keeps_its_own(tree: Tree, spec: str) -> None:
    tree.plug(0)
    assert identity_of(spec, tree.root) == spec


def test_a_camera_plugged_in_again_under_another_number_is_found(tree: Tree) -> None:
    tree.plug(0, level=90)
    source = open_source("0", root=tree.root)
    assert level(source) == pytest.approx(90, abs=4)
    tree.unplug(0)
    tree.plug(4, level=170)
    assert until(source, 170)
    source.close()


def test_another_camera_that_takes_the_number_is_not_taken_for_it(tree: Tree) -> None:
    tree.plug(0, level=90)
    source = open_source("0", root=tree.root)
    tree.unplug(0)
    tree.plug(0, level=200, name="usb-Other_Cam_9", socket="usb-0:3")
    (tree.root / f"by-id/{CAM}-video-index0").unlink()
    with pytest.raises(CameraError, match="camera 0 sends no pictures"):
        for _ in range(100):
            assert abs(level_now(source) - 200) > 20
    source.close()


def level_now(source: Source) -> float:
    frame = source.read()
    assert frame is not None
    return float(frame.image.mean())


def test_a_camera_plugged_in_after_the_start_is_found(tree: Tree) -> None:
    source = open_source("any", root=tree.root)
    with pytest.raises(NoCameraYetError, match="not there yet"):
        source.read()
    tree.plug(2, level=120)
    assert until(source, 120)
    source.close()


def test_of_several_cameras_the_remembered_one_is_taken(tree: Tree) -> None:
    tree.plug(0, level=60, name="usb-Lid_1", socket="usb-0:7")
    tree.plug(2, level=150)
    opener = AnyDevice((f"by-id/{CAM}-video-index0",), tree.root)
    capture = opener()
    assert capture.read()[1].mean() == pytest.approx(150, abs=4)
    assert opener.identity == f"by-id/{CAM}-video-index0"
    capture.release()


def test_a_device_that_is_none_does_not_open(tree: Tree) -> None:
    assert not open_device("by-id/nothing", tree.root).isOpened()
    assert not AnyDevice((), tree.root)().isOpened()
    with pytest.raises(CameraError, match="does not open; plug it in"):
        open_source("by-id/nothing", root=tree.root)


class Picamera2:
    """The interface of picamera2's class, as far as a table needs it."""

    cameras = (
        {"Model": "imx708", "Num": 0, "Id": "/base/i2c@1/imx708@1a"},
        {"Model": "ov5647", "Num": 1, "Id": "/base/i2c@0/ov5647@36"},
    )
    in_use = False
    is_stuck = False

    def __init__(self, number: int = 0) -> None:
        if self.in_use:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.number, self.state = number, "open"

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return list(cls.cameras)

    def create_video_configuration(self, *, main: dict[str, Any]) -> dict[str, Any]:
        return {"main": main}

    def configure(self, configuration: dict[str, Any]) -> None:
        assert configuration["main"]["format"] == "RGB888"
        self.size = configuration["main"]["size"]

    def start(self) -> None:
        self.state = "running"

    def capture_array(self, name: str, wait: float | None = None) -> np.ndarray:
        assert self.state == "running" and name == "main" and wait is not None
        if self.is_stuck:
            raise TimeoutError
        return np.full((self.size[1], self.size[0], 3), (20, 60, 100 + self.number), np.uint8)

    def stop(self) -> None:
        self.state = "stopped"

    def close(self) -> None:
        assert self.state == "stopped"
        self.state = "closed"


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    module = ModuleType("picamera2")
    kind = type("Picamera2", (Picamera2,), {})
    module.Picamera2 = kind  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return kind


@pytest.mark.parametrize(("spec", "red"), [("pi", 100), ("pi:1", 101), ("pi:/base/i2c@0/ov5647@36", 101)])
def test_a_raspberry_pi_camera_is_read_through_its_own_stack(pi: type, spec: str, red: int) -> None:
    source = open_source(spec)
    frame = source.read()
    source.close()
    assert frame is not None and frame.image.shape == (1080, 1920, 3)
    assert frame.image[0, 0].tolist() == [20, 60, red]


def test_a_raspberry_pi_camera_is_found_by_itself(pi: type, tree: Tree) -> None:
    opener = AnyDevice((), tree.root)
    capture = opener()
    assert capture.isOpened() and opener.identity == "pi"
    capture.release()
    assert not capture.isOpened()


def test_a_raspberry_pi_camera_that_is_in_use_or_missing_says_what_to_do(pi: Any) -> None:
    pi.in_use = True
    with pytest.raises(CameraError, match=r"camera pi does not open; check its cable.*picamera2"):
        open_source("pi")
    pi.in_use, pi.cameras = False, ()
    with pytest.raises(CameraError, match="camera pi:1 does not open"):
        open_source("pi:1")


def test_a_raspberry_pi_camera_that_hangs_gives_no_picture(pi: Any) -> None:
    pi.is_stuck = True
    capture = open_device("pi")
    assert capture.read() == (False, None)
    capture.release()


def test_without_picamera2_there_is_no_raspberry_pi_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert not open_device("pi").isOpened()
