"""The Raspberry Pi's own camera, through a program of that name that stands in for the real one."""

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import CameraError, NoCameraYetError
from vision.source import frames, picam
from vision.source.devices import AnyDevice, list_devices
from vision.source.frames import CameraSource
from vision.source.open_source import open_source
from vision.source.picam import PiCapture, list_pi_cameras

STAND_IN = """#!{python}
import sys, time
told = sys.argv[1:]
if "--list-cameras" in told:
    print(open({folder!r} + "/list.txt").read())
    sys.exit()
assert told[told.index("--codec") + 1] == "mjpeg" and told[told.index("--output") + 1] == "-", told
assert "--nopreview" in told and told[told.index("--timeout") + 1] == "0", told
number = told[told.index("--camera") + 1]
{trouble}
shot = open({folder!r} + "/" + number + ".jpg", "rb").read()
while True:
    sys.stdout.buffer.write(shot)
    sys.stdout.buffer.flush()
    sys.stderr.write("#1 (15.00 fps) exp 33000.00 ag 8.00 dg 1.00\\n" * 50)
    time.sleep(0.02)
"""
LIST = """Available cameras
-----------------
0 : imx708 [4608x2592 10-bit RGGB] (/base/soc/i2c0mux/i2c@1/imx708@1a)
    Modes: 'SRGGB10_CSI2P' : 1536x864 [120.13 fps - (768, 432)/3072x1728 crop]
1 : ov5647 [2592x1944 10-bit GBRG] (/base/i2c@0/ov5647@36)
"""
Plug = Callable[..., None]


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plug:
    """Put a program on the way to programs that sends pictures as the Raspberry Pi's does."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(picam, "WAIT_S", 3.0)
    monkeypatch.setattr(frames, "RETRY_S", 0.01)
    for number in (0, 1):
        shot = np.full((1080, 1920, 3), (20, 60, 100 + 50 * number), np.uint8)
        cv2.imwrite(str(folder / f"{number}.jpg"), shot)

    def plug(*, program: str = "rpicam-vid", trouble: str = "", listed: str = LIST) -> None:
        text = STAND_IN.format(python=sys.executable, folder=str(folder), trouble=trouble)
        (folder / "list.txt").write_text(listed)
        (folder / program).write_text(text)
        (folder / program).chmod(0o755)

    return plug


def red(source: CameraSource) -> int:
    frame = source.read()
    assert frame is not None and frame.image.shape == (1080, 1920, 3) and frame.live
    return round(float(frame.image[500, 900, 2]))


@pytest.mark.parametrize("program", ["rpicam-vid", "libcamera-vid"])
@pytest.mark.parametrize(("spec", "level"), [("pi", 100), ("pi:1", 150), ("pi:/base/i2c@0/ov5647@36", 150)])
def test_a_raspberry_pi_camera_is_read_through_its_program(
    pi: Plug, program: str, spec: str, level: int
) -> None:
    pi(program=program)
    source = open_source(spec)
    assert isinstance(source, CameraSource)
    assert [abs(red(source) - level) < 4 for _ in range(5)] == [True] * 5
    assert source.identity == spec
    source.close()


def test_a_raspberry_pi_camera_is_found_by_itself(pi: Plug, tmp_path: Path) -> None:
    pi()
    (tmp_path / "v4l").mkdir()
    opener = AnyDevice((), tmp_path / "v4l")
    capture = opener()
    assert capture.isOpened() and capture.grab() and opener.identity == "pi"
    capture.release()
    assert not capture.isOpened() and list_devices(tmp_path / "v4l") == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' pipes are as wide as they are")
def test_a_whole_picture_has_room_in_the_pipe(pi: Plug) -> None:
    import fcntl

    pi()
    capture = PiCapture("pi")
    assert capture.grab() and fcntl.fcntl(capture._pipe, fcntl.F_GETPIPE_SZ) >= 500_000
    capture.release()


def test_the_cameras_are_those_that_the_program_lists(pi: Plug) -> None:
    assert list_pi_cameras() == []
    pi()
    assert [(one.number, one.model, one.name) for one in list_pi_cameras()] == [
        (0, "imx708", "/base/soc/i2c0mux/i2c@1/imx708@1a"),
        (1, "ov5647", "/base/i2c@0/ov5647@36"),
    ]
    pi(listed="No cameras available!")
    assert list_pi_cameras() == []


def test_without_the_program_the_sentence_names_what_to_install(pi: Plug) -> None:
    with pytest.raises(CameraError, match=r"camera pi cannot be read; .*apt-get install rpicam-apps$"):
        open_source("pi")


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        ("sys.exit('ERROR: *** no cameras available ***')", r"has ended \(no cameras available\); check its"),
        (
            "sys.exit('ERROR: *** failed to acquire camera ***')",
            r"\(failed to acquire camera\); check its cable",
        ),
        ("raise ValueError('numpy.dtype size changed')", r"\(ValueError: numpy.dtype size changed\)"),
        ("sys.exit(0)", "camera pi has ended; check its cable"),
    ],
)
def test_why_the_program_ends_is_told_in_one_sentence(pi: Plug, trouble: str, told: str) -> None:
    pi(trouble=trouble)
    with pytest.raises(CameraError, match=told) as raised:
        open_source("pi")
    assert "\n" not in str(raised.value) and "Traceback" not in str(raised.value)


def test_a_name_that_is_not_listed_is_not_there(pi: Plug) -> None:
    pi()
    with pytest.raises(CameraError, match="camera pi:/base/nothing is not there; check its cable"):
        open_source("pi:/base/nothing")


def test_a_program_that_hangs_gives_no_picture_and_is_ended(
    pi: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picam, "WAIT_S", 0.1)
    pi(trouble="time.sleep(600)")
    capture = PiCapture("pi")
    assert not capture.grab() and capture.isOpened()
    capture.release()
    assert not capture.isOpened()


def test_whatever_a_driver_raises_becomes_one_sentence() -> None:
    def broken() -> PiCapture:
        raise ValueError("numpy.dtype size changed,\nmay indicate incompatibility of rtsp://ana:secret@host/")

    source = CameraSource("camera pi", broken, "check its cable")
    with pytest.raises(CameraError, match=r"^camera pi fails \(ValueError\); check its cable$"):
        source.wait()
    with pytest.raises(NoCameraYetError, match=r"^camera pi fails \(ValueError\); check its cable$"):
        source.read()
    source.close()
