"""What lies face down on the table stays so on the screens, and whose card it is says its own device."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.messages import Command, NoteHand
from rules.kernel.values import KindId, LoreId, ScenarioCardId, Seat
from rules.second.messages import ChooseScenarioCard, FinishTerrain, Muster
from tests.companion.dashboard_world import World, begun, world
from tests.companion.sent_view import sent_view

CARDS = ("barrow_mounds_of_the_gatesmen", "crossing_the_river_of_sleep")
ARMIES = ({"citadel_guard": 5, "yeoman_archers": 4}, {"citadel_guard": 4, "yeoman_archers": 5})
FOREST = {"do": "place_terrain", "at": "C5", "tile": {"kind": "forest"}}


@pytest.fixture
def free(tmp_path: Path) -> Iterator[World]:
    """A free battle that has begun, north to act."""
    with world(tmp_path, scenario="free") as made:
        made.say(*begun(Seat.NORTH))
        yield made


def told(table: World, seat: Seat | None) -> str:
    """Return all that *seat* is sent, but for the game's name and the time of day."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: plain(each) for name, each in value.items() if name not in ("at", "game_id")}
        return [plain(each) for each in value] if isinstance(value, list) else value

    return json.dumps(plain(sent_view(table.table, seat)))


def muster(kinds: dict[str, int]) -> Muster:
    return Muster(seat=Seat.SOUTH, units={KindId(kind): count for kind, count in kinds.items()})


def until_mustering(card: str) -> tuple[Command, ...]:
    """Return the set-up by south's *card* until armies are mustered: B2 comes before C1 (RB p. 15)."""
    north = ChooseScenarioCard(seat=Seat.NORTH, card=ScenarioCardId("staking_a_claim"))
    return (ChooseScenarioCard(seat=Seat.SOUTH, card=ScenarioCardId(card)), north, FinishTerrain())


SECRETS: dict[str, tuple[tuple[Command, ...], tuple[Command, ...]]] = {
    "scenario cards": (until_mustering(CARDS[0])[:1], until_mustering(CARDS[1])[:1]),
    "armies": (
        (*until_mustering(CARDS[0]), muster(ARMIES[0])),
        (*until_mustering(CARDS[0]), muster(ARMIES[1])),
    ),
}


@pytest.mark.parametrize("secret", SECRETS)
def test_what_lies_face_down_is_on_no_other_screen(tmp_path: Path, secret: str) -> None:
    """RB p. 15-17: two tables that differ only in what south keeps secret look alike to everybody else."""
    seen: list[dict[Seat | None, str]] = []
    for number, commands in enumerate(SECRETS[secret]):
        with world(tmp_path / str(number), scenario="battle") as table:
            table.say(*commands)
            seen.append({seat: told(table, seat) for seat in (Seat.SOUTH, Seat.NORTH, None)})
    one, other = seen
    assert one[Seat.SOUTH] != other[Seat.SOUTH]
    assert (one[Seat.NORTH], one[None]) == (other[Seat.NORTH], other[None])


def test_known_lore_cards_are_on_no_other_screen(free: World) -> None:
    before = {seat: told(free, seat) for seat in (Seat.NORTH, None)}
    free.say(NoteHand(seat=Seat.SOUTH, known=(), lore=(LoreId("rune_blade"),)))
    one = {seat: sent_view(free.table, seat) for seat in (Seat.SOUTH, Seat.NORTH, None)}
    assert one[Seat.SOUTH]["game"]["scores"]["south"]["known_lore"] == ["rune_blade"]
    for seat in (Seat.NORTH, None):
        assert one[seat]["game"] == json.loads(before[seat])["game"] | {"units": one[seat]["game"]["units"]}
        assert "rune_blade" not in json.dumps(one[seat]["log"])


def test_terrain_is_laid_by_anybody_and_a_lore_card_is_played_from_its_own_seat_only(free: World) -> None:
    """RB p. 12: the other player's card may be a reaction, so it need not be his turn."""
    south, north = free.device("south"), free.device("north")
    assert south.do(FOREST).json["ok"]
    shown = sent_view(free.table)["game"]["terrain"]["C5"]
    assert shown == {"kind": "forest", "token": None, "owner": None, "name": "Forest", "site": None}
    card = {"seat": "south", "name": "Sudden Fog", "cost": 0, "does": [{"verb": "gain_points", "count": 1}]}
    refused = north.do({"do": "play_unlisted_lore_card", **card}).json["refused"]
    assert (refused["why"], refused["text"]) == (
        "not_your_seat",
        "Only a device of Daqan Lords can say that.",
    )
    assert south.do({"do": "play_unlisted_lore_card", **card}).json["ok"]
    assert sent_view(free.table)["game"]["scores"]["south"]["points"] == 1
