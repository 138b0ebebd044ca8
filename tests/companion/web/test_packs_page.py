"""The page of packs: who may change them, what is refused in words; a game goes on by its own rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.library.library import Library
from companion.table.requests import Submit
from rules.kernel.values import KindId, ScenarioCardId, Seat
from rules.second.messages import ChooseScenarioCard
from tests.companion.dashboard_world import World, world
from tests.companion.library.test_packs import WALKERS
from tests.companion.sent_view import sent_view

ROC = {"file": "units", "entry": "roc_warrior", "fields": {"move": 4, "combat": 3}}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path) as made:
        yield made


def test_what_is_read_off_a_card_is_kept_and_no_longer_missing(table: World, tmp_path: Path) -> None:
    device = table.device("south")
    missing = {gap["entry"]: gap["fields"] for gap in device.get("/packs.json").json["gaps"]}
    assert missing["roc_warrior"] == ["move", "traits"]
    assert device.post("/packs/entry", ROC).json == {"ok": True}
    shelf = device.get("/packs.json").json
    assert {gap["entry"]: gap["fields"] for gap in shelf["gaps"]}["roc_warrior"] == ["traits"]
    assert shelf["own"] == {"units": {"roc_warrior": {"move": 4, "combat": 3}}}
    assert shelf["packs"] == {"own": {"units": 1}}
    assert Library(tmp_path).catalogue("second").kinds[KindId("roc_warrior")].combat == 3


def test_a_message_that_is_too_deep_to_be_read_gets_one_sentence(table: World) -> None:
    deep = b'{"file": "units", "entry": "x", "fields": {"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}}"
    answer = table.device("south").post("/packs/entry", deep)
    assert answer.status_code == 400
    assert answer.json["trouble"].startswith("The table could not read that message")


def test_the_game_on_the_table_keeps_its_rules_and_is_taken_up_again_all_the_same(tmp_path: Path) -> None:
    guard = {"file": "units", "entry": "citadel_guard", "fields": {"health": 4, "figures": 4, "move": 1}}
    with world(tmp_path) as table:
        table.start()
        before = table.table.game
        assert table.device("both").post("/packs/entry", guard).json["ok"]
        assert table.table.game is before
        assert before.ruleset.catalogue.kinds[KindId("citadel_guard")].move == 2
        game = table.table.row.id
    with world(tmp_path, game=game) as table:
        assert table.table.game.state.step == before.state.step
        assert table.seq == 4


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("/packs/entry", ROC),
        ("/packs/import", {"text": WALKERS}),
        ("/packs/remove", {"name": "own"}),
    ],
)
def test_only_who_has_joined_to_play_may_see_or_change_packs(
    table: World, tmp_path: Path, address: str, message: dict[str, object]
) -> None:
    for device in (table.stranger(), table.device("watch")):
        assert device.post(address, message).status_code == 403
        assert device.get("/packs").status_code == 403
        assert device.get("/packs.json").status_code == 403
    assert not (tmp_path / "packs").exists()


def test_what_does_not_fit_is_told_in_one_sentence_and_nothing_is_kept(table: World, tmp_path: Path) -> None:
    device = table.device("both")
    wrong = {**ROC, "fields": {"move": "four"}}
    answer = device.post("/packs/entry", wrong)
    assert answer.status_code == 409
    told = answer.json["trouble"]
    assert told.startswith("Pack own: units.toml: [roc_warrior] Expected `int")
    assert "field move; nothing was kept, mend that and try again." in told
    assert not (tmp_path / "packs").exists()
    assert device.post("/packs/entry", {**ROC, "more": 1}).status_code == 400
    assert "[pack]" in device.post("/packs/import", {"text": "", "file": "x.toml"}).json["trouble"]


def test_a_pack_goes_out_and_comes_in_through_the_page(table: World) -> None:
    device = table.device("both")
    assert device.post("/packs/import", {"text": WALKERS, "file": "w.toml"}).json["name"] == "walkers"
    again = device.post("/packs/import", {"text": WALKERS, "file": "w.toml"})
    assert (again.status_code, again.json["is_there"]) == (409, True)
    wrong = device.post("/packs/import", {"text": "already", "file": "w.toml"})
    assert (wrong.status_code, wrong.json["is_there"]) == (409, False)
    assert device.post("/packs/import", {"text": WALKERS, "replace": True}).json["ok"]
    assert device.post("/packs/import", {"text": WALKERS, "name": "friends_1"}).json["name"] == "friends_1"
    sent = device.get("/packs/walkers.toml?save")
    assert sent.headers["Content-Disposition"] == 'attachment; filename="walkers.toml"'
    assert "[units.bog_walkers]" in sent.text
    assert device.get("/packs/..%2Fdoor.toml").status_code == 404
    assert device.post("/packs/remove", {"name": "walkers"}).json == {"ok": True}
    assert device.get("/packs/walkers.toml").status_code == 404


def test_the_first_edition_s_gaps_come_with_forms_in_the_table_s_language(tmp_path: Path) -> None:
    with world(tmp_path, scenario="first_steps", language="ro") as table:
        device = table.device("both")
        shelf = device.get("/packs.json").json
        missing = {(gap["file"], gap["entry"]): gap["fields"] for gap in shelf["gaps"]}
        assert missing["units", "goblin_foot"] == ["banner", "weapon"]
        banner = next(field for field in shelf["forms"]["units"]["fields"] if field["name"] == "banner")
        assert (banner["sort"], banner["file"]) == ("choice", "banners")
        assert banner["choices"] == ["green", "blue", "red"]
        assert shelf["entries"]["banners"]["red"]["name"] == "Stindard roșu (Red banner)"
        told = {"file": "units", "entry": "goblin_foot", "fields": {"banner": "green"}}
        assert device.post("/packs/entry", told).json == {"ok": True}
        purple = {**told, "fields": {"banner": "purple"}}
        assert "nimic nu se numește 'purple'" in device.post("/packs/entry", purple).json["trouble"]
        missing = {gap["entry"]: gap["fields"] for gap in device.get("/packs.json").json["gaps"]}
        assert missing["goblin_foot"] == ["weapon"]


def test_a_key_that_nothing_reads_is_warned_of_on_the_page(table: World) -> None:
    device = table.device("both")
    text = WALKERS.replace("move = 4", "move = 4\nspeed = 9")
    assert device.post("/packs/import", {"text": text, "file": "w.toml"}).json["ok"]
    (warning,) = device.get("/packs.json").json["warnings"]
    assert warning.startswith("packs/second/walkers/units.toml: [roc_warrior] nothing reads speed")


def test_a_pack_spoilt_on_the_disk_is_told_on_the_page(table: World, tmp_path: Path) -> None:
    folder = tmp_path / "packs" / "second" / "own"
    folder.mkdir(parents=True)
    (folder / "lore.toml").write_text("[portal]\ncost = []\n")
    answer = table.device("both").get("/packs.json")
    assert answer.status_code == 409
    assert "lore.toml: [portal]" in answer.json["trouble"]


def test_a_scenario_card_filled_in_is_there_when_the_game_is_taken_up_again(tmp_path: Path) -> None:
    card = {"name": "The Old Mill", "faction": "daqan", "summary": "As on your card.", "initiative": "B1"}
    known = {**card, "page": "Your scenario card", "confidence": "certain"}
    choice = ChooseScenarioCard(seat=Seat.SOUTH, card=ScenarioCardId("the_old_mill"))
    with world(tmp_path, scenario="battle") as table:
        table.say(ChooseScenarioCard(seat=Seat.NORTH, card=ScenarioCardId("staking_a_claim")))
        told = {"file": "scenario_cards", "entry": "the_old_mill", "fields": known}
        assert table.device("south").post("/packs/entry", told).json["ok"]
        assert table.table.ask(Submit(command=choice, by="south")).refusal is not None
        game = table.table.row.id
    with world(tmp_path, game=game) as table:
        table.say(choice)


def test_an_army_card_filled_in_is_offered_by_games_that_begin_later(tmp_path: Path) -> None:
    army = {"name": "Night Raid", "faction": "uthuk", "units": {"chaos_lord": 1}, "total": 8, "page": "Card"}
    with world(tmp_path) as table:
        told = {"file": "armies", "entry": "night_raid", "fields": {**army, "confidence": "certain"}}
        device = table.device("both")
        assert device.post("/packs/entry", told).json["ok"]
        assert device.get("/packs.json").json["entries"]["armies"]["night_raid"]["total"] == 8
    with world(tmp_path, scenario="battle") as table:
        armies = sent_view(table.table)["scenario"]["armies"]
        assert [each["name"] for each in armies] == ["Mounted Assault", "Night Raid"]
