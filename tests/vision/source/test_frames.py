import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import cv2
import numpy as np
import pytest

from tests.clock import Clock
from vision.errors import CameraError, InputError, NoCameraYetError
from vision.source import frames
from vision.source.frames import CameraSource, Frame, Source, read_picture
from vision.source.open_source import open_source


def picture(level: int) -> np.ndarray:
    return np.full((96, 128, 3), level, np.uint8)


def write(path: Path, level: int = 100) -> Path:
    path.write_bytes(cv2.imencode(path.suffix, picture(level))[1].tobytes())
    return path


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (128, 96))
    for level in range(20):
        writer.write(picture(10 * level))
    writer.release()
    return path


def read_all(spec: str) -> list[Frame]:
    source = open_source(spec)
    found = []
    while (frame := source.read()) is not None:
        found.append(frame)
    source.close()
    return found


def test_a_folders_pictures_come_in_the_order_people_number_them(tmp_path: Path) -> None:
    for name in ("shot10.png", "shot2.png", "Shot1.png"):
        write(tmp_path / name)
    (tmp_path / "notes.txt").write_text("no picture")
    assert [frame.name for frame in read_all(str(tmp_path))] == ["Shot1.png", "shot2.png", "shot10.png"]


def test_a_folders_pictures_are_photographs(tmp_path: Path) -> None:
    write(tmp_path / "one.jpg")
    (frame,) = read_all(str(tmp_path))
    assert frame.still and not frame.live
    assert frame.image.shape == (96, 128, 3)


def test_a_video_is_read_frame_by_frame_with_its_own_times(video: Path) -> None:
    found = read_all(str(video))
    assert len(found) == 20
    assert [frame.at for frame in found[:3]] == pytest.approx([0.0, 0.1, 0.2])
    assert not found[0].still


def test_a_video_cut_short_gives_what_it_holds_and_then_one_sentence(video: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.avi"
    content = video.read_bytes()
    cut.write_bytes(content[: len(content) * 6 // 10])
    with pytest.raises(InputError, match=r"breaks off after|no video") as trouble:
        read_all(str(cut))
    assert "\n" not in str(trouble.value)


def test_a_file_that_is_no_video_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.mp4"
    path.write_bytes(b"this is no film at all" * 50)
    with pytest.raises(InputError, match=r"game\.mp4.*no video"):
        open_source(str(path))


@pytest.mark.parametrize("content", [b"", b"no picture", b"\xff\xd8\xff\xe0 broken"])
def test_a_picture_that_is_none_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "shot.jpg"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"shot\.jpg.*no picture"):
        read_picture(path)


def test_a_picture_too_small_for_a_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "dot.png"
    path.write_bytes(cv2.imencode(".png", np.zeros((3, 3, 3), np.uint8))[1].tobytes())
    with pytest.raises(InputError, match="3 x 3"):
        read_picture(path)


def test_one_bad_picture_of_a_folder_is_told_and_left_out(tmp_path: Path) -> None:
    for name, level in (("1.png", 10), ("3.png", 30)):
        write(tmp_path / name, level)
    (tmp_path / "2.png").write_bytes(b"no picture")
    source = open_source(str(tmp_path))
    assert source.read() is not None
    with pytest.raises(CameraError, match=r"2\.png: is no picture .*; it is left out$"):
        source.read()
    frame = source.read()
    assert frame is not None and frame.name == "3.png" and source.read() is None


def test_a_folder_that_has_gone_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "RETRY_S", 0.01)
    folder = tmp_path / "shots"
    folder.mkdir()
    for number in range(3):
        write(folder / f"{number}.png")
    source = open_source(str(folder))
    assert source.read() is not None
    folder.rename(tmp_path / "away")
    for _ in range(3):
        with pytest.raises(CameraError, match=r"shots has gone; it is waited for$"):
            source.read()
    (tmp_path / "away").rename(folder)
    names = [frame.name for frame in iter(source.read, None)]
    assert names == ["1.png", "2.png"]


def test_an_empty_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no pictures"):
        open_source(str(tmp_path))
    with pytest.raises(InputError, match="no such file"):
        open_source(str(tmp_path / "nothing"))


def test_a_camera_that_does_not_open_says_what_to_do() -> None:
    with pytest.raises(CameraError, match=r"camera 97 does not open; plug it in"):
        open_source("97")


class FakeCamera:
    """A camera whose pictures are told by a list: a level, or None for none."""

    def __init__(self, levels: list[int | None]) -> None:
        self.levels, self.released = levels, False
        self.level: int | None = None
        self.unpacked = 0

    def isOpened(self) -> bool:  # noqa: N802
        return bool(self.levels)

    def grab(self) -> bool:
        time.sleep(0.002)
        self.level = self.levels.pop(0) if self.levels else None
        return self.level is not None

    def retrieve(self) -> tuple[bool, np.ndarray | None]:
        self.unpacked += 1
        return self.level is not None, None if self.level is None else picture(self.level)

    def release(self) -> None:
        self.released = True


def camera(*runs: list[int | None]) -> tuple[CameraSource, list[FakeCamera]]:
    cameras = [FakeCamera(run) for run in runs]
    waiting = list(cameras)
    opener: Callable[[], FakeCamera] = lambda: waiting.pop(0) if waiting else FakeCamera([])  # noqa: E731
    source = CameraSource("camera 0", opener, "plug it in")
    source.wait()
    return source, cameras


def test_a_camera_hands_out_its_newest_picture_once() -> None:
    source, (camera_now,) = camera(list(range(1, 200)))
    numbers = []
    while len(numbers) < 20:
        frame = source.read()
        assert frame is not None and frame.live
        assert int(frame.image[0, 0, 0]) == frame.number + 1
        assert frame.number >= 199 - len(camera_now.levels) - 3  # read meanwhile, never more
        numbers.append(frame.number)
    source.close()
    assert numbers == sorted(set(numbers))


def test_a_picture_that_has_grown_old_is_never_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(frames, "time", clock)
    monkeypatch.setattr(frames, "TIMEOUT_S", 0.05)
    monkeypatch.setattr(frames, "RETRY_S", 60.0)
    source, _ = camera([1])
    clock.now = frames.FIRST_GAP_S + frames.SLACK_S + 0.01
    with pytest.raises(CameraError, match="sends no pictures"):
        source.read()
    clock.now -= 0.02
    assert source.read() is not None
    source.close()


def test_a_camera_that_opens_but_gives_nothing_is_told_the_raspberry_pi_remedy() -> None:
    with pytest.raises(CameraError, match=r"opens but gives no picture.*libcamera.*rpicam-apps.*--camera pi"):
        camera([None] * 100)


def test_a_camera_that_is_gone_is_looked_for_less_and_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(frames, "TIMEOUT_S", 0.01)
    source, _ = camera([1])

    class Slept(Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout or 0.0)
            if len(waits) >= 6:
                self.set()
            return self.is_set()

    source.close()
    lost = CameraSource("camera 1", lambda: FakeCamera([]), "plug it in")
    lost.close()
    again = CameraSource.__new__(CameraSource)
    vars(again).update(vars(lost))
    again._closed = Slept()
    again._run()
    assert waits == [1.0, 2.0, 4.0, 4.0, 4.0, 4.0]


def test_a_camera_that_hangs_never_holds_up_the_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "TIMEOUT_S", 0.05)
    monkeypatch.setattr(frames, "CLOSE_LIMIT_S", 0.05)
    let_go = Event()

    class Hanging(FakeCamera):
        def grab(self) -> bool:
            if len(self.levels) == 1:
                let_go.wait()
            return super().grab()

    source = CameraSource("camera 0", lambda: Hanging([1, 2]), "plug it in")
    source.wait()
    source.read()
    with pytest.raises(CameraError, match="sends no pictures"):
        source.read()
    source.close()
    assert source.read() is None
    let_go.set()
    source._thread.join()


def test_a_camera_that_was_unplugged_is_reopened_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "RETRY_S", 0.01)
    source, cameras = camera([1], [7] * 20)
    deadline = time.monotonic() + 5
    levels = set()
    while 7 not in levels and time.monotonic() < deadline:
        frame = source.read()
        assert frame is not None
        levels.add(int(frame.image[0, 0, 0]))
    source.close()
    assert 7 in levels
    assert cameras[0].released


def test_a_camera_that_gives_nothing_says_so_and_may_be_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "TIMEOUT_S", 0.05)
    monkeypatch.setattr(frames, "RETRY_S", 0.01)
    source, _ = camera([1])
    assert source.read() is not None
    for _ in range(2):
        with pytest.raises(CameraError, match="sends no pictures"):
            source.read()
    source.close()
    assert source.read() is None


class Stream(BaseHTTPRequestHandler):
    """A network camera: JPEG after JPEG."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        shot = cv2.imencode(".jpg", picture(140))[1].tobytes()
        head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(shot)
        try:
            for _ in range(200):
                if self.server.is_switched_off:
                    self.connection.close()
                    return
                self.wfile.write(head + shot + b"\r\n")
                time.sleep(0.02)
        except OSError:
            return

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def streaming() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads, server.is_switched_off = True, False
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def address(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}/video.mjpg"


def test_a_network_camera_that_goes_and_comes_back_is_read_again(
    streaming: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "TIMEOUT_S", 0.3)
    monkeypatch.setattr(frames, "RETRY_S", 0.02)
    monkeypatch.setattr(frames, "LONGEST_RETRY_S", 0.05)
    source = open_source(address(streaming))
    assert source.read() is not None
    streaming.is_switched_off = True
    with pytest.raises(CameraError, match="check the address"):
        for _ in range(300):
            source.read()
    streaming.is_switched_off = False
    assert first_after_trouble(source) is not None
    source.close()


def first_after_trouble(source: Source) -> Frame | None:
    for _ in range(40):
        try:
            return source.read()
        except CameraError:
            continue
    return None


def test_a_network_camera_is_read_by_its_address(streaming: ThreadingHTTPServer) -> None:
    source = open_source(address(streaming))
    frame = source.read()
    source.close()
    assert frame is not None
    assert int(frame.image[40, 40, 1]) == pytest.approx(140, abs=4)


def test_an_address_where_nobody_answers_says_what_to_do() -> None:
    with pytest.raises(CameraError, match=r"http://127\.0\.0\.1:9/.*check the address"):
        open_source("http://127.0.0.1:9/video")


def test_single_failed_reads_never_close_a_camera() -> None:
    run: list[int | None] = [level for number in range(1, 60) for level in (number, None)]
    source, cameras = camera(run, [250] * 50)
    levels = []
    while len(levels) < 15:
        frame = source.read()
        assert frame is not None
        levels.append(int(frame.image[0, 0, 0]))
    assert not cameras[0].released and 250 not in levels
    source.close()


@pytest.mark.parametrize("count", [1, 30])
def test_a_camera_that_gives_none_for_a_while_is_opened_anew(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "FAULTY_S", 0.1)
    monkeypatch.setattr(frames, "RETRY_S", 0.01)
    source, cameras = camera([5] * count + [None] * 1000, [250] * 1000)
    while (frame := source.read()) is not None and int(frame.image[0, 0, 0]) != 250:
        continue
    assert cameras[0].released
    source.close()


def test_a_camera_that_is_being_opened_is_told_at_once_and_waited_for() -> None:
    is_there = Event()

    def slow() -> FakeCamera:
        is_there.wait()
        return FakeCamera([7] * 1000)

    source = CameraSource("camera 0", slow, "plug it in")
    for _ in range(3):
        with pytest.raises(NoCameraYetError, match=r"^opening camera 0: some cameras take a minute$"):
            source.read()
    is_there.set()
    source.wait()
    assert first_after_trouble(source) is not None
    source.close()


def test_a_camera_at_rest_unpacks_only_pictures_that_are_wanted() -> None:
    source, (taken,) = camera([9] * 100_000)
    assert source.read() is not None
    source.is_resting = True
    before, left = taken.unpacked, len(taken.levels)
    for _ in range(5):
        while len(taken.levels) > left - 50:
            time.sleep(0.001)
        left = len(taken.levels)
        assert source.read() is not None
    assert taken.unpacked - before <= 5 + 5  # one may be on its way whenever somebody asks
    source.close()
