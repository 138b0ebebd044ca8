"""What people type: lengths, signs that can be shown, letters, and words that mean somebody else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.input.text import is_name, is_plain, shortened, tidy
from companion.library.settings import parse_names
from companion.web.access.access import Role
from rules.kernel.hexes import Hex
from rules.kernel.messages import ChooseFirst, PlaceUnit, PlayUnlistedCard, StartGame
from rules.kernel.values import Seat, UnitId
from tests.companion.cli.test_commands import refused, run
from tests.companion.dashboard_world import World, begun, world
from tests.companion.sent_view import sent_view

ODD = ["a\0b", "a\u202eb", "a\u2066b", "a\u200bb", "a\x1b[2Jb", "a\u0301\u0301\u0301\u0301\u0301", "a\ufeff"]
NO_LETTER = ["---", "...", "''", "123", "•"]
LONG = "x" * 60_000


@pytest.fixture
def free(tmp_path: Path) -> Iterator[World]:
    """A free battle that has begun, south to act."""
    with world(tmp_path, scenario="free") as made:
        made.say(*begun(Seat.SOUTH))
        yield made


def card(name: str, **more: Any) -> dict[str, Any]:
    return {"do": "play_unlisted_card", "name": name, "does": [], **more}


@pytest.mark.parametrize("text", [*ODD, LONG, "a\nb"])
def test_a_text_that_cannot_be_shown_on_a_line_is_not_plain(text: str) -> None:
    assert not is_plain(text)
    assert len(shortened(text)) <= 41
    assert shortened(text).isprintable()


@pytest.mark.parametrize("name", ["Ana", "Ștefan-Vlad", "D'Arc", "J. R.", "Ἀθηνᾶ", "美咲", "Ze\u0301"])
def test_names_of_people_are_names(name: str) -> None:
    assert is_name(tidy(name))


@pytest.mark.parametrize("name", [*ODD, *NO_LETTER, LONG])
def test_an_unlisted_card_s_name_is_short_printable_and_has_letters(free: World, name: str) -> None:
    before = free.seq
    both = free.device("both")
    for command in (
        card(name),
        {"do": "play_unlisted_lore_card", "seat": "south", "name": name, "cost": 0, "does": []},
    ):
        answer = both.do(command)
        assert (answer.status_code, answer.json["ok"]) == (200, False)
        assert len(answer.text) < 500
    assert free.seq == before


def test_a_card_s_name_is_kept_tidily(free: World) -> None:
    assert free.device("both").do(card("  Ze\u0301ro \t Hour ")).json["ok"]
    assert free.table.game.state.card == "Zéro Hour"


GRANT = {"verb": "grant_orders", "count": 1}
OVERSIZED: list[dict[str, Any]] = [
    card("Fog", does=[GRANT] * 13),
    card("Fog", does=[{**GRANT, "traits": ["x" * 61]}]),
    card("Fog", does=[{**GRANT, "traits": ["a\u202eb"]}]),
    card("Fog", does=[{**GRANT, "traits": ["a"] * 61}]),
    {"do": "note_hand", "seat": "south", "known": ["wedge"] * 61},
    {"do": "overrule", "command": {"do": "roll", "faces": ["lore"] * 2000}},
    {"do": "commit", "dice": {"x" * 61: 1}},
    {"do": "correct_score", "seat": "south", "points": 100},
    {"do": "place_terrain", "at": "C5", "tile": {"kind": "x" * 500}},
]


@pytest.mark.parametrize("command", OVERSIZED)
def test_no_command_holds_huge_numbers_long_lists_or_odd_texts(free: World, command: dict[str, Any]) -> None:
    before = free.seq
    answer = free.device("both").do(command)
    assert (answer.status_code, answer.json["ok"], free.seq) == (200, False, before)
    assert len(answer.json["refused"]["text"]) < 200


def test_a_correction_is_measured_like_a_tap(free: World) -> None:
    far = {"do": "correct_unit", "unit": "x" * 3000, "at": None, "figures": 1}
    answer = free.device("both").post("/correct", {"seen": free.seq, "seq": 1, "command": far})
    assert len(answer.json["refused"]["text"]) < 200


JOINING = [
    *ODD,
    *NO_LETTER,
    LONG,
    "x" * 25,
    "camera",
    " Camera ",
    "ＣＡＭＥＲＡ",
    "south player",
    "Table  tablet",
]


@pytest.mark.parametrize("name", JOINING)
def test_a_device_is_not_called_what_cannot_be_shown_or_means_another(free: World, name: str) -> None:
    asked = {"code": free.access.codes.join, "role": "south", "name": name}
    answer = free.stranger().post("/join", asked)
    assert answer.status_code == 409
    assert len(answer.json["trouble"]) < 200
    assert "Set-Cookie" not in answer.headers


def test_a_ticket_from_before_with_such_a_name_lets_its_device_in_without_it(free: World) -> None:
    for name in ("camera", "a\u202eb", "---"):
        guest = free.access.guest(free.access.ticket(role=Role.SOUTH, name=name))
        assert guest is not None
        assert guest.name == ""


@pytest.mark.parametrize(
    "names", ["---,Ana", "Ana,...", "Ana,camera", "a\u202eb,Ana", "Ana,Ana\u200b", "1,2"]
)
def test_players_names_without_a_letter_are_refused_with_a_sentence(tmp_path: Path, names: str) -> None:
    with pytest.raises(ValueError, match="names no two players"):
        parse_names(names)
    said = refused(run("play", "--no-camera", "--headless", "--data", tmp_path, "--names", names), 2)
    assert "each of letters" in said


@pytest.mark.parametrize("name", [*ODD, *NO_LETTER, LONG, "Ford\u202e at"])
def test_a_scenario_s_name_is_short_printable_and_has_letters(free: World, name: str) -> None:
    answer = free.device("both").post("/scenario", {"name": name})
    assert (answer.status_code, len(answer.json["trouble"]) < 200) == (409, True)


def test_a_game_from_before_with_an_endless_name_loads_and_shows_a_cut_one(tmp_path: Path) -> None:
    with world(tmp_path, scenario="free") as table:
        table.say(
            PlaceUnit(unit=UnitId("citadel_guard-1"), at=Hex("D3")),
            PlaceUnit(unit=UnitId("chaos_lord-1"), at=Hex("D7")),
            ChooseFirst(seat=Seat.SOUTH),
            StartGame(),
            PlayUnlistedCard(name="\u202eFog" + LONG, does=()),
        )
        game = table.table.row.id
    with world(tmp_path, game=game) as table:
        view = sent_view(table.table)
        assert len(view["game"]["card"]) < 50
        assert view["game"]["card"].isprintable()
        assert all(len(line["text"]) < 2100 and line["text"].isprintable() for line in view["log"])
