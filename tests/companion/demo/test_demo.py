"""The demo: a whole game through pictures, every event as in its script; and its recording played again."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.camera.recording import FrameRecorder
from companion.cli import herald
from companion.demo.demo import Demo
from companion.library.settings import Settings
from rules.kernel.messages import Entry, Event, OverWait, PlaceUnit
from rules.kernel.ruleset import Game
from rules.registry import AnyEvent
from vision.source.frames import read_picture


def open_demo(folder: Path, seed: int, scenario: str) -> Services:
    settings = Settings(data=folder, camera="simulated", voice=False, scenario=scenario)
    return services_of(create_app(settings, seed=seed))


TOLD_BY_CAMERA = {"PlaceBanner", "Order", "Move", "Roll", "Advance", "Counter"}
MOST_TURNS = 99


def play_demo(
    folder: Path,
    seed: int,
    recorder: FrameRecorder | None = None,
    *,
    turns: int = MOST_TURNS,
    scenario: str = "learning",
) -> tuple[Entry, ...]:
    """Play a demo game, which compares itself to its script, to its end; return what is in the store.

    It ends earlier where it has come through so many *turns*.
    """
    services = open_demo(folder, seed, scenario)
    try:
        assert services.watch is not None
        assert services.simulated is not None
        demo = Demo(services.table, services.watch, services.simulated, seed=seed, recorder=recorder)

        def stop(_: object, now: Game) -> None:
            demo.stopped = now.state.turn > turns

        services.table.listen(stop)
        game = demo.play()
        assert isinstance(game.state.waits[-1], OverWait) or demo.stopped
        assert demo.stopped == (turns < MOST_TURNS)
        assert game.state == demo.shadow.state
        return services.store.entries(services.table.row.id)
    finally:
        services.close()


def events_of(entries: tuple[Entry, ...]) -> list[Event]:
    return [event for entry in entries for event in entry.events]


@pytest.mark.journey
def test_a_large_board_is_watched_by_two_cameras_and_recorded_as_a_whole(tmp_path: Path) -> None:
    services = open_demo(tmp_path / "game", 1, "three_fronts")
    try:
        watch, simulated = services.watch, services.simulated
        assert watch is not None and watch.second is not None and simulated is not None
        demo = Demo(services.table, watch, simulated, seed=1, recorder=FrameRecorder(tmp_path / "pictures"))
        demo.stopped = True  # as soon as the units are laid out
        demo.play()
        west, units = watch.glance, set(simulated.pieces)
        assert west is not None and set(west.reading.pieces) == units
        assert west.frame.shape[1] * 2 == simulated.size[0]
        assert read_picture(tmp_path / "pictures" / "00000.jpg").shape[1] == simulated.size[0]
    finally:
        services.close()


@pytest.mark.long
def test_a_turn_through_pictures_equals_its_script(tmp_path: Path) -> None:
    play_demo(tmp_path, 9, turns=1)


@pytest.mark.long
def test_two_turns_through_pictures_equal_their_script(tmp_path: Path) -> None:
    """In those of seed 9 everything occurs that hands do."""
    check_who_told(play_demo(tmp_path, 9, turns=2))


@pytest.mark.journey
def test_a_game_through_pictures_equals_its_script(tmp_path: Path) -> None:
    check_who_told(play_demo(tmp_path, 1))


def check_who_told(entries: tuple[Entry, ...]) -> None:
    """Fail unless the camera told what hands did, and every roll."""
    told_by_camera = {type(entry.command).__name__ for entry in entries if entry.by == "camera"}
    assert told_by_camera >= TOLD_BY_CAMERA
    assert all(type(entry.command).__name__ != "Roll" for entry in entries if entry.by != "camera")


@pytest.mark.long
def test_another_game_equals_its_script_too_and_its_recording_played_again(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    entries = play_demo(tmp_path / "first", 2, FrameRecorder(pictures))
    again = CliRunner().invoke(
        herald,
        ["play", "--camera", str(pictures), "--headless", "--data", str(tmp_path / "second")],
    )
    assert again.exit_code == 0, again.output
    lines = [msgspec.json.decode(line, type=AnyEvent) for line in again.stdout.splitlines()]
    assert lines == events_of(entries)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_twenty_games_equal_their_scripts(tmp_path: Path, seed: int) -> None:
    play_demo(tmp_path, seed)


FIRST_BY_CAMERA = {"Order", "Move", "Roll", "RetreatTo", "Advance"}


def test_a_turn_of_the_first_edition_through_pictures_equals_its_script(tmp_path: Path) -> None:
    """Councils and Landmarks are told; a move, a battle and a retreat are seen."""
    entries = play_demo(tmp_path, 15, turns=1, scenario="border_watch")
    assert {type(entry.command).__name__ for entry in entries if entry.by == "camera"} & FIRST_BY_CAMERA
    assert all(type(entry.command).__name__ != "Roll" for entry in entries if entry.by != "camera")


@pytest.mark.journey
def test_a_game_of_the_first_edition_through_pictures_equals_its_script(tmp_path: Path) -> None:
    entries = play_demo(tmp_path, 15, scenario="border_watch")
    assert {type(entry.command).__name__ for entry in entries if entry.by == "camera"} >= FIRST_BY_CAMERA


@pytest.mark.journey
def test_armies_from_secret_cards_through_pictures_equal_their_script(tmp_path: Path) -> None:
    """Cards are told; every unit that is deployed is seen, and the first turn."""
    entries = play_demo(tmp_path, 1, turns=1, scenario="open_country")
    placed = [entry for entry in entries if isinstance(entry.command, PlaceUnit)]
    assert placed and {entry.by for entry in placed} == {"camera"}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("scenario", ["open_country", "two_hills", "two_hills.medieval_lore"])
def test_ten_games_of_call_to_arms_equal_their_scripts(tmp_path: Path, scenario: str, seed: int) -> None:
    play_demo(tmp_path, seed, scenario=scenario)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("scenario", ["three_fronts", "high_council", "three_fronts.reluctant_allies"])
def test_ten_games_of_two_and_of_four_before_two_cameras_equal_their_scripts(
    tmp_path: Path, scenario: str, seed: int
) -> None:
    play_demo(tmp_path, seed, scenario=scenario)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_twenty_games_of_the_first_edition_equal_their_scripts(tmp_path: Path, seed: int) -> None:
    play_demo(tmp_path, seed, scenario="border_watch")


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["first_steps", "war_council", "high_council", "long_valley"])
def test_each_adventure_of_the_first_edition_equals_its_script(tmp_path: Path, scenario: str) -> None:
    play_demo(tmp_path, 1, scenario=scenario)
