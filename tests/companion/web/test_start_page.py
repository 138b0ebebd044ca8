"""The page that leads to the first turn, as devices ask for it: who may, what it tells, what it prints."""

import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner

from companion.app import create_app, services_of
from companion.cli import herald
from companion.cli.commands.play import say_where_to_begin
from companion.library.settings import Settings
from companion.preparation.print_order import stock_for
from companion.voice.voice import Voice
from companion.web.pages.setup import setup_camera as assistant_camera, setup_wizard as assistant
from printables.paper import Paper
from printables.sheets import SheetKind
from rules.kernel.hexes import Hex
from rules.kernel.messages import PlaceBanner, PlaceUnit, StartGame
from rules.kernel.values import UnitId
from tests.companion.dashboard_world import Device, World, world
from tests.companion.sent_view import sent_view
from tests.companion.voice.speaking.sounding import until

ARCHERS = UnitId("yeoman_archers-2")  # the scenario has them on H2
SHEETS = "/start/sheets.pdf?kinds="


@pytest.fixture
def by_touch(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path) as made:
        yield made


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[World]:
    """A table that a camera looks at; its pictures are looked at only by ``look``."""
    with world(tmp_path, camera="simulated") as made:
        yield made


def look(watched: World, pictures: int) -> None:
    assert watched.services.watch is not None
    for _ in range(pictures):
        watched.services.watch.step()


def asked(device: Device) -> dict[str, Any]:
    answer = device.get("/start.json")
    assert answer.status_code == 200, answer.text
    assert answer.json is not None
    return dict(answer.json)


def states(told: dict[str, Any]) -> dict[str, str]:
    return {light["step"]: light["state"] for light in told["steps"]}


def text(told: dict[str, Any], step: str) -> str:
    """Return the sentence about *step*."""
    return str(next(light["text"] for light in told["steps"] if light["step"] == step))


def words(pdf: bytes) -> list[str]:
    with pypdfium2.PdfDocument(BytesIO(pdf)) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_who_looks_on_or_has_not_joined_sees_nothing_of_the_set_up(by_touch: World) -> None:
    addresses = ("/start", "/start.json", f"{SHEETS}marks")
    for device in (by_touch.device("watch"), by_touch.stranger()):
        assert [device.get(address).status_code for address in addresses] == [403, 403, 403]
        assert device.post("/start/say", {"step": "print", "said": "done"}).status_code == 403
    assert states(asked(by_touch.device("both")))["print"] == "not_needed"


def test_by_touch_nothing_is_needed_but_the_deployment_and_the_start_ends_it(by_touch: World) -> None:
    south = by_touch.device("south")
    assert south.get("/start").status_code == 200
    told = asked(south)
    assert states(told) == {
        "game": "done",
        "print": "not_needed",
        "camera": "not_needed",
        "grid": "not_needed",
        "voice": "not_needed",
        "deploy": "look",
    }
    assert (told["camera"], told["grid"], told["voice"], told["puts"]) == (None, None, None, {})
    assert text(told, "deploy") == "Banner markers still to lay: 3."
    places = sent_view(by_touch.table)["scenario"]["banners"]["stand_in"]
    by_touch.say(*(PlaceBanner(at=place) for place in places))
    assert text(asked(south), "deploy") == "Put the units where the map shows them."
    by_touch.say(StartGame())
    assert states(asked(south))["deploy"] == "done"


def test_what_somebody_says_of_a_step_is_on_every_device_until_it_is_taken_back(
    by_touch: World,
) -> None:
    south, north = by_touch.device("south"), by_touch.device("north")
    assert south.post("/start/say", {"step": "deploy", "said": "skipped"}).json == {"ok": True}
    assert states(asked(north))["deploy"] == "skipped"
    assert north.post("/start/say", {"step": "deploy", "said": None}).json == {"ok": True}
    assert states(asked(south))["deploy"] == "look"
    assert south.post("/start/say", {"step": "dinner", "said": "done"}).status_code == 400


@pytest.mark.parametrize("paper", Paper)
def test_the_page_prints_what_the_command_prints(
    by_touch: World, paper: Paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    kinds = ("tags", "banners", "marks", "dice", "tray", "calibration")
    answer = by_touch.device("both").get(f"{SHEETS}{','.join(kinds)}&paper={paper}&size=25")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    file = tmp_path / "command.pdf"
    line = [
        "print",
        *kinds,
        "--scenario",
        "learning",
        "--paper",
        paper.value,
        "--size",
        "25",
        "-o",
        str(file),
    ]
    printed = CliRunner().invoke(herald, line)
    assert printed.exit_code == 0, printed.output
    assert words(answer.data) == words(file.read_bytes())
    assert len(words(answer.data)) >= 5
    with pypdfium2.PdfDocument(BytesIO(answer.data)) as document:
        width_mm = document[0].get_size()[0] / 72 * 25.4
    assert width_mm == pytest.approx({Paper.A4: 210.0, Paper.LETTER: 215.9}[paper], abs=0.1)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("", "No such sheet is printed: load the page again."),
        ("tags,dinner", "No such sheet is printed: load the page again."),
        ("tags&paper=foolscap", "No such sheet is printed: load the page again."),
        ("tags&size=9", "A tag is 10 to 60 mm large."),
        ("tags&size=nan", "A tag is 10 to 60 mm large."),
        ("tags&size=large", "A tag is 10 to 60 mm large."),
    ],
)
def test_what_is_no_sheet_is_refused_in_one_sentence(by_touch: World, wanted: str, said: str) -> None:
    answer = by_touch.device("both").get(f"{SHEETS}{wanted}", Accept="application/json")
    assert (answer.status_code, answer.json) == (409, {"trouble": said})


def test_a_sheet_for_which_there_is_no_tag_is_not_printed_empty(
    by_touch: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        assistant,
        "stock_for",
        lambda *wanted, **those: {**stock_for(*wanted, **those), SheetKind.BANNERS: []},
    )
    both = by_touch.device("both")
    assert both.get(f"{SHEETS}banners", Accept="application/json").status_code == 409
    assert both.get(f"{SHEETS}banners,marks").status_code == 200


def test_more_tags_than_a_table_has_are_not_printed_by_a_page(
    by_touch: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assistant, "MOST_TAGS", 17)  # of units there are 18
    answer = by_touch.device("both").get(f"{SHEETS}tags", Accept="application/json")
    assert answer.json == {"trouble": "More than 17 tags are printed with herald print, at the computer."}


def test_sheets_are_drawn_for_one_device_at_a_time_and_the_table_plays_on(
    by_touch: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slowly(order: object) -> bytes:
        begun.set()
        assert go_on.wait(10)
        return b"%PDF"

    monkeypatch.setattr(assistant, "draw_order", slowly)
    monkeypatch.setattr(assistant, "TIMEOUT_S", 0.0)
    one, other = by_touch.device("south"), by_touch.device("north")
    drawn: list[bytes] = []
    thread = threading.Thread(target=lambda: drawn.append(one.get(f"{SHEETS}marks").data))
    thread.start()
    assert begun.wait(10)
    waiting = other.get(f"{SHEETS}marks", Accept="application/json")
    assert waiting.status_code == 503 and "another tablet" in waiting.json["trouble"]
    by_touch.say(PlaceBanner(at=Hex("C5")))
    go_on.set()
    thread.join()
    assert drawn == [b"%PDF"]


def test_of_armies_that_nobody_has_shown_yet_all_tags_are_printed(tmp_path: Path) -> None:
    with world(tmp_path, scenario="battle") as made:
        told = asked(made.device("both"))
    assert told["print"]["counts"]["tags"] > 18
    assert told["print"]["lays_terrain"]
    assert states(told)["deploy"] == "look"


def test_all_that_can_be_printed_of_an_epic_game_is_offered_with_the_marks_of_its_seam(
    tmp_path: Path,
) -> None:
    with world(tmp_path, scenario="three_fronts") as made:
        both = made.device("both")
        told = asked(both)["print"]
        assert told["marks"] == 6
        assert told["counts"]["cards"] == 24
        assert told["counts"]["figures"] > told["counts"]["tags"]
        assert both.get(f"{SHEETS}cards").status_code == 200


def test_the_camera_s_picture_is_judged_and_a_mark_that_is_not_seen_is_shown(
    watched: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assistant_camera, "PAUSE_S", 0.0)
    monkeypatch.setattr(assistant_camera, "HANDS_S", 0.0)
    both, simulated = watched.device("both"), watched.services.simulated
    assert simulated is not None
    assert text(asked(both), "camera") == "Looking for a picture."
    look(watched, 1)
    told = asked(both)
    assert (states(told)["camera"], states(told)["grid"], told["grid"]["found"]) == ("done", "look", True)
    found = {what: level for what, level, _ in told["camera"]["findings"]}
    assert found == {"marks": "good", "light": "good", "focus": "good", "tags": "warning"}
    assert [mark["seen"] for mark in told["camera"]["marks"]] == [True] * 4
    assert told["print"]["size"] == told["print"]["advised"]["qr"] > 22
    assert "a tag of 22 mm is 21 pixels wide" in told["camera"]["findings"][3][2].lower()
    simulated.bump((200.0, 0.0))  # the camera no longer sees the west of the board
    look(watched, 3)
    told = asked(both)
    assert [mark["id"] for mark in told["camera"]["marks"] if mark["seen"]] == [1, 2]
    assert states(told)["camera"] == "look"
    assert text(told, "camera").startswith("2 of 4 corner marks are seen and 3 are needed")


def test_the_grid_is_fitted_once_people_keep_it_where_it_lies(watched: World) -> None:
    both = watched.device("both")
    look(watched, 1)
    grid = both.get("/camera/grid").json
    assert grid is not None and states(asked(both))["grid"] == "look"
    kept = both.post("/camera/fit", {"corners": grid["corners"], "tray": grid["tray"]})
    assert kept.status_code == 200 and states(asked(both))["grid"] == "done"


def test_units_tick_themselves_off_and_one_on_a_wrong_hex_is_sent_where_the_scenario_has_it(
    watched: World,
) -> None:
    both, simulated = watched.device("both"), watched.services.simulated
    assert simulated is not None
    assert {put["place"] for put in asked(both)["puts"].values()} == {"away"}
    for unit in watched.table.game.state.units.values():
        assert unit.at is not None
        simulated.place(unit.id, Hex("F5") if unit.id == ARCHERS else unit.at)
    look(watched, 5)
    assert watched.table.game.state.units[ARCHERS].at == "F5"  # the journal follow the camera
    told = asked(both)
    assert told["puts"][ARCHERS] == {"home": "H2", "place": "wrong", "seen": "F5"}
    assert text(told, "deploy") == "17 of 18 units stand right."
    assert text(told, "print") == "The camera reads every unit's tag: 18."
    simulated.place(ARCHERS, Hex("H2"))
    look(watched, 5)
    assert {put["place"] for put in asked(both)["puts"].values()} == {"right"}


def test_where_people_say_that_a_unit_stands_it_belongs(watched: World) -> None:
    watched.say(PlaceUnit(unit=ARCHERS, at=Hex("F5")))
    assert asked(watched.device("both"))["puts"][ARCHERS]["home"] == "F5"


def test_a_computer_that_cannot_speak_tells_why_when_it_is_tested_and_is_not_heard_whatever_people_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # no player is found
    app = create_app(Settings(data=tmp_path, host="127.0.0.1", voice=True))
    services = services_of(app)
    try:
        both = World(app, services).device("both")
        voice = asked(both)["voice"]
        assert (voice["light"], voice["went_wrong"]) == ("untested", "")
        assert both.post("/voice/test", {"speaker": "computer"}).json == {"ok": True}
        until(lambda: asked(both)["voice"]["light"] == "silent")
        assert "There is no program that plays sound" in asked(both)["voice"]["went_wrong"]
        assert both.post("/start/say", {"step": "voice", "said": "done"}).json == {"ok": True}
        assert states(asked(both))["voice"] == "look"
    finally:
        services.close()


def test_a_voice_that_is_still_starting_can_be_tested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_asked = threading.Event()
    prepare = Voice._prepare
    monkeypatch.setattr(Voice, "_prepare", lambda voice: is_asked.wait(20) and prepare(voice))
    monkeypatch.setenv("PATH", str(tmp_path))  # no player is found
    app = create_app(Settings(data=tmp_path, host="127.0.0.1", voice=True))
    services = services_of(app)
    try:
        both = World(app, services).device("both")
        assert both.post("/voice/test", {"speaker": "computer"}).json == {"ok": True}
        is_asked.set()
        until(lambda: asked(both)["voice"]["light"] == "silent")
    finally:
        is_asked.set()
        services.close()


def test_the_terminal_says_where_to_begin_until_the_game_has_begun(
    by_touch: World, capsys: pytest.CaptureFixture[str]
) -> None:
    say_where_to_begin(by_touch.services)
    assert f"{by_touch.access.address}/start" in capsys.readouterr().out
    by_touch.start()
    say_where_to_begin(by_touch.services)
    assert capsys.readouterr().out == ""
