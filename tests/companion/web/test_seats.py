"""Nobody comes to see a hand unseen: seats that are joined again, changed or left are told to everybody."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.web.access.access import Guest, Role
from companion.web.access.seats import Seats
from tests.companion.dashboard_world import Device, World, world
from tests.companion.sent_view import sent_view


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path) as made:
        yield made


def join(device: Device, role: str, **more: Any) -> TestResponse:
    return device.post("/join", {"code": device.world.access.codes.join, "role": role, "name": "Ana", **more})


def told(table: World) -> list[str]:
    return [toast["text"] for toast in sent_view(table.table)["toasts"]]


def test_a_seat_that_is_joined_once_is_nobody_s_news(table: World) -> None:
    for role in ("south", "north", "both", "watch"):
        table.device(role)
    assert told(table) == []


def test_a_seat_that_is_joined_again_is_told_to_both_sides_and_said(table: World) -> None:
    heard: list[str] = []
    table.table.listen(lambda *_: None, heard.append)
    for _ in range(2):
        join(table.stranger(), "north")
    sentence = "One more device has joined for the Uthuk Y'llan: Ana."
    assert told(table) == heard == [sentence]
    for role in ("south", "north", "watch"):
        device = table.device(role)
        events = device.events()
        assert sentence in [toast["text"] for toast in next(events)[1]["toasts"]]


def test_a_player_s_device_changes_sides_only_when_it_was_asked_and_not_unseen(table: World) -> None:
    device = table.device("south")
    asked = join(device, "north")
    assert (asked.status_code, "Shall it leave that seat?" in asked.json["question"]) == (409, True)
    assert told(table) == []
    assert join(device, "north", moves=True).json["ok"]
    assert told(table) == ["A device of the Daqan Lords has changed seats: it is now of the Uthuk Y'llan."]


@pytest.mark.parametrize("role", ["both", "watch"])
def test_a_player_s_device_leaves_its_seat_only_when_it_was_asked(table: World, role: str) -> None:
    device = table.device("south")
    assert join(device, role).status_code == 409
    assert join(device, role, moves=True).json["ok"]
    assert told(table) == ["A device of the Daqan Lords has left its seat."]


def test_a_device_that_has_left_is_in_no_more_even_with_its_old_ticket(table: World) -> None:
    device = table.device("north")
    cookie = next(iter(device.client._cookies.values()))
    assert device.post("/leave", {}).status_code == 409
    assert device.post("/leave", {"sure": True}).json["ok"]
    assert told(table) == ["A device of the Uthuk Y'llan has left its seat."]
    device.client.set_cookie(cookie.key, cookie.value, domain=cookie.domain)
    assert device.get("/events").status_code == 403
    table.device("north")
    assert len(told(table)) == 1  # nobody sits there any more


def test_a_device_that_has_left_stays_out_after_a_restart(tmp_path: Path) -> None:
    with world(tmp_path) as first:
        device, stays = first.device("north"), first.device("south")
        cookies = [next(iter(each.client._cookies.values())) for each in (device, stays)]
        assert device.post("/leave", {"sure": True}).json["ok"]
    answers = []
    with world(tmp_path) as second:
        for cookie in cookies:
            again = second.stranger()
            again.client.set_cookie(cookie.key, cookie.value, domain=cookie.domain)
            answers.append(again.get("/links").status_code)
    assert answers == [403, 200]


def test_who_joins_its_own_seat_anew_is_no_other_device(table: World) -> None:
    device = table.device("south")
    assert join(device, "south").json["ok"]
    assert told(table) == []


def test_a_seat_taken_before_a_restart_is_known_by_whoever_comes_back(tmp_path: Path) -> None:
    with world(tmp_path) as first:
        device = first.device("south")
        cookie = next(iter(device.client._cookies.values()))
    with world(tmp_path) as second:
        again = second.stranger()
        again.client.set_cookie(cookie.key, cookie.value, domain=cookie.domain)
        assert again.get("/links").status_code == 200
        second.device("south")
        assert len(told(second)) == 1


def test_of_two_that_join_at_once_the_later_one_is_told(
    table: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = Seats(table.table, table.access, lambda seat, name: None)
    real, both = Seats._news, Barrier(2)

    def slow(self: Seats, former: Guest | None, new: Guest | None) -> str | None:
        found = real(self, former, new)
        with suppress(BrokenBarrierError):
            both.wait(0.5)  # where both are here neither was remembered when the other one looked
        return found

    monkeypatch.setattr(Seats, "_news", slow)
    guests = [Guest(device=name, role=Role.NORTH, name="") for name in "ab"]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda guest: seats.change(None, guest), guests))
    assert told(table) == ["One more device has joined for the Uthuk Y'llan."]


def test_the_page_to_join_says_who_plays_to_who_has_the_code(table: World) -> None:
    table.device("south", "Ana")
    page = table.stranger().get(f"/join/{table.access.codes.join}").text
    assert "<b>Ana (south)</b>" in page
    assert "<b>The north player</b>" in page
    for address in ("/", "/join/", "/join/ABCDEF", f"/join/{table.access.codes.watch}"):
        page = table.stranger().get(address).text
        assert "<b>The south player</b>" in page and "Ana" not in page
