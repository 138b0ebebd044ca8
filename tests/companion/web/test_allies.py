"""Four people at a table of Reluctant Allies: each sits for himself, and nobody acts for another."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.report.past_games import PastGames
from rules.first.faces import GREEN, RED
from rules.first.messages.epic import FillRack
from rules.first.messages.waits import LandmarkWait, ReactWait
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    CorrectUnit,
    CounterWait,
    Decline,
    DiceWait,
    PlayUnlistedCard,
    Roll,
    StartGame,
    TellNumber,
)
from rules.kernel.messages.verbs import GrantOrders
from rules.kernel.values import CAMPS, CardId, CardNumber, Seat, UnitId
from tests.companion.dashboard_world import World, world
from tests.companion.sent_view import sent_view

PEOPLE = {"south": "Ana", "south_ally": "Bea", "north": "Dan", "north_ally": "Eva"}
KNOWN = ("human_blue_foot", "goblinoid_blue_foot", "human_blue_mounted", "human_red_mounted")
RACK = ("scout_left", "attack_center", "leadership")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    """Three fronts for four, before the first turn."""
    with world(tmp_path, scenario="three_fronts.reluctant_allies") as made:
        yield made


def begun(table: World) -> None:
    table.say(StartGame(), *(FillRack(card=CardId(card)) for card in RACK))
    for greens in range(6):  # of two that are level the second has more
        if isinstance(table.table.game.state.wait, DiceWait):
            table.say(Roll(faces=(*(GREEN,) * greens, *(RED,) * (6 - greens))))


def refused(answer: Any) -> tuple[str, str]:
    return answer.json["refused"]["why"], answer.json["refused"]["text"]


def test_four_sit_for_themselves_and_a_fifth_looks_on(table: World) -> None:
    for role, name in PEOPLE.items():
        table.device(role, name)
    assert {seat: score["name"] for seat, score in sent_view(table.table)["game"]["scores"].items()} == PEOPLE
    code = table.access.codes.join
    answer = table.stranger().post("/join", {"code": code, "role": "north", "name": "Gus"})
    assert answer.json["trouble"] == "All places at this table are taken: this device can look on."
    table.device("watch")


def test_units_are_shared_out_by_alliance_tokens_before_the_game(table: World) -> None:
    device = table.device("both")
    unit = next(each.id for each in table.table.game.state.army(Seat.SOUTH))
    assert device.do({"do": "place_alliance_token", "unit": unit}).json["ok"]
    assert table.table.game.state.units[unit].seat is Seat.SOUTH_ALLY
    assert device.do({"do": "place_alliance_token", "unit": unit}).json["ok"]
    assert table.table.game.state.units[unit].seat is Seat.SOUTH
    begun(table)
    assert refused(device.do({"do": "place_alliance_token", "unit": unit}))[0] == "not_now"


def test_a_camp_s_units_are_shared_out_by_its_own_two_players(table: World) -> None:
    devices = {role: table.device(role, name) for role, name in PEOPLE.items()}
    unit = table.table.game.state.army(Seat.SOUTH)[0].id
    token = {"do": "place_alliance_token", "unit": unit}
    for role in ("north", "north_ally"):
        told = ("not_your_seat", "Only a device of Ana or Bea can say that.")
        assert refused(devices[role].do(token)) == told
    for role, owner in (("south", Seat.SOUTH_ALLY), ("south", Seat.SOUTH), ("south_ally", Seat.SOUTH_ALLY)):
        assert devices[role].do(token).json["ok"]
        assert table.table.game.state.units[unit].seat is owner


def test_an_order_for_an_allys_unit_with_one_order_left_is_refused_with_one_sentence(table: World) -> None:
    begun(table)
    game = table.table.game
    acting = game.state.active
    table.device(acting.value, "Ana")
    device = table.device("both")
    table.say(PlayUnlistedCard(name="One", does=(GrantOrders(count=1),)))
    ally = next(seat for seat in game.ruleset.camps[acting] if seat is not acting)
    unit = game.state.army(ally)[0].id
    why, text = refused(device.do({"do": "order", "unit": unit}))
    assert why == "too_few_orders"
    assert text.startswith("An ally's unit takes two orders, and only one is left")


def test_nobody_acts_for_his_ally(table: World) -> None:
    begun(table)
    acting = table.table.game.state.active
    ally = next(seat for seat in table.table.game.ruleset.camps[acting] if seat is not acting)
    device = table.device(ally.value)
    assert refused(device.do({"do": "play_card", "card": "patrol_left"}))[0] == "not_your_seat"


def test_a_hand_is_shown_to_no_ally(table: World) -> None:
    table.say(StartGame())
    device = table.device("south")
    noted = {"do": "note_hand", "seat": "south", "known": ["patrol_left"]}
    assert device.do(noted).json["ok"]
    for seat in table.table.game.ruleset.seats:
        known = sent_view(table.table, seat)["game"]["scores"]["south"]["known"]
        assert known == (["patrol_left"] if seat is Seat.SOUTH else [])


def test_the_order_of_turns_is_told_to_everybody(table: World) -> None:
    begun(table)
    markers = sent_view(table.table)["game"]["setting"]["markers"]
    assert len(markers) == 4
    assert [Seat(each).camp for each in markers[:2]] in ([*CAMPS], [*reversed(CAMPS)])
    assert markers[0] == table.table.game.state.active


def test_at_a_table_of_two_an_ally_sits_with_his_camp(tmp_path: Path) -> None:
    with world(tmp_path, scenario="first_steps") as made:
        device = made.device("south_ally", "Bea")
        made.say(StartGame())
        assert device.do({"do": "play_card", "card": "patrol_left"}).json["ok"]
        assert made.table.game.state.active is Seat.SOUTH


def test_four_devices_play_a_battle_with_a_reaction_and_a_battle_back_out_of_turn(tmp_path: Path) -> None:
    """A Lore game of four: who is asked may answer, in another's turn as well, and nobody for him."""
    with world(tmp_path, scenario="high_council.reluctant_allies") as made:
        devices = {Seat(role): made.device(role, name) for role, name in PEOPLE.items()}
        council = {"commander": 2, "masters": {"rogue": 2, "cleric": 2}}
        for seat, device in devices.items():
            assert device.do({"do": "choose_council", "seat": seat, "council": council}).json["ok"]
        while isinstance(made.table.game.state.wait, LandmarkWait):
            made.say(Decline())
        begun(made)
        acting = made.table.game.state.active
        attacker, target = _face_to_face(made, acting)
        made.say(PlayUnlistedCard(name="One", does=(GrantOrders(count=1),)))
        other, passive = devices[_owner(made, target)], devices[_ally(made, acting)]
        for command in (
            {"do": "order", "unit": attacker},
            {"do": "attack", "unit": attacker, "target": target},
        ):
            assert refused(passive.do(command))[0] == "not_your_seat"
            assert devices[acting].do(command).json["ok"]
        assert isinstance(made.table.game.state.wait, DiceWait), made.table.game.state.wait
        count = made.table.game.state.wait.count
        assert devices[acting].do({"do": "roll", "faces": ["green"] * count}).json["ok"]
        assert isinstance(made.table.game.state.wait, ReactWait)
        assert sent_view(made.table)["ask"]["headline"].startswith(PEOPLE[_owner(made, target)])
        assert refused(devices[acting].do({"do": "decline"}))[0] == "not_your_seat"
        card = {"do": "play_unlisted_lore_card", "name": "Made up", "cost": 0, "does": []}
        assert other.do({**card, "seat": _owner(made, target)}).json["ok"]
        why, text = refused(
            devices[_ally(made, _owner(made, target))].do({**card, "seat": _ally(made, _owner(made, target))})
        )
        assert (why, text.split(" (")[0]) == (
            "one_card_a_camp",
            "This camp has played its Lore card of this turn",
        )
        assert other.do({"do": "decline"}).json["ok"]
        assert isinstance(made.table.game.state.wait, CounterWait)
        assert refused(devices[acting].do({"do": "counter"}))[0] == "not_your_seat"
        assert other.do({"do": "counter"}).json["ok"]
        assert made.table.game.state.wait.seat is _owner(made, target)


def _owner(table: World, unit: str) -> Seat:
    return table.table.game.state.units[UnitId(unit)].seat


def _ally(table: World, seat: Seat) -> Seat:
    return next(each for each in table.table.game.ruleset.camps[seat] if each is not seat)


def _face_to_face(table: World, acting: Seat) -> tuple[str, str]:
    """Put a unit of *acting*'s in front of an enemy's that two friends stand beside; return their names."""
    game = table.table.game
    own = next(unit for unit in game.state.army(acting) if unit.kind in KNOWN)
    enemies = [
        unit for unit in game.enemies(acting) if unit.kind in ("human_blue_foot", "goblinoid_blue_foot")
    ][:3]
    for unit, at in zip((own, *enemies), ("H7", "H8", "G8", "I8"), strict=True):
        table.say(CorrectUnit(unit=unit.id, at=Hex(at), figures=unit.figures))
    for kind in {unit.kind for unit in (own, *enemies)}:
        table.say(TellNumber(kind=kind, number=CardNumber.RANGE, value=1))
    return own.id, enemies[0].id


def test_a_kept_game_of_four_is_its_camps_and_won_by_both_players_of_one(table: World) -> None:
    for role, name in PEOPLE.items():
        table.device(role, name)
    begun(table)
    units = table.table.game.state.units.values()
    fallen = [unit.id for unit in units if unit.seat.camp is Seat.SOUTH]
    table.say(*(CorrectUnit(unit=unit, at=None, figures=0) for unit in fallen))
    shared = table.services.shared
    kept = PastGames(shared.store, shared.labels, table.services.library, table.services.language)
    (game,) = kept.listed(first=0, count=9, is_deleted=False).games
    assert game.winner is Seat.NORTH
    assert {camp: side.name for camp, side in game.sides.items()} == {
        Seat.SOUTH: "Ana and Bea",
        Seat.NORTH: "Dan and Eva",
    }
    counted = kept.together()
    assert {one.name: one.won for one in counted.players} == {"Ana": 0, "Bea": 0, "Dan": 1, "Eva": 1}
    assert [(side.played, side.won) for side in counted.scenarios[0].sides] == [(1, 0), (1, 1)]
