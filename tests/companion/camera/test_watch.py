"""The watch: what is seen reaches the table; a camera that goes is shown, and taken up when it is back."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.camera import picture_rate as pace
from companion.camera.picture_rate import PictureRate
from companion.camera.watch import Watch, camera_news
from companion.library.settings import Settings
from companion.reconcile.camera_reports import CameraNews
from companion.reconcile.moment import CameraState
from companion.table.requests import Submit
from companion.words.translator import Translator, load_translator
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command, PlaceBanner, PlayCard, StartGame
from rules.kernel.translatable import Message
from rules.kernel.values import CardId, UnitId
from tests.companion.sent_view import sent_view
from vision.board.plan import Tray
from vision.errors import CameraError, InputError
from vision.health import EyeState
from vision.reading import Reading
from vision.sightings import Pose, Sighting
from vision.simulate.table import SimulatedTable
from vision.source.frames import CameraSource, Frame, Source, mirrored

BH4 = UnitId("blood_harvesters-4")


class Cable:
    """A source on a cable that can be pulled, or that hands out its last picture for ever."""

    label = "camera 0"

    def __init__(self, source: Source) -> None:
        self.source = source
        self.is_pulled = False
        self.is_stuck = False
        self.last: Frame | None = None

    def read(self) -> Frame | None:
        if self.is_pulled:
            raise CameraError("camera 0 sends no pictures; plug it in")
        frame = self.last if self.is_stuck else self.source.read()
        assert frame is not None
        at = frame.at if self.last is None else self.last.at + 0.2
        self.last = Frame(picture=frame.image, number=frame.number, at=at, live=True)
        return self.last

    def close(self) -> None:
        self.source.close()


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """The learning scenario laid out on a simulated table, begun, Line Advance played."""
    opened = services_of(create_app(Settings(data=tmp_path, camera="simulated", voice=False), seed=3))
    simulated = simulated_of(opened)
    for name, unit in opened.table.game.state.units.items():
        assert unit.at is not None
        simulated.place(name, unit.at)
    commands: tuple[Command, ...] = (
        *(PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")),
        StartGame(),
        PlayCard(card=CardId("line_advance")),
    )
    for command in commands:
        assert opened.table.ask(Submit(command=command, by="north")).seq is not None
    yield opened
    opened.close()


def simulated_of(services: Services) -> SimulatedTable:
    assert services.simulated is not None
    return services.simulated


def watch_of(services: Services) -> Watch:
    assert services.watch is not None
    return services.watch


def look(services: Services, count: int) -> None:
    for _ in range(count):
        assert watch_of(services).step()


def state(services: Services) -> str:
    shown: str = sent_view(services.table)["table"]["state"]
    return shown


def put_on_cable(services: Services) -> Cable:
    watch = watch_of(services)
    cable = Cable(watch.source)
    watch.source = cable
    return cable


def test_a_move_is_in_the_books_within_three_pictures_and_the_settling_window(services: Services) -> None:
    look(services, 6)
    assert state(services) == "in_step"
    simulated_of(services).place(BH4, Hex("F5"))
    look(services, 3 + 3)
    assert services.table.game.state.units[BH4].at == "F5"


def test_a_hand_over_the_board_is_no_move_and_is_shown_as_such(services: Services) -> None:
    look(services, 6)
    simulated_of(services).hand(Hex("F6"), north=True)
    look(services, 4)
    assert state(services) == "settling"
    simulated_of(services).hand(None)
    look(services, 6)
    assert state(services) == "in_step"
    assert services.table.game.state.units[BH4].at == "F6"


def test_a_camera_that_is_pulled_is_shown_and_taken_up_when_it_is_back(services: Services) -> None:
    cable = put_on_cable(services)
    look(services, 6)
    cable.is_pulled = True
    look(services, 2)
    assert state(services) == "camera_lost"
    assert "plug it in" in sent_view(services.table)["table"]["text"]
    simulated_of(services).place(BH4, Hex("F5"))
    cable.is_pulled = False
    look(services, 8)
    assert state(services) == "in_step"
    assert services.table.game.state.units[BH4].at == "F5"


def test_a_camera_that_repeats_its_last_picture_is_called_frozen_and_makes_no_event(
    services: Services,
) -> None:
    cable = put_on_cable(services)
    look(services, 6)
    last = services.table.journal.last
    simulated_of(services).place(BH4, Hex("F5"))
    cable.is_stuck = True
    look(services, 30)
    assert state(services) == "camera_lost"
    assert services.table.journal.last == last


def test_the_end_of_the_pictures_is_shown(services: Services) -> None:
    class Ended(Cable):
        def read(self) -> Frame | None:
            return None

    watch = watch_of(services)
    watch.source = Ended(watch.source)
    assert not watch.step()
    assert state(services) == "camera_lost"


def test_a_new_fit_is_used_at_once_and_kept(services: Services, tmp_path: Path) -> None:
    look(services, 6)
    watch = watch_of(services)
    shift = watch.plan.hex_width_mm / 2
    corners = [watch.plan.centre_mm(name) for name in watch.plan.corner_hexes]
    grid = [(x - shift, y) for x, y in corners]
    tray = Tray(from_mm=(790.0, 170.0), to_mm=(980.0, 390.0))
    watch.fit(grid=(grid[0], grid[1], grid[2], grid[3]), tray=tray)
    assert watch.plan.tray == tray
    kept = services.library.plan("second")
    assert kept.centre_mm(Hex("A1"))[0] == pytest.approx(corners[3][0] - shift)
    look(services, 4)


def test_a_fit_that_makes_no_board_is_refused_and_nothing_is_kept(services: Services) -> None:
    watch = watch_of(services)
    plan = watch.plan
    with pytest.raises(InputError):
        watch.fit(grid=plan.grid, tray=Tray(from_mm=(5.0, 5.0), to_mm=(5.0, 5.0)))
    assert watch.plan == plan
    assert services.library.plan("second") == plan


def test_the_camera_page_has_the_newest_picture_with_what_is_read(services: Services) -> None:
    watch = watch_of(services)
    assert watch.overlay() is None
    look(services, 3)
    drawn = watch.overlay()
    assert drawn is not None
    assert drawn[:2] == b"\xff\xd8"  # JPEG


def reading(state: str, *, reason: Message | None = None, glare: tuple[str, ...] = ()) -> Reading:
    return Reading(
        frame=0,
        name=None,
        at=0.0,
        still=False,
        state=cast("EyeState", state),
        registration=None,
        tray=None,
        sightings=(),
        tags={},
        pieces={},
        doubtful=(),
        twice=(),
        glare=tuple(map(Hex, glare)),
        dice=(),
        stirs=0,
        reason=reason,
        ms=0.0,
    )


@pytest.mark.parametrize("state", [*EyeState, "struck by lightning"])
def test_every_state_of_the_eyes_known_or_not_has_a_state_of_the_camera_and_words_where_people_must_act(
    state: str,
) -> None:
    news = camera_news(reading(state), Translator())
    is_seen = state in (EyeState.QUIET, EyeState.CHANGING, EyeState.COVERED)
    assert (news.state in (CameraState.WATCHING, CameraState.SETTLING)) is is_seen
    assert bool(news.text) is bool(news.alarm) is not is_seen


def test_glare_is_shown_and_said_although_the_table_is_in_step(services: Services) -> None:
    warned: list[str] = []
    services.table.listen(lambda events, game: None, warned.append)
    look(services, 6)
    for hexes in (("A1",), ("A1", "B1")):
        seen = reading("quiet", reason=Message("covered by glare at {1}", hexes), glare=hexes)
        news = camera_news(seen, Translator())
        services.table.ask(CameraNews(news.state, news.text, alarm=news.alarm))
    assert state(services) == "in_step"
    assert "B1" in sent_view(services.table)["table"]["text"]
    assert len(warned) == 1
    assert "glare" in warned[0]


def test_what_lies_over_the_board_for_long_is_said_once_and_a_hand_is_not(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    warned: list[str] = []
    services.table.listen(lambda events, game: None, warned.append)
    watch = watch_of(services)
    seen = ["quiet", *["covered"] * 9, "changing", *["covered"] * 13, "changing", *["covered"] * 13]
    states = iter(seen)
    watch.look(Frame(picture=np.zeros((4, 4, 3), np.uint8), number=0, at=0.0))
    monkeypatch.setattr(watch, "_eyes", SimpleNamespace(look=lambda frame: reading(next(states))))
    told = []
    for second in range(len(seen)):
        watch.look(Frame(picture=np.zeros((4, 4, 3), np.uint8), number=second, at=float(second)))
        told.append(len(warned))
    assert told == [1] * 21 + [2] * (len(seen) - 21)
    assert "take it away" in warned[-1]


def test_a_fault_of_ours_is_told_and_the_watch_looks_again(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, told = watch_of(services), list[str]()
    faults = iter([ZeroDivisionError("out of order")])

    def step() -> bool:
        for fault in faults:
            raise fault
        told.append(sent_view(services.table)["table"]["text"])
        return False

    monkeypatch.setattr("companion.camera.watch.BREATH_S", 0.0)
    monkeypatch.setattr(watch, "step", step)
    watch.run()
    assert len(told) == 1
    assert "ZeroDivisionError: out of order" in told[0]


@pytest.mark.journey
def test_dice_thrown_after_a_new_fit_are_still_a_throw(services: Services) -> None:
    look(services, 6)
    watch = watch_of(services)
    settler = watch._settler
    watch.fit(grid=watch.plan.grid, tray=watch.plan.tray)
    assert watch._settler is settler


@pytest.mark.journey
def test_a_mirrored_camera_is_read_all_the_same(services: Services) -> None:
    class Mirror(Cable):
        def read(self) -> Frame | None:
            frame = super().read()
            return None if frame is None else mirrored(frame)

    watch = watch_of(services)
    watch.source = Mirror(watch.source)
    look(services, 6)
    assert state(services) == "in_step"
    simulated_of(services).place(BH4, Hex("F5"))
    look(services, 6)
    assert services.table.game.state.units[BH4].at == "F5"


def test_a_tag_seen_twice_is_told_with_its_unit_s_name_and_both_hexes() -> None:
    pose = Pose((0.0, 0.0), 0.0, 25.0)
    spots = tuple(
        Sighting(payload="x", piece=BH4, pose=pose, hex=Hex(at), margin_mm=9.0, score=0.9, gap=0.5)
        for at in ("F6", "D3")
    )
    seen = replace(reading("quiet", reason=Message("seen in two places")), twice=(BH4,), sightings=spots)
    news = camera_news(seen, Translator(), lambda piece: f"Blood Harvesters {piece[-1]}")
    assert news.text == "Blood Harvesters 4 is seen in two places: D3, F6. Take one of the tags away."
    assert news.alarm == "twice"
    romanian = camera_news(seen, load_translator("ro"))
    assert romanian.text == "blood_harvesters-4 se vede în două locuri: D3, F6. Luați una dintre etichete."


@pytest.mark.journey
def test_single_torn_pictures_and_a_flickering_lamp_are_told_once_at_most(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, told = watch_of(services), list[CameraState]()
    look(services, 6)
    unsteady = replace(reading("unsteady", reason=Message("the picture jumps")), is_unsteady=True)
    jumping = [
        replace(unsteady, state=EyeState.QUIET if number % 2 else unsteady.state) for number in range(90)
    ]
    states = iter([*[reading("quiet" if number % 4 else "changing") for number in range(40)], *jumping])
    monkeypatch.setattr(watch, "_eyes", SimpleNamespace(look=lambda frame: next(states)))
    monkeypatch.setattr(
        watch, "_report", lambda news: isinstance(news, CameraNews) and told.append(news.state)
    )
    expected = [[]] * 40 + [[CameraState.HIDDEN]] * 90
    for number, so_far in enumerate(expected):
        watch.look(Frame(picture=np.zeros((4, 4, 3), np.uint8), number=100 + number, at=float(number)))
        assert told == so_far


def test_at_rest_a_camera_is_looked_at_eight_times_a_second_and_at_once_after_a_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(pace, "monotonic", lambda: now[0])
    source = CameraSource.__new__(CameraSource)
    one = PictureRate()
    one.seen(EyeState.QUIET)
    assert one.pause_s(source) == 0.0 and not source.is_resting
    now[0] += pace.CALM_S
    one.seen(EyeState.QUIET)
    assert one.pause_s(source) == 1 / 8 and source.is_resting
    one.seen(EyeState.CHANGING)
    assert one.pause_s(source) == 0.0 and not source.is_resting
    assert one.pause_s(Cable(source)) == 0.0


def test_looking_wakes_no_further_threads(services: Services) -> None:
    watch = watch_of(services)
    cv2.setNumThreads(2)
    watch.close()
    watch.run()
    assert cv2.getNumThreads() == 1
