"""The battle in short: four scenes with what the camera saw, of games by hand and of random ones."""

from functools import cache
from random import Random

import pytest

from companion.demo.scripted_player import ScriptedPlayer
from companion.journal.journal import follow
from companion.report.page import no_pictures, report
from companion.report.statistics import GameStatistics, game_statistics
from companion.report.story import Scene, story
from companion.words.names import Language, wording_of
from companion.words.phrases import load_phrases
from companion.words.translator import Translator, load_translator
from rules.kernel import messages as m
from rules.kernel.game import new_game, play
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS
from tests.companion.report.test_report import ROW, logged
from tests.rules.drawn import RULES
from tests.rules.playing import full_rules, play_random
from tests.shares import share

JPEG = b"\xff\xd8 what the camera saw"


@cache
def scripted(seed: int) -> tuple[Game, tuple[m.Entry, ...]]:
    """Return a game of the learning scenario to its end."""
    start = game = new_game(RULES)
    players, said = ScriptedPlayer(Random(seed)), list[m.Command]()
    while commands := players.next_commands(game):
        for command in commands:
            game, _ = play(game, command)
            said.append(command)
    return start, tuple(logged(start, *said))


def told(start: Game, log: tuple[m.Entry, ...]) -> GameStatistics:
    return game_statistics(start, follow(start, log, "the test"))


def scenes(start: Game, log: tuple[m.Entry, ...], lang: str = "en") -> tuple[Scene, ...]:
    words = wording_of(start, Language(load_phrases(start.ruleset.edition.id, lang)), spoken=False)
    names = {seat: str(words.seat(seat)) for seat in CAMPS}
    return story(told(start, log), words, names, Translator() if lang == "en" else load_translator(lang))


def test_a_finished_game_is_told_in_four_scenes() -> None:
    start, log = scripted(7)
    course, turning, losses, luck = scenes(start, log)
    assert course.text == "Daqan won in turn 10, 19 to 13. The lead changed hands 3 times."
    assert turning.text == "In turn 6 Daqan took the lead for good, 10 to 8."
    assert losses.text == (
        "Daqan: 4 of 9 units lost; Uthuk: 2 of 9 units lost. The fiercest: Blood Harvesters 2, with 5 damage."
    )
    assert luck.text.endswith("All of that is within what chance does.")
    assert (course.turn.number, turning.turn.number) == (10, 6)
    entries = {entry.seq: entry for entry in log}
    assert any(isinstance(event, m.Eliminated) for event in entries[losses.seq].events)
    assert course.seq == log[-1].seq


def test_before_the_first_turn_there_is_nothing_to_tell() -> None:
    start = new_game(RULES)
    assert (
        scenes(start, tuple(logged(start, *(m.PlaceBanner(at=at) for at in RULES.scenario.banners.stand_in))))
        == ()
    )


def test_a_game_that_goes_on_is_told_as_far_as_it_has_come() -> None:
    start, log = scripted(7)
    course = scenes(start, log[: len(log) // 2])[0]
    assert course.text.startswith("After turn ")
    assert "won" not in course.text


@pytest.mark.parametrize("seed", share(range(6), 0, journeys=(1,)))
def test_every_random_battle_can_be_told_in_both_languages(seed: int) -> None:
    game = play_random(full_rules(), 70_000 + seed)
    log = tuple(entry for entry in game.log)
    for lang in ("en", "ro"):
        found = scenes(game.start, log, lang)
        assert len(found) >= 3
        assert all(scene.text and "{" not in scene.text for scene in found)


def test_a_scene_shows_what_the_camera_saw_and_a_map_where_it_saw_nothing() -> None:
    start, log = scripted(7)
    turned = scenes(start, log)[1].seq
    played = follow(start, log, "the test")
    page = report(ROW, start, played, pictures=lambda seq: JPEG if seq == turned else None)
    assert page.count("data:image/jpeg;base64,") == 1
    without = report(ROW, start, played, pictures=no_pictures)
    assert "<img" not in without
    assert without.count('class="map"') == page.count('class="map"') + 1
