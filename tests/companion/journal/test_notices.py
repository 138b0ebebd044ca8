"""What people must know stands on every screen until it is mended or has been read."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.camera.snapshots import Snapshots
from companion.journal.data_folder import look_over
from companion.journal.notices import Notices
from companion.journal.store import Store
from rules.kernel.translatable import Message
from tests.companion.browser import Tablet, inside
from tests.companion.camera.test_pictures import entries, noise
from tests.companion.dashboard_world import World, world
from tests.companion.sent_view import sent_view
from tests.companion.table_services import SET_UP, Services

RED = (
    "return [...document.querySelectorAll('.notice')].every((node) => {"
    "const [red, green, blue] = getComputedStyle(node).backgroundColor.match(/[0-9]+/g).map(Number);"
    "const box = node.getBoundingClientRect();"
    "const isSeen = box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth + 1;"
    "return red > 120 && green < 60 && isSeen; })"
)


def names(board: Notices) -> list[str]:
    return [notice.id for notice in board.open]


def test_what_was_read_does_not_come_back_until_it_has_been_mended() -> None:
    board, heard = Notices(), list[int]()
    board.listen(lambda: heard.append(1))
    board.post("a", Message("Something is lost."))
    board.post("a", Message("Something is lost."))
    assert (names(board), len(heard)) == (["a"], 1)
    assert board.dismiss("a")
    board.post("a", Message("Something is lost."))
    assert names(board) == []
    board.post("a", Message("More is lost."))
    assert names(board) == ["a"]
    board.mend("a")
    board.post("a", Message("Something is lost."))
    assert names(board) == ["a"]


def test_what_is_not_mended_cannot_be_taken_away() -> None:
    board = Notices()
    board.post("full", Message("The disk is full."), can_dismiss=False)
    assert not board.dismiss("full")
    assert not board.dismiss("unknown")
    assert names(board) == ["full"]


def test_a_notice_is_shown_at_once_and_said_once(tmp_path: Path) -> None:
    services = Services(tmp_path, has_camera=False)
    view = services.table.subscribe()
    services.store.board.post("pictures", Message("No picture can be kept."), Message("Make room."))
    assert view.get(timeout=10) is not None
    assert [one["text"] for one in services.view["notices"]] == ["No picture can be kept."]
    services.say(SET_UP[0])
    assert services.warned == ["No picture can be kept. Make room."]
    services.store.board.mend("pictures")
    services.say(SET_UP[1])
    assert services.view["notices"] == []
    services.close()


def set_aside(data: Path) -> None:
    store = Store(data / "games.sqlite")
    store.close()
    (data / "games.sqlite").write_bytes(b"rubbish" * 1000)


def broken_access(data: Path) -> None:
    (data / "door.json").write_text('{"secret": "gone"')


def broken_camera(data: Path) -> None:
    (data / "cameras.json").write_text("{")


def broken_campaign(data: Path) -> None:
    (data / "campaigns").mkdir()
    (data / "campaigns" / "winter.json").write_text("[1]")


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (set_aside, "games.sqlite was damaged and lies in"),
        (broken_access, "the codes for tablets have been made anew"),
        (broken_camera, "where you tapped the board's corners is forgotten"),
        (broken_campaign, "winter.json"),
    ],
)
def test_what_is_broken_at_the_start_stands_on_the_screens(
    tmp_path: Path, harm: Callable[[Path], None], told: str
) -> None:
    harm(tmp_path)
    with world(tmp_path) as table:
        (notice,) = sent_view(table.table)["notices"]
        assert told in notice["text"]
        onlooker, player = table.device("watch"), table.device("south")
        assert onlooker.post("/notice", {"id": notice["id"]}).status_code == 403
        assert player.post("/notice", {"id": "another"}).status_code == 409
        assert player.post("/notice", {"id": notice["id"]}).json["ok"]
        table.start()
        assert sent_view(table.table)["notices"] == []


def test_an_onlooker_s_stream_holds_the_notices(tmp_path: Path) -> None:
    with world(tmp_path) as table:
        table.services.store.board.post("a", Message("Something is lost."))
        table.start()
        name, view = next(table.device("watch").events())
        assert (name, [one["text"] for one in view["notices"]]) == ("view", ["Something is lost."])


def test_a_notice_is_told_in_the_table_s_language(tmp_path: Path) -> None:
    set_aside(tmp_path)
    with world(tmp_path, language="ro") as table:
        (notice,) = sent_view(table.table)["notices"]
        assert "era stricat și se află acum în" in notice["text"]
        assert "se folosește ultima copie de siguranță." in notice["text"]


def test_pictures_that_cannot_be_kept_are_told_until_they_can(tmp_path: Path) -> None:
    board = Notices()
    (tmp_path / "pictures").write_text("in the way")
    kept = Snapshots(tmp_path, "g", lambda: noise(1), board=board)
    changed = threading.Event()
    board.listen(changed.set)
    kept.keep(entries(1), {})
    assert changed.wait(10)
    assert names(board) == ["pictures"]
    changed.clear()
    (tmp_path / "pictures").unlink()
    kept.keep(entries(2), {})
    assert changed.wait(10)
    assert names(board) == []
    kept.close()


def test_a_sound_data_folder_gives_no_notice(tmp_path: Path) -> None:
    board = Notices()
    (tmp_path / "cameras.json").write_text("{}")
    look_over(tmp_path, board)
    assert names(board) == []


@pytest.mark.journey
@pytest.mark.browser
def test_a_notice_is_red_on_every_screen_and_is_taken_away_by_a_tap(tablet: Tablet, table: World) -> None:
    table.start()
    table.services.store.board.post(
        "a", Message("The games were damaged."), Message("Nothing is to be done.")
    )
    tablet.join(table.access.codes.join)
    for size, page in (("1280x800", "/"), ("390x844", "/"), ("1280x800", "/start"), ("1280x720", "/wall")):
        tablet.shape(size)
        tablet.driver.get(f"{tablet.home}{page}")
        tablet.wait(lambda: "The games were damaged." in tablet.text("#notices"), f"the notice on {page}")
        assert tablet.driver.execute_script(RED), page
    tablet.driver.get(tablet.home)
    tablet.touch('[data-key="notice a"]')
    tablet.wait(lambda: not tablet.find(".notice"), "the notice to be gone")
    assert tablet.troubles() == []


@pytest.mark.browser
def test_a_long_notice_on_a_phone_keeps_its_button_on_the_screen(tablet: Tablet, table: World) -> None:
    table.services.store.board.post(
        "a", Message("{1} was damaged.", f"/home/somebody/{'data' * 20}/door.json"), Message("Join again.")
    )
    tablet.shape("390x844")
    tablet.join(table.access.codes.join)
    tablet.wait(lambda: tablet.find('[data-key="notice a"]'), "the notice")
    assert inside(tablet, '[data-key="notice a"]')
