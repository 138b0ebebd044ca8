"""The dashboard's server: who may see and do what, stale taps, bad messages, the stream."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import zxingcpp

import companion.web
from companion.network.addresses import is_own_address
from companion.table.requests import Undo
from companion.web.pages.routes import OPEN, close_streams
from companion.web.requests.json_io import qr_svg
from rules.kernel.messages import CorrectUnit, NoteHand, PlayCard
from rules.kernel.values import CardId, Seat, UnitId
from tests.companion.dashboard_world import World, world
from tests.companion.sent_view import sent_view

ROOM = Path(companion.web.__file__).parent
PLAY: dict[str, Any] = {"do": "play_card", "card": "patrol_left"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path) as made:
        yield made


@pytest.fixture
def started(table: World) -> World:
    table.start()
    return table


def addresses(table: World, method: str) -> list[str]:
    """Return every address of the dashboard that takes *method* and is not open to all."""
    return [
        rule.rule
        for rule in table.app.url_map.iter_rules()
        if method in (rule.methods or ()) and rule.endpoint.removeprefix("dashboard.") not in OPEN
    ]


# ---- joining --------------------------------------------------------------------------------


def test_without_joining_everything_but_the_doorway_is_refused_in_words(started: World) -> None:
    stranger, before = started.stranger(), started.seq
    looked = {address: stranger.get(address) for address in addresses(started, "GET")}
    tapped = {address: stranger.post(address, {}) for address in addresses(started, "POST")}
    assert {"/events", "/camera.jpg", "/join.svg", "/links"} <= set(looked)
    assert {"/do", "/undo", "/answer", "/errand", "/camera/fit"} <= set(tapped)
    assert {answer.status_code for answer in (*looked.values(), *tapped.values())} == {403}
    assert all("To join, scan the QR picture" in answer.text for answer in looked.values())
    assert all(
        answer.json == {"trouble": "This device has not joined the table."} for answer in tapped.values()
    )
    assert started.seq == before


def test_the_doorway_shows_nothing_of_the_game(started: World) -> None:
    page = started.stranger().get("/")
    assert page.status_code == 200
    assert "Join the table" in page.text
    assert started.access.codes.join not in page.text
    assert "Daqan" not in page.text


def test_the_right_code_lets_a_device_in_with_a_guarded_cookie(table: World) -> None:
    device = table.stranger()
    answer = device.post(
        "/join", {"code": table.access.codes.join.lower(), "role": "both", "name": "Kitchen"}
    )
    cookie = answer.headers["Set-Cookie"]
    assert answer.status_code == 200
    assert cookie.startswith("herald_ticket_8765=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert 'data-role="both"' in device.get("/").text


def test_a_name_is_shown_as_text(table: World) -> None:
    device = table.stranger()
    device.post("/join", {"code": table.access.codes.join, "role": "both", "name": '"><script>alert(1)'})
    assert "<script>alert" not in device.get("/").text


def test_wrong_codes_are_refused_and_soon_not_even_heard(table: World) -> None:
    stranger = table.stranger()
    wrong = [stranger.post("/join", {"code": f"WRONG{n}", "role": "both"}).status_code for n in range(8)]
    right = stranger.post("/join", {"code": table.access.codes.join, "role": "both"})
    assert wrong == [403] * 8
    assert right.status_code == 429
    assert "Try again in 60 seconds" in right.json["trouble"]


def test_the_watch_code_lets_nobody_play(table: World) -> None:
    answer = table.stranger().post("/join", {"code": table.access.codes.watch, "role": "both"})
    assert answer.status_code == 403


def test_an_onlooker_sees_the_board_and_can_change_nothing(started: World) -> None:
    onlooker, before = started.device("watch"), started.seq
    name, view = next(onlooker.events())
    assert (name, view["game"]["step"]) == ("view", "command")
    assert {onlooker.post(address, {}).status_code for address in addresses(started, "POST")} == {403}
    assert {onlooker.get(address).status_code for address in ("/join.svg", "/watch.svg", "/camera")} == {403}
    assert started.access.codes.join not in onlooker.get("/links").text
    assert started.seq == before


def test_a_player_is_told_how_many_devices_of_players_are_awake_and_for_which_seat(started: World) -> None:
    player, other = started.device("north"), started.device("both")
    with player.stream(), other.stream():
        awake = player.get("/links").json["awake"]
    assert {name: number for name, number in awake.items() if number} == {"north": 1, "both": 1}


def test_the_qr_picture_holds_the_join_link(table: World) -> None:
    drawn = table.device("both").get("/join.svg")
    assert drawn.mimetype == "image/svg+xml"
    assert drawn.text == qr_svg(table.access.join_url)
    size = int(re.search(r'viewBox="0 0 (\d+)', drawn.text).group(1))
    image = np.full((size, size), 255, np.uint8)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn.text):
        image[int(y), int(x)] = 0
    (read,) = zxingcpp.read_barcodes(cv2.resize(image, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST))
    assert read.text == table.access.join_url


# ---- other sites' pages -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "file://127.0.0.1:8765"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
    ],
)
def test_a_message_from_another_sites_page_does_nothing(started: World, headers: dict[str, str]) -> None:
    before = started.seq
    answer = started.device("both").post("/do", {"seen": before, "command": PLAY}, **headers)
    assert answer.status_code == 403
    assert answer.json["trouble"].endswith(".")
    assert started.seq == before


@pytest.mark.parametrize("address", ["/", "/join/7KQ2MX", "/events", "/page/app.mjs", "/nothing"])
def test_a_foreign_host_name_gets_no_page_at_all(started: World, address: str) -> None:
    answer = started.device("both").get(address, Host="evil.example")
    assert answer.status_code == 403
    assert (
        "address on the table's screen" in answer.text or "address on the table&#39;s screen" in answer.text
    )


def test_every_page_and_worker_lets_only_our_own_files_run(started: World) -> None:
    device = started.device("both")
    pages = ("/", "/join/", "/camera", "/links", "/nothing", "/rules.json", "/page/icon.svg")
    for address in (*pages, "/page/link/link_worker.mjs"):
        policy = device.get(address).headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("address", "framed", "referrer"),
    [
        ("/", "DENY", "same-origin"),
        ("/rules.json", "DENY", "same-origin"),
        ("/page/app.mjs", None, None),
        ("/page/style.css", None, None),
    ],
)
def test_no_other_site_uses_an_answer_guesses_its_kind_or_frames_a_page(
    started: World, address: str, framed: str | None, referrer: str | None
) -> None:
    headers = started.device("both").get(address).headers
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert (headers.get("X-Frame-Options"), headers.get("Referrer-Policy")) == (framed, referrer)


def test_every_worker_is_called_so_that_it_gets_a_page_s_headers() -> None:
    begun = re.compile(r"new (?:Shared)?Worker\(\s*(?:new URL\()?[\"'`]([^\"'`]+)")
    texts = [path.read_text(encoding="utf-8") for path in (ROOM / "static").rglob("*.mjs")]
    workers = [name for text in texts for name in begun.findall(text)]
    assert workers
    assert all(name.endswith("worker.mjs") for name in workers)


def test_pages_hold_no_script_or_style_of_their_own() -> None:
    for template in (ROOM / "templates").glob("*.html"):
        text = template.read_text(encoding="utf-8")
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", text), template.name


def test_pages_say_that_they_look_for_the_table_only_after_a_moment() -> None:
    looking = [
        classes.split()
        for template in (ROOM / "templates").glob("*.html")
        for classes in re.findall(r'<p class="([^"]*)">{{ t\("Looking', template.read_text(encoding="utf-8"))
    ]
    assert len(looking) == 5
    assert all("after-3s" in classes for classes in looking)
    style = (ROOM / "static" / "style.css").read_text(encoding="utf-8")
    assert ".after-3s, .calm .after-3s { animation: after-3s 3s step-end" in style


OWN_ADDRESSES = {"http://www.w3.org/2000/svg", "https://${location.host}/"}


def test_scripts_write_text_only_and_fetch_nothing_from_elsewhere() -> None:
    scripts = [path for path in (ROOM / "static").rglob("*.mjs") if path.parent.name != "vendor"]
    assert len(scripts) > 10
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
        )
        foreign = set(re.findall(r"https?://[^\"'`\s]+", text)) - OWN_ADDRESSES
        assert not foreign, script.name


# ---- taps -------------------------------------------------------------------------------------


def test_a_tap_is_decided_and_stored(started: World) -> None:
    before = started.seq
    answer = started.device("both").do(PLAY)
    assert answer.json == {"ok": True, "seq": before + 1, "refused": None, "conflict": None}
    assert sent_view(started.table)["game"]["wait"] == {"wait": "orders_wait", "seat": "north"}


def test_a_refusal_comes_in_words_with_its_page_and_can_be_overruled(started: World) -> None:
    device = started.device("both")
    device.do(PLAY)
    order = {"do": "order", "unit": "viper_legion-1"}
    before = started.seq
    refused = device.do(order).json["refused"]
    assert refused["why"] == "wrong_section"
    assert refused["text"].endswith(".")
    assert refused["page"]
    assert refused["can_overrule"]
    assert started.seq == before
    assert device.do({"do": "overrule", "command": order}).json["ok"]


def test_a_face_that_no_die_has_is_refused_in_words(started: World) -> None:
    before = started.seq
    refused = started.device("both").do({"do": "roll", "faces": ["seven"]}).json["refused"]
    assert (refused["text"][-1], refused["can_overrule"], started.seq) == (".", False, before)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"seen": 1}',
        b'{"seen": "one", "command": {"do": "decline"}}',
        b'{"seen": 1, "command": {"do": "fly"}}',
        b'{"seen": 1, "command": {"do": "move", "unit": "x"}}',
        b'{"seen": 1, "command": {"do": "decline"}, "more": 1}',
        b"[" * 5000,
    ],
)
def test_a_bad_message_gets_one_sentence(started: World, body: bytes) -> None:
    before = started.seq
    answer = started.device("both").post("/do", body)
    assert answer.status_code == 400
    assert answer.json["trouble"].startswith("The table could not read that message")
    assert "Traceback" not in answer.text
    assert started.seq == before


def test_a_message_that_is_too_long_is_refused(started: World) -> None:
    answer = started.device("both").post("/do", b" " * 70_000)
    assert answer.status_code == 413
    assert answer.json == {"trouble": "That message is too long for a table. Nothing was done."}


def test_a_tap_made_on_an_old_view_does_nothing_and_is_told_what_happened(started: World) -> None:
    device, seen = started.device("both"), started.seq
    started.say(PlayCard(card=CardId("patrol_right")))
    before = started.seq
    answer = device.do(PLAY, seen=seen)
    assert answer.status_code == 409
    assert "Patrol Right" in answer.json["conflict"]
    assert "did nothing" in answer.json["conflict"]
    assert started.seq == before


def test_a_stale_device_rolls_nothing_back(started: World) -> None:
    device, seen = started.device("both"), started.seq
    started.say(PlayCard(card=CardId("patrol_right")))
    game = sent_view(started.table)["game"]
    answer = device.post("/undo", {"seen": seen, "game": started.table.row.id, "to": 0})
    assert answer.status_code == 409
    assert sent_view(started.table)["game"] == game


def test_two_people_who_tap_at_once_get_one_result_and_one_explanation(started: World) -> None:
    devices, seen = [started.device("both"), started.device("north")], started.seq
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda device: device.do(PLAY, seen=seen), devices))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    (told,) = [answer.json["conflict"] for answer in answers if answer.status_code == 409]
    assert "Patrol Left" in told
    assert started.seq == seen + 1


def test_a_tap_from_the_future_passes_neither_the_seat_nor_the_log(started: World) -> None:
    before = started.seq
    assert started.device("south").do(PLAY, seen=before + 1).status_code == 409
    assert started.device("both").do(PLAY, seen=before + 1).status_code == 409
    assert started.device("both").post("/undo", {"seen": before + 1, "game": "x", "to": 0}).status_code == 409
    assert started.seq == before


def test_a_tap_for_another_game_does_nothing(started: World) -> None:
    device, before = started.device("both"), started.seq
    assert device.post("/do", {"seen": before, "game": "older", "command": PLAY}).status_code == 409
    assert device.post("/undo", {"seen": before, "game": "older", "to": 0}).status_code == 409
    assert device.post("/errand", {"id": 1, "game": "older"}).status_code == 409
    assert device.post("/answer", {"question": "?", "choice": 1, "game": "older"}).status_code == 409
    game = sent_view(started.table)["game_id"]
    assert started.seq == before
    assert device.post("/do", {"seen": before, "game": game, "command": PLAY}).json["ok"]


@pytest.mark.parametrize("origin", ["http://[bad", "http://", "null", "ftp://127.0.0.1:8765"])
def test_an_origin_that_is_none_is_turned_away_in_words(started: World, origin: str) -> None:
    answer = started.device("both").post("/do", {}, Origin=origin)
    assert answer.status_code == 403
    assert answer.json["trouble"].startswith("This was sent by another site's page")


@pytest.mark.parametrize("name", ["224.0.0.1", "255.255.255.255", "0.0.0.0", "192.168.1.255", "ff02::1"])
def test_addresses_that_name_no_machine_are_not_this_ones(name: str) -> None:
    assert not is_own_address(name)


def test_undo_goes_back_to_any_entry(started: World) -> None:
    device, begun = started.device("both"), started.seq
    game = sent_view(started.table)["game"]
    device.do(PLAY)
    device.do({"do": "order", "unit": "viper_legion-4"})
    named = {"game": started.table.row.id}
    assert device.post("/undo", {"seen": started.seq, "to": begun, **named}).json["ok"]
    assert sent_view(started.table)["game"] == game
    assert device.post("/undo", {"seen": started.seq, "to": 0, **named}).json["ok"]
    assert sent_view(started.table)["game"]["step"] == "set_up"


@pytest.mark.parametrize("to", [0, 4])
def test_an_undo_that_names_no_game_takes_nothing_back(started: World, to: int) -> None:
    device = started.device("both")
    device.do(PLAY)
    before = started.seq
    answer = device.post("/undo", {"seen": before, "to": to})
    assert (answer.status_code, started.seq) == (409, before)
    assert "which game" in answer.json["conflict"]


def test_an_undo_of_everything_is_undone_by_a_tap(started: World) -> None:
    device, named = started.device("both"), {"game": started.table.row.id}
    device.do(PLAY)
    device.do({"do": "order", "unit": "viper_legion-4"})
    before = sent_view(started.table)
    assert before["redo"] == 0
    assert device.post("/undo", {"seen": started.seq, "to": 0, **named}).json["ok"]
    assert sent_view(started.table)["redo"] == len(before["log"])
    assert device.post("/redo", {"seen": started.seq, **named}).json["ok"]
    after = sent_view(started.table)
    assert after["game"] == before["game"]
    said = [[line[part] for part in ("text", "by", "at")] for line in before["log"]]
    assert [[line[part] for part in ("text", "by", "at")] for line in after["log"]] == said
    assert after["redo"] == 0
    assert device.post("/redo", {"seen": started.seq, **named}).status_code == 409


def test_what_is_done_after_an_undo_leaves_nothing_to_do_again(started: World) -> None:
    device, named, begun = started.device("both"), {"game": started.table.row.id}, started.seq
    device.do(PLAY)
    device.post("/undo", {"seen": started.seq, "to": begun, **named})
    seen = started.seq
    device.do({**PLAY, "anywhere": True})
    assert sent_view(started.table)["redo"] == 0
    assert device.post("/redo", {"seen": seen, **named}).status_code == 409
    assert device.post("/redo", {"seen": started.seq, **named}).status_code == 409


def test_what_was_taken_back_can_be_done_again_when_the_game_is_taken_up_later(tmp_path: Path) -> None:
    with world(tmp_path) as table:
        table.start()
        before, game = table.table.game.state, table.table.row.id
        table.table.ask(Undo(to=0, by="south"))
    with world(tmp_path, game=game) as table:
        assert table.device("both").post("/redo", {"seen": table.seq, "game": game}).json["ok"]
        assert table.table.game.state == before


def test_a_players_device_acts_for_its_own_seat_only_but_may_correct(started: World) -> None:
    south, before = started.device("south"), started.seq
    refused = south.do(PLAY).json["refused"]
    assert refused["why"] == "not_your_seat"
    assert "Uthuk" in refused["text"]
    assert started.seq == before
    guard = {"unit": "citadel_guard-1", "at": "D3", "figures": 2}
    assert south.do({"do": "correct_unit", **guard}).json["ok"]
    assert (
        south.do({"do": "note_hand", "seat": "north", "known": []}).json["refused"]["why"] == "not_your_seat"
    )
    assert started.device("north").do(PLAY).json["ok"]


def test_a_hand_is_seen_by_its_own_seat_only(started: World) -> None:
    started.say(NoteHand(seat=Seat.NORTH, known=(CardId("patrol_left"),)))
    known = {}
    for role in ("north", "south", "both", "watch"):
        _, view = next(started.device(role).events())
        known[role] = view["game"]["scores"]["north"]["known"]
    assert known == {"north": ["patrol_left"], "south": [], "both": [], "watch": []}


def test_an_answer_to_a_question_that_has_gone_does_nothing(started: World) -> None:
    before = started.seq
    answer = started.device("both").post("/answer", {"question": "Which unit attacks?", "choice": 1})
    assert answer.status_code == 409
    assert answer.json["conflict"] == "That question has been settled meanwhile."
    assert started.seq == before


def test_without_a_camera_the_camera_page_says_so(started: World) -> None:
    device = started.device("both")
    assert (
        device.get("/camera.jpg").json["trouble"] == "There is no picture: no camera is looking at the board."
    )
    corners = [[0, 0], [9, 0], [9, 9], [0, 9]]
    assert device.post("/camera/fit", {"corners": corners}).status_code == 409
    assert device.post("/camera/fit", {"corners": corners[:3]}).status_code == 400


# ---- the stream -------------------------------------------------------------------------------


def test_a_device_is_sent_the_whole_view_at_once_and_after_every_change(started: World) -> None:
    events = started.device("both").events()
    name, first = next(events)
    started.say(PlayCard(card=CardId("patrol_left")))
    changed = next(
        view for kind, view in islice(events, 5) if kind == "view" and view["number"] > first["number"]
    )
    events.close()
    assert name == "view"
    assert first["game"]["wait"]["wait"] == "card_wait"
    assert changed["game"]["wait"]["wait"] == "orders_wait"
    assert changed["seq"] == first["seq"] + 1
    assert len(changed["game"]["units"]) == 18


def test_a_quiet_table_still_beats(started: World) -> None:
    events = started.device("watch").events()
    assert [next(events)[0] for _ in range(3)] == ["view", "changes", "beat"]
    events.close()


def test_a_device_that_comes_back_is_sent_what_it_missed(started: World) -> None:
    device = started.device("both")
    _, first = next(device.events())
    guard = CorrectUnit(unit=UnitId("citadel_guard-1"), at=None, figures=0)
    started.say(guard)
    _, again = next(device.events())
    assert again["number"] > first["number"]
    assert next(unit["at"] for unit in again["game"]["units"] if unit["id"] == "citadel_guard-1") is None


def test_a_server_can_stop_while_devices_look(started: World) -> None:
    events = started.device("both").events()
    next(events)
    close_streams(started.app)
    assert {name for name, _ in events} <= {"changes", "beat"}
