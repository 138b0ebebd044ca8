"""Cameras by name, on a device tree of files: each "device" is a video that OpenCV really opens."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import CameraError, NoCameraYetError
from vision.source import frames
from vision.source.devices import AnyDevice, Device, identity_of, list_devices, open_device
from vision.source.frames import CameraSource, Frame, Source
from vision.source.open_source import open_source

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
    monkeypatch.setattr(frames, "TIMEOUT_S", 0.1)
    monkeypatch.setattr(frames, "FAULTY_S", 0.05)
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


def test_two_cameras_alike_are_known_by_their_sockets(tree: Tree) -> None:
    tree.plug(0, socket="usb-0:1")
    tree.plug(2, socket="usb-0:2")  # the same maker's name and no serial number: one link for both
    both = ["by-path/pci-usb-0:1-video-index0", "by-path/pci-usb-0:2-video-index0"]
    assert [one.identity for one in list_devices(tree.root)] == both
    assert [identity_of(spec, tree.root) for spec in ("0", "2", f"by-id/{CAM}-video-index0")] == [
        *both,
        both[1],
    ]


def test_a_third_camera_of_another_make_keeps_its_own_name(tree: Tree) -> None:
    tree.plug(0, socket="usb-0:1")
    tree.plug(2, socket="usb-0:2")
    tree.plug(4, socket="usb-0:3", name="usb-Other_Cam_9")
    for node, make in (("video0", "HD Webcam"), ("video2", "HD Webcam"), ("video4", "Other Cam")):
        folder = tree.dev.parent / "sys/class/video4linux" / node
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{make}\n")
    assert [one.identity for one in list_devices(tree.root)] == [
        "by-path/pci-usb-0:1-video-index0",
        "by-path/pci-usb-0:2-video-index0",
        "by-id/usb-Other_Cam_9-video-index0",
    ]


def test_a_board_without_usb_is_no_twin_of_a_usb_camera(tree: Tree) -> None:
    tree.plug(0, socket="usb-0:1")
    (tree.dev / "video9").touch()
    (tree.root / "by-path/platform-fe801000.csi-video-index0").symlink_to("../../video9")
    assert identity_of("0", tree.root) == f"by-id/{CAM}-video-index0"


@pytest.mark.parametrize("spec", ["0", "any"])
def test_a_camera_is_not_changed_for_its_twin_plugged_in_later(tree: Tree, spec: str) -> None:
    tree.plug(0, level=90, socket="usb-0:1")
    source = open_source(spec, root=tree.root)
    assert until(source, 90)
    tree.plug(2, level=170, socket="usb-0:2")  # the one name of both is this one's now
    assert isinstance(source, CameraSource)
    seen = {level(source) // 40 for _ in range(120)}  # it is opened anew after 40 pictures
    assert seen == {2}
    assert source.identity == "by-path/pci-usb-0:1-video-index0"
    source.close()


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
    source = open_source("any", root=tree.root, is_awaited=True)
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
    assert capture.grab() and capture.retrieve()[1].mean() == pytest.approx(150, abs=4)
    assert opener.identity == f"by-id/{CAM}-video-index0"
    capture.release()


def test_a_device_that_is_none_does_not_open(tree: Tree) -> None:
    assert not open_device("by-id/nothing", tree.root).isOpened()
    assert not AnyDevice((), tree.root)().isOpened()
    with pytest.raises(CameraError, match="does not open; plug it in"):
        open_source("by-id/nothing", root=tree.root)
