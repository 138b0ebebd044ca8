"""``herald campaign``: what it keeps, what it says, and what it refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app.services import open_store
from companion.cli import herald
from companion.journal.store import GameRow
from companion.library.library import Library
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command, CorrectUnit, Entry, PlaceUnit, Refusal, StartGame
from rules.kernel.values import UnitId


def run(data: Path, *words: str) -> Result:
    return CliRunner().invoke(herald, ["campaign", *words, "--data", str(data)])


def said(data: Path, *words: str) -> str:
    result = run(data, *words)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def refused(data: Path, *words: str, status: int = 2) -> str:
    result = run(data, *words)
    assert result.exit_code == status, (result.output, result.exception)
    sentence = result.stderr.strip()
    assert sentence.startswith("herald: ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def win(data: Path, faction: str, daqan: int, uthuk: int) -> str:
    points = ("--points", f"daqan={daqan}", "--points", f"uthuk={uthuk}")
    return said(data, "record", "winter", "--winner", faction, *points)


def keep_game(data: Path, name: str, *commands: Command, scenario: str = "free") -> None:
    """Keep a game in which *commands* were given."""
    store = open_store(data)
    row = GameRow(id=name, scenario=scenario, edition="second", started=1.0, version="0")
    game = new_game(Library(data).ruleset(scenario))
    for seq, command in enumerate(commands, start=1):
        game, events = play(game, command)
        assert not isinstance(events, Refusal), events
        store.append(row, Entry(seq=seq, at=1.0, by="south", frame=None, command=command, events=events))
    store.close()


LORD, GOLEMS = UnitId("chaos_lord-1"), UnitId("rune_golems-1")
BEGUN = (PlaceUnit(unit=LORD, at=Hex("F7")), PlaceUnit(unit=GOLEMS, at=Hex("F3")), StartGame())
WON = (*BEGUN, CorrectUnit(unit=LORD, at=None, figures=0))


def test_a_campaign_is_told_in_romanian(tmp_path: Path) -> None:
    said(tmp_path, "new", "winter")
    assert said(tmp_path, "next", "winter", "--language", "ro").splitlines() == [
        "winter: 0 din 4 scenarii, Lorzii Daqan 0, Uthuk Y'llan 0.",
        "Lorzii Daqan: cartea Scenariu A1.",
        "Uthuk Y'llan: cartea Scenariu A1 (Sânge în apă).",
        "Cine începe se trage la sorți.",
    ]


def test_a_campaign_is_played_to_its_end(tmp_path: Path) -> None:
    first = said(tmp_path, "new", "winter")
    assert first.splitlines() == [
        "winter: 0 of 4 scenarios, Daqan Lords 0, Uthuk Y'llan 0.",
        "Daqan Lords: scenario card A1.",
        "Uthuk Y'llan: scenario card A1 (Blood in the Water).",
        "Who is first is drawn by lot.",
    ]
    assert said(tmp_path, "next", "winter") == first
    assert win(tmp_path, "daqan", 17, 12).splitlines() == [
        "winter: 1 of 4 scenarios, Daqan Lords 17, Uthuk Y'llan 12.",
        "Daqan Lords: any scenario card with the letter B (Barrow Mounds of the Gatesmen).",
        "Uthuk Y'llan: scenario card B1.",
    ]
    win(tmp_path, "uthuk", 9, 16)
    win(tmp_path, "uthuk", 9, 16)
    last = win(tmp_path, "daqan", 16, 2)
    assert last == "winter: 4 of 4 scenarios, Daqan Lords 53, Uthuk Y'llan 46, won by Daqan Lords.\n"
    assert said(tmp_path, "list") == last.replace("winter: ", "winter  ").replace(".\n", "\n")


def test_the_last_scenario_recorded_can_be_taken_back(tmp_path: Path) -> None:
    first = said(tmp_path, "new", "winter")
    win(tmp_path, "daqan", 17, 12)
    assert said(tmp_path, "undo", "winter") == first
    assert "nothing is recorded yet" in refused(tmp_path, "undo", "winter")


def test_a_kept_game_is_recorded_as_it_ended(tmp_path: Path) -> None:
    keep_game(tmp_path, "monday", *WON)
    said(tmp_path, "new", "winter")
    told = said(tmp_path, "record", "winter", "--game", "monday")
    assert told.startswith("winter: 1 of 4 scenarios, Daqan Lords 0, Uthuk Y'llan 0.\nDaqan Lords: any")
    (kept,) = json.loads((tmp_path / "campaigns" / "winter.json").read_text())["chapters"]
    assert kept == {"winner": "daqan", "game": "monday", "points": {"daqan": 0, "uthuk": 0}}
    assert "game monday is in it twice" in refused(tmp_path, "record", "winter", "--game", "monday")


def test_json_tells_programs_the_same(tmp_path: Path) -> None:
    assert said(tmp_path, "list", "--json") == ""
    said(tmp_path, "new", "winter")
    win(tmp_path, "daqan", 17, 12)
    listed = json.loads(said(tmp_path, "list", "--json"))
    assert (listed["totals"], listed["is_over"], listed["winner"]) == (
        {"daqan": 17, "uthuk": 12},
        False,
        None,
    )
    ahead = json.loads(said(tmp_path, "next", "winter", "--json"))
    assert ahead["choices"] == [
        {"faction": "daqan", "letter": "B", "number": None, "cards": ["barrow_mounds_of_the_gatesmen"]},
        {"faction": "uthuk", "letter": "B", "number": 1, "cards": []},
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new", "winter"), "there is a campaign 'winter' already"),
        (("new", "Winter"), "is no name for a campaign"),
        (("new", "../winter"), "is no name for a campaign"),
        (("new", "x" * 41), "is no name for a campaign"),
        (("new", "summer", "--scenario", "sieges"), "there is no such scenario"),
        (("new", "summer", "--scenario", "first_steps"), "the edition 'first' has no campaign, only second"),
        (("next", "summer"), "there is no campaign 'summer': see 'herald campaign list'"),
        (("next", "../campaigns/winter"), "there is no campaign"),
        (("record", "winter"), "give either --game, or --winner and --points"),
        (("record", "winter", "--game", "x", "--winner", "daqan"), "give either --game"),
        (("record", "winter", "--game", "x", "--points", "daqan=1"), "give either --game"),
        (("record", "winter", "--game", "never"), "there is no game 'never'"),
        (("record", "winter", "--game", "begun"), "game begun is not over"),
        (("record", "winter", "--game", "empty"), "there is no game 'empty'"),
        (("record", "winter", "--winner", "daqan", "--points", "daqan=17"), "scenario 1 needs the points of"),
        (("record", "winter", "--winner", "orcs", "--points", "daqan=1", "--points", "uthuk=2"), "'orcs'"),
        (("record", "winter", "--winner", "daqan", "--points", "daqan"), "expected a faction and its points"),
        (("record", "winter", "--winner", "daqan", "--points", "daqan=-1"), "expected a faction and its"),
        (("record", "winter", "--winner", "daqan", "--points", "daqan=1", "--points", "daqan=2"), "twice"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    keep_game(tmp_path, "begun", *BEGUN)
    said(tmp_path, "new", "winter")
    before = (tmp_path / "campaigns" / "winter.json").read_bytes()
    assert says in refused(tmp_path, *words)
    assert (tmp_path / "campaigns" / "winter.json").read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "{}", "\xff"),
        '{"name": "winter", "edition": "second", "factions": ["daqan", "daqan"]}',
        f'{{"name": "winter", "edition": "second", "factions": ["{"x" * 3000}", "uthuk"]}}',
        '{"name": "winter", "edition": "econd", "factions": ["daqan", "uthuk"]}',
        '{"name": "winter", "edition": "first", "factions": ["daqan", "uthuk"]}',
    ],
)
def test_a_damaged_campaign_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "campaigns" / "winter.json"
    path.parent.mkdir()
    path.write_bytes(text.encode("latin-1"))
    for words in (("next", "winter"), ("list",), ("undo", "winter")):
        assert str(path) in refused(tmp_path, *words)
    assert path.read_bytes() == text.encode("latin-1")


def test_a_campaign_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    said(tmp_path, "new", "winter")
    path = tmp_path / "campaigns" / "winter.json"
    before = path.read_bytes()
    path.with_name("winter.json.new").mkdir()
    points = ("--points", "daqan=17", "--points", "uthuk=12")
    sentence = refused(tmp_path, "record", "winter", "--winner", "daqan", *points, status=1)
    assert f"{path}: cannot be written" in sentence
    assert path.read_bytes() == before
