"""Every page of the table answers, whichever edition's game has been played on it."""

from pathlib import Path

import pytest

from rules.kernel.values import CAMPS
from tests.companion.dashboard_world import World, world
from tests.companion.sent_view import sent_view
from tests.rules.first.playing import play_random as play_first
from tests.rules.playing import play_random as play_second
from tests.shares import share

PLAYED = {"first_steps": play_first, "war_council": play_first, "learning": play_second}
ASKS_FOR_MORE = frozenset({"/camera.jpg", "/camera/grid", "/events", "/speech.wav"})
"""What needs a camera, a voice or a stream, or an address that says which."""


def pages(table: World) -> list[str]:
    rules = [rule for rule in table.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return sorted(rule.rule for rule in rules if not rule.arguments and rule.rule not in ASKS_FOR_MORE)


@pytest.mark.parametrize("scenario", share(PLAYED, "learning", "first_steps"))
def test_no_page_of_a_game_is_a_fault_of_this_program(tmp_path: Path, scenario: str) -> None:
    with world(tmp_path, scenario=scenario) as table:
        game = PLAYED[scenario](table.table.game.ruleset, 3, whims=False)
        for entry in game.log[:160]:
            if entry.command is not None:
                table.say(entry.command)
        device = table.device("both")
        assert {
            page: answer for page in pages(table) if (answer := device.get(page).status_code) >= 500
        } == {}
        report = device.get("/report")
        assert report.status_code == 200
        assert '<a href="/">' in report.text  # the way back
        grid = device.get("/camera/grid")  # asked for again and again: no fault that a browser writes down
        assert (grid.status_code, list(grid.json)) == (200, ["trouble"])


def test_the_report_of_a_first_edition_game_counts_banners_and_what_hits(tmp_path: Path) -> None:
    with world(tmp_path, scenario="first_steps") as table:
        for entry in play_first(table.table.game.ruleset, 3, whims=False).log:
            if entry.command is not None:
                table.say(entry.command)
        page = table.device("both").get("/report").text
        assert "<h2>Banners</h2>" in page and "Victory points" not in page and "Cleave" not in page
        took = max(table.table.game.state.sides[seat].points for seat in CAMPS)
        assert took and f"{took} for banners" in page
        why = sent_view(table.table)["over"]["why"]
        assert why in page and f"have {took} banners, the" in why and "points" not in why
