"""A camera that sends packed pictures is looked through as if they came unpacked: seen alike and as soon."""

import cv2
import pytest

from companion.camera.watch import Watch
from rules.kernel.hexes import Hex
from tests.vision.conftest import Bench
from vision.board.plan import BoardPlan, TagBook
from vision.eyes import Eyes
from vision.health import EyeState
from vision.settle import Settler
from vision.simulate.table import SimulatedTable
from vision.source.frames import Frame
from vision.source.pictures import Jpeg


@pytest.fixture
def bench(plan: BoardPlan, book: TagBook) -> Bench:
    """A table that is seen in pictures large enough to have drafts."""
    bench = Bench(plan, book)
    bench.table = SimulatedTable(plan, book, size=(1920, 1080), seed=3)
    for piece, at in (("citadel_guard-1", "D3"), ("blood_harvesters-1", "F6"), ("viper_legion-2", "H8")):
        bench.table.place(piece, Hex(at))
    return bench


def sent(bench: Bench) -> Jpeg:
    """Return the table's next picture as a camera sends it."""
    return Jpeg(cv2.imencode(".jpg", bench.table.read().image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())


@pytest.mark.journey
def test_a_move_is_told_at_the_same_frame_of_packed_pictures_as_of_unpacked_ones(bench: Bench) -> None:
    packed, unpacked = (Eyes(bench.eyes.plan, bench.table.book) for _ in range(2))
    settlers, told, number = (Settler(), Settler()), [], 0
    for at, hand in (("D3", None), ("D3", "D3"), ("G4", "G4"), ("G4", None)):
        bench.table.place("citadel_guard-1", Hex(at))
        bench.table.hand(None if hand is None else Hex(hand))
        for _ in range(6):
            picture, number = sent(bench), number + 1
            readings = (
                packed.look(Frame(picture, number, number / 10, live=True)),
                unpacked.look(Frame(picture.whole, number, number / 10, live=True)),
            )
            seen, other = (settler.feed(one) for settler, one in zip(settlers, readings, strict=True))
            assert seen == other
            told += [] if seen is None else [seen.pieces["citadel_guard-1"]]
    assert told == ["D3", "G4"]


def test_at_rest_most_packed_pictures_are_never_unpacked_whole(bench: Bench) -> None:
    pictures = []
    for number in range(30):
        pictures.append(sent(bench))
        reading = bench.eyes.look(Frame(pictures[-1], number, number / 10, live=True))
        assert reading.state is EyeState.QUIET
    assert sum("whole" in vars(picture) for picture in pictures[-20:]) <= 4


@pytest.mark.journey
def test_a_watch_at_rest_has_no_more_of_the_pictures_unpacked_than_its_eyes(bench: Bench) -> None:
    watch = Watch(
        bench.table, plan=bench.eyes.plan, make_eyes=lambda plan, view: bench.eyes, report=lambda report: None
    )
    pictures = []
    for number in range(30):
        pictures.append(sent(bench))
        watch.look(Frame(pictures[-1], number, number / 10, live=True))
    assert sum("whole" in vars(picture) for picture in pictures[-20:]) <= 4
