"""The home page's requests: another game while the server runs, past games, names, and who is asked."""

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from companion.app import create_app, current_game
from companion.app.current_game import CurrentGame
from companion.cli import herald
from companion.files import replace_file
from companion.library.library import Library
from companion.library.settings import Settings, read_defaults
from companion.library.settings_file import keep_setting
from companion.preparation.game_changes import Act, TableGame
from companion.preparation.offered_games import Offers, offered_games
from companion.web.pages.cameras import found_cameras
from companion.web.pages.game_changes import ChangesStatus
from rules.kernel.messages import CorrectUnit, PlaceBanner
from rules.kernel.translatable import Message
from rules.kernel.values import Seat
from tests.companion.dashboard_world import Device, World
from tests.companion.sent_view import sent_view


class Home:
    """A table that lays out what is asked for when a test says so."""

    def __init__(self, data: Path, *, is_chosen: bool = False, **settings: Any) -> None:
        first = Settings(data=data, host="127.0.0.1", voice=False, **settings)
        self.current = CurrentGame(TableGame(first, is_chosen=is_chosen))

    @property
    def world(self) -> World:
        return World(self.current.app, self.current.services)

    @property
    def scenario(self) -> str:
        return self.current.services.table.row.scenario

    def lay(self) -> None:
        """Lay out what is granted by now."""
        granted = self.current.shared.changes.due()
        assert granted is not None
        self.current.do(granted)

    def ask(self, device: Device, **wanted: Any) -> None:
        """Have *device* ask for another game, which nobody is asked about, and lay it out."""
        answer = device.post("/home/change", wanted)
        assert answer.json == {"ok": True, "asked": 0}, answer.text
        self.lay()

    def begin(self) -> str:
        """Do something in the game on the table; return its id."""
        stand_in = sent_view(self.world.table)["scenario"]["banners"]["stand_in"]
        self.world.say(PlaceBanner(at=stand_in[0]))
        return self.world.table.row.id

    def lose_scenario(self, game: str) -> None:
        """Keep *game* as one of a scenario that is not here."""
        store = self.current.shared.store
        with store._lock:
            store._connection.execute("UPDATE games SET scenario = 'gone' WHERE id = ?", (game,))


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path)
    yield made
    made.current.close()


def past(device: Device, query: str = "") -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = (device.get(f"/home/past.json{query}").json or {})["games"]
    return games


def told(home: Home) -> list[str]:
    return [toast["text"] for toast in sent_view(home.world.table)["toasts"]]


# ---- what is offered ------------------------------------------------------------------------------


def test_every_scenario_of_every_edition_is_offered_by_its_name(home: Home) -> None:
    offered = home.world.device("both").get("/home/games.json").json or []
    named = {edition["name"]: [game["name"] for game in edition["games"]] for edition in offered}
    assert named["Second Edition"] == ["Learning scenario", "Full battle", "Free battle"]
    assert named["First Edition"] == [
        "First steps",
        "First steps, Call to Arms",
        "War council",
        "War council, Call to Arms",
        "War council, Medieval Lore",
        "War council, Call to Arms, Medieval Lore",
        "Border watch",
        "Border watch, Call to Arms",
        "Border watch, Medieval Lore",
        "Border watch, Call to Arms, Medieval Lore",
        "Three fronts",
        "Three fronts, Call to Arms",
        "Three fronts, Reluctant Allies",
        "Three fronts, Call to Arms, Reluctant Allies",
        "High council",
        "High council, Call to Arms",
        "High council, Reluctant Allies",
        "High council, Call to Arms, Reluctant Allies",
        "The long valley",
        "The long valley, Call to Arms",
        "The long valley, Reluctant Allies",
        "The long valley, Call to Arms, Reluctant Allies",
        "Open country",
        "Two hills",
        "Two hills, Medieval Lore",
        "Free battle",
        "Free battle, Call to Arms",
        "Free battle with War Councils",
        "Free battle with War Councils, Call to Arms",
        "Free battle with War Councils, Medieval Lore",
        "Free battle with War Councils, Call to Arms, Medieval Lore",
        "Epic free battle",
        "Epic free battle, Call to Arms",
        "Epic free battle, Reluctant Allies",
        "Epic free battle, Call to Arms, Reluctant Allies",
        "Epic free battle, 13 wide",
        "Epic free battle, 13 wide, Call to Arms",
        "Epic free battle, 13 wide, Reluctant Allies",
        "Epic free battle, 13 wide, Call to Arms, Reluctant Allies",
        "Agincourt",
        "Agincourt, Call to Arms",
    ]
    assert offered[1]["games"][0]["wins"] == "4 banners win."
    wins = {game["name"]: game["wins"] for game in offered[1]["games"]}
    assert wins["High council, Call to Arms"] == "7 banners win with a lead of 2, or else 9."
    assert wins["High council, Call to Arms, Reluctant Allies"] == "8 banners win."
    lore = {game["scenario"]: game["has_lore"] for edition in offered for game in edition["games"]}
    assert (lore["learning"], lore["battle"], lore["free"]) == (False, True, True)
    assert (lore["first_steps"], lore["war_council"]) == (False, True)


def test_which_way_a_large_board_lies_is_asked_once_and_kept(home: Home) -> None:
    (home.current.services.settings.data / "settings.toml").write_text('level = "score"\n')
    device = home.world.device("both")
    large = {"wide": ["Three fronts", "High council"], "deep": ["The long valley"], None: ["First steps"]}
    games = {
        game["name"]: game["large_board"] for game in (device.get("/home/games.json").json or [])[1]["games"]
    }
    assert all(games[name] == way for way, names in large.items() for name in names)
    answer = device.post("/home/change", {"scenario": "three_fronts", "large_board": "deep"})
    assert answer.status_code == 409
    assert "that is 17 hexes wide, 13 deep, and yours is 13 hexes wide" in answer.text
    assert device.post("/home/change", {"large_board": "wide"}).status_code == 409
    assert read_defaults(home.current.services.settings.data) == {"level": "score"}
    home.ask(device, scenario="long_valley", large_board="deep")
    assert (home.world.device("both").get("/home.json").json or {})["large_board"] == "deep"
    assert read_defaults(home.current.services.settings.data) == {"level": "score", "large_board": "deep"}


@pytest.mark.parametrize("line", ['  large_board = "wide"', '"large_board" = "wide"'])
def test_which_way_a_large_board_lies_is_kept_in_the_line_that_says_so(tmp_path: Path, line: str) -> None:
    (tmp_path / "settings.toml").write_text(f'{line}\nlevel = "score"\n')
    keep_setting(tmp_path, "large_board", "deep")
    assert read_defaults(tmp_path) == {"level": "score", "large_board": "deep"}


def test_whether_pictures_are_kept_is_asked_once_and_those_there_are_can_be_deleted(home: Home) -> None:
    services, device = home.current.services, home.world.device("both")
    shared, folder = services.shared.pictures, services.settings.data / "pictures" / "g"
    assert (device.get("/home/pictures.json").json or {}) == {"is_kept": True, "is_asked": False, "count": 0}
    replace_file(folder / "1.jpg", b"board")
    shown = services.table.moment.number
    assert (device.post("/home/pictures", {"is_kept": False}).json or {})["ok"]
    assert services.table.moment.number > shown  # other home pages ask no longer
    assert not shared.is_kept() and shared.is_made
    assert read_defaults(services.settings.data) == {"pictures": False}
    late = home.world.device("both").post("/home/pictures", {"is_kept": True, "is_first": True})
    assert late.status_code == 409 and "No pictures are kept" in (late.json or {})["trouble"]
    assert not shared.is_kept()
    assert (device.get("/home/pictures.json").json or {})["count"] == 1
    assert (device.post("/home/pictures/delete", {}).json or {})["ok"]
    assert [*folder.iterdir()] == []


def test_the_games_are_called_as_the_tables_language_does(home: Home) -> None:
    second, first = offered_games(home.current.services.library, "ro")
    assert (second.name, first.name) == ("A doua ediție", "Prima ediție")
    assert {"Primii pași", "Consiliu de război, Lore medieval"} <= {game.name for game in first.games}


def test_a_table_that_plays_nothing_shows_those_who_play_the_home_page_and_others_the_board(
    home: Home,
) -> None:
    assert '<body class="home"' in home.world.device("south").get("/").text
    assert '<body class="table"' in home.world.device("watch").get("/").text
    home.begin()
    assert '<body class="table"' in home.world.device("south").get("/").text


@pytest.mark.parametrize(
    "address", ["/home", "/home.json", "/home/games.json", "/home/cameras.json", "/home/past.json"]
)
def test_only_those_who_play_see_it(home: Home, address: str) -> None:
    assert home.world.device("watch").get(address).status_code == 403
    assert home.world.device("both").get(address).status_code == 200


@pytest.mark.parametrize("address", ["change", "answer", "back", "names", "title", "delete"])
def test_only_those_who_play_change_it(home: Home, address: str) -> None:
    assert home.world.device("watch").post(f"/home/{address}", {}).status_code == 403


# ---- another game ---------------------------------------------------------------------------------


def test_a_new_game_of_another_edition_in_another_language_is_laid_out_while_the_server_runs(
    home: Home,
) -> None:
    app = home.current.app
    home.ask(
        home.world.device("both"),
        scenario="war_council",
        language="ro",
        names=["Ana", "Bogdan"],
        level="blind",
    )
    assert home.current.app is not app
    services = home.current.services
    assert (home.scenario, services.language.tr.lang) == ("war_council", "ro")
    assert services.settings.level == "blind"
    assert services.players == {Seat.SOUTH: "Ana", Seat.NORTH: "Bogdan"}
    assert told(home) == ["Tableta mesei a început un joc nou: Consiliu de război."]


def test_a_new_game_in_another_language_is_asked_about_in_the_table_s(home: Home) -> None:
    home.ask(home.world.device("both"), language="ro")
    home.begin()
    south, north = home.world.device("south"), home.world.device("north")
    with south.stream(), north.stream():
        wanted = {"scenario": "war_council", "language": "en"}
        assert south.post("/home/change", wanted).json["ok"]
        asked = home.current.shared.changes.open
        assert asked is not None
        assert home.current.services.language.tr(asked.text) == "Joc nou: Consiliu de război"


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"scenario": "nowhere"}, "no such scenario"),
        ({"scenario": "three_fronts.medieval_lore"}, "are not played together: leave one of them out"),
        ({"game": "tuesday"}, "no game 'tuesday': load the page again"),
        ({"scenario": "battle", "names": ["Ana", ""]}, "both names or none"),
        ({"scenario": "battle", "names": ["Ana", "ana"]}, "both names or none"),
        ({"camera": "/etc"}, "not there any more"),
        ({"language": "xx"}, "no such language"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(home: Home, wanted: dict[str, Any], says: str) -> None:
    refused = home.world.device("both").post("/home/change", wanted)
    assert refused.status_code == 409
    assert says in (refused.json or {})["trouble"]
    assert home.current.shared.changes.due() is None


def test_variants_that_are_not_played_together_are_called_as_on_the_page(tmp_path: Path) -> None:
    why = Offers(Library(tmp_path), "ro").why_not("three_fronts.medieval_lore")
    assert why.values == ("Lore medieval", "Aventuri Epice")


def test_a_camera_that_is_used_for_something_else_is_refused_without_naming_an_option(tmp_path: Path) -> None:
    home = Home(tmp_path, second_camera="http://192.0.2.9/half")
    refused = home.world.device("both").post("/home/change", {"camera": "http://192.0.2.9/half"})
    assert "second one over the board" in (refused.json or {})["trouble"]
    home.current.close()


def test_screens_are_told_that_a_game_is_granted_until_it_lies_there(home: Home) -> None:
    def told_now() -> tuple[bool, bool]:
        now = ChangesStatus(home.current.shared.changes, home.current.services.language).told()
        return now.open is not None, now.is_granted

    assert told_now() == (False, False)
    home.world.device("both").post("/home/change", {"scenario": "battle"})
    assert told_now() == (False, True)
    home.lay()
    assert told_now() == (False, False)


def test_a_line_to_the_former_game_tells_as_well_that_another_one_lies_there(home: Home) -> None:
    former = ChangesStatus(home.current.shared.changes, home.current.services.language)
    before = former.told().laid
    home.world.device("both").post("/home/change", {"scenario": "battle"})
    home.lay()
    assert former.told().laid != before


def test_a_page_bears_which_game_it_is_of_though_the_next_lies_there_before_it_is_written(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes, write = home.current.shared.changes, home.current.app.wsgi_app

    def laid_by_page() -> str:
        page = b"".join(run_wsgi_app(home.current, create_environ("/join/"))[0]).decode()
        return page.partition('data-laid="')[2].partition('"')[0]

    def write_late(environ: Any, start_response: Any) -> Any:
        home.lay()
        return write(environ, start_response)

    first = changes.now().laid
    assert laid_by_page() == first
    home.world.device("both").post("/home/change", {"scenario": "battle"})
    monkeypatch.setattr(home.current.app, "wsgi_app", write_late)
    assert laid_by_page() == first
    assert laid_by_page() == changes.now().laid != first


def test_a_game_goes_on_where_it_was_after_another_one(home: Home) -> None:
    home.ask(home.world.device("both"), scenario="learning", names=["Ana", "Bogdan"])
    game = home.begin()
    home.ask(home.world.device("both"), scenario="first_steps", names=["Cora", "Dan"])
    assert home.world.seq == 0
    home.ask(home.world.device("both"), game=game)
    assert (home.world.table.row.id, home.world.seq) == (game, 1)
    assert home.current.services.players == {Seat.SOUTH: "Ana", Seat.NORTH: "Bogdan"}


def test_what_was_changed_is_taken_back_and_the_former_game_goes_on(home: Home) -> None:
    game = home.begin()
    device = home.world.device("both")
    assert device.post("/home/back", {}).status_code == 409
    home.ask(device, scenario="battle")
    assert home.world.device("both").post("/home/back", {}).json == {"ok": True}
    home.lay()
    assert (home.world.table.row.id, home.world.seq) == (game, 1)
    assert told(home) == ["Table tablet took this back: New game: Full battle."]


def test_the_same_game_goes_on_in_another_language(home: Home) -> None:
    game = home.begin()
    home.ask(home.world.device("both"), language="ro")
    assert (home.world.table.row.id, home.world.seq) == (game, 1)
    assert '<html lang="ro">' in home.world.device("both").get("/").text


def test_a_camera_is_chosen_and_let_go(home: Home) -> None:
    found = home.world.device("both").get("/home/cameras.json").json or {}
    assert found["used"] == "none"
    assert [name for id, name in found["cameras"] if id == "any"] == ["Any camera that is there or comes"]
    home.ask(home.world.device("both"), camera="any")
    assert home.current.services.watch is not None
    home.ask(home.world.device("both"), camera="none")
    assert home.current.services.watch is None


def test_a_camera_in_the_network_is_chosen_by_its_address_whose_secrets_nobody_is_shown(home: Home) -> None:
    home.ask(home.world.device("both"), camera="http://ana:secret@127.0.0.1:9/mjpg/video.mjpg?token=hidden")
    assert home.current.services.watch is not None
    assert told(home) == ["Table tablet chose the camera: http://127.0.0.1:9/…."]
    found = home.world.device("both").get("/home/cameras.json")
    assert (found.json or {})["used"] == "used"
    assert not {"secret", "hidden"} & set(re.findall(r"\w+", found.text))


@pytest.mark.parametrize(
    "camera", ["file:///etc/passwd", "http://", "ftp://cam/1", "http://a b/", "http://[x"]
)
def test_what_is_no_address_of_a_camera_is_refused_with_an_example(home: Home, camera: str) -> None:
    refused = home.world.device("both").post("/home/change", {"camera": camera})
    assert refused.status_code == 409
    assert "rtsp://" in (refused.json or {})["trouble"]


def test_the_devices_are_listed_once_for_a_change(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = []

    def list_devices(*used: Any) -> Any:
        listed.append(used)
        return found_cameras(*used)

    monkeypatch.setattr("companion.web.pages.home.found_cameras", list_devices)
    home.ask(home.world.device("both"), camera="any")
    assert len(listed) == 1
    assert told(home) == ["Table tablet chose the camera: Any camera that is there or comes."]


def test_a_table_that_plays_itself_plays_no_other_game_and_says_so_without_a_view(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, table = home.world.device("both"), home.world.table
    assert not (device.get("/home.json").json or {})["is_demo"]
    table.mark_demo()
    monkeypatch.setattr(table, "view", lambda seat: pytest.fail("a view was built"))
    assert (device.get("/home.json").json or {})["is_demo"]
    refused = device.post("/home/change", {"scenario": "battle"})
    assert (refused.status_code, "plays by itself" in refused.text) == (409, True)


@pytest.mark.journey
def test_the_watch_follows_the_game_that_is_on_the_table(tmp_path: Path) -> None:
    home = Home(tmp_path, camera="simulated")
    former = home.current.services.watch
    home.ask(home.world.device("both"), scenario="first_steps")
    watch = home.current.services.watch
    assert former is not None
    assert watch is not None
    assert watch.plan != former.plan
    assert former._closed.is_set()
    found = home.world.device("both").get("/home/cameras.json").json or {}
    assert (found["used"], dict(found["cameras"])["used"]) == ("used", "simulated")
    home.current.close()


def test_where_the_wanted_game_cannot_be_laid_out_the_former_one_goes_on_and_it_is_said(home: Home) -> None:
    game = home.begin()
    home.ask(home.world.device("both"), scenario="battle")
    home.lose_scenario(game)
    home.ask(home.world.device("both"), game=game)
    assert home.scenario == "battle"
    assert "that cannot be done" in told(home)[0]


def test_a_fault_of_the_program_costs_the_new_game_and_no_other(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, opened = home.begin(), create_app

    def fail_for_battle(settings: Settings, **more: Any) -> Flask:
        if settings.scenario == "battle":
            raise RuntimeError("a slip")
        return opened(settings, **more)

    monkeypatch.setattr(current_game, "create_app", fail_for_battle)
    home.ask(home.world.device("both"), scenario="battle")
    assert (home.world.table.row.id, home.world.seq) == (game, 1)
    assert "RuntimeError: a slip" in told(home)[0]


def test_where_the_former_game_cannot_be_laid_out_either_it_is_tried_until_it_can_be(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, opened, faults = home.begin(), create_app, [OSError("a full disk")] * 3

    def fail_at_first(settings: Settings, **more: Any) -> Flask:
        if faults:
            raise faults.pop()
        return opened(settings, **more)

    monkeypatch.setattr(current_game, "create_app", fail_at_first)
    monkeypatch.setattr(current_game, "RETRY_S", 0.0)
    home.ask(home.world.device("both"), scenario="battle")
    assert not faults
    assert (home.world.table.row.id, home.world.seq) == (game, 1)
    assert "a full disk" in told(home)[0]


def test_a_fault_in_an_act_that_was_granted_ends_no_later_change(home: Home) -> None:
    changes, done = home.current.shared.changes, list[str]()

    def fail() -> str | None:
        raise RuntimeError("a slip")

    def act() -> str | None:
        done.append("done")
        changes.close()
        return None

    def propose(wanted: Act) -> bool:
        return changes.propose(wanted, Message("an act"), by="one", who="south", asked=())

    assert propose(fail)
    runner = threading.Thread(target=home.current.run)
    runner.start()
    assert any(propose(act) or time.sleep(0.01) for _ in range(1000))
    runner.join(timeout=10)
    assert done == ["done"]


def test_a_part_that_cannot_stop_keeps_no_other_from_it_and_the_game_is_laid_out_again(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = home.begin()

    def fail() -> None:
        raise RuntimeError("a slip")

    monkeypatch.setattr(home.current.services.pictures, "close", fail)
    home.ask(home.world.device("both"), scenario="battle")
    assert (home.world.table.row.id, home.world.seq) == (game, 1)


# ---- who is asked ---------------------------------------------------------------------------------


def test_those_of_the_other_side_that_are_awake_are_asked_while_a_game_is_on(home: Home) -> None:
    home.begin()
    world = home.world
    south, north, asleep = world.device("south"), world.device("north"), world.device("north")
    with world.served, north.stream() as stream:
        assert stream.status == 200
        assert south.post("/home/change", {"scenario": "battle"}).json == {"ok": True, "asked": 1}
        asked = home.current.shared.changes.open
        assert asked is not None
        for device in (asleep, south):
            answer = device.post("/home/answer", {"number": asked.number, "agrees": True})
            assert answer.status_code == 409
        answer = north.post("/home/answer", {"number": asked.number, "agrees": False})
        assert answer.json == {"ok": True}
    assert home.current.shared.changes.due() is None
    assert told(home)[1:] == ["New game: Full battle: north player says no. The game goes on as it is."]


# ---- past games -----------------------------------------------------------------------------------


def test_past_games_are_listed_with_who_played_and_how_they_stand(home: Home) -> None:
    home.ask(home.world.device("both"), scenario="learning", names=["Ana", "Bogdan"])
    game = home.begin()
    home.ask(home.world.device("both"), scenario="first_steps")
    device = home.world.device("both")
    (one,) = past(device)
    assert (one["id"], one["title"], one["edition"]) == (game, "Learning scenario", "Second Edition")
    assert [side["name"] for side in one["sides"].values()] == ["Ana", "Bogdan"]
    assert (one["winner"], one["is_over"]) == (None, False)
    assert "Ana" in device.get(f"/home/report?game={game}").text


def test_the_game_to_go_on_with_is_the_one_on_the_table_and_a_kept_one_where_that_is_over_or_none(
    tmp_path: Path,
) -> None:
    def go_on(home: Home) -> Any:
        return ((home.world.device("both").get("/home.json").json or {})["go_on"] or {}).get("id")

    former = Home(tmp_path)
    assert go_on(former) is None
    kept = former.begin()
    former.ask(former.world.device("both"), scenario="learning")
    assert go_on(former) == former.world.table.row.id != kept
    former.world.start()
    units = former.world.table.game.state.units.values()
    fallen = [unit.id for unit in units if unit.seat is Seat.SOUTH]
    former.world.say(*(CorrectUnit(unit=unit, at=None, figures=0) for unit in fallen))
    assert go_on(former) == kept
    former.current.close()
    later = Home(tmp_path)
    assert go_on(later) == kept
    later.world.device("both").post("/home/delete", {"game": kept, "is_deleted": True})
    assert go_on(later) is None
    later.current.close()


def test_a_game_is_renamed_deleted_and_brought_back(home: Home) -> None:
    game = home.begin()
    assert (
        "lies on the table"
        in home.world.device("both").post("/home/delete", {"game": game, "is_deleted": True}).text
    )
    home.ask(home.world.device("both"), scenario="battle")
    device = home.world.device("both")
    assert device.post("/home/title", {"game": game, "title": " The  ford "}).json == {"ok": True}
    assert [one["title"] for one in past(device)] == ["The ford"]
    assert device.post("/home/title", {"game": game, "title": "---"}).status_code == 409
    assert device.post("/home/delete", {"game": game, "is_deleted": True}).json == {"ok": True}
    assert past(device) == []
    assert [one["id"] for one in past(device, "?deleted")] == [game]
    assert device.post("/home/delete", {"game": game, "is_deleted": False}).json == {"ok": True}
    assert [one["title"] for one in past(device)] == ["The ford"]


def test_the_computer_lists_a_game_with_its_title_its_players_and_that_it_was_deleted(
    home: Home, tmp_path: Path
) -> None:
    game = home.begin()
    home.world.device("south", "Ana")
    kept = home.current.shared.labels
    kept.entitle(game, "The ford")
    kept.delete(game)
    told = CliRunner().invoke(herald, ["games", "list", "--data", str(tmp_path)]).output
    assert "1 entries  (The ford)  (Ana)  (deleted on a tablet)" in told


def test_all_games_that_are_over_are_counted_together(home: Home) -> None:
    for winner in (Seat.SOUTH, Seat.NORTH, Seat.SOUTH):
        home.ask(home.world.device("both"), scenario="learning", names=["Ana", "Bogdan"])
        home.world.start()
        units = home.world.table.game.state.units.values()
        fallen = [unit.id for unit in units if unit.seat is not winner]
        home.world.say(*(CorrectUnit(unit=unit, at=None, figures=0) for unit in fallen))
    home.ask(home.world.device("both"), scenario="learning")
    home.begin()  # not over: not counted
    told = home.world.device("both").get("/home/statistics.json").json or {}
    assert told["games"] == 3
    assert [(one["name"], one["played"], one["won"]) for one in told["players"]] == [
        ("Ana", 3, 2),
        ("Bogdan", 3, 1),
    ]
    (learning,) = told["scenarios"]
    assert (learning["name"], learning["games"], learning["turns"]) == ("Learning scenario", 3, 1.0)
    assert [(side["name"], side["won"]) for side in learning["sides"]] == [
        ("Daqan Lords", 2),
        ("Uthuk Y'llan", 1),
    ]


def test_a_game_that_is_not_over_is_not_exported_on_a_tablet_for_hands_are_in_it(home: Home) -> None:
    refused = home.world.device("both").get(f"/home/export?game={home.begin()}", Accept="application/json")
    assert refused.status_code == 409
    assert "exported at the computer" in refused.text


def test_of_a_game_that_cannot_be_exported_the_true_reason_is_told(home: Home) -> None:
    game = home.begin()
    home.ask(home.world.device("both"), scenario="battle")
    home.lose_scenario(game)
    device = home.world.device("both")
    assert "gone" in device.get(f"/home/export?game={game}", Accept="application/json").text
    assert "There is no game" in device.get("/home/export?game=none", Accept="application/json").text


def test_what_is_not_there_is_told_to_be_missing(home: Home) -> None:
    device = home.world.device("both")
    for address in (
        "/home/report?game=none",
        "/home/picture.svg?game=none",
        "/past/board?seq=99",
        "/past/entry?seq=99",
        "/speech.wav?id=1",
        "/camera.jpg",
        "/board/answer?what=weather",
    ):
        answer = device.get(address, Accept="application/json")
        assert (address, answer.status_code, (answer.json or {}).keys() - {"ok"}) == (
            address,
            404,
            {"trouble"},
        )


def test_names_outlive_a_restart(tmp_path: Path) -> None:
    first = Home(tmp_path, is_chosen=True, names="Ana,Bogdan")
    game = first.begin()
    first.current.close()
    again = Home(tmp_path, is_chosen=True, game=game)
    assert again.current.services.players == {Seat.SOUTH: "Ana", Seat.NORTH: "Bogdan"}
    again.current.close()


# ---- names ----------------------------------------------------------------------------------------


def names(home: Home) -> list[str]:
    return [score["name"] for score in sent_view(home.world.table)["game"]["scores"].values()]


def test_who_joins_by_a_name_is_called_so_wherever_a_side_is_meant(home: Home) -> None:
    home.world.device("south", "Ana")
    assert names(home) == ["Ana", "Uthuk Y'llan"]
    home.world.device("south", "Cora")  # the first one stays
    home.world.device("north", "Bogdan")
    assert names(home) == ["Ana", "Bogdan"]
    home.begin()
    assert "<title>Ana – Bogdan · herald</title>" in home.world.device("both").get("/").text


def test_who_joins_by_a_name_in_the_midst_of_a_game_is_kept_with_it(home: Home) -> None:
    home.begin()
    home.world.device("south", "Ana")
    (one,) = past(home.world.device("both"))
    assert one["sides"]["south"]["name"] == "Ana"


def test_a_game_that_has_not_begun_is_told_by_the_names_of_those_who_will_play_it(home: Home) -> None:
    home.ask(home.world.device("both"), scenario="learning", names=["Ana", "Bogdan"])
    now = home.world.device("both").get("/home.json").json
    assert now is not None
    assert [side["name"] for side in now["go_on"]["sides"].values()] == ["Ana", "Bogdan"]


def test_whoever_taps_without_a_name_of_a_device_is_called_as_who_sits_there(home: Home) -> None:
    home.ask(home.world.device("both"), scenario="learning", names=["Ana", "Bogdan"])
    home.begin()
    home.world.device("south").do({"do": "correct_score", "seat": "north", "lore": 1})
    log = sent_view(home.world.table)["log"]
    assert log[-1]["by"] == "Ana"


def test_names_given_before_stay_and_can_be_changed_at_any_time(home: Home) -> None:
    home.ask(home.world.device("both"), scenario="learning", names=["Ana", "Bogdan"])
    home.world.device("south", "Cora")
    assert names(home) == ["Ana", "Bogdan"]
    device = home.world.device("both")
    assert device.post("/home/names", {"names": ["Cora", "Dan"]}).json == {"ok": True}
    assert names(home) == ["Cora", "Dan"]
    assert device.post("/home/names", {"names": ["", ""]}).json == {"ok": True}
    assert names(home) == ["Daqan Lords", "Uthuk Y'llan"]
    assert device.post("/home/names", {"names": ["Ana", "---"]}).status_code == 409
