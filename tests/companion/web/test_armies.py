"""The army builder adds up as the rules do, says what is wrong in words, and tells nobody else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.messages import ChooseFirst
from rules.kernel.values import ScenarioCardId, Seat
from rules.second.messages import ChooseScenarioCard, FinishTerrain
from rules.second.state.game import setting_in
from tests.companion.dashboard_world import World, world
from tests.companion.second_questions import BATTLE_QUESTIONS
from tests.companion.sent_view import sent_view

CARDS = {Seat.SOUTH: "crossing_the_river_of_sleep", Seat.NORTH: "staking_a_claim"}


def begin(table: World) -> None:
    """Play the set-up up to the mustering; both cards are C1, so the lot says who is first."""
    table.say(*(ChooseScenarioCard(seat=seat, card=ScenarioCardId(card)) for seat, card in CARDS.items()))
    table.say(ChooseFirst(seat=Seat.SOUTH), FinishTerrain())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path, scenario="battle") as made:
        begin(made)
        yield made


def asked(seat: str, **army: Any) -> dict[str, Any]:
    return {"seat": seat, "units": {}, **army}


def test_the_worked_example_comes_to_47_points_and_3_lore(table: World) -> None:
    """RB p. 18: 52 points of units less 5 for the tent are 47, and 3 unspent points are 3 lore."""
    units = {"citadel_guard": 3, "yeoman_archers": 4, "riverwatch_riders": 2, "rune_golems": 2}
    answer = table.device("south").post("/army/check", asked("south", units=units, tent=True)).json
    assert (answer["points"], answer["cards"], answer["decoys"], answer["lore"]) == (47, 12, 6, 3)
    assert answer["wrong"] == []
    done = table.device("south").do(answer["command"])
    assert done.json["ok"]
    army = setting_in(table.table.game.state).armies[Seat.SOUTH]
    assert (army.lore, army.decoys, army.tent) == (3, 6, True)


WRONG = [
    (
        {"units": {"citadel_guard": 2}},
        "18 cards, and there are 11 decoys only: take 5 more cards (RB p. 17).",
    ),
    ({"units": {"citadel_guard": 5, "yeoman_archers": 9, "rune_golems": 5}}, "That is 19 cards"),
    ({"units": {"citadel_guard": 6, "yeoman_archers": 5}}, "The boxes hold 5 of these units only"),
    ({"units": {"viper_legion": 7}, "costs": {"viper_legion": 4}}, "another faction"),
    ({"units": {"citadel_guard": 5, "yeoman_archers": 5, "rune_golems": 2}}, "50"),
]


@pytest.mark.parametrize(("army", "said"), WRONG)
def test_what_is_wrong_with_an_army_is_said_in_words(table: World, army: dict[str, Any], said: str) -> None:
    answer = table.device("south").post("/army/check", asked("south", **army)).json
    assert any(said in sentence for sentence in answer["wrong"]), answer["wrong"]


def test_a_cost_that_is_not_known_is_asked_of_the_player_and_counted(table: World) -> None:
    north = table.device("north")
    army = asked("north", units={"viper_legion": 5, "chaos_lord": 1, "obscenes": 1})
    answer = north.post("/army/check", army).json
    assert (answer["points"], answer["untold"]) == (None, ["viper_legion", "obscenes"])
    costs = {"viper_legion": 4, "obscenes": 6, "flesh_ripper_brutes": 5}
    answer = north.post("/army/check", {**army, "costs": costs}).json
    assert (answer["points"], answer["untold"], answer["wrong"]) == (34, [], [])
    assert answer["command"]["points"] == 34
    assert north.do(answer["command"]).json["ok"]


def test_a_cost_kept_in_a_pack_is_offered_and_the_game_goes_on_by_its_own(table: World) -> None:
    north = table.device("north")
    assert north.get("/army/costs").json == {}
    north.post("/packs/entry", {"file": "units", "entry": "obscenes", "fields": {"cost": 6}})
    assert north.get("/army/costs").json == {"obscenes": 6}
    answer = north.post("/army/check", asked("north", units={"obscenes": 1})).json
    assert answer["untold"] == ["obscenes"]


def test_an_army_is_nobody_s_but_its_player_s_and_leaves_no_trace_at_the_table(table: World) -> None:
    before = table.seq
    army = asked("south", units={"citadel_guard": 5})
    for device in (table.stranger(), table.device("north"), table.device("watch")):
        assert device.post("/army/check", army).status_code == 403
    assert table.device("south").post("/army/check", army).status_code == 200
    assert table.device("both").post("/army/check", army).status_code == 200
    assert table.seq == before
    assert "citadel_guard" not in str(sent_view(table.table, Seat.NORTH)["game"]["setting"])


def test_one_seat_s_army_is_not_in_what_the_other_is_shown(table: World) -> None:
    units = {"citadel_guard": 5, "yeoman_archers": 5, "rune_golems": 1}
    command = table.device("south").post("/army/check", asked("south", units=units)).json["command"]
    assert table.device("north").do(command).json["refused"]["why"] == "not_your_seat"
    assert table.device("south").do(command).json["ok"]
    for seat in (Seat.NORTH, None):
        shown = sent_view(table.table, seat)
        assert shown["game"]["setting"]["mustered"] == ["south"]
        assert shown["game"]["setting"]["armies"] == {}
        assert not any("Rune" in line["text"] for line in shown["log"])


def test_each_side_deploys_its_own_army_and_nobody_another_s(tmp_path: Path) -> None:
    with world(tmp_path, scenario="battle") as table:
        for name, commands in BATTLE_QUESTIONS.items():
            table.say(*commands)
            if name == "deployment":
                break
        south, north = table.device("south"), table.device("north")
        guard = {"do": "place_unit", "unit": "citadel_guard-1", "at": "C1"}
        tent = {"kind": "command_tent", "token": None, "owner": "south"}
        for command in (guard, {"do": "place_terrain", "at": "D1", "tile": tent}):
            assert north.do(command).json["refused"]["why"] == "not_your_seat"
        assert south.do({**guard, "at": "C9"}).json["refused"]["why"] == "not_on_own_half"
        assert south.do(guard).json["ok"]
        assert table.device("both").do({**guard, "unit": "chaos_lord-1", "at": "C9"}).json["ok"]


def test_no_army_is_mustered_where_the_scenario_has_its_units(tmp_path: Path) -> None:
    with world(tmp_path) as table:
        answer = table.device("south").post("/army/check", asked("south"))
    assert (answer.status_code, "No armies" in answer.json["trouble"]) == (409, True)


def test_an_unknown_unit_and_a_number_below_nothing_are_refused(table: World) -> None:
    south = table.device("south")
    assert south.post("/army/check", asked("south", units={"dragon": 1})).status_code == 409
    assert south.post("/army/check", asked("south", units={"citadel_guard": -1})).status_code == 400
