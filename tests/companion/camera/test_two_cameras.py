"""Two cameras over one board, each on its half: one reading, whoever of them is gone, covered or black."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.chosen_cameras import check_cameras
from companion.camera.second_camera import SecondCamera, alike
from companion.camera.watch import Watch
from companion.library.library import Library
from companion.library.settings import Settings
from companion.preparation.checks import CheckLevel
from companion.preparation.picture_check import Examined
from companion.reconcile.camera_reports import BoardSeen, CameraNews, CameraReport
from companion.reconcile.moment import CameraState
from companion.web.pages.camera_fit import CameraFit
from companion.web.pages.setup.setup_camera import CameraStep
from companion.words.translator import load_translator
from rules.kernel.hexes import Hex
from tests.shares import share
from tests.vision.test_two_views import reading
from vision.board.plan import BoardPlan, TagBook
from vision.errors import CameraError, InputError
from vision.eyes import Eyes
from vision.reading import Reading
from vision.sightings import Observation
from vision.simulate.conditions import Condition, Optics
from vision.simulate.halves import HalfCamera, halves_of
from vision.source.frames import Frame

SIZE = (800, 800)
START = {
    "human_green_archers-1": Hex("C3"),
    "human_green_archers-2": Hex("H7"),
    "human_blue_foot-1": Hex("N9"),
}


class Half:
    """One of two *cameras* over a table's halves; *is_gone*: it is unplugged."""

    label = "half"

    def __init__(self, camera: HalfCamera) -> None:
        self.camera = camera
        self.is_gone = False
        self.is_black = False

    def read(self) -> Frame | None:
        if self.is_gone:
            raise CameraError("unplugged")
        frame = self.camera.read()
        return replace(frame, picture=np.zeros_like(frame.image)) if self.is_black else frame

    def close(self) -> None:
        """Nothing to let go of."""


class TwoCameras:
    """A large board that lies still or is changed by calls, and the watch of two cameras over it."""

    def __init__(self, plan: BoardPlan, book: TagBook) -> None:
        self.plan, self.book = plan, book
        condition = Condition(Optics(tilt=4.0, noise=1.5))
        self.table, west, east = halves_of(plan, book, size=SIZE, seed=4, condition=condition)
        for piece, at in START.items():
            self.table.place(piece, at)
        self.west, self.east = Half(west), Half(east)
        self.seen: list[Observation] = []
        self.news: list[CameraNews] = []
        second = SecondCamera(self.east, plan, lambda plan: Eyes(plan, book))
        self.watch = Watch(
            self.west,
            plan=plan,
            make_eyes=lambda plan, view: Eyes(plan, book, None, view),
            report=self.take,
            beside=(second,),
        )

    def take(self, report: CameraReport) -> None:
        if isinstance(report, BoardSeen):
            self.seen.append(report.observation)
        elif isinstance(report, CameraNews):
            self.news.append(report)

    def look(self, count: int = 6) -> list[Observation]:
        """Look so often; return what was seen anew."""
        before = len(self.seen)
        for _ in range(count):
            self.watch.step()
        return self.seen[before:]

    def carry(self, piece: str, to: str) -> None:
        self.table.hand(self.table.pieces[piece])
        self.look(2)
        self.table.place(piece, Hex(to))
        self.table.hand(None)


@pytest.fixture
def halves(tmp_path: Path) -> Iterator[TwoCameras]:
    library = Library(tmp_path)
    made = TwoCameras(library.plan("epic_wide"), library.book("first"))
    made.look(5)
    yield made
    made.watch.close()


def test_a_unit_that_crosses_the_seam_of_two_halves_is_one_move(halves: TwoCameras) -> None:
    assert halves.seen[-1].pieces == START
    assert halves.seen[-1].doubtful == ()
    halves.carry("human_green_archers-1", "M4")
    assert [each.pieces["human_green_archers-1"] for each in halves.look()] == ["M4"]
    halves.carry("human_green_archers-1", "D5")
    assert [each.pieces["human_green_archers-1"] for each in halves.look()] == ["D5"]


@pytest.mark.parametrize("trouble", share(["is_gone", "is_black"], "is_gone"))
def test_the_half_of_a_second_camera_that_sees_nothing_is_unknown_and_never_empty(
    halves: TwoCameras, trouble: str
) -> None:
    setattr(halves.east, trouble, True)
    halves.look()
    assert halves.seen[-1].pieces == {piece: at for piece, at in START.items() if at != "N9"}
    assert {Hex("N9"), Hex("Q13")} <= set(halves.seen[-1].doubtful)
    assert "second camera" in halves.news[-1].text
    halves.carry("human_green_archers-1", "D5")
    halves.look()
    assert halves.seen[-1].pieces["human_green_archers-1"] == "D5"
    setattr(halves.east, trouble, False)
    halves.look(8)
    assert halves.seen[-1].pieces["human_blue_foot-1"] == "N9"
    assert halves.seen[-1].doubtful == ()


def test_the_camera_page_shows_what_the_second_camera_reads_as_long_as_it_is_there(
    halves: TwoCameras,
) -> None:
    page = CameraFit(halves.watch, clock=iter(range(100)).__next__)
    view, first, second = page.fit_view(), page.still(), page.still(of_second=True)
    assert view is not None and view.has_second and view.second_said == ""
    assert first is not None and second is not None
    shown = cv2.imdecode(np.frombuffer(second, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None and shown.shape[1::-1] == SIZE
    assert [(each.name, each.sees, each.text) for each in page.beside()] == [("Second camera", True, "")]
    halves.east.is_gone = True
    halves.look(1)
    view = page.fit_view()
    assert page.still(of_second=True) is None
    assert view is not None and view.second_said == "Second camera: unplugged."
    (told,) = page.beside()
    assert not told.sees and "nplugged" in told.text


@pytest.mark.journey
def test_two_cameras_over_the_same_half_say_so_until_one_of_them_sees_the_other(halves: TwoCameras) -> None:
    page = CameraFit(halves.watch, clock=iter(range(100)).__next__)
    apart = halves.east.camera.part
    halves.east.camera.part = halves.west.camera.part
    halves.carry("human_green_archers-1", "D5")
    halves.look()
    view, (told,) = page.fit_view(), page.beside()
    said = "both cameras see the same part of the board: turn the second one until it sees N7"
    assert view is not None and view.second_said == f"Second camera: {said}."
    assert (told.sees, told.text) == (False, said)
    (*_, found) = CameraStep(halves.watch, halves.book, load_translator("en")).findings(
        Examined((), frozenset(), None, None)
    )
    assert (found.level, str(found.text)) == (CheckLevel.WARNING, said)
    (*_, found) = CameraStep(halves.watch, halves.book, load_translator("ro")).findings(
        Examined((), frozenset(), None, None)
    )
    told_in_romanian = load_translator("ro")(found.text)
    assert told_in_romanian == "ambele camere văd aceeași parte a tablei: întoarceți-o pe a doua până vede N7"
    assert said[1:] in halves.news[-1].text and halves.news[-1].state is CameraState.WATCHING
    assert halves.seen[-1].pieces["human_green_archers-1"] == "D5"
    halves.east.camera.part = apart
    halves.carry("human_green_archers-1", "C3")
    halves.look()
    assert page.beside()[0].sees and said[1:] not in halves.news[-1].text


@pytest.mark.parametrize(
    ("first", "second", "is_told"),
    [
        ("HQ", "HQ", True),
        ("HQ", "AF", False),
        ("HQ", "GQ", True),
        ("HQ", "KQ", False),
        ("", "", False),
        ("QQ", "QQ", False),
    ],
)
def test_cameras_are_over_the_same_half_where_half_a_board_is_seen_by_neither_and_one_adds_little(
    tmp_path: Path, first: str, second: str, is_told: bool
) -> None:
    """Of a board of columns A to Q each does not see those between its two letters."""
    plan = Library(tmp_path).plan("epic_wide")

    def but(columns: str) -> Reading:
        return reading(
            unseen=tuple(at for at in plan.board.hexes if columns and columns[0] <= at[0] <= columns[1])
        )

    assert (alike(but(first), but(second), plan) is not None) is is_told


@pytest.mark.parametrize(
    ("named", "said"),
    [
        (
            {"camera": "0", "second_camera": "0"},
            "--camera and --second-camera name the same camera",
        ),
        (
            {"second_camera": "1", "dice_camera": "1"},
            "--second-camera and --dice-camera name the same camera",
        ),
    ],
)
def test_one_camera_that_is_named_for_two_things_is_told(
    tmp_path: Path, named: dict[str, str], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        check_cameras(Settings(data=tmp_path, **named))
    check_cameras(Settings(data=tmp_path, camera="0", second_camera="1", dice_camera="2"))


@pytest.mark.journey
def test_the_second_camera_plays_on_while_the_first_is_gone(halves: TwoCameras) -> None:
    halves.west.is_gone = True
    halves.look()
    assert halves.seen[-1].pieces["human_blue_foot-1"] == "N9"
    assert Hex("C3") in halves.seen[-1].doubtful
    assert halves.news[-1].state is CameraState.WATCHING
    assert "nplugged" in halves.news[-1].text
    halves.carry("human_blue_foot-1", "O9")
    halves.look()
    assert halves.seen[-1].pieces["human_blue_foot-1"] == "O9"
    halves.west.is_gone = False
    halves.look(8)
    assert halves.seen[-1].pieces["human_green_archers-1"] == "C3"


@pytest.mark.journey
def test_a_hand_over_either_half_keeps_the_table_from_rest(halves: TwoCameras) -> None:
    halves.table.hand(Hex("O9"))
    halves.look(3)
    halves.table.remove("human_green_archers-1")
    assert halves.look(4) == []
    halves.table.hand(None)
    assert "human_green_archers-1" not in halves.look()[-1].pieces
