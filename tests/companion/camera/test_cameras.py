"""What is remembered of cameras, and the camera page's view of them."""

import json
import resource
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, current_thread
from typing import Any
from unittest.mock import Mock

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from companion.app import create_app, services_of
from companion.camera import watch as watch_module
from companion.camera.camera_memory import CameraBoard, CameraMemory
from companion.camera.watch import Watch
from companion.cli import herald
from companion.library.settings import Settings
from companion.reconcile.camera_reports import CameraNews, CameraReport
from companion.reconcile.moment import CameraState
from companion.web.pages.camera_fit import MOST_A_SECOND, CameraFit
from tests.clock import Clock
from tests.companion.sent_view import sent_view
from tests.vision.board.test_lens import TILTS, lens_of, sheet_picture
from vision.board.calibrate import PriorView
from vision.board.lens import SheetView
from vision.board.plan import BoardPlan, format_plan, parse_book, parse_plan
from vision.errors import CameraError, InputError, NoCameraYetError
from vision.eyes import Eyes
from vision.overlay import draw_overlay
from vision.source import frames
from vision.source.frames import CameraSource, Frame, read_picture
from vision.source.open_source import open_source

STILLS = Path(__file__).parents[2] / "cases" / "stills"
CORNERS = ((10.0, 10.0), (90.0, 12.0), (88.0, 70.0), (9.0, 71.0))
CAM = "by-id/usb-Maker_Cam-video-index0"


def test_a_camera_is_remembered_with_its_lens_and_its_boards_by_picture_size(tmp_path: Path) -> None:
    memory, size, lens = CameraMemory(tmp_path), (1920, 1080), lens_of(-0.1)
    assert memory.last is None and memory.view(CAM, "second", size) == PriorView()
    memory.use(CAM)
    memory.keep_lens(CAM, size, lens)
    memory.keep_corners(CAM, "second", size, CORNERS)
    again = CameraMemory(tmp_path)
    assert again.last == CAM
    assert again.view(CAM, "second", size) == PriorView(lens, CORNERS)
    assert again.view(CAM, "first", size) == PriorView(lens, None)
    assert again.view(CAM, "second", (1280, 720)) == PriorView()
    assert again.view("by-id/other", "second", size) == PriorView()
    again.keep_corners(CAM, "second", size, None)
    assert again.view(CAM, "second", size) == PriorView(lens, None)


@pytest.mark.parametrize(
    "content", [b"", b"{", b'{"cameras": 3}', b'{"last": "\xff"}', b'{"x":' + b"[" * 5000]
)
def test_a_memory_that_is_broken_counts_as_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "cameras.json").write_bytes(content)
    memory = CameraMemory(tmp_path)
    assert memory.last is None
    memory.use(CAM)
    assert CameraMemory(tmp_path).last == CAM


def test_a_memory_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be written"):
        CameraMemory(tmp_path / "file").use(CAM)


class Quiet:
    """A table that keeps what it is told."""

    def __init__(self) -> None:
        self.states: list[tuple[CameraState, str]] = []

    def hear(self, report: CameraReport) -> None:
        if isinstance(report, CameraNews):
            self.states.append((report.state, report.text))


class Fixed:
    """A camera by name that shows one picture, once it is there."""

    label, identity = "camera 0", CAM

    def __init__(self, image: Any) -> None:
        self.image, self.trouble = image, None

    def read(self) -> Frame | None:
        if self.trouble is not None:
            raise self.trouble
        return Frame(self.image, 0, 0.0, still=True)

    def close(self) -> None:
        return


@pytest.fixture
def unmarked() -> BoardPlan:
    plan = parse_plan((STILLS / "board.toml").read_text(), "board.toml")
    return msgspec.structs.replace(plan, marker=())


class NeverSet(Clock):
    """An event that nobody sets: who waits for it only lets the time pass."""

    def is_set(self) -> bool:
        return False

    def wait(self, timeout: float) -> None:
        self.now += timeout


def watch_of(
    source: Any, plan: BoardPlan, data: Path, table: Quiet | None = None, *, every_s: float = 0.0
) -> Watch:
    book = parse_book((STILLS / "tags.toml").read_text(), "tags.toml")
    return Watch(
        source,
        plan=plan,
        make_eyes=lambda plan, view: Eyes(plan, book, None, view),
        report=(table or Quiet()).hear,
        known=CameraBoard(CameraMemory(data), "second", source),
        every_s=every_s,
    )


def test_corners_tapped_once_are_known_again_after_a_restart(unmarked: BoardPlan, tmp_path: Path) -> None:
    source = Fixed(read_picture(STILLS / "still_overhead.jpg"))
    watch = watch_of(source, unmarked, tmp_path)
    watch.step()
    lens = CameraFit(watch)
    view = lens.fit_view()
    assert view is not None and view.board is None and (view.width, view.height) == (1920, 1080)
    taps = ((311.0, 61.0), (1611.0, 61.0), (1627.0, 1044.0), (295.0, 1044.0))
    assert lens.pin(corners=taps) is None
    watch.step()
    again = watch_of(source, unmarked, tmp_path)
    again.step()
    for one in (watch, again):
        found = CameraFit(one).fit_view()
        assert found is not None and found.board is not None
        assert np.abs(np.array(found.board) - taps).max() < 0.01
    assert CameraMemory(tmp_path).last == CAM


def test_corners_that_make_no_board_are_refused(unmarked: BoardPlan, tmp_path: Path) -> None:
    watch = watch_of(Fixed(read_picture(STILLS / "still_overhead.jpg")), unmarked, tmp_path)
    assert CameraFit(watch).pin(corners=CORNERS) == "There is no picture: no camera is looking at the board."
    watch.step()
    crossed = (CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3])
    assert CameraFit(watch).pin(corners=crossed) == (
        "The four corners make no board: tap them in the order of the numbers."
    )


def test_a_camera_that_never_was_is_no_camera_and_one_that_goes_is_lost(
    unmarked: BoardPlan, tmp_path: Path
) -> None:
    source, table = Fixed(read_picture(STILLS / "still_overhead.jpg")), Quiet()
    watch = watch_of(source, unmarked, tmp_path, table)
    for trouble in (NoCameraYetError("a camera is not there yet"), None, CameraError("it has gone")):
        source.trouble = trouble
        assert watch.step()
    states = [state for state, _ in table.states]
    assert states[0] is CameraState.NONE and states[-1] is CameraState.LOST


class Counted:
    """Counts how often a picture is drawn."""

    drawn = 0
    second = None

    def overlay(self) -> bytes:
        self.drawn += 1
        return b"%d" % self.drawn


def test_however_many_look_a_picture_is_drawn_a_few_times_a_second() -> None:
    watch, now = Counted(), [100.0]
    lens = CameraFit(watch, clock=lambda: now[0])
    assert watch.drawn == 0
    for _ in range(100):
        lens.still()
        now[0] += 0.02
    assert watch.drawn <= 2 * MOST_A_SECOND + 1


@pytest.mark.journey
def test_a_thousand_looks_from_many_threads_are_drawn_by_one(
    unmarked: BoardPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by, real = list[str](), draw_overlay

    def counted(*told: Any) -> Any:
        by.append(current_thread().name)
        return real(*told)

    monkeypatch.setattr("vision.overlay.draw_overlay", counted)
    watch = watch_of(Fixed(read_picture(STILLS / "still_overhead.jpg")), unmarked, tmp_path)
    watch.step()
    lens = CameraFit(watch, clock=iter(range(10_000)).__next__)
    resident()
    with ThreadPoolExecutor(32) as pool:
        assert len(set(pool.map(lambda _: lens.still(), range(100)))) == 1
        assert len(by) == 1  # one picture is drawn once
        before = resident()
        for _ in range(20):
            watch.step()
            assert all(pool.map(lambda _: lens.still(), range(50)))
    assert len(by) == 21 and len(set(by)) == 1
    assert resident() - before < 60_000_000


def resident() -> int:
    """Return how many bytes of memory this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def test_herald_lens_measures_a_camera_and_remembers_it(tmp_path: Path) -> None:
    folder = tmp_path / "sheet"
    folder.mkdir()
    for number, tilt in enumerate(TILTS):
        cv2.imwrite(str(folder / f"{number}.png"), sheet_picture(lens_of(-0.15), tilt))
    told = ["lens", str(folder), "--data", str(tmp_path)]
    result = CliRunner().invoke(herald, told)
    assert result.exit_code == 2 and "say with --for" in result.output
    result = CliRunner().invoke(herald, [*told, "--for", CAM])
    assert result.exit_code == 0, result.output
    assert "from 5 pictures" in result.output
    view = CameraMemory(tmp_path).view(CAM, "second", (800, 450))
    assert view.lens is not None and view.lens.k1 == pytest.approx(-0.15, abs=0.03)


@pytest.mark.parametrize(
    ("moved_px", "taken", "looked_at"),
    [(7, 8, 8), (6, 8, 15), (0, 1, 41)],  # of a hundred: more than six are elsewhere
)
def test_of_a_camera_that_is_being_measured_the_first_eight_pictures_with_the_sheet_elsewhere_are_taken(
    moved_px: int, taken: int, looked_at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_mm = np.array([(0, 0), (30, 0)], np.float32)
    views = iter([SheetView(at_mm, at_mm + np.float32((number * moved_px, 0))) for number in range(40)])
    monkeypatch.setattr("companion.cli.camera.lens.find_sheet", lambda gray: next(views))
    pictures = [Frame(np.zeros((60, 100, 3), np.uint8), number, 0.0) for number in range(40)]
    source, measure = Mock(), Mock(side_effect=InputError("too few"))
    source.read.side_effect = [*pictures, None]
    monkeypatch.setattr("companion.cli.camera.lens.open_source", lambda spec: source)
    monkeypatch.setattr("companion.cli.camera.lens.measure_lens", measure)
    CliRunner().invoke(herald, ["lens", "0", "--data", str(tmp_path), "--for", CAM])
    assert (len(measure.call_args.args[0]), source.read.call_count) == (taken, looked_at)


def test_herald_lens_says_what_is_missing(tmp_path: Path) -> None:
    result = CliRunner().invoke(herald, ["lens", str(STILLS), "--data", str(tmp_path), "--for", CAM])
    assert result.exit_code == 2 and "the sheet is seen well in 0 of" in result.output


def test_the_stop_never_waits_for_a_camera_that_hangs(
    unmarked: BoardPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "CLOSE_LIMIT_S", 0.05)
    let_go, table = Event(), Quiet()

    class Hanging:
        def isOpened(self) -> bool:  # noqa: N802
            return True

        def grab(self) -> bool:
            let_go.wait()
            return False

        def retrieve(self) -> tuple[bool, Any]:
            return False, None

        def release(self) -> None:
            return

    source = CameraSource("camera 0", Hanging, "plug it in")
    watch = watch_of(source, unmarked, tmp_path, table)
    watch.start()
    watch.close()  # would last as long as TIMEOUT_S, or for ever
    assert watch._thread is not None and not watch._thread.is_alive()
    assert table.states == []  # nobody is told that a camera that was closed is lost
    let_go.set()
    source._thread.join()


class Steady:
    """A capture, and its opener, of one camera by name that shows one picture again and again."""

    identity = CAM

    def __init__(self, image: Any) -> None:
        self._image = image

    def __call__(self) -> "Steady":
        return self

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def grab(self) -> bool:
        time.sleep(0.02)
        return True

    def retrieve(self) -> tuple[bool, Any]:
        return True, self._image

    def release(self) -> None:
        return


def test_watch_takes_up_the_corners_that_were_tapped_for_the_camera(
    unmarked: BoardPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, steady = tmp_path / "bare.toml", Steady(read_picture(STILLS / "still_overhead.jpg"))
    board.write_text(format_plan(unmarked))
    monkeypatch.setattr(
        "companion.cli.camera.watch.open_source",
        lambda spec, is_awaited: CameraSource("camera 0", steady, "plug it in"),
    )
    asked = [
        "watch",
        "0",
        "--board",
        str(board),
        "--tags",
        str(STILLS / "tags.toml"),
        "--frames",
        "6",
        "--json",
    ]

    def states() -> list[str]:
        result = CliRunner().invoke(herald, [*asked, "--data", str(tmp_path), "--frames", "6", "--json"])
        assert result.exit_code == 0, result.output
        return [line["state"] for text in result.stdout.splitlines() if "state" in (line := json.loads(text))]

    assert states() == ["no_marks"]
    taps = ((311.0, 61.0), (1611.0, 61.0), (1627.0, 1044.0), (295.0, 1044.0))
    CameraMemory(tmp_path).keep_corners(CAM, str(board), (1920, 1080), taps)
    assert states() == ["quiet"]


def test_a_source_that_never_waits_is_asked_for_a_picture_only_so_often(
    tmp_path: Path, unmarked: BoardPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = NeverSet()
    asked = list[float]()

    class Drawn(Fixed):
        def read(self) -> Frame | None:
            asked.append(clock.now)
            clock.now += 0.05 * len(asked)  # what each look takes: the fifth is slower than the pace
            return super().read() if len(asked) < 6 else None

    watch = watch_of(Drawn(np.zeros((90, 160, 3), np.uint8)), unmarked, tmp_path, every_s=0.2)
    monkeypatch.setattr(watch_module, "monotonic", clock)
    monkeypatch.setattr(watch, "_closed", clock)
    watch.run()
    assert asked == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8, 1.05])


OLD = "rtsp://ana:s3cr3t@recorder:554/cam?channel=1&pwd=s3cr3t"


def test_passwords_that_a_former_version_kept_are_gone_and_what_was_known_is_not(tmp_path: Path) -> None:
    kept = {"lenses": {}, "corners": {"second 1920x1080": CORNERS}}
    written = {"last": OLD, "cameras": {OLD: kept, CAM: kept}}
    (tmp_path / "cameras.json").write_bytes(json.dumps(written).encode())
    memory, source = CameraMemory(tmp_path), open_source(OLD, is_awaited=True)
    assert isinstance(source, CameraSource)
    known = CameraBoard(memory, "second", source)
    assert known.view((1920, 1080)).corners_px == CORNERS
    source.close()
    assert memory.last == source.identity and memory.view(CAM, "second", (1920, 1080)).corners_px == CORNERS
    assert "s3cr3t" not in (tmp_path / "cameras.json").read_text()
    assert "s3cr3t" not in source.identity + source.label


@pytest.mark.journey
def test_the_page_is_there_before_the_camera_and_says_that_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_there = Event()

    class Slow(Steady):
        def __init__(self, *_: object) -> None:
            super().__init__(read_picture(STILLS / "still_overhead.jpg"))

        def __call__(self) -> Steady:
            is_there.wait()
            return self

    monkeypatch.setattr("vision.source.open_source.NamedDevice", Slow)
    app = create_app(Settings(data=tmp_path, camera="0", dice_camera="1", voice=False))
    services = services_of(app)
    assert services.watch is not None
    services.watch.start()

    def told() -> tuple[str, str]:
        shown = sent_view(services.table)["table"]
        return shown["state"], shown["text"]

    opening = ("no_camera", "Opening camera 0: some cameras take a minute.")
    assert wait_for(lambda: told() == opening)
    is_there.set()
    assert wait_for(lambda: told()[0] not in ("no_camera", "settling"))
    services.close()


def wait_for(is_so: Callable[[], bool]) -> bool:
    return any(is_so() or time.sleep(0.02) for _ in range(1000))
