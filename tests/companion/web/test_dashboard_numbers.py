"""Numbers that no game has are refused at the counter, however they are wrapped, before the table reckons."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.companion.dashboard_world import World, world

HUGE: dict[str, dict[str, Any]] = {
    "a banner's points": {"do": "place_banner", "at": "C4", "points": 10**30},
    "an army, overruled": {
        "do": "overrule",
        "command": {"do": "muster", "seat": "south", "units": {"citadel_guard": 50_000}},
    },
    "a card's orders": {
        "do": "play_unlisted_card",
        "name": "Flood",
        "does": [{"verb": "grant_orders", "count": 100}],
    },
    "a loss": {"do": "play_unlisted_card", "name": "Ebb", "does": [{"verb": "gain_lore", "count": -100}]},
    "a score": {"do": "correct_score", "seat": "south", "lore": 10**18},
}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path, scenario="battle") as made:
        yield made


@pytest.mark.parametrize("what", HUGE)
def test_a_number_that_no_game_has_is_refused_before_the_table_reckons_with_it(
    table: World, what: str
) -> None:
    answer = table.device("south").do(HUGE[what])
    assert answer.status_code == 200
    assert answer.json["refused"]["text"] == (
        "No number at this table is larger than 99. Nothing was done: mend what was typed."
    )
    assert table.seq == 0


def test_ninety_nine_is_still_a_number_of_this_table(table: World) -> None:
    assert table.device("south").do({"do": "correct_score", "seat": "south", "lore": 99}).json["ok"]
