"""The first page of a new game: both editions are offered, and the one that is chosen is laid out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.cli import herald
from companion.library.settings import Settings
from companion.preparation.next_game import offered_games
from rules.kernel.messages import PlaceBanner
from tests.companion.dashboard_world import Device, World, world
from tests.companion.sent_view import sent_view


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[World]:
    """A table of which nobody has said yet what it plays."""
    app = create_app(Settings(data=tmp_path, host="127.0.0.1", voice=False), is_chosen=False)
    services = services_of(app)
    made = World(app, services)
    yield made
    services.close()


def light(device: Device) -> tuple[str, str]:
    """Return the state of the step in which the game is chosen, and its sentence."""
    step = (device.get("/start.json").json or {})["steps"][0]
    return step["state"], step["text"]


def test_every_scenario_of_every_edition_is_offered_by_its_name(fresh: World) -> None:
    told = fresh.device("both").get("/start/games.json").json or {}
    named = {edition["name"]: [game["name"] for game in edition["games"]] for edition in told["editions"]}
    assert named["Second Edition"] == ["Learning scenario", "Full battle", "Free battle"]
    assert named["First Edition"] == [
        "First steps (ours)",
        "War council (ours)",
        "Border watch (ours)",
    ]
    assert (told["scenario"], told["has_begun"]) == ("learning", False)
    assert told["editions"][1]["games"][0]["wins"] == "4 banners win."


def test_the_games_are_called_as_the_tables_language_does(fresh: World) -> None:
    second, first = offered_games(fresh.services.library, "ro")
    assert (second.name, first.name) == ("A doua ediție", "Prima ediție")
    names = {game.name for game in first.games}
    assert names == {
        "Primii pași (ai noștri)",
        "Consiliu de război (al nostru)",
        "Straja de la hotar (a noastră)",
    }


def test_a_new_table_asks_first_which_game_is_played_and_keeps_the_one_at_hand_by_a_tap(fresh: World) -> None:
    both = fresh.device("both")
    assert light(both) == ("look", "Which game do you play?")
    assert both.post("/start/game", {"scenario": "learning"}).status_code == 200
    assert light(both) == ("done", "Learning scenario")
    assert fresh.services.next_game.scenario is None


def test_a_game_that_has_begun_or_is_not_there_is_not_chosen(tmp_path: Path) -> None:
    with world(tmp_path) as table:
        both, onlooker = table.device("both"), table.device("watch")
        asked = {"scenario": "first_steps"}
        assert onlooker.post("/start/game", asked).status_code == 403
        assert "no such scenario" in both.post("/start/game", {"scenario": "nowhere"}).text
        table.say(PlaceBanner(at=sent_view(table.table)["scenario"]["banners"]["stand_in"][0]))
        refused = both.post("/start/game", asked)
        assert (refused.status_code, table.services.next_game.scenario) == (409, None)
        assert "has begun" in refused.text


def played(data: Path, monkeypatch: pytest.MonkeyPatch, *flags: str, choose: str) -> tuple[list[str], str]:
    """Run ``herald play`` at a table where *choose* is chosen; return what is played and what is said."""
    seen = []

    def open_table(services: Services) -> str | None:
        seen.append(services.table.row.scenario)
        return choose if len(seen) == 1 else None

    monkeypatch.setattr("companion.cli.commands.play._open", open_table)
    words = ["play", "--no-camera", "--no-voice", "--host", "127.0.0.1", "--data", str(data), *flags]
    result = CliRunner().invoke(herald, words)
    assert result.exit_code == 0, result.output
    return seen, result.output


def test_the_table_is_laid_anew_for_the_game_that_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(tmp_path, monkeypatch, choose="war_council")[0] == ["learning", "war_council"]


def test_where_the_chosen_game_cannot_be_laid_the_former_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, said = played(tmp_path, monkeypatch, choose="gone")
    assert seen == ["learning", "learning"]
    assert "gone cannot be played here" in said
