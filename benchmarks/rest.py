"""What a table at rest costs: a camera of 1080p at 30 pictures a second, as a share of one core.

Run with ``python -m benchmarks.rest``.  The camera is a program of its own that stands in for
``rpicam-vid``, or one that serves the same pictures at an address; its own work is not counted.
Behind it stands the whole watch.  After the rest a hand moves a unit, and the time until that is told
is measured from the first picture without the hand.  Last two cameras at addresses look at the same board.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import cv2

from companion.camera.second_camera import SecondCamera
from companion.camera.watch import Watch
from companion.reconcile.camera_reports import BoardSeen, CameraReport
from vision.board.calibrate import UNKNOWN_VIEW, PriorView
from vision.board.plan import BoardPlan, TagBook, parse_book, parse_plan
from vision.dice.stickers.reader import StickerReader
from vision.eyes import Eyes
from vision.simulate.table import SimulatedTable
from vision.source.open_source import open_source

CONFIG = Path(__file__).parent.parent / "config"
MOST = 15.0  # % of a core
MOST_OF_TWO = 2.0  # times what one camera costs
WARM_S, REST_S = 6.0, 20.0
PICTURES, HAND_S = 8, 0.7
PIECE, HOME, GOAL = "citadel_guard-1", 30, 50

SHOTS = """
import http.server, pathlib, sys, time
folder = pathlib.Path({folder!r})
shots = {{kind: [(folder / f"{{kind}}{{n}}.jpg").read_bytes() for n in range({pictures})]
         for kind in ("rest", "hand", "moved")}}
def kind():
    if not (folder / "move").exists():
        return "rest"
    if time.time() - (folder / "move").stat().st_mtime < {hand_s}:
        return "hand"
    if not (folder / "at").exists():
        (folder / "at").write_text(repr(time.time()))
    return "moved"
"""

PIPE = (
    "#!{python}"
    + SHOTS
    + """
due, number = time.monotonic(), 0
while "--list-cameras" not in sys.argv:
    sys.stdout.buffer.write(shots[kind()][number % {pictures}])
    sys.stdout.buffer.flush()
    number += 1
    due += 1 / 30
    time.sleep(max(0.0, due - time.monotonic()))
"""
)

SERVER = (
    SHOTS
    + """
class Stream(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        due, number = time.monotonic(), 0
        while True:
            shot = shots[kind()][number % {pictures}]
            head = b"--frame\\r\\nContent-Type: image/jpeg\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(shot)
            self.wfile.write(head + shot + b"\\r\\n")
            number += 1
            due += 1 / 30
            time.sleep(max(0.0, due - time.monotonic()))
    def log_message(self, *told):
        return
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stream)
print(server.server_port, flush=True)
server.serve_forever()
"""
)


class Told:
    """A table that notes when the unit is told to have moved."""

    def __init__(self) -> None:
        self.pieces: dict[str, str] = {}
        self.moved_at = 0.0

    def hear(self, report: CameraReport) -> None:
        """Note where the units are."""
        if not isinstance(report, BoardSeen):
            return
        self.pieces = {**report.observation.pieces}
        if not self.moved_at and self.pieces.get(PIECE) == self.goal:
            self.moved_at = time.time()

    goal = ""


def table() -> tuple[BoardPlan, TagBook]:
    """Return the Second Edition's board and tags."""
    plan = parse_plan((CONFIG / "boards" / "second.toml").read_text(), "second.toml")
    return plan, parse_book((CONFIG / "tags" / "second.toml").read_text(), "tags.toml")


def write_pictures(folder: Path, plan: BoardPlan, book: TagBook) -> None:
    """Write the table at rest, and with one unit moved, as pictures with noise of their own."""
    simulated = SimulatedTable(plan, book, size=(1920, 1080), seed=1)
    names = [name for name in book.pieces.values() if name[-2] == "-"][:17]
    for at, name in enumerate(name for name in names if name != PIECE):
        simulated.place(name, plan.board.hexes[at * 4 + 1])
    for kind, at in (("rest", HOME), ("hand", HOME), ("moved", GOAL)):
        simulated.place(PIECE, plan.board.hexes[at])
        simulated.hand(plan.board.hexes[at] if kind == "hand" else None)
        for number in range(PICTURES):
            cv2.imwrite(
                str(folder / f"{kind}{number}.jpg"), simulated.read().image, [cv2.IMWRITE_JPEG_QUALITY, 90]
            )


@contextlib.contextmanager
def camera(kind: str, folder: Path) -> Iterator[str]:
    """Yield how the camera of *kind* is named, as long as it is there."""
    told = {"python": sys.executable, "folder": str(folder), "pictures": PICTURES, "hand_s": HAND_S}
    if kind == "pi":
        (folder / "rpicam-vid").write_text(PIPE.format(**told))
        (folder / "rpicam-vid").chmod(0o755)
        os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
        yield "pi"
        return
    line = [sys.executable, "-c", SERVER.format(**told)]
    with subprocess.Popen(line, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{int(server.stdout.readline())}/video.mjpg"
        server.kill()


def looked_at(watch: Watch) -> int:
    """Return how many pictures *watch* has looked at: on a busy machine fewer, which then cost less."""
    assert watch.frame is not None, "the watch has begun"
    return watch.frame.number


def measure(kind: str, *, has_second: bool = False) -> float:
    """Print what a camera of *kind* costs at rest and how soon a move is told; return % of a core.

    Where it *has_second*, another one like it looks at the board, too.
    """
    plan, book = table()
    with tempfile.TemporaryDirectory() as place:
        folder, told = Path(place), Told()
        Told.goal = plan.board.hexes[GOAL]
        write_pictures(folder, plan, book)
        with camera(kind, folder) as spec:

            def eyes(plan: BoardPlan, view: PriorView = UNKNOWN_VIEW) -> Eyes:
                return Eyes(plan, book, StickerReader(), view)

            beside = [SecondCamera(open_source(spec), plan, eyes)] if has_second else []
            watch = Watch(open_source(spec), plan=plan, make_eyes=eyes, report=told.hear, beside=beside)
            watch.start()
            time.sleep(WARM_S)
            start, before, first = time.monotonic(), time.process_time(), looked_at(watch)
            time.sleep(REST_S)
            passed = time.monotonic() - start
            share = 100 * (time.process_time() - before) / passed
            looks = (looked_at(watch) - first) / passed
            (folder / "move").touch()
            end = time.monotonic() + 10
            while not told.moved_at and time.monotonic() < end:
                time.sleep(0.005)
            shown = float((folder / "at").read_text())
            watch.close()
    name = f"two by {kind}" if has_second else kind
    print(
        f"{name:14} {share:5.1f} % of a core at rest in {looks:.1f} looks a second; "
        f"move told after {1000 * (told.moved_at - shown):4.0f} ms"
    )
    return share


def main() -> None:
    """Measure both kinds and two cameras; fail where they cost more than ``MOST`` or ``MOST_OF_TWO``."""
    shares = [measure(kind) for kind in ("pi", "address")]
    of_two = measure("address", has_second=True) / shares[-1]
    print(f"two cameras cost {of_two:.2f} of one")
    if max(shares) > MOST or of_two > MOST_OF_TWO:
        raise SystemExit(f"more than {MOST:g} % of a core, or two cameras more than {MOST_OF_TWO:g} of one")


if __name__ == "__main__":
    main()
