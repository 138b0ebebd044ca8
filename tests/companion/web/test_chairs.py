"""Two to six people at an Epic table: each has a place of its own, and taps only what is that place's."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.web.access import seats
from companion.web.access.seats import GONE_S
from rules.first.messages.epic import FillRack, RackWait
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit, StartGame
from rules.kernel.values import CardId, Seat, Section
from tests.clock import Clock
from tests.companion.dashboard_world import Device, World, world
from tests.companion.sent_view import sent_view

PEOPLE = {
    "south": "Ana",
    "south_left": "Bea",
    "south_right": "Carl",
    "north": "Dan",
    "north_left": "Eva",
    "north_right": "Fritz",
}
RACK = ("scout_left", "attack_center", "leadership")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    """Three fronts, before the first Command card."""
    with world(tmp_path, scenario="three_fronts") as made:
        made.say(StartGame(), *(FillRack(card=CardId(card)) for card in RACK))
        assert not isinstance(made.table.game.state.wait, RackWait)
        assert made.table.game.state.active is Seat.SOUTH
        yield made


def six(table: World) -> dict[str, Device]:
    return {role: table.device(role, name) for role, name in PEOPLE.items()}


def refused(device: Device, command: dict[str, Any]) -> str:
    answer = device.do(command).json
    assert not answer["ok"]
    assert answer["refused"]["why"] == "not_your_place"
    text: str = answer["refused"]["text"]
    return text


def headline(table: World) -> str:
    text: str = sent_view(table.table)["ask"]["headline"]
    return text


def join(table: World, role: str, *, moves: bool = False) -> Any:
    code = table.access.codes.join
    return table.stranger().post("/join", {"code": code, "role": role, "name": "Gus", "moves": moves})


def ordered(devices: dict[str, Device]) -> None:
    """Play two Section cards: three orders on the left, three in the center."""
    assert devices["south"].do({"do": "play_rack_card", "card": "attack_center"}).json["ok"]
    assert devices["south"].do({"do": "play_card", "card": "attack_left"}).json["ok"]


def test_a_place_is_one_device_s(table: World) -> None:
    table.device("south_left", "Bea")
    answer = join(table, "south_left")
    assert (answer.status_code, answer.json["trouble"]) == (
        409,
        "Bea has that place already: choose another one.",
    )
    assert join(table, "south_right").json["ok"]


def test_of_two_that_join_at_once_for_one_place_one_has_it(table: World) -> None:
    with ThreadPoolExecutor() as pool:
        answers = [
            answer.status_code for answer in pool.map(lambda role: join(table, role), ["north_left"] * 4)
        ]
    assert sorted(answers) == [200, 409, 409, 409]


def test_a_seventh_person_can_look_on_and_so_can_any_number(table: World) -> None:
    six(table)
    for role in PEOPLE:
        sentence = "All places at this table are taken: this device can look on."
        assert join(table, role).json["trouble"] == sentence
    for _ in range(5):
        table.device("watch")


def test_the_doorway_says_which_places_are_taken_and_not_by_whom(table: World) -> None:
    six(table)
    for address in ("/", "/join/", "/join/nonsense"):
        page = table.stranger().get(address).text
        assert page.count("<small>Taken</small>") == len(PEOPLE)
        assert not [name for name in PEOPLE.values() if name in page]


def test_a_place_that_was_left_is_free(table: World) -> None:
    device = table.device("south_left", "Bea")
    assert device.post("/leave", {"sure": True}).json["ok"]
    assert join(table, "south_left").json["ok"]


def test_a_place_whose_device_is_gone_can_be_had_after_a_question(
    table: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a flat phone nobody waits for its owner; one that has only just been seen keeps its place."""
    clock = Clock()
    monkeypatch.setattr(seats, "monotonic", clock)
    phone = table.device("south_left", "Bea")
    clock.now = GONE_S - 1
    assert "has that place already" in join(table, "south_left").json["trouble"]
    clock.now = GONE_S
    assert "by a device that is gone" in table.stranger().get("/join/").text
    assert "Everybody is told" in join(table, "south_left").json["question"]
    assert phone.get("/links").status_code == 200, "asking alone takes nothing away"
    clock.now += GONE_S
    assert join(table, "south_left", moves=True).json["ok"]
    assert phone.get("/links").status_code == 403
    assert "has left its seat" in str(sent_view(table.table)["toasts"])


def test_where_a_place_has_been_taken_meanwhile_the_former_device_is_asked_to_join(tmp_path: Path) -> None:
    with world(tmp_path / "one", scenario="three_fronts") as first:
        cookie = next(iter(first.device("south", "Ana").client._cookies.values()))
        secret = tmp_path / "one" / "door.json"
        (tmp_path / "two").mkdir()
        (tmp_path / "two" / "door.json").write_bytes(secret.read_bytes())
    with world(tmp_path / "two", scenario="three_fronts") as second:
        second.device("south", "Gus")
        former = second.stranger()
        former.client.set_cookie(cookie.key, cookie.value, domain=cookie.domain)
        assert former.get("/links").status_code == 403
        assert 'id="join"' in former.get("/").text


def test_cards_are_the_lord_commander_s(table: World) -> None:
    devices = six(table)
    told = refused(devices["south_left"], {"do": "play_rack_card", "card": "attack_center"})
    assert told == "That is for Ana to do, not for this device's place."
    assert headline(table) == "Ana: play a card of the rack?"
    ordered(devices)


def test_each_orders_in_its_own_section_and_who_may_act_is_said_by_name(table: World) -> None:
    devices = six(table)
    ordered(devices)
    heard = headline(table)
    assert heard.startswith("Bea and Ana: ")
    assert sent_view(table.table, Seat.NORTH)["ask"]["who"] == "Bea and Ana"
    left, center = _ordered_in(table, "left"), _ordered_in(table, "center")
    assert refused(devices["south"], {"do": "order", "unit": left}).startswith("That is for Bea")
    assert devices["south_left"].do({"do": "order", "unit": left}).json["ok"]
    assert devices["south"].do({"do": "order", "unit": center}).json["ok"]
    assert refused(devices["south_right"], {"do": "end_main_phase"}).startswith("That is for Ana")
    other = devices["north"].do({"do": "end_main_phase"}).json["refused"]
    assert other["why"] == "not_your_seat"


def _ordered_in(table: World, section: str) -> str:
    """Return a unit that may be ordered and stands in *section* alone."""
    game = table.table.game
    found = (
        choice["unit"]
        for choice in sent_view(table.table)["ask"]["choices"]
        if choice["command"]["do"] == "order"
        and game.ruleset.sections[Seat.SOUTH][game.state.units[choice["unit"]].at] == {section}
    )
    return next(found)


def test_a_wing_without_a_marshal_is_the_lord_commander_s(table: World) -> None:
    devices = {role: table.device(role, PEOPLE[role]) for role in ("south", "south_right")}
    ordered(devices)
    assert headline(table).startswith("Ana: ")
    assert devices["south"].do({"do": "order", "unit": _ordered_in(table, "left")}).json["ok"]


def test_no_empty_place_holds_up_a_game(table: World) -> None:
    marshal = table.device("south_left", "Bea")
    ordered({"south": marshal})


def test_one_tablet_for_all_may_do_everything_and_one_a_camp_too(table: World) -> None:
    ordered({"south": table.device("both")})
    assert table.device("south").do({"do": "order", "unit": _ordered_in(table, "left")}).json["ok"]


def test_a_marshal_without_a_name_is_called_by_the_wing(table: World) -> None:
    devices = {role: table.device(role) for role in ("south", "south_left")}
    ordered(devices)
    assert headline(table).startswith("Standards, left wing and Standards: ")


def test_two_people_who_tap_at_once_get_one_result_and_one_explanation(table: World) -> None:
    devices = six(table)
    ordered(devices)
    seen = table.seq
    taps = {"south_left": _ordered_in(table, "left"), "south": _ordered_in(table, "center")}

    def tap(role: str) -> Any:
        return devices[role].do({"do": "order", "unit": taps[role]}, seen=seen)

    with ThreadPoolExecutor() as pool:
        answers = sorted((answer.json for answer in pool.map(tap, taps)), key=lambda one: not one["ok"])
    assert [answer["ok"] for answer in answers] == [True, False]
    assert answers[1]["conflict"].startswith("Meanwhile this happened: ")
    assert table.seq == seen + 1


def test_six_devices_play_an_epic_turn_each_its_own_part(table: World) -> None:
    """Two section cards, a unit of each wing, one that crosses a line, and the rack filled again."""
    devices = six(table)
    ordered(devices)
    left, center = _ordered_in(table, "left"), _ordered_in(table, "center")
    assert devices["south_left"].do({"do": "order", "unit": left}).json["ok"]
    assert devices["south"].do({"do": "order", "unit": center}).json["ok"]
    for unit, at in ((center, "F4"), (left, "A4")):
        figures = table.table.game.state.units[unit].figures
        table.say(CorrectUnit(unit=unit, at=Hex(at), figures=figures))
    crossed = Hex("E4")
    assert table.table.game.ruleset.sections[Seat.SOUTH][crossed] == {Section.LEFT}
    assert refused(devices["south_left"], {"do": "move", "unit": center, "to": crossed}).startswith(
        "That is for Ana"
    )
    assert devices["south"].do({"do": "move", "unit": center, "to": crossed}).json["ok"]
    assert refused(devices["south_left"], {"do": "attack", "unit": center, "target": left}).startswith(
        "That is"
    )
    assert devices["south"].do({"do": "end_main_phase"}).json["ok"]
    assert devices["north_right"].do({"do": "fill_rack", "card": "scout_right"}).json["ok"]
    assert headline(table) == "Dan: play a card of the rack?"
